import { expect, test } from 'vitest';
import { observeStatements } from '../db/statement-log.ts';
import { statement } from '../db/statement.ts';
import type { Transport } from '../server/gate/call.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import { type Answer, callTool, TRANSPORTS } from './harness/transports.ts';
import { until } from './harness/until.ts';

/** What a process knows of a key from its last call is compared, before the next one is answered, where that is recorded. */
const captures = statement('test_kept_captures', 'SELECT text FROM captures ORDER BY text');

let app: AppContext;

useApp((started) => {
  app = started;
});

const codeOf = (answer: Answer) => answer.error?.code ?? 'ok';

type How = { transport?: Transport; headers?: Record<string, string> };

const ask = (who: Tenant, tool: string, input: unknown, { transport = 'rest', headers = {} }: How = {}) =>
  callTool(transport, tool, input, { baseUrl: app.baseUrl, key: who.key, headers });

const capture = (who: Tenant, text: string, how: How = {}) => ask(who, 'log_capture', { source: 'test', text }, how);

const textsOf = async (who: Tenant) => {
  const rows = await app.service.app.services.db.read<{ text: string }>(who.workspaceId, captures);
  return rows.map(({ text }) => text);
};

/** The statements that run while a call does. */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const end = observeStatements(({ statement: name }) => seen.push(name));
  await call().finally(end);
  return seen;
}

const revoke = ({ keyId }: Tenant) => app.operator.keys.revoke.mutate({ key_id: keyId });

test.each(TRANSPORTS)('a key that called just now is not looked up for the next call over %s', async (transport) => {
  const who = await app.newTenant();
  const calls = () => Promise.all([capture(who, 'a', { transport }), ask(who, 'verify_session', {}, { transport })]);
  expect(await statementsOf(calls)).toContain('find_keys');
  // A busy machine may take longer from one to the next than keys are kept.
  await until(
    () => statementsOf(calls),
    (seen) => !seen.includes('find_keys'),
  );
});

test.each(TRANSPORTS)('once revoked, a key that called just now does and reads nothing over %s', async (transport) => {
  const who = await app.newTenant();
  const { body } = await who.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } });
  expect(codeOf(await capture(who, 'before', { transport }))).toBe('ok');
  const rows = (await app.auditOf(who)).length;
  await revoke(who);
  const refused = await Promise.all([
    capture(who, 'after', { transport }),
    capture(who, 'after, named', { transport, headers: { 'idempotency-key': 'after' } }),
    ask(who, 'read_account', { id: body.id }, { transport }),
    ask(who, 'read_account', { id: 'acc_00000000000000000000000000' }, { transport }),
    ask(who, 'log_capture', { nothing: true }, { transport }),
    ask(who, 'update_prospect', { name: 'Dana' }, { transport }),
    ask(who, 'no_such_tool', {}, { transport }),
  ]);
  expect(new Set(refused.map(codeOf))).toEqual(new Set(['invalid_key']));
  expect(refused.map(({ text }) => text).join()).not.toContain('Acme');
  expect(await textsOf(who)).toEqual(['before']);
  expect(await app.auditOf(who)).toHaveLength(rows);
});

test('of calls that leave together, those of changed keys alone are made again or refused', async () => {
  const tenants = await Promise.all(Array.from({ length: 12 }, () => app.newTenant()));
  await Promise.all(tenants.map((who) => capture(who, 'before')));
  const [revoked, renamed] = [tenants[3]!, tenants[7]!];
  await Promise.all([
    revoke(revoked),
    app.operator.keys.set_rate_limit.mutate({ key_id: renamed.keyId, rate_limit: 500 }),
  ]);
  const all = [...tenants, ...tenants];
  const codes = (await Promise.all(all.map((who, at) => capture(who, `after ${at}`)))).map(codeOf);
  expect(codes).toEqual(all.map((who) => (who === revoked ? 'invalid_key' : 'ok')));
  for (const [at, who] of tenants.entries()) {
    const after = who === revoked ? [] : [`after ${at}`, `after ${at + tenants.length}`];
    expect(await textsOf(who)).toEqual([...after, 'before'].toSorted());
    expect((await app.auditOf(who)).filter(({ tool }) => tool === 'log_capture')).toHaveLength(after.length + 1);
  }
});

test('a call that is made again is counted and recorded once, by what its key is now', async () => {
  const who = await app.newTenant({ rateLimit: 100 });
  expect((await who.rest('log_capture', { source: 'test', text: 'one' })).headers.get('ratelimit-remaining')).toBe(
    '99',
  );
  await app.operator.keys.set_rate_limit.mutate({ key_id: who.keyId, rate_limit: 50 });
  const again = await who.rest('log_capture', { source: 'test', text: 'two' });
  expect(again.status).toBe(200);
  expect([again.headers.get('ratelimit-limit'), again.headers.get('ratelimit-remaining')]).toEqual(['50', '48']);
  await app.operator.keys.set_rate_limit.mutate({ key_id: who.keyId, rate_limit: 1 });
  expect((await who.rest('log_capture', { source: 'test', text: 'three' })).status).toBe(429);
  expect(await textsOf(who)).toEqual(['one', 'two']);
  const rows = await app.auditOf(who);
  expect(rows.map(({ outcome }) => outcome).toSorted()).toEqual(['denied', 'ok', 'ok']);
});

test('nobody is refused for what was true before', async () => {
  const who = await app.newTenant({ entitlement: null, scopes: [] });
  expect(codeOf(await ask(who, 'verify_session', {}))).toBe('ok');
  await app.operator.entitlements.grant.mutate({ user_id: who.userId, kind: 'membership', slug: 'pro' });
  await app.operator.keys.set_scopes.mutate({ key_id: who.keyId, scopes: 'all' });
  expect(codeOf(await capture(who, 'allowed now'))).toBe('ok');
});

test('a key that proposes from now on writes nothing more by itself', async () => {
  const who = await app.newTenant();
  expect(codeOf(await capture(who, 'written'))).toBe('ok');
  await app.operator.keys.set_mode.mutate({ key_id: who.keyId, mode: 'propose' });
  expect(codeOf(await capture(who, 'proposed'))).toBe('ok');
  expect(await textsOf(who)).toEqual(['written']);
});

test('a call belongs to the run that its key began just now', async () => {
  const who = await app.newTenant();
  await capture(who, 'before');
  const { body } = await who.rest('start_run', { plugin: 'deal-desk', skill: 'kept' });
  await capture(who, 'in the run');
  const rows = (await app.auditOf(who)).filter(({ tool }) => tool === 'log_capture');
  expect(rows.map(({ run_ref }) => run_ref).toSorted()).toEqual([null, body.run_ref].toSorted());
});
