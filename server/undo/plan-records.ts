import { idType } from '../../db/ids.ts';
import { findChildren } from '../../db/statements/undo-children.ts';
import { excerptOf } from '../records/budget.ts';
import type { Call } from '../gate/call.ts';
import { Detached } from './detach.ts';
import type { Known } from './known.ts';
import { ARCHIVED_IN, isRecord, isWithdrawable } from './made.ts';
import type { Change, PlannedRecord, Stay } from './plan.ts';
import { isWithin } from './selection.ts';

/** Records that an undo takes away. */
export type Taken = {
  archived: Set<string>;
  withdrawn: Set<string>;
  records: PlannedRecord[];
  stays: Stay[];
  detach: Detached;
};

/** What the rest of the plan takes away, to which records of the selection may belong. */
export type Others = {
  held: ReadonlySet<string>;
  proposals: ReadonlySet<string>;
  /** The import of which this is a part: its facts go with their own parts. */
  importId: string | null;
  /** Which of some rows go with other parts. */
  goingOf(ids: readonly string[]): Promise<ReadonlySet<string>>;
};

/** Characters of a text that a preview shows. */
const EXCERPT = 240;

/** Kinds that go with the record they belong to, and are not listed beside it. */
const PARTS = new Set(['plan', 'score', 'proposal']);

/** Rows of `target_accounts` without facts are changed by whole lists: somebody else's list leaves another time. */
const changedByList = ({ selection, rows }: Known, id: string): boolean => {
  const row = rows.get(id);
  if (row?.kind !== 'target_account' || !selection.unnamed.has(id)) return false;
  const { created_at, updated_at } = row.record as { created_at: string; updated_at: string };
  return created_at !== updated_at && !isWithin(selection.windows, updated_at);
};

/** Which records the selection made are taken away: those that nobody changed since and nothing else belongs to. */
export async function planRecords(call: Call, known: Known, others: Others): Promise<Taken> {
  const taken: Taken = { archived: new Set(), withdrawn: new Set(), records: [], stays: [], detach: new Detached() };
  const { archived, withdrawn, stays } = taken;
  const plans = new Set<string>();
  for (const id of known.made) {
    const type = idType(id);
    if (type === 'draft' || type === 'proposal' || type === 'brain') continue;
    if (!known.rows.has(id)) {
      if (isRecord(id)) stays.push(known.stay(id, 'gone'));
    } else if (type === 'plan') plans.add(id);
    else if (type === 'score') archived.add(id);
    else if (known.lastOfOthers(id) !== undefined) stays.push(known.stay(id, 'changed_since', known.lastOfOthers(id)));
    else if (changedByList(known, id)) stays.push(known.stay(id, 'changed_since'));
    else if (isRecord(id)) archived.add(id);
    else if (isWithdrawable(id)) withdrawn.add(id);
  }
  await settleChildren(call, known, others, taken, plans);
  taken.records.push(...listed(known, taken));
  return taken;
}

type Child = { of_table: string; of_column: string; id: string; parent_id: string; withdrawn: boolean };

/** What becomes of a row whose record is archived: it goes too, its reference is cleared, or it keeps the record. */
function fateOf(
  known: Known,
  others: Pick<Others, 'held' | 'proposals'> & { going: ReadonlySet<string> },
  taken: Taken,
  plans: ReadonlySet<string>,
  child: Child,
) {
  const { id, of_table: table, withdrawn } = child;
  const goes = (is: boolean) => (is ? 'goes' : 'keeps');
  switch (table) {
    case 'captures':
    case 'meetings':
      return taken.withdrawn.has(id) || withdrawn ? 'cleared' : 'keeps';
    case 'facts':
      return known.own.has(id) || withdrawn ? 'cleared' : 'keeps';
    case 'drafts':
      return others.held.has(id) ? 'cleared' : 'keeps';
    case 'target_accounts':
      return taken.archived.has(id) ? 'goes' : 'cleared';
    case 'signals':
    case 'plan_entries':
      return goes(taken.withdrawn.has(id) && !withdrawn);
    case 'scores':
      return goes(known.made.has(id));
    case 'plans':
      return goes(plans.has(id));
    case 'tier_proposals':
      return goes(others.proposals.has(id));
    default:
      return goes(taken.archived.has(id) || others.going.has(id));
  }
}

