import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstIdAt, newId } from '../db/ids.ts';
import { execute } from '../db/orm.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { readConfig } from '../server/config.ts';
import { prune } from '../server/privacy/retention.ts';
import { runImports } from '../server/imports/run-imports.ts';
import { appRouter } from '../routers/index.ts';
import { type AppContext, startTestApp } from './harness/app.ts';
import { upload } from './harness/imports.ts';
import { newProof, queryOf, requestIn, sentTo } from './harness/oauth.ts';
import { Browser, newPerson, PASSWORD, type Person } from './harness/person.ts';
import { codeOf } from './harness/totp.ts';
import { previewOf, seenOf } from './harness/proposing.ts';
import { makeCertificate, type Receiver, startReceiver } from './harness/receiver.ts';

const certificate = makeCertificate();
let app: AppContext;
let receiver: Receiver;

beforeAll(async () => {
  app = await startTestApp({
    MCP_OAUTH_ENABLED: 'true',
    WEBHOOK_CA_FILE: certificate.file,
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32',
    WORKERS: 'off',
  });
  receiver = await startReceiver(certificate);
});

afterAll(async () => {
  await receiver.close();
  await app.stop();
  certificate.remove();
});

const db = () => app.service.app.services.db;

const actsOf = async ({ browser }: Person, filters: { subject_id?: string } = {}) =>
  (await browser.panel.activity.list.query({ limit: 200, ...filters })).items;

/** The names of what was done since so many acts, oldest first. */
const namesSince = async (person: Person, before: number) =>
  (await actsOf(person))
    .slice(0, -before)
    .map(({ act }) => act)
    .toReversed();

let drafts = 0;

/** A draft like no other: one that is the same as a pending one would be that one. */
const staged = async (person: Person) =>
  (await person.rest('studio_stage_draft', { channel: 'manual', body: `Quicksilver ${(drafts += 1)}.` })).body
    .draft_id as string;

/** Mutations of the panel that change nothing. */
const CHANGES_NOTHING = ['imports.preview', 'session.confirm', 'duplicates.search'];
/** Steps before `imports.start`, `privacy.start_restore` and `second_factor.finish`, which are noted. */
const STEPS = ['imports.create', 'imports.add_part', 'privacy.begin_restore', 'second_factor.begin'];
/** Tested with what they change: panel-work, people, imports, restore. */
const NOTED_ELSEWHERE = [
  'jobs.retry',
  'privacy.erase_subject',
  'privacy.delete_workspace',
  'privacy.start_restore',
  'imports.resume',
];

