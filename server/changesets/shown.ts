import type { FactEvidence } from '../../db/entities/facts.ts';
import type { NotedChange, NotedTable } from '../../db/noted-changes.ts';
import { wordsOf } from '../facts/record-facts.ts';

type Row = Record<string, unknown>;

/** A value that changes, in words, with the words and the quote it comes from. */
export type ShownChange = {
  attribute: string;
  before: string | null;
  after: string | null;
  sentence: string | null;
  evidence: FactEvidence | null;
};

/** A record that changes. */
export type ShownRecord = {
  record_id: string;
  kind: string;
  name: string | null;
  account_id: string | null;
  act: 'made' | 'changed' | 'withdrawn' | 'restored' | 'removed';
  changes: ShownChange[];
};

/** What a record of each table is called, and the columns that a person reads, those that name it first. */
const SHOWN: { [table in NotedTable]?: readonly [kind: string, name: string, ...columns: string[]] } = {
  accounts: ['account', 'name', 'domain', 'industry', 'employee_count', 'tier', 'external_ref', 'payload'],
  opportunities: [
    'opp',
    'name',
    'stage',
    'amount',
    'currency',
    'close_date',
    'owner',
    'external_ref',
    'meddpicc',
    'payload',
  ],
  contacts: ['contact', 'name', 'title', 'email', 'phone', 'linkedin', 'external_ref', 'payload'],
  prospects: ['prospect', 'name', 'title', 'email', 'notes', 'external_ref', 'payload'],
  target_accounts: [
    'target_account',
    'name',
    'list_name',
    'domain',
    'industry',
    'employee_count',
    'external_ref',
    'payload',
  ],
  meetings: ['meeting', 'outcome', 'occurred_at', 'notes', 'next_step'],
  captures: ['capture', 'source', 'text', 'tags', 'external_ref'],
  plan_entries: ['plan_entry', 'section', 'content'],
  signals: ['signal', 'key', 'value', 'at'],
  scores: ['score', 'role', 'value', 'band'],
  drafts: ['draft', 'title', 'channel', 'body', 'state', 'destination', 'assignee'],
  brain_states: ['brain', 'scope', 'payload'],
  tier_proposals: ['proposal', 'tier', 'reason', 'state'],
  merge_proposals: ['merge', 'kind', 'kept_id', 'merged_id', 'reason', 'state'],
  value_proposals: ['value_proposal', 'field', 'proposed', 'state'],
};

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Columns whose inner names stand for themselves. */
const OPEN = new Set(['payload', 'meddpicc']);

/** Values of a row by name, inner objects of open columns name by name, each in words. */
function wordsIn(row: Row | null, columns: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, value: unknown) => {
    const words = wordsOf(value);
    if (words !== '') found.set(name, words);
  };
  const addInner = (value: Row, above: string) => {
    for (const [name, inner] of Object.entries(value)) {
      if (isObject(inner)) addInner(inner, `${above}${name}.`);
      else add(`${above}${name}`, inner);
    }
  };
  for (const column of row === null ? [] : columns) {
    const value = row![column];
    if (OPEN.has(column) && isObject(value)) addInner(value, '');
    else add(column, value);
  }
  return found;
}

function actOf({ before, after }: NotedChange): ShownRecord['act'] {
  if (before === null) return 'made';
  if (after === null) return 'removed';
  const was = before['withdrawn_at'] ?? null;
  const is = after['withdrawn_at'] ?? null;
  if ((was === null) === (is === null)) return 'changed';
  return is === null ? 'restored' : 'withdrawn';
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** The facts that say new values, by record and attribute. */
function newFacts(changes: readonly NotedChange[]): Map<string, Row> {
  return new Map(
    changes.flatMap(({ table, before, after }) =>
      table === 'facts' && before === null && after !== null
        ? [[`${String(after['subject_id'])} ${String(after['attribute'])}`, after]]
        : [],
    ),
  );
}

/** Rows that changed, as a person reads them: one entry a record, the evidence beside each value. */
export function shownOf(changes: readonly NotedChange[]): ShownRecord[] {
  const facts = newFacts(changes);
  return changes.flatMap((change) => {
    const shown = SHOWN[change.table];
    if (shown === undefined) return [];
    const [kind, ...columns] = shown;
    const row = (change.after ?? change.before)!;
    const before = wordsIn(change.before, columns);
    const after = wordsIn(change.after, columns);
    const names = [...new Set([...before.keys(), ...after.keys()])].filter(
      (name) => before.get(name) !== after.get(name),
    );
    const act = actOf(change);
    // A row that only keeps time, or a link, says nothing to a reader.
    if (names.length === 0 && act === 'changed') return [];
    return [
      {
        record_id: change.id,
        kind,
        name: text(row[columns[0]!]) ?? text(row['domain']) ?? text(row['email']) ?? text(row['external_ref']),
        account_id: change.table === 'accounts' ? change.id : text(row['account_id']),
        act,
        changes: names.map((attribute) => {
          const fact = facts.get(`${change.id} ${attribute}`);
          return {
            attribute,
            before: before.get(attribute) ?? null,
            after: after.get(attribute) ?? null,
            sentence: text(fact?.['sentence']),
            evidence: (fact?.['evidence'] ?? null) as FactEvidence | null,
          };
        }),
      },
    ];
  });
}
