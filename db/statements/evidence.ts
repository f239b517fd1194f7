import { narrowed, statement } from '../statement.ts';

/**
 * The evidence of a fact `f` as SQL, as it stands now: no longer verified where its capture was withdrawn, archived or
 * erased. `$1`: workspace.
 */
export const EVIDENCE = `CASE WHEN f.evidence ->> 'verified' = 'true'
    AND NOT EXISTS (SELECT FROM captures c WHERE c.workspace_id = $1 AND c.id = f.evidence ->> 'capture_id')
  THEN f.evidence || '{"verified": false}' ELSE f.evidence END`;

/**
 * Captures by id, with the people of their account, and whether that is another than the one the evidence is about: `$3`, or
 * that of the record `$4`. `$1`: workspace, `$2`: captures.
 */
export const findQuoted = statement(
  'find_quoted',
  `SELECT c.id, c.text, ARRAY(
     SELECT name FROM contacts WHERE workspace_id = $1 AND account_id = c.account_id AND name IS NOT NULL
     UNION
     SELECT name FROM prospects WHERE workspace_id = $1 AND account_id = c.account_id AND name IS NOT NULL
     UNION
     SELECT name FROM prospects WHERE workspace_id = $1 AND id = c.prospect_id AND name IS NOT NULL
     LIMIT 500) AS people,
     COALESCE(c.account_id <> COALESCE($3,
       (SELECT id FROM accounts WHERE workspace_id = $1 AND id = $4),
       (SELECT account_id FROM opportunities WHERE workspace_id = $1 AND id = $4),
       (SELECT account_id FROM contacts WHERE workspace_id = $1 AND id = $4),
       (SELECT account_id FROM prospects WHERE workspace_id = $1 AND id = $4),
       (SELECT account_id FROM meetings WHERE workspace_id = $1 AND id = $4)), false) AS of_other
   FROM captures c WHERE c.workspace_id = $1 AND c.id = ANY ($2::text[])`,
  { row: narrowed<{ people: string[]; of_other: boolean }>() },
);
