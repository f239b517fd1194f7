import { setImmediate } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Database, execute } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { statement } from '../../db/statement.ts';
import { isTooLong } from '../gate/database-fault.ts';
import { INVISIBLE } from './fold.ts';
import { type Identifiers, likePatterns } from './identifiers.ts';
import { ACCENTS, digitsOfScripts, FIRST_LETTERS } from './spellings.ts';
import type { Table } from './tables.ts';

/** A row by column, as JSON has it. */
export type Row = Record<string, unknown>;

/** The last key of a page, as texts; null before the first. */
export type Position = readonly string[] | null;

/**
 * What rows are looked for: all of them, or those that may name a person or belong to one of their records.
 * `patterns`: LIKE patterns for others.
 */
export type Wanted =
  | 'all'
  | { identifiers: Identifiers; recordIds: readonly string[]; patterns?: readonly string[] | undefined };

/** Tables with long texts are read in smaller pages. */
const LONG = new Set([
  'captures',
  'brain_states',
  'runs',
  'webhook_events',
  'webhook_attempts',
  'drafts',
  'draft_versions',
  'import_parts',
]);
const PAGE = 2_000;
const LONG_PAGE = 200;

export const pageSizeOf = ({ name }: Table) => (LONG.has(name) ? LONG_PAGE : PAGE);

/** Columns that say whose a row is, or what it was taken from. */
const BELONGING = ['subject_id', 'prospect_id', 'record_id', 'source_id'];

/**
 * The texts of a row in one shape of letters and digits, without accents and what has no width, in lower case where they
 * are ASCII; of a letter that is written as two, such as `ß`, the first, as patterns leave out the second.
 * Texts of ASCII are left as they are: they are most, and the rest takes a multiple of the time.
 */
const FOLDED = `lower(CASE WHEN octet_length(haystack) = length(haystack) THEN haystack
  ELSE ${FIRST_LETTERS.reduce(
    (text, [letter, first]) => `replace(${text}, '${letter}', '${first}')`,
    `regexp_replace(normalize(haystack, NFKD), '[${INVISIBLE}${ACCENTS}]+', '', 'g')`,
  )} END COLLATE "C")`;

/**
 * Letters and digits that are written as entities, bytes, escapes or over two lines: the redactor reads those, LIKE does
 * not. Most texts have none of their signs, which LIKE sees sooner than a pattern does.
 */
const WRITTEN = `(folded LIKE '%&%;%' AND folded ~
    '&(?:amp;){0,2}(?:[a-z](?:uml|acute|grave|circ|tilde|cedil|ring|caron)|szlig|oslash|aelig|shy|zwj|zwnj|#[0-9a-fx]+);'
  OR folded LIKE '%\\%%' AND folded ~ '%[c-f][0-9a-f]%'
  OR folded LIKE '%=%' AND folded ~ '=(?:[c-f][0-9a-f](?:\\r?\\n)?=|[\\r\\n]|\\\\+[rn])'
  OR folded LIKE '%\\\\u____%')`;

const BYTE = '(?:[0-2][0-9a-f]|3[a-f]|40|5[b-f]|60|7[b-f]|[89a-f][0-9a-f])';

const digitsWithout = (other: string) =>
  `regexp_replace(folded, '(?:${other}|[^0-9])+', '', 'g') LIKE ANY ($5::text[])`;

/** Whether the digits of a text, with nothing between, not even `%20`, `=20` or a tag, may be those of a number. */
const numbers = () => `(cardinality($5::text[]) > 0 AND (
  regexp_replace(folded, '[^0-9]+', '', 'g') LIKE ANY ($5::text[])
  OR folded LIKE '%\\%%' AND ${digitsWithout(`%${BYTE}`)}
  OR folded LIKE '%=%' AND folded ~ '=${BYTE}' AND ${digitsWithout(`[%=]${BYTE}`)}
  OR folded LIKE '%<%>%' AND ${digitsWithout(`<[a-z/][a-z0-9/]*\\s[^<>]*>|[%=]${BYTE}`)}
  OR octet_length(folded) <> length(folded) AND folded ~ '[${digitsOfScripts()}]'))`;

/** The texts of a row as one, an SQL expression. */
function textOf({ texts }: Table): string {
  const parts = texts.map(({ name, kind }) => {
    if (kind === 'json') return `${name}::text`;
    return kind === 'array' ? `array_to_string(${name}, ' ')` : name;
  });
  return parts.length === 0 ? `''` : `concat_ws(' ', ${parts.join(', ')})`;
}

/** What is looked through of a row of a page, each once; nothing where only ids are looked for. */
const haystackOf = (table: Table) => `
  LATERAL (SELECT CASE WHEN cardinality($4::text[]) + cardinality($5::text[]) > 0 THEN ${textOf(table)} END AS haystack OFFSET 0) h,
  LATERAL (SELECT ${FOLDED} AS folded OFFSET 0) f`;

function idColumnsOf({ key, shown }: Table): string[] {
  const own = key.length === 1 && key[0]!.name === 'id' ? ['id'] : [];
  return [...own, ...BELONGING.filter((name) => shown.includes(name))];
}

const keyRow = ({ key }: Table) => `(${key.map(({ name }) => name).join(', ')})`;

/** The statements of a table. No statement goes over more than a page, so none takes long however large a workspace is. */
const scans = new Map<string, { name: string; text: string }>();

