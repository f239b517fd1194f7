import { OPEN } from '../open-deals.ts';
import { iso, type RowOf, statement } from '../statement.ts';
import { newestEntry } from './plan-sections.ts';

const MAX_BRIEFED = 50;

const briefed = (name: string, rows: string) =>
  `'${name}', COALESCE((SELECT json_agg(item) FROM (${rows} LIMIT ${MAX_BRIEFED}) item), '[]')`;

const accountName = (of: string) =>
  `(SELECT a.name FROM accounts a WHERE a.workspace_id = $1 AND a.id = ${of}.account_id) AS account_name`;

const DEAL = `id AS opp_id, account_id, ${accountName('d')}, name, stage, amount, currency, close_date`;
const GAPS = `opportunities d WHERE workspace_id = $1 AND ${OPEN} AND gaps > 0`;
const OVERDUE = `opportunities d WHERE workspace_id = $1 AND ${OPEN} AND closes < $5::date`;
const NEW_PROSPECTS = `prospects p WHERE workspace_id = $1 AND id >= $7 AND created_at >= $2`;

/** Roles in which a higher score is worse. */
const RISKS = `('deal-risk', 'deal-risk-team', 'technical-risk')`;

const recorded = (table: string, condition = '') =>
  `(SELECT count(*) FROM ${table} WHERE workspace_id = $1 AND created_at >= $2${condition})`;

/**
 * A brief, each list at most 50 with its total. `$1`: workspace, `$2`: since when, `$5`: today, the others the lowest ids
 * that records of that time can have, so that the index finds them: `$3` captures, `$4` plan entries, `$6` facts, `$7`
 * prospects, `$8` scores, `$9` meetings, `$10` accounts, `$11` deals, `$12` contacts, `$13` drafts.
 */
