import { BELOW_ALL, findAccount, type List, LISTS, type OnRequest } from '../../db/statements/account-reads.ts';
import { notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { type Evidence, evidenceOf } from './meddpicc.ts';
import { type Page, pageOf } from './page.ts';

type Facts = Record<string, unknown>;
type Stamps = { created_at: string; updated_at: string };

export type AccountInput = {
  id: string;
  include: OnRequest[];
  limit: number;
  cursors?: { [list in List]?: string | undefined } | undefined;
};

type Opp = Stamps & {
  id: string;
  name: string | null;
  stage: string | null;
  amount: number | null;
  currency: string | null;
  close_date: string | null;
  owner: string | null;
  external_ref: string | null;
  facts: Facts;
};

type Contact = Stamps & {
  id: string;
  name: string | null;
  title: string | null;
  email: string | null;
  phone: string | null;
  linkedin: string | null;
  external_ref: string | null;
  facts: Facts;
};

type Meeting = Stamps & {
  id: string;
  outcome: string;
  notes: string | null;
  next_step: string | null;
  occurred_at: string;
};

type Capture = {
  id: string;
  source: string;
  text: string;
  prospect_id: string | null;
  tags: string[];
  created_at: string;
};

type PlanEntry = { id: string; section: string; content: string; created_at: string };
type Plan = Stamps & { id: string; sections: { section: string; entries: number; updated_at: string }[] };

type Found = {
  account: Stamps & {
    id: string;
    name: string | null;
    domain: string | null;
    industry: string | null;
    employee_count: number | null;
    tier: string | null;
    external_ref: string | null;
    facts: Facts;
  };
  opp_totals: {
    count: number;
    amount: number | null;
    by_stage: { stage: string | null; currency: string | null; count: number; amount: number }[];
  };
  opps: (Opp & { meddpicc: Record<string, string> })[];
  contacts: Contact[];
  plan?: (Plan & { items: PlanEntry[] }) | null;
  meetings?: Meeting[];
  captures?: Capture[];
};

/** An account as `read_account` answers it; a collection not requested is left out. */
export type AccountRead = Pick<Found, 'account' | 'opp_totals'> & {
  opps: Page<Opp & Evidence>;
  contacts: Page<Contact>;
  plan?: (Plan & Page<PlanEntry>) | null;
  meetings?: Page<Meeting>;
  captures?: Page<Capture>;
};

/** `read_account`: the record with its deals, contacts and the requested collections. @throws Fault not_found */
export async function readAccount(call: Call, input: AccountInput): Promise<AccountRead> {
  const { id, include, limit, cursors = {} } = input;
  const [row] = await call.query<{ found: Found }>(findAccount(include), [
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
