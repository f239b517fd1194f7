import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ask } from './ask-channel.ts';
import type { Connection } from './access.ts';
import type { Channel } from './channel.ts';
import { googleAuthorization } from './google.ts';
import { outcomeUnknown } from './not-published.ts';

const ORIGIN = 'https://www.googleapis.com';
const TOKEN_ORIGIN = 'https://oauth2.googleapis.com';
const NAME = 'Google Drive';

const created = z.object({ id: z.string().regex(/^[\w-]{1,200}$/) });

const typeOf = (title: string) => (/\.(md|markdown)$/i.test(title) ? 'text/markdown' : 'text/plain');

/** A text file: `files.create` as one multipart upload of its metadata and content. */
export function googleDrive(settings: { origin?: string | undefined; client: Connection['client'] }): Channel {
  return {
    provider: 'google_drive',
    connection: {
      tokenUrl: `${settings.origin ?? TOKEN_ORIGIN}/token`,
      client: settings.client,
      clientIn: 'body',
      authorization: googleAuthorization(settings.origin, 'https://www.googleapis.com/auth/drive.file'),
    },
    async send(message, access) {
      const folder = message.destination.folder_id;
      const mimeType = typeOf(message.title!);
      const file = { name: message.title, mimeType, ...(folder === undefined ? {} : { parents: [folder] }) };
      // A random boundary, which cannot occur in the text.
      const boundary = `draft-${randomUUID()}`;
      const body = [
        `--${boundary}`,
        'Content-Type: application/json; charset=UTF-8',
        '',
        JSON.stringify(file),
        `--${boundary}`,
        `Content-Type: ${mimeType}; charset=UTF-8`,
        '',
        message.body,
        `--${boundary}--`,
        '',
      ].join('\r\n');
      const answer = await ask(
        {
          name: NAME,
          url: `${settings.origin ?? ORIGIN}/upload/drive/v3/files?uploadType=multipart&supportsAllDrives=true&fields=id`,
          method: 'POST',
          headers: { 'content-type': `multipart/related; boundary=${boundary}` },
          body,
          publishes: true,
        },
        access,
        message,
      );
      const found = created.safeParse(answer.json);
      if (!found.success) throw outcomeUnknown('Google Drive answered something that cannot be read.', NAME);
      return { messageRef: found.data.id };
    },
  };
}
