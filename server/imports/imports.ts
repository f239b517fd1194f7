import { newId } from '../../db/ids.ts';
import type { ImportColumn } from '../../db/entities/imports.ts';
import {
  addPart,
  beginImport,
  cancelImport,
  findImport,
  type ImportRow,
  listImportErrors,
  listImports,
  readParts,
  resumeImport,
  startImport,
} from '../../db/statements/imports.ts';
import type { Entity } from '../../db/statements/records.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { csvLines } from '../panel/csv.ts';
import { fieldsOf, type GivenOptions, readHead } from './columns.ts';
import { sameNames } from './match-rows.ts';
import { type PlannedRow, type Spec } from './plan-rows.ts';
import type { PartReader } from './read-rows.ts';
import { prepareRows } from './write-rows.ts';

/** Largest file, in bytes, and the most that a workspace's unfinished imports hold together. */
export const MOST_BYTES = 50_000_000;
export const MOST_HELD = 200_000_000;
const MOST_UNFINISHED = 10;

/** Largest part of an upload, in characters. */
export const PART_CHARS = 128_000;

/** Rows of a preview. */
const PREVIEWED = 100;

/** What a file may be of: records of a kind, or a whole workspace. */
export type ImportKind = Entity | 'workspace';

/** An import as the panel shows it. */
export type ImportView = Omit<ImportRow, 'columns' | 'options' | 'parts' | 'tables'> & {
  /** Of a workspace's file: rows by table that were left out, and drafts that are held. */
  restore: { left_out: Record<string, number>; held: number } | null;
};

const viewOf = ({ columns: _columns, options: _options, parts: _parts, tables, ...view }: ImportRow): ImportView => ({
  ...view,
  restore: tables === null ? null : { left_out: tables.left_out, held: tables.held },
});

/** Begins an upload. @throws Fault invalid_input, quota_exceeded where unfinished imports hold as much as they may */
export async function createImport(
  call: Call,
  { kind, file_name, bytes }: { kind: ImportKind; file_name: string; bytes: number },
): Promise<{ import_id: string }> {
  const { workspaceId, principal } = call;
  const [begun] = await call.query(beginImport, [
    workspaceId,
    newId('import'),
    kind,
    file_name,
    bytes,
    principal.user.id,
    MOST_HELD,
    MOST_UNFINISHED,
  ]);
  if (begun === undefined) {
    throw new Fault('quota_exceeded', {
      message: `Imports that have not ended may be ${MOST_UNFINISHED}, with ${MOST_HELD / 1e6} MB together. Nothing was stored.`,
      hint: 'Cancel one that is not needed any more, or wait until one is done.',
    });
  }
  return { import_id: begun.id };
}

/** @throws Fault not_found */
async function rowOf(call: Call, importId: string): Promise<ImportRow> {
  const [row] = await call.query(findImport, [call.workspaceId, importId]);
  if (row === undefined) throw notFound('import');
  return row;
}

/** Adds the next part of a file; the same one again changes nothing. @throws Fault not_found, invalid_transition */
export async function addImportPart(
  call: Call,
  { import_id, place, text }: { import_id: string; place: number; text: string },
): Promise<{ received_bytes: number }> {
  // PostgreSQL's text takes no NUL, and half a character is none.
  const kept = text.replaceAll('\0', ' ').toWellFormed();
  const bytes = Buffer.byteLength(kept);
  const [added] = await call.query(addPart, [call.workspaceId, import_id, place, kept, bytes]);
  if (added !== undefined) return { received_bytes: added.received_bytes };
  const { state, parts, received_bytes, bytes: announced } = await rowOf(call, import_id);
  if (state === 'uploading' && place < parts) return { received_bytes };
  throw new Fault('invalid_transition', {
    message:
      state !== 'uploading'
        ? `The import is ${state}; its file is whole.`
        : place !== parts
          ? `Part ${parts} comes next, not part ${place}.`
          : `The file was announced with ${announced} bytes and has more.`,
  });
}

const partsIn =
  (call: Call, importId: string): PartReader =>
  (from, count) =>
    call.query(readParts, [call.workspaceId, importId, from, count]);

/**
 * An upload that is whole. @param isWorkspace whether it is the file of a workspace, which is no import of records
 * @throws Fault not_found, invalid_transition for a file that is not whole or whose import was started
 */
export async function uploaded(call: Call, importId: string, isWorkspace = false): Promise<ImportRow> {
  const row = await rowOf(call, importId);
  if ((row.kind === 'workspace') !== isWorkspace) throw notFound('import');
  if (row.state !== 'uploading') throw new Fault('invalid_transition', { message: `The import is ${row.state}.` });
  if (row.received_bytes < row.bytes) {
    throw new Fault('invalid_transition', {
      message: `The file is not whole: ${row.received_bytes} of ${row.bytes} bytes have arrived.`,
    });
  }
  return row;
}

export type Mapping = { columns?: ImportColumn[] | undefined; options?: GivenOptions | undefined };