test('whatever a person changes in the panel is noted, with who and how, and no secret and no text', async () => {
  const person = await newPerson(app);
  const { browser } = person;
  const { panel } = browser;
  const account_id = (await person.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Quicksilver' } })).body
    .id;
  const [a, b, c] = [await staged(person), await staged(person), await staged(person)];
  const capture_id = (await person.rest('log_capture', { source: 'call', text: 'Quicksilver.', account_id })).body
    .capture_id as string;
  const twin = await person.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Quicksilver Ltd' } });
  const part = async (name: string) =>
    (await person.rest('gtm_crm_write', { entity: 'account', facts: { name } })).body.id as string;
  const parts = { kept_id: await part('Quicksilver one'), merged_ids: [await part('Quicksilver two')] };
  let merger_id = '';
  const proposedMerge = async () =>
    (
      await person.rest('amend_record', {
        action: 'propose_merge',
        id: account_id,
        duplicate_id: twin.body.id,
        reason: 'x',
      })
    ).body.proposal_id as string;
  const proposedValue = async (industry: string) => {
    await person.rest('gtm_crm_write', { entity: 'account', id: account_id, facts: { industry } });
    return (await panel.values.proposed.query({})).items[0]!;
  };
  const propose = () => person.client.hosted.propose_tier.mutate({ account_id, tier: 'A', reason: 'Quicksilver' });
  await person.rest('sync_brain', { scope: 'decision-log', payload: { text: 'Quicksilver' } });
  const wrote = { run_ref: 'night-7' };
  const of = { 'run-ref': wrote.run_ref };
  await person.rest('gtm_crm_write', { entity: 'account', id: account_id, facts: { region: 'Quicksilver' } }, of);
  const agent = await app.newKey(person.userId, { mode: 'propose' });
  for (const name of ['Quicksilver Three', 'Quicksilver Four']) {
    await agent.rest('gtm_crm_write', { entity: 'account', facts: { name } }, { 'run-ref': 'proposing-1' });
  }
  const seen = (draft_id: string) => ({ draft_id, version: 1, status: 'pending' as const });
  const made = await panel.keys.create.mutate({ name: 'Night agent', scopes: ['brief.read'] });
  const hook = await panel.webhooks.create.mutate({ url: receiver.url });
  const { webhook_id } = hook;
  const { event_id } = await panel.webhooks.test.mutate({ webhook_id });
  const { client_id } = await app.operator.oauth_clients.register.mutate({
    name: 'Desk app',
    redirect_uris: ['https://agent.example.com/callback'],
  });
  const asked = async () => {
    const query = queryOf({
      response_type: 'code',
      client_id,
      redirect_uri: 'https://agent.example.com/callback',
      scope: 'account.read',
      state: 'x',
      code_challenge: newProof().challenge,
      code_challenge_method: 'S256',
    });
    return requestIn(sentTo(await browser.fetch(`/api/v1/oauth/authorize?${query.toString()}`)));
  };
  const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: person.userId, name: 'Desk' });
  const other = new Browser(app.baseUrl);
  const secrets = [made.key, hook.secret];
  let made_record = '';
  let view_id = '';
  /** By procedure, in an order in which each can be done: what is asked, and what is noted of it. */
  const changes: [string, () => Promise<unknown>, string[]][] = [
    [
      'keys.create',
      async () => secrets.push((await panel.keys.create.mutate({ name: 'x', scopes: 'all' })).key),
      ['key.created'],
    ],
    ['keys.rename', () => panel.keys.rename.mutate({ key_id: made.key_id, name: 'Day agent' }), ['key.renamed']],
    [
      'keys.set_may_approve',
      () => panel.keys.set_may_approve.mutate({ key_id: made.key_id, may_approve: true }),
      ['key.approval_set'],
    ],
    ['keys.set_mode', () => panel.keys.set_mode.mutate({ key_id: made.key_id, mode: 'propose' }), ['key.mode_set']],
    ['keys.set_scopes', () => panel.keys.set_scopes.mutate({ key_id: made.key_id, scopes: [] }), ['key.scopes_set']],
    [
      'keys.set_allowed_ips',
      () => panel.keys.set_allowed_ips.mutate({ key_id: made.key_id, allowed_ips: ['192.0.2.0/24'] }),
      ['key.addresses_set'],
    ],
    [
      'keys.set_expiry',
      () => panel.keys.set_expiry.mutate({ key_id: made.key_id, expires_at: '2099-01-01T00:00:00Z' }),
      ['key.expiry_set'],
    ],
    [
      'keys.set_rate_limit',
      () => panel.keys.set_rate_limit.mutate({ key_id: made.key_id, rate_limit: 5 }),
      ['key.limit_set'],
    ],
    [
      'team.set_rate_limit',
      () => panel.team.set_rate_limit.mutate({ key_id: made.key_id, rate_limit: 6 }),
      ['key.limit_set'],
    ],
    [
      'keys.rotate',
      async () => secrets.push((await panel.keys.rotate.mutate({ key_id: made.key_id })).key),
      ['key.rotated'],
    ],
    ['keys.revoke', () => panel.keys.revoke.mutate({ key_id: made.key_id }), ['key.revoked']],
    ['apps.revoke', () => panel.apps.revoke.mutate({ key_id: made.key_id }), []],
    [
      'drafts.edit',
      () => panel.drafts.edit.mutate({ draft_id: a, version: 1, body: 'Quicksilver again.' }),
      ['draft.edited'],
    ],
    [
      'drafts.review',
      () => panel.drafts.review.mutate({ ...seen(b), action: 'approve', note: 'Quicksilver' }),
      ['draft.approved'],
    ],
    ['drafts.mark_sent', () => panel.drafts.mark_sent.mutate({ draft_id: b, version: 1 }), ['draft.sent']],
    [
      'drafts.review_many',
      () => panel.drafts.review_many.mutate({ drafts: [seen(a), seen(c)], action: 'hold' }),
      // The other one was edited since it was seen.
      ['draft.held'],
    ],
    [
      'tiers.accept',
      async () => panel.tiers.accept.mutate({ proposal_id: (await propose()).proposal_id }),
      ['tier.accepted'],
    ],
    [
      'tiers.override',
      async () => panel.tiers.override.mutate({ proposal_id: (await propose()).proposal_id, tier: 'C' }),
      ['tier.overridden'],
    ],
    [
      'amendments.withdraw',
      () => panel.amendments.withdraw.mutate({ record_id: capture_id, reason: 'Quicksilver' }),
      ['record.withdrawn'],
    ],
    ['amendments.restore', () => panel.amendments.restore.mutate({ record_id: capture_id }), ['record.restored']],
    [
      'undos.undo',
      async () => panel.undos.undo.mutate({ ...wrote, digest: (await panel.undos.preview.query(wrote)).digest }),
      ['writes.undone'],
    ],
    [
      'undos.bring_back',
      async () =>
        panel.undos.bring_back.mutate({ undo_id: (await panel.undos.preview.query(wrote)).undos[0]!.undo_id }),
      ['writes.brought_back'],
    ],
    [
      'amendments.decline_merge',
      async () => panel.amendments.decline_merge.mutate({ proposal_id: await proposedMerge() }),
      ['merge.declined'],
    ],
    [
      'merges.merge',
      async () => {
        const digest = (await panel.merges.preview.query(parts)).digest;
        merger_id = (await panel.merges.merge.mutate({ ...parts, digest })).merger_id;
      },
      ['records.merged'],
    ],
    [
      'merges.unmerge',
      async () =>
        panel.merges.unmerge.mutate({
          merger_id,
          digest: (await panel.merges.unmerge_preview.query({ merger_id })).digest,
        }),
      ['records.unmerged'],
    ],
    [
      'duplicates.not_duplicates',
      () => panel.duplicates.not_duplicates.mutate({ record_ids: [parts.kept_id, ...parts.merged_ids] }),
      ['records.not_duplicates'],
    ],
    [
      'amendments.apply_merge',
      async () => panel.amendments.apply_merge.mutate({ proposal_id: await proposedMerge() }),
      ['merge.applied'],
    ],
    [
      'values.set',
      () => panel.values.set.mutate({ record_id: account_id, fields: { industry: 'Quicksilver' } }),
      ['values.set'],
    ],
    [
      'records.create',
      async () => {
        made_record = (await panel.records.create.mutate({ kind: 'contact', fields: { name: 'Quicksilver' } }))
          .record_id;
      },
      ['record.created'],
    ],
    [
      'records.restore_value',
      async () => {
        await panel.values.set.mutate({ record_id: made_record, fields: { name: 'Other' } });
        const history = await panel.records.history.query({ record_id: made_record, attribute: 'name' });
        return panel.records.restore_value.mutate({ fact_id: history.items.at(-1)!.fact_id });
      },
      ['values.set', 'values.set'],
    ],
    ['records.archive', () => panel.records.archive.mutate({ record_id: made_record }), ['record.archived']],
    ['records.restore', () => panel.records.restore.mutate({ record_id: made_record }), ['record.restored']],
    [
      'records.archive_many',
      () => panel.records.archive_many.mutate({ record_ids: [made_record] }),
      ['records.archived'],
    ],
    [
      'records.restore_many',
      () => panel.records.restore_many.mutate({ record_ids: [made_record] }),
      ['records.restored'],
    ],
    [
      'views.save',
      async () => {
        const kept = { kind: 'opp', name: 'Quicksilver', search: { owner: 'Quicksilver' } } as const;
        view_id = (await panel.views.save.mutate(kept)).view_id;
      },
      ['view.saved'],
    ],
    ['views.delete', () => panel.views.delete.mutate({ view_id }), ['view.deleted']],
    [
      'values.accept',
      async () => panel.values.accept.mutate({ proposals: [await proposedValue('Quicksilver one')] }),
      ['values.accepted'],
    ],
    [
      'values.decline',
      async () =>
        panel.values.decline.mutate({
          proposal_ids: [(await proposedValue('Quicksilver two')).proposal_id],
          note: 'Quicksilver',
        }),
      ['values.declined'],
    ],
    [
      'changesets.take',
      async () => {
        const preview = await previewOf(person, 'proposing-1');
        await panel.changesets.take.mutate({ changeset_id: preview.changeset_id, calls: seenOf(preview).slice(0, 1) });
      },
      ['proposals.taken'],
    ],
    [
      'changesets.decline',
      async () => {
        const { changeset_id, calls } = await previewOf(person, 'proposing-1');
        await panel.changesets.decline.mutate({ changeset_id, calls: [calls.at(-1)!.id] });
      },
      ['proposals.declined'],
    ],
    [
      'values.set_protection',
      () => panel.values.set_protection.mutate({ protect_human_values: true }),
      ['protection.set'],
    ],
    [
      'imports.start',
      async () => {
        const import_id = await upload(panel, 'account', 'name\nQuicksilver Two\n');
        await panel.imports.start.mutate({ import_id });
        // No worker of this service does it.
        await runImports.run(app.service.app.services, { again: true });
      },
      ['import.started', 'import.done'],
    ],
    [
      'imports.cancel',
      async () => panel.imports.cancel.mutate({ import_id: await upload(panel, 'account', 'name\nQuicksilver\n') }),
      ['import.cancelled'],
    ],
    [
      'brain.bring_back',
      () => panel.brain.bring_back.mutate({ scope: 'decision-log', version: 1 }),
      ['brain.brought_back'],
    ],
    [
      'integrations.connect',
      () =>
        panel.integrations.connect.mutate({
          channel: 'reddit',
          access_token: 'Quicksilver',
          account_label: 'Quicksilver',
        }),
      ['integration.connected'],
    ],
    [
      'integrations.disconnect',
      () => panel.integrations.disconnect.mutate({ channel: 'reddit' }),
      ['integration.disconnected'],
    ],
    [
      'webhooks.create',
      async () =>
        secrets.push((await panel.webhooks.create.mutate({ url: `${receiver.url}?token=Quicksilver` })).secret),
      ['webhook.created'],
    ],
    [
      'webhooks.change',
      () => panel.webhooks.change.mutate({ webhook_id, url: `${receiver.url}?token=Quicksilver`, types: null }),
      ['webhook.changed'],
    ],
    ['webhooks.test', () => panel.webhooks.test.mutate({ webhook_id }), ['webhook.tested']],
    ['webhooks.disable', () => panel.webhooks.disable.mutate({ webhook_id }), ['webhook.disabled']],
    ['webhooks.enable', () => panel.webhooks.enable.mutate({ webhook_id }), ['webhook.enabled']],
    ['webhooks.replay', () => panel.webhooks.replay.mutate({ webhook_id, event_id }), ['webhook.replayed']],
    [
      'webhooks.replay_failed',
      async () => {
        await panel.webhooks.disable.mutate({ webhook_id });
        await panel.webhooks.enable.mutate({ webhook_id });
        return panel.webhooks.replay_failed.mutate({ webhook_id, failed_since: '2026-01-01T00:00:00Z' });
      },
      ['webhook.disabled', 'webhook.enabled', 'webhook.replayed'],
    ],
    [
      'webhooks.rotate',
      async () => secrets.push((await panel.webhooks.rotate.mutate({ webhook_id })).secret),
      ['webhook.rotated'],
    ],
    ['webhooks.delete', () => panel.webhooks.delete.mutate({ webhook_id }), ['webhook.deleted']],
    [
      'consent.decide',
      async () => panel.consent.decide.mutate({ request: await asked(), allow: true }),
      ['app.allowed'],
    ],
    [
      'consent.decide',
      async () => panel.consent.decide.mutate({ request: await asked(), allow: false }),
      ['app.denied'],
    ],
    [
      'second_factor.finish',
      async () => {
        const { secret } = await panel.second_factor.begin.mutate();
        const { backup_codes } = await panel.second_factor.finish.mutate({ code: codeOf(secret) });
        secrets.push(secret, ...backup_codes);
      },
      ['second_factor.set'],
    ],
    [
      'second_factor.renew_backup_codes',
      async () => secrets.push(...(await panel.second_factor.renew_backup_codes.mutate()).backup_codes),
      ['backup_codes.made'],
    ],
    [
      'team.set_second_factor',
      () => panel.team.set_second_factor.mutate({ team_id, required: true }),
      ['second_factor.required'],
    ],
    [
      'team.set_second_factor',
      () => panel.team.set_second_factor.mutate({ team_id, required: false }),
      ['second_factor.required'],
    ],
    ['second_factor.remove', () => panel.second_factor.remove.mutate(), ['second_factor.removed']],
    [
      'sessions.revoke_others',
      async () => {
        await other.signIn(person.email, PASSWORD);
        return panel.sessions.revoke_others.mutate();
      },
      ['session.started', 'session.ended'],
    ],
    [
      'sessions.revoke',
      async () => {
        await other.signIn(person.email, PASSWORD);
        const { items } = await panel.sessions.list.query();
        return panel.sessions.revoke.mutate({ session_id: items.find(({ current }) => !current)!.session_id });
      },
      ['session.started', 'session.ended'],
    ],
    [
      'password.change',
      () => panel.password.change.mutate({ current: PASSWORD, next: 'another horse battery' }),
      ['password.changed'],
    ],
    [
      'sessions.revoke_all',
      async () => {
        await panel.sessions.revoke_all.mutate();
        return browser.signIn(person.email, 'another horse battery');
      },
      ['session.ended', 'session.started'],
    ],
  ];

  const { session } = await panel.session.get.query();
  for (const [name, change, expected] of changes) {
    const before = (await actsOf(person)).length;
    await change();
    expect(await namesSince(person, before), name).toEqual(expected);
  }
  const acts = await actsOf(person);
  const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)
    .filter(([path, { _def }]) => path.startsWith('panel.') && _def.type === 'mutation')
    .map(([path]) => path.slice('panel.'.length));
  const named = new Set([...changes.map(([name]) => name), ...CHANGES_NOTHING, ...STEPS, ...NOTED_ELSEWHERE]);
  expect(mutations.filter((name) => !named.has(name))).toEqual([]);

  const own = acts.filter(({ user_id }) => user_id !== null);
  expect(own.every(({ user_id }) => user_id === person.userId)).toBe(true);
  const rename = acts.find(({ act }) => act === 'key.renamed')!;
  expect(rename).toMatchObject({
    subject_id: made.key_id,
    session_id: session.session_id,
    request_id: expect.stringMatching(/^req_/),
    detail: { name: 'Day agent', from: 'Night agent' },
  });
  expect(acts.find(({ act }) => act === 'tier.overridden')).toMatchObject({
    subject_id: account_id,
    detail: { from_tier: 'A', to_tier: 'C' },
  });
  expect(acts.find(({ act }) => act === 'app.allowed')).toMatchObject({
    detail: { name: 'Desk app', scopes: ['account.read'] },
  });
  expect(acts.at(-1)).toMatchObject({ act: 'user.created', user_id: null });
  expect(acts.at(-2)).toMatchObject({ act: 'entitlement.granted', user_id: null });
  // What a subject is called is looked up when it is shown, and kept in no act.
  const text = JSON.stringify(acts.map((act) => ({ ...act, subject_name: null })));
  expect(text).not.toMatch(/quicksilver/i);
  for (const secret of secrets) expect(text).not.toContain(secret);
});

