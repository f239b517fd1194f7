import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { AddressInfo } from 'node:net';

export type Mail = { from: string; to: string[]; raw: string; parsed: Email };

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });

const to = ({ envelope }: SMTPServerSession) => envelope.rcptTo.map(({ address }) => address);

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/**
 * A local SMTP server that keeps its messages. It behaves by recipient: `refused@`, `later@` and `full@` are
 * refused (550, 451, 552 after the message), `drops-before@` and `drops-after@` lose the connection before or while the
 * message comes, `hangs@` never answers it.
 */
export async function startMailServer(login?: { user: string; pass: string }) {
  const received: Mail[] = [];
  /** Recipients of messages whose content arrived, whatever the outcome. */
  const attempts: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', ...(login === undefined ? ['AUTH'] : [])],
    authOptional: login === undefined,
    allowInsecureAuth: true,
    logger: false,
    onAuth(auth, _session, callback) {
      if (auth.username === login?.user && auth.password === login?.pass) callback(null, { user: auth.username });
      else callback(refusal(535, '5.7.8 Authentication failed'));
    },
    onRcptTo({ address }, _session, callback) {
      if (address.startsWith('refused@')) return callback(refusal(550, '5.1.1 No such user here'));
      if (address.startsWith('later@')) return callback(refusal(451, '4.7.1 Greylisted, try again later'));
      if (address.startsWith('drops-before@')) return dropAll();
      return callback();
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', async () => {
        const recipients = to(session);
        attempts.push(...recipients);
        const is = (what: string) => recipients.some((address) => address.startsWith(`${what}@`));
        if (is('drops-after')) return dropAll();
        if (is('hangs')) return;
        if (is('full')) return callback(refusal(552, '5.2.2 Mailbox full'));
        const raw = Buffer.concat(chunks).toString();
        const { mailFrom } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        received.push({ from, to: recipients, raw, parsed: await PostalMime.parse(raw) });
        callback();
      });
    },
  });
  server.on('error', () => {});
  const dropAll = () => {
    for (const connection of (server as unknown as { connections: Set<{ _socket: { destroy(): void } }> })
      .connections) {
      connection._socket.destroy();
    }
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${login === undefined ? '' : `${login.user}:${login.pass}@`}127.0.0.1:${port}`,
    received,
    attempts,
    to: (address: string) => received.filter((mail) => mail.to.includes(address)),
    close: () =>
      new Promise<void>((resolve) => {
        dropAll();
        server.close(() => resolve());
      }),
  };
}
