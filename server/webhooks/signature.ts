import { createHmac, type KeyObject, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A signing secret; its text, whole, is the HMAC key. */
export const newSigningSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;

/** The headers of an attempt (decisions 13). @param seconds unix time of this attempt */
export function signedHeaders(
  secret: string | KeyObject,
  eventId: string,
  seconds: number,
  body: string,
): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return { 'Webhook-Id': eventId, 'Webhook-Timestamp': String(seconds), 'Webhook-Signature': `v1=${signature}` };
}
