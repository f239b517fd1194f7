import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { execute } from '../db/orm.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { readConfig } from '../server/config.ts';
import { prune, pruning } from '../server/privacy/retention.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { review, stage } from './harness/drafts.ts';
import { succeed } from './harness/tool-test.ts';
import { until } from './harness/until.ts';

/** As long as each class is kept when nothing is set. */
const KEPT = readConfig({});

let app: AppContext;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.newTenant();
});

afterAll(() => app.stop());

const db = () => app.service.app.services.db;

const oldCalls = statement(
  'test_old_calls',
  `INSERT INTO api_key_calls (workspace_id, id, key_id, user_id, tool, transport, outcome, duration_ms, request_bytes, response_bytes, request_id, at)
   SELECT $1, $5 || n, $2, $3, 'verify_session', 'rest', 'ok', 1, 2, 3, 'req', now() - $4::interval FROM generate_series(1, $6::int) n`,
);

const addCalls = (days: number, count: number) =>
  db().as(ROLES.gate, oldCalls, [
    tenant.workspaceId,
    tenant.keyId,
    tenant.userId,
    `${days} days`,
    `call_${days}_`,
    count,
  ]);

test('calls older than the retention leave, in pieces, and no younger ones', async () => {
  await addCalls(401, 12_000);
  await addCalls(399, 10);
  await tenant.rest('verify_session');
  expect(await app.auditOf(tenant)).toHaveLength(12_011);
  expect(await prune(db(), KEPT)).toMatchObject({ calls: 12_000 });
  expect(await app.auditOf(tenant)).toHaveLength(11);
  expect(await prune(db(), KEPT)).toMatchObject({ calls: 0 });
});

test.runIf(onPostgres)(
  'the retention runs by its schedule',
  async () => {
    await addCalls(402, 3);
    const { store } = db();
    const client = 'connection' in store ? undefined : new pg.Client({ connectionString: store.url });
    await client?.connect();
    const ask = async (text: string, values: string[]) =>
      'connection' in store
        ? (await store.connection.query<{ cron: string }>(text, values)).rows
        : (await client!.query<{ cron: string }>(text, values)).rows;
    try {
      const found = await ask('SELECT cron FROM pgboss.schedule WHERE name = $1', [pruning.name]);
      expect(found).toEqual([{ cron: pruning.cron }]);
      // Every minute, so that nobody waits for the hour.
      await ask('UPDATE pgboss.schedule SET cron = $2 WHERE name = $1', [pruning.name, '* * * * *']);
      const bySchedule = `SELECT id FROM pgboss.job WHERE name = $1 AND singleton_key IS NULL AND state = 'completed'`;
      await until(
        () => ask(bySchedule, [pruning.name]),
        (jobs) => jobs.length > 0,
        90_000,
      );
    } finally {
      await client?.end();
    }
    const ages = (await app.auditOf(tenant)).map(({ id }) => id).filter((id) => id.startsWith('call_402_'));
    expect(ages).toEqual([]);
  },
  120_000,
);

