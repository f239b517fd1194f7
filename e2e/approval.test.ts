import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf } from '../client/index.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import type { OAuthScope } from '../server/gate/scopes.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';
import { type AppContext, startTestApp, type Tenant, tenantOf } from './harness/app.ts';
import { letIn, newProof, queryOf } from './harness/oauth.ts';
import { newPerson, type Person } from './harness/person.ts';

const CALLBACK = 'https://agent.example.com/callback';
const PUBLIC_URL = 'https://tools.example.com';

let app: AppContext;
let person: Person;
let clientId: string;

beforeAll(async () => {
  app = await startTestApp({ MCP_OAUTH_ENABLED: 'true', WORKERS: 'off' });
  person = await newPerson(app);
  const client = { name: 'Night agent', redirect_uris: [CALLBACK] };
  clientId = (await app.operator.oauth_clients.register.mutate(client)).client_id;
});

afterAll(() => app.stop());

type Staged = { draft_id: string; version: number };

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** What lets a draft through, and nothing else does. */
const THROUGH = [{ action: 'approve' }, { action: 'schedule', scheduled_for: inAnHour() }];

const call = (transport: (typeof TRANSPORTS)[number], { key }: Pick<Tenant, 'key'>, tool: string, input: unknown) =>
  callTool(transport, tool, input, { baseUrl: app.baseUrl, key });

async function stage(who: Tenant, transport: (typeof TRANSPORTS)[number] = 'rest'): Promise<Staged> {
  const { result, text } = await call(transport, who, 'studio_stage_draft', { channel: 'manual', body: 'Hello.' });
  expect(result, text).toBeDefined();
  return result as Staged;
}

const statusOf = async (draftId: string) =>
  (await person.browser.panel.drafts.get.query({ draft_id: draftId })).draft.status;

const review = (transport: (typeof TRANSPORTS)[number], who: Pick<Tenant, 'key'>, draft: Staged, how: object) =>
  call(transport, who, 'studio_review_draft', { draft_id: draft.draft_id, version: draft.version, ...how });

