import type { Database } from '../../db/orm.ts';
import { invalidField } from '../errors.ts';
import { pageSizeOf, type Position, readPage, type Row, unhurried, type Wanted } from './scan.ts';
import { type Table, tenantTables } from './tables.ts';

/** Rows that one request looks through at most, so that it ends in time however little it finds. */
const MOST_SCANNED = 40_000;

/** Where a page ends: the table, and the key of its last row. */
type Cursor = { table: string; after: Position };

const write = (cursor: Cursor) => Buffer.from(JSON.stringify([cursor.table, cursor.after])).toString('base64url');

function read(text: string): Cursor {
  try {
    const [table, after] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown];
    const isKey = after === null || (Array.isArray(after) && after.every((part) => typeof part === 'string'));
    if (typeof table === 'string' && isKey) return { table, after: after as Position };
  } catch {
    // Told below.
  }
  throw invalidField('cursor', 'is not a next_cursor');
}

/**
 * One page of a workspace's rows through all its tables, those that refer to others first. A page may hold fewer than
 * `limit` and still have a next one.
 * @param pick what is answered of a row; undefined leaves it out
 */
export async function pageOfRows<Item>(
  db: Database,
  {
    workspaceId,
    wanted,
    cursor,
    limit,
  }: { workspaceId: string; wanted: Wanted; cursor?: string | undefined; limit: number },
  pick: (table: Table, row: Row) => Item | undefined,
): Promise<{ items: Item[]; next_cursor: string | null }> {
  const tables = tenantTables();
  const from = cursor === undefined ? { table: tables[0]!.name, after: null } : read(cursor);
  const items: Item[] = [];
  let scanned = 0;
  let { after } = from;
  let index = tables.findIndex(({ name }) => name === from.table);
  if (index < 0 || (after !== null && after.length !== tables[index]!.key.length)) {
    throw invalidField('cursor', 'is not a next_cursor');
  }
  for (; index < tables.length; index += 1, after = null) {
    const table = tables[index]!;
    let size = pageSizeOf(table);
    for (;;) {
      const most = wanted === 'all' ? Math.min(size, limit - items.length) : size;
      const page = await readPage(db, { workspaceId, table, after, wanted, most });
      for await (const row of unhurried(page.rows)) {
        const item = pick(table, row);
        if (item !== undefined) items.push(item);
      }
      scanned += page.scanned;
      if (page.isLast) break;
      ({ next: size, last: after } = page);
      if (items.length >= limit || scanned >= MOST_SCANNED)
        return { items, next_cursor: write({ table: table.name, after }) };
    }
    const next = tables[index + 1];
    if (next !== undefined && (items.length >= limit || scanned >= MOST_SCANNED)) {
      return { items, next_cursor: write({ table: next.name, after: null }) };
    }
  }
  return { items, next_cursor: null };
}
