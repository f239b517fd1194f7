import { AMOUNT_KEY } from '../amounts.ts';
import { OPEN, OPEN_LACKING_EVIDENCE } from '../open-deals.ts';
import type { FactEvidence } from '../entities/facts.ts';
import { iso, narrowed, type RowOf, statement } from '../statement.ts';
import { EVIDENCE } from './evidence.ts';

export type Evident = { evidence: FactEvidence | null };

/** Open deals of an account that its row in the list is reckoned from. */
export const MOST_DEALS = 2_000;

/** Dimensions of a deal that are unknown, of eight. */
const GAPS = `bit_count(gaps::bit(8))::int`;

const ROW = `p.id, p.name, p.domain, p.industry, p.employee_count, p.tier, ${iso('p.updated_at')} AS updated_at,
  (SELECT t.tier FROM tier_proposals t WHERE t.workspace_id = $1 AND t.account_id = p.id AND t.state = 'proposed') AS proposed_tier,
  d.open_deals, d.open_amount, d.currency, d.currencies, d.completeness,
  ${iso(`greatest(
    (SELECT m.occurred_at FROM meetings m WHERE m.workspace_id = $1 AND m.account_id = p.id ORDER BY m.occurred_at DESC, m.id DESC LIMIT 1),
    (SELECT c.created_at FROM captures c WHERE c.workspace_id = $1 AND c.account_id = p.id ORDER BY c.id DESC LIMIT 1))`)} AS last_activity_at`;

/** A deal without an amount adds nothing to the sum, nor its currency to the currencies. */
const DEALS = `SELECT count(*)::int AS open_deals, min(8 - missing) AS completeness, count(DISTINCT known)::int AS currencies,
    CASE WHEN count(DISTINCT known) <= 1 THEN sum(amount)::float8 END AS open_amount,
    CASE WHEN count(DISTINCT known) = 1 THEN NULLIF(max(known), '') END AS currency
  FROM (SELECT amount, CASE WHEN amount IS NOT NULL THEN COALESCE(currency, '') END AS known, ${GAPS} AS missing FROM opportunities o
        WHERE o.workspace_id = $1 AND o.account_id = p.id AND ${OPEN} LIMIT ${MOST_DEALS}) open`;

const FILTERS = `AND ($3::text IS NULL OR a.tier = $3) AND ($4::text IS NULL OR a.industry = $4)
  AND (NOT $5::boolean OR (
    SELECT true FROM opportunities WHERE workspace_id = $1 AND account_id = a.id AND ${OPEN_LACKING_EVIDENCE} LIMIT 1))
  AND (NOT $6::boolean OR a.id = ANY (ARRAY(
    SELECT t.account_id FROM tier_proposals t WHERE t.workspace_id = $1 AND t.state = 'proposed')))`;

/** Open deals `o` that are the first of their account's, in an order of deals. */
const FIRST = (key: (deal: string) => string, beyond: '<' | '>') =>
  `o.workspace_id = $1 AND o.${OPEN} AND NOT EXISTS (SELECT FROM opportunities b WHERE b.workspace_id = $1
     AND b.account_id = o.account_id AND b.${OPEN} AND (${key('b')}, b.id) ${beyond} (${key('o')}, o.id))`;
const AMOUNT = (deal: string) => `${deal}.${AMOUNT_KEY}`;
const CLOSES = (deal: string) => `${deal}.closes`;

/**
 * By name and by age, by the largest open deal, and by the open deal that closes first: each with the accounts `a`, the
 * condition that a page begins with, what it is sorted by, and its order.
 */
const SORTS = {
  name: {
    from: '',
    after: `AND (a.sort_name, a.id) > ($7::text, $8::text)`,
    key: 'a.sort_name',
    id: 'a.id',
    order: 'key, by_id',
  },
  newest: {
    from: '',
    after: `AND a.id < $8::text AND $7::text IS NOT NULL`,
    key: 'a.id',
    id: 'a.id',
    order: 'key DESC',
  },
  largest: {
    from: `JOIN opportunities o ON o.account_id = a.id AND ${FIRST(AMOUNT, '>')}`,
    after: `AND ($8::text = '' OR (${AMOUNT('o')}, o.id) < (NULLIF($7, '')::bigint, $8::text))`,
    key: AMOUNT('o'),
    id: 'o.id',
    order: 'key DESC, by_id DESC',
  },
  closing: {
    from: `JOIN opportunities o ON o.account_id = a.id AND ${FIRST(CLOSES, '<')}`,
    after: `AND ($8::text = '' OR (o.closes, o.id) > (NULLIF($7, '')::date, $8::text))`,
    key: 'o.closes',
    id: 'o.id',
    order: 'key, by_id',
  },
} as const;

export type AccountSort = keyof typeof SORTS;

