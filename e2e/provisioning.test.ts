import { beforeAll, describe, expect, test } from 'vitest';
import { errorOf } from '../client/index.ts';
import { newId } from '../db/ids.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { type AppContext, type Tenant, type TenantOptions, tenantOf } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';

let app: AppContext;

useApp((started) => {
  app = started;
});

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const SELLER = ['account-planning', 'deal-desk', 'prospecting'];
const PRO = ['account-planning', 'content-studio', 'deal-desk', 'gtm-engine', 'prospecting'];

const buyer = (options: TenantOptions = {}) => app.newTenant({ entitlement: null, ...options });

const pluginsOf = async (who: Tenant): Promise<string[]> => (await who.rest('verify_session')).body.plugins;

const outcome = async (who: Tenant, tool = 'start_run', input: unknown = { plugin: 'deal-desk', skill: 'x' }) => {
  const { status, body } = await who.rest(tool, input);
  return status === 200 ? 'ok' : (body.error.code as string);
};

const grant = (who: Tenant, kind: 'plugin' | 'bundle' | 'suite' | 'membership', slug: string, term = {}) =>
  app.operator.entitlements.grant.mutate({ user_id: who.userId, kind, slug, ...term });

const sql = (name: string, text: string) => {
  const query = statement(`test_${name}`, text);
  return (...values: unknown[]) => app.service.app.services.db.as(ROLES.operator, query, values);
};

const expireKey = sql('expire_key', `UPDATE api_keys SET expires_at = now() - interval '1 ms' WHERE id = $1`);
const endGrace = sql(
  'end_grace',
  `UPDATE api_key_secrets SET expires_at = now() - interval '1 ms' WHERE key_id = $1 AND expires_at IS NOT NULL`,
);
const endGrants = sql('end_grants', `UPDATE entitlements SET ends_at = now() - interval '1 ms' WHERE user_id = $1`);

describe('what a user bought', () => {
  test.each([
    ['plugin', 'gtm-engine', ['gtm-engine']],
    ['bundle', 'seller', SELLER],
    ['bundle', 'growth', ['content-studio', 'gtm-engine']],
    ['suite', 'everything', [...PRO, 'team-insights'].sort()],
    ['membership', 'pro', PRO],
  ] as const)('a %s %s licenses its plugins', async (kind, slug, plugins) => {
    const who = await buyer();
    expect(await outcome(who)).toBe('not_entitled');
    await grant(who, kind, slug);
    const { body } = await who.rest('verify_session');
    expect(body).toMatchObject({ plan: 'pro', plugins, scope: 'user', team: null });
    expect(await outcome(who)).toBe('ok');
  });

  test('several grants add up, and a plugin counts once', async () => {
    const who = await buyer();
    await grant(who, 'bundle', 'seller');
    await grant(who, 'plugin', 'deal-desk');
    await grant(who, 'plugin', 'team-insights');
    expect(await pluginsOf(who)).toEqual([...SELLER, 'team-insights']);
  });

  test('a grant that has not begun or has ended does not count', async () => {
    const who = await buyer();
    await grant(who, 'suite', 'everything', { starts_at: inHours(1) });
    await grant(who, 'membership', 'pro', { starts_at: inHours(-2), ends_at: inHours(-1) });
    expect(await pluginsOf(who)).toEqual([]);
    expect(await outcome(who)).toBe('not_entitled');
    await grant(who, 'plugin', 'deal-desk', { starts_at: inHours(-2), ends_at: inHours(1) });
    expect(await pluginsOf(who)).toEqual(['deal-desk']);
    await endGrants(who.userId);
    expect(await outcome(who)).toBe('not_entitled');
    expect((await who.rest('pull_config')).body.plan).toBe('free');
  });

  test('a revoked grant is gone on the next call; the others stay', async () => {
    const who = await buyer();
    const { entitlement_id } = await grant(who, 'bundle', 'seller');
    await grant(who, 'plugin', 'gtm-engine');
    expect(await pluginsOf(who)).toEqual([...SELLER, 'gtm-engine'].sort());
    expect(await app.operator.entitlements.revoke.mutate({ entitlement_id })).toEqual({
      entitlement_id,
      revoked: true,
    });
    expect(await pluginsOf(who)).toEqual(['gtm-engine']);
    await app.operator.entitlements.revoke.mutate({ entitlement_id });
  });

  test("one user's grant is nobody else's", async () => {
    const [one, other] = [await buyer(), await buyer()];
    await grant(one, 'suite', 'everything');
    expect(await pluginsOf(other)).toEqual([]);
  });
});

