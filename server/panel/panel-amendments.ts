import { highestId } from '../../db/ids.ts';
import { listWithdrawn } from '../../db/statements/amendments.ts';
import { listMerges } from '../../db/statements/merges.ts';
import type { Call } from '../gate/call.ts';
import { readCursor, writeCursor } from './list-cursor.ts';

/** What the cursors of withdrawn items are called, and the times in them. */
const WITHDRAWN = 'withdrawn';
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

type Page = { limit: number; cursor?: string | undefined };

/** What was withdrawn, the last first: of one account, or of the workspace. */
export async function withdrawnItems(
  call: Call,
  { account_id, limit, cursor }: Page & { account_id?: string | undefined },
) {
  const [at, id] = cursor === undefined ? [null, null] : readCursor(WITHDRAWN, cursor, MOMENT);
  const rows = await call.query(listWithdrawn, [call.workspaceId, account_id ?? null, limit + 1, at, id]);
  const items = rows.slice(0, limit).map(({ withdrawn_by, ...item }) => ({ ...item, ...withdrawn_by }));
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next_cursor: last === undefined ? null : writeCursor(WITHDRAWN, last.withdrawn_at, last.id) };
}

/** Open proposals to merge two records, newest first, each with both of them. */
export async function mergeProposals(call: Call, { limit, cursor }: Page) {
  const rows = await call.query(listMerges, [call.workspaceId, cursor ?? highestId('merge'), limit + 1]);
  const items = rows.slice(0, limit).map(({ proposed_by, kept, merged, ...proposal }) => ({
    ...proposal,
    ...proposed_by,
    kept: kept as Record<string, unknown> | null,
    merged: merged as Record<string, unknown> | null,
  }));
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.proposal_id : null };
}