const list = <Sort extends AccountSort, const Way extends 'list' | 'search'>(sort: Sort, way: Way) => {
  const searching = way === 'search';
  const { from, after, key, id, order } = SORTS[sort];
  // Found first and put in order then: the way through the order, looking at each, takes ever longer the fewer fit.
  const found = `found AS MATERIALIZED (SELECT id, workspace_id, sort_name, tier, industry FROM searchable_accounts
       WHERE workspace_id = $1 AND search @@ (to_tsquery('simple', $9) && $1::tsquery)), `;
  return statement(
    `panel_${way}_accounts_by_${sort}`,
    `WITH ${searching ? found : ''}page AS MATERIALIZED (
       SELECT a.id, ${key} AS key, ${id} AS by_id FROM ${searching ? 'found' : 'accounts'} a ${from} WHERE a.workspace_id = $1 ${after} ${FILTERS}
       ORDER BY ${order} LIMIT $2::int
     )
     SELECT ${ROW}, key::text AS sort_key, by_id AS sort_id FROM page
     CROSS JOIN LATERAL (SELECT * FROM accounts WHERE workspace_id = $1 AND id = page.id OFFSET 0) p
     CROSS JOIN LATERAL (${DEALS}) d ORDER BY ${order}`,
    { replanned: true },
  );
};

/**
 * A page of accounts. `$1`: workspace, `$2`: limit, `$3`: tier, `$4`: industry, `$5`: with gaps in open deals, `$6`: with
 * a proposed tier, `$7` and `$8`: what the last one of the page before is sorted by, and the id it is sorted by then (of a
 * deal where the order is one of deals), `$9`: words.
 */
export const listAccounts = {
  name: list('name', 'list'),
  newest: list('newest', 'list'),
  largest: list('largest', 'list'),
  closing: list('closing', 'list'),
} as const;
export const searchAccounts = {
  name: list('name', 'search'),
  newest: list('newest', 'search'),
  largest: list('largest', 'search'),
  closing: list('closing', 'search'),
} as const;

/** Tiers and industries to filter by: of the newest accounts, so that the look costs the same however many there are. `$1`: workspace. */
export const findFilterWords = statement(
  'panel_filter_words',
  `WITH newest AS MATERIALIZED (SELECT tier, industry FROM accounts WHERE workspace_id = $1 ORDER BY id DESC LIMIT 5000)
   SELECT ARRAY(SELECT DISTINCT tier FROM newest WHERE tier IS NOT NULL ORDER BY tier LIMIT 50) AS tiers,
          ARRAY(SELECT DISTINCT industry FROM newest WHERE industry IS NOT NULL ORDER BY industry LIMIT 200) AS industries`,
);

/** Who established what is known of deals. `$1`: workspace, `$2`: deals, `$3`: attributes. */
export const findFactProvenance = statement(
  'panel_find_established',
  `SELECT f.subject_id, f.attribute, f.id AS fact_id, ${iso('f.at')} AS at, f.tool, f.provider, f.key_id, f.user_id, f.run_ref, ${EVIDENCE} AS evidence
   FROM unnest($2::text[]) AS s (id) CROSS JOIN unnest($3::text[]) AS a (name) CROSS JOIN LATERAL (
     SELECT * FROM facts WHERE workspace_id = $1 AND subject_id = s.id AND attribute = a.name AND single AND superseded_at IS NULL
     LIMIT 1) f`,
  { row: narrowed<Evident>() },
);

const PROPOSAL = `id AS proposal_id, from_tier, tier, reason, evidence, state, decided_tier, decided_by_user_id,
  ${iso('decided_at')} AS decided_at, key_id, run_ref, ${iso('created_at')} AS created_at`;

/** Deals of an account by kind of their stage: how many, their gaps, and their known amounts by currency. */
const DEAL_TOTALS = `SELECT stage_kind AS kind, COALESCE(sum(count), 0)::int AS count, COALESCE(sum(gaps), 0)::int AS gaps,
    COALESCE(json_agg(json_build_object('currency', currency, 'amount', amount) ORDER BY amount DESC) FILTER (WHERE amount IS NOT NULL), '[]') AS amounts
  FROM (SELECT stage_kind, currency, count(*) AS count, sum(amount)::float8 AS amount, sum(${GAPS}) AS gaps
        FROM opportunities WHERE workspace_id = $1 AND account_id = $2 GROUP BY stage_kind, currency) kinds
  GROUP BY stage_kind`;

/** Proposals, newest first, of each role the latest score, and all deals added up. `$1`: workspace, `$2`: account. */
export const findJudgements = statement(
  'panel_find_judgements',
  `SELECT COALESCE((SELECT json_agg(p) FROM (
            SELECT ${PROPOSAL} FROM tier_proposals WHERE workspace_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT 50) p), '[]') AS proposals,
          COALESCE((SELECT json_agg(s) FROM (
            SELECT DISTINCT ON (role) id AS score_id, role, value, band, drivers, weights_version, run_ref, ${iso('created_at')} AS at
            FROM (SELECT * FROM scores WHERE workspace_id = $1 AND account_id = $2 ORDER BY id DESC LIMIT 500) newest
            ORDER BY role, id DESC) s), '[]') AS scores,
          COALESCE((SELECT json_agg(t) FROM (${DEAL_TOTALS}) t), '[]') AS deal_totals`,
);

