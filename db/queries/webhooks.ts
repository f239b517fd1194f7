import { iso, statement } from '../statement.ts';

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

/** `$1` workspace, `$2` id, `$3` sealed secret. */
export const replaceSecret = statement(
  'replace_webhook_secret',
  `UPDATE webhooks SET sealed_secret = $3, updated_at = now() WHERE workspace_id = $1 AND id = $2 RETURNING id`,
);

/** `$1` workspace, `$2` id. */
export const deleteEndpoint = statement(
  'delete_webhook_endpoint',
  `DELETE FROM webhooks WHERE workspace_id = $1 AND id = $2 RETURNING id`,
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
   WHERE workspace_id = $1 AND id = $2 AND enabled RETURNING id`,
);

/** Where an endpoint belongs. The delivery role only. `$1` id. */
export const findEndpointWorkspace = statement(
  'find_webhook_workspace',
  `SELECT workspace_id FROM webhooks WHERE id = $1`,
);

export type EndpointRow = {
  webhook_id: string;
  origin: string;
  sealed_target: string;
  types: string[] | null;
  enabled: boolean;
  disabled_reason: string | null;
  failures: number;
  failing_since: string | null;
  created_at: string;
};

/** Newest first. `$1` workspace. */
export const listEndpoints = statement(
  'list_webhook_endpoints',
  `SELECT id AS webhook_id, origin, sealed_target, types, enabled, disabled_reason, failures, ${iso('failing_since')} AS failing_since,
     ${iso('created_at')} AS created_at FROM webhooks WHERE workspace_id = $1 ORDER BY id DESC`,
);

export type DeliveryRow = {
  event_id: string;
  type: string;
  state: 'pending' | 'delivered' | 'failed' | 'stopped';
  next_attempt_at: string | null;
  created_at: string;
  body: string;
  attempts: {
    at: string;
    duration_ms: number;
    status: number | null;
    error: string | null;
    response: string | null;
    replay: boolean;
  }[];
};

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

/** The same for all that failed or were stopped. `$3` since. */
export const replayFailed = statement(
  'replay_failed_webhook_deliveries',
  `${REPLAY} AND d.state IN ('failed', 'stopped') AND d.created_at >= $3::timestamptz RETURNING d.event_id`,
);

/** Not flushed before it is answered: what a crash of the database undoes here is delivered once more, as at-least-once has it. */
const RELAXED = `relaxed AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;

/** A delivery as the worker that claimed it needs it. */
export type Claimed = {
  workspace_id: string;
  webhook_id: string;
  event_id: string;
  attempts: number;
  replayed: boolean;
  origin: string;
  sealed_target: string;
  sealed_secret: string;
  body: string;
};

/**
 * Claims due deliveries of endpoints that are on: of each at most 4 at a time over all workers, and one at a time once
 * it keeps failing. An endpoint another worker is claiming for is passed over. The delivery role only.
 * `$1` worker, `$2` seconds the claim lasts, `$3` most.
 */
export const claimDeliveries = statement(
  'claim_webhook_deliveries',
  `WITH RECURSIVE waiting AS (
     (SELECT webhook_id FROM webhook_deliveries WHERE due_at IS NOT NULL ORDER BY webhook_id LIMIT 1)
     UNION ALL
     SELECT (SELECT d.webhook_id FROM webhook_deliveries d WHERE d.due_at IS NOT NULL AND d.webhook_id > w.webhook_id
             ORDER BY d.webhook_id LIMIT 1)
     FROM waiting w WHERE w.webhook_id IS NOT NULL),
   ${RELAXED},
   endpoint AS MATERIALIZED (
     SELECT w.*, CASE WHEN w.failures >= 3 THEN 1 ELSE 4 END - busy.count AS room
     FROM webhooks w CROSS JOIN LATERAL (
       SELECT count(*) FROM webhook_deliveries c
       WHERE c.webhook_id = w.id AND c.claimed_by IS NOT NULL AND c.claimed_until >= now()) busy
     WHERE w.id IN (SELECT webhook_id FROM waiting) AND w.enabled AND busy.count < 4
     ORDER BY random() FOR NO KEY UPDATE OF w SKIP LOCKED),
   chosen AS MATERIALIZED (
     SELECT due.place, e.origin, e.sealed_target, e.sealed_secret FROM endpoint e CROSS JOIN LATERAL (
       SELECT d.ctid AS place FROM webhook_deliveries d
       WHERE d.webhook_id = e.id AND d.due_at <= now() AND (d.claimed_until IS NULL OR d.claimed_until < now())
       ORDER BY d.due_at LIMIT greatest(0, e.room) FOR UPDATE SKIP LOCKED) due
     LIMIT $3::int)
   UPDATE webhook_deliveries d SET claimed_by = $1, claimed_until = now() + $2::int * interval '1 second'
   FROM chosen c, relaxed
   WHERE d.ctid = c.place
   RETURNING d.workspace_id, d.webhook_id, d.event_id, d.attempts, d.replayed, c.origin, c.sealed_target, c.sealed_secret,
     (SELECT v.body FROM webhook_events v WHERE v.workspace_id = d.workspace_id AND v.id = d.event_id) AS body`,
);

/** How an attempt ended, for `settleDeliveries`. */
export type Settled = {
  workspace_id: string;
  webhook_id: string;
  event_id: string;
  attempt_id: string;
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
 * Ends claims of a worker, logs the attempts and counts failures; answers the endpoints that are switched off by them.
 * The delivery role only. `$1` worker, `$2` rows.
 */
export const settleDeliveries = statement(
  'settle_webhook_deliveries',
  `WITH ${RELAXED}, done AS (
     SELECT * FROM json_to_recordset($2::json) AS r (workspace_id text, webhook_id text, event_id text, attempt_id text,
       duration_ms int, status int, error text, response text, ok boolean, replay boolean, wait_ms float8, gone boolean)),
   mine AS MATERIALIZED (
     SELECT r.*, held.place FROM done r CROSS JOIN LATERAL (
       SELECT d.ctid AS place FROM webhook_deliveries d
       WHERE d.workspace_id = r.workspace_id AND d.webhook_id = r.webhook_id AND d.event_id = r.event_id AND d.claimed_by = $1
       LIMIT 1 FOR UPDATE) held),
   settled AS (
     UPDATE webhook_deliveries d SET claimed_by = NULL, claimed_until = NULL,
       state = CASE WHEN r.ok THEN 'delivered' WHEN r.replay AND (d.state <> 'pending' OR d.resume_at IS NOT NULL) THEN d.state
                    WHEN r.wait_ms IS NULL THEN 'failed' ELSE 'pending' END,
       attempts = d.attempts + CASE WHEN r.replay THEN 0 ELSE 1 END,
       due_at = CASE WHEN r.ok THEN NULL WHEN r.replay THEN d.resume_at ELSE now() + r.wait_ms * interval '1 ms' END,
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

/** Events older than 30 days that nothing waits for, with their deliveries and attempts. The delivery role only. */
export const pruneWebhookEvents = statement(
  'prune_webhook_events',
  `DELETE FROM webhook_events e WHERE e.created_at < now() - interval '30 days'
     AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.workspace_id = e.workspace_id AND d.event_id = e.id AND d.due_at IS NOT NULL)`,
);

/** The log is kept 30 days. The delivery role only. */
export const pruneAttempts = statement(
  'prune_webhook_attempts',
  `DELETE FROM webhook_attempts WHERE at < now() - interval '30 days'`,
);
