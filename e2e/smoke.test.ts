import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';

let app: AppContext;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.newTenant();
});

afterAll(() => app.stop());

test('a capture logged over REST is kept and audited', async () => {
  const { status, body } = await tenant.rest('log_capture', { source: 'call', text: 'Dana signs.' });
  expect(status).toBe(200);
  expect(body.capture_id).toMatch(/^cap_/);
  const rows = await app.auditOf(tenant);
  expect(rows.at(-1)).toMatchObject({ tool: 'log_capture', transport: 'rest', outcome: 'ok', error_code: null });
});
