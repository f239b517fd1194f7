import { describe, expect } from 'vitest';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { silence, startRun, storedRun } from '../../e2e/harness/runs.ts';
import { inside, test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

describe('run_heartbeat', () => {
  test('the first counts at any time, the next only 60 s later', async () => {
    const { run_ref, started_at } = await startRun(tenant);
    const first = await tenant.rest('run_heartbeat', { run_ref });
    expect(first.body).toMatchObject({ run_ref, running: true, status: 'running' });
    expect(Date.parse(first.body.last_sign_at)).toBeGreaterThan(Date.parse(started_at));
    const second = await tenant.rest('run_heartbeat', { run_ref });
    expect(second.status).toBe(429);
    expect(second.body.error.code).toBe('rate_limited');
    expect(second.headers.get('retry-after')).toBe('60');
    expect((await app.auditOf(tenant)).at(-1)).toMatchObject({
      tool: 'run_heartbeat',
      outcome: 'denied',
      error_code: 'rate_limited',
    });
    await inside(app, tenant, silence, [run_ref, 1]);
    expect((await tenant.rest('run_heartbeat', { run_ref })).status).toBe(200);
  });

  test('of ten at once one counts', async () => {
    const { run_ref } = await startRun(tenant);
    await tenant.rest('run_heartbeat', { run_ref });
    await inside(app, tenant, silence, [run_ref, 2]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => tenant.rest('run_heartbeat', { run_ref })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
  });

  test('a heartbeat after half an hour of silence clears the stale flag', async () => {
    const { run_ref } = await startRun(tenant);
    await inside(app, tenant, silence, [run_ref, 45]);
    const before = await storedRun(app, tenant, run_ref);
    expect(Date.now() - new Date(before.last_sign_at as string).getTime()).toBeGreaterThan(30 * 60_000);
    expect((await tenant.rest('run_heartbeat', { run_ref })).body.running).toBe(true);
    const after = await storedRun(app, tenant, run_ref);
    expect(Date.now() - new Date(after.last_sign_at as string).getTime()).toBeLessThan(30 * 60_000);
  });

  test('on a run that has ended answers running: false', async () => {
    const { run_ref } = await startRun(tenant);
    await tenant.rest('emit_telemetry', { run_id: run_ref });
    const before = await storedRun(app, tenant, run_ref);
    const { status, body } = await tenant.rest('run_heartbeat', { run_ref });
    expect(status).toBe(200);
    expect(body).toMatchObject({ run_ref, running: false, status: 'ok' });
    expect(await storedRun(app, tenant, run_ref)).toEqual(before);
  });

  test('a run nobody started, or another workspace started, is not found in the same words', async () => {
    const otherTenant = await app.newTenant();
    const { run_ref } = await startRun(otherTenant);
    const theirs = await tenant.rest('run_heartbeat', { run_ref });
    const unknown = await tenant.rest('run_heartbeat', { run_ref: 'never-started' });
    expect(theirs.status).toBe(404);
    expect({ ...theirs.body.error, request_id: '' }).toEqual({ ...unknown.body.error, request_id: '' });
  });
});
