import { type Described, iso, statement } from '../statement.ts';
import { newestEntry } from './plan-sections.ts';
import type { Statements } from '../statements.generated.ts';

const OF_ACCOUNT = 'workspace_id = a.workspace_id AND account_id = a.id';

/** Lists of an account that are answered page by page, and where `$4` holds the id that a page begins below. */
export const LISTS = ['opps', 'contacts', 'plan', 'meetings', 'captures', 'prospects'] as const;

export type List = (typeof LISTS)[number];

/** Sorts after every id, in every collation: where a first page begins. */
export const BELOW_ALL = 'zz';

const startOf = (list: List) => `($4::text[])[${LISTS.indexOf(list) + 1}]`;

/** The beginning of a text. Its bytes are known without counting its characters one by one, of which it has no more. */
const beginning = (column: string) =>
  `CASE WHEN octet_length(${column}) <= $5::int THEN ${column} ELSE left(${column}, $5::int) END`;

/** A text up to the characters of it that are wanted, and how many it has. */
const cut = (column: string) => `${beginning(column)} AS ${column}, length(${column}) AS text_chars`;

/** The same of a text that is always there. */
const cutText = (column: string) => `COALESCE(${beginning(column)}, '') AS ${column}, length(${column}) AS text_chars`;

/** The newest rows of a list as JSON, one more than a page holds when there are more. */
const newest = (columns: string, from: string, order = 'id DESC') =>
  `COALESCE((SELECT json_agg(item) FROM (SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT $3::int + 1) item), '[]')`;

const ofAccount = (table: string, list: List, columns: string) =>
  newest(columns, `${table} WHERE ${OF_ACCOUNT} AND id < ${startOf(list)}`);

/** A record's columns under their own names, the payload as `facts`. */
const FACTS = 'payload AS facts';
const STAMPS = `${iso('created_at')} AS created_at, ${iso('updated_at')} AS updated_at`;

/** The deals `t` of a kind added up; the amount is null when they are in several currencies. */
const totalOf = (
  kind: string,
) => `json_build_object('count', COALESCE(sum(count) FILTER (WHERE stage_kind = '${kind}'), 0)::int,
      'amount', CASE WHEN count(DISTINCT COALESCE(currency, '')) FILTER (WHERE stage_kind = '${kind}') <= 1
                THEN COALESCE(sum(amount) FILTER (WHERE stage_kind = '${kind}'), 0) END)`;

const OPP_TOTALS = `(
  SELECT json_build_object(
    'count', COALESCE(sum(count), 0)::int,
    'amount', CASE WHEN count(DISTINCT COALESCE(currency, '')) <= 1 THEN COALESCE(sum(amount), 0) END,
    'open', ${totalOf('open')}, 'won', ${totalOf('won')}, 'lost', ${totalOf('lost')},
    'by_stage', COALESCE(json_agg(json_build_object('stage', stage, 'kind', stage_kind, 'currency', currency, 'count', count, 'amount', amount)
                         ORDER BY count DESC, stage, currency) FILTER (WHERE rank <= 100), '[]'))
  FROM (SELECT stage, stage_kind, currency, count(*)::int AS count, COALESCE(sum(amount), 0) AS amount,
               row_number() OVER (ORDER BY count(*) DESC, stage, currency) AS rank
        FROM opportunities WHERE ${OF_ACCOUNT} GROUP BY stage, stage_kind, currency) stages)`;

const PLAN = `(
  SELECT json_build_object('id', p.id, 'created_at', ${iso('p.created_at')}, 'updated_at', ${iso('p.updated_at')},
    'sections', COALESCE((SELECT json_agg(held) FROM (
        SELECT s.section, s.entries, ${iso('newest.created_at')} AS updated_at
        FROM plan_sections s CROSS JOIN LATERAL (${newestEntry('id, created_at')}) newest
        WHERE s.workspace_id = p.workspace_id AND s.plan_id = p.id ORDER BY newest.id DESC LIMIT 200) held), '[]'),
    'items', ${newest(
      `id, section, ${cutText('content')}, ${iso('created_at')} AS created_at`,
      `plan_entries WHERE workspace_id = p.workspace_id AND plan_id = p.id AND id < ${startOf('plan')}`,
    )})
  FROM plans p WHERE p.${OF_ACCOUNT})`;

const MEETINGS = newest(
  `id, outcome, ${cut('notes')}, next_step, ${iso('occurred_at')} AS occurred_at, ${STAMPS}`,
  `meetings WHERE ${OF_ACCOUNT} AND (meetings.occurred_at, id) < (
     COALESCE((SELECT m.occurred_at FROM meetings m WHERE m.workspace_id = a.workspace_id AND m.id = ${startOf('meetings')}), 'infinity'),
     ${startOf('meetings')})`,
  'meetings.occurred_at DESC, id DESC',
);

