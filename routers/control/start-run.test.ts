import { describe, expect } from 'vitest';
import { type AppContext, type Tenant, post } from '../../e2e/harness/app.ts';
import { RUN, startRun, storedRun } from '../../e2e/harness/runs.ts';
import { test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

describe('start_run', () => {
  test('shows as running at once, under a ref of its own', async () => {
    const run = await startRun(tenant);
    expect(run).toMatchObject({ status: 'running', resumed: false, ...RUN });
    expect(run.run_ref).toMatch(/^run_[0-9a-z]{26}$/);
    expect(await storedRun(app, tenant, run.run_ref)).toMatchObject({
      state: 'running',
      declared: true,
      user_id: tenant.userId,
      key_id: tenant.keyId,
      team_id: null,
      ...RUN,
    });
  });

  test('with a ref that still runs is that run, unchanged', async () => {
    const first = await startRun(tenant, { ...RUN, run_ref: 'mine-1' });
    const again = await startRun(tenant, { plugin: 'prospecting', skill: 'other', run_ref: 'mine-1' });
    expect(again).toEqual({ ...first, resumed: true });
  });

  test('twenty at once with one ref make one run', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => startRun(tenant, { ...RUN, run_ref: 'mine-at-once' })),
    );
    expect(answers.filter(({ resumed }) => !resumed)).toHaveLength(1);
    expect(new Set(answers.map(({ started_at }) => started_at)).size).toBe(1);
    await storedRun(app, tenant, 'mine-at-once');
  });

  test('with the ref of a run that has ended is refused, and says how it ended', async () => {
    await startRun(tenant, { ...RUN, run_ref: 'mine-ended' });
    await tenant.rest('emit_telemetry', { run_id: 'mine-ended', outcome: 'timeout' });
    const { status, body } = await tenant.rest('start_run', { ...RUN, run_ref: 'mine-ended' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_transition', message: expect.stringContaining('(error)') });
    expect(await storedRun(app, tenant, 'mine-ended')).toMatchObject({ state: 'error' });
  });

  test('a ref belongs to its workspace', async () => {
    const other = await app.newTenant();
    await startRun(tenant, { ...RUN, run_ref: 'same-words' });
    expect(await startRun(other, { ...RUN, run_ref: 'same-words' })).toMatchObject({ resumed: false });
  });

  test.each([
    { skill: 'x' },
    { plugin: 'deal-desk' },
    { ...RUN, plugin: 'Deal Desk' },
    { ...RUN, skill: '' },
    { ...RUN, run_ref: '' },
    { ...RUN, run_ref: 'two words' },
    { ...RUN, run_ref: 'ümlaut' },
    { ...RUN, run_ref: 'x'.repeat(201) },
    { ...RUN, run_ref: 7 },
  ])('refuses %j', async (input) => {
    const { status, body } = await tenant.rest('start_run', input);
    expect(status).toBe(400);
    expect(body.error.code).toBe('invalid_input');
  });

  test('an Idempotency-Key gives the first run again', async () => {
    const headers = { 'idempotency-key': 'start-once' };
    const first = await tenant.rest('start_run', RUN, headers);
    const again = await tenant.rest('start_run', RUN, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

test('a body that ends early leaves no run', async () => {
  const { status } = await post(`${app.baseUrl}/api/v1/tools/start_run`, '{"plugin":"deal-desk","skill":"x"', {
    authorization: `Bearer ${tenant.key}`,
  });
  expect(status).toBe(400);
});
