import type { FactEvidence } from '../entities/facts.ts';
import { type AppendTable, appendTable } from '../append.ts';
import { isNew } from './repeats.ts';
import { statement } from '../statement.ts';

/** A row of `api_key_calls`, by column. */
export type CallRow = {
  workspace_id: string;
  id: string;
  key_id: string;
  user_id: string;
  tool: string;
  transport: string;
  outcome: 'ok' | 'proposed' | 'error' | 'denied';
  error_code: string | null;
  duration_ms: number;
  request_bytes: number;
  response_bytes: number;
  run_ref: string | null;
  request_id: string;
  at: string;
  /** The calls it stands for: more than one where refusals of a flood are counted. */
  count: number;
  /** What the agent's host calls the call and its session. */
  host_ids?: Readonly<Record<string, string>> | null | undefined;
  /** Paths of the input that it was refused for; left out where none is to blame. */
  failed_fields?: string[];
  /** The language model that had a part in the answer, if one had. */
  model?: string | null;
};

/** A row of `facts`, by column, as it is first written. */
export type FactRow = {
  workspace_id: string;
  id: string;
  account_id: string | null;
  subject_type: string;
  subject_id: string;
  attribute: string;
  value: string;
  sentence: string;
  single: boolean;
  tool: string;
  provider: string | null;
  key_id: string | null;
  user_id: string | null;
  run_ref: string | null;
  at: string;
  source_id: string | null;
  /** Left out without evidence. */
  evidence?: FactEvidence;
  /** Left out of what no request recorded. */
  request_id?: string;
};

const FACT_COLUMNS =
  'workspace_id, id, account_id, subject_type, subject_id, attribute, value, sentence, single, tool, provider, key_id, user_id, run_ref, at, source_id, evidence, request_id';

/** Audit rows of calls. */
export const calls = appendTable(
  'api_key_calls',
  'workspace_id, id, key_id, user_id, tool, transport, outcome, error_code, duration_ms, request_bytes, response_bytes, run_ref, request_id, at, count, host_ids, failed_fields, model',
);

/** Facts none of which is single-valued: nothing has to be looked up for them. */
export const plainFacts = appendTable('facts', FACT_COLUMNS);

const FACT_TYPES = FACT_COLUMNS.split(', ')
  .map((name) => `${name} ${{ single: 'boolean', at: 'timestamptz', evidence: 'jsonb' }[name] ?? 'text'}`)
  .join(', ');

/** Plain facts of records that are added beside them (`of_record`), left out with a record that repeats another. */
export const factsOfAdded: AppendTable = {
  name: 'facts_of_added',
  insert: (parameter) => `new_facts_of_added AS (
          INSERT INTO facts (${FACT_COLUMNS}) SELECT ${FACT_COLUMNS}
          FROM json_to_recordset(${parameter}::json) AS i(${FACT_TYPES}, of_record text) WHERE ${isNew('i.of_record')}
        )`,
};

/**
 * Facts of a single-valued attribute supersede the current one, and one that only says it again is left out; it is
 * looked up through its index, one by one, because a join is planned over the whole table while the database has no
 * statistics of it yet. The new facts wait for that: only one of an attribute may be current at a time.
 */
const superseding = (parameter: string) => `incoming AS (
          SELECT i.* FROM json_populate_recordset(NULL::facts, ${parameter}::json) i
          WHERE NOT i.single OR (
            SELECT true FROM facts f
            WHERE f.workspace_id = i.workspace_id AND f.subject_id = i.subject_id AND f.attribute = i.attribute
              AND f.single AND f.superseded_at IS NULL AND f.withdrawn_at IS NULL
              AND f.value = i.value AND f.sentence = i.sentence AND f.account_id IS NOT DISTINCT FROM i.account_id
              AND f.provider IS NOT DISTINCT FROM i.provider AND (i.evidence IS NULL OR f.evidence IS NOT DISTINCT FROM i.evidence)
            LIMIT 1
          ) IS NULL
        ),
        superseded AS (
          UPDATE facts SET superseded_at = (SELECT max(at) FROM incoming)
          WHERE ctid = ANY (ARRAY(
            SELECT present.ctid FROM incoming i CROSS JOIN LATERAL (
              SELECT f.ctid FROM facts f
              WHERE f.workspace_id = i.workspace_id AND f.subject_id = i.subject_id AND f.attribute = i.attribute
                AND f.single AND f.superseded_at IS NULL AND f.withdrawn_at IS NULL
              LIMIT 10
            ) present
            WHERE i.single
          ))
          RETURNING 1
        ),
        new_current_facts AS (
          INSERT INTO facts (${FACT_COLUMNS}) SELECT ${FACT_COLUMNS} FROM incoming
          WHERE (SELECT count(*) FROM superseded) >= 0
        )`;

/** Facts of which some are single-valued: they supersede the current ones. */
export const currentFacts: AppendTable = { name: 'current_facts', insert: superseding };

const IDEMPOTENCY_COLUMNS = 'workspace_id, key_id, idempotency_key, tool, input_hash, result';

/** The first results of calls with an idempotency key. */
export const idempotencyRecords = appendTable('idempotency_records', IDEMPOTENCY_COLUMNS);

/** The same of calls that add a record (`of_record`), left out with one that repeats another. */
export const idempotencyRecordsOfAdded: AppendTable = {
  name: 'idempotency_records_of_added',
  insert: (parameter) => `new_idempotency_records_of_added AS (
          INSERT INTO idempotency_records (${IDEMPOTENCY_COLUMNS}) SELECT ${IDEMPOTENCY_COLUMNS}
          FROM json_to_recordset(${parameter}::json) AS i(${IDEMPOTENCY_COLUMNS.replaceAll(',', ' text,')} text, of_record text)
          WHERE ${isNew('i.of_record')}
        )`,
};

/** `$1`: workspace, `$2`: a call's audit row. */
export const findOutcome = statement(
  'find_outcome',
  'SELECT outcome FROM api_key_calls WHERE workspace_id = $1 AND id = $2',
);
