/** The newest entry of a section, where `s` is the section's row. */
export const newestEntry = (columns: string) =>
  `SELECT ${columns} FROM plan_entries
   WHERE workspace_id = s.workspace_id AND plan_id = s.plan_id AND section = s.section ORDER BY id DESC LIMIT 1`;
