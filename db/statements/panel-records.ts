import { AMOUNT_KEY } from '../amounts.ts';
import { OPEN_LACKING_EVIDENCE } from '../open-deals.ts';
import { numbered } from '../named-parameters.ts';
import { iso, type Statement, statement } from '../statement.ts';
import { KINDS } from './find-kinds.ts';
import { lookedUp, MOST_FOUND, NAMED, ownWords, record } from './find-words.ts';

/** Parameters of a list and their types; `{name}` in SQL stands for one, which is null when it was not given. */
const PARAMETERS = {
  workspace: 'text',
  size: 'int',
  after: 'text',
  after_id: 'text',
  words: 'text',
  any_word: 'text',
  text: 'text',
  account_id: 'text',
  list: 'text',
  industry: 'text',
  stage: 'text',
  stage_kind: 'text',
  owner: 'text',
  close_from: 'date',
  close_to: 'date',
  amount_min: 'numeric',
  amount_max: 'numeric',
  has_gaps: 'boolean',
} as const;

export type ListParameter = keyof typeof PARAMETERS;

type Order = { key: string; type: string };

const NAME = `COALESCE(t.name_key, '')`;
const NEWEST: Order = { key: 't.id', type: 'text' };
const BY_NAME: Order = { key: NAME, type: 'text' };
const OF_ACCOUNT = `t.account_id,
  (SELECT COALESCE(a.name, a.domain) FROM accounts a WHERE a.workspace_id = {workspace} AND a.id = t.account_id) AS account_name`;
const AT_ACCOUNT = 't.account_id = {account_id}';
const { account_id, stage, stage_kind, owner, close_from, close_to, amount_min, amount_max } = KINDS.opp.filters;

/** The kinds of records that have a list by themselves: their fields, filters and orders. Each order has an index. */
const LISTED = {
  opp: {
    table: 'opportunities',
    fields: `${OF_ACCOUNT}, t.name, t.external_ref, t.stage, t.stage_kind, t.amount::float8 AS amount, t.currency, t.close_date::text AS close_date, t.owner,
      CASE WHEN t.stage_kind = 'open' THEN 8 - bit_count(t.gaps::bit(8))::int END AS known`,
    filters: {
      account_id,
      stage,
      stage_kind,
      owner,
      close_from,
      close_to,
      amount_min,
      amount_max,
      has_gaps: OPEN_LACKING_EVIDENCE,
    },
    orders: {
      newest: NEWEST,
      updated: { key: 't.updated_at', type: 'timestamptz' },
      amount: { key: `t.${AMOUNT_KEY}`, type: 'bigint' },
      close_date: { key: 't.closes', type: 'date' },
    },
  },
  contact: {
    table: 'contacts',
    fields: `${OF_ACCOUNT}, t.name, t.external_ref, t.title, t.email, t.phone, t.linkedin`,
    filters: { account_id: AT_ACCOUNT },
    orders: { newest: NEWEST, name: BY_NAME },
  },
  prospect: {
    table: 'prospects',
    fields: `${OF_ACCOUNT}, t.name, t.external_ref, t.title, t.email, left(t.notes, 240) AS notes`,
    filters: { account_id: AT_ACCOUNT },
    orders: { newest: NEWEST, name: BY_NAME },
  },
  target_account: {
    table: 'target_accounts',
    fields: `${OF_ACCOUNT}, t.name, t.list_name, t.domain, t.industry, t.employee_count`,
    filters: { list: 't.list_name = {list}', industry: 't.industry = {industry}' },
    orders: { newest: NEWEST, name: { key: `COALESCE(t.name, t.domain, '')`, type: 'text' } },
  },
} as const satisfies Record<
  string,
  {
    table: string;
    fields: string;
    filters: Partial<Record<ListParameter, string>>;
    orders: Record<string, Order>;
  }
>;

export type ListedKind = keyof typeof LISTED;

/** A listed record, with what it is sorted by. */
export type ListedRow = { id: string; sort_key: string } & Record<string, unknown>;

/** A list and which of `PARAMETERS` its `$1`, `$2`, … are. */
export type List = { statement: Statement; parameters: readonly ListParameter[] };

export type Direction = 'asc' | 'desc';

/**
 * Of so many that fit filters the order is made by sorting them, as walking through the order would look at every record
 * where few or none fit; of more, it is walked through.
 */
const FEW = 6_000;

/** The first so many of an order are looked at before any index of filters or words: what many have is among them. */
const WALKED = { narrowed: 500, searching: 2_000 };

type Way = 'listing' | 'narrowed' | 'searching' | 'narrowed_searching';

const WORDS = `to_tsquery('simple', {words})`;
const OWN = `t.search @@ ${WORDS}`;

/** Whether a record `t` has all words: its own or, where it is one of an account, its account's with them. */
const hasWords = (kind: ListedKind) =>
  `numnode(${WORDS}) > 0 AND ${
    kind === 'target_account'
      ? OWN
      : `(${OWN} OR (SELECT a.search || t.search FROM accounts a WHERE a.workspace_id = {workspace} AND a.id = t.account_id) @@ ${WORDS})`
  }`;