/** Whom an application acts for with the scopes asked for, of which the person ticked some; its key as others are. */
async function newApplication(scope: string, ticked?: readonly OAuthScope[]): Promise<Tenant & { scope: string }> {
  const { verifier, challenge } = newProof();
  const url = new URL('/api/v1/oauth/authorize', app.baseUrl);
  url.search = queryOf({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).toString();
  const code = (await letIn(person.browser, url, ticked)).searchParams.get('code')!;
  const body = queryOf({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    client_id: clientId,
    code_verifier: verifier,
  });
  const answer = await fetch(`${app.baseUrl}/api/v1/oauth/token`, { method: 'POST', body });
  const token = (await answer.json()) as { access_token: string; scope: string };
  const { items } = await person.browser.panel.apps.list.query({});
  const keyId = items.find(({ prefix }) => token.access_token.startsWith(prefix))!.key_id;
  const { userId, workspaceId } = person;
  return { ...tenantOf(app.baseUrl, { userId, workspaceId, keyId, key: token.access_token }), scope: token.scope };
}

describe.each(TRANSPORTS)('over %s', (transport) => {
  test.each(THROUGH)('a key that staged a draft cannot $action it, and is told who can, and where', async (how) => {
    const draft = await stage(person, transport);
    const refused = await review(transport, person, draft, how);
    expect(refused.status).toBe(transport === 'mcp' ? 200 : 403);
    expect(refused.error).toMatchObject({
      code: 'may_not_approve',
      message: expect.stringContaining('a person decides in the panel'),
      hint: expect.stringContaining(`/app/drafts/${draft.draft_id}`),
    });
    expect(await statusOf(draft.draft_id)).toBe('pending');
    expect(await review(transport, person, draft, { action: 'hold' })).toMatchObject({ result: { status: 'held' } });
  });

  test('a draft nobody has is refused in the same words, so that no other workspace is told of', async () => {
    const [own, stranger] = [await stage(person), await app.newTenant()];
    const theirs = await review(transport, stranger, own, { action: 'approve' });
    expect(theirs.error).toMatchObject({ code: 'may_not_approve' });
  });

  test('a key that was given the right approves, and its name is kept with the version', async () => {
    const approver = await app.newKey(person.userId, { mayApprove: true });
    expect((await call(transport, approver, 'verify_session', {})).result).toMatchObject({ may_approve: true });
    expect((await call(transport, person, 'verify_session', {})).result).toMatchObject({ may_approve: false });
    const draft = await stage(person, transport);
    const { result } = await review(transport, approver, draft, { action: 'approve' });
    expect(result).toMatchObject({
      status: 'approved',
      approval: { version: 1, user_id: person.userId, key_id: approver.keyId },
    });
  });

  test('what can be done with a draft is said as it is for the key that asks', async () => {
    const draft = await stage(person, transport);
    const approver = await app.newKey(person.userId, { mayApprove: true });
    const moves = async (who: Tenant) =>
      (await call(transport, who, 'studio_list_drafts', { draft_id: draft.draft_id })).result!['drafts'];
    expect(await moves(person)).toMatchObject([{ moves: ['hold', 'edit'] }]);
    expect(await moves(approver)).toMatchObject([{ moves: ['approve', 'schedule', 'hold', 'edit'] }]);
  });

  test('the right counts, and counts no more, from the next call on', async () => {
    const agent = await app.newKey(person.userId);
    const { keys } = person.browser.panel;
    const approves = async () => {
      const { error, result } = await review(transport, agent, await stage(person), { action: 'approve' });
      return error?.code ?? result!['status'];
    };
    expect(await approves()).toBe('may_not_approve');
    await keys.set_may_approve.mutate({ key_id: agent.keyId, may_approve: true });
    expect(await approves()).toBe('approved');
    await keys.set_may_approve.mutate({ key_id: agent.keyId, may_approve: false });
    expect(await approves()).toBe('may_not_approve');
    await app.operator.keys.set_may_approve.mutate({ key_id: agent.keyId, may_approve: true });
    expect(await approves()).toBe('approved');
  });

  /** What an application does with each of the tools that API keys need no scope for. */
  const deeds: [OAuthScope, string, () => Promise<unknown> | unknown][] = [
    ['drafts.write', 'studio_stage_draft', () => ({ channel: 'manual', body: 'Hello.' })],
    ['drafts.read', 'studio_list_drafts', () => ({})],
    ['drafts.hold', 'studio_review_draft', async () => ({ ...named(await stage(person)), action: 'hold' })],
    ['integrations.write', 'connect_integration', () => ({ channel: 'reddit', access_token: 'theirs' })],
    ['brain.write', 'sync_brain', () => ({ scope: 'icp-registry', payload: { a: 1 } })],
    ['runs.write', 'start_run', () => ({ plugin: 'deal-desk', skill: 'review' })],
    ['telemetry.write', 'emit_telemetry', () => ({ plugin: 'deal-desk', skill: 'review', outcome: 'ok' })],
  ];
  const named = ({ draft_id, version }: Staged) => ({ draft_id, version });

  test.each([
    ['asked for nothing', ' ', undefined],
    ['was allowed nothing', 'drafts.write integrations.write', []],
  ])('an application that %s can find out what it is, and do nothing', async (_, asked, ticked) => {
    const app = await newApplication(asked, ticked);
    expect(app.scope).toBe('');
    for (const [scope, tool, input] of deeds) {
      const { status, error, headers } = await call(transport, app, tool, await input());
      expect([status, error?.code], tool).toEqual([403, 'insufficient_scope']);
      expect(error!.message).toContain(scope);
      expect(headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${scope}"`);
    }
    const always = [
      ['verify_session', {}],
      ['check_entitlement', { plugin: 'deal-desk' }],
      ['pull_config', {}],
    ] as const;
    for (const [tool, input] of always) {
      const { result, text } = await call(transport, app, tool, input);
      expect(result, text).toBeDefined();
    }
  });

  test('an application does what was ticked, and not what was unticked', async () => {
    const asked = deeds.map(([scope]) => scope);
    for (const unticked of asked.slice(0, 3)) {
      const ticked = asked.filter((scope) => scope !== unticked);
      const app = await newApplication(asked.join(' '), ticked);
      expect(app.scope.split(' ').toSorted()).toEqual(ticked.toSorted());
      for (const [scope, tool, input] of deeds) {
        const { result, error } = await call(transport, app, tool, await input());
        if (scope === unticked) expect(error?.code, tool).toBe('insufficient_scope');
        else expect(result, `${tool}: ${JSON.stringify(error)}`).toBeDefined();
      }
    }
  });

  test.each(THROUGH)('an application can never $action, whatever it was allowed', async (how) => {
    const app = await newApplication('drafts.read drafts.write drafts.hold');
    const draft = await stage(app, transport);
    expect((await review(transport, app, draft, how)).error).toMatchObject({ code: 'may_not_approve' });
    expect(await statusOf(draft.draft_id)).toBe('pending');
  });

  test('an outreach play stages a draft, so an application needs both scopes', async () => {
    const input = { contact: { fullName: 'Ada Lovelace', company: 'Acme' }, wanted: ['email'] };
    const half = await newApplication('prospect.write');
    const refused = await call(transport, half, 'gtm_run_play', input);
    expect(refused.error).toMatchObject({ code: 'insufficient_scope' });
    expect(refused.headers.get('www-authenticate')).toContain('scope="drafts.write"');
    const whole = await newApplication('prospect.write drafts.write');
    expect((await call(transport, whole, 'gtm_run_play', input)).result).toMatchObject({
      draft: { status: 'pending' },
    });
  });
});

test('the person decides in the panel, about what any key staged', async () => {
  const draft = await stage(await newApplication('drafts.write'));
  const { panel } = person.browser;
  const seen = { draft_id: draft.draft_id, version: 1, status: 'pending' as const };
  const { session_id } = (await panel.session.get.query()).session;
  expect(await panel.drafts.review.mutate({ ...seen, action: 'approve' })).toMatchObject({
    status: 'approved',
    approval: { version: 1, key_id: null, session_id },
  });
});

test('a batch of calls is refused call by call', async () => {
  const drafts = await Promise.all([stage(person), stage(person)]);
  const body = Object.fromEntries(
    drafts.map(({ draft_id, version }, n) => [n, { draft_id, version, action: 'approve' }]),
  );
  const answer = await fetch(`${app.baseUrl}/trpc/tools.studio_review_draft,tools.studio_review_draft?batch=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.key}` },
    body: JSON.stringify(body),
  });
  const items = (await answer.json()) as { error: { data: { error: { code: string } } } }[];
  expect(items.map(({ error }) => error.data.error.code)).toEqual(['may_not_approve', 'may_not_approve']);
});

