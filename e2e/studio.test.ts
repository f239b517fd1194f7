import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../routers/index.ts';
import { type Database, execute } from '../db/orm.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { readConfig } from '../server/config.ts';
import { startService } from '../server/process.ts';
import { CONNECTED_CHANNELS } from '../server/channels/channels.ts';
import { AFTER_EDIT, DRAFT_STATES, type DraftState, movesFrom, REVIEWS } from '../server/drafts/draft-states.ts';
import { tokenOf } from '../server/channels/integrations.ts';
import { claimForPublishing, findDue, markFailed, markPublished, releaseIfDue } from '../server/drafts/publisher.ts';
import { encryptionContext } from '../server/webhooks/encryption-context.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';
import { APPROVER, CONTENT, HOUR, inAnHour, refTo, refused, review, SENT, shown, stage } from './harness/drafts.ts';
import { inherited, ROOT } from './harness/child-environment.ts';
import { environment } from './harness/environment.ts';
import { createStore, type AppContext, provisioner, startTestApp, type Tenant } from './harness/app.ts';
import { succeed } from './harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;
let db: Database;

beforeAll(async () => {
  // The publisher's moves are made by hand here; nothing else may make them.
  app = await startTestApp({ WORKERS: 'off' });
  tenant = await app.newTenant(APPROVER);
  db = app.service.app.services.db;
});

afterAll(() => app.stop());

/** A draft brought into a state the way drafts get there. */
async function draftIn(db: Database, state: DraftState, who: Tenant) {
  const draft = await stage(who);
  const ref = refTo(who, draft);
  if (state === 'held') await review(who, draft, { action: 'hold' });
  if (state === 'rejected') await review(who, draft, { action: 'reject', note: 'Not this one.' });
  if (state === 'scheduled') await review(who, draft, { action: 'schedule', scheduled_for: inAnHour() });
  if (['approved', 'publishing', 'published', 'failed'].includes(state)) {
    await review(who, draft, { action: 'approve' });
  }
  if (['publishing', 'published', 'failed'].includes(state)) {
    const claimed = (await claimForPublishing(db, ref, new Date()))!;
    expect(claimed).toMatchObject({ draft_id: draft.draft_id });
    if (state === 'published') expect(await markPublished(db, claimed, SENT, new Date())).toBe(true);
    if (state === 'failed') expect(await markFailed(db, claimed, 'The token was revoked.', new Date())).toBe(true);
  }
  return draft as { draft_id: string; version: number };
}

describe.each(DRAFT_STATES)('a draft that is %s', (state) => {
  const moves = Object.entries(REVIEWS).map(([action, { from, to }]) => ({
    action,
    from: from as readonly string[],
    to,
  }));

  test.each(moves)('by $action moves as the machine says', async ({ action, from, to }) => {
    const draft = await draftIn(db, state, tenant);
    const before = await shown(tenant, draft.draft_id);
    expect(before).toMatchObject({ status: state, version: 1, moves: movesFrom(state) });
    const input = {
      draft_id: draft.draft_id,
      version: 1,
      action,
      note: 'Because.',
      ...(action === 'schedule' ? { scheduled_for: inAnHour() } : {}),
    };
    if (from.includes(state)) {
      const result = await succeed(tenant, 'studio_review_draft', input);
      expect(result).toMatchObject({ status: to, version: 1 });
      const after = await shown(tenant, draft.draft_id);
      expect(after.status).toBe(to);
      expect(after.reviews[0]).toMatchObject({ action, version: 1, note: 'Because.', key_id: tenant.keyId });
      expect(after.approval).toEqual(
        action === 'hold' || action === 'reject'
          ? null
          : {
              version: 1,
              user_id: tenant.userId,
              user_name: 'Test Person',
              key_id: tenant.keyId,
              at: result.updated_at,
            },
      );
      if (action === 'schedule') expect(after.scheduled_for).toBe((input as { scheduled_for: string }).scheduled_for);
    } else {
      const error = await refused(tenant, 'studio_review_draft', input, 'invalid_transition');
      expect(error.message).toContain(`It is ${state}, version 1`);
      expect(error.message).toContain(movesFrom(state).join(', ') || 'nothing');
      expect(await shown(tenant, draft.draft_id)).toEqual(before);
    }
  });

  test('by an edit moves as the machine says', async () => {
    const draft = await draftIn(db, state, tenant);
    const edit = { draft_id: draft.draft_id, version: 1, channel: 'linkedin', body: 'Other words.' };
    const to = (AFTER_EDIT as Partial<Record<DraftState, DraftState>>)[state];
    if (to === undefined) {
      const error = await refused(tenant, 'studio_stage_draft', edit, 'invalid_transition');
      expect(error.message).toContain(`It is ${state}, version 1; allowed from there: nothing.`);
      expect(await shown(tenant, draft.draft_id)).toMatchObject({ version: 1, body: 'Hello.' });
      return;
    }
    expect(await succeed(tenant, 'studio_stage_draft', edit)).toMatchObject({ status: to, version: 2 });
    expect(await shown(tenant, draft.draft_id)).toMatchObject({
      status: to,
      body: 'Other words.',
      approval: null,
      scheduled_for: null,
    });
  });

  test('cannot be given a state of the publisher by the role that tools run under', async () => {
    const draft = await draftIn(db, state, tenant);
    const force = statement(`test_force_${state}`, 'UPDATE drafts SET state = $2 WHERE id = $1 RETURNING id');
    const forced = async (to: string) =>
      db.fork(tenant.workspaceId).transactional((em) => execute(em, force, [draft.draft_id, to]));
    for (const to of ['publishing', 'published', 'failed']) {
      const rows = await forced(to).catch((error: Error) => {
        expect(error.message).toMatch(/row-level security/);
        return [];
      });
      expect(rows).toEqual([]);
    }
    if (state === 'publishing' || state === 'published') expect(await forced('pending')).toEqual([]);
    expect((await shown(tenant, draft.draft_id)).status).toBe(state);
  });
});

