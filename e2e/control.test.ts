import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf } from '../client/index.ts';
import { execute } from '../db/orm.ts';
import { statement } from '../db/statement.ts';
import { registry } from '../routers/index.ts';
import { type AppContext, post, startTestApp, type Tenant } from './harness/app.ts';

let app: AppContext;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.newTenant();
});

afterAll(() => app.stop());

const RUN = { plugin: 'deal-desk', skill: 'pipeline-review' };

type StoredRun = Record<string, unknown>;

const runsOf = statement('test_runs_of', 'SELECT * FROM runs WHERE run_ref = $1');
const silence = statement(
  'test_silence_run',
  `UPDATE runs SET started_at = started_at - make_interval(mins => $2), last_sign_at = last_sign_at - make_interval(mins => $2)
   WHERE run_ref = $1`,
);
const age = statement(
  'test_age_brain',
  `UPDATE brain_states SET created_at = created_at - make_interval(days => $2) WHERE scope = $1`,
);
const brainOf = statement(
  'test_brain_of',
  'SELECT version, payload FROM brain_states WHERE scope = $1 ORDER BY version',
);

const inside = <Row>(who: Tenant, query: ReturnType<typeof statement>, values: unknown[]) =>
  app.service.app.services.db.fork(who.workspaceId).transactional((em) => execute<Row>(em, query, values));