test('every refusal is in the audit log as denied', async () => {
  const agent = await app.newKey(person.userId);
  await review('rest', agent, await stage(person), { action: 'approve' });
  expect(await app.auditOf({ ...agent, workspaceId: person.workspaceId })).toMatchObject([
    { tool: 'studio_review_draft', outcome: 'denied', error_code: 'may_not_approve' },
  ]);
});

test('the link is the public address’s where there is one', async () => {
  const open = await startTestApp({ PUBLIC_URL, WORKERS: 'off' });
  try {
    const { port } = open.service.server.address() as { port: number };
    const base = `http://127.0.0.1:${port}`;
    const who = await open.service.app.services.provisioning.createUser({ email: 'dana@example.com', name: 'Dana' });
    const { user_id } = who;
    await open.service.app.services.provisioning.grantEntitlement({ user_id, kind: 'membership', slug: 'pro' });
    const { key } = await open.service.app.services.provisioning.createKey({ user_id, name: 'k', scopes: [] });
    const input = { draft_id: 'dra_01kaj6w6qk5x3v0c8m9n2p4r7t', version: 1, action: 'approve' };
    const { error } = await callTool('rest', 'studio_review_draft', input, { baseUrl: base, key });
    expect(error!.hint).toContain(`${PUBLIC_URL}/app/drafts/dra_01kaj6w6qk5x3v0c8m9n2p4r7t`);
  } finally {
    await open.stop();
  }
});

