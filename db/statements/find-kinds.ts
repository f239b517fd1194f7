import { AMOUNT_KEY, atLeast, atMost } from '../amounts.ts';
import { iso } from '../statement.ts';
import { note, ownWords, record, referred } from './find-words.ts';

/** Whom a draft waits for: SQL over the draft `t`. The one place to change when drafts are assigned. */
const ASSIGNEE = 't.staged_by_user_id';

/** Parameters of a search and their types; `{name}` in SQL stands for one, which is null when it was not given. */
export const PARAMETERS = {
  workspace: 'text',
  size: 'int',
  first: 'boolean',
  after: 'text',
  after_id: 'text',
  /** The query's words as a tsquery: all of them, and any (null for a single word); its first word; itself. */
  words: 'text',
  any_word: 'text',
  word: 'text',
  text: 'text',
  account_id: 'text',
  list: 'text',
  stage: 'text',
  stage_kind: 'text',
  close_from: 'date',
  close_to: 'date',
  amount_min: 'numeric',
  amount_max: 'numeric',
  /** The sum of the bits of the dimensions that are unknown. */
  missing: 'int',
  created_since: 'timestamptz',
  /** The lowest id a record of that time can have. */
  created_id: 'text',
  updated_since: 'timestamptz',
  no_activity_since: 'timestamptz',
  activity_capture_id: 'text',
  activity_entry_id: 'text',
  status: 'text',
  stale_before: 'timestamptz',
  assignee: 'text[]',
  owner: 'text',
} as const;

/** Filters of the wire. */
export const FILTERS = [
  'account_id',
  'list',
  'stage',
  'stage_kind',
  'close_from',
  'close_to',
  'amount_min',
  'amount_max',
  'missing',
  'created_since',
  'updated_since',
  'no_activity_since',
  'status',
  'assignee',
  'owner',
] as const;

export type Filter = (typeof FILTERS)[number];

/** An order: the column or expression, its type, and whether it runs downwards. Ties are broken by id. */
type Order = { key: string; type: string; descending: boolean };

export type Kind = {
  /** What `t` is. */
  from: string;
  name: string;
  /** The account's id. */
  account?: string;
  /** Further fields of a compact item. */
  fields: string;
  /** A text of which an item shows the part that matched. */
  text?: string;
  filters: Partial<Record<Filter, string>>;
  orders: Partial<Record<string, Order>>;
  /** Ids that a query finds; or a condition on `t` in their place. */
  found: string | { condition: string };
  /** Whether amounts are added up. */
  amounts?: true;
};

const CREATED = `t.id >= {created_id} AND t.created_at >= {created_since}`;
const dated = { created_since: CREATED, updated_since: 't.updated_at >= {updated_since}' };

const NEWEST: Order = { key: 't.id', type: 'text', descending: true };
const UPDATED: Order = { key: 't.updated_at', type: 'timestamptz', descending: true };
const STAMPS = `${iso('t.created_at')} AS created_at, ${iso('t.updated_at')} AS updated_at`;

const ACTIVE = `SELECT account_id FROM captures WHERE workspace_id = {workspace} AND account_id IS NOT NULL
     AND id >= {activity_capture_id} AND created_at >= {no_activity_since}
   UNION ALL SELECT account_id FROM meetings WHERE workspace_id = {workspace} AND account_id IS NOT NULL AND occurred_at >= {no_activity_since}
   UNION ALL SELECT p.account_id FROM plan_entries e JOIN plans p ON p.workspace_id = e.workspace_id AND p.id = e.plan_id
     WHERE e.workspace_id = {workspace} AND e.id >= {activity_entry_id} AND e.created_at >= {no_activity_since}`;

const PERSON = 'workspace_id, id, account_id, name, title, email, external_ref, created_at, updated_at';

const person = (from: string, found: string): Kind => ({
  from,
  name: 't.name',
  account: 't.account_id',
  fields: `t.title, t.email, t.external_ref, ${STAMPS}`,
  filters: { account_id: 't.account_id = {account_id}', ...dated },
  orders: { newest: NEWEST, updated: UPDATED },
  found,
});