describe('seats', () => {
  async function newTeam(members: number) {
    const owner = await buyer();
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Field' });
    const seated: Tenant[] = [];
    for (let n = 0; n < members; n += 1) {
      const member = await buyer();
      await app.operator.teams.add_member.mutate({ team_id, user_id: member.userId });
      seated.push(member);
    }
    return { team_id, owner, seated };
  }

  test('a pack of two covers the first two members, in the order they joined', async () => {
    const { team_id, owner, seated } = await newTeam(3);
    await app.operator.teams.add_seat_pack.mutate({ team_id, plugin: 'deal-desk', seats: 2 });
    expect(await Promise.all(seated.map(pluginsOf))).toEqual([['deal-desk'], ['deal-desk'], []]);
    expect(await outcome(seated[2]!)).toBe('not_entitled');
    // The owner pays for the team but holds no seat.
    expect(await pluginsOf(owner)).toEqual([]);

    await app.operator.teams.remove_member.mutate({ team_id, user_id: seated[0]!.userId });
    expect(await Promise.all(seated.map(pluginsOf))).toEqual([[], ['deal-desk'], ['deal-desk']]);
    await app.operator.teams.add_member.mutate({ team_id, user_id: seated[0]!.userId });
    expect(await pluginsOf(seated[0]!)).toEqual([]);
  });

  test('joining twice keeps the place', async () => {
    const { team_id, seated } = await newTeam(2);
    await app.operator.teams.add_seat_pack.mutate({ team_id, plugin: 'deal-desk', seats: 1 });
    await app.operator.teams.add_member.mutate({ team_id, user_id: seated[0]!.userId });
    expect(await Promise.all(seated.map(pluginsOf))).toEqual([['deal-desk'], []]);
  });

  test('packs of different plugins are counted each for itself, and add to what a member bought', async () => {
    const { team_id, seated } = await newTeam(2);
    await app.operator.teams.add_seat_pack.mutate({ team_id, plugin: 'deal-desk', seats: 2 });
    await app.operator.teams.add_seat_pack.mutate({ team_id, plugin: 'team-insights', seats: 1 });
    await grant(seated[1]!, 'plugin', 'prospecting');
    expect(await Promise.all(seated.map(pluginsOf))).toEqual([
      ['deal-desk', 'team-insights'],
      ['deal-desk', 'prospecting'],
    ]);
  });

  test('a pack that has not begun, or has been ended, covers nobody', async () => {
    const { team_id, owner, seated } = await newTeam(1);
    const teamKey = await app.newKey(owner.userId, { teamId: team_id });
    await app.operator.teams.add_seat_pack.mutate({
      team_id,
      plugin: 'prospecting',
      seats: 5,
      starts_at: inHours(1),
    });
    const { seat_pack_id } = await app.operator.teams.add_seat_pack.mutate({
      team_id,
      plugin: 'deal-desk',
      seats: 5,
    });
    expect([await pluginsOf(seated[0]!), await pluginsOf(teamKey)]).toEqual([['deal-desk'], ['deal-desk']]);
    await app.operator.teams.revoke_seat_pack.mutate({ seat_pack_id });
    expect([await pluginsOf(seated[0]!), await pluginsOf(teamKey)]).toEqual([[], []]);
    await app.operator.teams.revoke_seat_pack.mutate({ seat_pack_id });
  });

  test("a team key resolves against the owner's grants and every pack, and writes into the owner's workspace", async () => {
    const { team_id, owner } = await newTeam(0);
    await grant(owner, 'plugin', 'gtm-engine');
    await app.operator.teams.add_seat_pack.mutate({ team_id, plugin: 'deal-desk', seats: 1 });
    const teamKey = await app.newKey(owner.userId, { teamId: team_id });
    expect((await teamKey.rest('verify_session')).body).toMatchObject({
      plan: 'team',
      plugins: ['deal-desk', 'gtm-engine'],
      scope: 'team',
      team: { id: team_id, name: 'Field' },
      workspace_id: owner.workspaceId,
    });
    expect(await pluginsOf(owner)).toEqual(['gtm-engine']);
    await teamKey.rest('start_run', { plugin: 'deal-desk', skill: 'x', run_ref: 'shared' });
    expect((await owner.rest('run_heartbeat', { run_ref: 'shared' })).body.running).toBe(true);
  });

  test('a team key without any grant or pack is on the team plan, but not entitled', async () => {
    const { team_id, owner } = await newTeam(0);
    const teamKey = await app.newKey(owner.userId, { teamId: team_id });
    expect((await teamKey.rest('verify_session')).body).toMatchObject({ plan: 'team', plugins: [] });
    expect(await outcome(teamKey)).toBe('not_entitled');
  });

  test('only the owner can have a team key', async () => {
    const { team_id, seated } = await newTeam(1);
    const error = await app.newKey(seated[0]!.userId, { teamId: team_id }).then(() => undefined, errorOf);
    expect(error).toMatchObject({ code: 'not_team_owner' });
  });
});

