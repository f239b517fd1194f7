import type { Entity } from '../../db/statements/records.ts';
import { findFactToRestore } from '../../db/statements/panel-record-reads.ts';
import { findRows, lockRows } from '../../db/statements/undos.ts';
import { Fault, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { fieldsAt } from '../records/peoples-values.ts';
import { writeRecord } from '../records/write-record.ts';
import { valueAt } from '../json-value.ts';
import { holds, isReachable, placeOf, valueOf } from './fields.ts';
import { isRecord } from './made.ts';

/**
 * Gives a field of a record the value again that a fact states, as a new fact of the person's. In the call's transaction.
 * @throws Fault not_found; invalid_transition when the fact is of no field, or its words do not tell the value's form
 */
export async function restoreValue(call: Call, factId: string) {
  const [fact] = await call.query(findFactToRestore, [call.workspaceId, factId]);
  if (fact === undefined) throw notFound('fact');
  const { subject_id, attribute, value: words } = fact;
  if (!fact.single || !isRecord(subject_id)) {
    throw new Fault('invalid_transition', { message: 'This fact is not the value of a field.' });
  }
  await call.query(lockRows, [call.workspaceId, [subject_id]]);
  const [row] = await call.query(findRows, [call.workspaceId, [subject_id]]);
  if (row === undefined) throw notFound('record');
  const entity = row.kind as Entity;
  const path = placeOf(entity, attribute!, row.record);
  const now = valueAt(row.record, path);
  const value = isReachable(row.record, path) ? valueOf(words!, path, now) : null;
  if (value === null) {
    throw new Fault('invalid_transition', {
      message: 'The words of this fact do not tell in which form its value was kept.',
      hint: 'Type the value instead.',
    });
  }
  if (!holds(now, words!, true)) await writeRecord(call, entity, subject_id, fieldsAt(path, value.value ?? null));
  return { record_id: subject_id, attribute: attribute!, value: words! };
}