async function storedRun(who: Tenant, runRef: string): Promise<StoredRun> {
  const rows = await inside<StoredRun>(who, runsOf, [runRef]);
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

const startRun = async (who: Tenant, input: Record<string, unknown> = RUN) => {
  const { status, body, text } = await who.rest('start_run', input);
  expect(status, text).toBe(200);
  return body as { run_ref: string; resumed: boolean; started_at: string };
};

describe('check_entitlement and pull_config', () => {
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

  test('pull_config gives the flags of the workspace and the brain versions in force, stale ones marked', async () => {
    const who = await app.newTenant();
    await app.operator.flags.set.mutate({ user_id: who.userId, flag: 'second_approver', value: true });
    await app.operator.flags.set.mutate({ user_id: who.userId, flag: 'beta', value: { share: 0.5 } });
    for (const payload of [{ n: 1 }, { n: 22 }]) await who.rest('sync_brain', { scope: 'icp-registry', payload });
    await who.rest('sync_brain', { scope: 'decision-log', payload: [] });
    await inside(who, age, ['decision-log', 31]);
    const { body } = await who.rest('pull_config');
    expect(body.flags).toEqual({ beta: { share: 0.5 }, second_approver: true });
    expect(body.brain).toEqual([
      { scope: 'decision-log', version: 1, bytes: 2, synced_at: expect.any(String), stale: true },
      { scope: 'icp-registry', version: 2, bytes: 8, synced_at: expect.any(String), stale: false },
    ]);
  });
});

describe('start_run', () => {
  test('shows as running at once, under a ref of its own', async () => {
    const run = await startRun(tenant);
    expect(run).toMatchObject({ status: 'running', resumed: false, ...RUN });
    expect(run.run_ref).toMatch(/^run_[0-9a-z]{26}$/);
    expect(await storedRun(tenant, run.run_ref)).toMatchObject({
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
    await storedRun(tenant, 'mine-at-once');
  });

  test('with the ref of a run that has ended is refused, and says how it ended', async () => {
    await startRun(tenant, { ...RUN, run_ref: 'mine-ended' });
    await tenant.rest('emit_telemetry', { run_id: 'mine-ended', outcome: 'timeout' });
    const { status, body } = await tenant.rest('start_run', { ...RUN, run_ref: 'mine-ended' });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_transition', message: expect.stringContaining('(error)') });
    expect(await storedRun(tenant, 'mine-ended')).toMatchObject({ state: 'error' });
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
    await inside(tenant, silence, [run_ref, 1]);
    expect((await tenant.rest('run_heartbeat', { run_ref })).status).toBe(200);
  });

  test('of ten at once one counts', async () => {
    const { run_ref } = await startRun(tenant);
    await tenant.rest('run_heartbeat', { run_ref });
    await inside(tenant, silence, [run_ref, 2]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => tenant.rest('run_heartbeat', { run_ref })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
  });

  test('a heartbeat after half an hour of silence clears the stale flag', async () => {
    const { run_ref } = await startRun(tenant);
    await inside(tenant, silence, [run_ref, 45]);
    const before = await storedRun(tenant, run_ref);
    expect(Date.now() - new Date(before.last_sign_at as string).getTime()).toBeGreaterThan(30 * 60_000);
    expect((await tenant.rest('run_heartbeat', { run_ref })).body.running).toBe(true);
    const after = await storedRun(tenant, run_ref);
    expect(Date.now() - new Date(after.last_sign_at as string).getTime()).toBeLessThan(30 * 60_000);
  });

  test('on a run that has ended answers running: false', async () => {
    const { run_ref } = await startRun(tenant);
    await tenant.rest('emit_telemetry', { run_id: run_ref });
    const before = await storedRun(tenant, run_ref);
    const { status, body } = await tenant.rest('run_heartbeat', { run_ref });
    expect(status).toBe(200);
    expect(body).toMatchObject({ run_ref, running: false, status: 'ok' });
    expect(await storedRun(tenant, run_ref)).toEqual(before);
  });

  test('a run nobody started, or another workspace started, is not found in the same words', async () => {
    const stranger = await app.newTenant();
    const { run_ref } = await startRun(stranger);
    const theirs = await tenant.rest('run_heartbeat', { run_ref });
    const nobodys = await tenant.rest('run_heartbeat', { run_ref: 'never-started' });
    expect(theirs.status).toBe(404);
    expect({ ...theirs.body.error, request_id: '' }).toEqual({ ...nobodys.body.error, request_id: '' });
  });
});

describe('emit_telemetry', () => {
  test('settles the declared run in place, with the time since its start', async () => {
    const { run_ref } = await startRun(tenant);
    await inside(tenant, silence, [run_ref, 3]);
    const counts = { accounts: 4, 'drafts staged': 2 };
    const { body } = await tenant.rest('emit_telemetry', { run_id: run_ref, counts, account_ref: 'Acme' });
    expect(body).toMatchObject({ run_ref, result: 'settled', status: 'ok' });
    expect(body.duration_ms).toBeGreaterThanOrEqual(180_000);
    expect(body.duration_ms).toBeLessThan(240_000);
    expect(await storedRun(tenant, run_ref)).toMatchObject({
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
    const before = await storedRun(tenant, run_ref);
    const { status, body } = await tenant.rest('emit_telemetry', {
      run_id: run_ref,
      error_code: 'provider',
      counts: { n: 2 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ run_ref, result: 'already_settled', status: 'ok' });
    expect(await storedRun(tenant, run_ref)).toEqual(before);
  });

  test.each([true, false])('of ten at once one wins (started before: %s)', async (started) => {
    const run_id = started ? (await startRun(tenant)).run_ref : 'never-started-but-ten-reports';
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => tenant.rest('emit_telemetry', { ...RUN, run_id, counts: { n } })),
    );
    const winners = answers.flatMap(({ body }, n) => (body.result === 'already_settled' ? [] : [n]));
    expect(winners).toHaveLength(1);
    expect(await storedRun(tenant, run_id)).toMatchObject({ state: 'ok', counts: { n: winners[0] } });
  });

  test('without a start records one run, whose duration is known only when given', async () => {
    const { body } = await tenant.rest('emit_telemetry', { plugin: 'deal-desk', skill: 'session-summary' });
    expect(body).toMatchObject({ result: 'recorded', status: 'ok', duration_ms: null });
    expect(body.run_ref).toMatch(/^run_/);
    expect(await storedRun(tenant, body.run_ref)).toMatchObject({ declared: false, started_at: null, state: 'ok' });
    const own = await tenant.rest('emit_telemetry', { ...RUN, run_id: 'undeclared', duration_ms: 9 });
    expect(own.body).toMatchObject({ run_ref: 'undeclared', result: 'recorded', duration_ms: 9 });
  });

  test('without a start plugin and skill are required, and nothing is kept', async () => {
    const { status, body } = await tenant.rest('emit_telemetry', { run_id: 'nameless', outcome: 'ok' });
    expect(status).toBe(400);
    expect(body.error.issues.map(({ path }: { path: string }) => path)).toEqual(['plugin', 'skill']);
    expect(await inside(tenant, runsOf, ['nameless'])).toEqual([]);
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
    expect((await storedRun(tenant, body.run_ref)).state).toBe(state);
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
    ['outcome', { outcome: 'x'.repeat(2_001) }],
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

  test('keeps the payload byte for byte, spacing, number forms and unknown fields included', async () => {
    const raw =
      '{ "skill":"x",\n\t"plugin" : "deal-desk", "run_id":"raw-bytes", "duration_ms":1.50e1, "extra":{"big":12345678901234567890, "caf\\u00e9":"é 😀"} }';
    const { status, text } = await tenant.rest('emit_telemetry', raw as never);
    expect(status, text).toBe(200);
    expect(await storedRun(tenant, 'raw-bytes')).toMatchObject({ telemetry: raw, duration_ms: 15 });
  });

  test('keeps unknown fields over every transport', async () => {
    const report = { ...RUN, extra: { kept: ['whole', 1] } };
    await tenant.mcp('tools/call', { name: 'emit_telemetry', arguments: { ...report, run_id: 'by-mcp' } });
    await tenant.client.tools.emit_telemetry.mutate({ ...report, run_id: 'by-trpc' } as never);
    for (const run_id of ['by-mcp', 'by-trpc']) {
      const { telemetry } = await storedRun(tenant, run_id);
      expect(JSON.parse(telemetry as string)).toEqual({ ...report, run_id });
    }
  });

  test('takes 65,536 bytes and not one more; nothing of a larger one is kept', async () => {
    const sized = (run_id: string, bytes: number) => {
      const bare = JSON.stringify({ ...RUN, run_id, padding: '' });
      return JSON.stringify({ ...RUN, run_id, padding: 'x'.repeat(bytes - bare.length) });
    };
    const most = sized('most', 65_536);
    expect((await tenant.rest('emit_telemetry', most as never)).status).toBe(200);
    expect((await storedRun(tenant, 'most')).telemetry).toBe(most);
    const { status, body } = await tenant.rest('emit_telemetry', sized('too-much', 65_537) as never);
    expect(status).toBe(400);
    expect(body.error.code).toBe('payload_too_large');
    expect(await inside(tenant, runsOf, ['too-much'])).toEqual([]);
  });

  test('in a batch each report is measured for itself', async () => {
    const emit = (padding: number) =>
      tenant.client.tools.emit_telemetry.mutate({ ...RUN, padding: 'x'.repeat(padding) } as never).then(
        ({ result }) => result,
        (error: unknown) => errorOf(error)?.code,
      );
    expect(await Promise.all([emit(40_000), emit(66_000), emit(40_000)])).toEqual([
      'recorded',
      'payload_too_large',
      'recorded',
    ]);
    const rows = (await app.auditOf(tenant)).slice(-3);
    expect(rows.map(({ request_bytes }) => request_bytes).sort((x, y) => x - y)).toEqual(
      [40_000, 40_000, 66_000].map((padding) => JSON.stringify({ ...RUN, padding: 'x'.repeat(padding) }).length),
    );
    expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(1);
  });

  test('a team key runs for its team', async () => {
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: tenant.userId, name: 'T' });
    const teamKey = await app.newKey(tenant.userId, { teamId: team_id });
    const { run_ref } = await startRun(teamKey);
    expect(await storedRun(tenant, run_ref)).toMatchObject({ team_id, key_id: teamKey.keyId, user_id: tenant.userId });
    expect((await tenant.rest('emit_telemetry', { run_id: run_ref })).body.result).toBe('settled');
  });
});

describe('sync_brain', () => {
  test('answers its worked example with the bytes it says', async () => {
    const { input, output } = registry.get('sync_brain')!.example;
    expect((await (await app.newTenant()).rest('sync_brain', input)).body.bytes).toBe(output['bytes']);
    const { body } = await tenant.rest('sync_brain', { scope: 'x', payload: 'x' });
    expect(body.error.issues).toEqual([{ path: 'payload', message: 'expected an object or an array' }]);
  });

  test('numbers the versions of each scope and keeps them all', async () => {
    const who = await app.newTenant();
    const sync = (scope: string, payload: unknown) => who.rest('sync_brain', { scope, payload });
    expect((await sync('decision-log', [{ d: 1 }])).body).toMatchObject({
      scope: 'decision-log',
      version: 1,
      bytes: 9,
    });
    expect((await sync('decision-log', [{ d: 2 }])).body.version).toBe(2);
    expect((await sync('Content Calendar ', { week: 1 })).body).toMatchObject({
      scope: 'content calendar',
      version: 1,
    });
    expect(await inside(who, brainOf, ['decision-log'])).toEqual([
      { version: 1, payload: [{ d: 1 }] },
      { version: 2, payload: [{ d: 2 }] },
    ]);
  });

  test('fifteen at once get fifteen numbers', async () => {
    const who = await app.newTenant();
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, n) => who.rest('sync_brain', { scope: 'funnel-brain', payload: { n } })),
    );
    expect(answers.map(({ body }) => body.version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 15 }, (_, n) => n + 1),
    );
  });

  test('refuses contact data, names where it is, keeps nothing, and takes it once the flag is on', async () => {
    const who = await app.newTenant();
    const payload = { leads: [{ note: 'ok' }, { who: 'dana@acme.com', tel: '+1 415 555 0100' }] };
    const refused = await who.rest('sync_brain', { scope: 'funnel-brain', payload });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({
      code: 'personal_data_refused',
      issues: [
        { path: 'payload.leads.1.who', message: 'contains an e-mail address' },
        { path: 'payload.leads.1.tel', message: 'contains a phone number' },
      ],
    });
    expect(refused.body.error.hint).toContain('payload.leads.1.who, payload.leads.1.tel');
    expect(refused.text).not.toContain('dana@acme.com');
    expect(await inside(who, brainOf, ['funnel-brain'])).toEqual([]);

    const flag = (value: unknown) =>
      app.operator.flags.set.mutate({
        user_id: who.userId,
        flag: 'brain_allow_contact_data',
        value: value as never,
      });
    await flag('yes');
    expect((await who.rest('sync_brain', { scope: 'funnel-brain', payload })).status).toBe(400);
    await flag(true);
    expect((await who.rest('sync_brain', { scope: 'funnel-brain', payload })).body.version).toBe(1);
    await flag(false);
    expect((await who.rest('sync_brain', { scope: 'funnel-brain', payload })).status).toBe(400);
  });

  test('checks signal weights as it keeps them', async () => {
    const who = await app.newTenant();
    const sync = (payload: unknown) => who.rest('sync_brain', { scope: 'signal-weights', payload });
    expect((await sync({ roles: { health: { nps: 0.4, usage: 0.6 } } })).body.version).toBe(1);
    const wrong = await sync({ roles: { health: { nps: 0.4, usage: 0.7 } } });
    expect(wrong.body.error).toMatchObject({ code: 'invalid_input', issues: [{ path: 'payload.roles.health' }] });
    expect((await sync([])).status).toBe(400);
    expect((await who.rest('sync_brain', { scope: ' SIGNAL-WEIGHTS', payload: { roles: 1 } })).status).toBe(400);
    expect((await who.rest('pull_config')).body.brain).toMatchObject([{ scope: 'signal-weights', version: 1 }]);
  });

  test.each([
    { scope: 'x' },
    { scope: 'x', payload: null },
    { scope: 'x', payload: 'text' },
    { scope: 'x', payload: 3 },
    { scope: '', payload: {} },
    { scope: 'a'.repeat(65), payload: {} },
    { scope: 'semi;colon', payload: {} },
    { payload: {} },
    { scope: 'x', payload: {}, account_ref: 'x'.repeat(201) },
    { scope: 'x', payload: {}, run_ref: 'a b' },
  ])('refuses %j', async (input) => {
    const { status, body } = await tenant.rest('sync_brain', input);
    expect(status).toBe(400);
    expect(body.error.code).toBe('invalid_input');
  });

  test('takes 262,144 bytes and not one more', async () => {
    const sized = (scope: string, bytes: number) => {
      const bare = JSON.stringify({ scope, payload: { notes: '' } });
      return JSON.stringify({ scope, payload: { notes: 'x '.repeat(bytes).slice(0, bytes - bare.length) } });
    };
    expect((await tenant.rest('sync_brain', sized('large', 262_144) as never)).status).toBe(200);
    const { status, body } = await tenant.rest('sync_brain', sized('too large', 262_145) as never);
    expect(status).toBe(400);
    expect(body.error.code).toBe('payload_too_large');
    expect(await inside(tenant, brainOf, ['too large'])).toEqual([]);
  });

  test('a workspace has at most 100 scopes', async () => {
    const who = await app.newTenant();
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => who.rest('sync_brain', { scope: `scope-${n}`, payload: {} })),
    );
    const { status, body } = await who.rest('sync_brain', { scope: 'one-more', payload: {} });
    expect(status).toBe(400);
    expect(body.error.issues[0].path).toBe('scope');
    expect((await who.rest('sync_brain', { scope: 'scope-7', payload: {} })).body.version).toBe(2);
    expect((await who.rest('pull_config')).body.brain).toHaveLength(100);
  });

  test('what another workspace keeps is out of reach', async () => {
    const [mine, theirs] = [await app.newTenant(), await app.newTenant()];
    await theirs.rest('sync_brain', { scope: 'decision-log', payload: { secret: true } });
    expect((await mine.rest('pull_config')).body.brain).toEqual([]);
    expect((await mine.rest('sync_brain', { scope: 'decision-log', payload: {} })).body.version).toBe(1);
  });
});

