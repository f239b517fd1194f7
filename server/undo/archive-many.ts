import { idType } from '../../db/ids.ts';
import { countChildren } from '../../db/statements/archive.ts';
import { findRows } from '../../db/statements/undos.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { archiveRecord, MOST_ROWS, restoreArchived } from './archive.ts';
import { isRecord } from './made.ts';
import type { UndoServices } from './apply.ts';
import type { NotBroughtBack } from './plan.ts';

/** Records that are archived or restored at once at most: each takes its own statements, within one transaction. */
export const MOST_RECORDS = 100;

/** Records of one kind, each once, in the order in which they are locked. @throws Fault invalid_input */
function inOrder(ids: readonly string[]): [string, ...string[]] {
  const sorted = [...new Set(ids)].toSorted();
  if (sorted.some((id) => !isRecord(id) || idType(id) !== idType(sorted[0]!))) {
    throw invalidField(
      'record_ids',
      'expected ids of accounts, deals, contacts, prospects or target accounts, of one kind',
    );
  }
  return sorted as [string, ...string[]];
}

/** What would be archived with some records: rows that belong to them by kind, and drafts that would be held. */
export async function previewArchive(call: Call, ids: readonly string[]) {
  const sorted = inOrder(ids);
  const found = await call.query(findRows, [call.workspaceId, sorted]);
  if (found.length < sorted.length) throw notFound(idType(sorted[0])!.replaceAll('_', ' '));
  const counts = await call.query(countChildren, [call.workspaceId, sorted, MOST_ROWS + 1]);
  return { records: sorted.length, belonging: counts.map(({ kind, count }) => ({ kind: kind!, count: count! })) };
}

/** Archives records of one kind, each as `archiveRecord` does: all of them, or none. In the call's transaction. */
export async function archiveRecords(call: Call, ids: readonly string[], services: UndoServices) {
  const sorted = inOrder(ids);
  let [records, facts, room] = [0, 0, MOST_ROWS];
  for (const id of sorted) {
    const archived = await archiveRecord(call, id, services, room);
    records += archived.records;
    facts += archived.facts;
    room -= archived.rows;
  }
  return { record_ids: sorted, records, facts };
}

const notArchived = (id: string) =>
  new Fault('invalid_transition', {
    message: `${id} is not archived. Nothing was changed.`,
    hint: 'Read the list again.',
  });

/** Brings archived records back: all of them, or none. In the call's transaction. @throws Fault as `restoreArchived` */
export async function restoreRecords(call: Call, ids: readonly string[]) {
  const sorted = inOrder(ids);
  const not_brought_back: NotBroughtBack[] = [];
  let facts = 0;
  for (const id of sorted) {
    const back = await restoreArchived(call, id).catch((error: unknown) => {
      if (error instanceof Fault && error.code === 'not_found') throw notArchived(id);
      throw error;
    });
    facts += back.facts;
    not_brought_back.push(...back.not_brought_back);
  }
  return { record_ids: sorted, facts, not_brought_back };
}
