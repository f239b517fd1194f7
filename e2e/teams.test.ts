import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { combineInserts } from '../db/append.ts';
import { firstIdAt, newId } from '../db/ids.ts';
import { execute } from '../db/orm.ts';
import { calls } from '../db/statements/calls.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { type AppContext, type RestAnswer, startTestApp, type Tenant } from './harness/app.ts';

let app: AppContext;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.stop());

const DAY_MS = 86_400_000;

type Team = { id: string; owner: Tenant; members: Tenant[] };

async function newTeam(members: number): Promise<Team> {
  const owner = await app.newTenant();
  const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Mid-market' });
  const team: Team = { id: team_id, owner, members: [] };
  for (let n = 0; n < members; n += 1) {
    const member = await app.newTenant();
    await app.operator.teams.add_member.mutate({ team_id, user_id: member.userId });
    team.members.push(member);
  }
  return team;
}

const setBack = statement(
  'test_set_back_run',
  `UPDATE runs SET created_at = created_at - make_interval(days => $2), started_at = started_at - make_interval(days => $2),
     last_sign_at = last_sign_at - make_interval(days => $2) WHERE run_ref = $1`,
);

const inside = (who: Tenant, query: ReturnType<typeof statement>, values: unknown[]) =>
  app.service.app.services.db.fork(who.workspaceId).transactional((em) => execute(em, query, values));

/** A run of a person, which began so many days ago. */
async function ran(who: Tenant, plugin: string, daysAgo = 0, report: Record<string, unknown> = {}): Promise<string> {
  const { body } = await who.rest('start_run', { plugin, skill: 'review' });
  await who.rest('emit_telemetry', { run_id: body.run_ref, ...report });
  if (daysAgo > 0) await inside(who, setBack, [body.run_ref, daysAgo]);
  return body.run_ref as string;
}

/** Audit rows of a person's key, as they were written so many days ago. */
async function called(who: Tenant, daysAgo: number, count: number, outcome = 'ok'): Promise<void> {
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  const rows = Array.from({ length: count }, () => ({
    workspace_id: who.workspaceId,
    id: firstIdAt('call', at) + newId('call').slice(-16),
    key_id: who.keyId,
    user_id: who.userId,
    tool: 'read_account',
    transport: 'rest',
    outcome,
    error_code: null,
    duration_ms: 1,
    request_bytes: 2,
    response_bytes: 3,
    run_ref: null,
    request_id: newId('request'),
    at: at.toISOString(),
  }));
  const { statement: insert, values } = combineInserts([{ into: calls, rows }])!;
  await app.service.app.services.db.as(ROLES.gate, insert, values);
}

const memberOf = (body: any, { userId }: Tenant) => body.members.find((each: any) => each.user_id === userId);

function expectOk({ status, text, body }: RestAnswer): any {
  expect(status, text).toBe(200);
  return body;
}

