import { expect, test } from 'vitest';
import type { AppContext, Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';

let app: AppContext;
let tenant: Tenant;

useApp(async (started) => {
  app = started;
  tenant = await app.newTenant();
});

test('a capture logged over REST is kept and audited', async () => {
  const { status, body } = await tenant.rest('log_capture', { source: 'call', text: 'Dana signs.' });
  expect(status).toBe(200);
  expect(body.capture_id).toMatch(/^cap_/);
  const rows = await app.auditOf(tenant);
  expect(rows.at(-1)).toMatchObject({ tool: 'log_capture', transport: 'rest', outcome: 'ok', error_code: null });
});
