import { findPassword } from '../../db/statements/identity.ts';
import { confirmSession } from '../../db/statements/second-factor.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Services } from '../services.ts';
import { verifyPassword } from './password-hash.ts';
import type { PersonAction } from './person-call.ts';
import { takeCode } from './second-factor.ts';
import type { Session } from './session-cookie.ts';
import { throttled } from './throttle.ts';

/** How long a person counts as just confirmed, in minutes. */
const FRESH_MINUTES = 10;

/** The hash of a person's password; undefined when they sign in without one, or everybody does. */
async function passwordOf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: string,
): Promise<string | undefined> {
  if (!config.PASSWORD_SIGN_IN) return undefined;
  const [login] = await db.as(ROLES.login, findPassword, [userId]);
  return login?.password ?? undefined;
}

/** Whether a person confirms who they are by password; else by having just signed in. */
export const confirmsByPassword = async (
  services: Pick<Services, 'db' | 'config'>,
  { user }: Session,
): Promise<boolean> => (await passwordOf(services, user.id)) !== undefined;

/**
 * Has a person confirm who they are before what cannot be undone. Wrong guesses count as failed sign-ins.
 * @throws Fault invalid_input without the right password, invalid_transition when they have none and the session is old,
 * rate_limited
 */
export async function confirmIdentity(
  services: Pick<Services, 'db' | 'config'>,
  { user, created_at }: Session,
  password: string | undefined,
): Promise<void> {
  const hash = await passwordOf(services, user.id);
  if (hash === undefined) {
    if (Date.now() - Date.parse(created_at) <= FRESH_MINUTES * 60_000) return;
    throw new Fault('invalid_transition', {
      message: 'You signed in too long ago for this.',
      hint: `Sign out, sign in again, and do it within ${FRESH_MINUTES} minutes.`,
    });
  }
  if (password === undefined) throw invalidField('password', 'is needed for this');
  const attempt = () => verifyPassword({ hash, password });
  if (!(await throttled(services.db, [`password:${user.id}`], attempt))) {
    throw invalidField('password', 'is not your current password');
  }
}

/** Refuses what wants a person who has just proved who they are. @throws Fault confirmation_needed */
export function checkConfirmed({ confirmed_at }: Session): void {
  if (Date.now() - Date.parse(confirmed_at) > FRESH_MINUTES * 60_000) throw new Fault('confirmation_needed');
}

/** By what a person can confirm who they are; neither: by signing in again. */
export const waysToConfirm = async (services: Services, session: Session) => ({
  password: await confirmsByPassword(services, session),
  code: session.second_factor.on,
});

/**
 * Has a person confirm who they are, by password or by a code of their second factor, for the next minutes of their
 * session. Wrong guesses count as failed sign-ins.
 * @throws Fault invalid_input, invalid_transition when they have neither, rate_limited
 */
export async function confirmWho(
  services: Services,
  { session, requestId }: PersonAction,
  given: { password?: string | undefined; code?: string | undefined },
) {
  const { user, second_factor } = session;
  const field = given.code === undefined ? 'password' : 'code';
  const hash = await passwordOf(services, user.id);
  if (hash === undefined && !second_factor.on) {
    throw new Fault('invalid_transition', {
      message: 'You have neither a password nor a second factor here.',
      hint: `Sign out, sign in again, and do it within ${FRESH_MINUTES} minutes.`,
    });
  }
  const attempt = async () => {
    if (given.code !== undefined) return takeCode(services, user.id, given.code, { session: session.id, requestId });
    return hash !== undefined && given.password !== undefined && verifyPassword({ hash, password: given.password });
  };
  if (!(await throttled(services.db, [`${field}:${user.id}`], attempt))) {
    throw invalidField(field, field === 'code' ? 'is not right, or was used already' : 'is not your current password');
  }
  await services.db.as(ROLES.login, confirmSession, [session.id]);
  return { confirmed: true as const };
}
