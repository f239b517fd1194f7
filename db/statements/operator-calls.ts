import { iso, statement } from '../statement.ts';

/** sat_operator's. `$1`: operator, `$2`: procedure, `$3`: ids it named or made, `$4`: error code, `$5`: request. */
export const insertOperatorCall = statement(
  'insert_operator_call',
  `INSERT INTO operator_calls (id, operator, procedure, subjects, error_code, request_id) VALUES (new_id('opa'), $1, $2, $3, $4, $5)`,
);

/** What the operator did, newest first. `$1`: id to start below, `$2`: how many, `$3`: operator, `$4`: an id it concerns. */
export const listOperatorCalls = statement(
  'list_operator_calls',
  `SELECT id AS call_id, ${iso('at')} AS at, operator, procedure, subjects, error_code, request_id FROM operator_calls
   WHERE id < $1 AND ($3::text IS NULL OR operator = $3) AND ($4::text IS NULL OR $4 = ANY (subjects))
   ORDER BY id DESC LIMIT $2`,
);
