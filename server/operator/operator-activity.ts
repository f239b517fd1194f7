import { idType } from '../../db/ids.ts';
import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { insertOperatorCall, listOperatorCalls } from '../../db/statements/operator-calls.ts';

/** Most ids kept of one call. */
const MAX_SUBJECTS = 20;

/** The ids at the top level of a call's input and result: whom it concerned, and nothing of what was said. */
function subjectsOf(...values: unknown[]): string[] {
  const texts = values.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  const ids = texts.filter((text): text is string => typeof text === 'string' && idType(text) !== undefined);
  return [...new Set(ids)].slice(0, MAX_SUBJECTS);
}

export type Recorded = {
  operator: string;
  procedure: string;
  input: unknown;
  result?: unknown;
  errorCode?: string | undefined;
  requestId: string;
};

/** Records a change that the operator made or tried, under the name of its token. */
export async function recordOperatorCall(db: Database, call: Recorded): Promise<void> {
  const { operator, procedure, input, result, errorCode = null, requestId } = call;
  await db.as(ROLES.operator, insertOperatorCall, [
    operator,
    procedure,
    subjectsOf(input, result),
    errorCode,
    requestId,
  ]);
}

type Page = {
  limit: number;
  cursor?: string | undefined;
  operator?: string | undefined;
  subject_id?: string | undefined;
};

/** What the operator did, newest first. */
export async function listOperatorActivity(db: Database, { limit, cursor, operator, subject_id }: Page) {
  const below = cursor ?? `opa_${'z'.repeat(26)}`;
  const rows = await db.as(ROLES.operator, listOperatorCalls, [below, limit + 1, operator ?? null, subject_id ?? null]);
  const items = rows.slice(0, limit);
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.call_id : null };
}
