import type { Entity } from '../../db/statements/records.ts';
import { exportNames, exportPages } from '../../db/statements/records-export.ts';
import type { Call } from '../gate/call.ts';
import { csvLines } from '../panel/csv.ts';
import { typedNames } from '../records/sort-facts.ts';
import { ACCOUNT_FIELDS } from './fields.ts';
import { columnOf, markedCell, markedName } from './marked-columns.ts';
import { BELONGS } from './plan-rows.ts';

/** Rows in memory at a time. */
const PAGE = 500;
/** Records whose names are counted at a time. */
const LOOK = 5_000;
/** Most columns beside the typed ones: an import takes 500. */
const MOST_NAMES = 450;

const TIE = ACCOUNT_FIELDS.filter((name) => name !== 'account_id');

/** The typed fields of a kind, and what says which account a record belongs to. */
const typedOf = (kind: Entity): string[] => {
  const typed = typedNames(kind).filter((name) => name !== 'account_id');
  return BELONGS.has(kind) ? [...typed, ...TIE] : typed;
};

type Row = {
  id: string;
  payload: Record<string, unknown>;
  meddpicc?: Record<string, unknown>;
  [field: string]: unknown;
};

/** The records of a kind, oldest first, a page at a time. */
async function* pagesOf(call: Call, kind: Entity): AsyncGenerator<Row[]> {
  for (let above = ''; ;) {
    const rows: object[] = await call.query(exportPages[kind], [call.workspaceId, above, PAGE]);
    yield rows as Row[];
    if (rows.length < PAGE) return;
    above = (rows.at(-1) as Row).id;
  }
}

type Counted = Record<string, { held: number; plain: number }>;

/** The columns of the fields that records hold beside the typed ones, those that most have first. */
async function namesOf(call: Call, kind: Entity): Promise<{ name: string; column: string }[]> {
  const all = new Map<string, { held: number; plain: number }>();
  for (let above = ''; ;) {
    const [found] = await call.query(exportNames[kind], [call.workspaceId, above, LOOK]);
    for (const [name, { held, plain }] of Object.entries((found!.names ?? {}) as Counted)) {
      const before = all.get(name);
      all.set(name, { held: held + (before?.held ?? 0), plain: plain + (before?.plain ?? 0) });
    }
    if (found!.rows < LOOK) break;
    above = found!.last_id!;
  }
  return [...all]
    .sort(([a, { held: many }], [b, { held: others }]) => others - many || (a < b ? -1 : 1))
    .slice(0, MOST_NAMES)
    .map(([name, { held, plain }]) => ({ name, column: columnOf(kind, name, held === plain) }));
}

/**
 * The records of a kind as CSV, piece by piece: under the names that an import takes them by, so that the file brought into
 * an empty workspace makes the same records.
 */
export async function* recordsCsv(call: Call, kind: Entity): AsyncGenerator<string> {
  const typed = typedOf(kind);
  const names = await namesOf(call, kind);
  yield csvLines([[...typed, ...names.map(({ column }) => column)]]);
  for await (const rows of pagesOf(call, kind)) {
    yield csvLines(
      rows.map(({ payload, meddpicc = {}, ...row }) => [
        ...typed.map((name) => row[name] ?? meddpicc[name]),
        ...names.map(({ name, column }) => {
          const value = payload[name];
          return markedName(column) === undefined ? value : markedCell(value);
        }),
      ]),
    );
  }
}

/**
 * The same as JSON, an object for each record: its typed fields, those that say its account, and in `fields` what it holds
 * beside them. An array with an object on each line.
 */
export async function* recordsJson(call: Call, kind: Entity): AsyncGenerator<string> {
  const typed = typedOf(kind);
  yield '[';
  let isFirst = true;
  for await (const rows of pagesOf(call, kind)) {
    const objects = rows.map(({ payload, meddpicc = {}, ...row }) => {
      const known = typed.flatMap((name) => {
        const value = row[name] ?? meddpicc[name] ?? null;
        return value === null ? [] : [[name, name === 'amount' ? Number(value) : value]];
      });
      return JSON.stringify({ ...Object.fromEntries(known), fields: payload });
    });
    if (objects.length > 0) yield `${isFirst ? '' : ','}\n${objects.join(',\n')}`;
    isFirst &&= objects.length === 0;
  }
  yield '\n]\n';
}
