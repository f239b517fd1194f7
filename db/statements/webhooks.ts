import { iso, type RowOf, statement } from '../statement.ts';

/** An event and a delivery for each endpoint that wants it. `$1` workspace, `$2` id, `$3` type, `$4` body, `$5` run ref. */
export const insertEvent = statement(
  'insert_webhook_event',
  `WITH event AS (INSERT INTO webhook_events (workspace_id, id, type, body, run_ref) VALUES ($1, $2, $3, $4, $5) RETURNING id)
   INSERT INTO webhook_deliveries (workspace_id, webhook_id, event_id, state, due_at)
   SELECT $1, w.id, event.id, 'pending', now() FROM webhooks w, event
   WHERE w.workspace_id = $1 AND w.enabled AND (w.types IS NULL OR $3 = ANY (w.types))`,
);

/** As `insertEvent`, for one endpoint and one attempt; nothing when it is off. `$5` endpoint. */
export const insertTestEvent = statement(
  'insert_webhook_test_event',
  `WITH event AS (
     INSERT INTO webhook_events (workspace_id, id, type, body)
     SELECT $1, $2, $3, $4 FROM webhooks WHERE workspace_id = $1 AND id = $5 AND enabled RETURNING id)
   INSERT INTO webhook_deliveries (workspace_id, webhook_id, event_id, state, due_at, replayed)
   SELECT $1, $5, event.id, 'pending', now(), true FROM event RETURNING event_id`,
);

/** Endpoints of a workspace are counted and added one at a time. `$1` workspace. */
export const lockEndpoints = statement(
  'lock_webhook_endpoints',
  `SELECT pg_advisory_xact_lock(hashtext('webhooks of ' || $1))`,
);

/** `$1` workspace, `$2` id, `$3` origin, `$4` sealed path and query, `$5` sealed secret, `$6` types, `$7` most. */
export const insertEndpoint = statement(
  'insert_webhook_endpoint',
  `INSERT INTO webhooks (workspace_id, id, origin, sealed_target, sealed_secret, types)
   SELECT $1, $2, $3, $4, $5, $6::text[] WHERE (SELECT count(*) FROM webhooks WHERE workspace_id = $1) < $7::int
   RETURNING id`,
);

/** Whether a worker may have an endpoint in hand; clocks that were set do not count. */
const LEASED = 'leased_by IS NOT NULL AS leased';

/** `$1` workspace, `$2` id, `$3` sealed secret. */
export const replaceSecret = statement(
  'replace_webhook_secret',
  `UPDATE webhooks SET sealed_secret = $3, updated_at = now() WHERE workspace_id = $1 AND id = $2 RETURNING ${LEASED}`,
);

/** `$1` workspace, `$2` id. */
export const deleteEndpoint = statement(
  'delete_webhook_endpoint',
  `DELETE FROM webhooks WHERE workspace_id = $1 AND id = $2 RETURNING ${LEASED}`,
);

/** Ends what waits for an endpoint that is off. `$1` workspace, `$2` id. */
export const stopDeliveries = statement(
  'stop_webhook_deliveries',
  `UPDATE webhook_deliveries d SET state = CASE d.state WHEN 'pending' THEN 'stopped' ELSE d.state END, due_at = NULL,
     replayed = false, resume_at = NULL
   FROM webhooks w WHERE w.workspace_id = $1 AND w.id = $2 AND NOT w.enabled
     AND d.workspace_id = w.workspace_id AND d.webhook_id = w.id AND d.due_at IS NOT NULL`,
);

/** `$1` workspace, `$2` id. */
export const enableEndpoint = statement(
  'enable_webhook_endpoint',
  `UPDATE webhooks SET enabled = true, disabled_reason = NULL, failures = 0, failing_since = NULL, updated_at = now()
   WHERE workspace_id = $1 AND id = $2 RETURNING id`,
);

/** `$1` workspace, `$2` id, `$3` reason. */
export const disableEndpoint = statement(
  'disable_webhook_endpoint',
  `UPDATE webhooks SET enabled = false, disabled_reason = $3, updated_at = now()
   WHERE workspace_id = $1 AND id = $2 AND enabled RETURNING ${LEASED}`,
);

/** Where an endpoint belongs. The delivery role only. `$1` id. */
export const findEndpointWorkspace = statement(
  'find_webhook_workspace',
  `SELECT workspace_id FROM webhooks WHERE id = $1`,
);