function listOf(kind: ListedKind, order: string, direction: Direction, way: Way): List {
  const { table, fields, filters } = LISTED[kind];
  const { key, type } = (LISTED[kind].orders as Record<string, Order>)[order]!;
  const given = (Object.entries(filters) as [ListParameter, string][]).map(
    ([filter, condition]) => `({${filter}} IS NULL OR (${condition}))`,
  );
  const isNarrowed = way === 'narrowed' || way === 'narrowed_searching';
  const where = ['t.workspace_id = {workspace}', ...(isNarrowed ? given : [])].join(' AND ');
  const down = direction === 'desc' ? ' DESC' : '';
  const beyond = direction === 'desc' ? '<' : '>';
  const isNewest = key === 't.id';
  const inOrder = (by: string) => (isNewest ? `t.id${down}` : `${by}${down}, t.id${down}`);
  const begins = (by: string) =>
    isNewest
      ? `({after_id} IS NULL OR t.id ${beyond} {after_id})`
      : `({after} IS NULL OR (${by}, t.id) ${beyond} ({after}::${type}, {after_id}))`;
  const page = (from: string, condition: string, limit = '{size}') =>
    `SELECT t.* FROM ${from} WHERE ${condition} AND ${begins(key)} ORDER BY ${inOrder(key)} LIMIT ${limit}`;
  /** Of records whose ids and keys are known only those of the page are read. */
  const sorted = (of: string, condition: string) =>
    `SELECT t.* FROM ${lookedUp(`(SELECT t.id FROM ${of} t WHERE ${condition} AND ${begins('t.key')} ORDER BY ${inOrder('t.key')} LIMIT {size})`, `${table} t`)}`;
  const IS_FULL = '(SELECT is_so FROM full_page)';
  const walked = (most: number, condition: string) =>
    `walked AS MATERIALIZED (SELECT t.* FROM (${page(`${table} t`, 't.workspace_id = {workspace}', String(most))}) t
       WHERE ${condition} ORDER BY ${inOrder(key)} LIMIT {size}),
     full_page AS MATERIALIZED (SELECT count(*) >= {size} AS is_so FROM walked)`;
  const WALKED_PAGE = `SELECT * FROM walked WHERE ${IS_FULL}`;
  const IS_MANY = '(SELECT is_so FROM many)';
  const few = (unless: string, columns = '') =>
    `few AS MATERIALIZED (SELECT t.id, ${key} AS key${columns} FROM ${table} t WHERE NOT ${unless} AND ${where} LIMIT ${FEW + 1}),
     many AS MATERIALIZED (SELECT count(*) > ${FEW} AS is_so FROM few)`;
  const withWords = (kind === 'target_account' ? ownWords : record)(table, `t.id, ${key} AS key`);
  const found = (unless: string) =>
    `${NAMED}, found AS MATERIALIZED (SELECT id, key FROM (${withWords}) f WHERE NOT ${unless} LIMIT ${MOST_FOUND})`;
  const WAYS: Record<Way, string> = {
    listing: `page AS MATERIALIZED (${page(`${table} t`, where)})`,
    narrowed: `${walked(WALKED.narrowed, where)}, ${few(IS_FULL)},
      page AS MATERIALIZED (${WALKED_PAGE}
        UNION ALL (${sorted('few', `NOT ${IS_MANY}`)})
        UNION ALL (${page(`${table} t`, `${IS_MANY} AND ${where}`)}))`,
    // What words find in their index is gone through whole, to be put in order.
    searching: `${walked(WALKED.searching, hasWords(kind))}, ${found(IS_FULL)},
      page AS MATERIALIZED (${WALKED_PAGE} UNION ALL (${sorted('found', 'true')}))`,
    narrowed_searching: `${few('false', ', t.account_id, t.search')},
      ${walked(WALKED.searching, `${IS_MANY} AND ${where} AND ${hasWords(kind)}`)}, ${found(`(${IS_FULL} OR NOT ${IS_MANY})`)},
      page AS MATERIALIZED (${WALKED_PAGE}
        UNION ALL (${sorted('few', `NOT ${IS_MANY} AND ${hasWords(kind)}`)})
        UNION ALL (${page(lookedUp('found', `${table} t`), where)}))`,
  };
  const sql = `WITH ${WAYS[way]}
    SELECT to_jsonb(item) AS item FROM (
      SELECT t.id, ${fields}, ${iso('t.updated_at')} AS updated_at, (${key})::text AS sort_key FROM page t ORDER BY ${inOrder(key)}) item`;
  const { text, parameters } = numbered(sql, PARAMETERS);
  const name: string = `panel_${way}_${kind}_by_${order}_${direction}`;
  return { statement: statement(name, text, { replanned: true }), parameters };
}

const waysOf = (kind: ListedKind, order: string, direction: Direction) => ({
  listing: listOf(kind, order, direction, 'listing'),
  narrowed: listOf(kind, order, direction, 'narrowed'),
  searching: listOf(kind, order, direction, 'searching'),
  narrowed_searching: listOf(kind, order, direction, 'narrowed_searching'),
});

const listsOf = (kind: ListedKind) =>
  Object.fromEntries(
    Object.keys(LISTED[kind].orders).map((order) => [
      order,
      { asc: waysOf(kind, order, 'asc'), desc: waysOf(kind, order, 'desc') },
    ]),
  );

/** Per kind, order and direction: of all records, of those that filters leave, of those that words find, and of those that both do. Each answers rows of `item`. */
export const recordLists = {
  opp: listsOf('opp'),
  contact: listsOf('contact'),
  prospect: listsOf('prospect'),
  target_account: listsOf('target_account'),
} as const satisfies Record<ListedKind, unknown>;

/** The filters that the list of a kind has. */
export const filtersOf = (kind: ListedKind): readonly string[] => Object.keys(LISTED[kind].filters);

/** The orders that the list of a kind has. */
export const ordersOf = (kind: ListedKind): readonly string[] => Object.keys(LISTED[kind].orders);
