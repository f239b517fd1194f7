import { describe, expect } from 'vitest';
import { newId } from '../../db/ids.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { succeed, test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

const newAccount = async (who = tenant) =>
  (await who.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Scored' } })).body.id as string;

const call = (tool: string, input: Record<string, unknown>, who = tenant) => succeed(who, tool, input);

describe('gtm_signal_query', () => {
  test('pages signals and scores together, newest first, and skips nothing', async () => {
    const account_id = await newAccount();
    for (const n of [1, 2, 3]) {
      await tenant.rest(
        'gtm_score',
        {
          role: 'health',
          account_id,
          signals: [
            { key: `newer_${n}`, value: 0.5, at: '2026-03-02T00:00:00Z' },
            { key: `older_${n}`, value: 0.5, at: '2026-03-01T00:00:00Z' },
          ],
        },
        { 'run-ref': `run-${n}` },
      );
    }
    const whole = await call('gtm_signal_query', { account_id });
    expect(whole.signals.map(({ key }: any) => key)).toEqual([
      'newer_3',
      'older_3',
      'newer_2',
      'older_2',
      'newer_1',
      'older_1',
    ]);
    expect(whole.scores.map(({ run_ref }: any) => run_ref)).toEqual(['run-3', 'run-2', 'run-1']);
    expect(whole.signals[0]).toMatchObject({ value: 0.5, at: '2026-03-02T00:00:00.000Z', run_ref: 'run-3' });
    expect(whole.next_cursor).toBeNull();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call('gtm_signal_query', {
        account_id,
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      const ids = [...page.signals, ...page.scores].map(({ id }: any) => id as string);
      expect(ids.length).toBeLessThanOrEqual(2);
      seen.push(...ids);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.sort()).toEqual([...whole.signals, ...whole.scores].map(({ id }: any) => id).sort());
  });

  test('answers 50 unless told otherwise, 200 at most', async () => {
    const account_id = await newAccount();
    const many = Array.from({ length: 120 }, (_, n) => ({ key: `k${n}`, value: 0.1 }));
    await call('gtm_score', { role: 'health', account_id, signals: many });
    const page = await call('gtm_signal_query', { account_id });
    expect(page.signals.length + page.scores.length).toBe(50);
    expect(page.scores).toHaveLength(1);
    expect((await call('gtm_signal_query', { account_id, limit: 200 })).signals).toHaveLength(120);
    expect((await tenant.rest('gtm_signal_query', { account_id, limit: 201 })).body.error.issues[0].path).toBe('limit');
  });

  test('refuses a cursor that is none, and an account that is not there', async () => {
    const account_id = await newAccount();
    const bad = await tenant.rest('gtm_signal_query', { account_id, cursor: 'page 2' });
    expect(bad.body.error.issues[0].path).toBe('cursor');
    const unknown = await tenant.rest('gtm_signal_query', { account_id: newId('account') });
    expect(unknown.body.error.message).toBe('No account with that id in this workspace.');
    const otherTenant = await (await app.newTenant()).rest('gtm_signal_query', { account_id });
    expect(otherTenant.body.error.message).toBe(unknown.body.error.message);
  });
});