const shown = ({ line, facts, own, account, errors, recordId, accountId }: PlannedRow) => ({
  line,
  action: recordId === null ? ('create' as const) : ('update' as const),
  record_id: recordId,
  account: account === undefined ? null : account.value,
  account_id: accountId,
  facts: { ...facts, ...own },
  errors,
});

/** How a file's columns would be taken, and its first rows as they would be written. @throws Fault invalid_input, not_found, invalid_transition */
export async function previewImport(call: Call, importId: string, { columns, options = {} }: Mapping) {
  const row = await uploaded(call, importId);
  const kind = row.kind as Entity;
  const head = await readHead(partsIn(call, importId), kind, { columns, options, rows: PREVIEWED + 1 });
  const spec: Spec = { kind, columns: head.columns, options: head.options };
  const rows = await prepareRows(call, spec, head.rows.slice(0, PREVIEWED), undefined);
  const named = await sameNames(call, spec, rows);
  const { delimiter: _delimiter, ...chosen } = head.options;
  return {
    import_id: importId,
    kind,
    columns: head.columns,
    ...fieldsOf(kind),
    options: chosen,
    /** Whether the file has more rows than these. */
    more: head.rows.length > PREVIEWED,
    items: rows.map((planned) => ({ ...shown(planned), same_name: named.get(planned) ?? null })),
  };
}

/** Starts an import whose file has arrived; a job does the rest. @throws Fault invalid_input, not_found, invalid_transition */
export async function beginToImport(call: Call, importId: string, { columns, options = {} }: Mapping) {
  const row = await uploaded(call, importId);
  const kind = row.kind as Entity;
  const head = await readHead(partsIn(call, importId), kind, { columns, options, rows: 200 });
  const { part, byte, line } = head.first;
  const [started] = await call.query(startImport, [
    call.workspaceId,
    importId,
    JSON.stringify(head.columns),
    JSON.stringify(head.options),
    byte,
    line,
    part,
  ]);
  if (started === undefined) throw new Fault('invalid_transition', { message: 'The import was started already.' });
  return { kind, file_name: row.file_name };
}

/** An import and how far it got. @throws Fault not_found */
export const getImport = async (call: Call, importId: string) => viewOf(await rowOf(call, importId));

/** Imports, newest first. */
export async function pageOfImports(call: Call, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const rows = await call.query(listImports, [call.workspaceId, cursor ?? null, limit + 1]);
  const items = rows.slice(0, limit).map(viewOf);
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.import_id : null };
}

/** Rows that were not imported, by line. @throws Fault not_found */
export async function pageOfErrors(
  call: Call,
  { import_id, limit, after }: { import_id: string; limit: number; after: number },
) {
  await rowOf(call, import_id);
  const rows = await call.query(listImportErrors, [call.workspaceId, import_id, after, limit + 1]);
  const items = rows.slice(0, limit);
  return { items, next_after: rows.length > limit ? items.at(-1)!.line : null };
}

/** The rows that were not imported as CSV: line, why, and the cells under their columns, to be corrected and imported. @throws Fault not_found */
export async function errorsCsv(call: Call, importId: string): Promise<AsyncGenerator<string>> {
  const { columns } = await rowOf(call, importId);
  async function* pieces() {
    yield csvLines([['line', 'error', ...(columns ?? []).map(({ column }) => column)]]);
    for (let after = 0; ;) {
      const rows = await call.query(listImportErrors, [call.workspaceId, importId, after, 500]);
      if (rows.length === 0) return;
      yield csvLines(
        rows.map(({ line, errors, cells }) => [
          line,
          errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; '),
          ...cells,
        ]),
      );
      after = rows.at(-1)!.line;
    }
  }
  return pieces();
}

/** Cancels an import: what it wrote stays. @throws Fault not_found, invalid_transition */
export async function stopImport(call: Call, importId: string) {
  const [cancelled] = await call.query(cancelImport, [call.workspaceId, importId]);
  if (cancelled !== undefined) return { done: cancelled.done };
  const { state } = await rowOf(call, importId);
  throw new Fault('invalid_transition', { message: `The import is ${state}.` });
}

/** Goes on with an import that failed, from the row it stopped at. @throws Fault not_found, invalid_transition */
export async function goOnWithImport(call: Call, importId: string) {
  const [resumed] = await call.query(resumeImport, [call.workspaceId, importId]);
  if (resumed !== undefined) return { kind: resumed.kind, done: resumed.done };
  const { state } = await rowOf(call, importId);
  throw new Fault('invalid_transition', {
    message: state === 'failed' ? 'The file cannot be read; import it anew.' : `The import is ${state}.`,
  });
}

/** The announced size of a file. @throws Fault invalid_input */
export function checkSize(bytes: number): void {
  if (bytes > MOST_BYTES) throw invalidField('bytes', `is more than ${MOST_BYTES / 1e6} MB; split the file`);
}
