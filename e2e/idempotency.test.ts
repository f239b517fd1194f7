import { describe, expect, test } from 'vitest';
import { statement } from '../db/statement.ts';
import { execute } from '../db/orm.ts';
import type { Transport } from '../server/gate/call.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import { Records } from './harness/records.ts';

const texts = statement('test_texts', `SELECT text FROM captures ORDER BY id`);
const records = statement('test_records', `SELECT idempotency_key FROM idempotency_records ORDER BY created_at`);
const facts = statement('test_facts', `SELECT id FROM facts`);
const age = statement(
  'test_age',
  `UPDATE idempotency_records SET created_at = now() - $2::interval WHERE idempotency_key = $1`,
);

let app: AppContext;

useApp((started) => {
  app = started;
});

const capture = (text: string) => ({ source: 'test', text });

const log = (who: Tenant, key: string, input: unknown, transport: Transport = 'rest') =>
  callTool(transport, 'log_capture', input, {
    baseUrl: app.baseUrl,
    key: who.key,
    headers: { 'idempotency-key': key },
  });

const kept = async (who: Tenant) => {
  const rows = await app.service.app.services.db.read<{ text: string }>(who.workspaceId, texts);
  return rows.map(({ text }) => text);
};

describe.each(TRANSPORTS)('over %s', (transport) => {
  test('a repeated call gets the first result back, and is done once', async () => {
    const who = await app.newTenant();
    const first = await log(who, 'again', capture('once'), transport);
    expect(first.error, first.text).toBeUndefined();
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const second = await log(who, 'again', capture('once'), transport);
    expect(second.result).toEqual(first.result);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await kept(who)).toEqual(['once']);
    // Both calls were calls: each has its row.
    expect((await app.auditOf(who)).map((row) => row.outcome)).toEqual(['ok', 'ok']);
  });

  test('the same key with another input is a conflict', async () => {
    const who = await app.newTenant();
    await log(who, 'mine', capture('first'), transport);
    const other = await log(who, 'mine', capture('second'), transport);
    expect(other.error?.code).toBe('idempotency_conflict');
    expect(await kept(who)).toEqual(['first']);
  });
});

test('a result is replayed byte for byte, through another transport too', async () => {
  const who = await app.newTenant();
  const first = await log(who, 'bytes', capture('once'));
  expect((await log(who, 'bytes', capture('once'))).text).toBe(first.text);
  for (const transport of TRANSPORTS)
    expect((await log(who, 'bytes', capture('once'), transport)).result).toEqual(first.result);
  expect(await kept(who)).toEqual(['once']);
});

test('the order of fields does not make another input', async () => {
  const who = await app.newTenant();
  const first = await log(who, 'order', { source: 'test', text: 'once', tags: ['a'] });
  const second = await log(who, 'order', { tags: ['a'], text: 'once', source: 'test' });
  expect(second.text).toBe(first.text);
  const third = await log(who, 'order', { source: 'test', text: 'once', tags: ['b'] });
  expect(third.error?.code).toBe('idempotency_conflict');
});

test('the same key for another tool is a conflict', async () => {
  const who = await app.newTenant();
  expect((await log(who, 'tool', capture('once'))).status).toBe(200);
  const options = { baseUrl: app.baseUrl, key: who.key, headers: { 'idempotency-key': 'tool' } };
  expect((await callTool('rest', 'start_run', { plugin: 'deal-desk', skill: 'test' }, options)).error?.code).toBe(
    'idempotency_conflict',
  );
});

test('keys are remembered per API key, not for everyone', async () => {
  const [one, stranger] = [await app.newTenant(), await app.newTenant()];
  const colleague = await app.newKey(one.userId);
  const answers = [];
  for (const [n, who] of [one, stranger, colleague].entries())
    answers.push(await log(who, 'shared', capture(`each ${n}`)));
  expect(new Set(answers.map(({ result }) => result!['capture_id'])).size).toBe(3);
  for (const answer of answers) expect(answer.headers.get('idempotent-replayed')).toBeNull();
});

