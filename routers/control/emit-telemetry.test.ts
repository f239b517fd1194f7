import { describe, expect } from 'vitest';
import { errorOf } from '../../client/index.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { RUN, runsOf, silence, startRun, storedRun } from '../../e2e/harness/runs.ts';
import { inside, test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

describe('emit_telemetry', () => {
  test('settles the declared run in place, with the time since its start', async () => {
    const { run_ref } = await startRun(tenant);
    await inside(app, tenant, silence, [run_ref, 3]);
    const counts = { accounts: 4, 'drafts staged': 2 };
    const { body } = await tenant.rest('emit_telemetry', { run_id: run_ref, counts, account_ref: 'Acme' });
    expect(body).toMatchObject({ run_ref, result: 'settled', status: 'ok' });
    expect(body.duration_ms).toBeGreaterThanOrEqual(180_000);
    expect(body.duration_ms).toBeLessThan(240_000);
    expect(await storedRun(app, tenant, run_ref)).toMatchObject({
      state: 'ok',
      declared: true,
      counts,
      account_ref: 'Acme',
      ...RUN,
    });
  });

  test('keeps the duration it is given', async () => {
    const { run_ref } = await startRun(tenant);
    const { body } = await tenant.rest('emit_telemetry', { ...RUN, run_id: run_ref, duration_ms: 12.5 });
    expect(body.duration_ms).toBe(12.5);
  });

  test('settling a settled run changes nothing and says so', async () => {
    const { run_ref } = await startRun(tenant);
    await tenant.rest('emit_telemetry', { run_id: run_ref, outcome: 'ok', counts: { n: 1 } });
    const before = await storedRun(app, tenant, run_ref);
    const { status, body } = await tenant.rest('emit_telemetry', {
      run_id: run_ref,
      error_code: 'provider',
      counts: { n: 2 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ run_ref, result: 'already_settled', status: 'ok' });
    expect(await storedRun(app, tenant, run_ref)).toEqual(before);
  });

  test.each([true, false])('of ten at once one wins (started before: %s)', async (started) => {
    const run_id = started ? (await startRun(tenant)).run_ref : 'never-started-but-ten-reports';
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => tenant.rest('emit_telemetry', { ...RUN, run_id, counts: { n } })),
    );
    const winners = answers.flatMap(({ body }, n) => (body.result === 'already_settled' ? [] : [n]));
    expect(winners).toHaveLength(1);
    expect(await storedRun(app, tenant, run_id)).toMatchObject({ state: 'ok', counts: { n: winners[0] } });
  });

  test('without a start records one run, whose duration is known only when given', async () => {
    const { body } = await tenant.rest('emit_telemetry', { plugin: 'deal-desk', skill: 'session-summary' });
    expect(body).toMatchObject({ result: 'recorded', status: 'ok', duration_ms: null });
    expect(body.run_ref).toMatch(/^run_/);
    expect(await storedRun(app, tenant, body.run_ref)).toMatchObject({
      declared: false,
      started_at: null,
      state: 'ok',
    });
    const own = await tenant.rest('emit_telemetry', { ...RUN, run_id: 'undeclared', duration_ms: 9 });
    expect(own.body).toMatchObject({ run_ref: 'undeclared', result: 'recorded', duration_ms: 9 });
  });

  test('without a start plugin and skill are required, and nothing is kept', async () => {
    const { status, body } = await tenant.rest('emit_telemetry', { run_id: 'nameless', outcome: 'ok' });
    expect(status).toBe(400);
    expect(body.error.issues.map(({ path }: { path: string }) => path)).toEqual(['plugin', 'skill']);
    expect(await inside(app, tenant, runsOf, ['nameless'])).toEqual([]);
  });

  test.each([
    [{ outcome: 'ok' }, 'ok'],
    [{ outcome: 'drafted two e-mails, no error' }, 'ok'],
    [{}, 'ok'],
    [{ outcome: 'error' }, 'error'],
    [{ outcome: 'Failed' }, 'error'],
    [{ outcome: 'FAILURE' }, 'error'],
    [{ outcome: ' timeout ' }, 'error'],
    [{ outcome: 'ok', error_code: 'skill_logic', error_detail: 'x'.repeat(2_000) }, 'error'],
  ])('%j settles as %s', async (report, state) => {
    const { body } = await tenant.rest('emit_telemetry', { ...RUN, ...report });
    expect(body.status).toBe(state);
    expect((await storedRun(app, tenant, body.run_ref)).state).toBe(state);
  });

  test.each([
    ['error_code', { error_code: 'weather' }],
    ['error_detail', { error_detail: 'x'.repeat(2_001) }],
    ['account_ref', { account_ref: 'x'.repeat(201) }],
    ['duration_ms', { duration_ms: -1 }],
    ['duration_ms', { duration_ms: '5' }],
    ['counts.n', { counts: { n: '5' } }],
    ['counts.n', { counts: { n: { deep: 1 } } }],
    ['counts', { counts: [1] }],
    ['counts', { counts: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`n${n}`, n])) }],
    ['counts.to dana@acme.com', { counts: { 'to dana@acme.com': 1 } }],
    ['run_id', { run_id: 'two words' }],
  ])('refuses a wrong %s', async (path, report) => {
    const { status, body } = await tenant.rest('emit_telemetry', { ...RUN, ...report });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_input', issues: [expect.objectContaining({ path })] });
  });

  test('says what a count may be named', async () => {
    const { body } = await tenant.rest('emit_telemetry', { ...RUN, counts: { 'dana@acme.com': 1 } });
    expect(body.error.issues[0].message).toBe('expected letters, digits, spaces and _.:/-');
  });

  test('numbers beyond a double are refused', async () => {
    const raw = '{"plugin":"deal-desk","skill":"x","counts":{"n":1e999}}';
    expect((await tenant.rest('emit_telemetry', raw as never)).status).toBe(400);
  });

  test('keeps the payload byte for byte, spacing and number forms included', async () => {
    const raw =
      '{ "skill":"x",\n\t"plugin" : "deal-desk", "run_id":"raw-bytes", "duration_ms":1.50e1, "counts":{"big":12345678901234567890}, "outcome":"caf\\u00e9 😀" }';
    const { status, text } = await tenant.rest('emit_telemetry', raw as never);
    expect(status, text).toBe(200);
    expect(await storedRun(app, tenant, 'raw-bytes')).toMatchObject({ telemetry: raw, duration_ms: 15 });
  });

  test('keeps the report over every transport', async () => {
    const report = { ...RUN, counts: { 'kept whole': 1 } };
    await tenant.mcp('tools/call', { name: 'emit_telemetry', arguments: { ...report, run_id: 'by-mcp' } });
    await tenant.client.tools.emit_telemetry.mutate({ ...report, run_id: 'by-trpc' } as never);
    for (const run_id of ['by-mcp', 'by-trpc']) {
      const { telemetry } = await storedRun(app, tenant, run_id);
      expect(JSON.parse(telemetry as string)).toEqual({ ...report, run_id });
    }
  });

  test('takes 65,536 bytes and not one more; nothing of a larger one is kept', async () => {
    const sized = (run_id: string, bytes: number) => {
      const bare = JSON.stringify({ ...RUN, run_id });
      return `${' '.repeat(bytes - bare.length)}${bare}`;
    };
    const most = sized('most', 65_536);
    expect((await tenant.rest('emit_telemetry', most as never)).status).toBe(200);
    expect((await storedRun(app, tenant, 'most')).telemetry).toBe(most);
    const { status, body } = await tenant.rest('emit_telemetry', sized('too-much', 65_537) as never);
    expect(status).toBe(400);
    expect(body.error.code).toBe('payload_too_large');
    expect(await inside(app, tenant, runsOf, ['too-much'])).toEqual([]);
  });

  test('an outcome is kept in full, as long as the payload fits', async () => {
    const outcome = `Two deals moved. ${'x'.repeat(64_000)}`;
    const { status } = await tenant.rest('emit_telemetry', { ...RUN, run_id: 'long-outcome', outcome });
    expect(status).toBe(200);
    expect(await storedRun(app, tenant, 'long-outcome')).toMatchObject({ outcome, state: 'ok' });
    const longer = await tenant.rest('emit_telemetry', { ...RUN, outcome: 'x'.repeat(65_536) });
    expect(longer.body.error.code).toBe('payload_too_large');
  });

  test('in a batch each report is measured for itself', async () => {
    const report = (size: number) => ({ ...RUN, error_detail: 'x'.repeat(size) });
    const emit = (size: number) =>
      tenant.client.tools.emit_telemetry.mutate(report(size)).then(
        ({ result }) => result,
        (error: unknown) => errorOf(error)?.code,
      );
    expect(await Promise.all([emit(1_000), emit(66_000), emit(1_500)])).toEqual([
      'recorded',
      'payload_too_large',
      'recorded',
    ]);
    const rows = (await app.auditOf(tenant)).slice(-3);
    expect(rows.map(({ request_bytes }) => request_bytes).sort((x, y) => x - y)).toEqual(
      [1_000, 1_500, 66_000].map((size) => JSON.stringify(report(size)).length),
    );
    expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(3);
  });

  test('a team key runs for its team', async () => {
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: tenant.userId, name: 'T' });
    const teamKey = await app.newKey(tenant.userId, { teamId: team_id });
    const { run_ref } = await startRun(teamKey);
    expect(await storedRun(app, tenant, run_ref)).toMatchObject({
      team_id,
      key_id: teamKey.keyId,
      user_id: tenant.userId,
    });
    expect((await tenant.rest('emit_telemetry', { run_id: run_ref })).body.result).toBe('settled');
  });
});
