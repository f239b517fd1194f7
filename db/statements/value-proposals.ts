import type { FactEvidence } from '../entities/facts.ts';
import type { DoneBy } from '../entities/tenant.ts';
import { iso, narrowed, statement } from '../statement.ts';

/**
 * Keeps values for a person to decide. One that waits already, or was declined while the same stood there, is that one; what
 * the same key proposed before for the field makes way. The records are locked. `$1`: workspace, `$2`: proposals, `$3`: by
 * whom, `$4`: tool, `$5`: request, `$6`: now.
 */
export const proposeValues = statement(
  'propose_values',
  `WITH sent AS (
     SELECT * FROM jsonb_to_recordset($2::jsonb) AS s (id text, kind text, record_id text, account_id text, field text,
       path text, current jsonb, proposed jsonb, evidence jsonb)
   ), known AS (
     SELECT DISTINCT ON (s.id) s.id AS sent_id, p.id, p.state, p.note
     FROM sent s JOIN value_proposals p ON p.workspace_id = $1 AND p.record_id = s.record_id AND p.path = s.path
       AND p.proposed IS NOT DISTINCT FROM s.proposed
       AND (p.state = 'proposed' OR p.state = 'declined' AND p.current IS NOT DISTINCT FROM s.current)
     ORDER BY s.id, p.state = 'proposed' DESC, p.id DESC
   ), again AS (
     UPDATE value_proposals p SET times = p.times + 1, proposed_at = $6::timestamptz, current = s.current,
       evidence = COALESCE(s.evidence, p.evidence)
     FROM known k JOIN sent s ON s.id = k.sent_id WHERE p.workspace_id = $1 AND p.id = k.id
   ), before AS (
     UPDATE value_proposals p SET state = 'superseded', decided_at = $6::timestamptz
     FROM sent s WHERE p.workspace_id = $1 AND p.record_id = s.record_id AND p.path = s.path AND p.state = 'proposed'
       AND p.proposed IS DISTINCT FROM s.proposed AND p.proposed_by ->> 'key_id' = $3::jsonb ->> 'key_id'
   ), made AS (
     INSERT INTO value_proposals (workspace_id, id, kind, record_id, account_id, field, path, current, proposed, evidence,
       state, tool, proposed_by, request_id, created_at, proposed_at)
     SELECT $1, s.id, s.kind, s.record_id, s.account_id, s.field, s.path, s.current, s.proposed, s.evidence,
       'proposed', $4, $3::jsonb, $5, $6::timestamptz, $6::timestamptz
     FROM sent s WHERE NOT EXISTS (SELECT FROM known k WHERE k.sent_id = s.id)
   )
   SELECT s.id AS sent_id, COALESCE(k.id, s.id) AS proposal_id, COALESCE(k.state, 'proposed') AS state, k.note
   FROM sent s LEFT JOIN known k ON k.sent_id = s.id`,
  { row: narrowed<{ sent_id: string; proposal_id: string }>() },
);

/** The tables of what a person can set, and what a record of each is called by. */
const TABLES = {
  account: ['accounts', 'COALESCE(t.name, t.domain)'],
  opp: ['opportunities', 't.name'],
  contact: ['contacts', 'COALESCE(t.name, t.email)'],
  prospect: ['prospects', 'COALESCE(t.name, t.email)'],
  target_account: ['target_accounts', 'COALESCE(t.name, t.domain)'],
  meeting: ['meetings', 't.outcome'],
} as const;

/** What stands now where a proposal's value would go, and what its record is called. */
const NOW = `LEFT JOIN LATERAL (${Object.entries(TABLES)
  .map(
    ([kind, [table, name]]) =>
      `SELECT ${name} AS name, NULLIF(to_jsonb(t) #> ARRAY(SELECT jsonb_array_elements_text(p.path::jsonb)), 'null') AS value
     FROM ${table} t WHERE p.kind = '${kind}' AND t.workspace_id = p.workspace_id AND t.id = p.record_id`,
  )
  .join(' UNION ALL ')}) r ON true`;

/** By what it is told that the value is still the one that was looked at. */
const VERSION = `md5(COALESCE(r.value::text, ''))`;

const SHOWN = `p.id AS proposal_id, p.kind, p.record_id, r.name AS record_name, p.account_id,
     (SELECT a.name FROM accounts a WHERE a.workspace_id = p.workspace_id AND a.id = p.account_id) AS account_name,
     p.field, p.current, p.proposed, r.value AS now, r.value IS DISTINCT FROM p.current AS moved, ${VERSION} AS version,
     p.evidence, p.tool, p.times, p.proposed_by, p.request_id, ${iso('p.proposed_at')} AS proposed_at,
     ${iso('p.created_at')} AS created_at`;

type Shown = {
  version: string;
  moved: boolean;
  created_at: string;
  proposed_at: string;
  proposed_by: DoneBy;
  evidence: FactEvidence | null;
};

/** Proposals that wait, newest first, of one account or of all. `$1`: workspace, `$2`: id to start below, `$3`: how many, `$4`: account, or null. */
export const listValueProposals = statement(
  'list_value_proposals',
  `SELECT ${SHOWN} FROM value_proposals p ${NOW}
   WHERE p.workspace_id = $1 AND p.state = 'proposed' AND p.id < $2 AND ($4::text IS NULL OR p.account_id = $4 OR p.record_id = $4)
   ORDER BY p.id DESC LIMIT $3`,
  { row: narrowed<Shown>() },
);

/** How many wait, counted up to 1,000. `$1`: workspace, `$2`: account, or null. */
export const countValueProposals = statement(
  'count_value_proposals',
  `SELECT count(*)::int AS count FROM (SELECT FROM value_proposals WHERE workspace_id = $1 AND state = 'proposed'
     AND ($2::text IS NULL OR account_id = $2 OR record_id = $2) LIMIT 1000) waiting`,
  { row: narrowed<{ count: number }>() },
);

/** Proposals to decide, locked in order, whatever became of them. `$1`: workspace, `$2`: ids. */
export const lockValueProposals = statement(
  'lock_value_proposals',
  `SELECT id, kind, record_id, field, path, proposed, evidence, state FROM value_proposals
   WHERE workspace_id = $1 AND id = ANY ($2::text[]) ORDER BY id FOR UPDATE`,
  { row: narrowed<{ evidence: FactEvidence | null }>() },
);

/** By what a proposal's present value is told, its record locked before. `$1`: workspace, `$2`: proposal. */
export const findValueVersion = statement(
  'find_value_version',
  `SELECT ${VERSION} AS version, r.name IS NOT NULL OR r.value IS NOT NULL AS found
   FROM value_proposals p ${NOW} WHERE p.workspace_id = $1 AND p.id = $2`,
  { row: narrowed<{ version: string; found: boolean }>() },
);

/** `$1`: workspace, `$2`: proposals, `$3`: state, `$4`: by whom, `$5`: when, `$6`: why, or null. */
export const decideValues = statement(
  'decide_values',
  `UPDATE value_proposals SET state = $3, decided_by = $4::jsonb, decided_at = $5::timestamptz, note = $6
   WHERE workspace_id = $1 AND id = ANY ($2::text[]) AND state = 'proposed' RETURNING id`,
);

/** What waits for a record that is no more has nothing to be decided about. `$1`: workspace, `$2`: record, `$3`: when. */
export const closeValueProposals = statement(
  'close_value_proposals',
  `UPDATE value_proposals SET state = 'superseded', decided_at = $3::timestamptz
   WHERE workspace_id = $1 AND record_id = $2 AND state = 'proposed' RETURNING id`,
);
