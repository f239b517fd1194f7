import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookie } from 'cookie';
import type { Database } from '../../db/orm.ts';
import { findSession } from '../../db/statements/keys.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault } from '../errors.ts';
import type { Storage } from '../gate/quota.ts';

/** Idle timeout of a session, in minutes, and its longest life, in hours (decisions 3). */
export const IDLE_MINUTES = 30;
export const LIFE_HOURS = 12;

/** A person signed in to the panel: who, in which workspace, and what is licensed to them now. */
export type Session = {
  id: string;
  created_at: string;
  expires_at: string;
  /** When the person last proved who they are in it: at sign-in, or asked again since. */
  confirmed_at: string;
  /** Whether the person has a second factor, and whether they must set one up before anything else. */
  second_factor: { on: boolean; owed: boolean };
  /** When it ends without further requests. */
  idle_ends_at: string;
  user: { id: string; name: string; email: string };
  workspace: { id: string; name: string };
  plugins: string[];
  /** The teams the person owns. */
  teams: { id: string; name: string }[];
  signalWeightsId: string | null;
  storage: Storage;
};

/** Refuses a person who must set up a second factor first, because a team of theirs wants one. @throws Fault second_factor_needed */
export function checkSecondFactor({ second_factor }: Session): void {
  if (!second_factor.owed) return;
  throw new Fault('second_factor_needed', {
    message: 'Your team wants its people to have a second factor, and you have none.',
    hint: 'Set one up in the panel under Sessions.',
  });
}

const isHttps = (publicUrl: string | undefined) => publicUrl?.startsWith('https:') === true;

/** A cookie's name and attributes: under HTTPS the `__Host-` prefix binds it to this host and to encryption. */
export function cookieOf(name: string, publicUrl: string | undefined) {
  const secure = isHttps(publicUrl);
  return {
    name: secure ? `__Host-${name}` : name,
    attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure } as const,
  };
}

/** The name of the session cookie. */
export const sessionCookie = (publicUrl: string | undefined) => cookieOf('sat_session', publicUrl);

const sign = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64');

/** The value of a signed cookie (`value.signature`) when the signature is valid. */
export function readSignedCookie(header: string | undefined, name: string, secret: string): string | undefined {
  const text = header === undefined ? undefined : parseCookie(header)[name];
  if (text === undefined) return undefined;
  const cut = text.lastIndexOf('.');
  const given = Buffer.from(text.slice(cut + 1));
  const right = Buffer.from(sign(text.slice(0, cut), secret));
  return cut > 0 && given.length === right.length && timingSafeEqual(given, right) ? text.slice(0, cut) : undefined;
}

/** A value with its signature, as `readSignedCookie` reads it. */
export const signedValue = (value: string, secret: string) => `${value}.${sign(value, secret)}`;

type Sessions = { db: Database; secret: string; publicUrl: string | undefined };

/**
 * The session a request's cookie names. Read from the database every time, in one round trip, so that an ended session
 * is refused on its next request, on every process.
 */
export async function sessionOf(
  { db, secret, publicUrl }: Sessions,
  cookies: string | undefined,
): Promise<Session | undefined> {
  const token = readSignedCookie(cookies, sessionCookie(publicUrl).name, secret);
  if (token === undefined) return undefined;
  const [row] = await db.as(ROLES.gate, findSession, [token, IDLE_MINUTES]);
  if (row === undefined) return undefined;
  const idleEnds = new Date(Math.min(Date.parse(row.seen_at) + IDLE_MINUTES * 60_000, Date.parse(row.expires_at)));
  return {
    id: row.session_id,
    created_at: row.created_at,
    expires_at: row.expires_at,
    confirmed_at: row.confirmed_at,
    second_factor: { on: row.has_second_factor, owed: row.owes_second_factor },
    idle_ends_at: idleEnds.toISOString(),
    user: { id: row.user_id, name: row.user_name, email: row.user_email },
    workspace: { id: row.workspace_id, name: row.workspace_name },
    plugins: row.plugins,
    teams: row.teams,
    signalWeightsId: row.signal_weights_id,
    storage: row,
  };
}

/** The same, of a person who may go on in it. @throws Fault not_signed_in, second_factor_needed */
export async function usableSessionOf(sessions: Sessions, cookies: string | undefined): Promise<Session> {
  const session = await sessionOf(sessions, cookies);
  if (session === undefined) throw new Fault('not_signed_in');
  checkSecondFactor(session);
  return session;
}