test('a note stands or falls with what it is of: one transaction wrote both', async () => {
  const person = await newPerson(app);
  const { panel } = person.browser;
  const draft_id = await staged(person);
  const { key_id } = await panel.keys.create.mutate({ name: 'x', scopes: [] });
  const { webhook_id } = await panel.webhooks.create.mutate({ url: receiver.url });
  await panel.drafts.review.mutate({ draft_id, version: 1, status: 'pending', action: 'hold' });
  const { session } = await panel.session.get.query();
  const xmin = async (role: 'workspace' | 'operator' | 'login', table: string, column: string, id: string) => {
    const query = statement(
      `test_xmin_${newId('request')}`,
      `SELECT xmin::text AS xmin FROM ${table} WHERE ${column} = $1`,
    );
    const rows =
      role === 'workspace'
        ? db().read<{ xmin: string }>(person.workspaceId, query, [id])
        : db().as<{ xmin: string }>(ROLES[role], query, [id]);
    return (await rows).map((row) => row.xmin);
  };
  expect(await xmin('workspace', 'acts', 'subject_id', key_id)).toEqual(
    await xmin('operator', 'api_keys', 'id', key_id),
  );
  expect(await xmin('workspace', 'acts', 'subject_id', webhook_id)).toEqual(
    await xmin('workspace', 'webhooks', 'id', webhook_id),
  );
  expect(await xmin('workspace', 'acts', 'subject_id', draft_id)).toEqual(
    await xmin('workspace', 'drafts', 'id', draft_id),
  );
  expect(await xmin('workspace', 'acts', 'subject_id', session.session_id)).toHaveLength(1);

  const before = (await actsOf(person)).length;
  const refused = panel.drafts.review.mutate({ draft_id, version: 7, status: 'held', action: 'approve' });
  await expect(refused).rejects.toThrow();
  await expect(panel.keys.rename.mutate({ key_id: newId('key'), name: 'y' })).rejects.toThrow();
  await panel.keys.revoke.mutate({ key_id });
  await panel.keys.revoke.mutate({ key_id });
  expect(await namesSince(person, before)).toEqual(['key.revoked']);
});