describe('team_rollup', () => {
  test('counts runs, actions and rank per member, plugins, and week over week', async () => {
    const { owner, members } = await newTeam(3);
    const [ann, bob, cleo] = members as [Tenant, Tenant, Tenant];
    await ran(ann, 'deal-desk');
    await ran(ann, 'deal-desk', 1, { error_code: 'provider' });
    await ran(ann, 'prospecting', 9);
    await ran(bob, 'deal-desk', 20);
    await ran(bob, 'deal-desk', 40);
    await called(bob, 10, 6);
    await called(bob, 2, 4, 'error');
    await called(bob, 50, 30);

    const body = expectOk(await owner.rest('team_rollup', { window_days: 30 }));
    expect(body.team.name).toBe('Mid-market');
    expect(body.members_total).toBe(4);
    expect(memberOf(body, ann)).toMatchObject({
      rank: 1,
      runs: 3,
      ok: 2,
      error: 1,
      // Each run is a start and a report.
      actions: 6,
      this_week: { runs: 2, actions: 6 },
      week_before: { runs: 1, actions: 0 },
    });
    expect(memberOf(body, bob)).toMatchObject({
      rank: 2,
      runs: 1,
      actions: 4 + 6,
      this_week: { runs: 0, actions: 4 },
      week_before: { runs: 0, actions: 6 },
    });
    // Neither ran anything or acted, so both share a rank.
    expect(memberOf(body, cleo)).toMatchObject({ rank: 3, runs: 0, actions: 0 });
    expect(memberOf(body, owner)).toMatchObject({ rank: 3, runs: 0, actions: 0 });
    expect(body.plugins).toEqual([
      { plugin: 'deal-desk', runs: 3, ok: 2, error: 1, runs_this_week: 2, runs_week_before: 0 },
      { plugin: 'prospecting', runs: 1, ok: 1, error: 0, runs_this_week: 0, runs_week_before: 1 },
    ]);
    expect(body.this_week).toEqual({ runs: 2, actions: 10 });
    expect(body.week_before).toEqual({ runs: 1, actions: 6 });

    const short = expectOk(await owner.rest('team_rollup', { window_days: 1 }));
    expect(memberOf(short, bob)).toMatchObject({ runs: 0, actions: 4, week_before: { runs: 0, actions: 6 } });
    const long = expectOk(await owner.rest('team_rollup', { window_days: 90 }));
    expect(memberOf(long, bob)).toMatchObject({ runs: 2, actions: 40 });
  });

  test('the window is 30 days when omitted, and 1 to 90', async () => {
    const { owner } = await newTeam(0);
    expect(expectOk(await owner.rest('team_rollup')).window_days).toBe(30);
    for (const window_days of [0, 91, 1.5, '7', null]) {
      expect((await owner.rest('team_rollup', { window_days })).status).toBe(400);
    }
  });

  test('members come page by page, in order of rank', async () => {
    const { owner, members } = await newTeam(4);
    await ran(members[2]!, 'deal-desk');
    const first = expectOk(await owner.rest('team_rollup', { limit: 3 }));
    expect(first.members).toHaveLength(3);
    expect(first.members[0]).toMatchObject({ rank: 1, user_id: members[2]!.userId });
    const second = expectOk(await owner.rest('team_rollup', { limit: 3, cursor: first.next_cursor }));
    expect(second.members.length + first.members.length).toBeGreaterThanOrEqual(5);
    expect(second.next_cursor).toBeNull();
    const ids = new Set([...first.members, ...second.members].map(({ user_id }) => user_id));
    expect(ids).toEqual(new Set([owner, ...members].map(({ userId }) => userId)));
    for (const cursor of ['x', '-1', '1e9', ' 1']) {
      expect((await owner.rest('team_rollup', { cursor })).body.error.issues[0].path).toBe('cursor');
    }
  });

  test("work under a team's key counts for that team and no other of the same owner", async () => {
    const { id, owner } = await newTeam(0);
    const other = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Enterprise' });
    const [keyOfTeam, keyOfOther] = [
      await app.newKey(owner.userId, { teamId: id }),
      await app.newKey(owner.userId, { teamId: other.team_id }),
    ];
    await ran(keyOfTeam, 'deal-desk');
    await ran(keyOfTeam, 'deal-desk');
    await ran(keyOfOther, 'prospecting');
    await ran(owner, 'gtm-engine');

    const ofTeam = expectOk(await keyOfTeam.rest('team_rollup'));
    expect(ofTeam.team.id).toBe(id);
    expect(ofTeam.plugins.map(({ plugin, runs }: any) => [plugin, runs])).toEqual([
      ['deal-desk', 2],
      ['gtm-engine', 1],
    ]);
    expect(memberOf(ofTeam, owner)).toMatchObject({ runs: 3, actions: 6 });
    const ofOther = expectOk(await owner.rest('team_rollup', { team_id: other.team_id }));
    expect(memberOf(ofOther, owner)).toMatchObject({ runs: 2, actions: 4 });
  });

  test('an owner of several teams is asked which one', async () => {
    const { id, owner } = await newTeam(0);
    const other = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Enterprise' });
    const { status, body } = await owner.rest('team_rollup');
    expect(status).toBe(400);
    expect(body.error.issues[0]).toMatchObject({
      path: 'team_id',
      message: expect.stringContaining(`${id} (Mid-market), ${other.team_id} (Enterprise)`),
    });
    expect(expectOk(await owner.rest('team_rollup', { team_id: id })).team.id).toBe(id);
  });
});

