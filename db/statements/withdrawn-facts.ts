import { statement } from '../statement.ts';
import { CURRENT, SUPERSEDED } from './fact-conditions.ts';

/**
 * Facts that state a record's words or values: those that name it as their source or subject and, from before facts named
 * their source, those of the same time that say the same. `$1`: workspace, `$2`: record, `$3`: its account, `$4`: the
 * first fact id of the time it was written, `$5`: the one behind, `$6`: what it said, by sentence, `$7`: the tool
 * that writes such records.
 */
export const findFactsFrom = statement(
  'find_facts_from',
  `SELECT id FROM facts WHERE workspace_id = $1 AND id >= $4 AND id < $5
     AND (source_id = $2 OR subject_id = $2 OR source_id IS NULL AND tool = $7 AND value = ANY ($6::text[])
          AND attribute NOT IN ('meeting_outcome', 'meeting_notes'))
   UNION
   SELECT id FROM facts WHERE workspace_id = $1 AND account_id = $3 AND id >= $4 AND (source_id = $2 OR subject_id = $2)
   UNION
   SELECT id FROM facts WHERE workspace_id = $1 AND subject_id = $2 AND ${CURRENT}`,
);

/** Withdraws facts. `$1`: workspace, `$2`: facts, `$3`: when, `$4`: the id of what withdraws each. */
export const withdrawFactsEach = statement(
  'withdraw_facts_each',
  `UPDATE every_facts f SET withdrawn_at = $3::timestamptz, withdrawn_by = w.by FROM unnest($2::text[], $4::text[]) w (id, by)
   WHERE f.workspace_id = $1 AND f.id = w.id AND f.withdrawn_at IS NULL
   RETURNING f.id, f.subject_id, f.attribute, f.single`,
  { large: true },
);

/** Brings facts back, none of them as a current one yet but for those of some subjects. `$1`: workspace, `$2`: what withdrew them, any of several, `$3`: subjects. */
export const restoreFactsOf = statement(
  'restore_facts',
  `UPDATE every_facts SET withdrawn_at = NULL, withdrawn_by = NULL,
     superseded_at = CASE WHEN single AND subject_id <> ALL ($3::text[]) THEN COALESCE(superseded_at, at) ELSE superseded_at END
   WHERE workspace_id = $1 AND withdrawn_by = ANY ($2::text[]) AND withdrawn_at IS NOT NULL
   RETURNING id, subject_id, attribute, single`,
  { large: true },
);

/** The facts of some attributes in their order, each with when the next one came. */
const ORDERED = `SELECT h.id, lead(h.at) OVER (PARTITION BY p.subject, p.name ORDER BY h.id) AS next
     FROM (SELECT DISTINCT subject, name FROM unnest($2::text[], $3::text[]) AS pair (subject, name)) p
     CROSS JOIN LATERAL (
       SELECT id, at FROM facts WHERE workspace_id = $1 AND subject_id = p.subject AND attribute = p.name
         AND ${SUPERSEDED}
       UNION ALL
       SELECT id, at FROM facts WHERE workspace_id = $1 AND subject_id = p.subject AND attribute = p.name AND ${CURRENT}) h`;

/** Each fact but the last is superseded by the next one. `$1`: workspace, `$2`: subjects, `$3`: an attribute of each. */
export const supersedeInOrder = statement(
  'supersede_in_order',
  `UPDATE facts f SET superseded_at = o.next FROM (${ORDERED}) o
   WHERE f.workspace_id = $1 AND f.id = o.id AND o.next IS NOT NULL AND f.superseded_at IS DISTINCT FROM o.next`,
  { large: true },
);

/** And then the last one is current: of two at once the index on current facts would refuse one. Parameters as before. */
export const reviveLast = statement(
  'revive_last',
  `UPDATE facts f SET superseded_at = NULL FROM (${ORDERED}) o
   WHERE f.workspace_id = $1 AND f.id = o.id AND o.next IS NULL AND f.superseded_at IS NOT NULL RETURNING f.id`,
  { large: true },
);

/** Facts that came back without a vector get one. `$1`: workspace, `$2`: facts. */
export const embedAgain = statement(
  'embed_again',
  `UPDATE fact_vector_progress g SET upto = lacking.first FROM (
     SELECT left(min(f.id), -1) AS first FROM unnest($2::text[]) AS f (id)
     WHERE NOT EXISTS (SELECT FROM fact_vectors v WHERE v.workspace_id = $1 AND v.fact_id = f.id)) lacking
   WHERE g.workspace_id = $1 AND g.upto > lacking.first`,
);
