import { findUndo, type UndoRow } from '../../db/statements/undo-standing.ts';
import { notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';

/** An undo as the panel shows it; `job` where it is done, or taken back, part by part. */
export const undoView = ({ way, state, total, done, records, stays, reason, ...undo }: UndoRow) => ({
  ...undo,
  job:
    way === null || state === null
      ? null
      : { way, state, total: total!, done: done!, records: records!, stays: stays!, reason },
});

/** An undo, and how far it got. @throws Fault not_found */
export async function getUndo(call: Call, undoId: string) {
  const [row] = await call.query(findUndo, [call.workspaceId, undoId]);
  if (row === undefined) throw notFound('undo');
  return undoView(row);
}
