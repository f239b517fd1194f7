import { OPEN } from '../open-deals.ts';
import { type Described, iso, narrowed, type RowOf, statement } from '../statement.ts';
import type { Statements } from '../statements.generated.ts';

const OF_ACCOUNT = 'workspace_id = a.workspace_id AND account_id = a.id';

/** Lists of an account that are answered page by page, and where `$4` holds the id that a page begins below. */
export const LISTS = ['opps', 'contacts', 'plan', 'meetings', 'captures'] as const;

export type List = (typeof LISTS)[number];

/** Sorts after every id, in every collation: where a first page begins. */
export const BELOW_ALL = 'zz';

const startOf = (list: List) => `($4::text[])[${LISTS.indexOf(list) + 1}]`;

/** The newest rows of a list as JSON, one more than a page holds when there are more. */
const newest = (columns: string, from: string, order = 'id DESC') =>
  `COALESCE((SELECT json_agg(item) FROM (SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT $3::int + 1) item), '[]')`;

const ofAccount = (table: string, list: List, columns: string) =>
  newest(columns, `${table} WHERE ${OF_ACCOUNT} AND id < ${startOf(list)}`);

/** A record's columns under their own names, the payload as `facts`. */
const FACTS = 'payload AS facts';
const STAMPS = `${iso('created_at')} AS created_at, ${iso('updated_at')} AS updated_at`;

const OPP_TOTALS = `(
  SELECT json_build_object(
    'count', COALESCE(sum(count), 0)::int,
    'amount', CASE WHEN count(DISTINCT COALESCE(currency, '')) <= 1 THEN COALESCE(sum(amount), 0) END,
    'by_stage', COALESCE(json_agg(json_build_object('stage', stage, 'currency', currency, 'count', count, 'amount', amount)
                         ORDER BY count DESC, stage, currency) FILTER (WHERE rank <= 100), '[]'))
  FROM (SELECT stage, currency, count(*)::int AS count, COALESCE(sum(amount), 0) AS amount,
               row_number() OVER (ORDER BY count(*) DESC, stage, currency) AS rank
        FROM opportunities WHERE ${OF_ACCOUNT} GROUP BY stage, currency) stages)`;

const PLAN = `(
  SELECT json_build_object('id', p.id, 'created_at', ${iso('p.created_at')}, 'updated_at', ${iso('p.updated_at')},
    'sections', COALESCE((SELECT json_agg(held) FROM (
        SELECT section, count(*)::int AS entries, ${iso('max(created_at)')} AS updated_at
        FROM plan_entries WHERE workspace_id = p.workspace_id AND plan_id = p.id
        GROUP BY section ORDER BY max(id) DESC LIMIT 200) held), '[]'),
    'items', ${newest(
      `id, section, content, ${iso('created_at')} AS created_at`,
      `plan_entries WHERE workspace_id = p.workspace_id AND plan_id = p.id AND id < ${startOf('plan')}`,
    )})
  FROM plans p WHERE p.${OF_ACCOUNT})`;

const MEETINGS = newest(
  `id, outcome, notes, next_step, ${iso('occurred_at')} AS occurred_at, ${STAMPS}`,
  `meetings WHERE ${OF_ACCOUNT} AND (meetings.occurred_at, id) < (
     COALESCE((SELECT m.occurred_at FROM meetings m WHERE m.workspace_id = a.workspace_id AND m.id = ${startOf('meetings')}), 'infinity'),
     ${startOf('meetings')})`,
  'meetings.occurred_at DESC, id DESC',
);

/** Captures `c` from somewhere, a page of the newest. */
const pageOf = (from: string) =>
  `(SELECT c.* FROM ${from} AND c.id < ${startOf('captures')} ORDER BY c.id DESC LIMIT $3::int + 1)`;

