import { type Database, execute } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { disableUser, findWorkspace, revokeKeysOfWorkspace } from '../../db/statements/people.ts';
import {
  deleteKeys,
  deleteKeySecrets,
  deleteOwned,
  deleteWorkspaceRow,
  findWorkspaceHead,
} from '../../db/statements/privacy.ts';
import { recordOperatorAct } from '../identity/operator-log.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { queue, work } from '../jobs/queue.ts';
import { pageOfRows } from './pages.ts';
import { erasureFork, type Row } from './scan.ts';
import { type Asker, recordBoth, workspaceById } from './subjects.ts';
import { type Table, tenantTables } from './tables.ts';

/** Rows that a piece of an exported document has at most. */
const EXPORTED_AT_ONCE = 500;

/** Rows that one statement deletes, so that locks are short. */
const CHUNK = 1_000;

/** How long after a deletion what calls under way wrote meanwhile is deleted too, in milliseconds. */
const SWEEP_AFTER_MS = 5 * 60_000;

/** Deletes a workspace that was closed; a `sweep` deletes what was written while it was deleted. */
export const deleting = queue<{ workspaceId: string; userId: string; sweep?: boolean }>({
  name: 'delete-workspace',
  retries: 20,
  retryAfter: 10,
  expiresAfter: 1_800,
  concurrency: 1,
});

/** What an export begins with. @throws Fault not_found */
async function headOf(db: Database, workspaceId: string) {
  const [head] = await db.as(ROLES.operator, findWorkspaceHead, [workspaceId]);
  if (head === undefined) await workspaceById(db, workspaceId);
  return head!;
}

const rowsFrom = (
  db: Database,
  workspaceId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
) =>
  pageOfRows(db, { workspaceId, wanted: 'all', cursor, limit }, ({ name }: Table, row: Row) => {
    const { workspace_id: _workspace, ...fields } = row;
    return { table: name, fields };
  });

/** A page of everything a workspace holds, secrets left out; the first has the head. @throws Fault not_found */
export async function exportPage(
  db: Database,
  workspaceId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const head = await headOf(db, workspaceId);
  const page = await rowsFrom(db, workspaceId, { cursor, limit });
  return { workspace: cursor === undefined ? head : null, ...page };
}

/** Records that a workspace was exported: once for an export, not for each of its pages. */
export const recordExport = (db: Database, workspaceId: string, by: Asker): Promise<void> =>
  recordBoth(db, { workspaceId, by, act: 'workspace.exported' }, { act: 'workspace.exported', subject: workspaceId });

/** Everything a workspace holds as one JSON document, piece by piece, so that only one page is in memory. */
export async function* exportDocument(db: Database, workspaceId: string): AsyncGenerator<string> {
  yield `{"workspace":${JSON.stringify(await headOf(db, workspaceId))},"rows":[`;
  let separator = '';
  let cursor: string | undefined;
  do {
    const page = await rowsFrom(db, workspaceId, { cursor, limit: EXPORTED_AT_ONCE });
    if (page.items.length > 0) {
      yield `${separator}\n${page.items.map((item) => JSON.stringify(item)).join(',\n')}`;
      separator = ',';
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  yield '\n]}\n';
}

/**
 * Closes a workspace at once (its owner is disabled, every session ended and every key revoked) and has a job delete all
 * of it, its owner's account included. @throws Fault not_found
 */
export async function deleteWorkspace({ db, jobs }: { db: Database; jobs: Jobs }, workspaceId: string, by: Asker) {
  const { user_id: userId } = await workspaceById(db, workspaceId);
  await db.forkAs(ROLES.operator).transactional(async (em) => {
    await execute(em, disableUser, [userId]);
    await execute(em, revokeKeysOfWorkspace, [workspaceId]);
    const from = { userId: by.person?.userId, requestId: by.requestId };
    await recordOperatorAct(em, from, { act: 'workspace.deletion_begun', subject: workspaceId });
    await jobs.enlist(em, deleting, { workspaceId, userId });
  });
  return { workspace_id: workspaceId, user_id: userId, deleting: true as const };
}

/** Deletes every row of a workspace in a table, in small transactions. @returns how many */
async function emptyTable(db: Database, workspaceId: string, { name }: Table): Promise<number> {
  const chunk = {
    name: `privacy_empty_${name}`,
    text: `WITH deleted AS (
             DELETE FROM ${name} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${name} WHERE workspace_id = $1 LIMIT $2)) RETURNING 1
           ) SELECT count(*)::int AS count FROM deleted`,
  };
  let total = 0;
  for (;;) {
    const [deleted] = await erasureFork(db, workspaceId).transactional((em) =>
      execute<{ count: number }>(em, chunk, [workspaceId, CHUNK]),
    );
    total += deleted!.count;
    if (deleted!.count < CHUNK) return total;
  }
}

const emptyWorkspace = async (db: Database, workspaceId: string) => {
  let rows = 0;
  for (const table of tenantTables()) rows += await emptyTable(db, workspaceId, table);
  return rows;
};

/** Deletes the workspace's row, its keys and its owner. What was written meanwhile keeps it from that: then it is repeated. */
const deleteRest = (db: Database, { workspaceId, userId }: { workspaceId: string; userId: string }, rows: number) =>
  db.forkAs(ROLES.operator).transactional(async (em) => {
    const [workspace] = await execute(em, findWorkspace, [workspaceId]);
    if (workspace === undefined) return;
    await execute(em, deleteKeySecrets, [workspaceId, userId]);
    await execute(em, deleteKeys, [workspaceId, userId]);
    await execute(em, deleteWorkspaceRow, [workspaceId]);
    for (const statement of deleteOwned) await execute(em, statement, [userId]);
    await recordOperatorAct(
      em,
      { requestId: null },
      { act: 'workspace.deleted', subject: workspaceId, detail: { rows } },
    );
  });

const FOREIGN_KEY = '23503';

const isForeignKey = (error: unknown): boolean => {
  for (let inner = error as { code?: string; cause?: unknown } | undefined; inner; inner = inner.cause as never) {
    if (inner.code === FOREIGN_KEY) return true;
  }
  return false;
};

export const deleteWorkspaceData = work(
  deleting,
  async ({ db, jobs }: { db: Database; jobs: Jobs }, { workspaceId, userId, sweep }) => {
    let rows = await emptyWorkspace(db, workspaceId);
    if (sweep === true) return;
    for (let attempt = 1; ; attempt += 1) {
      try {
        await deleteRest(db, { workspaceId, userId }, rows);
        break;
      } catch (error) {
        if (attempt === 10 || !isForeignKey(error)) throw error;
        rows += await emptyWorkspace(db, workspaceId);
      }
    }
    await jobs.send(
      deleting,
      { workspaceId, userId, sweep: true },
      { startAfter: new Date(Date.now() + SWEEP_AFTER_MS) },
    );
  },
);
