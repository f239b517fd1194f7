import { type Options, stringify } from 'csv-stringify/sync';
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
  'count',
] as const satisfies (keyof AuditedCall)[];

/** Columns of the export of people's activity. */
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

/** What the library does not take for a formula: a line's end, and what would read back as an escaped one. */
const ALSO_ESCAPED = /^(?:\n|'+[=+\-@\t\r\n＝＋－＠])/;

/** RFC 4180; an apostrophe keeps a spreadsheet from running a cell as a formula, and an import takes it off again. */
const FORMAT: Options = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  escape_formulas: true,
  cast: { string: (text) => (ALSO_ESCAPED.test(text) ? `'${text}` : text), boolean: String },
};

/** Lines of a CSV file, each with its end. */
export const csvLines = (lines: readonly (readonly unknown[])[]): string => stringify([...lines], FORMAT);

/** Rows as CSV under the names of their columns, piece by piece, so that only one piece is in memory. */
async function* csvOf<Row>(columns: readonly (keyof Row & string)[], pieces: AsyncIterable<Row[]>) {
  yield csvLines([columns]);
  for await (const rows of pieces) yield csvLines(rows.map((row) => columns.map((column) => row[column])));
}

/** The audit log as CSV, newest first. */
export const auditCsv = (call: Call, filters: AuditFilters): AsyncGenerator<string> =>
  csvOf<AuditedCall>(COLUMNS, exportCalls(call, filters));

/** People's activity as CSV, newest first. */
export const activityCsv = (call: Call, filters: ActivityFilters): AsyncGenerator<string> =>
  csvOf<ActView>(ACT_COLUMNS, exportActs(call, filters));
