import { iso, narrowed, statement } from '../statement.ts';

/** Views of a kind of records: a person's own, and those that are shared. `$1`: workspace, `$2`: person, `$3`: kind. */
export const listViews = statement(
  'list_saved_views',
  `SELECT id AS view_id, name, search, shared, user_id = $2 AS own, ${iso('updated_at')} AS updated_at FROM saved_views
   WHERE workspace_id = $1 AND kind = $3 AND (user_id = $2 OR shared) ORDER BY lower(name), id LIMIT 200`,
  { row: narrowed<{ own: boolean; updated_at: string }>() },
);

/** Keeps a view; one of the same name is replaced. None where the person has too many. `$1`: workspace, `$2`: new id, `$3`: person, `$4`: kind, `$5`: name, `$6`: filters and order, `$7`: shared, `$8`: most. */
export const saveView = statement(
  'save_view',
  `INSERT INTO saved_views AS v (workspace_id, id, user_id, kind, name, search, shared)
   SELECT $1, $2, $3, $4, $5, $6::jsonb, $7
   WHERE (SELECT count(*) FROM saved_views o WHERE o.workspace_id = $1 AND o.user_id = $3 AND o.kind = $4 AND o.name <> $5) < $8::int
   ON CONFLICT (workspace_id, user_id, kind, name) DO UPDATE SET search = excluded.search, shared = excluded.shared, updated_at = now()
   RETURNING v.id AS view_id, v.name, v.shared`,
);

/** Deletes a view of the person's own. `$1`: workspace, `$2`: view, `$3`: person. */
export const deleteView = statement(
  'delete_view',
  'DELETE FROM saved_views WHERE workspace_id = $1 AND id = $2 AND user_id = $3 RETURNING id AS view_id, name',
);
