import type { AuditedCall } from '../../db/queries/panel/audit.ts';
import type { Call } from '../gate/call.ts';
import { type AuditFilters, exportCalls } from './audit.ts';

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

/** The audit log as CSV, newest first, piece by piece: however long it is, one piece is in hand. */
export async function* auditCsv(call: Call, filters: AuditFilters): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for await (const calls of exportCalls(call, filters)) {
    yield calls.map((each) => csvLine(COLUMNS.map((column) => each[column]))).join('');
  }
}
