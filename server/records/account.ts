import {
  BELOW_ALL,
  findAccount,
  type FoundAccount,
  type List,
  LISTS,
  type OnRequest,
} from '../../db/statements/account-reads.ts';
import { notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { EXCERPTS, excerptOf, excerptsIn, fitFacts, fitLists, MOST_TOKENS, tokensOf } from './budget.ts';
import { type Evidence, evidenceOf } from './meddpicc.ts';
import { type Page, pageOf } from './page.ts';

export type AccountInput = {
  id: string;
  include: OnRequest[];
  limit: number;
  cursors?: { [list in List]?: string | undefined } | undefined;
};

type Plan = NonNullable<FoundAccount['plan']>;
type Opp = Omit<FoundAccount['opps'][number], 'meddpicc'> & Evidence;

/** Facts that are left out of an answer, by name. */
type Omitting = { facts_omitted?: string[] };

/** An account as `read_account` answers it; a collection not asked for is left out. */
export type AccountRead = Pick<FoundAccount, 'opp_totals' | 'scores'> & {
  account: FoundAccount['account'] & Omitting;
  opps: Page<Opp & Omitting>;
  contacts: Page<FoundAccount['contacts'][number] & Omitting>;
  prospects: Page<FoundAccount['prospects'][number] & Omitting>;
  plan?: (Omit<Plan, 'items'> & Page<Plan['items'][number]>) | null;
  meetings?: Page<NonNullable<FoundAccount['meetings']>[number]>;
  captures?: Page<NonNullable<FoundAccount['captures']>[number]>;
  proposed_values?: string;
};

/** Values that are listed by name. */
const MOST_NAMED = 5;

/** Characters of a field's name. */
const FIELD = 60;

/** One line on values that became proposals: which wait for a person, and which one declined; undefined without any. */
function proposedLine(values: FoundAccount['proposed']): string | undefined {
  const named = values.slice(0, MOST_NAMED);
  const listed = (state: string, words: string) => {
    const some = named.filter((value) => value.state === state);
    const names = some.map(({ field, record_id }) => `${excerptOf(field, FIELD)} of ${record_id}`);
    return names.length === 0 ? [] : [`${words}: ${names.join(', ')}`];
  };
  const parts = [...listed('proposed', 'Waiting for a person'), ...listed('declined', 'Declined by a person')];
  if (parts.length === 0) return undefined;
  return `${parts.join('. ')}${values.length > MOST_NAMED ? ', and more' : ''}.`;
}

/** More than any text has. */
const ALL = 2_147_483_647;

/** An account with its lists, texts in full. @throws Fault not_found */
export function readWholeAccount(call: Call, input: AccountInput): Promise<AccountRead> {
  return readPages(call, input, ALL);
}

async function readPages(call: Call, input: AccountInput, characters: number): Promise<AccountRead> {
  const { id, include, limit, cursors = {} } = input;
  const [row] = await call.query(findAccount(include), [
    call.workspaceId,
    id,
    limit,
    LISTS.map((list) => cursors[list] ?? BELOW_ALL),
    characters,
  ]);
  if (row === undefined) throw notFound('account');
  const { account, opp_totals, contacts, prospects, scores, proposed, plan, meetings, captures } = row.found;
  const opps = pageOf(row.found.opps, limit);
  const proposed_values = proposedLine(proposed);
  return {
    account,
    opp_totals,
    opps: { ...opps, items: opps.items.map((opp) => ({ ...opp, ...evidenceOf(opp.meddpicc) })) },
    contacts: pageOf(contacts, limit),
    prospects: pageOf(prospects, limit),
    scores,
    ...(proposed_values === undefined ? {} : { proposed_values }),
    ...(plan === undefined ? {} : { plan: plan && { ...plan, ...pageOf(plan.items, limit) } }),
    ...(meetings === undefined ? {} : { meetings: pageOf(meetings, limit) }),
    ...(captures === undefined ? {} : { captures: pageOf(captures, limit) }),
  };
}

/** Tokens of the account's own facts. */
const RECORD_TOKENS = 500;

/** Most characters of a name or label. */
const LINE = 200;

type Factual = { facts: Record<string, unknown> };

function withFacts<Item extends Factual>(item: Item, tokens: number): Item & Omitting {
  const { facts, omitted } = fitFacts(item.facts, tokens);
  return { ...item, facts, ...(omitted.length > 0 ? { facts_omitted: omitted } : {}) };
}

const plain = <Item>(item: Item, most: number): Item => excerptsIn(item, Math.min(most, 1_200));

/** A record of a list: its own fields, and facts by a budget. */
const record = <Item extends Factual>({ facts, ...own }: Item, most: number): Item =>
  withFacts({ ...excerptsIn(own, most), facts } as unknown as Item, Math.min(360, Math.round(most * 0.3)));

type Captured = NonNullable<FoundAccount['captures']>[number];

const capture = (item: Captured, most: number): Captured => {
  const cut = excerptsIn(item, most);
  const isShort = cut.tags.length <= 5 && cut.tags.every((tag) => tag.length <= 40);
  return most > 400 || isShort ? cut : { ...cut, tags: cut.tags.slice(0, 5).map((tag) => excerptOf(tag, 40)) };
};

/** A page of what of its items is shown; the next one begins after the last of them. */
function pageShown<Item extends { id: string }>({ items, next_cursor }: Page<Item>, shown: Item[]): Page<Item> {
  return { items: shown, next_cursor: shown.length < items.length ? shown.at(-1)!.id : next_cursor };
}

/**
 * `read_account`: the record with its deals, contacts, prospects, scores and the requested collections, within
 * `MOST_TOKENS` tokens whatever the account holds. @throws Fault not_found
 */
export async function readAccount(call: Call, input: AccountInput): Promise<AccountRead> {
  const read = await readPages(call, input, EXCERPTS[0] + 1);
  const { facts, ...own } = read.account;
  const account = withFacts({ ...excerptsIn(own, LINE), facts }, RECORD_TOKENS);
  const ended = fitLists(
    {
      stages: { items: read.opp_totals.by_stage, cut: plain },
      scores: { items: read.scores, cut: plain },
      sections: { items: read.plan?.sections ?? [], cut: plain },
    },
    900,
  );
  const opp_totals = { ...read.opp_totals, by_stage: ended.stages };
  const { plan, meetings, captures } = read;
  const left =
    MOST_TOKENS - tokensOf([account, opp_totals, ended.scores, ended.sections, read.proposed_values ?? '']) - 250;
  const lists = fitLists(
    {
      opps: { items: read.opps.items, cut: record },
      contacts: { items: read.contacts.items, cut: record },
      prospects: { items: read.prospects.items, cut: record },
      plan: { items: plan?.items ?? [], cut: excerptsIn },
      meetings: { items: meetings?.items ?? [], cut: excerptsIn },
      captures: { items: captures?.items ?? [], cut: capture },
    },
    left,
  );
  return {
    ...read,
    account,
    opp_totals,
    scores: ended.scores,
    opps: pageShown(read.opps, lists.opps),
    contacts: pageShown(read.contacts, lists.contacts),
    prospects: pageShown(read.prospects, lists.prospects),
    ...(plan ? { plan: { ...plan, ...pageShown(plan, lists.plan), sections: ended.sections } } : {}),
    ...(meetings === undefined ? {} : { meetings: pageShown(meetings, lists.meetings) }),
    ...(captures === undefined ? {} : { captures: pageShown(captures, lists.captures) }),
  };
}