describe('team_member_summary', () => {
  test('counts by plugin and lists the most recent runs, stale ones said so', async () => {
    const { owner, members } = await newTeam(1);
    const ann = members[0]!;
    await ran(ann, 'prospecting', 45);
    await ran(ann, 'deal-desk', 2, {
      counts: { drafts: 2 },
      account_ref: 'Acme',
      outcome: 'failed',
      error_code: 'auth',
    });
    await ann.rest('start_run', { plugin: 'deal-desk', skill: 'silent', run_ref: 'silent-run' });
    await inside(ann, setBack, ['silent-run', 1]);
    await ann.rest('start_run', { plugin: 'deal-desk', skill: 'fresh' });

    const body = expectOk(await owner.rest('team_member_summary', { user_id: ann.userId }));
    expect(body.member).toEqual({ user_id: ann.userId, name: 'Test Person' });
    expect(body.plugins).toEqual([
      { plugin: 'deal-desk', runs: 3, ok: 0, error: 1, runs_this_week: 3, runs_week_before: 0 },
    ]);
    expect(body.recent_runs).toMatchObject([
      { plugin: 'deal-desk', skill: 'fresh', status: 'running', counts: null, account_ref: null, settled_at: null },
      { plugin: 'deal-desk', skill: 'silent', status: 'stale' },
      {
        plugin: 'deal-desk',
        skill: 'review',
        status: 'error',
        counts: { drafts: 2 },
        error_code: 'auth',
        account_ref: 'Acme',
      },
      { plugin: 'prospecting', skill: 'review', status: 'ok' },
    ]);
    expect(
      expectOk(await owner.rest('team_member_summary', { user_id: ann.userId, limit: 2 })).recent_runs,
    ).toHaveLength(2);
  });

  test('someone who is no member, and someone who does not exist, are not found in the same words', async () => {
    const { owner } = await newTeam(1);
    const stranger = await app.newTenant();
    const theirs = await owner.rest('team_member_summary', { user_id: stranger.userId });
    const nobodys = await owner.rest('team_member_summary', { user_id: newId('user') });
    expect(theirs.status).toBe(404);
    expect({ ...theirs.body.error, request_id: '' }).toEqual({ ...nobodys.body.error, request_id: '' });
    expect((await owner.rest('team_member_summary', { user_id: newId('team') })).status).toBe(400);
    expect((await owner.rest('team_member_summary', {})).status).toBe(400);
  });
});

describe('only the owner', () => {
  test.each(['team_rollup', 'team_member_summary'])('can call %s', async (tool) => {
    const { id, owner, members } = await newTeam(1);
    const stranger = await app.newTenant();
    const rival = await newTeam(0);
    const input = tool === 'team_rollup' ? {} : { user_id: members[0]!.userId };
    const refused: RestAnswer[] = [
      await members[0]!.rest(tool, input),
      await members[0]!.rest(tool, { ...input, team_id: id }),
      await stranger.rest(tool, { ...input, team_id: id }),
      await rival.owner.rest(tool, { ...input, team_id: id }),
      await rival.owner.rest(tool, { ...input, team_id: newId('team') }),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(403);
      expect({ ...body.error, request_id: '' }).toEqual({ ...refused[0]!.body.error, request_id: '' });
      expect(body.error.code).toBe('not_team_owner');
    }
    expect((await app.auditOf(stranger)).at(-1)).toMatchObject({ outcome: 'denied', error_code: 'not_team_owner' });
    expectOk(await owner.rest(tool, { ...input, team_id: id }));
  });

  test('a team key reads its own team only', async () => {
    const { id, owner } = await newTeam(0);
    const other = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Enterprise' });
    const key = await app.newKey(owner.userId, { teamId: id });
    expect((await key.rest('team_rollup', { team_id: other.team_id })).status).toBe(403);
    expect(expectOk(await key.rest('team_rollup', { team_id: id })).team.id).toBe(id);
  });

  test('before any purchase, and with a key without scopes', async () => {
    const owner = await app.newTenant({ entitlement: null, scopes: [] });
    await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Free' });
    expectOk(await owner.rest('team_rollup'));
  });
});

