import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, startHouse, type Tenant } from './harness/house.ts';

let house: House;
let tenant: Tenant;

beforeAll(async () => {
  house = await startHouse();
  tenant = await house.newTenant();
});

afterAll(() => house.stop());

test('a capture logged over REST is kept and audited', async () => {
  const { status, body } = await tenant.rest('log_capture', { source: 'call', text: 'Dana signs.' });
  expect(status).toBe(200);
  expect(body.capture_id).toMatch(/^cap_/);
  const rows = await house.auditOf(tenant);
  expect(rows.at(-1)).toMatchObject({ tool: 'log_capture', transport: 'rest', outcome: 'ok', error_code: null });
});

test('the typed client verifies its session', async () => {
  const session = await tenant.client.tools.verify_session.query({});
  expect(session).toMatchObject({ plan: 'pro', scope: 'user', workspace_id: tenant.workspaceId });
});