describe('several tools at once', () => {
  test.each(TRANSPORTS)(
    'a draft of another workspace is not found, in the words of one that never was, over %s',
    async (transport) => {
      const stranger = await app.newTenant(APPROVER);
      const { draft_id: theirs } = await stage(stranger);
      const never = 'dra_01kaj6w6qk5x3v0c8m9n2p4r7t';
      const calls = [
        ['studio_review_draft', { version: 1, action: 'approve' }],
        ['studio_stage_draft', { version: 1, channel: 'linkedin', body: 'Mine now.' }],
        ['studio_list_drafts', {}],
      ] as const;
      for (const [tool, input] of calls) {
        const [a, b] = await Promise.all(
          [theirs, never].map((draft_id) =>
            callTool(transport, tool, { ...input, draft_id }, { baseUrl: app.baseUrl, key: tenant.key }),
          ),
        );
        expect(a!.error).toMatchObject({ code: 'not_found', message: 'No draft with that id in this workspace.' });
        expect({ ...a!.error, request_id: '' }).toEqual({ ...b!.error, request_id: '' });
      }
      expect((await shown(stranger, theirs)).version).toBe(1);
    },
  );

  test('an approval and an edit at once: what is approved is what was seen, or nothing is', async () => {
    for (let round = 0; round < 8; round += 1) {
      const draft = await stage(tenant);
      const other = await app.newKey(tenant.userId, APPROVER);
      const [approved, edited] = await Promise.all([
        tenant.rest('studio_review_draft', { draft_id: draft.draft_id, version: 1, action: 'approve' }),
        other.rest('studio_stage_draft', { draft_id: draft.draft_id, version: 1, channel: 'linkedin', body: 'Other.' }),
      ]);
      // An approved draft may be edited, so the edit always gets through; it takes the approval with it.
      expect(edited.status).toBe(200);
      if (approved.status !== 200) expect(approved.body.error.code).toBe('invalid_transition');
      expect(await shown(tenant, draft.draft_id)).toMatchObject({ status: 'pending', version: 2, approval: null });
      expect(await claimForPublishing(db, refTo(tenant, draft), new Date())).toBeUndefined();
    }
  });
});

