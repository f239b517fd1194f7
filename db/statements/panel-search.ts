import { narrowed, statement } from '../statement.ts';

export type Found = { kind: string; id: string; label: string | null; detail: string | null };

/** Most of each kind. */
const MOST = 8;

const rows = (kind: string, columns: string, from: string) =>
  `(SELECT '${kind}' AS kind, ${columns} FROM ${from} LIMIT ${MOST})`;

/** Accounts by the beginnings of words, and whatever has the text for its id or ref. `$1`: workspace, `$2`: the text, `$3`: its words. */
export const findAnything = statement(
  'panel_find_anything',
  `${rows(
    'account',
    'id, name AS label, domain AS detail',
    `(
      SELECT id, name, domain FROM searchable_accounts
      WHERE workspace_id = $1 AND search @@ (to_tsquery('simple', $3) && $1::tsquery) ORDER BY sort_name, id LIMIT ${MOST}) a`,
  )}
   UNION ALL ${rows('account', 'id, name, domain', 'accounts WHERE workspace_id = $1 AND id = $2')}
   UNION ALL ${rows('opp', 'account_id, name, stage', 'opportunities WHERE workspace_id = $1 AND id = $2')}
   UNION ALL ${rows('contact', 'account_id, name, title', 'contacts WHERE workspace_id = $1 AND id = $2 AND account_id IS NOT NULL')}
   UNION ALL ${rows('draft', 'id, COALESCE(title, left(body, 80)), channel', 'drafts WHERE workspace_id = $1 AND id = $2')}
   UNION ALL ${rows('run', 'run_ref, COALESCE(skill, run_ref), plugin', 'runs WHERE workspace_id = $1 AND (run_ref = $2 OR id = $2)')}`,
  { row: narrowed<{ id: string }>() },
);