describe('keys', () => {
  test('changed scopes count on the next call', async () => {
    const who = await app.newTenant({ scopes: ['account.read'] });
    const capture = () => outcome(who, 'log_capture', { source: 'call', text: 'x' });
    expect(await capture()).toBe('insufficient_scope');
    await app.operator.keys.set_scopes.mutate({ key_id: who.keyId, scopes: ['capture.write', 'capture.write'] });
    expect(await capture()).toBe('ok');
    expect((await who.rest('verify_session')).body.scopes).toEqual(['capture.write']);
    await app.operator.keys.set_scopes.mutate({ key_id: who.keyId, scopes: [] });
    expect(await capture()).toBe('insufficient_scope');
    await app.operator.keys.set_scopes.mutate({ key_id: who.keyId, scopes: 'all' });
    expect(await capture()).toBe('ok');
  });

  test('a revoked key is refused on its next call, for good; others of its user go on', async () => {
    const who = await app.newTenant();
    const other = await app.newKey(who.userId);
    expect(await outcome(who)).toBe('ok');
    await app.operator.keys.revoke.mutate({ key_id: who.keyId });
    expect((await who.rest('verify_session')).status).toBe(401);
    expect(await outcome(other)).toBe('ok');
    await app.operator.keys.revoke.mutate({ key_id: who.keyId });
    const error = await app.operator.keys.rotate.mutate({ key_id: who.keyId }).then(() => undefined, errorOf);
    expect(error).toMatchObject({ code: 'invalid_transition' });
  });

  test('an expired key is refused', async () => {
    const who = await app.newTenant();
    const { key, key_id } = await app.operator.keys.create.mutate({
      user_id: who.userId,
      name: 'For an hour',
      scopes: 'all',
      expires_at: inHours(1),
    });
    const passing = tenantOf(app.baseUrl, { ...who, key, keyId: key_id });
    expect(await outcome(passing)).toBe('ok');
    await expireKey(key_id);
    expect(await outcome(passing)).toBe('invalid_key');
  });

  test('rotated without grace, the old secret is refused at once', async () => {
    const who = await app.newTenant();
    const { key, key_id, prefix } = await app.operator.keys.rotate.mutate({ key_id: who.keyId });
    expect(key_id).toBe(who.keyId);
    expect(key.startsWith(prefix)).toBe(true);
    expect(await outcome(who)).toBe('invalid_key');
    const renewed = tenantOf(app.baseUrl, { ...who, key });
    expect(await outcome(renewed)).toBe('ok');
    // One key before and after: its audit log goes on.
    expect((await app.auditOf(renewed)).at(-1)).toMatchObject({ key_id: who.keyId, outcome: 'ok' });
  });

  test('rotated with grace, both secrets work until it ends; rotated again, no old grace grows', async () => {
    const first = await app.newTenant();
    const second = tenantOf(app.baseUrl, {
      ...first,
      key: (await app.operator.keys.rotate.mutate({ key_id: first.keyId, grace_hours: 1 })).key,
    });
    expect([await outcome(first), await outcome(second)]).toEqual(['ok', 'ok']);
    await endGrace(first.keyId);
    expect([await outcome(first), await outcome(second)]).toEqual(['invalid_key', 'ok']);
    const third = tenantOf(app.baseUrl, {
      ...first,
      key: (await app.operator.keys.rotate.mutate({ key_id: first.keyId, grace_hours: 24 })).key,
    });
    expect([await outcome(first), await outcome(second), await outcome(third)]).toEqual(['invalid_key', 'ok', 'ok']);
    await app.operator.keys.rotate.mutate({ key_id: first.keyId, grace_hours: 0 });
    expect([await outcome(second), await outcome(third)]).toEqual(['invalid_key', 'invalid_key']);
  });

  test('revoking a key ends its grace too', async () => {
    const who = await app.newTenant();
    const { key } = await app.operator.keys.rotate.mutate({ key_id: who.keyId, grace_hours: 24 });
    await app.operator.keys.revoke.mutate({ key_id: who.keyId });
    expect(await outcome(who)).toBe('invalid_key');
    expect(await outcome(tenantOf(app.baseUrl, { ...who, key }))).toBe('invalid_key');
  });

  test('a limit is 60 unless said, and set, lowered or cleared on the next call', async () => {
    const who = await app.newTenant();
    const { key, key_id } = await app.operator.keys.create.mutate({ user_id: who.userId, name: 'k', scopes: [] });
    const plain = tenantOf(app.baseUrl, { ...who, key, keyId: key_id });
    const limit = async () => (await plain.rest('verify_session')).headers.get('ratelimit-limit');
    expect(await limit()).toBe('60');
    await app.operator.keys.set_rate_limit.mutate({ key_id, rate_limit: 5_000 });
    expect(await limit()).toBe('5000');
    await app.operator.keys.set_rate_limit.mutate({ key_id, rate_limit: 1 });
    expect((await plain.rest('verify_session')).status).toBe(429);
    await app.operator.keys.set_rate_limit.mutate({ key_id, rate_limit: null });
    const cleared = await plain.rest('verify_session');
    expect(cleared.status).toBe(200);
    expect(cleared.headers.get('ratelimit-limit')).toBeNull();
  });
});