test('a failed call is not remembered', async () => {
  const who = await app.newTenant();
  const unknown = { ...capture('attached'), account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t' };
  expect((await log(who, 'failing', { source: 'test' })).error?.code).toBe('invalid_input');
  expect((await log(who, 'failing', unknown)).error?.code).toBe('not_found');
  expect((await log(who, 'failing', capture('at last'))).status).toBe(200);
  expect(await kept(who)).toEqual(['at last']);
});

test('of many at once with one key, one is done; the others replay it or wait their turn', async () => {
  const who = await app.newTenant();
  const answers = await Promise.all(Array.from({ length: 20 }, () => log(who, 'rush', capture('once'))));
  const done = answers.filter(({ status }) => status === 200);
  const waiting = answers.filter(({ error }) => error?.code === 'idempotency_in_progress');
  expect(done.length).toBeGreaterThanOrEqual(1);
  expect(done.length + waiting.length).toBe(20);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  expect(done.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  expect(await kept(who)).toEqual(['once']);
  expect(await app.auditOf(who)).toHaveLength(20);
});

test('a text that is there already is replayed as the repeat that it was, and the first as the first', async () => {
  const who = await app.newTenant();
  const first = await log(who, 'one', capture('said twice'));
  const again = await log(who, 'two', capture('said twice'));
  expect([first.result, again.result]).toMatchObject([{ created: true }, { created: false }]);
  expect(again.result?.capture_id).toBe(first.result?.capture_id);
  for (const [key, answer] of [['one', first] as const, ['two', again] as const]) {
    const replayed = await log(who, key, capture('said twice'));
    expect(replayed.text).toBe(answer.text);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  }
  expect((await log(who, 'two', capture('something else'))).error?.code).toBe('idempotency_conflict');
  expect(await kept(who)).toEqual(['said twice']);
});

test('many at once with keys of their own do not wait for one another', async () => {
  const who = await app.newTenant();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => log(who, `k${index}`, capture(`t${index}`))),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('after 7 days a key is new again', async () => {
  const who = await app.newTenant();
  const { db } = app.service.app.services;
  const ageTo = (interval: string) =>
    db.fork(who.workspaceId).transactional((em) => execute(em, age, ['old', interval]));
  const first = await log(who, 'old', capture('before'));
  await ageTo('6 days 23 hours 59 minutes');
  expect((await log(who, 'old', capture('before'))).text).toBe(first.text);
  await ageTo('7 days 1 minute');
  const second = await log(who, 'old', capture('after'));
  expect(second.status).toBe(200);
  expect(second.headers.get('idempotent-replayed')).toBeNull();
  expect((await log(who, 'old', capture('after'))).text).toBe(second.text);
  expect(await kept(who)).toEqual(['before', 'after']);
});

test('reads take no notice of the key', async () => {
  const who = await app.newTenant();
  for (const plugin of ['deal-desk', 'gtm-engine']) {
    const answer = await callTool(
      'rest',
      'check_entitlement',
      { plugin },
      {
        baseUrl: app.baseUrl,
        key: who.key,
        headers: { 'idempotency-key': 'read' },
      },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
  }
  expect(await app.service.app.services.db.read(who.workspaceId, records)).toEqual([]);
});

test('a replay establishes no fact twice, and a key of 255 characters is one', async () => {
  const who = await app.newTenant();
  const input = { ...capture('Dana signs.'), prospect_id: await new Records(app, who).id('prospect') };
  const key = 'k'.repeat(255);
  expect((await log(who, key, input)).status).toBe(200);
  const after = (await app.service.app.services.db.read(who.workspaceId, facts)).length;
  expect((await log(who, key, input)).headers.get('idempotent-replayed')).toBe('true');
  expect(await app.service.app.services.db.read(who.workspaceId, facts)).toHaveLength(after);
});
