import { numbered } from '../named-parameters.ts';
import { iso, type Statement, statement } from '../statement.ts';
import { type Filter, type FoundKind, type Kind, KINDS, PARAMETERS, withdrawnKind } from './find-kinds.ts';
import { lookedUp, MOST_FOUND, NAMED } from './find-words.ts';

type Parameter = keyof typeof PARAMETERS;

/** What a search answers: fields that are null are left out of an item. */
export type Found = {
  items: ({ id: string; sort_key: string } & Record<string, unknown>)[];
  totals: {
    count: number;
    amounts?: { currency: string | null; count: number; amount: number }[];
    /** Whether more match: they were not all counted. */
    at_least?: boolean;
  } | null;
};

/** A statement and which of `PARAMETERS` its `$1`, `$2`, … are. */
export type Search = { statement: Statement; parameters: readonly Parameter[] };

const EXCERPT = 240;

/** The part of a text in which the query's first word is, or its beginning. */
const excerptOf = (text: string, searching: boolean) =>
  `${searching ? `substr(${text}, greatest(1, strpos(lower(${text}), {word}) - 60), ${EXCERPT})` : `left(${text}, ${EXCERPT})`} AS excerpt,
   length(${text}) AS text_chars`;

/** Records that totals count at most: to go through more takes longer than a call should. */
export const MOST_COUNTED = 200_000;

/** Totals over the rows of `all`, each with its currency and amount where those are added up. */
function totalsOf(all: string, { amounts, isPart }: { amounts: boolean; isPart: string }): string {
  const added = `(SELECT currency, count(*) AS count, COALESCE(sum(amount), 0) AS amount FROM (${all}) t GROUP BY currency) sums`;
  const counted = `(SELECT count(*) AS count FROM (${all}) t) sums`;
  const count = amounts ? 'COALESCE(sum(count), 0)' : 'sum(count)';
  const parts = [
    `'count', ${count}`,
    ...(amounts
      ? [
          `'amounts', COALESCE(json_agg(json_build_object('currency', currency, 'count', count, 'amount', amount) ORDER BY count DESC), '[]')`,
        ]
      : []),
    `'at_least', ${count} > ${MOST_COUNTED}${isPart}`,
  ];
  return `(SELECT json_build_object(${parts.join(', ')}) FROM ${amounts ? added : counted})`;
}

/** What an item of a kind is made of. */
function itemOf(kind: FoundKind, { name, account, fields, text }: Kind, key: string, searching: boolean): string {
  return [
    kind === 'person' ? 't.kind' : `'${kind}' AS kind`,
    't.id',
    `${name} AS name`,
    ...(account === undefined
      ? []
      : [
          `${account} AS account_id`,
          `(SELECT a.name FROM accounts a WHERE a.workspace_id = {workspace} AND a.id = ${account}) AS account_name`,
        ]),
    fields,
    ...(text === undefined ? [] : [excerptOf(text, searching)]),
    `(${key})::text AS sort_key`,
  ].join(', ');
}

function searchOf(kind: FoundKind, order: string, searching: boolean, withdrawn: boolean): Search {
  const searched: Kind = withdrawn ? withdrawnKind(KINDS[kind]) : KINDS[kind];
  const { from, filters, orders, found, amounts } = searched;
  const { key, type, descending } = orders[order]!;
  const given = (Object.entries(filters) as [Filter, string][]).map(
    ([filter, condition]) => `({${filter}} IS NULL OR (${condition}))`,
  );
  const byWords = searching && typeof found === 'string';
  const condition = searching && typeof found !== 'string' ? [found.condition] : [];
  const where = ['t.workspace_id = {workspace}', ...condition, ...given].join(' AND ');
  const way = descending ? ' DESC' : '';
  const inOrder = (by: string) => `${by}${way}${by === 't.id' ? '' : `, t.id${way}`}`;
  const begins = (by: string) =>
    by === 't.id'
      ? `({after_id} IS NULL OR t.id ${descending ? '<' : '>'} {after_id})`
      : `({after} IS NULL OR (${by}, t.id) ${descending ? '<' : '>'} ({after}::${type}, {after_id}))`;
  const item = itemOf(kind, searched, key, searching);
  // What words find is gone through once, in memory; a listing follows an index that has its order.
  const matching = `WITH ${NAMED}, found AS MATERIALIZED (${typeof found === 'string' ? found : ''}),
     matching AS MATERIALIZED (SELECT t.id, ${key} AS key${amounts === true ? ', t.currency, t.amount' : ''}
       FROM ${lookedUp('found', from)} WHERE ${where})`;
  const ordered = key === 't.id' ? 't.id' : 't.key';
  const page = byWords
    ? `SELECT ${item} FROM ${lookedUp(`(SELECT t.id FROM matching t WHERE ${begins(ordered)} ORDER BY ${inOrder(ordered)} LIMIT {size})`, from)}
          ORDER BY ${inOrder(key)}`
    : `SELECT ${item} FROM (SELECT t.* FROM ${from} WHERE ${where} AND ${begins(key)} ORDER BY ${inOrder(key)} LIMIT {size}) t
          ORDER BY ${inOrder(key)}`;
  const counted = amounts === true ? 't.currency, t.amount' : '1';
  const all = `SELECT ${counted} FROM ${byWords ? 'matching t' : `${from} WHERE ${where}`} LIMIT ${MOST_COUNTED + 1}`;
  const isPart = byWords ? ` OR (SELECT count(*) FROM found) > ${MOST_FOUND}` : '';
  const totals = totalsOf(all, { amounts: amounts === true, isPart });
  const { text: sql, parameters } = numbered(
    `${byWords ? matching : ''} SELECT json_build_object(
       'items', COALESCE((SELECT json_agg(json_strip_nulls(row_to_json(item))) FROM (${page}) item), '[]'),
       'totals', CASE WHEN {first} THEN ${totals} END) AS found`,
    PARAMETERS,
  );
  return {
    statement: statement(
      `find_${withdrawn ? 'withdrawn_' : ''}${kind}_by_${order}${searching ? '_among' : ''}` as string,
      sql,
      { replanned: true },
    ),
    parameters,
  };
}