test('sign-ins that fail are noted where there is somebody, and the address they came from', async () => {
  const person = await newPerson(app);
  const before = (await actsOf(person)).length;
  const guesser = new Browser(app.baseUrl);
  expect((await guesser.signIn(person.email.toUpperCase(), 'not the password')).status).toBe(401);
  expect((await guesser.signIn('nobody@example.com', 'not the password')).status).toBe(401);
  const [refused, ...rest] = (await actsOf(person)).slice(0, -before);
  expect(rest).toEqual([]);
  expect(refused).toMatchObject({
    act: 'session.refused',
    user_id: null,
    address: expect.stringMatching(/127\.0\.0\.1|::1/),
  });
  await person.browser.signOut();
  await person.browser.signIn(person.email, PASSWORD);
  expect(await namesSince(person, before)).toEqual(['session.refused', 'session.ended', 'session.started']);
});

test('what a team’s owner does to a member’s key is found by both, and by nobody else', async () => {
  const [owner, member, stranger] = [await newPerson(app), await newPerson(app), await newPerson(app)];
  const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Sales' });
  await app.operator.teams.add_member.mutate({ team_id, user_id: member.userId });
  await app.operator.teams.add_member.mutate({ team_id, user_id: member.userId });
  await owner.browser.panel.team.set_rate_limit.mutate({ key_id: member.keyId, rate_limit: null });
  for (const person of [owner, member]) {
    expect(await actsOf(person, { subject_id: member.keyId })).toEqual(
      expect.arrayContaining([expect.objectContaining({ act: 'key.limit_set', user_id: owner.userId })]),
    );
    expect(await actsOf(person, { subject_id: team_id })).toEqual(
      expect.arrayContaining([expect.objectContaining({ act: 'team.member_added', user_id: null })]),
    );
  }
  expect(await actsOf(member, { subject_id: team_id })).toHaveLength(1);
  expect(await actsOf(stranger, { subject_id: member.keyId })).toEqual([]);
  expect(await actsOf(stranger, { subject_id: team_id })).toEqual([]);
});

