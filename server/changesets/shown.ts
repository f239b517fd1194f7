import type { FactEvidence } from '../../db/entities/facts.ts';
import type { NotedChange, NotedTable } from '../../db/noted-changes.ts';
import { wordsOf } from '../facts/record-facts.ts';
import { isObject } from '../json-value.ts';
import { type Known, LINKS, nameIn, NOTHING_KNOWN, textOf } from './known.ts';

type Row = Record<string, unknown>;

/** A value that changes, in words (of another record its name), with the words and the quote it comes from. */
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
  /** The account that it belongs to before it changes. */
  account_id: string | null;
  account_name: string | null;
  act: 'made' | 'changed' | 'withdrawn' | 'restored' | 'removed';
  /** Why it is withdrawn, or was, where it is restored. */
  reason: string | null;
  changes: ShownChange[];
};

/**
 * What a record of each table is called, and the columns that a person reads, those that name it first. Columns that name
 * other records are read of each.
 */
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
  meetings: ['meeting', 'outcome', 'occurred_at', 'notes', 'next_step', 'external_ref'],
  captures: ['capture', 'source', 'text', 'tags', 'external_ref'],
  plan_entries: ['plan_entry', 'section', 'content', 'external_ref'],
  signals: ['signal', 'key', 'value', 'at'],
  scores: ['score', 'role', 'value', 'band'],
  drafts: ['draft', 'title', 'channel', 'body', 'state', 'destination', 'assignee', 'account_ref'],
  brain_states: ['brain', 'scope', 'payload', 'account_ref'],
  tier_proposals: ['proposal', 'tier', 'reason', 'state'],
  merge_proposals: ['merge', 'kind', 'reason', 'state'],
  value_proposals: ['value_proposal', 'field', 'proposed', 'state'],
};

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

/** The account that a row belongs to. */
const accountOf = (row: Row, { planAccounts }: Known) =>
  textOf(row['account_id']) ?? planAccounts.get(String(row['plan_id'])) ?? null;

/** The other records that a row names, each by its column; the account of a plan's entry, too. */
function linksIn(row: Row | null, known: Known): Map<string, string> {
  const found = new Map<string, string>();
  for (const link of row === null ? [] : LINKS) {
    const id = link === 'account_id' ? accountOf(row!, known) : textOf(row![link]);
    if (id !== null) found.set(link, id);
  }
  return found;
}

/** The names of records; those with the same name have their ids appended. */
function namesOf(ids: Iterable<string>, { names }: Known): (id: string) => string {
  const byName = Map.groupBy(new Set(ids), (id) => names.get(id) ?? id);
  return (id) => {
    const name = names.get(id) ?? id;
    return byName.get(name)!.length > 1 ? `${name} (${id})` : name;
  };
}

/** What a record is called; of two to be made one, both. */
function nameOf({ table, before, after }: NotedChange, column: string, known: Known): string | null {
  const row = (after ?? before)!;
  if (table !== 'merge_proposals') return nameIn(row, column);
  const { kept_id: kept, merged_id: merged } = row as Record<string, string>;
  const called = namesOf([kept!, merged!], known);
  return `${called(kept!)} and ${called(merged!)}`;
}

/** Values of a row as they were and as they become. What is withdrawn goes as a whole, and comes back as a whole. */
function valuesOf(change: NotedChange, act: ShownRecord['act'], columns: readonly string[], known: Known) {
  const links = { before: linksIn(change.before, known), after: linksIn(change.after, known) };
  const called = namesOf([...links.before.values(), ...links.after.values()], known);
  // The account of a record that does not move is shown beside its name.
  if (act !== 'changed') for (const named of Object.values(links)) named.delete('account_id');
  const valuesIn = (when: 'before' | 'after') =>
    new Map([...[...links[when]].map(([link, id]) => [link, called(id)] as const), ...wordsIn(change[when], columns)]);
  const before = act === 'restored' ? new Map<string, string>() : valuesIn('before');
  const after = act === 'withdrawn' ? new Map<string, string>() : valuesIn('after');
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  return { before, after, names };
}

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

/**
 * Rows that changed, as a person reads them: one entry a record, the evidence beside each value.
 * @param known what the records are called that they name; ids stand for the others
 */
export function shownOf(changes: readonly NotedChange[], known: Known = NOTHING_KNOWN): ShownRecord[] {
  const facts = newFacts(changes);
  return changes.flatMap((change) => {
    const shown = SHOWN[change.table];
    if (shown === undefined) return [];
    const [kind, ...columns] = shown;
    const act = actOf(change);
    const { before, after, names } = valuesOf(change, act, columns, known);
    // A row that only keeps time says nothing to a reader.
    if (names.length === 0 && act === 'changed') return [];
    const accountId = change.table === 'accounts' ? change.id : accountOf((change.before ?? change.after)!, known);
    return [
      {
        record_id: change.id,
        kind,
        name: nameOf(change, columns[0]!, known),
        account_id: accountId,
        account_name: change.table === 'accounts' ? null : (known.names.get(accountId ?? '') ?? null),
        act,
        reason: textOf(change.after?.['withdrawn_reason']) ?? textOf(change.before?.['withdrawn_reason']),
        changes: names.map((attribute) => {
          const fact = facts.get(`${change.id} ${attribute}`);
          return {
            attribute,
            before: before.get(attribute) ?? null,
            after: after.get(attribute) ?? null,
            sentence: textOf(fact?.['sentence']),
            evidence: (fact?.['evidence'] ?? null) as FactEvidence | null,
          };
        }),
      },
    ];
  });
}
