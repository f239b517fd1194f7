import { newId } from '../../db/ids.ts';
import { type Entity, moveFacts, recordStatements, type WrittenRow } from '../../db/statements/records.ts';
import { Fault, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { lookUp, type Quoted, withEvidence } from '../facts/evidence.ts';
import { factsOfRecord } from '../facts/record-facts.ts';
import { emit } from '../webhooks/events.ts';
import type { SortedFacts } from './sort-facts.ts';
import { type OnMatch, type Twin, twinToUpdate } from './twins.ts';

/** Largest payload of a record after a merge, in bytes of JSON. */
export const MAX_PAYLOAD = 262_144;

/** Columns that link a record to others rather than describe it. */
const TIES = new Set(['account_id', 'external_ref', 'list_name']);

export type Written = Omit<WrittenRow, 'twins'> & { id: string; created: boolean; possibleDuplicates: readonly Twin[] };

export type WriteOptions = {
  /** What to do instead of making a record that may be there already; `create` by default. */
  onMatch?: OnMatch | undefined;
  /** What the fields rest on, looked up in captures. */
  quoted?: readonly Quoted[] | undefined;
};

/**
 * Creates a record, or merges into the one named by id or by an external_ref that the workspace already has; in both
 * cases in one statement, so that concurrent merges lose nothing. Records the fields as facts; a record moved to
 * another account takes its facts along; an account whose tier moved says so (`account.tier_changed`).
 * @throws Fault not_found, invalid_input, payload_too_large
 */
export async function writeRecord(
  call: Call,
  entity: Entity,
  given: string | undefined,
  { columns, meddpicc, payload }: SortedFacts,
  { onMatch = 'create', quoted }: WriteOptions = {},
): Promise<Written> {
  const evidence = await lookUp(call, quoted, Object.keys({ ...columns, ...meddpicc, ...payload }));
  const { create, merge } = recordStatements[entity];
  const id = given === undefined && onMatch !== 'create' ? await twinToUpdate(call, entity, columns, onMatch) : given;
  const fresh = id ?? newId(entity);
  const [row] = await call.query(id === undefined ? create : merge, [
    call.workspaceId,
    fresh,
    JSON.stringify({ ...columns, meddpicc, payload }),
  ]);
  if (row === undefined) throw notFound(entity.replaceAll('_', ' '));
  const { record } = row;
  const created = id === undefined && record['id'] === fresh;
  const { twins, ...rest } = row;
  const possibleDuplicates = created ? ((twins ?? []) as readonly Twin[]) : [];
  const written = { ...rest, id: record['id'] as string, created, possibleDuplicates };
  const tier = record['tier'];
  if (entity === 'account' && !written.created && typeof tier === 'string' && tier !== row.tier_before) {
    await emit(call, 'account.tier_changed', {
      account_id: written.id,
      from_tier: row.tier_before,
      to_tier: tier,
      source: 'written',
      changed_at: call.now.toISOString(),
    });
  }
  if (Buffer.byteLength(JSON.stringify(record['payload'])) > MAX_PAYLOAD) {
    throw new Fault('payload_too_large', {
      message: `The record would hold more than ${MAX_PAYLOAD} bytes of facts. Nothing was stored.`,
    });
  }
  const said = Object.fromEntries(
    Object.entries({ ...columns, ...meddpicc, ...payload }).filter(([name]) => !TIES.has(name)),
  );
  const accountId = entity === 'account' ? written.id : ((record['account_id'] as string | null | undefined) ?? null);
  if (!written.created && columns['account_id'] !== undefined) {
    await call.query(moveFacts, [call.workspaceId, written.id, accountId]);
  }
  const label = (record['name'] ?? record['domain'] ?? `the ${entity.replaceAll('_', ' ')} ${written.id}`) as string;
  const facts = factsOfRecord({ accountId, type: entity, id: written.id, label }, said, written.created);
  call.recordFact(...withEvidence(facts, evidence));
  return written;
}
