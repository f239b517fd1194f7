import { highestId, idType } from '../../db/ids.ts';
import {
  type AccountSort,
  type Established,
  findFactProvenance,
  findFactHistory,
  findFilterWords,
  findJudgements,
  listAccounts as listAccountsStatements,
  type ListedAccount,
  listFacts as listFactsStatement,
  listOpenDeals,
  listOpenProposals,
  searchAccounts,
} from '../../db/statements/panel-accounts.ts';
import { LISTS } from '../../db/statements/account-reads.ts';
import { tsqueryOf, wordsIn } from '../finding/search-words.ts';
import { type AccountInput, readWholeAccount } from '../records/account.ts';
import { DIMENSIONS, evidenceOf } from '../records/meddpicc.ts';
import { invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { readCursor, writeCursor } from './list-cursor.ts';

export type ListAccountsInput = {
  search?: string | undefined;
  tier?: string | undefined;
  industry?: string | undefined;
  has_gaps: boolean;
  tier_proposed: boolean;
  sort: AccountSort;
  limit: number;
  cursor?: string | undefined;
};

/** Each word of a search as a prefix; empty when it has none. */
export const wordsOf = (search: string) => tsqueryOf(wordsIn(search));

const FIRST: Record<AccountSort, [string, string]> = {
  name: ['', ''],
  newest: ['', highestId('account')],
  largest: ['', ''],
  closing: ['', ''],
};

/** Which list a cursor is of: another order's says nothing in this one. */
const cursorOf = (sort: AccountSort, { sort_key, sort_id }: ListedAccount) =>
  writeCursor(sort, sort_key ?? '', sort_id!);

/** Accounts by name or newest first, each with what is open; prefixes of words find them. */
export async function listAccounts(call: Call, input: ListAccountsInput) {
  const { sort, limit, cursor, search } = input;
  const words = search === undefined ? undefined : wordsOf(search);
  if (words === '') return { items: [], next_cursor: null };
  const after = cursor === undefined ? FIRST[sort] : readCursor(sort, cursor);
  const values = [
    call.workspaceId,
    limit + 1,
    input.tier ?? null,
    input.industry ?? null,
    input.has_gaps,
    input.tier_proposed,
    ...after,
  ] as const;
  const rows =
    words === undefined
      ? await call.query(listAccountsStatements[sort], values)
      : await call.query(searchAccounts[sort], [...values, words]);
  const page = rows.slice(0, limit);
  return {
    items: page.map(({ sort_key: _key, sort_id: _id, ...account }) => account),
    next_cursor: rows.length > limit ? cursorOf(sort, page.at(-1)!) : null,
  };
}

/** Tiers and industries that the newest accounts have, for the list's filters. */
export async function filterWords(call: Call) {
  const [found] = await call.query(findFilterWords, [call.workspaceId]);
  return found!;
}

/** Who recorded something, when, and in which run. */
export type Provenance = Omit<Established, 'subject_id' | 'attribute'>;

/**
 * An account as `read_account` answers it, with its proposed tiers, its latest scores and all of its deals added up.
 * @throws Fault not_found
 */
export async function readFullAccount(call: Call, input: Omit<AccountInput, 'include'>) {
  const found = await readWholeAccount(call, { ...input, include: ['plan', 'meetings', 'captures'] });
  const [judged] = await call.query(findJudgements, [call.workspaceId, input.id]);
  return {
    ...found,
    plan: found.plan ?? null,
    meetings: found.meetings!,
    captures: found.captures!,
    ...judged!,
  };
}

/** An account's open deals by amount, each with its evidence, and who recorded each dimension. */
export async function openDeals(
  call: Call,
  { account_id: accountId, limit, cursor }: { account_id: string; limit: number; cursor?: string | undefined },
) {
  if (cursor !== undefined && idType(cursor) !== 'opp') throw invalidField('cursor', 'is not a next_cursor');
  const rows = await call.query(listOpenDeals, [call.workspaceId, accountId, cursor ?? null, limit + 1]);
  const deals = rows.slice(0, limit);
  const ids = deals.map(({ id }) => id);
  const established = await call.query(findFactProvenance, [call.workspaceId, ids, DIMENSIONS]);
  const byDeal = Map.groupBy(established, ({ subject_id }) => subject_id);
  const items = deals.map(({ meddpicc, ...deal }) => ({
    ...deal,
    ...evidenceOf(meddpicc),
    evidence: Object.fromEntries(
      (byDeal.get(deal.id) ?? []).map(({ subject_id: _subject, attribute, ...provenance }) => [attribute, provenance]),
    ) as Partial<Record<(typeof DIMENSIONS)[number], Provenance>>,
  }));
  return { items, next_cursor: rows.length > limit ? deals.at(-1)!.id : null };
}

/** The lists of an account that are paged, by name. */
export { LISTS };

/** Tiers that agents proposed and no person has decided, newest first. */
export async function openProposals(call: Call, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  if (cursor !== undefined && idType(cursor) !== 'proposal') throw invalidField('cursor', 'is not a next_cursor');
  const rows = await call.query(listOpenProposals, [call.workspaceId, cursor ?? highestId('proposal'), limit + 1]);
  const items = rows.slice(0, limit);
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.proposal_id : null };
}

/** An account's facts, newest first, superseded ones too unless only current ones are requested. */
export async function listFacts(
  call: Call,
  input: { account_id: string; current_only: boolean; limit: number; cursor?: string | undefined },
) {
  const { cursor, limit } = input;
  if (cursor !== undefined && idType(cursor) !== 'fact') throw invalidField('cursor', 'is not a next_cursor');
  const rows = await call.query(listFactsStatement, [
    call.workspaceId,
    input.account_id,
    cursor ?? highestId('fact'),
    limit + 1,
    input.current_only,
  ]);
  const items = rows.slice(0, limit);
  return { items, next_cursor: rows.length > limit ? items.at(-1)!.fact_id : null };
}

/** The history of one attribute of one record, newest first. */
export async function factHistory(call: Call, input: { account_id: string; subject_id: string; attribute: string }) {
  const items = await call.query(findFactHistory, [
    call.workspaceId,
    input.account_id,
    input.subject_id,
    input.attribute,
  ]);
  return { items };
}
