import { narrowed, statement } from '../statement.ts';

/**
 * Captures by id, with the people of their account. `$1`: workspace, `$2`: captures.
 */
export const findQuoted = statement(
  'find_quoted',
  `SELECT c.id, c.text, ARRAY(
     SELECT name FROM contacts WHERE workspace_id = $1 AND account_id = c.account_id AND name IS NOT NULL
     UNION
     SELECT name FROM prospects WHERE workspace_id = $1 AND account_id = c.account_id AND name IS NOT NULL
     UNION
     SELECT name FROM prospects WHERE workspace_id = $1 AND id = c.prospect_id AND name IS NOT NULL
     LIMIT 500) AS people
   FROM captures c WHERE c.workspace_id = $1 AND c.id = ANY ($2::text[])`,
  { row: narrowed<{ people: string[] }>() },
);