/** The latest score of each role. */
const SCORES = `COALESCE((SELECT json_agg(latest) FROM (
    SELECT DISTINCT ON (role) id, role, value, band, ${iso('created_at')} AS at
    FROM (SELECT * FROM scores WHERE ${OF_ACCOUNT} ORDER BY id DESC LIMIT 500) newest ORDER BY role, id DESC) latest), '[]')`;

/** The newest values that wait for a person, or that one declined within 30 days. */
const PROPOSED = `COALESCE((SELECT json_agg(p) FROM (
    SELECT record_id, field, state FROM value_proposals
    WHERE ${OF_ACCOUNT} AND (state = 'proposed' OR state = 'declined' AND decided_at > now() - interval '30 days')
    ORDER BY id DESC LIMIT 6) p), '[]')`;

/** Captures `c` from somewhere, a page of the newest. */
const pageOf = (from: string) =>
  `(SELECT c.* FROM ${from} AND c.id < ${startOf('captures')} ORDER BY c.id DESC LIMIT $3::int + 1)`;

const ON_REQUEST = {
  plan: PLAN,
  meetings: MEETINGS,
  captures: newest(
    `id, source, ${cutText('text')}, prospect_id, tags, ${iso('created_at')} AS created_at`,
    // Each half is cut to a page by its own index: the newest of both are among them.
    `(${pageOf('captures c WHERE c.workspace_id = a.workspace_id AND c.account_id = a.id')} UNION ALL ${pageOf(
      `prospects p JOIN captures c ON c.workspace_id = p.workspace_id AND c.prospect_id = p.id AND c.account_id IS NULL
       WHERE p.workspace_id = a.workspace_id AND p.account_id = a.id`,
    )}) logged`,
  ),
} as const;

export type OnRequest = keyof typeof ON_REQUEST;

/**
 * An account with its deals, contacts and the collections asked for: one statement, one round trip. A statement for
 * every choice of collections, because one that leaves the choice to a parameter is planned anew at every call; planned
 * once, as each connection would plan its first five calls for 3 to 4 ms each before it takes the same plan.
 */
const findAccountWith = (collections: OnRequest[]) =>
  statement(
    ['find_account', ...collections].join('_') as `find_account${'' | '_plan'}${'' | '_meetings'}${'' | '_captures'}`,
    `SELECT json_build_object(
       'account', json_build_object('id', a.id, 'name', a.name, 'domain', a.domain, 'industry', a.industry,
         'employee_count', a.employee_count, 'tier', a.tier, 'external_ref', a.external_ref, 'facts', a.payload,
         'created_at', ${iso('a.created_at')}, 'updated_at', ${iso('a.updated_at')}),
       'opp_totals', ${OPP_TOTALS},
       'opps', ${ofAccount(
         'opportunities',
         'opps',
         `id, name, stage, stage_kind, amount, currency, close_date, owner, external_ref, meddpicc, ${FACTS}, ${STAMPS}`,
       )},
       'contacts', ${ofAccount(
         'contacts',
         'contacts',
         `id, name, title, email, phone, linkedin, external_ref, ${FACTS}, ${STAMPS}`,
       )},
       'prospects', ${ofAccount(
         'prospects',
         'prospects',
         `id, name, title, email, ${cut('notes')}, external_ref, ${FACTS}, ${STAMPS}`,
       )},
       'proposed', ${PROPOSED},
       'scores', ${SCORES}${collections.map((name) => `, '${name}', ${ON_REQUEST[name]}`).join('')}
     ) AS found
     FROM accounts a WHERE a.workspace_id = $1 AND a.id = $2`,
    { quick: true, generic: true },
  );

const COLLECTIONS = Object.keys(ON_REQUEST) as OnRequest[];

const chosen = (include: readonly OnRequest[]) => COLLECTIONS.filter((name) => include.includes(name));

const STATEMENTS = new Map(
  [0, 1, 2, 3, 4, 5, 6, 7].map((choice) => {
    const collections = COLLECTIONS.filter((_, index) => (choice & (1 << index)) !== 0);
    return [collections.join(), findAccountWith(collections)];
  }),
);

type Whole = Statements['find_account_plan_meetings_captures']['row']['found'];

/** An account as it is read: its shape comes from the statement. Collections are there when requested. */
export type FoundAccount = Omit<Whole, OnRequest> & Partial<Pick<Whole, OnRequest>>;

/** `$1`: workspace, `$2`: account, `$3`: items a page, `$4`: where each of `LISTS` begins, `$5`: characters of a text. */
export const findAccount = (
  include: readonly OnRequest[],
): Described<Statements['find_account']['parameters'], { found: FoundAccount }> =>
  STATEMENTS.get(chosen(include).join())!;
