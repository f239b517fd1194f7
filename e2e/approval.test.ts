import { describe, expect, test } from 'vitest';
import { errorOf } from '../client/index.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { CALLBACK, newApplication as newApplicationOf } from './harness/application.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { newPerson, type Person } from './harness/person.ts';

const PUBLIC_URL = 'https://tools.example.com';

let app: AppContext;
let person: Person;
let clientId: string;

useQuietApp(async (started) => {
  app = started;
  person = await newPerson(app);
  const client = { name: 'Night agent', redirect_uris: [CALLBACK] };
  clientId = (await app.operator.oauth_clients.register.mutate(client)).client_id;
});

type Staged = { draft_id: string; version: number };

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** What lets a draft through, and nothing else does. */
const THROUGH = [{ action: 'approve' }, { action: 'schedule', scheduled_for: inAnHour() }];

const call = (transport: (typeof TRANSPORTS)[number], { key }: Pick<Tenant, 'key'>, tool: string, input: unknown) =>
  callTool(transport, tool, input, { baseUrl: app.baseUrl, key });

let staged = 0;

async function stage(who: Tenant, transport: (typeof TRANSPORTS)[number] = 'rest'): Promise<Staged> {
  const { result, text } = await call(transport, who, 'studio_stage_draft', {
    channel: 'manual',
    body: `Hello ${(staged += 1)}.`,
  });
  expect(result, text).toBeDefined();
  return result as Staged;
}

const statusOf = async (draftId: string) =>
  (await person.browser.panel.drafts.get.query({ draft_id: draftId })).draft.status;

const review = (transport: (typeof TRANSPORTS)[number], who: Pick<Tenant, 'key'>, draft: Staged, how: object) =>
  call(transport, who, 'studio_review_draft', { draft_id: draft.draft_id, version: draft.version, ...how });

const newApplication = (scope: string) => newApplicationOf(person, clientId, scope);

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
    expect(await moves(person)).toMatchObject([{ moves: ['hold', 'reject', 'edit'] }]);
    expect(await moves(approver)).toMatchObject([{ moves: ['approve', 'schedule', 'hold', 'reject', 'edit'] }]);
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

  test.each(THROUGH)('an application can never $action, whatever it was allowed', async (how) => {
    const app = await newApplication('drafts.read drafts.write drafts.hold');
    const draft = await stage(app, transport);
    expect((await review(transport, app, draft, how)).error).toMatchObject({ code: 'may_not_approve' });
    expect(await statusOf(draft.draft_id)).toBe('pending');
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
    const { key } = await open.service.app.services.provisioning.keys.create({ user_id, name: 'k', scopes: [] });
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
    const application = await newApplication('drafts.write drafts.hold');
    const asked = { key_id: application.keyId, may_approve: true };
    expect(await codeOf(person.browser.panel.keys.set_may_approve.mutate(asked))).toBe('invalid_transition');
    expect(await codeOf(app.operator.keys.set_may_approve.mutate(asked))).toBe('invalid_transition');
    const force = statement('test_force_right', 'UPDATE api_keys SET may_approve = true WHERE id = $1');
    await expect(app.service.app.services.db.as(ROLES.operator, force, [application.keyId])).rejects.toThrow(
      /api_keys_application_never_approves/,
    );
    expect(await person.browser.panel.keys.get.query({ key_id: application.keyId })).toMatchObject({
      may_approve: false,
    });
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