describe('the publisher', () => {
  test('gets an approved draft once, however many try', async () => {
    const draft = await draftIn(db, 'approved', tenant);
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => claimForPublishing(db, refTo(tenant, draft), new Date())),
    );
    const won = claims.filter((claim) => claim !== undefined);
    expect(won).toHaveLength(1);
    expect(won[0]).toMatchObject({ version: 1, body: 'Hello.', approval: { version: 1, key_id: tenant.keyId } });
    expect(await markFailed(db, { ...won[0]!, claimed_at: '2026-01-01T00:00:00.000Z' }, 'old', new Date())).toBe(false);
    expect(await markPublished(db, won[0]!, SENT, new Date())).toBe(true);
    expect(await markPublished(db, won[0]!, SENT, new Date())).toBe(false);
    expect(await markFailed(db, won[0]!, 'late', new Date())).toBe(false);
    const after = await shown(tenant, draft.draft_id);
    expect(after).toMatchObject({ status: 'published', failure: null, approval: { version: 1 } });
    expect(after.published_at).toMatch(/Z$/);
  });

  test.each(DRAFT_STATES.filter((state) => state !== 'approved'))('gets nothing that is %s', async (state) => {
    const draft = await draftIn(db, state, tenant);
    expect(await claimForPublishing(db, refTo(tenant, draft), new Date())).toBeUndefined();
    expect((await shown(tenant, draft.draft_id)).status).toBe(state);
  });

  test("gets nothing under another workspace's name", async () => {
    const draft = await draftIn(db, 'approved', tenant);
    const stranger = await app.newTenant(APPROVER);
    expect(await claimForPublishing(db, refTo(stranger, draft), new Date())).toBeUndefined();
  });

  test('lets a scheduled draft go at its time, not before, and not once it was held', async () => {
    const draft = await stage(tenant);
    const at = new Date(Date.now() + HOUR);
    await review(tenant, draft, { action: 'schedule', scheduled_for: at.toISOString() });
    const ref = refTo(tenant, draft);
    const due = async (now: Date) => (await findDue(db, now, 1_000)).map(({ draftId }) => draftId);
    const early = new Date(at.getTime() - 1);
    expect(await due(early)).not.toContain(draft.draft_id);
    expect(await releaseIfDue(db, ref, early)).toBe(false);
    expect(await due(at)).toContain(draft.draft_id);
    expect(await releaseIfDue(db, ref, at)).toBe(true);
    expect(await releaseIfDue(db, ref, at)).toBe(false);
    expect(await shown(tenant, draft.draft_id)).toMatchObject({
      status: 'approved',
      approval: { key_id: tenant.keyId },
    });

    const held = await draftIn(db, 'scheduled', tenant);
    await review(tenant, held, { action: 'hold' });
    expect(await releaseIfDue(db, refTo(tenant, held), at)).toBe(false);
  });

  test('says why it failed; the reason stays through a hold and an edit, and goes with the next approval', async () => {
    const draft = await draftIn(db, 'failed', tenant);
    expect(await shown(tenant, draft.draft_id)).toMatchObject({ status: 'failed', failure: 'The token was revoked.' });
    await review(tenant, draft, { action: 'hold' });
    await stage(tenant, { draft_id: draft.draft_id, version: 1, body: 'Again.' });
    expect(await shown(tenant, draft.draft_id)).toMatchObject({ status: 'held', failure: 'The token was revoked.' });
    await review(tenant, { draft_id: draft.draft_id, version: 2 }, { action: 'approve' });
    expect(await shown(tenant, draft.draft_id)).toMatchObject({ status: 'approved', failure: null });
  });
});

test('a draft establishes where it stands, each new standing superseding the last, and a connection that it is there', async () => {
  const who = await app.newTenant(APPROVER);
  const account = 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t';
  const insert = statement('test_account', 'INSERT INTO accounts (workspace_id, id, name) VALUES ($1, $2, $3)');
  await db.fork(who.workspaceId).transactional((em) => execute(em, insert, [who.workspaceId, account, 'Acme']));
  const draft = await stage(who, { channel: 'email', ...CONTENT.email, account_id: account });
  await stage(who, { draft_id: draft.draft_id, version: 1, channel: 'email', ...CONTENT.email });
  await review(who, { draft_id: draft.draft_id, version: 2 }, { action: 'approve' });
  await stage(who);
  await succeed(who, 'connect_integration', { channel: 'linkedin', access_token: 'token', account_label: 'Robin' });
  const facts = statement(
    'test_draft_facts',
    `SELECT value, sentence, account_id, tool, key_id, superseded_at IS NULL AS stands FROM facts ORDER BY id`,
  );
  const shared = { account_id: account, key_id: who.keyId };
  const waits = 'The e-mail draft "Your renewal" waits for review.';
  expect(await db.read(who.workspaceId, facts)).toEqual([
    { ...shared, value: 'pending', sentence: waits, tool: 'studio_stage_draft', stands: false },
    {
      ...shared,
      value: 'approved',
      sentence: 'The e-mail draft "Your renewal" is approved.',
      tool: 'studio_review_draft',
      stands: true,
    },
    {
      account_id: null,
      key_id: who.keyId,
      value: 'pending',
      sentence: 'A LinkedIn draft waits for review.',
      tool: 'studio_stage_draft',
      stands: true,
    },
    {
      account_id: null,
      key_id: who.keyId,
      value: 'connected',
      sentence: 'The channel LinkedIn is connected as Robin.',
      tool: 'connect_integration',
      stands: true,
    },
  ]);
});

