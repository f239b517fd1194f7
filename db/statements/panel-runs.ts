import { iso, narrowed, statement } from '../statement.ts';
import type { CallRow, FactRow } from './calls.ts';
import type { DraftState } from './drafts.ts';

/** Characters of an outcome that the panel shows; the run's telemetry has all of it. */
export const SHOWN = 2_000;

const RUN = `r.id AS run_id, r.run_ref, r.plugin, r.skill,
  CASE WHEN r.state = 'running' AND r.last_sign_at < $2 THEN 'stale' ELSE r.state END AS status, r.declared,
  ${iso('r.started_at')} AS started_at, ${iso('r.last_sign_at')} AS last_sign_at, ${iso('r.settled_at')} AS settled_at, r.duration_ms,
  left(r.outcome, ${SHOWN}) AS outcome, r.counts, r.error_code, r.account_ref, r.key_id, ${iso('r.created_at')} AS created_at`;

/**
 * Looks through `$4` runs at most, newest first, for those that fit; `ended_id` as of the audit log. `$1`: workspace, `$2`:
 * since when silence is stale, `$3`: id to start below, `$4`: rows to look at, `$5`: most runs, `$6`: state, `$7`: plugin,
 * `$8`: skill, `$9`: stale or not.
 */
const look = <const Name extends string>(name: Name, which: string) => {
  const stretch = `FROM runs WHERE workspace_id = $1 AND id < $3 ${which} ORDER BY id DESC`;
  return statement(
    name,
    `WITH fitting AS MATERIALIZED (
       SELECT * FROM (SELECT * ${stretch} LIMIT $4::int) looked
       WHERE ($6::text IS NULL OR state = $6) AND ($7::text IS NULL OR plugin = $7) AND ($8::text IS NULL OR skill = $8)
         AND ($9::boolean IS NULL OR (last_sign_at < $2) = $9)
       ORDER BY id DESC LIMIT $5::int
     )
     SELECT COALESCE((SELECT json_agg(f) FROM (SELECT ${RUN} FROM fitting r ORDER BY r.id DESC) f), '[]') AS runs,
            (SELECT id FROM (SELECT id ${stretch} OFFSET $4::int - 1 LIMIT 1) last
             WHERE (SELECT count(*) FROM fitting) < $5::int) AS ended_id`,
  );
};

export const lookThroughRuns = look('panel_look_through_runs', '');

/** As `lookThroughRuns`, of those that run: they have an index of their own. */
export const lookThroughRunning = look('panel_look_through_running', `AND state = 'running'`);

/** `$1`: workspace, `$2`: since when silence is stale, `$3`: run ref. */
export const findRunByRef = statement(
  'panel_find_run',
  `SELECT ${RUN}, r.error_detail, r.telemetry FROM runs r WHERE r.workspace_id = $1 AND r.run_ref = $3`,
);

/** Plugins and skills to filter by, of the newest runs. `$1`: workspace. */
export const findRunWords = statement(
  'panel_run_words',
  `WITH newest AS MATERIALIZED (SELECT plugin, skill FROM runs WHERE workspace_id = $1 ORDER BY id DESC LIMIT 2000)
   SELECT ARRAY(SELECT DISTINCT plugin FROM newest WHERE plugin IS NOT NULL ORDER BY plugin LIMIT 50) AS plugins,
          ARRAY(SELECT DISTINCT skill FROM newest WHERE skill IS NOT NULL ORDER BY skill LIMIT 200) AS skills`,
);

type Item<Kind extends string, Fields> = { at: string; kind: Kind; id: string; item: Fields };

export type TimelineItem =
  | Item<
      'call',
      Pick<CallRow, 'tool' | 'transport' | 'outcome' | 'error_code' | 'duration_ms' | 'request_id' | 'key_id'> & {
        decided: 'taken' | 'declined' | null;
      }
    >
  | Item<
      'fact',
      Pick<FactRow, 'account_id' | 'subject_type' | 'subject_id' | 'attribute' | 'value' | 'sentence' | 'tool'> & {
        request_id: string | null;
      }
    >
  | Item<
      'draft',
      {
        channel: string;
        title: string | null;
        status: DraftState;
        version: number;
        account_id: string | null;
        account_ref: string | null;
      }
    >
  | Item<
      'event',
      {
        type: string;
        deliveries: { webhook_id: string; state: 'pending' | 'delivered' | 'failed' | 'stopped'; attempts: number }[];
      }
    >
  | Item<'send', { channel: string; provider: string | null; draft_id: string | null }>;