const ON_REQUEST = {
  plan: PLAN,
  meetings: MEETINGS,
  captures: newest(
    `id, source, text, prospect_id, tags, ${iso('created_at')} AS created_at`,
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
 * every choice of collections, because one that leaves the choice to a parameter is planned anew at every call.
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
         `id, name, stage, amount, currency, close_date, owner, external_ref, meddpicc, ${FACTS}, ${STAMPS}`,
       )},
       'contacts', ${ofAccount(
         'contacts',
         'contacts',
         `id, name, title, email, phone, linkedin, external_ref, ${FACTS}, ${STAMPS}`,
       )}${collections.map((name) => `, '${name}', ${ON_REQUEST[name]}`).join('')}
     ) AS found
     FROM accounts a WHERE a.workspace_id = $1 AND a.id = $2`,
    { quick: true },
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

/** An account as it is read, and the one place its shape is told from: the statement. Collections come when asked for. */
export type FoundAccount = Omit<Whole, OnRequest> & Partial<Pick<Whole, OnRequest>>;

/** `$1`: workspace, `$2`: account, `$3`: items a page, `$4`: where each of `LISTS` begins. */
export const findAccount = (
  include: readonly OnRequest[],
): Described<Statements['find_account']['parameters'], { found: FoundAccount }> =>
  STATEMENTS.get(chosen(include).join())!;

/** Appends to a plan, made at the same time if the account has none. `$1`: workspace, `$2`: new plan id, `$3`: account, `$4`: new entry id, `$5`: section, `$6`: content. */
export const appendToPlan = statement(
  'append_to_plan',
  `WITH plan AS (
     INSERT INTO plans AS p (workspace_id, id, account_id) VALUES ($1, $2, $3)
     ON CONFLICT (workspace_id, account_id) DO UPDATE SET updated_at = now()
     RETURNING p.id, ${iso('p.updated_at')} AS updated_at
   ), entry AS (
     INSERT INTO plan_entries (workspace_id, id, plan_id, section, content) SELECT $1, $4, plan.id, $5, $6 FROM plan
   )
   SELECT * FROM plan`,
);

/** What a section holds, its newest `$4` characters. `$1`: workspace, `$2`: plan, `$3`: section. */
export const findPlanSection = statement(
  'find_plan_section',
  `SELECT right(content, $4::int) AS content, length(content) <= $4::int AND entries <= 50 AS complete, entries, sections
   FROM (
     SELECT (SELECT string_agg(content, E'\\n\\n' ORDER BY id) FROM (
               SELECT id, content FROM plan_entries WHERE workspace_id = $1 AND plan_id = $2 AND section = $3
               ORDER BY id DESC LIMIT 50) newest) AS content,
            (SELECT count(*)::int FROM plan_entries WHERE workspace_id = $1 AND plan_id = $2 AND section = $3) AS entries,
            (SELECT count(DISTINCT section)::int FROM plan_entries WHERE workspace_id = $1 AND plan_id = $2) AS sections
   ) held`,
  { row: narrowed<{ content: string; complete: boolean }>() },
);

/** The account is locked, for its next step is superseded one call after the other. */
const MEETING = `RETURNING m.id, m.account_id, m.outcome, m.notes, m.next_step, ${iso('m.occurred_at')} AS occurred_at,
  (SELECT a.name FROM accounts a WHERE a.workspace_id = m.workspace_id AND a.id = m.account_id FOR NO KEY UPDATE) AS account_name,
  NOT EXISTS (SELECT FROM meetings o WHERE o.workspace_id = m.workspace_id AND o.account_id = m.account_id
              AND o.occurred_at > m.occurred_at AND o.next_step IS NOT NULL) AS latest`;

/** `$1`: workspace, `$2`: new id, `$3`: account, `$4`: outcome, `$5`: notes, `$6`: next step, `$7`: when. */
export const createMeeting = statement(
  'create_meeting',
  `INSERT INTO meetings AS m (workspace_id, id, account_id, outcome, notes, next_step, occurred_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7) ${MEETING}`,
);

/** As `createMeeting`, of a meeting that is there; what is null stays as it is. */
export const updateMeeting = statement(
  'update_meeting',
  `UPDATE meetings m
   SET account_id = COALESCE($3, m.account_id), outcome = $4, notes = COALESCE($5, m.notes),
       next_step = COALESCE($6, m.next_step), occurred_at = COALESCE($7, m.occurred_at), updated_at = now()
   WHERE m.workspace_id = $1 AND m.id = $2 ${MEETING}`,
);

const MOST_BRIEFED = 50;

const briefed = (name: string, rows: string) =>
  `'${name}', COALESCE((SELECT json_agg(item) FROM (${rows} LIMIT ${MOST_BRIEFED}) item), '[]')`;

const accountName = (of: string) =>
  `(SELECT a.name FROM accounts a WHERE a.workspace_id = $1 AND a.id = ${of}.account_id) AS account_name`;

/**
 * What a brief tells, each list at most 50 with its total beside it. `$1`: workspace, `$2`: since when, `$3` and `$4`:
 * the lowest ids that captures and plan entries of that time can have, so that their keys find them.
 */
export const pullBrief = statement(
  'pull_brief',
  `WITH new_captures AS (
     SELECT id, account_id, prospect_id, source, text, created_at FROM captures
     WHERE workspace_id = $1 AND id >= $3 AND created_at >= $2
   ), new_meetings AS (
     SELECT id, account_id, outcome, next_step, occurred_at FROM meetings WHERE workspace_id = $1 AND occurred_at >= $2
   ), deals AS (
     SELECT id, account_id, name, stage, amount, currency, close_date, meddpicc, updated_at,
            ${OPEN} AND (SELECT count(*) FROM jsonb_object_keys(meddpicc)) < 8 AS with_gaps
     FROM opportunities WHERE workspace_id = $1
   ), activity AS (
     SELECT account_id, 'capture' AS kind, created_at AS at FROM new_captures WHERE account_id IS NOT NULL
     UNION ALL SELECT account_id, 'meeting', occurred_at FROM new_meetings WHERE account_id IS NOT NULL
     UNION ALL SELECT account_id, 'deal', updated_at FROM deals WHERE updated_at >= $2
     UNION ALL SELECT p.account_id, 'plan', e.created_at FROM plan_entries e JOIN plans p ON p.workspace_id = e.workspace_id AND p.id = e.plan_id
       WHERE e.workspace_id = $1 AND e.id >= $4 AND e.created_at >= $2
   ), active AS (
     SELECT account_id, max(at) AS at, count(*) FILTER (WHERE kind = 'capture')::int AS captures,
            count(*) FILTER (WHERE kind = 'meeting')::int AS meetings, count(*) FILTER (WHERE kind = 'deal')::int AS deals,
            count(*) FILTER (WHERE kind = 'plan')::int AS plan_entries
     FROM activity GROUP BY account_id
   ), sections AS (
     SELECT plan_id, section, count(*)::int AS entries, max(id) AS last FROM plan_entries WHERE workspace_id = $1 GROUP BY plan_id, section
   )
   SELECT json_build_object(
     'counts', json_build_object(
       'active_accounts', (SELECT count(*) FROM active), 'captures', (SELECT count(*) FROM new_captures),
       'meetings', (SELECT count(*) FROM new_meetings), 'plan_sections', (SELECT count(*) FROM sections),
       'deals_with_gaps', (SELECT count(*) FROM deals WHERE with_gaps),
       'drafts_waiting', (SELECT count(*) FROM drafts WHERE workspace_id = $1 AND state = 'pending')),
     ${briefed(
       'active_accounts',
       `SELECT a.id AS account_id, a.name, a.tier, c.captures, c.meetings, c.deals, c.plan_entries, ${iso('c.at')} AS last_active_at
        FROM active c JOIN accounts a ON a.workspace_id = $1 AND a.id = c.account_id ORDER BY c.at DESC, c.account_id`,
     )},
     ${briefed(
       'captures',
       `SELECT id AS capture_id, account_id, ${accountName('c')}, prospect_id, source, left(text, 500) AS excerpt, ${iso('created_at')} AS created_at
        FROM new_captures c ORDER BY id DESC`,
     )},
     ${briefed(
       'meetings',
       `SELECT id AS meeting_id, account_id, ${accountName('m')}, outcome, next_step, ${iso('occurred_at')} AS occurred_at
        FROM new_meetings m ORDER BY m.occurred_at DESC, id DESC`,
     )},
     ${briefed(
       'open_plan_sections',
       `SELECT p.account_id, ${accountName('p')}, s.section, s.entries, left(e.content, 500) AS latest, ${iso('e.created_at')} AS updated_at
        FROM sections s JOIN plans p ON p.workspace_id = $1 AND p.id = s.plan_id
        JOIN plan_entries e ON e.workspace_id = $1 AND e.id = s.last ORDER BY s.last DESC`,
     )},
     ${briefed(
       'deals_with_gaps',
       `SELECT id AS opp_id, account_id, ${accountName('d')}, name, stage, amount, currency, close_date, meddpicc
        FROM deals d WHERE with_gaps ORDER BY close_date, amount DESC NULLS LAST, id`,
     )},
     ${briefed(
       'drafts_waiting',
       `SELECT id AS draft_id, channel, title, product, skill, account_id, account_ref, ${iso('created_at')} AS created_at
        FROM drafts WHERE workspace_id = $1 AND state = 'pending' ORDER BY id DESC`,
     )}
   ) AS brief`,
);

export type MeetingRow = RowOf<typeof createMeeting>;
