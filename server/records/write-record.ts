import { newId } from '../../db/ids.ts';
import { type Entity, moveFacts, recordStatements, type WrittenRow } from '../../db/statements/records.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { factsOfRecord } from '../facts/record-facts.ts';
import type { SortedFacts } from './sort-facts.ts';

/** Largest payload of a record after a merge, in bytes of JSON. */
export const MAX_PAYLOAD = 262_144;

/** Columns that link a record to others rather than describe it. */
const TIES = new Set(['account_id', 'external_ref', 'list_name']);

export type Written = WrittenRow & { id: string; created: boolean };

/**
 * Creates a record, or merges into the one named by id or by an external_ref that the workspace already has; in both
 * cases in one statement, so that concurrent merges lose nothing. Records the fields as facts; a record moved to
 * another account takes its facts along.
 * @throws Fault not_found, invalid_input, payload_too_large
 */
export async function writeRecord(
  call: Call,
  entity: Entity,
  id: string | undefined,
  { columns, meddpicc, payload }: SortedFacts,
): Promise<Written> {
  const { create, merge } = recordStatements[entity];
  const fresh = id ?? newId(entity);
  const [row] = await call.query(id === undefined ? create : merge, [
    call.workspaceId,
    fresh,
    JSON.stringify({ ...columns, meddpicc, payload }),
  ]);
  if (row === undefined) throw notFound(entity.replaceAll('_', ' '));
  const { record } = row;
  const written = { ...row, id: record['id'] as string, created: id === undefined && record['id'] === fresh };
  if (!written.created && columns['tier'] !== undefined && columns['tier'] !== record['tier']) {
    throw invalidField('facts.tier', 'moves only through a proposal that a person accepts; leave it out');
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
  call.recordFact(...factsOfRecord({ accountId, type: entity, id: written.id, label }, said, written.created));
  return written;
}