/** Newest first. `$1` workspace. */
export const listEndpoints = statement(
  'list_webhook_endpoints',
  `SELECT id AS webhook_id, origin, sealed_target, types, enabled, disabled_reason, failures, ${iso('failing_since')} AS failing_since,
     ${iso('created_at')} AS created_at FROM webhooks WHERE workspace_id = $1 ORDER BY id DESC`,
);

/** `$1` workspace, `$2` id, `$3` origin, `$4` sealed path and query, `$5` types, `$6` whether it is another address. */
export const changeEndpoint = statement(
  'change_webhook_endpoint',
  `UPDATE webhooks SET origin = $3, sealed_target = $4, types = $5::text[], failures = CASE WHEN $6 THEN 0 ELSE failures END,
     failing_since = CASE WHEN $6 THEN NULL ELSE failing_since END, updated_at = now()
   WHERE workspace_id = $1 AND id = $2 RETURNING ${LEASED}`,
);

/** Deliveries by day and state, of the newest `$4`. `$1` workspace, `$2` endpoint, `$3` the lowest event id counted. */
export const countDeliveries = statement(
  'count_webhook_deliveries',
  `SELECT to_char(created_at, 'YYYY-MM-DD') AS day, state, count(*)::int AS count, (sum(count(*)) OVER ())::int AS total FROM (
     SELECT created_at, state FROM webhook_deliveries
     WHERE workspace_id = $1 AND webhook_id = $2 AND event_id >= $3 ORDER BY event_id DESC LIMIT $4::int
   ) newest GROUP BY day, state`,
);

/** Deliveries with their attempts, newest first. `$1` workspace, `$2` endpoint, `$3` event id to start below, `$4` limit. */
export const listDeliveries = statement(
  'list_webhook_deliveries',
  `SELECT d.event_id, e.type, d.state, ${iso('d.due_at')} AS next_attempt_at, ${iso('d.created_at')} AS created_at, e.body,
     COALESCE((SELECT json_agg(json_build_object('at', ${iso('a.at')}, 'duration_ms', a.duration_ms, 'status', a.status, 'error', a.error,
                 'response', a.response, 'replay', a.replay) ORDER BY a.at DESC)
               FROM webhook_attempts a WHERE a.workspace_id = $1 AND a.webhook_id = $2 AND a.event_id = d.event_id), '[]') AS attempts
   FROM webhook_deliveries d JOIN webhook_events e ON e.workspace_id = d.workspace_id AND e.id = d.event_id
   WHERE d.workspace_id = $1 AND d.webhook_id = $2 AND d.event_id < $3 ORDER BY d.event_id DESC LIMIT $4`,
);

const REPLAY = `UPDATE webhook_deliveries d SET due_at = now(), replayed = true,
     resume_at = CASE WHEN d.replayed THEN d.resume_at WHEN d.state = 'pending' THEN d.due_at END
   FROM webhooks w WHERE w.workspace_id = $1 AND w.id = $2 AND w.enabled AND d.workspace_id = $1 AND d.webhook_id = $2`;

/** One more attempt beside the schedule. `$1` workspace, `$2` endpoint, `$3` event. */
export const replayDelivery = statement(
  'replay_webhook_delivery',
  `${REPLAY} AND d.event_id = $3 RETURNING d.event_id`,
);

/** The same for all that failed or were stopped, and were made or tried since a time: what fails last may be a day old. `$3` since. */
export const replayFailed = statement(
  'replay_failed_webhook_deliveries',
  `${REPLAY} AND d.state IN ('failed', 'stopped') AND (d.created_at >= $3::timestamptz OR EXISTS (
     SELECT FROM webhook_attempts a WHERE a.workspace_id = $1 AND a.webhook_id = $2 AND a.event_id = d.event_id AND a.at >= $3::timestamptz))
   RETURNING d.event_id`,
);

