import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute } from '../db/orm.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { prune, pruning } from '../server/gate/retention.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';
import { until } from './harness/until.ts';

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
  expect(await prune(db(), 400)).toMatchObject({ calls: 12_000 });
  expect(await app.auditOf(tenant)).toHaveLength(11);
  expect(await prune(db(), 400)).toMatchObject({ calls: 0 });
});

test('the retention runs by its schedule', async () => {
  await addCalls(402, 3);
  const { store } = db();
  const client = 'pglite' in store ? undefined : new pg.Client({ connectionString: store.url });
  await client?.connect();
  const ask = async (text: string, values: string[]) =>
    'pglite' in store
      ? (await store.pglite.query<{ cron: string }>(text, values)).rows
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
}, 120_000);

test('idempotency records leave after a day', async () => {
  const age = statement(
    'test_age_records',
    `UPDATE idempotency_records SET created_at = now() - interval '25 hours' WHERE idempotency_key = $1`,
  );
  for (const key of ['old', 'young']) {
    await tenant.rest('log_capture', { source: 'test', text: key }, { 'idempotency-key': key });
  }
  await db()
    .fork(tenant.workspaceId)
    .transactional((em) => execute(em, age, ['old']));
  expect(await prune(db(), 400)).toMatchObject({ idempotencyRecords: 1 });
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
