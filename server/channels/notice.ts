import type { Config } from '../config.ts';
import { mailTransport } from './mail-transport.ts';

type MailConfig = Pick<Config, 'SMTP_URL' | 'SMTP_FROM' | 'PUBLIC_URL'>;

/**
 * Whether the service can mail people links to itself. PUBLIC_URL is needed too: a link made from the request's Host
 * header would lead wherever whoever asks wants it to.
 */
export const canMailLinks = ({ SMTP_URL, PUBLIC_URL }: MailConfig): boolean =>
  SMTP_URL !== undefined && PUBLIC_URL !== undefined;

/** Mails one person a plain text from the service itself. @throws Error of the mail server, to be retried */
export async function mailNotice(config: MailConfig, mail: { to: string; subject: string; text: string }) {
  const transport = await mailTransport(config.SMTP_URL!);
  const from = config.SMTP_FROM ?? `no-reply@${new URL(config.PUBLIC_URL!).hostname}`;
  try {
    await transport.sendMail({
      from: { name: 'Sales Agent Tools', address: from },
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  } finally {
    transport.close();
  }
}