describe('wrong inputs say what is wrong', () => {
  let userId: string;

  beforeAll(async () => {
    userId = (await buyer()).userId;
  });

  const refused = async (attempt: Promise<unknown>) => {
    const error = await attempt.then(() => undefined, errorOf);
    expect(error).toBeDefined();
    return [error!.code, error!.issues?.map(({ path, message }) => `${path}: ${message}`).join('; ') ?? error!.message];
  };

  test('of a user', async () => {
    const { operator } = app;
    const email = `${newId('user')}@example.com`;
    await operator.users.create.mutate({ email, name: 'Once' });
    const again = operator.users.create.mutate({ email: email.toUpperCase(), name: 'Twice' });
    expect(await refused(again)).toEqual(['invalid_input', 'email: A user with this e-mail address exists already.']);
    expect((await refused(operator.users.create.mutate({ email: 'nobody', name: '' })))[1]).toMatch(
      /^email: .*; name: /,
    );
    const short = operator.users.create.mutate({ email: 'a@b.example', name: 'A', password: 'short' });
    expect((await refused(short))[1]).toMatch(/^password: /);
  });

  test('of a grant', async () => {
    const attempt = (input: Record<string, unknown>) =>
      refused(
        app.operator.entitlements.grant.mutate({
          user_id: userId,
          kind: 'plugin',
          slug: 'deal-desk',
          ...input,
        } as never),
      );
    expect(await attempt({ slug: 'deal-deks' })).toEqual([
      'invalid_input',
      expect.stringMatching(/^slug: no plugin is called deal-deks; there are .*deal-desk/),
    ]);
    expect(await attempt({ kind: 'bundle' })).toEqual(['invalid_input', expect.stringMatching(/there are .*seller/)]);
    expect(await attempt({ user_id: newId('user') })).toEqual(['not_found', 'There is no user with that id.']);
    expect((await attempt({ user_id: newId('team') }))[1]).toBe('user_id: expected a user id (usr_…), got a team id');
    expect((await attempt({ ends_at: '2030-01-01' }))[1]).toMatch(/^ends_at: expected an ISO 8601 timestamp/);
    expect((await attempt({ ends_at: inHours(-1) }))[1]).toBe('ends_at: must be in the future');
    expect((await attempt({ starts_at: inHours(2), ends_at: inHours(1) }))[1]).toBe(
      'ends_at: must be later than starts_at',
    );
    const nothing = app.operator.entitlements.revoke.mutate({ entitlement_id: newId('entitlement') });
    expect(await refused(nothing)).toEqual(['not_found', 'There is no entitlement with that id.']);
  });

  test('of a team', async () => {
    const { teams } = app.operator;
    const { team_id } = await teams.create.mutate({ owner_user_id: userId, name: 'T' });
    const pack = { team_id, plugin: 'deal-desk', seats: 1 };
    expect((await refused(teams.add_seat_pack.mutate({ ...pack, seats: 0 })))[1]).toMatch(/^seats: /);
    expect((await refused(teams.add_seat_pack.mutate({ ...pack, plugin: 'seller' })))[1]).toMatch(
      /no plugin is called seller/,
    );
    expect((await refused(teams.add_seat_pack.mutate({ ...pack, ends_at: inHours(-1) })))[1]).toMatch(/^ends_at: /);
    expect(await refused(teams.add_seat_pack.mutate({ ...pack, team_id: newId('team') }))).toEqual([
      'not_found',
      'There is no team with that id.',
    ]);
    expect(await refused(teams.remove_member.mutate({ team_id, user_id: userId }))).toEqual([
      'not_found',
      'That user has no seat in this team.',
    ]);
    expect((await refused(teams.revoke_seat_pack.mutate({ seat_pack_id: newId('seat_pack') })))[0]).toBe('not_found');
  });

  test('of a key or flag', async () => {
    const { keys, flags } = app.operator;
    const make = (input: Record<string, unknown>) =>
      refused(keys.create.mutate({ user_id: userId, name: 'k', scopes: 'all', ...input } as never));
    expect((await make({ scopes: ['everything'] }))[1]).toMatch(/^scopes: expected "all" or a list of capture\.write/);
    expect((await make({ rate_limit: 0 }))[1]).toMatch(/^rate_limit: /);
    expect((await make({ expires_at: inHours(-1) }))[1]).toBe('expires_at: must be in the future');
    expect(await make({ team_id: newId('team') })).toEqual(['not_found', 'There is no team with that id.']);
    expect((await refused(keys.rotate.mutate({ key_id: newId('key'), grace_hours: 25 })))[1]).toMatch(/^grace_hours: /);
    for (const change of [
      () => keys.revoke.mutate({ key_id: newId('key') }),
      () => keys.rotate.mutate({ key_id: newId('key') }),
      () => keys.set_rate_limit.mutate({ key_id: newId('key'), rate_limit: 5 }),
      () => keys.set_scopes.mutate({ key_id: newId('key'), scopes: [] }),
    ]) {
      expect(await refused(change())).toEqual(['not_found', 'There is no API key with that id.']);
    }
    expect((await refused(flags.set.mutate({ user_id: userId, flag: 'No Spaces', value: true })))[1]).toBe(
      'flag: expected lower-case letters, digits and _',
    );
    expect((await refused(flags.set.mutate({ user_id: newId('user'), flag: 'x', value: 1 })))[0]).toBe('not_found');
  });
});

test('a flag set to null is taken away', async () => {
  const who = await app.newTenant();
  const flagsOf = async () => (await who.rest('pull_config')).body.flags;
  await app.operator.flags.set.mutate({ user_id: who.userId, flag: 'beta', value: true });
  expect(await flagsOf()).toEqual({ beta: true });
  await app.operator.flags.set.mutate({ user_id: who.userId, flag: 'beta', value: null });
  expect(await flagsOf()).toEqual({});
});
