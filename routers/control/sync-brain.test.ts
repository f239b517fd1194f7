import { describe, expect } from 'vitest';
import { statement } from '../../db/statement.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { inside, test } from '../../e2e/harness/tool-test.ts';
import { registry } from '../index.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

const brainOf = statement(
  'test_brain_of',
  'SELECT version, payload FROM brain_states WHERE scope = $1 ORDER BY version',
);

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
    expect(await inside(app, who, brainOf, ['decision-log'])).toEqual([
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
    expect(await inside(app, who, brainOf, ['funnel-brain'])).toEqual([]);

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
    expect(await inside(app, tenant, brainOf, ['too large'])).toEqual([]);
  });

  test('a workspace has at most 100 scopes', async () => {
    const who = await app.newTenant();
    // Ten at a time: a hundred at once, beside other workspaces, wait too long for their turn.
    for (let ten = 0; ten < 10; ten += 1) {
      const scopes = Array.from({ length: 10 }, (_, n) => `scope-${10 * ten + n}`);
      await Promise.all(scopes.map((scope) => who.rest('sync_brain', { scope, payload: {} })));
    }
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

test('a scope under another spelling is the scope that is there, with a warning', async ({ tenant }) => {
  const sync = async (scope: string) => (await tenant.rest('sync_brain', { scope, payload: { a: 1 } })).body;
  expect(await sync('north region')).toMatchObject({ scope: 'north region', version: 1 });
  for (const [index, other] of ['North-Region', 'north_region', 'NorthRegion'].entries()) {
    expect(await sync(other)).toMatchObject({
      scope: 'north region',
      version: index + 2,
      warnings: [{ path: 'scope', message: 'kept as the scope north region' }],
    });
  }
  const { body } = await tenant.rest('sync_brain', { scope: 'Signal Weights', payload: { roles: { luck: {} } } });
  expect(body.error.issues[0].path).toBe('payload.roles.luck');
});