/**
 * Open deals of an account, those worth most first; one without a name goes by its id at the host. `$1`: workspace, `$2`: account, `$3`: the deal to go on after, or null,
 * `$4`: limit.
 */
export const listOpenDeals = statement(
  'panel_open_deals',
  `SELECT id, COALESCE(name, external_ref) AS name, stage, amount::float8 AS amount, currency, meddpicc FROM opportunities
   WHERE workspace_id = $1 AND account_id = $2 AND ${OPEN}
     AND ($3::text IS NULL OR (${AMOUNT_KEY}, id) < (
       SELECT o.${AMOUNT_KEY}, o.id FROM opportunities o WHERE o.workspace_id = $1 AND o.id = $3))
   ORDER BY ${AMOUNT_KEY} DESC, id DESC LIMIT $4::int`,
);

/** Open proposals of all accounts, newest first. `$1`: workspace, `$2`: id to start below, `$3`: limit. */
export const listOpenProposals = statement(
  'panel_list_open_proposals',
  `SELECT p.*, a.name AS account_name, a.tier AS current_tier FROM (
     SELECT account_id, ${PROPOSAL} FROM tier_proposals WHERE workspace_id = $1 AND state = 'proposed' AND id < $2 ORDER BY id DESC LIMIT $3) p
   JOIN accounts a ON a.workspace_id = $1 AND a.id = p.account_id ORDER BY p.proposal_id DESC`,
);

const SUBJECT_NAME = `CASE f.subject_type
  WHEN 'account' THEN (SELECT name FROM accounts WHERE workspace_id = $1 AND id = f.subject_id)
  WHEN 'opp' THEN (SELECT name FROM opportunities WHERE workspace_id = $1 AND id = f.subject_id)
  WHEN 'contact' THEN (SELECT name FROM contacts WHERE workspace_id = $1 AND id = f.subject_id)
  WHEN 'prospect' THEN (SELECT name FROM prospects WHERE workspace_id = $1 AND id = f.subject_id)
  WHEN 'draft' THEN (SELECT title FROM drafts WHERE workspace_id = $1 AND id = f.subject_id) END`;

/** A fact `f` as the panel shows it. */
export const FACT = `f.id AS fact_id, f.account_id, f.subject_type, f.subject_id, ${SUBJECT_NAME} AS subject_name, f.attribute, f.value, f.sentence,
  f.single, f.tool, f.provider, f.key_id, f.user_id, f.run_ref, ${EVIDENCE} AS evidence, ${iso('f.at')} AS at, ${iso('f.superseded_at')} AS superseded_at`;

/** Facts of an account, newest first. `$1`: workspace, `$2`: account, `$3`: id to start below, `$4`: limit, `$5`: current only. */
export const listFacts = statement(
  'panel_list_facts',
  `SELECT ${FACT} FROM facts f
   WHERE f.workspace_id = $1 AND f.account_id = $2 AND f.id < $3 AND (NOT $5::boolean OR f.superseded_at IS NULL)
   ORDER BY f.id DESC LIMIT $4`,
  { row: narrowed<Evident>() },
);

/** What was said of one attribute of one subject of an account, newest first. `$1`: workspace, `$2`: account, `$3`: subject, `$4`: attribute. */
export const findFactHistory = statement(
  'panel_fact_history',
  `SELECT ${FACT} FROM facts f
   WHERE f.workspace_id = $1 AND f.account_id = $2 AND f.subject_id = $3 AND f.attribute = $4 ORDER BY f.id DESC LIMIT 200`,
  { row: narrowed<Evident>() },
);

/**
 * Facts a draft may rest on, those of its run first: of its account, what stood when it was staged; without an account, what
 * its run recorded before. `$1`: workspace, `$2`: run ref, `$3`: account, or null, `$4`: the draft.
 */
export const findFactsOfDraft = statement(
  'panel_facts_of_draft',
  `WITH staged AS (SELECT created_at AS at FROM drafts WHERE workspace_id = $1 AND id = $4),
   chosen AS (
     (SELECT f.*, true AS of_run FROM facts f, staged WHERE f.workspace_id = $1 AND f.run_ref = $2 AND ($3::text IS NULL OR f.account_id = $3)
        AND f.at <= staged.at AND f.subject_type <> 'draft' ORDER BY f.id DESC LIMIT 60)
     UNION ALL
     (SELECT f.*, false FROM facts f, staged WHERE f.workspace_id = $1 AND f.account_id = $3 AND ($2::text IS NULL OR f.run_ref IS DISTINCT FROM $2)
        AND f.at <= staged.at AND (f.superseded_at IS NULL OR f.superseded_at > staged.at) AND f.subject_type <> 'draft'
      ORDER BY f.id DESC LIMIT 60))
   SELECT ${FACT}, f.of_run FROM chosen f ORDER BY f.of_run DESC, f.id DESC`,
  { row: narrowed<Evident>() },
);

export type ListedAccount = RowOf<(typeof listAccounts)[AccountSort]>;
export type Established = RowOf<typeof findFactProvenance>;
export type Proposal = RowOf<typeof findJudgements>['proposals'][number];