describe('metadata only', () => {
  const SECRET = 'xyzzy';

  test('nothing that was captured, mailed, written, reported or learned is in any team answer', async () => {
    const { owner, members } = await newTeam(1);
    const ann = members[0]!;
    await app.operator.flags.set.mutate({ user_id: ann.userId, flag: 'brain_allow_contact_data', value: true });
    const write = async (tool: string, input: Record<string, unknown>, headers = {}) =>
      expectOk(await ann.rest(tool, input, { 'run-ref': `${SECRET}-run-ref`, ...headers }));
    const { id: accountId } = await write('gtm_crm_write', {
      entity: 'account',
      facts: { name: `${SECRET} Inc`, domain: `${SECRET}.example`, [`${SECRET}_field`]: SECRET },
    });
    await write('log_capture', { source: SECRET, text: `${SECRET} captured`, account_id: accountId, tags: [SECRET] });
    await write('gtm_crm_write', {
      entity: 'contact',
      facts: { account_id: accountId, name: SECRET, email: `dana@${SECRET}.example`, phone: '+1 415 555 0100' },
    });
    await write('sync_brain', {
      scope: 'decision-log',
      payload: { note: SECRET, mail: `dana@${SECRET}.example` },
      account_ref: `${SECRET} brain`,
    });
    await write('start_run', { plugin: 'deal-desk', skill: 'review', run_ref: `${SECRET}-1` });
    await write('emit_telemetry', {
      run_id: `${SECRET}-1`,
      outcome: `mailed dana@${SECRET}.example`,
      error_code: 'provider',
      error_detail: `${SECRET}: 550 no such user`,
      body: SECRET,
      counts: { mails: 1 },
      account_ref: 'Acme',
    });
    const answers = [
      await owner.rest('team_rollup'),
      await owner.rest('team_rollup', { window_days: 90 }),
      await owner.rest('team_member_summary', { user_id: ann.userId }),
      await owner.rest('team_member_summary', { user_id: ann.userId, limit: 200 }),
    ];
    for (const answer of answers) {
      expectOk(answer);
      expect(answer.text.toLowerCase()).not.toContain(SECRET);
      expect(answer.text).not.toMatch(/@|555/);
    }
    // The same answers do tell of the run, so the silence above is not that of an empty team.
    expect(memberOf(answers[0]!.body, ann)).toMatchObject({ runs: 1, error: 1 });
    expect(answers[2]!.body.recent_runs[0]).toMatchObject({ counts: { mails: 1 }, account_ref: 'Acme' });
  });

  let statements = 0;

  const raw = (sql: string) =>
    app.service.app.services.db.as(ROLES.teams, statement(`test_raw_${(statements += 1)}`, sql)).then(
      () => 'answered',
      (error: Error) => error.message,
    );

  test.each([
    'SELECT telemetry FROM runs',
    'SELECT outcome FROM runs',
    'SELECT error_detail FROM runs',
    'SELECT run_ref FROM runs',
    'SELECT * FROM runs',
    'SELECT runs FROM runs',
    'SELECT to_jsonb(runs) FROM runs',
    'SELECT count(*) FROM runs WHERE telemetry IS NOT NULL',
    'SELECT run_ref FROM api_key_calls',
    'SELECT request_id FROM api_key_calls',
    'SELECT * FROM api_key_calls',
    'SELECT payload FROM brain_states',
    'SELECT count(*) FROM brain_states',
    'SELECT text FROM captures',
    'SELECT id FROM accounts',
    'SELECT id FROM contacts',
    'SELECT id FROM prospects',
    'SELECT id FROM meetings',
    'SELECT id FROM plan_entries',
    'SELECT id FROM drafts',
    'SELECT sentence FROM facts',
    'SELECT result FROM idempotency_records',
    'SELECT sealed FROM integration_tokens',
    'SELECT value FROM workspace_flags',
    'SELECT email FROM users',
    'SELECT password FROM logins',
    'SELECT token FROM sessions',
    'SELECT prefix FROM api_keys',
    'SELECT hash FROM api_key_secrets',
    'UPDATE runs SET state = state',
    'DELETE FROM api_key_calls',
    `INSERT INTO team_members (team_id, user_id) VALUES ('t', 'u')`,
  ])('the database itself refuses: %s', async (sql) => {
    expect(await raw(sql)).toMatch(/permission denied/);
  });

  test('the database answers that role the columns it may read', async () => {
    expect(await raw('SELECT plugin, skill, state, counts, account_ref FROM runs')).toBe('answered');
    expect(await raw('SELECT id, key_id, outcome, at FROM api_key_calls')).toBe('answered');
  });

  // The embedded database's login is its superuser, whom no policy binds.
  test.runIf(process.env['TEST_DATABASE_URL'] !== undefined)(
    'a query that forgets its role sees nobody’s rows',
    async () => {
      const { owner } = await newTeam(0);
      await ran(owner, 'deal-desk');
      const connection = app.service.app.services.db.orm.em.fork().getConnection();
      for (const table of ['runs', 'api_key_calls', 'idempotency_records', 'drafts', 'integration_tokens']) {
        expect(await connection.execute(`SELECT count(*)::int AS seen FROM ${table}`), table).toEqual([{ seen: 0 }]);
      }
    },
  );
});