/** The kinds of records that can be found, and how. */
export const KINDS = {
  account: {
    from: 'accounts t',
    name: 't.name',
    fields: `t.domain, t.industry, t.tier, t.external_ref, ${STAMPS}`,
    filters: {
      ...dated,
      no_activity_since: `t.id NOT IN (${ACTIVE}
   UNION ALL SELECT account_id FROM opportunities WHERE workspace_id = {workspace} AND updated_at >= {no_activity_since})`,
    },
    orders: {
      newest: NEWEST,
      updated: UPDATED,
      name: { key: 't.sort_name', type: 'text', descending: false },
    },
    found: `${ownWords('accounts')} UNION SELECT id FROM accounts WHERE workspace_id = {workspace} AND external_ref = {text}`,
  },
  opp: {
    from: 'opportunities t',
    name: 't.name',
    account: 't.account_id',
    fields: `t.stage, t.amount, t.currency, t.close_date, t.owner, t.gaps, t.external_ref, ${STAMPS}`,
    filters: {
      account_id: 't.account_id = {account_id}',
      stage: 't.stage_key = lower({stage})',
      stage_kind: 't.stage_kind = {stage_kind}',
      close_from: `t.closes >= {close_from} AND t.closes < 'infinity'`,
      close_to: 't.closes <= {close_to}',
      amount_min: atLeast('{amount_min}'),
      amount_max: atMost('{amount_max}'),
      missing: 't.gaps & {missing} = {missing}',
      ...dated,
      no_activity_since: `t.updated_at < {no_activity_since} AND t.account_id NOT IN (${ACTIVE})`,
      owner: 't.owner_key = lower({owner})',
    },
    orders: {
      newest: NEWEST,
      updated: UPDATED,
      close_date: { key: 't.closes', type: 'date', descending: false },
      amount: { key: `t.${AMOUNT_KEY}`, type: 'bigint', descending: true },
    },
    found: record('opportunities'),
    amounts: true,
  },
  contact: person('contacts t', record('contacts')),
  prospect: person('prospects t', record('prospects')),
  person: {
    ...person(
      `(SELECT 'contact' AS kind, ${PERSON} FROM contacts UNION ALL SELECT 'prospect', ${PERSON} FROM prospects) t`,
      `${record('contacts')} UNION ${record('prospects')}`,
    ),
    filters: {
      account_id: 't.account_id = {account_id}',
      created_since: 't.created_at >= {created_since}',
      updated_since: dated.updated_since,
    },
    orders: { newest: { key: 't.created_at', type: 'timestamptz', descending: true }, updated: UPDATED },
  },
  target_account: {
    from: 'target_accounts t',
    name: 't.name',
    fields: `t.list_name AS list, t.domain, t.industry, t.external_ref, ${STAMPS}`,
    filters: { list: 't.list_name = {list}', ...dated },
    orders: { newest: NEWEST },
    found: ownWords('target_accounts'),
  },
  capture: {
    from: 'captures t',
    name: 't.source',
    account: 't.account_id',
    fields: `t.prospect_id, t.tags, ${iso('t.created_at')} AS created_at`,
    text: 't.text',
    filters: { account_id: 't.account_id = {account_id}', created_since: CREATED },
    orders: { newest: NEWEST },
    found: `${note('captures')} UNION ${referred('captures')}`,
  },
  meeting: {
    from: 'meetings t',
    name: 't.outcome',
    account: 't.account_id',
    fields: `t.next_step, ${iso('t.occurred_at')} AS occurred_at, ${STAMPS}`,
    text: `COALESCE(t.notes, '')`,
    filters: { account_id: 't.account_id = {account_id}', ...dated },
    orders: { newest: { key: 't.occurred_at', type: 'timestamptz', descending: true } },
    found: `${note('meetings')} UNION ${referred('meetings')}`,
  },
  plan_entry: {
    from: '(SELECT e.*, p.account_id FROM plan_entries e JOIN plans p ON p.workspace_id = e.workspace_id AND p.id = e.plan_id) t',
    name: 't.section',
    account: 't.account_id',
    fields: `${iso('t.created_at')} AS created_at`,
    text: 't.content',
    filters: { account_id: 't.account_id = {account_id}', created_since: CREATED },
    orders: { newest: NEWEST },
    found: `${ownWords('plan_entries')} UNION ${referred('plan_entries')} UNION
   SELECT t.id FROM named a JOIN plans p ON p.workspace_id = {workspace} AND p.account_id = a.id
   JOIN plan_entries t ON t.workspace_id = {workspace} AND t.plan_id = p.id`,
  },
  draft: {
    from: 'drafts t',
    name: 'COALESCE(t.title, left(t.body, 80))',
    account: 't.account_id',
    fields: `t.state AS status, t.channel, t.account_ref, t.run_ref, ${ASSIGNEE} AS assignee, ${iso('t.scheduled_for')} AS scheduled_for, ${STAMPS}`,
    text: 't.body',
    filters: {
      account_id: 't.account_id = {account_id}',
      status: 't.state = {status}',
      assignee: `${ASSIGNEE} = ANY ({assignee})`,
      ...dated,
    },
    orders: { newest: NEWEST },
    found: note('drafts'),
  },
  run: {
    from: 'runs t',
    name: 'COALESCE(t.skill, t.run_ref)',
    fields: `t.run_ref, t.plugin, t.outcome, t.account_ref, t.error_code,
      CASE WHEN t.state = 'running' AND t.last_sign_at < {stale_before} THEN 'stale' ELSE t.state END AS status,
      ${iso('t.created_at')} AS created_at, ${iso('t.last_sign_at')} AS updated_at`,
    filters: {
      status: `CASE {status} WHEN 'stale' THEN t.state = 'running' AND t.last_sign_at < {stale_before} ELSE t.state = {status} END`,
      created_since: CREATED,
      updated_since: 't.last_sign_at >= {updated_since}',
    },
    orders: { newest: NEWEST },
    found: {
      condition: `strpos(lower(concat_ws(' ', t.run_ref, t.plugin, t.skill, t.outcome, t.account_ref, t.error_code)), lower({text})) > 0`,
    },
  },
} as const satisfies Record<string, Kind>;

export type FoundKind = keyof typeof KINDS;

/** The tables of what can be withdrawn, and their views with what was. */
const HIDING = /\b(captures|meetings|plan_entries|drafts)\b/g;

const WITHDRAWN = `'withdrawn' AS status, ${iso('t.withdrawn_at')} AS withdrawn_at, t.withdrawn_by, t.withdrawn_reason`;

/** A kind's withdrawn records in place of the others. */
export function withdrawnKind({ from, fields, filters, found, ...kind }: Kind): Kind {
  return {
    ...kind,
    from: `(SELECT * FROM ${from.replaceAll(HIDING, 'every_$1')} WHERE t.withdrawn_at IS NOT NULL) t`,
    fields: `${fields.replace('t.state AS status, ', '')}, ${WITHDRAWN}`,
    filters: { ...filters, status: `{status} = 'withdrawn'` },
    found:
      typeof found === 'string'
        ? found.replaceAll(/\b(FROM|JOIN) (captures|meetings|plan_entries|drafts)\b/g, '$1 every_$2')
        : found,
  };
}
