import type { Person } from './person.ts';
import { PASSWORD } from './person.ts';
import { ended, sendParts } from './imports.ts';

type Panel = Person['browser']['panel'];

/** A row of an export. */
export type ExportedRow = { table: string; fields: Record<string, unknown> };

/** Everything a person's workspace holds, as the panel exports it. */
export async function exportOf(person: Person): Promise<string> {
  const answer = await person.browser.fetch('/app/workspace.json');
  if (!answer.ok) throw new Error(`Nothing was exported: ${answer.status} ${await answer.text()}`);
  return answer.text();
}

export const rowsOf = (file: string): ExportedRow[] => (JSON.parse(file) as { rows: ExportedRow[] }).rows;

/** Uploads an export, without starting. @returns the import's id */
export async function uploadExport(panel: Panel, file: string): Promise<string> {
  const { import_id } = await panel.privacy.begin_restore.mutate({
    file_name: 'workspace.json',
    bytes: Buffer.byteLength(file),
    password: PASSWORD,
  });
  await sendParts(panel, import_id, file);
  return import_id;
}

/** Uploads, starts and waits. */
export async function restoreInto({ browser: { panel } }: Person, file: string) {
  const import_id = await uploadExport(panel, file);
  await panel.privacy.start_restore.mutate({ import_id });
  return ended(panel, import_id);
}

/** What comes back as something else: no draft is let through, and views are the person's. */
function changed({ table, fields }: ExportedRow, userId: string): ExportedRow {
  if (table === 'saved_views')
    return { table, fields: { ...fields, user_id: fields['user_id'] === userId ? 'owner' : 'other' } };
  if (table !== 'drafts' || !['approved', 'scheduled', 'publishing'].includes(fields['state'] as string))
    return { table, fields };
  return { table, fields: { ...fields, state: 'held', approval: null, scheduled_for: null, claimed_at: null } };
}

/** The rows of an export that are restored, as they come back, with a word for the workspace and its owner's views. */
export function asRestored(file: string, restored: ReadonlySet<string>, userId: string): string[] {
  const { workspace, rows } = JSON.parse(file) as { workspace: { workspace_id: string }; rows: ExportedRow[] };
  return rows
    .filter(({ table }) => restored.has(table))
    .map((row) => JSON.stringify(changed(row, userId)).replaceAll(workspace.workspace_id, 'ws'))
    .toSorted();
}

/** What was refused of a file, by line. */
export async function refusedIn({ browser }: Person, import_id: string) {
  const { items } = await browser.panel.imports.errors.query({ import_id });
  return items.map(({ line, errors, cells }) => ({
    line,
    table: cells[0],
    words: errors.map(({ path, message }) => `${path} ${message}`).join('; '),
  }));
}
