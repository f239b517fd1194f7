import { findPassword, replacePassword } from '../../db/statements/identity.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Services } from '../services.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import type { PersonAction } from './person-call.ts';
import { endOtherOwnSessions } from './own-sessions.ts';
import { checkPasswordSignIn } from './password-sign-in.ts';
import { throttled } from './throttle.ts';

/**
 * Sets a person's password and ends their other sessions. Wrong guesses at the current one count as failed
 * sign-ins. @throws Fault invalid_input, invalid_transition without a password, rate_limited, not_found where
 * passwords are switched off
 */
export async function changePassword(
  services: Services,
  { session, requestId }: PersonAction,
  { current, next }: { current: string; next: string },
) {
  const { db, config } = services;
  checkPasswordSignIn(config);
  const [login] = await db.as(ROLES.login, findPassword, [session.user.id]);
  const hash = login?.password;
  if (hash === null || hash === undefined) {
    throw new Fault('invalid_transition', { message: 'You sign in without a password here; there is none to change.' });
  }
  const right = await throttled(db, [`password:${session.user.id}`], () => verifyPassword({ hash, password: current }));
  if (!right) throw invalidField('current', 'is not your current password');
  await db.as(ROLES.login, replacePassword, [session.user.id, await hashPassword(next), session.id, requestId]);
  const { ended } = await endOtherOwnSessions(services, session, session.id);
  return { changed: true as const, ended };
}
