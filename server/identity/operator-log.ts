import type { EntityManager } from '@mikro-orm/postgresql';
import { highestId, newId } from '../../db/ids.ts';
import { type Database, execute } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { insertOperatorAct, listOperatorActs } from '../../db/statements/people.ts';

/** What the operator's log records: it outlasts the workspace it is about. */
export type OperatorActName =
  | 'user.disabled'
  | 'user.enabled'
  | 'user.password_set'
  | 'user.reset_link_made'
  | 'user.sessions_ended'
  | 'user.second_factor_removed'
  | 'workspace.exported'
  | 'workspace.restore_begun'
  | 'workspace.deletion_begun'
  | 'workspace.deleted'
  | 'subject.exported'
  | 'subject.erasure_begun'
  | 'subject.erased';

/** Who did it: the operator, or a person about their own workspace. */
export type OperatorActBy = { userId?: string | undefined; requestId: string | null };

/** An entry of the operator's log: ids and counts, never what was exported or erased. */
export type OperatorAct = {
  act: OperatorActName;
  subject: string;
  detail?: Record<string, string | number | boolean | Record<string, number>>;
};

/** Records an entry in the transaction that does what it is about, under the operator's or the erasure role. */
export async function recordOperatorAct(
  em: EntityManager,
  by: OperatorActBy,
  { act, subject, detail = {} }: OperatorAct,
): Promise<void> {
  const values = [newId('act'), act, subject, by.userId ?? null, by.requestId, JSON.stringify(detail)] as const;
  await execute(em, insertOperatorAct, values);
}

/** The operator's log, newest first, or what was done to one user or workspace. */
export async function listOperatorLog(
  db: Database,
  { cursor, limit, subject_id }: { cursor?: string | undefined; limit: number; subject_id?: string | undefined },
) {
  const from = cursor ?? highestId('act');
  const rows = await db.as(ROLES.operator, listOperatorActs, [from, limit + 1, subject_id ?? null]);
  const items = rows.slice(0, limit);
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.act_id : null };
}
