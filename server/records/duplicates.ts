import type { Database } from '../../db/orm.ts';
import { execute } from '../../db/orm.ts';
import {
  beginSearch,
  endSearch,
  findAlike,
  findSearch,
  forgetSets,
  keepNotDuplicates,
  listSets,
  readAlike,
  removeSets,
  searchDuplicates,
} from '../../db/statements/duplicates.ts';
import { listMergedInto } from '../../db/statements/merged-parts.ts';
import { declineMergesAmong } from '../../db/statements/merges.ts';
import type { Mergeable } from '../../db/statements/merging.ts';
import { invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { queue, work } from '../jobs/queue.ts';
import { mergeableKind } from './mergeable-kind.ts';
import { doneBy } from './withdraw.ts';

/** A search that did not end by then was cut off. */
const SEARCH_MS = 10 * 60_000;

/** A search is of use for this long; who looks later starts the next one. */
const FRESH_MS = 60_000;

const KINDS = Object.keys(searchDuplicates) as (keyof typeof searchDuplicates)[];

/** Searches a workspace for records that may be the same. */
export const searching = queue<{ workspaceId: string }>({
  name: 'search-duplicates',
  retries: 3,
  retryAfter: 5,
  expiresAfter: SEARCH_MS / 1_000,
  concurrency: 1,
});

/** Finds all sets of a workspace anew, in one transaction: until it is done, those of the last search stand. */
export async function searchWorkspace(db: Database, workspaceId: string): Promise<void> {
  await db.fork(workspaceId).transactional(async (em) => {
    await execute(em, forgetSets, [workspaceId]);
    const found: Record<string, { found: number; kept: number }> = {};
    for (const kind of KINDS) {
      const [sets] = await execute(em, searchDuplicates[kind], [workspaceId]);
      found[kind] = { found: sets!.found ?? 0, kept: sets!.kept ?? 0 };
    }
    await execute(em, endSearch, [workspaceId, JSON.stringify(found)]);
  });
}

export const searchForDuplicates = work(searching, ({ db }: { db: Database }, { workspaceId }) =>
  searchWorkspace(db, workspaceId),
);

/** Has a workspace searched, unless it is being, or was a moment ago. */
export async function startSearch(call: Call, { jobs }: { jobs: Pick<Jobs, 'enlist'> }): Promise<{ started: boolean }> {
  const at = call.now.getTime();
  const [before, ended] = [SEARCH_MS, FRESH_MS].map((ms) => new Date(at - ms).toISOString());
  const [began] = await call.query(beginSearch, [call.workspaceId, call.now.toISOString(), before!, ended!]);
  if (began !== undefined) await jobs.enlist(call.em, searching, { workspaceId: call.workspaceId });
  return { started: began !== undefined };
}

/** When the workspace was last searched, and how many sets of each kind there are. */
export async function searchState(call: Call) {
  const [search] = await call.query(findSearch, [call.workspaceId]);
  const countOf = (kind: Mergeable) => {
    const { found = 0, kept = 0 } = search?.found[kind] ?? {};
    return found - kept + (search?.sets[kind] ?? 0);
  };
  return {
    searched_at: search?.ended_at ?? null,
    searching: search !== undefined && search.ended_at === null,
    counts: Object.fromEntries(KINDS.map((kind) => [kind, countOf(kind)])) as Record<Mergeable, number>,
  };
}

type Page = { kind: Mergeable; limit: number; cursor?: string | undefined };

const LAST = ['~', '~'] as const;

function readCursor(cursor: string): readonly [string, string] {
  const [newest, id, ...more] = cursor.split('.');
  if (newest === undefined || id === undefined || more.length > 0) throw invalidField('cursor', 'is not a next_cursor');
  return [newest, id];
}

/** Sets of records of one kind that may be the same, the newest first, each with the records that are still there. */
export async function listDuplicates(call: Call, { kind, limit, cursor }: Page) {
  const after = cursor === undefined ? LAST : readCursor(cursor);
  const rows = await call.query(listSets, [call.workspaceId, kind, ...after, limit + 1]);
  const sets = rows.slice(0, limit);
  const records = await call.query(readAlike, [call.workspaceId, sets.flatMap(({ record_ids }) => record_ids)]);
  const byId = new Map(records.map((record) => [record.id, record]));
  const items = sets
    .map(({ set_id, matched, record_ids, count }) => ({
      set_id,
      kind,
      matched,
      count,
      records: record_ids.flatMap((id) => byId.get(id) ?? []),
    }))
    .filter((set) => set.records.length > 1);
  const last = sets.at(-1);
  return { items, next_cursor: rows.length > limit ? `${last!.newest}.${last!.set_id}` : null };
}

/** Says that no two of some records are the same: they are not shown as such again, and no proposal to merge them is taken. */
export async function sayNotDuplicates(
  call: Call,
  ids: readonly string[],
  note?: string,
): Promise<{ record_ids: string[]; pairs: number }> {
  const sorted = [...new Set(ids)].toSorted();
  const kind = mergeableKind(sorted[0]!, 'record_ids');
  if (sorted.length < 2) throw invalidField('record_ids', 'names fewer than two records');
  const found = await call.query(readAlike, [call.workspaceId, sorted]);
  if (found.length < sorted.length) throw notFound(kind.replace('_', ' '));
  if (found.some((record) => record.kind !== kind)) throw invalidField('record_ids', 'are not of one kind');
  const pairs = sorted.flatMap((low, place) => sorted.slice(place + 1).map((high) => [low, high] as const));
  const [by, now] = [JSON.stringify(doneBy(call)), call.now.toISOString()];
  const [low, high] = [pairs.map(([first]) => first), pairs.map(([, second]) => second)];
  const kept = await call.query(keepNotDuplicates, [call.workspaceId, low, high, by, now, note ?? null]);
  await call.query(declineMergesAmong, [call.workspaceId, sorted, by, now]);
  await call.query(removeSets, [call.workspaceId, sorted]);
  return { record_ids: sorted, pairs: kept.length };
}

/**
 * What else records of one kind are known as: records that may be the same, and those that became part of them. Of ids that
 * are not there nothing is answered.
 */
export async function identitiesOf(call: Call, ids: readonly string[]) {
  const kind = mergeableKind(ids[0]!, 'record_ids');
  const [alike, merged] = await Promise.all([
    call.query(findAlike[kind], [call.workspaceId, ids]),
    call.query(listMergedInto, [call.workspaceId, ids]),
  ]);
  const records = await call.query(readAlike, [call.workspaceId, [...ids, ...alike.map(({ id }) => id!)]]);
  const byId = new Map(records.map((record) => [record.id, record]));
  const items = ids.flatMap((record_id) => {
    const own = byId.get(record_id);
    if (own === undefined) return [];
    const possible_duplicates = alike
      .filter((one) => one.record_id === record_id)
      .flatMap(({ id, matched }) => {
        const record = byId.get(id!);
        return record === undefined ? [] : [{ ...record, matched: matched! }];
      });
    const parts = merged
      .filter(({ merged_into }) => merged_into === record_id)
      .map(({ merged_into: _into, ...one }) => one);
    return [{ record_id, external_ref: own.external_ref, possible_duplicates, merged: parts }];
  });
  return { items };
}