const everyOrder = (kind: FoundKind) =>
  Object.keys(KINDS[kind].orders).map((order) => [
    order,
    { listing: searchOf(kind, order, false, false), searching: searchOf(kind, order, true, false) },
  ]);

/** What was withdrawn of a kind, found as the rest of it is. */
const everyWithdrawn = (kind: FoundKind) => ({
  listing: searchOf(kind, 'newest', false, true),
  searching: searchOf(kind, 'newest', true, true),
});

/** Per kind that can be withdrawn, newest first. */
export const withdrawnSearches: Partial<Record<FoundKind, { listing: Search; searching: Search }>> = {
  capture: everyWithdrawn('capture'),
  meeting: everyWithdrawn('meeting'),
  plan_entry: everyWithdrawn('plan_entry'),
  draft: everyWithdrawn('draft'),
};

/** Per kind and order, of all records and of those that a query finds: one row with `found`. */
export const searches = Object.fromEntries(
  (Object.keys(KINDS) as FoundKind[]).map((kind) => [kind, Object.fromEntries(everyOrder(kind))]),
) as Record<FoundKind, Record<string, { listing: Search; searching: Search }>>;

const whole = (table: string, extra: string, hidden: string[] = [], payload = false) =>
  `SELECT t.id, to_jsonb(t) - ARRAY[${[
    'workspace_id',
    'search',
    'name_word',
    'domain_word',
    'sort_name',
    'name_key',
    'email_key',
    ...hidden,
    ...(payload ? ['payload'] : []),
  ]
    .map((name) => `'${name}'`)
    .join(', ')}] || jsonb_build_object(${extra}${payload ? `, 'facts', t.payload` : ''}) AS record
   FROM ${table} t WHERE t.workspace_id = $1 AND t.id = ANY ($2::text[])`;

const time = (...names: string[]) => names.map((name) => `'${name}', ${iso(`t.${name}`)}`).join(', ');
const stamps = time('created_at', 'updated_at');

/** Whole records of any kind, texts in full. `$1`: workspace, `$2`: ids. */
export const findWhole = statement(
  'find_whole_records',
  [
    whole('accounts', stamps, [], true),
    whole('opportunities', stamps, ['amount_key', 'closes', 'gaps', 'owner_key', 'stage_key'], true),
    whole('contacts', stamps, [], true),
    whole('prospects', stamps, [], true),
    whole('target_accounts', stamps, [], true),
    whole('every_captures', `${stamps}, ${time('withdrawn_at')}`),
    whole('every_meetings', `${stamps}, ${time('occurred_at', 'withdrawn_at')}`),
    whole(
      'every_plan_entries',
      `${stamps}, ${time('withdrawn_at')}, 'account_id', (SELECT p.account_id FROM plans p WHERE p.workspace_id = $1 AND p.id = t.plan_id)`,
    ),
    whole('every_signals', time('at', 'created_at', 'withdrawn_at')),
    whole('every_drafts', `${stamps}, ${time('scheduled_for', 'published_at', 'withdrawn_at')}`, [
      'claimed_at',
      'play_key',
    ]),
    whole('runs', time('created_at', 'started_at', 'last_sign_at', 'settled_at'), ['telemetry']),
    `SELECT id, jsonb_build_object('merged_into', merged_into, 'merged_at', ${iso('merged_at')}, 'name', record ->> 'name') AS record
     FROM merged_records WHERE workspace_id = $1 AND id = ANY ($2::text[])`,
  ].join(' UNION ALL '),
);
