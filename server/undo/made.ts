import { type IdType, idType, timeOfIds } from '../../db/ids.ts';
import { ENTITIES } from '../../db/statements/records.ts';
import type { WrittenFact } from '../../db/statements/undos.ts';
import type { Selection } from './selection.ts';

const partOf = (id: string) => id.slice(id.indexOf('_') + 1);

/** When a record was made, by its id. */
export const madeAt = (id: string) => timeOfIds(partOf(id).slice(0, 10)).getTime();

/** The record that a fact's words are kept in: its source, else its subject. */
export const recordsOf = ({ subject_id, source_id }: Pick<WrittenFact, 'subject_id' | 'source_id'>) =>
  source_id === null ? [subject_id] : [subject_id, source_id];

/**
 * Records that a selection made: their ids are of the time of a call that recorded a fact of them, or rows that are told by
 * their time alone.
 */
export function recordsMade({ facts, unnamed }: Selection): Set<string> {
  const made = new Set(unnamed);
  const first = new Map<string, WrittenFact>();
  for (const fact of facts) {
    // What was looked up says when it was, and never made a record.
    if (fact.tool === 'gtm_enrich') continue;
    for (const id of recordsOf(fact)) if (!first.has(id)) first.set(id, fact);
  }
  for (const [id, fact] of first) {
    if (idType(id) === undefined) continue;
    if (madeAt(id) >= Date.parse(fact.at) && partOf(id) < partOf(fact.id)) made.add(id);
  }
  return made;
}

/** Kinds of records that can be withdrawn. */
const WITHDRAWN: ReadonlySet<IdType | undefined> = new Set<IdType>(['capture', 'plan_entry', 'meeting', 'signal']);

export const isWithdrawable = (id: string) => WITHDRAWN.has(idType(id));

/** The tables of kinds whose rows are archived, those that others refer to last. */
export const ARCHIVED_IN: Partial<Record<IdType, string>> = {
  plan_entry: 'plan_entries',
  plan: 'plans',
  signal: 'signals',
  score: 'scores',
  proposal: 'tier_proposals',
  brain: 'brain_states',
  opp: 'opportunities',
  contact: 'contacts',
  prospect: 'prospects',
  target_account: 'target_accounts',
  account: 'accounts',
};

/** Ids of rows to archive by their table, in the order they go. */
export const archiveOf = (ids: Iterable<string>): { table: string; ids: string[] }[] => {
  const byTable = Map.groupBy(ids, (id) => ARCHIVED_IN[idType(id)!]!);
  return Object.values(ARCHIVED_IN).flatMap((table) =>
    byTable.has(table) ? [{ table, ids: byTable.get(table)!.toSorted() }] : [],
  );
};

const RECORDS: ReadonlySet<IdType | undefined> = new Set<IdType>(ENTITIES);

/** Whether an id is of a record that has fields of its own. */
export const isRecord = (id: string) => RECORDS.has(idType(id));