function scanOf(table: Table, all: boolean): { name: string; text: string } {
  const name = `privacy_${all ? 'all' : 'scan'}_${table.name}`;
  let found = scans.get(name);
  if (found === undefined) {
    const { key, shown } = table;
    const names = key.map((each) => each.name);
    const from = key.map(({ type }, index) => `(($2::text[])[${index + 1}])::${type}`).join(', ');
    const ids = idColumnsOf(table).map((column) => `${column} = ANY ($6::text[])`);
    const hits = [...ids, `folded LIKE ANY ($4::text[])`, WRITTEN, numbers()];
    // Every parameter has to be in the text.
    if (ids.length === 0) hits.push(`$6::text[] IS NULL`);
    const match = all ? 'true' : hits.join(' OR ');
    const text = `WITH page AS MATERIALIZED (
       SELECT ${shown.join(', ')} FROM ${table.name}
       WHERE workspace_id = $1 AND ($2::text[] IS NULL OR ${keyRow(table)} > (${from}))
       ORDER BY ${names.join(', ')} LIMIT $3
     )
     SELECT (SELECT count(*)::int FROM page) AS scanned,
       (SELECT json_build_array(${names.map((each) => `${each}::text`).join(', ')}) FROM page
        ORDER BY ${names.map((each) => `${each} DESC`).join(', ')} LIMIT 1) AS last,
       COALESCE((SELECT json_agg(to_jsonb(page)) FROM page${all ? '' : `, ${haystackOf(table)}`}
                 WHERE ${match}), '[]') AS rows`;
    scans.set(name, (found = { name, text }));
  }
  return found;
}

/** An EntityManager of the erasure role in a workspace. */
export const erasureFork = (db: Database, workspaceId: string): EntityManager => db.fork(workspaceId, ROLES.erasure);

export type Page = {
  rows: Row[];
  /** Rows looked through, and the key of the last. */
  scanned: number;
  last: Position;
  /** Whether the table has no further rows. */
  isLast: boolean;
  /** How many rows the next page should have. */
  next: number;
};

/** Of a table that grew lately PostgreSQL thinks a workspace has few rows, and would sort all of them for every page. */
const followKeys = statement(
  'follow_keys',
  `SELECT set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`,
);

type Asked = { workspaceId: string; table: Table; after: Position; wanted: Wanted; most: number };

/** The rows of the smallest page that is asked for where a larger one took too long. */
const LEAST = 5;

/** After a page that took longer the next is half as large, after one that took a quarter of it twice as large. In ms. */
const SLOW_MS = 200;

/** One page of a table, and of its rows those that are wanted: a smaller one where the texts are too long for `most`. */
export async function readPage(db: Database, asked: Asked): Promise<Page> {
  for (let { most } = asked; ; most = Math.max(LEAST, Math.floor(most / 8))) {
    const began = performance.now();
    try {
      const page = await readRows(db, { ...asked, most });
      const took = performance.now() - began;
      const next = took > SLOW_MS ? Math.floor(most / 2) : took < SLOW_MS / 4 ? most * 2 : most;
      const isLast = page.scanned < most;
      return { ...page, isLast, next: Math.min(pageSizeOf(asked.table), Math.max(LEAST, next)) };
    } catch (error) {
      if (most <= LEAST || !isTooLong(error)) throw error;
    }
  }
}

async function readRows(
  db: Database,
  { workspaceId, table, after, wanted, most }: Asked,
): Promise<Pick<Page, 'rows' | 'scanned' | 'last'>> {
  const values: unknown[] = [workspaceId, after, most];
  if (wanted !== 'all') {
    const { texts, digits } = likePatterns(wanted.identifiers);
    const { patterns = [] } = wanted;
    // What another pattern finds anyway is not looked for again.
    const others = texts.filter((text) => !patterns.some((pattern) => text.includes(pattern.slice(1, -1))));
    values.push([...others, ...patterns], digits, wanted.recordIds);
  }
  const [page] = await erasureFork(db, workspaceId).transactional(async (em) => {
    await execute(em, followKeys);
    return execute<Pick<Page, 'rows' | 'scanned' | 'last'>>(em, scanOf(table, wanted === 'all'), values);
  });
  return page!;
}

/** Characters that are judged before others' calls run in between. */
const AT_ONCE = 20_000;

/** How long a row is as JSON, in characters. */
export const lengthOf = (row: Row): number => JSON.stringify(row).length;

/** Goes through rows without holding the event loop. */
export async function* unhurried(rows: readonly Row[]): AsyncGenerator<Row> {
  let since = 0;
  for (const row of rows) {
    since += lengthOf(row);
    if (since > AT_ONCE) {
      since = 0;
      await setImmediate();
    }
    yield row;
  }
}

/** Rows of a table's first page. */
const FIRST = 25;

/** Every row of a table that is wanted, page by page: short ones where the texts are long. */
export async function* scan(
  db: Database,
  { workspaceId, table, wanted }: { workspaceId: string; table: Table; wanted: Wanted },
): AsyncGenerator<Row[]> {
  let most = FIRST;
  let after: Position = null;
  for (;;) {
    const page: Page = await readPage(db, { workspaceId, table, after, wanted, most });
    if (page.rows.length > 0) yield page.rows;
    if (page.isLast) return;
    ({ next: most, last: after } = page);
  }
}
