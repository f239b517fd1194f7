import type { Config } from '../config.ts';

type MailConfig = Pick<Config, 'SMTP_URL' | 'SMTP_FROM' | 'PUBLIC_URL'>;

/** Time limits in milliseconds: to connect, for the server's greeting, and of silence. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/**
 * Whether the service can mail people links to itself. PUBLIC_URL is needed too: a link made from the request's Host
 * header would lead wherever whoever asks wants it to.
 */
export const canMailLinks = ({ SMTP_URL, PUBLIC_URL }: MailConfig): boolean =>
  SMTP_URL !== undefined && PUBLIC_URL !== undefined;

/** Mails one person a plain text from the service itself. @throws Error of the mail server, to be retried */
export async function mailNotice(config: MailConfig, mail: { to: string; subject: string; text: string }) {
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url: config.SMTP_URL!, ...TIMES });
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
