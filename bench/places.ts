// Workspaces as a service has them: each with a user, a membership, a key, and whole accounts.
import { randomBytes } from 'node:crypto';
import { idIn, post } from './environment.ts';
import { captureTexts } from './texts.ts';
import type { Place } from './workload.ts';

export const WORKSPACES = 100;
export const ACCOUNTS = 2;

const TEXTS = captureTexts(3);

/** What its keys may do a minute: counted, and never reached. */
const LIMIT = 1_000_000;

async function fillAccount(base: string, key: string, name: string): Promise<string> {
  const call = (tool: string, input: object) => post(`${base}/api/v1/tools/${tool}`, key, input);
  const facts = { name, domain: `${name.toLowerCase().replaceAll(/\W/g, '-')}.example`, industry: 'software' };
  const account_id = idIn(await call('gtm_crm_write', { entity: 'account', facts }), 'acc');
  const write = (entity: string, fields: object) => call('gtm_crm_write', { entity, facts: { account_id, ...fields } });
  for (const n of [1, 2, 3]) {
    await write('opp', { name: `Deal ${n}`, stage: 'discovery', amount: 1000 * n });
    await write('contact', { name: `Person ${n}`, title: 'Buyer', email: `p${n}@account.example` });
    const text = TEXTS[n - 1]!;
    await call('add_to_plan', { account_id, section: 'next_steps', content: text });
    await call('mark_meeting_outcome', { account_id, outcome: 'advance', notes: text, next_step: 'Call on Thursday' });
    await call('log_capture', { account_id, source: 'bench', text, tags: ['bench'] });
  }
  return account_id;
}

/**
 * Workspaces with accounts of three deals, contacts, entries of the plan, meetings and captures each; the baseline fills
 * its tables alike.
 */
export async function makePlaces(base: string, operatorToken: string, workspaces = WORKSPACES): Promise<Place[]> {
  const run = randomBytes(4).toString('hex');
  const operator = async (procedure: string, input: unknown) => {
    const answer = await post(`${base}/trpc/operator.${procedure}`, operatorToken, input);
    return (answer as { result: { data: Record<string, string> } }).result.data;
  };
  const makeOne = async (n: number): Promise<Place> => {
    const { user_id } = await operator('users.create', { email: `bench-${run}-${n}@example.com`, name: 'Bench' });
    await operator('entitlements.grant', { user_id, kind: 'membership', slug: 'pro' });
    const { key } = await operator('keys.create', { user_id, name: 'bench', scopes: 'all', rate_limit: LIMIT });
    const accountIds = [];
    for (let m = 0; m < ACCOUNTS; m += 1) accountIds.push(await fillAccount(base, key!, `Account ${n} ${m}`));
    return { key: key!, accountIds };
  };
  const places: Place[] = [];
  // Ten at a time, as systems provision.
  for (let n = 0; n < workspaces; n += 10) {
    const some = Array.from({ length: Math.min(10, workspaces - n) }, (_, m) => makeOne(n + m));
    places.push(...(await Promise.all(some)));
  }
  return places;
}