/** Keeps archived records to which something of others belongs; of the rest, decides about what belongs to them. */
async function settleChildren(call: Call, known: Known, given: Others, taken: Taken, plans: Set<string>) {
  const parents = [...taken.archived].filter((id) => idType(id) !== 'score');
  if (parents.length === 0) return;
  const of = [call.workspaceId, [...parents, ...plans], given.importId] as const;
  const children = ((await call.query(findChildren, of)) as Child[]).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const others = { ...given, going: await given.goingOf(children.map(({ id }) => id)) };
  const isTaken = (id: string) => taken.archived.has(id) || plans.has(id);
  for (let changed = true; changed;) {
    changed = false;
    for (const child of children) {
      if (!isTaken(child.parent_id) || fateOf(known, others, taken, plans, child) !== 'keeps') continue;
      changed = true;
      plans.delete(child.parent_id);
      if (taken.archived.delete(child.parent_id)) taken.stays.push(known.stay(child.parent_id, 'in_use'));
    }
  }
  const goWith = (child: Child) => {
    if (child.of_table !== 'plan_entries' && child.of_table !== 'signals') return;
    taken.withdrawn.delete(child.id);
    taken.archived.add(child.id);
  };
  // A plan stays, empty, with the account it is of.
  const gone = children.filter(({ parent_id, of_table }) => {
    if (!isTaken(parent_id)) return false;
    return of_table !== 'plan_entries' || children.some((each) => each.id === parent_id && isTaken(each.parent_id));
  });
  for (const child of gone) {
    const fate = fateOf(known, others, taken, plans, child);
    if (fate === 'goes') {
      goWith(child);
      if (child.of_table === 'plans') taken.archived.add(child.id);
      continue;
    }
    const { of_table: table, of_column: column, parent_id: parent } = child;
    taken.detach.add({ table, column, parent }, child.id);
  }
}

function changesOf(known: Known, id: string): Change[] {
  const row = known.rows.get(id)!;
  const text = row.record['text'] ?? row.record['content'];
  if (typeof text === 'string')
    return [
      {
        attribute: row.kind === 'capture' ? 'text' : String(row.record['section']),
        before: null,
        after: excerptOf(text, EXCERPT),
      },
    ];
  if (row.kind === 'signal')
    return [{ attribute: String(row.record['key']), before: null, after: String(row.record['value']) }];
  if (row.kind === 'meeting') {
    return ['outcome', 'next_step', 'notes'].flatMap((name) => {
      const value = row.record[name];
      return typeof value === 'string' ? [{ attribute: name, before: null, after: excerptOf(value, EXCERPT) }] : [];
    });
  }
  const current = new Map<string, string>();
  for (const fact of known.factsOf(id)) {
    if (fact.subject_id === id && fact.source_id === null && fact.attribute !== 'proposed_tier')
      current.set(fact.attribute, fact.value);
  }
  if (current.size === 0) {
    for (const name of ['name', 'domain', 'industry', 'employee_count']) {
      const value = row.record[name];
      if (value !== null && value !== undefined) current.set(name, String(value));
    }
  }
  return Array.from(current, ([attribute, value]) => ({ attribute, before: null, after: excerptOf(value, EXCERPT) }));
}

const listed = (known: Known, { archived, withdrawn }: Taken): PlannedRecord[] => [
  ...[...archived]
    .filter((id) => !PARTS.has(idType(id)!) && ARCHIVED_IN[idType(id)!] !== undefined)
    .map((id) => known.planned(id, isRecord(id) ? 'archived' : 'withdrawn', changesOf(known, id))),
  ...[...withdrawn].map((id) => known.planned(id, 'withdrawn', changesOf(known, id))),
];
