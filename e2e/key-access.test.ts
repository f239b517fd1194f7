import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';
import { until } from './harness/until.ts';
import { newPerson, type Person } from './harness/person.ts';

const DAY_MS = 86_400_000;

let app: AppContext;
let person: Person;

beforeAll(async () => {
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1', KEY_DEFAULT_DAYS: '30' });
  person = await newPerson(app);
});

afterAll(() => app.stop());

/** How a call of each transport from an address ends: `ok`, `address_not_allowed`, or the answer of another refusal. */
async function callsFrom(tenant: Tenant, address: string): Promise<string[]> {
  const from = { 'x-forwarded-for': address };
  const rest = await tenant.rest('verify_session', {}, from);
  const mcp = await tenant.mcp('tools/call', { name: 'verify_session', arguments: {} }, from);
  const list = await tenant.mcp('tools/list', {}, from);
  const trpc = await fetch(`${app.baseUrl}/trpc/tools.verify_session?input=%7B%7D`, {
    headers: { authorization: `Bearer ${tenant.key}`, ...from },
  });
  const texts = [rest.text, mcp.text, list.text, await trpc.text()];
  // Over MCP a tool's refusal is a result, its code in a text.
  const isRefused = (text: string) => /"isError":true|"error":/.test(text);
  return texts.map((text) => /address_not_allowed/.exec(text)?.[0] ?? (isRefused(text) ? text : 'ok'));
}

const everywhere = (code: string) => [code, code, code, code];

describe('the addresses of a key', () => {
  test('are checked over every transport, and the refusal is audited', async () => {
    const tenant = await app.newKey(person.userId);
    const { operator } = app;
    expect(await callsFrom(tenant, '198.51.100.4')).toEqual(everywhere('ok'));
    const set = await operator.keys.set_allowed_ips.mutate({
      key_id: tenant.keyId,
      allowed_ips: ['203.0.113.9/24', '2001:db8::/32', '203.0.113.0/24'],
    });
    expect(set.allowed_ips).toEqual(['203.0.113.0/24', '2001:db8::/32']);
    expect(await callsFrom(tenant, '198.51.100.4')).toEqual(everywhere('address_not_allowed'));
    expect(await callsFrom(tenant, '203.0.113.200')).toEqual(everywhere('ok'));
    expect(await callsFrom(tenant, '2001:db8::7')).toEqual(everywhere('ok'));
    const refused = await tenant.rest('verify_session', {}, { 'x-forwarded-for': '198.51.100.4' });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('198.51.100.4');
    expect((await tenant.rest('no_such_tool')).body.error.code).toBe('address_not_allowed');
    const rows = await until(
      async () =>
        (await app.auditOf({ ...tenant, workspaceId: person.workspaceId })).filter(
          ({ error_code }) => error_code === 'address_not_allowed',
        ),
      ({ length }) => length >= 5,
    );
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['denied']));
    await operator.keys.set_allowed_ips.mutate({ key_id: tenant.keyId, allowed_ips: [] });
    expect(await callsFrom(tenant, '198.51.100.4')).toEqual(everywhere('ok'));
  });

  test('are given when it is made, and changed in the panel by its owner only', async () => {
    const { panel } = person.browser;
    const made = await panel.keys.create.mutate({ name: 'Fixed', scopes: 'all', allowed_ips: ['203.0.113.7'] });
    const { key_id } = made;
    expect((await panel.keys.get.query({ key_id })).allowed_ips).toEqual(['203.0.113.7/32']);
    const change = { key_id, allowed_ips: ['10.0.0.0/8'] };
    await expect(panel.keys.set_allowed_ips.mutate({ key_id, allowed_ips: ['10.0.0'] })).rejects.toThrow();
    const stranger = await newPerson(app);
    await expect(stranger.browser.panel.keys.set_allowed_ips.mutate(change)).rejects.toThrow();
    await panel.keys.set_allowed_ips.mutate(change);
    expect((await panel.keys.get.query({ key_id })).allowed_ips).toEqual(['10.0.0.0/8']);
    const { items } = await panel.activity.list.query({ act: 'key.addresses_set', subject_id: key_id });
    expect(items).toMatchObject([
      { user_id: person.userId, detail: { from: ['203.0.113.7/32'], to: ['10.0.0.0/8'], name: 'Fixed' } },
    ]);
  });
});

describe('the expiry of a key', () => {
  const expiryOf = async (key_id: string) => (await person.browser.panel.keys.get.query({ key_id })).expires_at;

  test('is the instance’s default unless something else is said', async () => {
    const { panel } = person.browser;
    expect((await panel.keys.scopes.query()).default_days).toBe(30);
    const byPerson = await panel.keys.create.mutate({ name: 'Default', scopes: 'all' });
    const byOperator = await app.operator.keys.create.mutate({ user_id: person.userId, name: 'Too', scopes: 'all' });
    for (const { key_id } of [byPerson, byOperator]) {
      const days = (Date.parse((await expiryOf(key_id))!) - Date.now()) / DAY_MS;
      expect(days).toBeGreaterThan(29.9);
      expect(days).toBeLessThanOrEqual(30);
    }
    const never = await panel.keys.create.mutate({ name: 'Never', scopes: 'all', expires_at: null });
    expect(await expiryOf(never.key_id)).toBeNull();
  });

  test('can be changed, and counts on the next call', async () => {
    const tenant = await app.newKey(person.userId);
    const { panel } = person.browser;
    const soon = new Date(Date.now() + 700).toISOString();
    await panel.keys.set_expiry.mutate({ key_id: tenant.keyId, expires_at: soon });
    expect(await expiryOf(tenant.keyId)).toBe(soon);
    await expect.poll(async () => (await tenant.rest('verify_session')).status, { timeout: 10_000 }).toBe(401);
    await panel.keys.set_expiry.mutate({ key_id: tenant.keyId, expires_at: null });
    await expect.poll(async () => (await tenant.rest('verify_session')).status, { timeout: 10_000 }).toBe(200);
    const past = new Date(Date.now() - DAY_MS).toISOString();
    await expect(panel.keys.set_expiry.mutate({ key_id: tenant.keyId, expires_at: past })).rejects.toThrow();
    await panel.keys.revoke.mutate({ key_id: tenant.keyId });
    await expect(panel.keys.set_expiry.mutate({ key_id: tenant.keyId, expires_at: null })).rejects.toThrow();
  });
});
