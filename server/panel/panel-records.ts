import { highestId, idType } from '../../db/ids.ts';
import type { Entity } from '../../db/statements/records.ts';
import {
  findListWords,
  findStated,
  findValueHistory,
  listArchived,
  suggestAccounts as suggestAccountsStatement,
} from '../../db/statements/panel-record-reads.ts';
import { findWhole } from '../../db/statements/find-records.ts';
import {
  type Direction,
  filtersOf,
  type ListedKind,
  type ListedRow,
  type ListParameter,
  ordersOf,
  recordLists,
} from '../../db/statements/panel-records.ts';
import { invalidField, notFound } from '../errors.ts';
import { tsqueryOf, wordsIn } from '../finding/search-words.ts';
import type { Call } from '../gate/call.ts';
import { readCursor, writeCursor } from './list-cursor.ts';

export type ListRecordsInput = {
  kind: ListedKind;
  search?: string | undefined;
  sort: string;
  way: Direction;
  limit: number;
  cursor?: string | undefined;
} & { [filter in ListParameter]?: unknown };

/** What an order's keys look like in a cursor. */
const KEYS: Record<string, RegExp> = {
  updated: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/,
  amount: /^-?\d{1,19}$/,
  close_date: /^(\d{4,6}-\d\d-\d\d|infinity)$/,
};

/** A record of a list: fields by name, as its kind has them. */
export type ListedRecord = { id: string; updated_at: string } & Record<string, unknown>;

/**
 * A page of records of one kind, narrowed and in an order; prefixes of words find them. @throws Fault invalid_input
 * where the kind has no such order or filter
 */
export async function listRecords(call: Call, input: ListRecordsInput) {
  const { kind, search, sort, way, limit, cursor, ...filters } = input;
  const of = recordLists[kind][sort]?.[way];
  if (of === undefined) throw invalidField('sort', `expected one of ${ordersOf(kind).join(', ')}`);
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== false);
  const other = given.find(([name]) => !filtersOf(kind).includes(name));
  if (other !== undefined) throw invalidField(other[0], `expected one of ${filtersOf(kind).join(', ')}`);
  const words = search === undefined || search === '' ? undefined : wordsIn(search);
  if (words?.length === 0) return { items: [], next_cursor: null };
  const order = `${kind} ${sort} ${way}`;
  const [after, after_id] = cursor === undefined ? [null, null] : readCursor(order, cursor, KEYS[sort]);
  const values: { [name in ListParameter]?: unknown } = {
    ...Object.fromEntries(given),
    workspace: call.workspaceId,
    size: limit + 1,
    after,
    after_id,
    ...(words === undefined
      ? {}
      : { words: tsqueryOf(words), any_word: words.length > 1 ? tsqueryOf(words, '|') : null, text: search }),
  };
  const isNarrowed = given.length > 0;
  const searched =
    words === undefined ? (isNarrowed ? 'narrowed' : 'listing') : isNarrowed ? 'narrowed_searching' : 'searching';
  const { statement, parameters } = of[searched];
  const rows = await call.query<{ item: ListedRow }>(
    statement,
    parameters.map((name) => values[name] ?? null),
  );
  const page = rows.slice(0, limit).map(({ item }) => item);
  const last = page.at(-1);
  return {
    items: page.map(({ sort_key: _key, ...item }) => item as ListedRecord),
    next_cursor: rows.length > limit && last !== undefined ? writeCursor(order, last.sort_key, last.id) : null,
  };
}

/** Stages and owners of deals and names of target lists, to filter by. */
export async function listWords(call: Call) {
  const [found] = await call.query(findListWords, [call.workspaceId]);
  const { stages, owners, lists } = found!;
  return { stages: stages ?? [], owners: owners ?? [], lists: lists ?? [] };
}

/** Accounts whose name begins so, for choosing one. */
export async function suggestAccounts(call: Call, text: string) {
  const items = await call.query(suggestAccountsStatement, [call.workspaceId, text.toLowerCase(), 20]);
  return { items: items.map(({ id, name, domain }) => ({ id: id!, name: name ?? domain ?? id! })) };
}

/** Records of a kind that people archived, the last first. @throws Fault invalid_input */
export async function archivedRecords(
  call: Call,
  input: { kind: Entity; search?: string | undefined; limit: number; cursor?: string | undefined },
) {
  const { kind, search, limit, cursor } = input;
  if (cursor !== undefined && idType(cursor) !== 'undo') throw invalidField('cursor', 'is not a next_cursor');
  const part = search === undefined || search === '' ? null : search.toLowerCase();
  const below = cursor ?? highestId('undo');
  const rows = await call.query(listArchived, [call.workspaceId, kind, below, limit + 1, part]);
  const items = rows.slice(0, limit);
  return {
    items: items.map(({ undo_id: _id, done_by, ...item }) => ({ ...item, by: done_by.user_name })),
    next_cursor: rows.length > limit ? items.at(-1)!.undo_id : null,
  };
}

/** A record with all its fields, the account it is of, and who stated each of them. @throws Fault not_found */
export async function readRecord(call: Call, id: string) {
  const [[row], stated] = await Promise.all([
    call.query(findWhole, [call.workspaceId, [id]]),
    call.query(findStated, [call.workspaceId, id]),
  ]);
  const record = row?.record as Record<string, unknown> | undefined;
  if (record === undefined || record['merged_into'] !== undefined) throw notFound('record');
  const accountId = record['account_id'];
  const [account] =
    typeof accountId === 'string' ? await call.query(findWhole, [call.workspaceId, [accountId]]) : [undefined];
  const of = account?.record as { name?: string | null; domain?: string | null } | undefined;
  return {
    record_id: id,
    kind: idType(id) as Entity,
    record,
    account_name: of?.name ?? of?.domain ?? null,
    stated,
  };
}

/** Everything that was stated of one field of a record, newest first. */
export const valueHistory = async (call: Call, { record_id, attribute }: { record_id: string; attribute: string }) => ({
  items: await call.query(findValueHistory, [call.workspaceId, record_id, attribute]),
});
