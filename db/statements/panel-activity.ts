import { iso, statement } from '../statement.ts';

export type ActView = {
  act_id: string;
  at: string;
  act: string;
  subject_id: string | null;
  user_id: string | null;
  session_id: string | null;
  request_id: string | null;
  address: string | null;
  detail: Record<string, unknown>;
};

/**
 * What was done, newest first. `$1`: workspace, `$2`: id to start below, `$3`: lowest id, `$4`: most rows, `$5`: act, `$6`:
 * whom or what it was done to.
 */
const list = (name: string, where: string) =>
  statement(
    name,
    `SELECT id AS act_id, ${iso('at')} AS at, act, subject_id, user_id, session_id, request_id, address, detail
     FROM acts WHERE workspace_id = $1 AND id < $2 AND id >= $3 AND ($5::text IS NULL OR act = $5) AND ${where}
     ORDER BY id DESC LIMIT $4::int`,
  );

export const listActs = list('panel_list_acts', '$6::text IS NULL');
export const listActsOn = list('panel_list_acts_on', 'subject_id = $6');
