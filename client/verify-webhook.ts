import { createHmac, timingSafeEqual } from 'node:crypto';

/** Most seconds between a delivery's time and now (decisions 13). */
const TOLERANCE = 300;

/** An event of this service as its receiver gets it. */
export type WebhookEvent = { id: string; type: string; created_at: string; data: Record<string, string | null> };

/** A delivery that is not from this service, or too old. */
export class InvalidWebhook extends Error {}

/**
 * Verifies a delivery and answers its event. Call it with the raw bytes, before they are parsed.
 * @param rawBody the request's body
 * @param headers a `Headers`, or an object with lower-case names as Node's `req.headers`
 * @param secret the endpoint's secret, `whsec_…`
 * @throws InvalidWebhook
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
  now = Date.now(),
): WebhookEvent {
  const of = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]);
  const timestamp = of('webhook-timestamp');
  const signature = of('webhook-signature');
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp) || typeof signature !== 'string') {
    throw new InvalidWebhook('The signature headers are missing or malformed.');
  }
  if (Math.abs(now / 1_000 - Number(timestamp)) > TOLERANCE) {
    throw new InvalidWebhook(`The timestamp is more than ${TOLERANCE} seconds from now.`);
  }
  const wanted = Buffer.from(
    `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex')}`,
  );
  const came = Buffer.from(signature);
  if (came.length !== wanted.length || !timingSafeEqual(came, wanted)) {
    throw new InvalidWebhook('The signature does not fit the body and the secret.');
  }
  return JSON.parse(typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString('utf8')) as WebhookEvent;
}
