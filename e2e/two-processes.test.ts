import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { migrations } from '../db/migrations/index.ts';
import { type Child, startChild } from './harness/child.ts';
import { dropDatabase } from './harness/drop-database.ts';
import { type Answer, callTool } from './harness/transports.ts';
import { APPROVER } from './harness/drafts.ts';
import { Browser, PASSWORD } from './harness/person.ts';
import { until } from './harness/until.ts';
import { createStore, provisioner, type Store, type Tenant } from './harness/app.ts';

/** Many processes serve one database only on PostgreSQL, and share limits only through Redis. */
const shared = process.env['TEST_DATABASE_URL'] !== undefined && process.env['TEST_REDIS_URL'] !== undefined;

describe.skipIf(!shared)('two processes (needs TEST_DATABASE_URL and TEST_REDIS_URL)', () => {
  let store: Store;
  let one: Child;
  let other: Child;
  let app: ReturnType<typeof provisioner>;
  let sql: pg.Client;

  beforeAll(async () => {
    store = await createStore();
    const env = { ...store.env, TRUSTED_PROXIES: '127.0.0.1' };
    [one, other] = await Promise.all([startChild(env), startChild(env)]);
    app = provisioner(one.baseUrl);
    sql = new pg.Client({ connectionString: store.env['DATABASE_URL'] });
    await sql.connect();
  });

  afterAll(async () => {
    await sql?.end();
    await Promise.all([one?.end('SIGKILL'), other?.end('SIGKILL')]);
    await store?.remove();
  });

  const ask = (child: Child, who: Tenant, tool = 'verify_session', input: unknown = {}, headers = {}) =>
    callTool('rest', tool, input, { baseUrl: child.baseUrl, key: who.key, headers });

  const codeOf = (answer: Answer) => answer.error?.code ?? 'ok';

  /** A call, a change through the one process, and the very next call on the other. */
  async function changed(who: Tenant, tool: string, change: () => Promise<unknown>): Promise<[string, string]> {
    const input = tool === 'log_capture' ? { source: 'test', text: 'a' } : {};
    // Both processes have served the key before: whatever one might remember of it is remembered.
    await ask(one, who, tool, input);
    const before = codeOf(await ask(other, who, tool, input));
    await change();
    return [before, codeOf(await ask(other, who, tool, input))];
  }

  test('a key revoked on one is refused by the next call on the other', async () => {
    const who = await app.newTenant();
    const revoke = () => app.operator.keys.revoke.mutate({ key_id: who.keyId });
    expect(await changed(who, 'verify_session', revoke)).toEqual(['ok', 'invalid_key']);
  });

  test('a rotated key’s old secret is refused at once without grace', async () => {
    const who = await app.newTenant();
    const rotate = () => app.operator.keys.rotate.mutate({ key_id: who.keyId, grace_hours: 0 });
    expect(await changed(who, 'verify_session', rotate)).toEqual(['ok', 'invalid_key']);
  });

  test('scopes taken and given count on the next call', async () => {
    const who = await app.newTenant();
    const set = (scopes: [] | 'all') => () => app.operator.keys.set_scopes.mutate({ key_id: who.keyId, scopes });
    expect(await changed(who, 'log_capture', set([]))).toEqual(['ok', 'insufficient_scope']);
    expect(await changed(who, 'log_capture', set('all'))).toEqual(['insufficient_scope', 'ok']);
  });

  test('an entitlement bought and ended counts on the next call', async () => {
    const who = await app.newTenant({ entitlement: null });
    let grant = '';
    const buy = async () => {
      const bought = { user_id: who.userId, kind: 'plugin', slug: 'deal-desk' } as const;
      grant = (await app.operator.entitlements.grant.mutate(bought)).entitlement_id;
    };
    expect(await changed(who, 'log_capture', buy)).toEqual(['not_entitled', 'ok']);
    const end = () => app.operator.entitlements.revoke.mutate({ entitlement_id: grant });
    expect(await changed(who, 'log_capture', end)).toEqual(['ok', 'not_entitled']);
  });

  test('a seat given counts on the next call', async () => {
    const owner = await app.newTenant({ entitlement: null });
    const who = await app.newTenant({ entitlement: null });
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Team' });
    await app.operator.teams.add_seat_pack.mutate({ team_id, plugin: 'deal-desk', seats: 1 });
    const seat = () => app.operator.teams.add_member.mutate({ team_id, user_id: who.userId });
    expect(await changed(who, 'log_capture', seat)).toEqual(['not_entitled', 'ok']);
  });

  test('a run on probation sees its own writes on either process, and its calls wait in one order', async () => {
    const who = await app.newTenant({ mode: 'propose' });
    const run = { 'run-ref': 'both-1' };
    const facts = { name: 'Acme', external_ref: 'both-1' };
    const { result } = await ask(one, who, 'gtm_crm_write', { entity: 'account', facts }, run);
    const id = result!['id'] as string;
    const writes = Array.from({ length: 6 }, (_, n) =>
      ask(n % 2 === 0 ? one : other, who, 'log_capture', { source: 'test', text: `Heard ${n}.`, account_id: id }, run),
    );
    expect((await Promise.all(writes)).map(codeOf)).toEqual(Array.from({ length: 6 }, () => 'ok'));
    const seen = await ask(other, who, 'read_account', { account_id: id, include: ['captures'] }, run);
    expect(seen.result).toMatchObject({ captures: { items: { length: 6 } } });
    expect(codeOf(await ask(one, who, 'read_account', { account_id: id }))).toBe('not_found');
    await sql.query(`SELECT set_config('role', 'sat_service', false), set_config('app.workspace_id', $1, false)`, [
      who.workspaceId,
    ]);
    const { rows } = await sql.query('SELECT position FROM proposed_calls ORDER BY position');
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const { rows: accounts } = await sql.query('SELECT 1 FROM accounts');
    await sql.query('RESET ROLE');
    expect(accounts).toEqual([]);
  });

  test('a lowered limit counts on the next call', async () => {
    const who = await app.newTenant({ rateLimit: 100 });
    const lower = () => app.operator.keys.set_rate_limit.mutate({ key_id: who.keyId, rate_limit: 1 });
    expect(await changed(who, 'verify_session', lower)).toEqual(['ok', 'rate_limited']);
  });

  test('what one wrote, the other has', async () => {
    const who = await app.newTenant();
    const { result } = await ask(one, who, 'start_run', { plugin: 'deal-desk', skill: 'shared' });
    const beat = await ask(other, who, 'run_heartbeat', { run_ref: result!['run_ref'] });
    expect(beat.result).toMatchObject({ running: true });
  });

  test('a call repeated at once on both is done once', async () => {
    const who = await app.newTenant();
    const rounds = 15;
    for (let round = 0; round < rounds; round += 1) {
      const input = { source: 'test', text: `round ${round}` };
      const headers = { 'idempotency-key': `round-${round}` };
      const answers = await Promise.all(
        [one, other, one, other].map((child) => ask(child, who, 'log_capture', input, headers)),
      );
      const codes = answers.map(codeOf);
      expect(codes.filter((code) => !['ok', 'idempotency_in_progress'].includes(code))).toEqual([]);
      expect(codes).toContain('ok');
      const ids = answers.flatMap(({ result }) => result?.['capture_id'] ?? []);
      expect(new Set(ids).size).toBe(1);
      // Later, both give the first result.
      for (const child of [one, other]) {
        const replay = await ask(child, who, 'log_capture', input, headers);
        expect(replay.headers.get('idempotent-replayed')).toBe('true');
        expect(replay.result!['capture_id']).toBe(ids[0]);
      }
      const conflict = await ask(other, who, 'log_capture', { ...input, text: 'another' }, headers);
      expect(codeOf(conflict)).toBe('idempotency_conflict');
    }
    await sql.query('BEGIN');
    await sql.query(`SELECT set_config('role', 'sat_service', true), set_config('app.workspace_id', $1, true)`, [
      who.workspaceId,
    ]);
    const { rows } = await sql.query('SELECT count(*)::int AS count FROM captures');
    await sql.query('COMMIT');
    expect(rows[0].count).toBe(rounds);
  });

  test('1,000 creates at once of 100 companies, over both, make 100', async () => {
    const who = await app.newTenant({ rateLimit: null });
    const spelled = [
      (n: number) => `Company ${n} Ltd`,
      (n: number) => `COMPANY ${n} LTD`,
      (n: number) => `company-${n}-ltd`,
    ];
    let created = 0;
    const create = async (n: number): Promise<void> => {
      const name = spelled[n % 3]!(n % 100);
      const facts = { name, ...(Math.floor(n / 100) % 2 === 0 ? { domain: `c${n % 100}.example` } : {}) };
      const answer = await ask(n % 2 === 0 ? one : other, who, 'gtm_crm_write', {
        entity: 'account',
        facts,
        on_match: 'update',
      });
      if (answer.status === 429) return create(n);
      expect(answer.status, answer.text).toBe(200);
      if (answer.result!['created'] === true) created += 1;
    };
    const all = Array.from({ length: 1_000 }, (_, n) => n);
    for (let at = 0; at < all.length; at += 250) await Promise.all(all.slice(at, at + 250).map(create));
    expect(created).toBe(100);
    const input = { kind: 'account', query: 'company', limit: 1 };
    expect((await ask(one, who, 'find_records', input)).result).toMatchObject({ totals: { count: 100 } });
  }, 180_000);

  test('a capture repeated at once on both is kept once', async () => {
    const who = await app.newTenant();
    for (let round = 0; round < 5; round += 1) {
      const input = { source: 'test', text: `The same words ${round}.` };
      const answers = await Promise.all([one, other, one, other].map((child) => ask(child, who, 'log_capture', input)));
      expect(answers.map(codeOf)).toEqual(['ok', 'ok', 'ok', 'ok']);
      expect(new Set(answers.map(({ result }) => result!['capture_id'])).size).toBe(1);
      expect(answers.filter(({ result }) => result!['created'] === true)).toHaveLength(1);
    }
  });

  test('a scheduled draft is released by one of them', async () => {
    const who = await app.newTenant(APPROVER);
    const staged: { draft_id: string; version: number }[] = [];
    for (let n = 0; n < 10; n += 1) {
      const { result } = await ask(one, who, 'studio_stage_draft', { channel: 'linkedin', body: `Hello ${n}.` });
      staged.push(result as (typeof staged)[number]);
    }
    const scheduled_for = new Date(Date.now() + 5_000).toISOString();
    const reviews = staged.map(({ draft_id, version }) =>
      ask(other, who, 'studio_review_draft', { draft_id, version, action: 'schedule', scheduled_for }),
    );
    expect((await Promise.all(reviews)).map(codeOf)).toEqual(staged.map(() => 'ok'));
    const ids = staged.map(({ draft_id }) => draft_id);
    // Each release sends one publishing job; that fails, as nothing is connected.
    await until(
      async () => (await ask(one, who, 'studio_list_drafts', { status: 'failed' })).result!['drafts'] as unknown[],
      (failed) => failed.length === ids.length,
      60_000,
    );
    const { rows } = await sql.query(
      `SELECT data ->> 'draftId' AS id FROM pgboss.job WHERE name = 'publish' AND data ->> 'draftId' = ANY ($1)`,
      [ids],
    );
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  }, 120_000);

  test('while one still runs a call, the other answers that it is in progress', async () => {
    const who = await app.newTenant();
    // Holds the key's lock as a process does that is in the middle of the call.
    await sql.query('BEGIN');
    const lock = JSON.stringify([who.workspaceId, who.keyId, 'slow']);
    await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
    const headers = { 'idempotency-key': 'slow' };
    const prospect = { name: 'Robin' };
    expect(codeOf(await ask(other, who, 'update_prospect', prospect, headers))).toBe('idempotency_in_progress');
    await sql.query('COMMIT');
    expect(codeOf(await ask(other, who, 'update_prospect', prospect, headers))).toBe('ok');
  });

  test('failed sign-ins are ten for an account over both', async () => {
    const email = 'robin@example.com';
    await app.operator.users.create.mutate({ email, name: 'Robin Vale', password: PASSWORD });
    let addresses = 0;
    const guess = async ({ baseUrl }: Child) => {
      const browser = new Browser(baseUrl, { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });
      return (await browser.signIn(email, 'a wrong password')).status;
    };
    for (let n = 0; n < 10; n += 1) expect(await guess(n % 2 === 0 ? one : other)).toBe(401);
    expect(await guess(one)).toBe(429);
    expect(await guess(other)).toBe(429);
  });

  test('both start at once on an empty database: it is migrated once', async () => {
    const server = process.env['TEST_DATABASE_URL']!;
    const name = `sat_empty_${newId('request').slice(4)}`;
    await sql.query(`CREATE DATABASE ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    const env = { ...store.env, DATABASE_URL: url.href };
    let started: Child[] = [];
    const inside = new pg.Client({ connectionString: url.href });
    try {
      started = await Promise.all([startChild(env), startChild(env), startChild(env)]);
      await inside.connect();
      const { rows } = await inside.query('SELECT name FROM schema_migrations ORDER BY id');
      expect(rows).toHaveLength(migrations.length);
      const who = await provisioner(started[0]!.baseUrl).newTenant();
      for (const child of started) expect(codeOf(await ask(child, who))).toBe('ok');
    } finally {
      await inside.end().catch(() => {});
      await Promise.all(started.map((child) => child.end('SIGKILL')));
      await dropDatabase(sql, name);
    }
  });
});
