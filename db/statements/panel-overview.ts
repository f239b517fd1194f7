import { AMOUNT_KEY } from '../amounts.ts';
import { iso, type RowOf, narrowed, statement } from '../statement.ts';
import { SHOWN } from './panel-runs.ts';
import { OPEN_LACKING_EVIDENCE } from '../open-deals.ts';

/** Of deals `o`, those worth most first; the unknown amount sorts last, as in the index `opportunities_gaps`. */
const BY_AMOUNT = `o.${AMOUNT_KEY} DESC, o.id DESC`;

/** The most that anything waiting is counted to: a count over everything would grow with it. */
export const MOST_COUNTED = 1_000;

export const counted = (rows: string, most = MOST_COUNTED) =>
  `(SELECT count(*)::int FROM (${rows} LIMIT ${most}) counted)`;

/** Deals are counted further, in an index of those with gaps alone. */
export const MOST_DEALS_COUNTED = 100_000;

const drafts = (state: string) => counted(`SELECT FROM drafts WHERE workspace_id = $1 AND state = '${state}'`);

const FAILING = `(SELECT count(*)::int FROM webhooks WHERE workspace_id = $1 AND (NOT enabled OR failures > 0))`;

const PROPOSALS = counted(`SELECT FROM tier_proposals WHERE workspace_id = $1 AND state = 'proposed'`);

const VALUES = counted(`SELECT FROM value_proposals WHERE workspace_id = $1 AND state = 'proposed'`);

const CHANGESETS = counted(`SELECT FROM changesets c WHERE c.workspace_id = $1 AND c.state = 'open' AND EXISTS (
  SELECT FROM proposed_calls p WHERE p.workspace_id = $1 AND p.changeset_id = c.id AND p.state = 'waiting')`);

/** What waits for a person. `$1`: workspace. */
export const countWaiting = statement(
  'panel_count_waiting',
  `SELECT ${drafts('pending')} AS drafts, ${drafts('failed')} AS failed_drafts, ${FAILING} AS failing_webhooks, ${PROPOSALS} AS tier_proposals,
     ${VALUES} AS value_proposals, ${CHANGESETS} AS changesets`,
);

/**
 * The first page of the panel. `$1`: workspace, `$2`: since when silence is stale, `$3`: lowest id of runs that count,
 * `$4`: lowest id of events that count, `$5`: deals and runs shown.
 */