const part = (kind: string, rows: string) => `(SELECT at, '${kind}' AS kind, id, item FROM (${rows}) ${kind}_items)`;

const built = (fields: string) => `json_build_object(${fields}) AS item`;

/** Items of one kind that a timeline shows. */
export const MOST_OF_A_KIND = 500;

const OF_RUN = 'workspace_id = $1 AND run_ref = $2';
const FIRST = `ORDER BY id LIMIT ${MOST_OF_A_KIND}`;

/**
 * What carries the ref of a run, oldest first: calls, with what a person decided about those that proposed, facts, drafts, what was sent of them, and events with how their
 * delivery stands. `$1`: workspace, `$2`: run ref.
 */
export const findTimeline = statement(
  'panel_find_timeline',
  `WITH decided AS (
     SELECT p.call_id, p.state FROM changesets s JOIN proposed_calls p ON p.workspace_id = $1 AND p.changeset_id = s.id
     WHERE s.workspace_id = $1 AND s.run_ref = $2 AND p.state <> 'waiting')
   SELECT ${iso('at')} AS at, kind, id, item FROM (
     ${part('call', `SELECT at, id, ${built(`'tool', tool, 'transport', transport, 'outcome', outcome, 'error_code', error_code, 'duration_ms', duration_ms, 'request_id', request_id, 'key_id', key_id, 'decided', (SELECT d.state FROM decided d WHERE d.call_id = api_key_calls.id LIMIT 1)`)} FROM api_key_calls WHERE ${OF_RUN} ${FIRST}`)}
     UNION ALL
     ${part('fact', `SELECT at, id, ${built(`'account_id', account_id, 'subject_type', subject_type, 'subject_id', subject_id, 'attribute', attribute, 'value', left(value, 500), 'sentence', left(sentence, 500), 'tool', tool, 'request_id', request_id`)} FROM facts WHERE ${OF_RUN} ${FIRST}`)}
     UNION ALL
     ${part('draft', `SELECT created_at AS at, id, ${built(`'channel', channel, 'title', title, 'status', state, 'version', version, 'account_id', account_id, 'account_ref', account_ref`)} FROM drafts WHERE ${OF_RUN} ${FIRST}`)}
     UNION ALL
     ${part('event', `SELECT created_at AS at, id, ${built(`'type', type, 'deliveries', COALESCE((SELECT json_agg(json_build_object('webhook_id', d.webhook_id, 'state', d.state, 'attempts', d.attempts)) FROM webhook_deliveries d WHERE d.workspace_id = $1 AND d.event_id = e.id), '[]')`)} FROM webhook_events e WHERE ${OF_RUN} ${FIRST}`)}
     UNION ALL
     ${part('send', `SELECT s.sent_at AS at, s.id, ${built(`'channel', s.channel, 'provider', s.provider, 'draft_id', s.draft_id`)} FROM drafts d JOIN sends s ON s.workspace_id = $1 AND s.draft_id = d.id WHERE d.workspace_id = $1 AND d.run_ref = $2 ORDER BY s.id LIMIT ${MOST_OF_A_KIND}`)}
   ) items ORDER BY items.at, items.id`,
  { row: narrowed<TimelineItem>() },
);

const VERSION = `scope, version, bytes, key_id, user_id, run_ref, account_ref, ${iso('created_at')} AS synced_at`;

/** The version in force of each scope. `$1`: workspace. */
export const listBrainScopes = statement(
  'panel_list_brain_scopes',
  `SELECT DISTINCT ON (scope) ${VERSION} FROM brain_states WHERE workspace_id = $1 ORDER BY scope, version DESC`,
);

/** Versions of a scope, newest first. `$1`: workspace, `$2`: scope, `$3`: version to start below, `$4`: limit. */
export const listBrainVersions = statement(
  'panel_list_brain_versions',
  `SELECT ${VERSION} FROM brain_states WHERE workspace_id = $1 AND scope = $2 AND version < $3::int ORDER BY version DESC LIMIT $4`,
);

/** `$1`: workspace, `$2`: scope, `$3`: version. */
export const findBrainVersion = statement(
  'panel_find_brain_version',
  `SELECT ${VERSION}, payload FROM brain_states WHERE workspace_id = $1 AND scope = $2 AND version = $3::int`,
);