/** Not flushed before it is answered: what a crash of the database undoes here is delivered once more, as at-least-once has it. */
const RELAXED = `relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;

/** An endpoint as whoever delivers to it needs it. */

/** A delivery as the worker that takes it needs it. */

/** Endpoints that are on and that a worker has leased, as they are now. The delivery role only. `$1` worker, `$2` endpoints. */
export const viewEndpoints = statement(
  'view_webhook_endpoints',
  `SELECT workspace_id, id AS webhook_id, origin, sealed_target, sealed_secret FROM webhooks
   WHERE id = ANY ($2) AND enabled AND leased_by = $1`,
);

/** What a worker has in hand of an endpoint, and how many deliveries of it it can have. */
export type InHand = { webhook_id: string; most: number; events: string[] };

/**
 * Takes due deliveries of endpoints that are on, and leases the endpoints: as long as the lease lasts no other worker
 * delivers to them, so that what is taken needs no mark of its own. One at a time once an endpoint keeps failing. An
 * endpoint another worker has, or is taking, is passed over; a lease that ends later than any can was made before the
 * clock was set back. That is judged by the clock, not by when this transaction began: another worker's lease may have
 * been made since. The delivery role only.
 * `$1` worker, `$2` seconds the lease lasts, `$3` what is in hand, `$4` most of an endpoint of which nothing is, `$5` most.
 */
export const takeDeliveries = statement(
  'take_webhook_deliveries',
  `WITH RECURSIVE waiting AS (
     (SELECT webhook_id FROM webhook_deliveries WHERE due_at IS NOT NULL ORDER BY webhook_id LIMIT 1)
     UNION ALL
     SELECT (SELECT d.webhook_id FROM webhook_deliveries d WHERE d.due_at IS NOT NULL AND d.webhook_id > w.webhook_id
             ORDER BY d.webhook_id LIMIT 1)
     FROM waiting w WHERE w.webhook_id IS NOT NULL),
   ${RELAXED},
   endpoint AS MATERIALIZED (
     SELECT w.workspace_id, w.id, w.origin, w.sealed_target, w.sealed_secret, COALESCE(h.events, '{}') AS events,
       least(COALESCE(h.most, $4::int), CASE WHEN w.failures >= 3 THEN 1 END) - COALESCE(cardinality(h.events), 0) AS room
     FROM webhooks w LEFT JOIN json_to_recordset($3::json) AS h (webhook_id text, most int, events text[]) ON h.webhook_id = w.id
     WHERE w.id IN (SELECT webhook_id FROM waiting) AND w.enabled
       AND (w.leased_by = $1 OR w.leased_until IS NULL OR w.leased_until NOT BETWEEN clock_timestamp() AND clock_timestamp() + $2::int * interval '1 second')
     ORDER BY random() FOR NO KEY UPDATE OF w SKIP LOCKED),
   due AS MATERIALIZED (
     SELECT e.workspace_id, e.id AS webhook_id, d.event_id, d.attempts, d.replayed, e.origin, e.sealed_target, e.sealed_secret
     FROM endpoint e CROSS JOIN LATERAL (
       SELECT d.event_id, d.attempts, d.replayed FROM webhook_deliveries d
       WHERE d.webhook_id = e.id AND d.due_at <= now() AND d.event_id <> ALL (e.events)
       ORDER BY d.due_at LIMIT greatest(0, e.room)) d
     LIMIT $5::int),
   leased AS (
     UPDATE webhooks w SET leased_by = $1, leased_until = now() + $2::int * interval '1 second'
     FROM relaxed WHERE w.id IN (SELECT webhook_id FROM due))
   SELECT due.*, v.body FROM due JOIN webhook_events v ON v.workspace_id = due.workspace_id AND v.id = due.event_id`,
);

/** Has a worker's leases last longer, those of endpoints it still delivers to. The delivery role only. `$1` worker, `$2` seconds, `$3` endpoints. */
export const renewLeases = statement(
  'renew_webhook_leases',
  `WITH ${RELAXED}
   UPDATE webhooks SET leased_until = now() + $2::int * interval '1 second' FROM relaxed WHERE leased_by = $1 AND id = ANY ($3)`,
);

/** Gives up a worker's leases. The delivery role only. `$1` worker. */
export const endLeases = statement(
  'end_webhook_leases',
  `UPDATE webhooks SET leased_by = NULL, leased_until = NULL WHERE leased_by = $1`,
);

/** How an attempt ended, for `settleDeliveries`. */
export type Settled = {
  workspace_id: string;
  webhook_id: string;
  event_id: string;
  attempt_id: string;
  /** Attempts of the schedule made before this one: whoever finds more comes second. */
  attempts: number;
  duration_ms: number;
  status: number | null;
  error: string | null;
  response: string | null;
  ok: boolean;
  replay: boolean;
  /** Milliseconds to the next attempt; null when there is none. */
  wait_ms: number | null;
  gone: boolean;
};

/**
 * Writes down how attempts ended, logs them and counts failures; answers the endpoints that are switched off by them.
 * What was stopped meanwhile stays so. The delivery role only. `$1` rows.
 */
export const settleDeliveries = statement(
  'settle_webhook_deliveries',
  `WITH ${RELAXED}, done AS (
     SELECT * FROM json_to_recordset($1::json) AS r (workspace_id text, webhook_id text, event_id text, attempt_id text, attempts int,
       duration_ms int, status int, error text, response text, ok boolean, replay boolean, wait_ms float8, gone boolean)),
   mine AS MATERIALIZED (
     SELECT r.*, held.place FROM done r CROSS JOIN LATERAL (
       SELECT d.ctid AS place FROM webhook_deliveries d
       WHERE d.workspace_id = r.workspace_id AND d.webhook_id = r.webhook_id AND d.event_id = r.event_id AND d.attempts = r.attempts
       LIMIT 1 FOR UPDATE) held),
   settled AS (
     UPDATE webhook_deliveries d SET
       state = CASE WHEN r.ok THEN 'delivered' WHEN d.due_at IS NULL THEN d.state
                    WHEN r.replay AND (d.state <> 'pending' OR d.resume_at IS NOT NULL) THEN d.state
                    WHEN r.wait_ms IS NULL THEN 'failed' ELSE 'pending' END,
       attempts = d.attempts + CASE WHEN r.replay THEN 0 ELSE 1 END,
       due_at = CASE WHEN r.ok OR d.due_at IS NULL THEN NULL WHEN r.replay THEN d.resume_at
                     ELSE now() + r.wait_ms * interval '1 ms' END,
       replayed = false, resume_at = NULL
     FROM mine r, relaxed WHERE d.ctid = r.place
     RETURNING r.*),
   logged AS (
     INSERT INTO webhook_attempts (workspace_id, id, webhook_id, event_id, at, duration_ms, status, error, response, replay)
     SELECT workspace_id, attempt_id, webhook_id, event_id, now(), duration_ms, status, error, response, replay FROM settled),
   tally AS (
     SELECT workspace_id, webhook_id, count(*) FILTER (WHERE NOT ok)::int AS failed, bool_or(ok) AS succeeded, bool_or(gone) AS gone
     FROM settled GROUP BY workspace_id, webhook_id),
   affected AS (
     SELECT w.workspace_id, w.id, t.gone, CASE WHEN t.succeeded THEN 0 ELSE w.failures + t.failed END AS failures,
       CASE WHEN t.succeeded THEN NULL ELSE COALESCE(w.failing_since, now()) END AS failing_since
     FROM webhooks w JOIN tally t ON t.workspace_id = w.workspace_id AND t.webhook_id = w.id
     WHERE w.failures > 0 OR NOT t.succeeded
     ORDER BY w.id FOR NO KEY UPDATE OF w),
   judged AS (
     SELECT *, CASE WHEN gone THEN 'The receiver answered 410 Gone.'
       WHEN failures >= 10 AND failing_since <= now() - interval '5 days'
       THEN 'No delivery succeeded for 5 days, in ' || failures || ' attempts.' END AS reason FROM affected)
   UPDATE webhooks w SET failures = j.failures, failing_since = j.failing_since, enabled = w.enabled AND j.reason IS NULL,
     disabled_reason = COALESCE(j.reason, w.disabled_reason), updated_at = now()
   FROM judged j WHERE w.workspace_id = j.workspace_id AND w.id = j.id
   RETURNING w.workspace_id, w.id AS webhook_id, w.enabled, w.disabled_reason`,
);

/**
 * Old events that nothing waits for, with their deliveries. The delivery role only. `$1`: days, `$2`: most. Answers how
 * many.
 */
export const pruneWebhookEvents = statement(
  'prune_webhook_events',
  `WITH deleted AS (
     DELETE FROM webhook_events WHERE (workspace_id, id) IN (
       SELECT e.workspace_id, e.id FROM webhook_events e WHERE e.created_at < now() - make_interval(days => $1::int)
         AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.workspace_id = e.workspace_id AND d.event_id = e.id AND d.due_at IS NOT NULL)
       LIMIT $2) RETURNING 1
   )
   SELECT count(*)::int AS count FROM deleted`,
);

/** Old attempts. The delivery role only. `$1`: days, `$2`: most. Answers how many. */
export const pruneAttempts = statement(
  'prune_webhook_attempts',
  `WITH deleted AS (
     DELETE FROM webhook_attempts WHERE (workspace_id, webhook_id, event_id, id) IN (
       SELECT workspace_id, webhook_id, event_id, id FROM webhook_attempts WHERE at < now() - make_interval(days => $1::int)
       LIMIT $2) RETURNING 1
   )
   SELECT count(*)::int AS count FROM deleted`,
);

export type Target = RowOf<typeof viewEndpoints>;
export type Taken = RowOf<typeof takeDeliveries>;