test('a start, a report and a sync are kept as facts with their provenance', async () => {
  const who = await app.newTenant();
  const { run_ref } = await startRun(who);
  await who.rest('emit_telemetry', { run_id: run_ref, counts: { drafts: 2 }, account_ref: 'Acme' });
  await who.rest('sync_brain', { scope: 'icp-registry', payload: {} });
  await who.rest('sync_brain', { scope: 'icp-registry', payload: {} });
  const facts = await inside<Record<string, unknown>>(
    who,
    statement('test_facts', 'SELECT attribute, value, sentence, tool, key_id, superseded_at FROM facts ORDER BY id'),
    [],
  );
  expect(facts).toMatchObject([
    {
      attribute: 'run_outcome',
      value: 'running',
      sentence: 'The run of pipeline-review (deal-desk) is running.',
      tool: 'start_run',
      superseded_at: expect.anything(),
    },
    {
      attribute: 'run_outcome',
      value: 'ok',
      sentence: 'The run of pipeline-review (deal-desk) about Acme ended ok: 2 drafts.',
      tool: 'emit_telemetry',
      key_id: who.keyId,
    },
    { attribute: 'brain_version', value: '1', superseded_at: expect.anything() },
    { attribute: 'brain_version', value: '2', superseded_at: null },
  ]);
});

test('a body that ends early leaves no run', async () => {
  const { status } = await post(`${app.baseUrl}/api/v1/tools/start_run`, '{"plugin":"deal-desk","skill":"x"', {
    authorization: `Bearer ${tenant.key}`,
  });
  expect(status).toBe(400);
});
