import { firstIdAt, type IdType, idType } from '../../db/ids.ts';
import { DIMENSIONS } from '../../db/open-deals.ts';
import type { FoundKind, PARAMETERS } from '../../db/statements/find-kinds.ts';
import { MOST_FOUND } from '../../db/statements/find-words.ts';
import { type Found, findWhole, searches, withdrawnSearches } from '../../db/statements/find-records.ts';
import { evidenceOf } from '../records/meddpicc.ts';
import { invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { STALE_MINUTES } from '../runs/runs.ts';
import type { Services } from '../services.ts';
import {
  checkFilters,
  cursorOf,
  type FindInput,
  fingerprintOf,
  type Position,
  readCursor,
  WITHDRAWN,
} from './find-input.ts';
import { idsOfPeople, isCalled, ownedMembers } from './people.ts';
import { formOf } from './references.ts';
import { MOST_WORDS, tellingWords, tsqueryOf, wordsIn } from './search-words.ts';

type Item = { id: string; kind: string; matched: string[] } & Record<string, unknown>;

export type FindAnswer = {
  items: Item[];
  /** Of everything that matches; with the first page only. */
  totals: Found['totals'];
  next_cursor: string | null;
  not_found?: string[];
};

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();

/** `find_records`: records by ids, whole; else a page of what a query and filters find. @throws Fault invalid_input */
export async function findRecords(call: Call, input: FindInput, services: Services): Promise<FindAnswer> {
  const { kind, query, ids } = input;
  if (ids !== undefined) return readWhole(call, ids);
  if (kind === undefined) throw invalidField('kind', 'name the kind of records to find, or ids to read');
  checkFilters(kind, input);
  const telling = query === undefined ? undefined : tellingWords(query);
  if (telling?.length === 0) throw invalidField('query', 'holds no word to look for');
  const words = telling?.slice(0, MOST_WORDS);
  const left = telling?.slice(MOST_WORDS) ?? [];
  if (left.length > 0) call.warn('query', `at most ${MOST_WORDS} words are looked for; left out: ${left.join(' ')}`);
  if (kind === 'member') return findMembers(call, services, input, words);
  return findPage(call, input, kind, words, services);
}

async function findPage(
  call: Call,
  input: FindInput,
  kind: FoundKind,
  words: string[] | undefined,
  services: Services,
) {
  const ranged = input.close_from !== undefined || input.close_to !== undefined;
  const order = input.sort ?? (ranged ? 'close_date' : 'newest');
  const fingerprint = fingerprintOf(input, order);
  const from = input.cursor === undefined ? undefined : readCursor(input.cursor, fingerprint);
  const assignee = input.assignee === undefined ? null : await idsOfPeople(call, services, 'assignee', input.assignee);
  const withdrawn = input.status === WITHDRAWN ? withdrawnSearches[kind] : undefined;
  const search = (withdrawn ?? searches[kind][order]!)[words === undefined ? 'listing' : 'searching'];
  const values = { ...valuesOf(call, input, kind, from), ...wordValues(input.query, words), assignee };
  const [row] = await call.query<{ found: Found }>(
    search.statement,
    search.parameters.map((name) => values[name] ?? null),
  );
  const { items, totals } = row!.found;
  const page = items.slice(0, input.limit);
  const last = page.at(-1);
  return {
    items: page.map((item) => compact(item, words)),
    totals: totals === null ? null : totalsOf(call, totals, words),
    next_cursor:
      items.length > input.limit && last !== undefined
        ? cursorOf(fingerprint, { after: last.sort_key, id: last.id })
        : null,
  };
}

/** Totals that are exact say no more; others that they are a part, and what to do for all. */
function totalsOf(
  call: Call,
  { at_least: isPart, ...totals }: NonNullable<Found['totals']>,
  words: string[] | undefined,
) {
  if (isPart !== true) return totals;
  if (words !== undefined) {
    call.warn(
      'query',
      `more records have these words than are looked at (${MOST_FOUND}): add words or a filter to find among all`,
    );
  }
  return { ...totals, at_least: true };
}

type Values = { [name in keyof typeof PARAMETERS]?: unknown };

/** The parameters of a search but those of its query. */
function valuesOf(call: Call, input: FindInput, kind: FoundKind, from: Position | undefined): Values {
  const { created_since, no_activity_since, missing, limit } = input;
  const prefix: IdType = kind === 'person' ? 'contact' : kind;
  return {
    account_id: input.account_id,
    list: input.list,
    stage: input.stage,
    stage_kind: input.stage_kind,
    close_from: input.close_from,
    close_to: input.close_to,
    amount_min: input.amount_min,
    amount_max: input.amount_max,
    created_since,
    updated_since: input.updated_since,
    no_activity_since,
    status: input.status,
    owner: input.owner,
    workspace: call.workspaceId,
    size: limit + 1,
    first: from === undefined,
    after: from?.after,
    after_id: from?.id,
    missing: missing?.reduce((bits, name) => bits | (1 << DIMENSIONS.indexOf(name as never)), 0),
    created_id: created_since && firstIdAt(prefix, new Date(created_since)),
    activity_capture_id: no_activity_since && firstIdAt('capture', new Date(no_activity_since)),
    activity_entry_id: no_activity_since && firstIdAt('plan_entry', new Date(no_activity_since)),
    stale_before: before(call.now, STALE_MINUTES * 60_000),
  };
}

function wordValues(query: string | undefined, words: string[] | undefined): Values {
  if (words === undefined) return {};
  return {
    words: tsqueryOf(words),
    any_word: words.length > 1 ? tsqueryOf(words, '|') : null,
    word: words[0]!.toLowerCase(),
    text: query,
  };
}

/** Fields that a query is looked for in, under the names they are answered by. */
const SEARCHED = [
  'name',
  'domain',
  'email',
  'title',
  'external_ref',
  'account_name',
  'run_ref',
  'plugin',
  'outcome',
  'next_step',
];

/** An item without what only the search needs: the unknown dimensions by name, and which fields the query matched. */
function compact({ sort_key: _key, gaps, ...item }: Found['items'][number], words: string[] = []): Item {
  const isIn = (value: unknown) =>
    typeof value === 'string' && words.some((word) => isCalled(wordsIn(value).join(' '), [word]));
  const matched = SEARCHED.filter((name) => isIn(item[name]));
  if (words.length > 0 && (isIn(item['excerpt']) || matched.length === 0)) matched.push('text');
  return {
    ...(item as { id: string; kind: string }),
    ...(typeof gaps === 'number' ? { missing: DIMENSIONS.filter((_, at) => (gaps & (1 << at)) !== 0) } : {}),
    matched,
  };
}

/** Records of any kind by id, each with all its fields and its texts in full, in the order asked for. */
async function readWhole(call: Call, ids: string[]): Promise<FindAnswer> {
  const rows = await call.query(findWhole, [call.workspaceId, ids]);
  const byId = new Map(rows.map(({ id, record }) => [id, record as Record<string, unknown>]));
  const asked = [...new Set(ids)];
  const items = asked
    .filter((id) => byId.has(id))
    .map((id) => {
      const record = asItStands(byId.get(id)!);
      const evidence = record['meddpicc'] as Record<string, string> | undefined;
      return {
        ...record,
        ...(evidence === undefined ? {} : evidenceOf(evidence)),
        id,
        kind: idType(id)!,
        matched: [],
      };
    });
  const not_found = asked.filter((id) => !byId.has(id));
  if (not_found.some((id) => formOf(id) !== undefined)) {
    call.warn('ids', 'takes ids; find a record by its name, domain, e-mail or external_ref as words of the query');
  }
  return { items, totals: { count: items.length }, next_cursor: null, ...(not_found.length > 0 ? { not_found } : {}) };
}

/** A record with who withdrew it, when and why, or without these fields. */
function asItStands(record: Record<string, unknown>): Record<string, unknown> {
  if (typeof record['withdrawn_at'] === 'string') return { ...record, status: WITHDRAWN };
  const { withdrawn_at: _at, withdrawn_by: _by, withdrawn_reason: _reason, ...rest } = record;
  return rest;
}

/** People of the teams the calling account owns, by name. @throws Fault not_team_owner */
async function findMembers(call: Call, services: Services, input: FindInput, words: string[] | undefined) {
  const fingerprint = fingerprintOf(input, 'name');
  const from = input.cursor === undefined ? undefined : readCursor(input.cursor, fingerprint);
  const members = (await ownedMembers(call, services))
    .filter(({ name }) => words === undefined || isCalled(name, words))
    .map(({ id, name, teams }) => ({ id, kind: 'member', name, teams, matched: words === undefined ? [] : ['name'] }))
    .sort((a, b) => (a.name === b.name ? Number(a.id > b.id) : Number(a.name > b.name)) || -1);
  const rest = from === undefined ? members : members.slice(1 + members.findIndex(({ id }) => id === from.id));
  const items = rest.slice(0, input.limit);
  const last = items.at(-1);
  return {
    items,
    totals: from === undefined ? { count: members.length } : null,
    next_cursor:
      rest.length > input.limit && last !== undefined ? cursorOf(fingerprint, { after: last.name, id: last.id }) : null,
  };
}
