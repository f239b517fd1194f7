import { verifyPassword } from 'better-auth/crypto';
import { findPassword } from '../../db/statements/identity.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Session } from './session-cookie.ts';
import { throttled } from './throttle.ts';

/** How fresh a session must be for somebody who signs in without a password, in minutes. */
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
    throw invalidField('password', 'is not your present password');
  }
}