const sealedTokens = statement(
  'test_sealed_tokens',
  'SELECT id, channel, sealed, encryption_key_id, scopes, account_label FROM integration_tokens ORDER BY channel',
);

const sealedWebhooks = statement(
  'test_sealed_webhooks',
  'SELECT workspace_id, id, sealed_target, sealed_secret FROM webhooks',
);

type Kept = { id: string; channel: string; sealed: string; encryption_key_id: string };

test('a planted token is in no answer of any transport, no log line, no metric and no table', async () => {
  const PLANTED = 'planted-4f1c9e';
  const store = await createStore();
  const env = environment({ ...store.env, LOG_LEVEL: 'trace' });
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    const baseUrl = await untilListening(() => output);
    const { newTenant } = provisioner(baseUrl);
    const who = await newTenant();
    const seen: string[] = [];
    const call = async (transport: (typeof TRANSPORTS)[number], tool: string, input: unknown, headers = {}) => {
      const answer = await callTool(transport, tool, input, { baseUrl, key: who.key, headers });
      seen.push(answer.text, JSON.stringify([...answer.headers]));
      return answer;
    };
    const secret = { access_token: `${PLANTED}-access`, refresh_token: `${PLANTED}-refresh` };
    for (const transport of TRANSPORTS) {
      for (const channel of CONNECTED_CHANNELS) {
        expect((await call(transport, 'connect_integration', { channel, ...secret })).status).toBe(200);
      }
      const refusals = [
        { channel: 'fax', ...secret },
        { channel: 'linkedin', access_token: `${PLANTED}\n`, refresh_token: secret.refresh_token },
        { channel: 'linkedin', access_token: `${PLANTED}${'x'.repeat(16_000)}` },
        { channel: 'linkedin', ...secret, expires_at: 'soon' },
        { channel: 'linkedin', access_token: [`${PLANTED}`] },
      ];
      for (const input of refusals) expect((await call(transport, 'connect_integration', input)).error).toBeDefined();
      const once = { 'idempotency-key': `once-${transport}` };
      const input = { channel: 'linkedin', ...secret };
      await call(transport, 'connect_integration', input, once);
      expect((await call(transport, 'connect_integration', input, once)).headers.get('idempotent-replayed')).toBe(
        'true',
      );
      const other = await call(transport, 'connect_integration', { ...input, channel: 'reddit' }, once);
      expect(other.error?.code).toBe('idempotency_conflict');
      for (const tool of registry.values()) {
        if (tool.effect === 'read') await call(transport, tool.name, tool.example.input);
      }
    }
    const broken = await fetch(`${baseUrl}/api/v1/tools/connect_integration`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.key}`, 'content-type': 'application/json' },
      body: `{"channel":"linkedin","access_token":"${PLANTED}`,
    });
    expect(broken.status).toBe(400);
    seen.push(await broken.text());
    for (const path of ['/metrics', '/openapi.json', '/readyz', '/healthz']) {
      seen.push(await (await fetch(`${baseUrl}${path}`)).text());
    }
    expect(seen.length).toBeGreaterThan(50);
    expect(seen.filter((text) => text.includes(PLANTED))).toEqual([]);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(output).toContain('/api/v1/tools/connect_integration');
    expect(output).not.toContain(PLANTED);
    await expectInNoTable(store.env, PLANTED);
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await store.remove();
  }
});

