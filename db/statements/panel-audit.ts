import { iso, narrowed, type RowOf, statement } from '../statement.ts';
import { type Evident, FACT } from './panel-accounts.ts';

/** What people and auditors see of a call. */
export const CALL_VIEW = `id AS call_id, ${iso('at')} AS at, tool, transport, outcome, error_code, duration_ms, request_bytes, response_bytes, key_id,
  user_id, run_ref, request_id, count`;

/** All of a call, as it is sealed and exported. */
export const WHOLE_CALL = `${CALL_VIEW}, model, host_ids, failed_fields`;

/**
 * Looks through a stretch of the log, newest first, for calls that fit: until there are enough, or `$4` rows were looked
 * at, so that a filter that fits nothing costs little more than one that fits everything. Answers the calls and, when the
 * stretch ended before there were enough, its last row. `$1`: workspace, `$2`: id to start below, `$3`: lowest id, `$4`:
 * rows to look at, `$5`: most calls, `$6`: tool, `$7`: outcome, `$8`: transport, `$9`: error code, `$10`: request id,
 * `$11`: key, `$12`: run ref.
 */
const search = <const Name extends string>(name: Name, where: string) => {
  const stretch = `FROM api_key_calls WHERE workspace_id = $1 AND id < $2 AND id >= $3 ${where} ORDER BY id DESC`;
  return statement(
    name,
    `WITH fitting AS MATERIALIZED (
       SELECT * FROM (SELECT * ${stretch} LIMIT $4::int) looked
       WHERE ($6::text IS NULL OR tool = $6) AND ($7::text IS NULL OR outcome = $7) AND ($8::text IS NULL OR transport = $8)
         AND ($9::text IS NULL OR error_code = $9) AND ($10::text IS NULL OR request_id = $10)
         AND ($11::text IS NULL OR key_id = $11) AND ($12::text IS NULL OR run_ref = $12)
       ORDER BY id DESC LIMIT $5::int
     ), ended AS MATERIALIZED (
       SELECT id FROM (SELECT id ${stretch} OFFSET $4::int - 1 LIMIT 1) last WHERE (SELECT count(*) FROM fitting) < $5::int
     )
     SELECT COALESCE((SELECT json_agg(f) FROM (SELECT ${WHOLE_CALL} FROM fitting ORDER BY id DESC) f), '[]') AS calls,
            (SELECT id FROM ended) AS ended_id,
            (SELECT ${iso('at')} FROM api_key_calls WHERE workspace_id = $1 AND id = (SELECT id FROM ended)) AS ended_at`,
  );
};

/** The log as it is, each key's part of it, and each run's: three ways through, each with an index of its own. */
export const searchCalls = search('panel_search_calls', '');
export const searchCallsOfKey = search('panel_search_calls_of_key', 'AND key_id = $11');
export const searchCallsOfRun = search('panel_search_calls_of_run', 'AND run_ref = $12');

/** One call, with the fields it was refused for. `$1`: workspace, `$2`: id. */
export const findCall = statement(
  'panel_find_call',
  `SELECT ${CALL_VIEW}, COALESCE(failed_fields, '{}') AS failed_fields FROM api_key_calls WHERE workspace_id = $1 AND id = $2`,
);

/**
 * The facts a request recorded with a tool, each with the value it replaced. `$1`: workspace, `$2`: request, `$3`: tool,
 * `$4` and `$5`: ids between which they are.
 */
export const findFactsOfCall = statement(
  'panel_facts_of_call',
  `SELECT ${FACT},
     (SELECT p.value FROM facts p WHERE f.single AND p.superseded_at = f.at AND p.workspace_id = $1 AND p.subject_id = f.subject_id
        AND p.attribute = f.attribute AND p.single ORDER BY p.id DESC LIMIT 1) AS before
   FROM facts f WHERE f.workspace_id = $1 AND f.id >= $4 AND f.id < $5 AND f.request_id = $2 AND f.tool = $3
   ORDER BY f.id LIMIT 200`,
  { row: narrowed<Evident>() },
);

/** `ended_id`: where the stretch ended before there were enough; null when the log did, or there were. */
export type Looked = RowOf<typeof searchCalls>;

export type AuditedCall = Looked['calls'][number];
