import { z } from 'zod';
import type { RestoreState } from '../../db/entities/imports.ts';
import { idType } from '../../db/ids.ts';
import { invalidField } from '../errors.ts';
import type { Place } from '../imports/read-rows.ts';
import { restoredTables } from '../privacy/restored.ts';
import { exportedRow } from './check-row.ts';
import type { Line } from './read-lines.ts';

/** Tables that are not known, of which a file may have rows. */
const MOST_UNKNOWN = 100;

/** How an export ends. */
const LAST = ']}';

const head = z.object({
  workspace: z.object({ workspace_id: z.string().refine((id) => idType(id) === 'workspace') }),
  rows: z.array(z.unknown()).max(0),
});

const wrong = (line: number, message: string) => invalidField('file', `cannot be read at line ${line}: ${message}`);

/** Nothing was read of the file yet. */
export const unread = (): RestoreState => ({
  from: null,
  ended: false,
  bytes: 0,
  tables: {},
  left_out: {},
  unknown: {},
  at: null,
  restored: {},
  refused: {},
  held: 0,
});

/** The beginning of a row as the service exports it: it names the table, so that the rest need not be parsed. */
const WRITTEN = /^\{"table":"([a-z_]{1,63})",/;

export const tableIn = (text: string): string | undefined => WRITTEN.exec(text)?.[1];

/** The row of a line. @throws Fault invalid_input for what is none */
export function rowIn({ line, text }: Pick<Line, 'line' | 'text'>) {
  let value: unknown;
  try {
    value = JSON.parse(text.trim().replace(/,$/, ''));
  } catch {
    throw wrong(line, 'it is not JSON');
  }
  const { success, data } = exportedRow.safeParse(value);
  if (!success) throw wrong(line, 'it is no row of an export, which has a table and its fields');
  return data;
}

function workspaceIn(text: string): string {
  try {
    return head.parse(JSON.parse(`${text.replace(/^\uFEFF/, '').trim()}${LAST}`)).workspace.workspace_id;
  } catch {
    throw invalidField('file', 'is not the export of a workspace: its first line is another');
  }
}

function noteUnknown(state: RestoreState, table: string, line: number): void {
  const known = Object.hasOwn(state.unknown, table) ? state.unknown[table]! : { rows: 0, line };
  if (known.rows === 0 && Object.keys(state.unknown).length === MOST_UNKNOWN) {
    throw invalidField('file', `has rows of more than ${MOST_UNKNOWN} tables that are not known`);
  }
  state.unknown[table] = { rows: known.rows + 1, line: known.line };
}

/**
 * Notes what a line is, and where a table's rows are. @param at where it begins
 * @throws Fault invalid_input for a file that is no export, or goes on after its end
 */
export function noteLine(state: RestoreState, { line, text }: Line, at: Place): void {
  if (line === 1) state.from = workspaceIn(text);
  else if (state.ended) {
    if (text.trim() !== '') throw wrong(line, 'something follows the end of the export');
  } else if (text.trim() === LAST) state.ended = true;
  else noteRow(state, { line, text }, at);
}

function noteRow(state: RestoreState, of: Pick<Line, 'line' | 'text'>, { part, byte }: Place): void {
  const { line, text } = of;
  const { table } = rowIn(of);
  const { restored, leftOut } = restoredTables();
  if (leftOut.has(table)) state.left_out[table] = (state.left_out[table] ?? 0) + 1;
  else if (!restored.some(({ name }) => name === table)) noteUnknown(state, table, line);
  else {
    state.bytes += Buffer.byteLength(text);
    const noted = (state.tables[table] ??= { rows: 0, part, byte, line, last: line });
    noted.rows += 1;
    noted.last = line;
  }
}

/** @throws Fault invalid_input where the file ended before the export did */
export function checkWhole({ from, ended }: RestoreState, lines: number): void {
  if (from === null) throw invalidField('file', 'is not the export of a workspace: it is empty');
  if (!ended) throw invalidField('file', `is not whole: after line ${lines} the end of the export is missing`);
}
