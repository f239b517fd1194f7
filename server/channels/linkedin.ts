import { z } from 'zod';
import type { Access, Connection } from './access.ts';
import { ask } from './ask-channel.ts';
import type { Channel, Message } from './channel.ts';
import { outcomeUnknown, nothingPublished } from './not-published.ts';

const ORIGIN = 'https://api.linkedin.com';
const TOKEN_ORIGIN = 'https://www.linkedin.com';
const NAME = 'LinkedIn';

/** OpenID Connect's userinfo: `sub` is the member's id for the application. */
const member = z.object({ sub: z.string().regex(/^[\w-]{1,100}$/) });

/**
 * Text in the Posts API's `little` format: its reserved characters are escaped, so that nothing in a draft becomes
 * a mention or a template; a hashtag stays one.
 */
export function littleText(text: string): string {
  return text.replaceAll(/[\\|{}@[\]()<>#*_~]/g, (character, at: number) => {
    const isHashtag = character === '#' && /^#[\p{L}\p{N}]/u.test(text.slice(at)) && !/\S$/u.test(text.slice(0, at));
    return isHashtag ? character : `\\${character}`;
  });
}

/** LinkedIn's Posts API, `POST /rest/posts`: a text post of the member, or of an organization the member acts for. */
export function linkedin(settings: {
  of: 'member' | 'organization';
  origin?: string | undefined;
  version: string;
  client: Connection['client'];
}): Channel {
  const origin = settings.origin ?? ORIGIN;
  const headers = { 'linkedin-version': settings.version, 'x-restli-protocol-version': '2.0.0' };

  async function authorOf(message: Message, access: Access): Promise<string> {
    if (settings.of === 'organization') {
      return `urn:li:organization:${message.destination.organization!.replace(/^urn:li:organization:/, '')}`;
    }
    const url = `${origin}/v2/userinfo`;
    const { json } = await ask({ name: NAME, url, method: 'GET', publishes: false }, access, message);
    const found = member.safeParse(json);
    if (!found.success) {
      throw nothingPublished(
        'LinkedIn did not say who the connected member is.',
        'Connect LinkedIn again with the scopes openid, profile and w_member_social, then approve the draft again.',
      );
    }
    return `urn:li:person:${found.data.sub}`;
  }

  return {
    provider: 'linkedin',
    connection: {
      tokenUrl: `${settings.origin ?? TOKEN_ORIGIN}/oauth/v2/accessToken`,
      client: settings.client,
      clientIn: 'body',
      authorization: {
        url: `${settings.origin ?? TOKEN_ORIGIN}/oauth/v2/authorization`,
        scopes: ['openid', 'profile', settings.of === 'organization' ? 'w_organization_social' : 'w_member_social'],
        label: { url: `${origin}/v2/userinfo`, field: 'name' },
      },
    },
    async send(message, access) {
      const post = {
        author: await authorOf(message, access),
        commentary: littleText(message.body),
        visibility: 'PUBLIC',
        distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
        lifecycleState: 'PUBLISHED',
        isReshareDisabledByAuthor: false,
      };
      const answer = await ask(
        {
          name: NAME,
          url: `${origin}/rest/posts`,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(post),
          publishes: true,
        },
        access,
        message,
      );
      const urn = answer.headers.get('x-restli-id');
      if (urn === null || !/^urn:li:\w+:[\w-]+$/.test(urn)) {
        throw outcomeUnknown(`LinkedIn answered ${answer.status} without naming a post.`, NAME);
      }
      return { messageRef: urn };
    },
  };
}
