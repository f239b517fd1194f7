import { invalidField } from '../errors.ts';

/** Where a draft is published within its channel; each channel uses some of these fields. */
export type Destination = {
  organization?: string | undefined;
  video_id?: string | undefined;
  subreddit?: string | undefined;
  folder_id?: string | undefined;
  to?: string[] | undefined;
  cc?: string[] | undefined;
  bcc?: string[] | undefined;
  note?: string | undefined;
};

type Field = keyof Destination;

type Bound = { most: number; unit?: 'characters' | 'bytes'; never?: RegExp; neverSays?: string };

type Channel = {
  /** Its name in messages. */
  name: string;
  /** What the platform takes as a title; absent where it has none. */
  title?: Bound & { needed: boolean };
  body: Bound;
  needs: readonly Field[];
  takes: readonly Field[];
};

const POST: Bound = { most: 3_000 };

const NO_ANGLES = { never: /[<>]/, neverSays: 'must not contain < or >' };

/** The longest body of any channel, in characters. */
export const MAX_BODY = 100_000;

/** The longest title of any channel, in characters. */
export const MAX_TITLE = 998;

/** Channels a connector obtains an OAuth token for (decisions 12). */
export const CONNECTED_CHANNELS = ['linkedin', 'linkedin_company', 'youtube', 'reddit', 'google_drive'] as const;

export const CHANNEL_NAMES = [...CONNECTED_CHANNELS, 'email', 'manual'] as const;

export type ChannelName = (typeof CHANNEL_NAMES)[number];

/**
 * Documented limits of each platform: LinkedIn's post commentary (3,000 characters), a Reddit self post (title
 * 300, text 40,000), a YouTube video's snippet (title 100 characters, description 5,000 bytes, neither with angle
 * brackets), a subject line of RFC 5322 (998).
 */
export const CHANNELS: Record<ChannelName, Channel> = {
  linkedin: { name: 'LinkedIn', body: POST, needs: [], takes: [] },
  linkedin_company: { name: 'LinkedIn company page', body: POST, needs: ['organization'], takes: [] },
  youtube: {
    name: 'YouTube',
    title: { needed: true, most: 100, ...NO_ANGLES },
    body: { most: 5_000, unit: 'bytes', ...NO_ANGLES },
    needs: ['video_id'],
    takes: [],
  },
  reddit: {
    name: 'Reddit',
    title: { needed: true, most: 300 },
    body: { most: 40_000 },
    needs: ['subreddit'],
    takes: [],
  },
  google_drive: {
    name: 'Google Drive',
    title: { needed: true, most: 255 },
    body: { most: MAX_BODY },
    needs: [],
    takes: ['folder_id'],
  },
  email: {
    name: 'e-mail',
    title: {
      needed: true,
      most: MAX_TITLE,
      // Mail programs decode encoded words (RFC 2047): the recipient would see another subject than the approver.
      never: /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|=\?/u,
      neverSays: 'must be one line without control and invisible characters, and without =?',
    },
    body: { most: MAX_BODY },
    needs: ['to'],
    takes: ['cc', 'bcc'],
  },
  manual: {
    name: 'manual',
    title: { needed: false, most: MAX_TITLE },
    body: { most: MAX_BODY },
    needs: [],
    takes: ['organization', 'video_id', 'subreddit', 'folder_id', 'to', 'cc', 'bcc', 'note'],
  },
};

const grouped = new Intl.NumberFormat('en');

const aDraft = ({ name }: { name: string }) => `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name} draft`;

function checkText(path: string, text: string, channel: Channel, bound: Bound): void {
  const unit = bound.unit ?? 'characters';
  const length = unit === 'bytes' ? Buffer.byteLength(text) : Array.from(text).length;
  if (length > bound.most) {
    const most = `${grouped.format(bound.most)} ${unit}`;
    throw invalidField(path, `${aDraft(channel)} takes at most ${most} here; this one has ${grouped.format(length)}`);
  }
  if (bound.never?.test(text)) throw invalidField(path, `on ${channel.name} it ${bound.neverSays}`);
}

/**
 * Refuses what the platform would refuse, while the author can still repair it.
 * @throws Fault invalid_input naming the field
 */
export function checkContent(
  channelName: ChannelName,
  {
    title,
    body,
    destination = {},
  }: { title?: string | undefined; body: string; destination?: Destination | undefined },
): void {
  const channel = CHANNELS[channelName];
  if (title === undefined) {
    if (channel.title?.needed) throw invalidField('title', `${aDraft(channel)} needs a title`);
  } else if (channel.title === undefined) {
    throw invalidField('title', `${aDraft(channel)} has no title; put it into the body`);
  } else {
    checkText('title', title, channel, channel.title);
  }
  checkText('body', body, channel, channel.body);
  for (const field of channel.needs) {
    if (destination[field] === undefined) {
      throw invalidField(`destination.${field}`, `${aDraft(channel)} needs it`);
    }
  }
  for (const [field, value] of Object.entries(destination)) {
    if (value === undefined || [...channel.needs, ...channel.takes].includes(field as Field)) continue;
    const known = [...channel.needs, ...channel.takes].join(', ') || 'no destination fields';
    throw invalidField(`destination.${field}`, `not for ${aDraft(channel)}, which takes ${known}`);
  }
}
