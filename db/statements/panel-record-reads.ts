import type { FactEvidence } from '../entities/facts.ts';
import type { DoneBy } from '../entities/tenant.ts';
import { iso, narrowed, statement } from '../statement.ts';
import { EVIDENCE } from './evidence.ts';

/** Values of `column` that rows of a table have: each looked up behind the one before, so that the rows do not count. */
const distinct = (table: string, column: string, most: number) =>
  `ARRAY(WITH RECURSIVE each AS (
     (SELECT ${column} AS value FROM ${table} WHERE workspace_id = $1 AND ${column} IS NOT NULL ORDER BY ${column} LIMIT 1)
     UNION ALL
     SELECT (SELECT ${column} FROM ${table} WHERE workspace_id = $1 AND ${column} > each.value ORDER BY ${column} LIMIT 1)
     FROM each WHERE each.value IS NOT NULL)
   SELECT value FROM each WHERE value IS NOT NULL LIMIT ${most})`;

/** Stages, owners, and names of target lists to filter by; stages and owners in lower case, as they are looked up. `$1`: workspace. */
export const findListWords = statement(
  'panel_list_words',
  `SELECT ${distinct('opportunities', 'stage_key', 60)} AS stages, ${distinct('opportunities', 'owner_key', 200)} AS owners,
     ${distinct('target_accounts', 'list_name', 200)} AS lists`,
);

/** Accounts whose name or domain begins with some letters, for choosing one. `$1`: workspace, `$2`: letters, lower case, `$3`: how many. */
export const suggestAccounts = statement(
  'panel_suggest_accounts',
  `SELECT id, name, domain FROM accounts WHERE workspace_id = $1 AND sort_name >= $2 AND sort_name < $2 || chr(1114111)
   ORDER BY sort_name, id LIMIT $3`,
);

/** Records of a kind that people archived, the last first. `$1`: workspace, `$2`: kind, `$3`: id to start below, `$4`: how many, `$5`: part of the name, lower case, or null. */
export const listArchived = statement(
  'panel_list_archived',
  `SELECT u.id AS undo_id, u.record_id, u.record_name AS name, u.done_by, ${iso('u.done_at')} AS archived_at
   FROM undos u WHERE u.workspace_id = $1 AND u.record_kind = $2 AND u.record_id IS NOT NULL AND u.restored_at IS NULL AND u.id < $3
     AND ($5::text IS NULL OR strpos(lower(u.record_name), $5) > 0)
   ORDER BY u.id DESC LIMIT $4`,
  { row: narrowed<{ record_id: string; done_by: DoneBy; archived_at: string }>() },
);

/** Who stated the present values of a record's fields. `$1`: workspace, `$2`: record. */
export const findStated = statement(
  'panel_find_stated',
  `SELECT DISTINCT ON (f.attribute) f.id AS fact_id, f.attribute, f.value, f.tool, f.provider, f.key_id, f.user_id, f.run_ref, ${EVIDENCE} AS evidence, ${iso('f.at')} AS at
   FROM facts f WHERE f.workspace_id = $1 AND f.subject_id = $2 AND f.single AND f.superseded_at IS NULL AND f.withdrawn_at IS NULL
   ORDER BY f.attribute LIMIT 300`,
  { row: narrowed<{ at: string; evidence: FactEvidence | null }>() },
);

/** Everything that was stated of one field, newest first, for records of no account too. `$1`: workspace, `$2`: record, `$3`: attribute. */
export const findValueHistory = statement(
  'panel_value_history',
  `SELECT h.* FROM (
     SELECT f.id AS fact_id, f.value, f.sentence, f.tool, f.provider, f.key_id, f.user_id, f.run_ref, ${EVIDENCE} AS evidence, ${iso('f.at')} AS at, ${iso('f.superseded_at')} AS superseded_at
     FROM facts f WHERE f.workspace_id = $1 AND f.subject_id = $2 AND f.attribute = $3 AND f.single AND f.superseded_at IS NULL AND f.withdrawn_at IS NULL
     UNION ALL
     (SELECT f.id, f.value, f.sentence, f.tool, f.provider, f.key_id, f.user_id, f.run_ref, ${EVIDENCE}, ${iso('f.at')}, ${iso('f.superseded_at')}
     FROM facts f WHERE f.workspace_id = $1 AND f.subject_id = $2 AND f.attribute = $3 AND f.single AND f.superseded_at IS NOT NULL
     ORDER BY f.id DESC LIMIT 100)) h ORDER BY h.fact_id DESC`,
  {
    row: narrowed<{
      fact_id: string;
      value: string;
      sentence: string;
      at: string;
      tool: string;
      evidence: FactEvidence | null;
    }>(),
  },
);

/** A fact of a record, to have its value again. `$1`: workspace, `$2`: fact. */
export const findFactToRestore = statement(
  'panel_fact_to_restore',
  `SELECT f.id, f.subject_id, f.attribute, f.value, f.single, f.source_id FROM facts f WHERE f.workspace_id = $1 AND f.id = $2`,
  { row: narrowed<{ subject_id: string }>() },
);