describe('the right to approve', () => {
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 'ok',
      (error: unknown) => errorOf(error)?.code ?? String(error),
    );

  test('is no application’s: not the panel’s to give, nor the operator’s, nor the database’s', async () => {
    const app = await newApplication('drafts.write drafts.hold');
    const asked = { key_id: app.keyId, may_approve: true };
    expect(await codeOf(person.browser.panel.keys.set_may_approve.mutate(asked))).toBe('invalid_transition');
    expect(await codeOf(app.operator.keys.set_may_approve.mutate(asked))).toBe('invalid_transition');
    const force = statement('test_force_right', 'UPDATE api_keys SET may_approve = true WHERE id = $1');
    await expect(app.service.app.services.db.as(ROLES.operator, force, [app.keyId])).rejects.toThrow(
      /api_keys_application_never_approves/,
    );
    expect(await person.browser.panel.keys.get.query({ key_id: app.keyId })).toMatchObject({ may_approve: false });
  });

  test('is off unless it was asked for, and shown where keys are', async () => {
    const { keys } = person.browser.panel;
    const plain = await keys.create.mutate({ name: 'Plain', scopes: [] });
    const trusted = await keys.create.mutate({ name: 'Trusted', scopes: [], may_approve: true });
    const rights = async ({ key_id }: { key_id: string }) => [
      (await keys.get.query({ key_id })).may_approve,
      (await keys.names.query()).items.find((each) => each.key_id === key_id)!.may_approve,
      (await keys.list.query({})).items.find((each) => each.key_id === key_id)!.may_approve,
    ];
    expect(await rights(plain)).toEqual([false, false, false]);
    expect(await rights(trusted)).toEqual([true, true, true]);
    await keys.set_may_approve.mutate({ key_id: trusted.key_id, may_approve: false });
    const { items } = await person.browser.panel.activity.list.query({ subject_id: trusted.key_id });
    expect(items.map(({ act, detail, user_id }) => [act, detail, user_id])).toEqual([
      ['key.approval_set', { name: 'Trusted', may_approve: false }, person.userId],
      ['key.created', expect.objectContaining({ may_approve: true }), person.userId],
    ]);
  });

  test('is given in a session of the owner’s, and with no key', async () => {
    const other = await newPerson(app);
    const asked = { key_id: person.keyId, may_approve: true };
    expect(await codeOf(other.browser.panel.keys.set_may_approve.mutate(asked))).toBe('not_found');
    const withKey = await fetch(`${app.baseUrl}/trpc/panel.keys.set_may_approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${person.key}`, origin: app.baseUrl },
      body: JSON.stringify(asked),
    });
    expect(withKey.status).toBe(401);
    expect(await person.browser.panel.keys.get.query({ key_id: person.keyId })).toMatchObject({ may_approve: false });
  });
});

describe('what an application was allowed', () => {
  test('is no API key’s to hold, and can be narrowed in the panel but not widened', async () => {
    const { keys } = person.browser.panel;
    const set = (key_id: string, scopes: OAuthScope[]) =>
      keys.set_scopes.mutate({ key_id, scopes }).then(
        () => 'ok',
        (error: unknown) => errorOf(error)!.code,
      );
    expect(await set(person.keyId, ['drafts.write'])).toBe('invalid_input');
    const app = await newApplication('drafts.write drafts.read');
    expect(await set(app.keyId, ['drafts.write', 'brain.write'])).toBe('invalid_transition');
    expect(await set(app.keyId, ['drafts.read'])).toBe('ok');
    const input = { channel: 'manual', body: 'Hello.' };
    expect((await call('rest', app, 'studio_stage_draft', input)).error!.code).toBe('insufficient_scope');
    expect((await call('rest', app, 'studio_list_drafts', {})).result).toBeDefined();
  });

  test('holds none of what only the product’s own agents report', async () => {
    const app = await newApplication('drafts.write telemetry.write');
    const answer = await fetch(`${app.baseUrl}/trpc/hosted.record_send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${app.key}` },
      body: JSON.stringify({ channel: 'email' }),
    });
    const { error } = (await answer.json()) as { error: { data: { error: { code: string } } } };
    expect([answer.status, error.data.error.code]).toEqual([403, 'insufficient_scope']);
  });

  test('is no part of the list of tools, which is the same for all', async () => {
    const app = await newApplication(' ');
    const [theirs, own] = [await app.mcp('tools/list'), await person.mcp('tools/list')];
    expect(JSON.stringify(theirs.body.result)).toBe(JSON.stringify(own.body.result));
  });

  test('is asked for in words', async () => {
    const url = queryOf({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      scope: 'integrations.write drafts.hold',
      code_challenge: newProof().challenge,
      code_challenge_method: 'S256',
    });
    const asked = await person.browser.fetch(`/api/v1/oauth/authorize?${url.toString()}`);
    const request = new URL(asked.headers.get('location')!, app.baseUrl).searchParams.get('request')!;
    expect((await person.browser.panel.consent.get.query({ request })).scopes).toEqual([
      { scope: 'drafts.hold', description: expect.stringMatching(/never approve/) },
      { scope: 'integrations.write', description: expect.stringMatching(/replace the account/) },
    ]);
  });
});
