import { expect, test } from 'vitest';
import { startChild } from './harness/child.ts';
import { createStore, provisioner } from './harness/app.ts';

type Line = Record<string, unknown>;

test('at LOG_LEVEL=debug the log has every statement and every decision of the gate, and nothing of what they hold', async () => {
  const store = await createStore();
  const child = await startChild({ ...store.env, LOG_LEVEL: 'debug' });
  const secret = 'words-of-a-capture-8714';
  try {
    const { newTenant } = provisioner(child.baseUrl);
    const tenant = await newTenant({ scopes: ['capture.write'] });
    expect((await tenant.rest('log_capture', { source: 'call', text: secret })).status).toBe(200);
    const kept = { 'idempotency-key': 'once-8714' };
    expect((await tenant.rest('log_capture', { source: 'call', text: secret }, kept)).status).toBe(200);
    expect((await tenant.rest('pull_brief')).status).toBe(403);
    expect((await fetch(`${child.baseUrl}/api/v1/tools/pull_brief`, { method: 'POST' })).status).toBe(403);
    const nobody = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await fetch(`${child.baseUrl}/api/v1/tools/pull_brief`, nobody)).status).toBe(401);
    await child.end('SIGTERM');

    const lines = child
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);
    const statements = lines.filter(({ msg }) => msg === 'statement');
    for (const run of statements) {
      expect(Object.keys(run).toSorted()).toEqual(['failed', 'level', 'ms', 'msg', 'rows', 'statement', 'time']);
    }
    const names = statements.map(({ statement }) => statement);
    for (const name of ['find_keys', 'add_fingerprints_api_key_calls_captures']) expect(names).toContain(name);
    expect(names.length).toBeGreaterThan(5);

    const decisions = lines.filter(({ msg }) => msg === 'gate');
    expect(decisions).toContainEqual(
      expect.objectContaining({ decision: 'admitted', tool: 'log_capture', transport: 'rest', key_id: tenant.keyId }),
    );
    expect(decisions).toContainEqual(
      expect.objectContaining({ decision: 'refused', tool: 'pull_brief', code: 'insufficient_scope' }),
    );
    expect(decisions).toContainEqual(expect.objectContaining({ decision: 'refused', code: 'missing_key' }));
    for (const { decision, reason } of decisions) if (decision === 'refused') expect(reason).toMatch(/\w/);

    for (const held of [secret, tenant.key, 'once-8714']) expect(child.output()).not.toContain(held);
  } finally {
    await child.end('SIGTERM');
    await store.remove();
  }
});
