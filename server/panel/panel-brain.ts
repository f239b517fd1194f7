import {
  findBrainVersion,
  listBrainScopes as listScopesStatement,
  listBrainVersions as listVersionsStatement,
} from '../../db/statements/panel-runs.ts';
import { BRAIN_STALE_DAYS, syncBrain } from '../brain/brain.ts';
import { DAY_MS } from '../day.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';

/** The version in force of every scope; one synced long ago is stale. */
export async function listBrainScopes(call: Call) {
  const rows = await call.query(listScopesStatement, [call.workspaceId]);
  const staleBefore = call.now.getTime() - BRAIN_STALE_DAYS * DAY_MS;
  return { items: rows.map((row) => ({ ...row, stale: Date.parse(row.synced_at) < staleBefore })) };
}

/** Versions of a scope, newest first; the newest is in force. */
export async function listBrainVersions(
  call: Call,
  { scope, limit, cursor }: { scope: string; limit: number; cursor?: string | undefined },
) {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw invalidField('cursor', 'is not a next_cursor');
  const below = cursor === undefined ? 2_147_483_647 : Number(cursor);
  const rows = await call.query(listVersionsStatement, [call.workspaceId, scope, below, limit + 1]);
  const items = rows.slice(0, limit);
  return { items, next_cursor: rows.length > limit ? String(items.at(-1)!.version) : null };
}

/** One version with its payload. @throws Fault not_found */
export async function readBrainVersion(call: Call, { scope, version }: { scope: string; version: number }) {
  const [found] = await call.query(findBrainVersion, [call.workspaceId, scope, version]);
  if (found === undefined)
    throw new Fault('not_found', { message: 'No such version of this scope in this workspace.' });
  return found;
}

/**
 * Restores an old version as the next version: nothing is lost, and agents see the change.
 * @throws Fault not_found, personal_data_refused, invalid_input
 */
export async function restoreBrainVersion(call: Call, which: { scope: string; version: number }) {
  const { scope, payload } = await readBrainVersion(call, which);
  return { ...(await syncBrain(call, { scope, payload })), brought_back: which.version };
}
