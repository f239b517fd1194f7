import { iso, narrowed, type RowOf, statement } from '../statement.ts';

/**
 * What was done, newest first. `$1`: workspace, `$2`: id to start below, `$3`: lowest id, `$4`: most rows, `$5`: act, `$6`:
 * whom or what it was done to.
 */
const list = (where: string) =>
  `SELECT id AS act_id, ${iso('at')} AS at, act, subject_id, user_id, session_id, request_id, address, detail
     FROM acts WHERE workspace_id = $1 AND id < $2 AND id >= $3 AND ($5::text IS NULL OR act = $5) AND ${where}
     ORDER BY id DESC LIMIT $4::int`;

type Act = { detail: Record<string, unknown> };

export const listActs = statement('panel_list_acts', list('$6::text IS NULL'), { row: narrowed<Act>() });
export const listActsOn = statement('panel_list_acts_on', list('subject_id = $6'), { row: narrowed<Act>() });

/** What records are called that something was done to. `$1`: workspace, `$2`: ids. */
export const nameSubjects = statement(
  'panel_name_subjects',
  `SELECT id, COALESCE(name, domain) AS name FROM accounts WHERE workspace_id = $1 AND id = ANY ($2::text[])
   UNION ALL
   SELECT id, COALESCE(title, left(body, 80)) FROM drafts WHERE workspace_id = $1 AND id = ANY ($2::text[])`,
  { row: narrowed<{ id: string }>() },
);

export type ActView = RowOf<typeof listActs>;
