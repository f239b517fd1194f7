import type { Entity } from '../../db/statements/records.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { type SortedFacts, sortFacts } from './sort-facts.ts';
import type { Twin } from './twins.ts';
import { wantName } from './want-name.ts';
import { writeRecord } from './write-record.ts';

/** A refusal of facts, told of the fields that a person filled in. */
export async function onFields<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof Fault) || error.issues === undefined) throw error;
    const issues = error.issues.map(({ path, message }) => ({ path: path.replace(/^facts\./, 'fields.'), message }));
    throw new Fault(error.code, {
      message: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      issues,
    });
  }
}

/**
 * What a person typed, sorted. An amount below zero is a slip there, while an agent or an import may bring a credit from
 * another system. @throws Fault invalid_input
 */
export function sortTyped(kind: Entity, fields: Record<string, unknown>): SortedFacts {
  const sorted = sortFacts(kind, fields);
  const { amount } = sorted.columns;
  if (typeof amount === 'number' && amount < 0) throw invalidField('facts.amount', 'expected 0 or more');
  return sorted;
}

export type MadeRecord = { record_id: string; kind: Entity; possible_duplicates: readonly Twin[] };

/** Makes a record of a person's own. @throws Fault invalid_input, not_found */
export async function createByPerson(call: Call, kind: Entity, fields: Record<string, unknown>): Promise<MadeRecord> {
  const sorted = sortTyped(kind, fields);
  const { account_id, external_ref } = sorted.columns;
  if (external_ref !== undefined) throw invalidField('facts.external_ref', 'is set by imports and agents');
  if (kind === 'opp' && typeof account_id !== 'string')
    throw invalidField('facts.account_id', 'a deal needs its account');
  if (kind === 'target_account' && typeof sorted.columns['list_name'] !== 'string') {
    throw invalidField('facts.list_name', 'a company to target needs its list');
  }
  const written = await writeRecord(call, kind, undefined, sorted);
  wantName(kind, written);
  return { record_id: written.id, kind, possible_duplicates: written.possibleDuplicates };
}