test('idempotency records leave after a week', async () => {
  const age = statement(
    'test_age_records',
    `UPDATE idempotency_records SET created_at = now() - interval '8 days' WHERE idempotency_key = $1`,
  );
  for (const key of ['old', 'young']) {
    await tenant.rest('log_capture', { source: 'test', text: key }, { 'idempotency-key': key });
  }
  await db()
    .fork(tenant.workspaceId)
    .transactional((em) => execute(em, age, ['old']));
  expect(await prune(db(), KEPT)).toMatchObject({ idempotencyRecords: 1 });
  const again = await tenant.rest('log_capture', { source: 'test', text: 'young' }, { 'idempotency-key': 'young' });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('the role that deletes them reads nothing of what they say', async () => {
  const reads = [
    'SELECT * FROM api_key_calls',
    'SELECT tool FROM api_key_calls',
    'SELECT result FROM idempotency_records',
    'SELECT text FROM captures',
    `UPDATE api_key_calls SET outcome = 'ok'`,
    `INSERT INTO api_key_calls (workspace_id, id) VALUES ('a', 'b')`,
  ];
  for (const [index, text] of reads.entries()) {
    const attempt = db().as(ROLES.maintenance, statement(`test_maintenance_${index}`, text));
    await expect(attempt, text).rejects.toMatchObject({ code: '42501' });
  }
});

describe('each class of data', () => {
  const inWorkspace = (text: string, values: unknown[] = []) =>
    db()
      .fork(tenant.workspaceId)
      .transactional((em) =>
        execute<{ id: string }>(em, statement(`test_retention_${(statements += 1)}`, text), values),
      );
  let statements = 0;

  test('of facts: what a newer one superseded, of people’s addresses sooner', async () => {
    const { id } = await succeed(tenant, 'gtm_crm_write', {
      entity: 'contact',
      facts: { name: 'Ada Vale', title: 'CFO', email: 'first@vale.example' },
    });
    await succeed(tenant, 'gtm_crm_write', { entity: 'contact', id, facts: { email: null, title: 'CEO' } });
    const attributes = async () =>
      (
        await inWorkspace(`SELECT attribute || '=' || value AS id FROM facts WHERE subject_id = $1 ORDER BY 1`, [id])
      ).map((row) => row.id);
    const all = ['email=first@vale.example', 'email=no longer known', 'name=Ada Vale', 'title=CEO', 'title=CFO'];
    expect(await attributes()).toEqual(all);
    expect(await prune(db(), KEPT)).toMatchObject({ facts: 0, contactHistory: 0 });
    const age = (days: number) =>
      inWorkspace(`UPDATE facts SET superseded_at = superseded_at - make_interval(days => $1) WHERE subject_id = $2`, [
        days,
        id,
      ]);
    await age(31);
    expect(await prune(db(), KEPT)).toMatchObject({ facts: 0, contactHistory: 1 });
    expect(await attributes()).toEqual(all.slice(1));
    await age(700);
    expect(await prune(db(), KEPT)).toMatchObject({ facts: 1 });
    expect(await attributes()).toEqual(all.slice(1, 4));
  });

  test('of enrichment: what has expired', async () => {
    const add = `INSERT INTO enrichments (workspace_id, provider, contact_key, entry, expires_at)
      SELECT $1, 'hunter', n::text, '{}', now() + make_interval(secs => n) FROM unnest(ARRAY[-60, 60]) n`;
    await inWorkspace(add, [tenant.workspaceId]);
    expect(await prune(db(), KEPT)).toMatchObject({ enrichments: 1 });
    expect(await inWorkspace('SELECT contact_key AS id FROM enrichments')).toEqual([{ id: '60' }]);
  });

  test('of proposals, those that were decided', async () => {
    const at = (days: number) => `now() - interval '${days} days'`;
    const by = `'{}'::jsonb`;
    for (const [n, decided] of [
      [1, at(731)],
      [2, at(700)],
      [3, 'NULL'],
    ] as const) {
      const state = decided === 'NULL' ? 'proposed' : 'declined';
      await inWorkspace(
        `INSERT INTO value_proposals (workspace_id, id, kind, record_id, field, path, state, tool, proposed_by, request_id, created_at, decided_at)
         VALUES ($1, 'vpr_${n}', 'account', 'acc_${n}', 'tier', '["tier"]', '${state}', 'x', ${by}, 'req', ${at(800)}, ${decided})`,
        [tenant.workspaceId],
      );
      await inWorkspace(
        `INSERT INTO merge_proposals (workspace_id, id, kind, kept_id, merged_id, state, proposed_by, created_at, decided_at)
         VALUES ($1, 'mrg_${n}', 'account', 'acc_${n}', 'acc_x', '${state}', ${by}, ${at(800)}, ${decided})`,
        [tenant.workspaceId],
      );
    }
    expect(await prune(db(), KEPT)).toMatchObject({ proposals: 2 });
    expect(await inWorkspace('SELECT id FROM value_proposals ORDER BY id')).toEqual([{ id: 'vpr_2' }, { id: 'vpr_3' }]);
  });

  test('of captures, drafts, outreach, runs and brain state: only when it is set', async () => {
    await succeed(tenant, 'log_capture', { source: 'x', text: 'Long ago. It was said.' });
    const held = await stage(tenant);
    await review(tenant, held, { action: 'hold' });
    const pending = await stage(tenant);
    const sent = await tenant.client.hosted.record_send.mutate({ channel: 'email', draft_id: held.draft_id });
    await tenant.client.hosted.record_reply.mutate({ send_id: sent.send_id, text: 'Later, please.' });
    await succeed(tenant, 'emit_telemetry', { plugin: 'x', skill: 'y', run_id: 'ended', outcome: 'ok' });
    await succeed(tenant, 'start_run', { plugin: 'x', skill: 'y', run_ref: 'running' });
    for (const n of [1, 2]) await succeed(tenant, 'sync_brain', { scope: 'old', payload: { n } });
    const ago = `now() - interval '11 days'`;
    for (const change of [
      `captures SET created_at = ${ago}`,
      `facts SET at = ${ago}`,
      `drafts SET updated_at = ${ago}`,
      `sends SET sent_at = ${ago}`,
      `replies SET received_at = ${ago}`,
      `runs SET last_sign_at = ${ago}`,
      `brain_states SET created_at = ${ago}`,
    ]) {
      await inWorkspace(`UPDATE ${change}`);
    }
    const none = { captures: 0, drafts: 0, outreach: 0, runs: 0, brainStates: 0 };
    expect(await prune(db(), KEPT)).toMatchObject(none);
    const set = {
      CAPTURE_RETENTION_DAYS: 10,
      DRAFT_RETENTION_DAYS: 10,
      RUN_RETENTION_DAYS: 10,
      BRAIN_HISTORY_RETENTION_DAYS: 10,
    };
    const pruned = await prune(db(), { ...KEPT, ...set });
    expect(pruned.drafts).toBe(4);
    expect(pruned).toMatchObject({ runs: 1, brainStates: 1, outreach: 0 });
    expect(await inWorkspace('SELECT id FROM captures')).toEqual([]);
    expect(await inWorkspace(`SELECT id FROM facts WHERE subject_type = 'capture'`)).toEqual([]);
    expect(await inWorkspace('SELECT id FROM drafts')).toEqual([{ id: pending.draft_id }]);
    expect(await inWorkspace('SELECT run_ref AS id FROM runs')).toEqual([{ id: 'running' }]);
    expect(await inWorkspace('SELECT version AS id FROM brain_states')).toEqual([{ id: 2 }]);
    expect(await prune(db(), { ...KEPT, OUTREACH_RETENTION_DAYS: 10 })).toMatchObject({ outreach: 2 });
  });
});
