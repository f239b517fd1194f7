import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Encryptor } from '../encryption.ts';
import { Fault } from '../errors.ts';
import { askForToken, type Authorization, type Connection, grantedToken } from './access.ts';
import { type ChannelName, CHANNELS } from './channels.ts';
import { fetchBounded } from './fetch.ts';
import type { ConnectInput } from './integrations.ts';

/** How long a person may take on the platform's page, in milliseconds. */
export const MOST_AWAY_MS = 10 * 60_000;

const begun = z.object({
  state: z.string(),
  verifier: z.string(),
  channel: z.string(),
  session: z.string(),
  at: z.number(),
});

type Begun = z.output<typeof begun>;

const contextOf = (session: string) => ['channel-authorization', session];

export type Authorizing = { channel: ChannelName; connection: Connection; session: string; redirectUri: string };

const sendable = ({
  channel,
  connection,
}: Authorizing): { client: NonNullable<Connection['client']>; authorization: Authorization } => {
  const { client, authorization } = connection;
  if (client !== undefined && authorization !== undefined) return { client, authorization };
  throw new Fault('invalid_transition', {
    message: `${CHANNELS[channel].name} cannot be connected here: the operator has set no client for it. A connector can give its token.`,
  });
};

/**
 * Begins a connection: the platform's address to send the browser to, and what it has to bring back, encrypted for its
 * session. With PKCE (RFC 7636); a platform that does not know it ignores it.
 * @throws Fault invalid_transition when the deployment has no client for the channel
 */
export function beginAuthorization(encryptor: Encryptor, authorizing: Authorizing, now = Date.now()) {
  const { client, authorization } = sendable(authorizing);
  const { channel, session, redirectUri } = authorizing;
  const [state, verifier] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64url')];
  const url = new URL(authorization.url);
  const params = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri,
    scope: authorization.scopes.join(' '),
    state,
    code_challenge: hash('sha256', verifier, 'base64url'),
    code_challenge_method: 'S256',
    ...authorization.params,
  };
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  const kept: Begun = { state, verifier, channel, session, at: now };
  return { url: url.href, kept: encryptor.encrypt(JSON.stringify(kept), contextOf(session)) };
}

/** What was begun, when it is this browser's, for this channel, and not too long ago. */
function readBegun(
  encryptor: Encryptor,
  kept: string,
  { channel, session }: Authorizing,
  now: number,
): Begun | undefined {
  try {
    const found = begun.parse(JSON.parse(encryptor.decrypt(kept, contextOf(session))));
    return found.channel === channel && now - found.at < MOST_AWAY_MS ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Why a connection was not made; the panel has the words. */
export class NotConnected extends Error {
  readonly reason: 'refused' | 'expired' | 'unreachable' | 'no_token';

  constructor(reason: NotConnected['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const grantedWithScope = grantedToken.extend({ scope: z.string().max(2_000).optional() });

/** The connected account's name; null where the platform does not say it. */
async function labelOf({ label }: Authorization, token: string, signal: AbortSignal): Promise<string | null> {
  if (label === undefined) return null;
  const headers = { ...label.headers, authorization: `Bearer ${token}` };
  const answer = await fetchBounded(label.url, { method: 'GET', headers, signal }).catch(() => undefined);
  const name = (answer?.json as Record<string, unknown> | undefined)?.[label.field];
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 200) : null;
}

/**
 * Exchanges what the platform sent back for a token (RFC 6749, 4.1.3).
 * @param kept what `beginAuthorization` gave
 * @throws NotConnected
 */
export async function finishAuthorization(
  encryptor: Encryptor,
  authorizing: Authorizing,
  {
    kept,
    state,
    code,
    error,
    now = new Date(),
  }: { kept: string; state: string; code: string; error: string; now?: Date },
): Promise<ConnectInput> {
  const { client, authorization } = sendable(authorizing);
  const { channel, connection, redirectUri } = authorizing;
  const found = readBegun(encryptor, kept, authorizing, now.getTime());
  if (found === undefined || found.state !== state) throw new NotConnected('expired');
  if (error !== '' || code === '') throw new NotConnected('refused');
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: found.verifier,
  });
  const signal = AbortSignal.timeout(20_000);
  const { granted } = await askForToken({ ...connection, client }, form, grantedWithScope, {
    signal,
    headers: authorization.label?.headers,
  }).catch(() => {
    throw new NotConnected('unreachable');
  });
  if (granted === undefined) throw new NotConnected('no_token');
  const { access_token, refresh_token, expires_in, scope } = granted;
  const label = await labelOf(authorization, access_token, signal);
  return {
    channel,
    access_token,
    refresh_token,
    expires_at: expires_in === undefined ? undefined : new Date(now.getTime() + expires_in * 1_000).toISOString(),
    // LinkedIn separates them by commas.
    scopes: (scope?.split(/[\s,]+/).filter(Boolean) ?? [...authorization.scopes]).slice(0, 50),
    account_label: label ?? undefined,
  };
}
