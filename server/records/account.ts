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
import { type Evidence, evidenceOf } from './meddpicc.ts';
import { type Page, pageOf } from './page.ts';

export type AccountInput = {
  id: string;
  include: OnRequest[];
  limit: number;
  cursors?: { [list in List]?: string | undefined } | undefined;
};

type Plan = NonNullable<FoundAccount['plan']>;

/** An account as `read_account` answers it; a collection not asked for is left out. */
export type AccountRead = Pick<FoundAccount, 'account' | 'opp_totals'> & {
  opps: Page<Omit<FoundAccount['opps'][number], 'meddpicc'> & Evidence>;
  contacts: Page<FoundAccount['contacts'][number]>;
  plan?: (Omit<Plan, 'items'> & Page<Plan['items'][number]>) | null;
  meetings?: Page<NonNullable<FoundAccount['meetings']>[number]>;
  captures?: Page<NonNullable<FoundAccount['captures']>[number]>;
};

/** `read_account`: the record with its deals, contacts and the requested collections. @throws Fault not_found */
export async function readAccount(call: Call, input: AccountInput): Promise<AccountRead> {
  const { id, include, limit, cursors = {} } = input;
  const [row] = await call.query(findAccount(include), [
    call.workspaceId,
    id,
    limit,
    LISTS.map((list) => cursors[list] ?? BELOW_ALL),
  ]);
  if (row === undefined) throw notFound('account');
  const { account, opp_totals, contacts, plan, meetings, captures } = row.found;
  const opps = pageOf(row.found.opps, limit);
  return {
    account,
    opp_totals,
    opps: { ...opps, items: opps.items.map((opp) => ({ ...opp, ...evidenceOf(opp.meddpicc) })) },
    contacts: pageOf(contacts, limit),
    ...(plan === undefined ? {} : { plan: plan && { ...plan, ...pageOf(plan.items, limit) } }),
    ...(meetings === undefined ? {} : { meetings: pageOf(meetings, limit) }),
    ...(captures === undefined ? {} : { captures: pageOf(captures, limit) }),
  };
}
