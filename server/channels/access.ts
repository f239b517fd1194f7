import { z } from 'zod';
import type { IntegrationSecret } from './integrations.ts';
import { fetchBounded } from './fetch.ts';
import { nothingPublished } from './not-published.ts';

/** Where a platform asks a person for a token, and what for (RFC 6749, 4.1). */
export type Authorization = {
  url: string;
  scopes: readonly string[];
  /** What the platform wants besides. */
  params?: Record<string, string>;
  /** Who is connected: an address that answers it, and the field with the name. */
  label?: { url: string; field: string; headers?: Record<string, string> };
};

/** Token endpoint and client credentials of a channel; without them, an expired token stays expired. */
export type Connection = {
  tokenUrl: string;
  client?: { id: string; secret: string } | undefined;
  /** The application's credentials for the token endpoint (RFC 6749, 2.3.1). */
  clientIn: 'header' | 'body';
  /** Where a person connects an account. */
  authorization?: Authorization;
};

/** A token that expires sooner than this counts as expired, in milliseconds. */
const LEEWAY_MS = 60_000;

const DEFAULT_LIFE_SECONDS = 3_600;

/** What a token endpoint answers (RFC 6749, 5.1), within bounds. */
export const grantedToken = z.object({
  access_token: z.string().min(1).max(16_000),
  refresh_token: z.string().min(1).max(16_000).optional(),
  expires_in: z.number().positive().optional(),
});

/**
 * Asks a channel's token endpoint for a token (RFC 6749, 4.1.3 and 6), as the deployment's application.
 * @param form the grant; the application's credentials are added to it, or to the headers
 * @param shape what a usable answer holds
 * @returns the status, and what was granted; undefined when the answer is no such thing
 * @throws what `fetchBounded` throws when the platform cannot be reached
 */
export async function askForToken<Shape extends z.ZodType>(
  { tokenUrl, clientIn, client }: Connection & { client: NonNullable<Connection['client']> },
  form: URLSearchParams,
  shape: Shape,
  { signal, headers: more }: { signal: AbortSignal; headers?: Record<string, string> | undefined },
): Promise<{ status: number; granted: z.output<Shape> | undefined }> {
  const { id, secret } = client;
  const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded', ...more };
  if (clientIn === 'header') {
    headers['authorization'] = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  } else {
    form.set('client_id', id);
    form.set('client_secret', secret);
  }
  const { status, json } = await fetchBounded(tokenUrl, { method: 'POST', headers, body: form.toString(), signal });
  return { status, granted: status === 200 ? shape.safeParse(json).data : undefined };
}

/** A refreshed token, stored in place of the previous one. */
export type Renewed = { secret: IntegrationSecret; expiresAt: Date };

export type AccessParts = {
  /** The channel's name in messages. */
  name: string;
  secret: IntegrationSecret;
  expiresAt: Date | null;
  connection: Connection;
  keep(renewed: Renewed): Promise<void>;
};

/** The token of a connected account, refreshed at most once in an attempt (RFC 6749, section 6). */
export class Access {
  readonly #parts: AccessParts;
  #secret: IntegrationSecret;
  #renewed = false;

  constructor(parts: AccessParts) {
    this.#parts = parts;
    this.#secret = parts.secret;
  }

  /** The secrets that no message may contain. */
  get secrets(): string[] {
    const { access_token, refresh_token } = this.#secret;
    return [access_token, refresh_token ?? ''].filter((text) => text.length >= 4);
  }

  get #renewable(): boolean {
    return !this.#renewed && this.#secret.refresh_token !== null && this.#parts.connection.client !== undefined;
  }

  /** The access token, refreshed first when it has expired. @throws NotPublished */
  async token(signal: AbortSignal): Promise<string> {
    const { expiresAt, name } = this.#parts;
    if (!this.#renewed && expiresAt !== null && expiresAt.getTime() < Date.now() + LEEWAY_MS) {
      if (!(await this.renew(signal))) {
        throw nothingPublished(
          `The ${name} connection expired on ${expiresAt.toISOString()}.`,
          `Connect ${name} again, then approve the draft again.`,
        );
      }
    }
    return this.#secret.access_token;
  }

  /**
   * Refreshes the token, once; false when that is not possible.
   * @throws NotPublished when the platform refuses or cannot be reached
   */
  async renew(signal: AbortSignal): Promise<boolean> {
    if (!this.#renewable) return false;
    this.#renewed = true;
    const { name, connection, keep } = this.#parts;
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: this.#secret.refresh_token! });
    const application = { ...connection, client: connection.client! };
    const { status, granted } = await askForToken(application, form, grantedToken, { signal }).catch(() => {
      throw nothingPublished(
        `The ${name} token could not be renewed: ${name} was not to be reached.`,
        'Approve the draft again later.',
      );
    });
    if (granted === undefined) {
      const refused = status === 400 || status === 401;
      throw nothingPublished(
        `${name} did not renew the token (${status}).`,
        refused
          ? `Access was revoked or has ended: connect ${name} again, then approve the draft again.`
          : 'Approve the draft again later.',
      );
    }
    const { access_token, refresh_token, expires_in = DEFAULT_LIFE_SECONDS } = granted;
    this.#secret = { access_token, refresh_token: refresh_token ?? this.#secret.refresh_token };
    await keep({ secret: this.#secret, expiresAt: new Date(Date.now() + expires_in * 1_000) });
    return true;
  }
}
