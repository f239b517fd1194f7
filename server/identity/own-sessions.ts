import { endOtherSessions, endSession, listSessions } from '../../db/statements/identity.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault } from '../errors.ts';
import type { Services } from '../services.ts';
import { IDLE_MINUTES, type Session } from './session-cookie.ts';

/** A person's sessions, the most recently used first. */
export async function listOwnSessions({ db }: Services, { id, user }: Session) {
  const rows = await db.as(ROLES.login, listSessions, [user.id, IDLE_MINUTES]);
  return rows.map((row) => ({ ...row, current: row.session_id === id }));
}

/** Ends one of a person's sessions; its next request is refused. @throws Fault not_found */
export async function endOwnSession({ db }: Services, { user }: Session, sessionId: string) {
  const ended = await db.as(ROLES.login, endSession, [user.id, sessionId]);
  if (ended.length === 0) throw new Fault('not_found', { message: 'You have no session with that id.' });
  return { session_id: sessionId, ended: true as const };
}

/** Ends all of a person's sessions but one; null ends them all. */
export async function endOtherOwnSessions({ db }: Services, { user }: Session, stays: string | null) {
  return { ended: (await db.as(ROLES.login, endOtherSessions, [user.id, stays])).length };
}
