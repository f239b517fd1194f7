import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { findPassword, replacePassword } from '../../db/queries/people.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Rooms } from '../rooms.ts';
import type { Act } from './acting.ts';
import { endOthers } from './sessions.ts';
import { throttled } from './throttle.ts';

/**
 * Gives a person a new password and ends their sessions elsewhere. Wrong guesses at the present one count as failed
 * sign-ins. @throws Fault invalid_input, invalid_transition without a password, rate_limited
 */
export async function changePassword(
  rooms: Rooms,
  { session, requestId }: Act,
  { current, next }: { current: string; next: string },
) {
  const { db } = rooms;
  const [login] = await db.as<{ password: string | null }>(ROLES.login, findPassword, [session.user.id]);
  const hash = login?.password;
  if (hash === null || hash === undefined) {
    throw new Fault('invalid_transition', { message: 'You sign in without a password here; there is none to change.' });
  }
  const right = await throttled(db, [`password:${session.user.id}`], () => verifyPassword({ hash, password: current }));
  if (!right) throw invalidField('current', 'is not your present password');
  await db.as(ROLES.login, replacePassword, [session.user.id, await hashPassword(next), session.id, requestId]);
  const { ended } = await endOthers(rooms, session, session.id);
  return { changed: true as const, ended };
}