async function untilListening(output: () => string): Promise<string> {
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp;) {
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output());
    if (found !== null) return found[0];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Nothing listens:\n${output()}`);
}

/** Every row of every table as text, read by the owner of the tables. */
async function expectInNoTable(env: Record<string, string>, text: string) {
  const service = await startService(readConfig(environment(env)));
  try {
    const connection = service.app.services.db.orm.em.getConnection();
    const tables = await connection.execute<{ name: string }[]>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    expect(tables.length).toBeGreaterThan(20);
    let rows = 0;
    for (const { name } of tables) {
      await connection.execute(`ALTER TABLE "${name}" NO FORCE ROW LEVEL SECURITY`);
      const found = await connection.execute<{ line: string }[]>(`SELECT t::text AS line FROM "${name}" t`);
      rows += found.length;
      expect(
        found.filter(({ line }) => line.includes(text)),
        name,
      ).toEqual([]);
    }
    expect(rows).toBeGreaterThan(50);
  } finally {
    await service.stop();
  }
}

test('rotation: rewrapping moves every token under the first key, can be repeated, and names what cannot be opened', async () => {
  const store = await createStore();
  const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
  const [k1, k2, k3] = [key('k1', 1), key('k2', 2), key('k3', 3)];
  const start = async (keys: string) => {
    const service = await startService(
      readConfig(environment({ ...store.env, ENCRYPTION_KEYS: keys, WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8' })),
    );
    return { ...provisioner(service.baseUrl), service };
  };
  const workspaces: string[] = [];
  const connected: Record<string, string>[] = [];
  try {
    let running = await start(k1);
    for (let index = 0; index < 4; index += 1) {
      const who = await running.newTenant();
      workspaces.push(who.workspaceId);
      for (const channel of CONNECTED_CHANNELS) {
        connected.push(
          await succeed(who, 'connect_integration', { channel, access_token: `${who.workspaceId}-${channel}` }),
        );
      }
    }
    const { webhook_id } = await running.operator.webhooks.create.mutate({
      user_id: (await running.newTenant()).userId,
      url: 'https://10.0.0.8/hook?tenant=1',
    });
    await running.service.stop();

    running = await start(`${k2},${k1}`);
    const late = await running.newTenant();
    workspaces.push(late.workspaceId);
    await running.operator.webhooks.create.mutate({ user_id: late.userId, url: 'https://10.0.0.7/hook' });
    await succeed(late, 'connect_integration', { channel: 'reddit', access_token: `${late.workspaceId}-reddit` });
    // Two at once get in nobody's way, as does one that was stopped half way: what is rewrapped is skipped.
    const both = await Promise.all([
      running.operator.encryption.rewrap.mutate(),
      running.operator.encryption.rewrap.mutate(),
    ]);
    expect(both[0].rewrapped + both[1].rewrapped).toBe(22);
    expect(await running.operator.encryption.rewrap.mutate()).toEqual({
      encryption_key_id: 'k2',
      rewrapped: 0,
      unreadable: [],
    });
    await running.service.stop();

    running = await start(k2);
    const { encryptor, db: reopened } = running.service.app.services;
    for (const workspace of workspaces) {
      for (const kept of await reopened.read<Kept>(workspace, sealedTokens)) {
        expect(kept.encryption_key_id).toBe('k2');
        const opened = JSON.parse(encryptor.decrypt(kept.sealed, tokenOf(workspace, kept.channel)));
        expect(opened.access_token).toBe(`${workspace}-${kept.channel}`);
      }
    }
    const { sealed_target, sealed_secret, workspace_id } = (
      await reopened.as<Record<string, string>>(ROLES.maintenance, sealedWebhooks)
    ).find(({ id }) => id === webhook_id) as Record<string, string>;
    expect(encryptor.decrypt(sealed_target!, encryptionContext(workspace_id!, webhook_id, 'target'))).toBe(
      '/hook?tenant=1',
    );
    expect(encryptor.decrypt(sealed_secret!, encryptionContext(workspace_id!, webhook_id, 'secret'))).toMatch(
      /^whsec_/,
    );
    await running.service.stop();

    running = await start(k3);
    const lost = await running.operator.encryption.rewrap.mutate();
    expect(lost).toMatchObject({ encryption_key_id: 'k3', rewrapped: 0 });
    expect(lost.unreadable).toHaveLength(23);
    expect(lost.unreadable).toEqual(
      expect.arrayContaining([webhook_id, ...connected.map((each) => each['integration_id'])]),
    );
    await running.service.stop();
  } finally {
    await store.remove();
  }
});

test('rewrapping is for operators', async () => {
  await expect(tenant.client.operator.encryption.rewrap.mutate()).rejects.toThrow(/operator token/);
});
