import { z } from 'zod';
import { ask, quoted } from './ask-channel.ts';
import type { Connection } from './access.ts';
import type { Channel } from './channel.ts';
import { outcomeUnknown, nothingPublished } from './not-published.ts';

const ORIGIN = 'https://oauth.reddit.com';
const TOKEN_ORIGIN = 'https://www.reddit.com';
const NAME = 'Reddit';

/** Reddit refuses the usual names of HTTP libraries. */
const USER_AGENT = 'server:sales-agent-tools:v1.0 (draft publisher)';

/** With `api_type=json`, refusals come with status 200 as `[code, words, field]`. */
const submitted = z.object({
  json: z.object({
    errors: z.array(z.array(z.unknown())),
    data: z.object({ name: z.string().regex(/^t3_\w{1,20}$/) }).optional(),
  }),
});

/** A text post: `POST /api/submit` with kind `self`. */
export function reddit(settings: { origin?: string | undefined; client: Connection['client'] }): Channel {
  return {
    provider: 'reddit',
    connection: {
      tokenUrl: `${settings.origin ?? TOKEN_ORIGIN}/api/v1/access_token`,
      client: settings.client,
      clientIn: 'header',
      authorization: {
        url: `${settings.origin ?? TOKEN_ORIGIN}/api/v1/authorize`,
        scopes: ['identity', 'submit'],
        // Without it there is no refresh token, and the connection ends after an hour.
        params: { duration: 'permanent' },
        label: { url: `${settings.origin ?? ORIGIN}/api/v1/me`, field: 'name', headers: { 'user-agent': USER_AGENT } },
      },
    },
    async send(message, access) {
      const form = new URLSearchParams({
        api_type: 'json',
        kind: 'self',
        sr: message.destination.subreddit!,
        title: message.title!,
        text: message.body,
        resubmit: 'true',
        sendreplies: 'true',
      });
      const answer = await ask(
        {
          name: NAME,
          url: `${settings.origin ?? ORIGIN}/api/submit?raw_json=1`,
          method: 'POST',
          headers: { 'user-agent': USER_AGENT, 'content-type': 'application/x-www-form-urlencoded' },
          body: form.toString(),
          publishes: true,
        },
        access,
        message,
      );
      const found = submitted.safeParse(answer.json);
      if (!found.success) throw outcomeUnknown('Reddit answered something that cannot be read.', NAME);
      const { errors, data } = found.data.json;
      const [refusal] = errors;
      if (refusal !== undefined) {
        const [code = '', words = ''] = refusal.map(String);
        const what = `Reddit refused the post (${quoted(code).slice(3, -1)}${quoted(words, access.secrets)}).`;
        throw nothingPublished(
          what,
          code === 'RATELIMIT' ? 'Approve the draft again later.' : 'Edit it, then approve it again.',
        );
      }
      if (data === undefined) throw outcomeUnknown('Reddit answered without naming a post.', NAME);
      return { messageRef: data.name };
    },
  };
}
