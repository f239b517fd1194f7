import { newId } from '../../db/ids.ts';
import {
  type Entity,
  moveFacts,
  recordStatements,
  type RecordStatements,
  type WrittenRow,
} from '../../db/statements/records.ts';
import { Fault, notFound } from '../errors.ts';
import type { Call, NewFact } from '../gate/call.ts';
import { type Evidence, lookUp, type Quoted, withEvidence } from '../facts/evidence.ts';
import { factsOfRecord } from '../facts/record-facts.ts';
import { type Fields, markingOf, takeOut, type Touched } from './peoples-values.ts';
import type { SortedFacts } from './sort-facts.ts';
import { sayTier } from './say-tier.ts';
import { type OnMatch, type Twin, twinToUpdate } from './twins.ts';
import { labelOf } from './record-name.ts';
import { proposeInstead } from './value-proposals.ts';

/** Largest payload of a record after a merge, in bytes of JSON. */
export const MAX_PAYLOAD = 262_144;

/** Columns that link a record to others rather than describe it. */
const TIES = new Set(['account_id', 'external_ref', 'list_name']);

export type Written = Omit<WrittenRow, 'twins'> & {
  id: string;
  created: boolean;
  possibleDuplicates: readonly Twin[];
  /** What was written: without what became a proposal. */
  fields: Fields;
};

export type WriteOptions = {
  /** What to do instead of making a record that may be there already; `create` by default. */
  onMatch?: OnMatch | undefined;
  /** What the fields rest on, looked up in captures. */
  quoted?: readonly Quoted[] | undefined;
  /** The same looked up before. */
  evidence?: Evidence | undefined;
  /** The proposal that the facts come from. */
  sourceId?: string | undefined;
};

type Row = Omit<WrittenRow, 'twins'> & { twins?: unknown };

/** One statement; only where a person set one of the fields, the record is locked and the rest is written. */
async function mergeInto(
  call: Call,
  { create, merge, lock }: RecordStatements,
  ids: { id: string | undefined; fresh: string },
  sent: Fields,
): Promise<{ row: Row; left: Fields; touched: readonly Touched[] } | undefined> {
  const { id, fresh } = ids;
  const json = (fields: Fields) =>
    JSON.stringify({ ...fields.columns, meddpicc: fields.meddpicc, payload: fields.payload });
  const marking = markingOf(call, sent);
  const write = async () =>
    (await call.query(id === undefined ? create : merge, [call.workspaceId, fresh, json(sent), ...marking]))[0];
  const row = await write();
  if (row !== undefined) return { row, left: sent, touched: [] };
  if (marking[0] === null) return undefined;
  const [locked] = await call.query(lock, [call.workspaceId, id ?? null, json(sent)]);
  if (locked === undefined) {
    const again = id === undefined ? await write() : undefined;
    return again && { row: again, left: sent, touched: [] };
  }
  const { incoming, ...present } = locked;
  const { left, touched } = takeOut(sent, present.record, incoming);
  const isEmpty = [left.columns, left.meddpicc, left.payload].every((part) => Object.keys(part).length === 0);
  if (isEmpty) return { row: present, left, touched };
  const ofRecord = present.record['id'] as string;
  const [written] = await call.query(merge, [call.workspaceId, ofRecord, json(left), null, null, null]);
  return { row: written!, left, touched };
}

/** @throws Fault payload_too_large */
export function checkPayload(payload: unknown): void {
  if (Buffer.byteLength(JSON.stringify(payload)) <= MAX_PAYLOAD) return;
  throw new Fault('payload_too_large', {
    message: `The record would hold more than ${MAX_PAYLOAD} bytes of facts. Nothing was stored.`,
  });
}

type Json = Readonly<Record<string, unknown>>;

/** The account that the facts of a record are about. */
export const accountOf = (entity: Entity, record: Json): string | null =>
  (record[entity === 'account' ? 'id' : 'account_id'] as string | null | undefined) ?? null;

/** The facts that the fields written to a record are; `record` as it stands now. */
export function factsOfWritten(entity: Entity, record: Json, fields: Fields, created: boolean): NewFact[] {
  const { columns, meddpicc, payload } = fields;
  // A free fact by a column's name says nothing of what the record has there.
  const free = Object.entries(payload).filter(([name]) => !(name in record));
  const said = [...Object.entries({ ...columns, ...meddpicc }), ...free].filter(([name]) => !TIES.has(name));
  const id = record['id'] as string;
  const subject = { accountId: accountOf(entity, record), type: entity, id, label: labelOf(entity, record) };
  return factsOfRecord(subject, Object.fromEntries(said), created);
}

/**
 * Creates a record, or merges into the one named by id or by an external_ref that the workspace already has; in both
 * cases in one statement, so that concurrent merges lose nothing. Records the fields as facts; a record moved to
 * another account takes its facts along; an account whose tier moved says so (`account.tier_changed`). What a person set
 * stays where the workspace wants that: a key's other value for it becomes a proposal.
 * @throws Fault not_found, invalid_input, payload_too_large
 */
export async function writeRecord(
  call: Call,
  entity: Entity,
  given: string | undefined,
  { columns, meddpicc, payload }: SortedFacts,
  { onMatch = 'create', quoted, evidence: found, sourceId }: WriteOptions = {},
): Promise<Written> {
  const about = { accountId: columns['account_id'], id: given };
  const evidence = found ?? (await lookUp(call, quoted, Object.keys({ ...columns, ...meddpicc, ...payload }), about));
  const id = given === undefined && onMatch !== 'create' ? await twinToUpdate(call, entity, columns, onMatch) : given;
  const fresh = id ?? newId(entity);
  const done = await mergeInto(call, recordStatements[entity], { id, fresh }, { columns, meddpicc, payload });
  if (done === undefined) throw notFound(entity.replaceAll('_', ' '));
  const { row, left, touched } = done;
  const { record } = row;
  const created = id === undefined && record['id'] === fresh;
  const { twins, ...rest } = row;
  const possibleDuplicates = created ? ((twins ?? []) as readonly Twin[]) : [];
  const written = { ...rest, id: record['id'] as string, created, possibleDuplicates, fields: left };
  if (!created) await sayTier(call, entity, written.id, { tier: row.tier_before }, record);
  checkPayload(record['payload']);
  const accountId = accountOf(entity, record);
  if (!written.created && left.columns['account_id'] !== undefined) {
    await call.query(moveFacts, [call.workspaceId, written.id, accountId]);
  }
  const facts = factsOfWritten(entity, record, left, created);
  const sourced = sourceId === undefined ? facts : facts.map((fact) => ({ ...fact, sourceId }));
  call.recordFact(...withEvidence(sourced, evidence));
  if (touched.length > 0) await proposeInstead(call, [{ kind: entity, id: written.id, accountId, touched }], evidence);
  return written;
}
