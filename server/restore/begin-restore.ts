import { startRestore } from '../../db/statements/restores.ts';
import { actAs, type Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { createImport, MOST_HELD, uploaded } from '../imports/imports.ts';
import { recordOperatorAct } from '../identity/operator-log.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { unread } from './read-file.ts';
import { restoring } from './queue.ts';
import { checkEmpty } from './room.ts';

/** Largest file, in bytes: all that unfinished uploads of a workspace may hold together. */
export const MOST_RESTORED_BYTES = MOST_HELD;

/** What the cells of a refused row are. */
const CELLS = ['table', 'id'].map((column) => ({ column, field: null }));

/** @throws Fault invalid_input for a file that is too large, invalid_transition for a workspace that is not empty */
export async function checkRestorable(db: Database, workspaceId: string, bytes: number): Promise<void> {
  if (bytes > MOST_RESTORED_BYTES) {
    throw invalidField('bytes', `is more than ${MOST_RESTORED_BYTES / 1e6} MB, the most that can be restored`);
  }
  await checkEmpty(db, workspaceId);
}

/** Begins the upload of a workspace's export. @throws Fault quota_exceeded */
export const beginRestore = (call: Call, file: { file_name: string; bytes: number }) =>
  createImport(call, { kind: 'workspace', ...file });

/**
 * Starts to restore an upload that has arrived; a job does the rest, and looks first whether the workspace is still empty.
 * @throws Fault not_found, invalid_transition
 */
export async function beginToRestore(call: Call, { jobs }: { jobs: Jobs }, importId: string) {
  const { bytes } = await uploaded(call, importId, true);
  const values = [call.workspaceId, importId, JSON.stringify(unread()), JSON.stringify(CELLS)] as const;
  const [started] = await call.query(startRestore, values);
  if (started === undefined) {
    throw new Fault('invalid_transition', { message: 'Another file is being restored into this workspace.' });
  }
  const by = { userId: call.principal.user.id, requestId: call.requestId };
  const act = { act: 'workspace.restore_begun', subject: call.workspaceId, detail: { bytes } } as const;
  await actAs(call.em, ROLES.operator, () => recordOperatorAct(call.em, by, act));
  await jobs.enlist(call.em, restoring, { again: true });
  return { bytes };
}
