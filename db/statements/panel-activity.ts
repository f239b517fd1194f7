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

/** What something was done to that has a name of its own, by its table. */
const NAMED = {
  accounts: 'COALESCE(name, domain, external_ref)',
  opportunities: 'COALESCE(name, external_ref)',
  contacts: 'COALESCE(name, email, external_ref)',
  prospects: 'COALESCE(name, email, external_ref)',
  target_accounts: 'COALESCE(name, domain, external_ref)',
  drafts: 'COALESCE(title, left(body, 80))',
  imports: 'file_name',
  saved_views: 'name',
};

/** What records are called that something was done to, archived and merged ones too. `$1`: workspace, `$2`: ids. */
export const nameSubjects = statement(
  'panel_name_subjects',
  `${Object.entries(NAMED)
    .map(
      ([table, name]) =>
        `SELECT id, ${name} AS name, false AS gone FROM ${table} WHERE workspace_id = $1 AND id = ANY ($2::text[])`,
    )
    .join(' UNION ALL ')}
   UNION ALL SELECT run_ref, skill, false FROM runs WHERE workspace_id = $1 AND run_ref = ANY ($2::text[])
   UNION ALL SELECT record_id, record_name, true FROM undos
     WHERE workspace_id = $1 AND record_id = ANY ($2::text[]) AND restored_at IS NULL
   UNION ALL SELECT id, COALESCE(record ->> 'name', record ->> 'domain', record ->> 'email'), true FROM merged_records
     WHERE workspace_id = $1 AND id = ANY ($2::text[])`,
  { row: narrowed<{ id: string }>() },
);

export type ActView = RowOf<typeof listActs>;
