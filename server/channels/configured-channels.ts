import type { Config } from '../config.ts';
import type { ChannelName } from './channels.ts';
import type { Channel } from './channel.ts';
import { email } from './email.ts';
import { googleDrive } from './google-drive.ts';
import { linkedin } from './linkedin.ts';
import { reddit } from './reddit.ts';
import { youtube } from './youtube.ts';

/** The channels the publisher publishes to automatically; a person handles `manual`. */
export type Channels = Record<Exclude<ChannelName, 'manual'>, Channel>;

const clientOf = (id: string | undefined, secret: string | undefined) =>
  id === undefined || secret === undefined ? undefined : { id, secret };

export function createChannels(config: Config): Channels {
  const google = clientOf(config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET);
  const onLinkedin = {
    origin: config.LINKEDIN_BASE_URL,
    version: config.LINKEDIN_VERSION,
    client: clientOf(config.LINKEDIN_CLIENT_ID, config.LINKEDIN_CLIENT_SECRET),
  };
  return {
    linkedin: linkedin({ ...onLinkedin, of: 'member' }),
    linkedin_company: linkedin({ ...onLinkedin, of: 'organization' }),
    youtube: youtube({ origin: config.YOUTUBE_BASE_URL, client: google }),
    reddit: reddit({
      origin: config.REDDIT_BASE_URL,
      client: clientOf(config.REDDIT_CLIENT_ID, config.REDDIT_CLIENT_SECRET),
    }),
    google_drive: googleDrive({ origin: config.GOOGLE_DRIVE_BASE_URL, client: google }),
    email: email({ url: config.SMTP_URL, from: config.SMTP_FROM }),
  };
}
