/** Time limits in milliseconds: to connect, for the server's greeting, and of silence. */
const TIMES = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };

/** A connection to a mail server, for its caller to close. The library is loaded with the first mail. */
export async function mailTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({ url, ...TIMES });
}
