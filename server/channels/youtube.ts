import { z } from 'zod';
import { ask } from './ask-channel.ts';
import type { Connection } from './access.ts';
import type { Channel } from './channel.ts';
import { googleAuthorization } from './google.ts';
import { outcomeUnknown, nothingPublished } from './not-published.ts';

const ORIGIN = 'https://www.googleapis.com';
const TOKEN_ORIGIN = 'https://oauth2.googleapis.com';
const NAME = 'YouTube';

const listed = z.object({
  items: z.array(z.object({ snippet: z.looseObject({ categoryId: z.string() }) })),
});

const updated = z.object({ id: z.string() });

/** What `videos.update` can change of a snippet; it clears omitted fields. */
const MUTABLE = ['categoryId', 'tags', 'defaultLanguage', 'defaultAudioLanguage'] as const;

/** A video's title and description: `videos.list` for the fields to keep, then `videos.update`. */
export function youtube(settings: { origin?: string | undefined; client: Connection['client'] }): Channel {
  const videos = `${settings.origin ?? ORIGIN}/youtube/v3/videos?part=snippet`;
  return {
    provider: 'youtube',
    connection: {
      tokenUrl: `${settings.origin ?? TOKEN_ORIGIN}/token`,
      client: settings.client,
      clientIn: 'body',
      authorization: googleAuthorization(settings.origin, 'https://www.googleapis.com/auth/youtube.force-ssl'),
    },
    async send(message, access) {
      const id = message.destination.video_id!;
      const look = { name: NAME, url: `${videos}&id=${id}`, method: 'GET', publishes: false } as const;
      const found = listed.safeParse((await ask(look, access, message)).json);
      const snippet = found.data?.items[0]?.snippet;
      if (snippet === undefined) {
        throw nothingPublished(
          found.success ? `YouTube has no video ${id}.` : 'YouTube answered something that cannot be read.',
          'Check the video id and the connected account, then approve the draft again.',
        );
      }
      const kept = Object.fromEntries(MUTABLE.flatMap((name) => (name in snippet ? [[name, snippet[name]]] : [])));
      const answer = await ask(
        {
          name: NAME,
          url: videos,
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ id, snippet: { ...kept, title: message.title, description: message.body } }),
          publishes: true,
        },
        access,
        message,
      );
      if (updated.safeParse(answer.json).data?.id !== id) {
        throw outcomeUnknown('YouTube answered something that cannot be read.', NAME);
      }
      return { messageRef: null };
    },
  };
}
