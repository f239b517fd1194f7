import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';
import { attack, hostiles } from './harness/hostile.ts';

// Only what must hold on any machine; `node bench/hostile.ts` measures how much slower a tenant is beside the hostile ones.

let app: AppContext;
let victim: Tenant;
let account: string;

beforeAll(async () => {
  app = await startTestApp();
  victim = await app.newTenant();
  account = (await victim.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } })).body.id;
});

afterAll(() => app.stop());

/** How long a call waits for a row that something else holds, in ms (db/limits.ts): nobody else waits as long. */
const LOCK_WAIT_MS = 2_000;

/** Calls of the victim, each tool one after another: how long each took, and the answers that were no success. */
async function victimCalls(rounds: number) {
  const took: number[] = [];
  const failures: string[] = [];
  const calls = [
    (n: number) => victim.rest('log_capture', { source: 'victim', text: `Note ${n}.`, account_id: account }),
    (n: number) => victim.rest('gtm_crm_write', { entity: 'account', id: account, facts: { industry: `i${n}` } }),
    () => victim.rest('read_account', { id: account }),
  ];
  for (let n = 0; n < rounds; n += 1) {
    await Promise.all(
      calls.map(async (call) => {
        const began = performance.now();
        const { status, text } = await call(n);
        took.push(performance.now() - began);
        if (status !== 200) failures.push(text);
      }),
    );
  }
  return { took: took.toSorted((a, b) => a - b), failures };
}

test('eight hostile tenants at once: no call of a ninth fails, and none waits for their locks', async () => {
  const { store } = app.service.app.services.db;
  const { all, release } = await hostiles(() => app.newTenant(), 'url' in store ? store.url : undefined);
  try {
    const alone = await victimCalls(5);
    expect(alone.failures).toEqual([]);
    const under = attack(all.map((each) => ({ ...each, connections: Math.min(4, each.connections) })));
    const beside = await victimCalls(6);
    const told = await under.stop();
    expect(beside.failures).toEqual([]);
    // On the embedded database there is one connection, and nothing holds a row.
    if ('url' in store) {
      const median = beside.took[Math.floor(beside.took.length / 2)]!;
      expect(median).toBeLessThan(LOCK_WAIT_MS);
      const held = told['captures on rows that are held'];
      expect(Object.keys(held!)).not.toContain('200');
    }
    const answered = Object.values(told).flatMap((counts) => Object.keys(counts));
    expect(answered).not.toContain('no answer');
  } finally {
    await release();
  }
  const { failures } = await victimCalls(2);
  expect(failures).toEqual([]);
});