test('is read page by page, narrowed, and leaves whole as CSV; what is old goes with the audit log', async () => {
  const person = await newPerson(app);
  const { panel } = person.browser;
  const fill = statement(
    'test_fill_acts',
    `INSERT INTO acts (workspace_id, id, act, subject_id, detail, at)
     SELECT $1, $2 || lpad(n::text, 16, '0'), CASE WHEN n % 2 = 0 THEN 'key.renamed' ELSE 'flag.set' END, '=1+1', '{"name": "a,b"}', $3
     FROM generate_series(1, 7000) n`,
  );
  const long = new Date(Date.now() - 401 * 86_400_000);
  await db()
    .fork(person.workspaceId)
    .transactional((em) => execute(em, fill, [person.workspaceId, firstIdAt('act', long), long.toISOString()]));
  const before = await actsOf(person);
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await panel.activity.list.query({ act: 'flag.set', limit: 200, ...(cursor ? { cursor } : {}) });
    pages.push(...page.items.map(({ act_id }) => act_id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect([pages.length, new Set(pages).size]).toEqual([3_500, 3_500]);
  expect(pages).toEqual(pages.toSorted().toReversed());
  const recent = await panel.activity.list.query({ from: new Date(Date.now() - 3_600_000).toISOString(), limit: 200 });
  expect(recent.items.some(({ act }) => act === 'session.started')).toBe(true);
  expect(recent.items.some(({ act }) => act === 'flag.set')).toBe(false);
  expect((await panel.activity.list.query({ to: new Date(0).toISOString() })).items).toEqual([]);

  const answer = await person.browser.fetch('/app/activity.csv');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="activity-[\d-]+\.csv"$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const rows: Record<string, string>[] = parse(await answer.text(), { columns: true });
  expect(rows[0]).toMatchObject({ act: 'activity.exported', user_id: person.userId });
  expect(rows).toHaveLength(7_000 + before.filter(({ subject_id }) => subject_id !== '=1+1').length + 1);
  expect(rows.at(-1)).toMatchObject({ subject_id: "'=1+1", detail: '{"name":"a,b"}' });
  const narrowed = await person.browser.fetch('/app/activity.csv?act=flag.set');
  expect(parse(await narrowed.text(), { columns: true })).toHaveLength(3_500);
  expect((await person.browser.fetch('/app/activity.csv?act=nonsense')).status).toBe(400);
  expect((await new Browser(app.baseUrl).fetch('/app/activity.csv')).status).toBe(401);

  expect((await prune(db(), readConfig({}))).acts).toBe(7_000);
  expect((await actsOf(person)).map(({ act }) => act)).not.toContain('flag.set');
});
