import type { AuditedCall } from '../../db/statements/panel-audit.ts';
import type { ActView } from '../../db/statements/panel-activity.ts';
import type { Call } from '../gate/call.ts';
import { type ActivityFilters, exportActs } from './panel-activity.ts';
import { type AuditFilters, exportCalls } from './panel-audit.ts';

/** Columns of the audit log's export, in order. */
const COLUMNS = [
  'at',
  'tool',
  'outcome',
  'error_code',
  'transport',
  'duration_ms',
  'request_bytes',
  'response_bytes',
  'key_id',
  'user_id',
  'run_ref',
  'request_id',
  'call_id',
] as const satisfies (keyof AuditedCall)[];

/** The same of people's acts. */
const ACT_COLUMNS = [
  'at',
  'act',
  'subject_id',
  'detail',
  'user_id',
  'session_id',
  'address',
  'request_id',
  'act_id',
] as const satisfies (keyof ActView)[];

/** What spreadsheets take for a formula, at the beginning of a cell. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** A cell as RFC 4180 has it. Text that a spreadsheet would run is kept from it by an apostrophe. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of a CSV file, with its end. */
export const csvLine = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`;

/** Rows as CSV under the names of their columns, piece by piece: however many there are, one piece is in hand. */
async function* csvOf<Row>(columns: readonly (keyof Row & string)[], pieces: AsyncIterable<Row[]>) {
  yield csvLine(columns);
  for await (const rows of pieces) {
    yield rows.map((row) => csvLine(columns.map((column) => plain(row[column])))).join('');
  }
}

const plain = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || value === null ? value : JSON.stringify(value);

/** The audit log as CSV, newest first. */
export const auditCsv = (call: Call, filters: AuditFilters): AsyncGenerator<string> =>
  csvOf<AuditedCall>(COLUMNS, exportCalls(call, filters));

/** What people did as CSV, newest first. */
export const activityCsv = (call: Call, filters: ActivityFilters): AsyncGenerator<string> =>
  csvOf<ActView>(ACT_COLUMNS, exportActs(call, filters));
