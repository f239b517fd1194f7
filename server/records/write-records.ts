import { newId } from '../../db/ids.ts';
import { type Entity, findMoved, moveFacts, recordStatements } from '../../db/statements/records.ts';
import { notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { sayTier } from './say-tier.ts';
import type { SortedFacts } from './sort-facts.ts';
import { accountOf, checkPayload, factsOfWritten, MAX_PAYLOAD, writeRecord } from './write-record.ts';

/** A record to merge into, or, without an id, to make. */
export type RecordToWrite = { id: string | undefined; fields: SortedFacts };

export type RecordWritten = { id: string; created: boolean };

type Named = { id: string; fields: SortedFacts };

const jsonOf = (records: readonly Named[]) =>
  JSON.stringify(
    records.map(({ id, fields: { columns, meddpicc, payload } }) => ({ ...columns, id, meddpicc, payload })),
  );

/** Makes records. @returns the ids of those whose external_ref no other record has, which were made */
async function create(call: Call, entity: Entity, records: readonly Named[]): Promise<Set<string>> {
  if (records.length === 0) return new Set();
  const { createMany } = recordStatements[entity];
  const made = await call.query(createMany, [call.workspaceId, jsonOf(records), MAX_PAYLOAD]);
  for (const { payload } of made) if (payload !== null) checkPayload(payload);
  return new Set(made.map(({ id }) => id));
}

type Row = Record<string, unknown>;

/** Merges into records, each of them once. @returns them as they stand now, by id */
async function merge(call: Call, entity: Entity, records: readonly Named[]): Promise<Map<string, Row>> {
  if (records.length === 0) return new Map();
  const rows = await call.query(recordStatements[entity].mergeMany, [call.workspaceId, jsonOf(records)]);
  const merged = new Map<string, Row>();
  for (const { record, tier_before: tier } of rows) {
    const id = record['id'] as string;
    merged.set(id, record);
    await sayTier(call, entity, id, { tier }, record);
    checkPayload(record['payload']);
  }
  if (merged.size < records.length) throw notFound(entity.replaceAll('_', ' '));
  const tied = records.filter(({ fields }) => fields.columns['account_id'] !== undefined).map(({ id }) => id);
  if (tied.length > 0) {
    const accounts = tied.map((id) => accountOf(entity, merged.get(id)!)!);
    for (const { id } of await call.query(findMoved, [call.workspaceId, tied, accounts])) {
      await call.query(moveFacts, [call.workspaceId, id!, accountOf(entity, merged.get(id!)!)]);
    }
  }
  return merged;
}

/** Records no two of which are the same one. */
async function writeDistinct(call: Call, entity: Entity, records: readonly RecordToWrite[]): Promise<RecordWritten[]> {
  const fresh = new Map(records.filter(({ id }) => id === undefined).map((each) => [each, newId(entity)]));
  const made = await create(
    call,
    entity,
    Array.from(fresh, ([{ fields }, id]) => ({ id, fields })),
  );
  const known = records.flatMap(({ id, fields }) => (id === undefined ? [] : [{ id, fields }]));
  const merged = await merge(call, entity, known);
  const written: RecordWritten[] = [];
  for (const each of records) {
    const { fields } = each;
    const id = each.id ?? fresh.get(each)!;
    const created = made.has(id);
    const record = created ? { ...fields.columns, id } : merged.get(id);
    if (record === undefined) {
      written.push(await writeRecord(call, entity, undefined, fields));
      continue;
    }
    const facts = factsOfWritten(entity, record, fields, created);
    call.recordFact(...(created ? facts.map((fact) => ({ ...fact, isFirst: true })) : facts));
    written.push({ id, created });
  }
  return written;
}

/**
 * Writes records as `writeRecord` does one, as a job that marks nothing as a person's and is not held back by what is:
 * few statements for any number of records. Does not look for others like them. One whose external_ref another transaction
 * used meanwhile is merged into that one's by itself. Returns them in their order.
 * @throws Fault not_found, payload_too_large
 */
export async function writeRecords(
  call: Call,
  entity: Entity,
  records: readonly RecordToWrite[],
): Promise<RecordWritten[]> {
  if (call.principal.keyId !== null || call.principal.sessionId !== null) {
    throw new Error('writes of keys and people are marked, one by one');
  }
  const written: RecordWritten[] = [];
  let next: RecordToWrite[] = [];
  let ids = new Set<string>();
  for (const each of records) {
    if (each.id !== undefined && ids.has(each.id)) {
      written.push(...(await writeDistinct(call, entity, next)));
      next = [];
      ids = new Set();
    }
    next.push(each);
    if (each.id !== undefined) ids.add(each.id);
  }
  written.push(...(await writeDistinct(call, entity, next)));
  return written;
}
