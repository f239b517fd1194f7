import { Readable } from 'node:stream';
import type { SentMessageInfo } from 'nodemailer';
import { z } from 'zod';
import { quoted } from './ask-channel.ts';
import type { Channel, Message } from './channel.ts';
import { mailTransport } from './mail-transport.ts';
import { NotPublished, nothingPublished } from './not-published.ts';

const recipients = z.array(z.email().max(254)).max(50).default([]);
const addressees = z.object({ to: recipients, cc: recipients, bcc: recipients });

const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Bare addresses, so that nothing in one is parsed as a name, a group or a second address. */
const bare = (addresses: string[]) => addresses.map((address) => ({ name: '', address }));

type SmtpError = Error & { responseCode?: number; response?: string; code?: string };

function reasonOf(error: SmtpError, began: boolean): NotPublished {
  const { responseCode, response, code = '' } = error;
  if (code === 'EAUTH') {
    return nothingPublished(
      `The mail server refused the login (${responseCode ?? code}).`,
      'Have SMTP_URL corrected, then approve the draft again.',
    );
  }
  if (responseCode !== undefined) {
    const words = quoted(response?.replace(/^\d{3}[ -]?/, '') ?? '');
    return responseCode < 500
      ? nothingPublished(`The mail server put it off (${responseCode}${words}).`, 'Approve the draft again later.')
      : nothingPublished(
          `The mail server refused the message (${responseCode}${words}).`,
          'Correct the recipients or the text, then approve the draft again.',
        );
  }
  if (!began) {
    return nothingPublished(
      `The mail server could not be reached or broke off (${code || error.name}).`,
      'Approve the draft again later.',
    );
  }
  return new NotPublished(
    'The mail server broke off while it took the message. Nobody knows whether it was sent: ask a recipient or look into the mail server’s log first, and approve the draft again only if it was not.',
  );
}

/** E-mail by SMTP. The sender is the approver, or `from` when that is set. */
export function email(settings: { url: string | undefined; from: string | undefined }): Channel {
  return {
    provider: 'smtp',
    async send(message) {
      if (settings.url === undefined) {
        throw nothingPublished(
          'E-mail is not configured: SMTP_URL is not set.',
          'Have it set, then approve the draft again.',
        );
      }
      const checked = addressees.safeParse(message.destination);
      if (!checked.success || checked.data.to.length === 0) {
        throw nothingPublished('A recipient is no e-mail address.', 'Edit the draft, then approve it again.');
      }
      return deliver(settings.url, mailOf(message, checked.data, settings.from), message.signal);
    },
  };
}

function mailOf({ draftId, version, title, body, sender }: Message, to: z.infer<typeof addressees>, from?: string) {
  const name = oneLine(sender.name);
  const address = from ?? sender.email;
  return {
    from: { name, address },
    ...(from === undefined ? {} : { replyTo: { name, address: sender.email } }),
    to: bare(to.to),
    cc: bare(to.cc),
    bcc: bare(to.bcc),
    envelope: { from: address, to: [...to.to, ...to.cc, ...to.bcc] },
    subject: oneLine(title!),
    text: body,
    messageId: `<${draftId}.${version}.${Date.now().toString(36)}@${address.split('@').at(-1)}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function deliver(url: string, mail: ReturnType<typeof mailOf>, signal: AbortSignal) {
  const transport = await mailTransport(url);
  let began = false;
  // The message is read only after the server asked for it: a failure before that means it was not sent.
  transport.use('stream', (compiled, done) => {
    compiled.message.build().then((bytes) => {
      compiled.message.createReadStream = () =>
        Readable.from(
          (function* () {
            began = true;
            yield bytes;
          })(),
          { objectMode: false },
        ) as never;
      done();
    }, done);
  });
  try {
    const info = (await transport.sendMail({ ...mail, signal } as never)) as SentMessageInfo;
    const refused = (info.rejected ?? []) as string[];
    const note =
      refused.length === 0 ? undefined : `Sent, but the mail server refused these recipients: ${refused.join(', ')}.`;
    return { messageRef: info.messageId as string, note };
  } catch (error) {
    throw reasonOf(error as SmtpError, began);
  } finally {
    transport.close();
  }
}