export const readOverview = statement(
  'panel_overview',
  `SELECT json_build_object(
     'runs', json_build_object(
       'running', ${counted(`SELECT FROM runs WHERE workspace_id = $1 AND state = 'running' AND last_sign_at >= $2`)},
       'stale', ${counted(`SELECT FROM runs WHERE workspace_id = $1 AND state = 'running' AND last_sign_at < $2`)},
       'ok', ${counted(`SELECT FROM runs WHERE workspace_id = $1 AND id >= $3 AND state = 'ok'`)},
       'error', ${counted(`SELECT FROM runs WHERE workspace_id = $1 AND id >= $3 AND state = 'error'`)}),
     'drafts', json_build_object('pending', ${drafts('pending')}, 'held', ${drafts('held')}, 'scheduled', ${drafts('scheduled')},
       'approved', ${drafts('approved')}, 'failed', ${drafts('failed')}),
     'tier_proposals', ${PROPOSALS},
     'deals_with_gaps', json_build_object(
       'total', ${counted(`SELECT FROM opportunities WHERE workspace_id = $1 AND ${OPEN_LACKING_EVIDENCE}`, MOST_DEALS_COUNTED)},
       'items', COALESCE((SELECT json_agg(d) FROM (
         SELECT o.id AS opp_id, o.account_id, a.name AS account_name, COALESCE(o.name, o.external_ref) AS name, o.stage, o.amount, o.currency, o.close_date, o.meddpicc
         FROM opportunities o JOIN accounts a ON a.workspace_id = $1 AND a.id = o.account_id
         WHERE o.workspace_id = $1 AND ${OPEN_LACKING_EVIDENCE}
         ORDER BY ${BY_AMOUNT} LIMIT $5::int) d), '[]')),
     'webhooks', json_build_object(
       'enabled', (SELECT count(*) FROM webhooks WHERE workspace_id = $1 AND enabled),
       'disabled', (SELECT count(*) FROM webhooks WHERE workspace_id = $1 AND NOT enabled),
       'failing', (SELECT count(*) FROM webhooks WHERE workspace_id = $1 AND enabled AND failures > 0),
       'failed_events', (SELECT COALESCE(sum(failed.count), 0)::int FROM webhooks w CROSS JOIN LATERAL (
          SELECT count(*) FROM (SELECT FROM webhook_deliveries d
            WHERE d.workspace_id = $1 AND d.webhook_id = w.id AND d.event_id >= $4 AND d.state IN ('failed', 'stopped')
            LIMIT ${MOST_COUNTED}) c) failed
          WHERE w.workspace_id = $1)),
     'recent_runs', COALESCE((SELECT json_agg(r) FROM (
       SELECT id AS run_id, run_ref, plugin, skill,
              CASE WHEN state = 'running' AND last_sign_at < $2 THEN 'stale' ELSE state END AS status, left(outcome, ${SHOWN}) AS outcome, error_code, duration_ms,
              ${iso('created_at')} AS created_at
       FROM runs WHERE workspace_id = $1 ORDER BY id DESC LIMIT $5::int) r), '[]')
   ) AS overview`,
);

/** Once so many calls are counted, no earlier bucket is: the chart says so rather than keep everybody waiting. */
const MOST_CHARTED = 500_000;

/** Calls that tell how long calls take. */
const MOST_TIMED = 10_000;

/** Calls between the ids that a bucket begins and ends with, `bucket` counting from 1. */
const IN_BUCKET = `workspace_id = $1 AND id >= ($2::text[])[bucket] AND id < ($2::text[])[bucket + 1]`;

/**
 * Calls by bucket, counted in the indexes alone, the newest first, and how long the newest calls took. `$1`: workspace,
 * `$2`: the ids that buckets begin with, and the one that the last ends with.
 */
export const chartCalls = statement(
  'panel_chart_calls',
  `WITH RECURSIVE counted (bucket, calls, total) AS (
     SELECT cardinality($2::text[]), 0, 0
     UNION ALL
     SELECT bucket, calls, total + calls
     FROM (SELECT counted.bucket - 1 AS bucket, total FROM counted WHERE counted.bucket > 1 AND total < ${MOST_CHARTED}) next
     CROSS JOIN LATERAL (SELECT count(*)::int AS calls FROM api_key_calls WHERE ${IN_BUCKET}) found
   )
   SELECT (SELECT json_agg(b) FROM (
             SELECT bucket, calls - error - denied AS ok, error, denied FROM counted
             CROSS JOIN LATERAL (
               SELECT count(*) FILTER (WHERE outcome = 'error')::int AS error, count(*) FILTER (WHERE outcome = 'denied')::int AS denied
               FROM api_key_calls WHERE outcome <> 'ok' AND ${IN_BUCKET}
             ) failed
             WHERE bucket < cardinality($2::text[])) b) AS buckets,
          (SELECT json_build_object('p50', round(percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms)::numeric, 1),
                                    'p95', round(percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms)::numeric, 1))
           FROM (SELECT duration_ms FROM api_key_calls WHERE workspace_id = $1 AND id >= ($2::text[])[1]
                 ORDER BY id DESC LIMIT ${MOST_TIMED}) timed) AS latency`,
  { row: narrowed<{ buckets: { bucket: number; ok: number; error: number; denied: number }[] }>() },
);

export type Waiting = RowOf<typeof countWaiting>;