export const readBrief = statement(
  'pull_brief',
  `WITH new_captures AS (
     SELECT id, account_id, prospect_id, source, text, created_at FROM captures
     WHERE workspace_id = $1 AND id >= $3 AND created_at >= $2
   ), new_meetings AS (
     SELECT id, account_id, outcome, next_step, occurred_at FROM meetings WHERE workspace_id = $1 AND occurred_at >= $2
   ), new_entries AS (
     SELECT p.account_id, e.created_at FROM plan_entries e JOIN plans p ON p.workspace_id = e.workspace_id AND p.id = e.plan_id
     WHERE e.workspace_id = $1 AND e.id >= $4 AND e.created_at >= $2
   ), activity AS (
     SELECT account_id, 'capture' AS kind, created_at AS at FROM new_captures WHERE account_id IS NOT NULL
     UNION ALL SELECT account_id, 'meeting', occurred_at FROM new_meetings WHERE account_id IS NOT NULL
     UNION ALL SELECT account_id, 'deal', updated_at FROM opportunities WHERE workspace_id = $1 AND updated_at >= $2
     UNION ALL SELECT account_id, 'plan', created_at FROM new_entries
   ), active AS (
     SELECT account_id, max(at) AS at, count(*) FILTER (WHERE kind = 'capture')::int AS captures,
            count(*) FILTER (WHERE kind = 'meeting')::int AS meetings, count(*) FILTER (WHERE kind = 'deal')::int AS deals,
            count(*) FILTER (WHERE kind = 'plan')::int AS plan_entries
     FROM activity GROUP BY account_id
   ), moved AS (
     SELECT f.id, f.subject_id, f.account_id, f.at, f.value AS to_stage, (
       SELECT b.value FROM facts b WHERE b.workspace_id = $1 AND b.account_id = f.account_id AND b.subject_id = f.subject_id
         AND b.attribute = 'stage' AND b.id < f.id ORDER BY b.id DESC LIMIT 1) AS from_stage
     FROM facts f WHERE f.workspace_id = $1 AND f.attribute = 'stage' AND f.subject_type = 'opp' AND f.id >= $6 AND f.at >= $2
   ), stage_changes AS (SELECT * FROM moved WHERE from_stage <> to_stage
   ), risks AS (
     SELECT DISTINCT ON (account_id, role) account_id, id, role, value, band, created_at
     FROM (SELECT * FROM scores WHERE workspace_id = $1 AND role IN ${RISKS} ORDER BY id DESC LIMIT 2000) newest
     WHERE account_id IS NOT NULL ORDER BY account_id, role, id DESC
   ), new_scores AS (
     SELECT * FROM scores WHERE workspace_id = $1 AND id >= $8 AND created_at >= $2
   )
   SELECT json_build_object(
     'counts', json_build_object(
       'active_accounts', (SELECT count(*) FROM active), 'captures', (SELECT count(*) FROM new_captures),
       'meetings', (SELECT count(*) FROM new_meetings), 'plan_sections', (SELECT count(*) FROM plan_sections WHERE workspace_id = $1),
       'deals_with_gaps', (SELECT count(*) FROM ${GAPS}),
       'drafts_waiting', (SELECT count(*) FROM drafts WHERE workspace_id = $1 AND state = 'pending'),
       'stage_changes', (SELECT count(*) FROM stage_changes), 'new_prospects', (SELECT count(*) FROM ${NEW_PROSPECTS}),
       'overdue_closes', (SELECT count(*) FROM ${OVERDUE}), 'scores', (SELECT count(*) FROM new_scores),
       'top_risks', (SELECT count(*) FROM risks)),
     'recorded', json_build_object(
       'captures', (SELECT count(*) FROM new_captures), 'plan_entries', (SELECT count(*) FROM new_entries),
       'meetings', ${recorded('meetings', ' AND id >= $9')}, 'accounts', ${recorded('accounts', ' AND id >= $10')},
       'opps', ${recorded('opportunities', ' AND id >= $11')}, 'contacts', ${recorded('contacts', ' AND id >= $12')},
       'prospects', (SELECT count(*) FROM ${NEW_PROSPECTS}), 'drafts', ${recorded('drafts', ' AND id >= $13')},
       'scores', (SELECT count(*) FROM new_scores)),
     ${briefed(
       'active_accounts',
       `SELECT a.id AS account_id, a.name, a.tier, c.captures, c.meetings, c.deals, c.plan_entries, ${iso('c.at')} AS last_active_at
        FROM active c JOIN accounts a ON a.workspace_id = $1 AND a.id = c.account_id ORDER BY c.at DESC, c.account_id`,
     )},
     ${briefed(
       'captures',
       `SELECT id AS capture_id, account_id, ${accountName('c')}, prospect_id, source, left(text, 500) AS excerpt,
          length(text) AS text_chars, ${iso('created_at')} AS created_at
        FROM new_captures c ORDER BY id DESC`,
     )},
     ${briefed(
       'meetings',
       `SELECT id AS meeting_id, account_id, ${accountName('m')}, outcome, next_step, ${iso('occurred_at')} AS occurred_at
        FROM new_meetings m ORDER BY m.occurred_at DESC, id DESC`,
     )},
     ${briefed(
       'open_plan_sections',
       `SELECT p.account_id, ${accountName('p')}, s.section, s.entries, left(e.content, 500) AS latest,
          length(e.content) AS text_chars, ${iso('e.created_at')} AS updated_at
        FROM (SELECT s.plan_id, s.section, s.entries, newest.id
              FROM plan_sections s CROSS JOIN LATERAL (${newestEntry('id')}) newest
              WHERE s.workspace_id = $1 ORDER BY newest.id DESC LIMIT ${MAX_BRIEFED}) s
        JOIN plans p ON p.workspace_id = $1 AND p.id = s.plan_id
        JOIN plan_entries e ON e.workspace_id = $1 AND e.id = s.id ORDER BY s.id DESC`,
     )},
     ${briefed('deals_with_gaps', `SELECT ${DEAL}, meddpicc FROM ${GAPS} ORDER BY closes, amount DESC NULLS LAST, id`)},
     ${briefed(
       'drafts_waiting',
       `SELECT id AS draft_id, channel, title, product, skill, account_id, account_ref, ${iso('created_at')} AS created_at
        FROM drafts WHERE workspace_id = $1 AND state = 'pending' ORDER BY id DESC`,
     )},
     ${briefed('overdue_closes', `SELECT ${DEAL} FROM ${OVERDUE} ORDER BY closes DESC, amount DESC NULLS LAST, id`)},
     ${briefed(
       'stage_changes',
       `SELECT c.subject_id AS opp_id, o.name, c.account_id, ${accountName('c')}, c.from_stage, c.to_stage, ${iso('c.at')} AS at
        FROM stage_changes c LEFT JOIN opportunities o ON o.workspace_id = $1 AND o.id = c.subject_id ORDER BY c.id DESC`,
     )},
     ${briefed(
       'new_prospects',
       `SELECT id AS prospect_id, name, title, account_id, ${accountName('p')}, ${iso('created_at')} AS created_at
        FROM ${NEW_PROSPECTS} ORDER BY id DESC`,
     )},
     ${briefed(
       'scores',
       `SELECT id AS score_id, account_id, ${accountName('s')}, role, value, band, ${iso('created_at')} AS at
        FROM new_scores s ORDER BY id DESC`,
     )},
     ${briefed(
       'top_risks',
       `SELECT id AS score_id, account_id, ${accountName('r')}, role, value, band, ${iso('created_at')} AS at
        FROM risks r ORDER BY value DESC, id DESC`,
     )}
   ) AS brief`,
);

/** What a brief is made of, its shape from the statement. */
export type Brief = RowOf<typeof readBrief>['brief'];
