import { describe, expect } from 'vitest';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

describe('check_entitlement', () => {
  test('say what the plan licenses, also before any purchase', async () => {
    const buyer = await app.newTenant({ entitlement: { kind: 'plugin', slug: 'deal-desk' } });
    const visitor = await app.newTenant({ entitlement: null });
    expect((await buyer.rest('check_entitlement', { plugin: 'deal-desk' })).body).toEqual({
      plugin: 'deal-desk',
      entitled: true,
      plan: 'pro',
      plugins: ['deal-desk'],
    });
    expect((await buyer.rest('check_entitlement', { plugin: 'gtm-engine' })).body.entitled).toBe(false);
    expect((await buyer.rest('check_entitlement', { plugin: 'no-such-plugin' })).body.entitled).toBe(false);
    expect((await visitor.rest('check_entitlement', { plugin: 'deal-desk' })).body).toMatchObject({
      entitled: false,
      plan: 'free',
    });
    expect((await visitor.rest('pull_config')).body).toEqual({ plan: 'free', plugins: [], flags: {}, brain: [] });
  });

  test.each([{}, { plugin: '' }, { plugin: 'Deal Desk' }, { plugin: 3 }, { plugin: 'x'.repeat(65) }])(
    'check_entitlement refuses %j',
    async (input) => {
      const { status, body } = await tenant.rest('check_entitlement', input);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'invalid_input', issues: [{ path: 'plugin' }] });
    },
  );
});
