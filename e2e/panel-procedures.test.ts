import { describe, expect, test } from 'vitest';
import { type IdType, newId } from '../db/ids.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { appRouter } from '../routers/index.ts';
import { upload } from './harness/imports.ts';
import { type AppContext, post } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { Browser, newPerson, PASSWORD, type Person } from './harness/person.ts';
import { previewOf } from './harness/proposing.ts';
import { findId, Records } from './harness/records.ts';

/** Every procedure of the panel, by its path. */
const PROCEDURES = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { type: 'query' | 'mutation' } }>,
)
  .filter(([path]) => path.startsWith('panel.'))
  .map(([path, { _def }]) => ({ path, type: _def.type }));

/** Those that answer whoever asks. */
const PUBLIC = new Set(['panel.sign_in.options']);

type Input = Record<string, unknown>;

const CSV = 'name,domain\nImported,imported.example\n';
const far = () => new Date(Date.now() + 86_400_000).toISOString();

/** A record, and an id like its own of no record. */
function pair(kept_id: string) {
  const other = kept_id.replace(/.$/, (last) => (last === 'z' ? 'y' : 'z'));
  return { kept_id, merged_ids: [other], record_ids: [kept_id, other] };
}

/** What each procedure is asked, with the ids that `of` gives. A procedure that is not named here fails the suite. */
const INPUTS: Record<string, (of: (type: IdType) => string) => Input | undefined> = {
  'sign_in.options': () => undefined,
  'session.get': () => undefined,
  'session.ways_to_confirm': () => undefined,
  'session.confirm': () => ({ password: 'not the password' }),
  'second_factor.get': () => undefined,
  'second_factor.begin': () => undefined,
  'second_factor.finish': () => ({ code: 'no code' }),
  'second_factor.renew_backup_codes': () => undefined,
  'second_factor.remove': () => undefined,
  'sessions.list': () => undefined,
  'sessions.revoke': (of) => ({ session_id: of('session') }),
  'sessions.revoke_others': () => undefined,
  'sessions.revoke_all': () => undefined,
  'password.change': () => ({ current: 'not the password', next: 'a new password' }),
  'overview.get': () => undefined,
  'overview.calls': () => ({ hours: 1 }),
  'accounts.list': () => ({ search: 'account' }),
  'accounts.filters': () => undefined,
  'accounts.get': (of) => ({ account_id: of('account'), limit: 10 }),
  'accounts.open_deals': (of) => ({ account_id: of('account') }),
  'accounts.signals': (of) => ({ account_id: of('account') }),
  'accounts.facts': (of) => ({ account_id: of('account') }),
  'accounts.fact_history': (of) => ({ account_id: of('account'), subject_id: of('account'), attribute: 'name' }),
  'accounts.ask': (of) => ({ account_id: of('account'), question: 'What is the domain?' }),
  'imports.create': () => ({ kind: 'account', file_name: 'mine.csv', bytes: CSV.length }),
  'imports.add_part': (of) => ({ import_id: of('import'), place: 1, text: CSV }),
  'imports.preview': (of) => ({ import_id: of('import') }),
  'imports.start': (of) => ({ import_id: of('import') }),
  'imports.list': () => ({}),
  'imports.get': (of) => ({ import_id: of('import') }),
  'imports.errors': (of) => ({ import_id: of('import') }),
  'imports.cancel': (of) => ({ import_id: of('import') }),
  'imports.resume': (of) => ({ import_id: of('import') }),
  'amendments.withdrawn': (of) => ({ account_id: of('account') }),
  'amendments.withdraw': (of) => ({ record_id: of('capture'), reason: 'Not ours.' }),
  'amendments.restore': (of) => ({ record_id: of('meeting') }),
  'amendments.merges': () => ({}),
  'amendments.apply_merge': (of) => ({ proposal_id: of('merge') }),
  'amendments.decline_merge': (of) => ({ proposal_id: of('merge') }),
  'merges.preview': (of) => pair(of('account')),
  'merges.merge': (of) => ({ ...pair(of('account')), digest: 'none' }),
  'merges.unmerge_preview': (of) => ({ merger_id: of('merger') }),
  'merges.unmerge': (of) => ({ merger_id: of('merger'), digest: 'none' }),
  'duplicates.state': () => undefined,
  'duplicates.search': () => undefined,
  'duplicates.list': () => ({ kind: 'account' }),
  'duplicates.not_duplicates': (of) => pair(of('account')),
  'duplicates.of': (of) => ({ record_ids: [of('account')] }),
  'undos.preview': (of) => ({ run_ref: of('run') }),
  'undos.get': (of) => ({ undo_id: of('undo') }),
  'undos.undo': (of) => ({ call_id: of('call'), digest: 'none' }),
  'undos.bring_back': (of) => ({ undo_id: of('undo') }),
  'values.proposed': (of) => ({ account_id: of('account') }),
  'values.accept': (of) => ({ proposals: [{ proposal_id: of('value_proposal'), version: 'x' }] }),
  'values.decline': (of) => ({ proposal_ids: [of('value_proposal')], note: 'Not ours.' }),
  'values.set': (of) => ({ record_id: of('opp'), fields: { owner: 'Mine' } }),
  'values.protection': () => undefined,
  'values.set_protection': () => ({ protect_human_values: false }),
  'records.list': (of) => ({ kind: 'opp', account_id: of('account') }),
  'records.words': () => undefined,
  'records.suggest_accounts': () => ({ text: '' }),
  'records.archived': () => ({ kind: 'account', search: 'quick' }),
  'records.get': (of) => ({ record_id: of('opp') }),
  'records.history': (of) => ({ record_id: of('opp'), attribute: 'name' }),
  'records.create': (of) => ({ kind: 'contact', fields: { name: 'Mine', account_id: of('account') } }),
  'records.archive': (of) => ({ record_id: of('contact') }),
  'records.restore': (of) => ({ record_id: of('prospect') }),
  'records.archive_preview': (of) => ({ record_ids: [of('account')] }),
  'records.archive_many': (of) => ({ record_ids: [of('contact')] }),
  'records.restore_many': (of) => ({ record_ids: [of('prospect')] }),
  'records.restore_value': (of) => ({ fact_id: of('fact') }),
  'views.list': () => ({ kind: 'opp' }),
  'views.save': () => ({ kind: 'opp', name: 'Mine', search: { stage: 'Proposal' } }),
  'views.delete': (of) => ({ view_id: of('view') }),
  'changesets.list': () => ({}),
  'changesets.preview': (of) => ({ changeset_id: of('changeset') }),
  'changesets.take': (of) => ({ changeset_id: of('changeset'), calls: [{ id: of('proposed_call'), version: 'x' }] }),
  'changesets.decline': (of) => ({ changeset_id: of('changeset'), calls: [of('proposed_call')] }),
  'org.ask': () => ({ question: 'Who signs?' }),
  'tiers.open': () => ({}),
  'tiers.accept': (of) => ({ proposal_id: of('proposal') }),
  'tiers.override': (of) => ({ proposal_id: of('proposal'), tier: 'C' }),
  'drafts.list': (of) => ({ account_id: of('account') }),
  'drafts.filters': () => undefined,
  'drafts.get': (of) => ({ draft_id: of('draft') }),
  'drafts.edit': (of) => ({ draft_id: of('draft'), version: 1, body: 'Edited.' }),
  'drafts.review': (of) => ({ draft_id: of('draft'), version: 1, status: 'pending', action: 'hold' }),
  'drafts.review_many': (of) => ({
    drafts: [{ draft_id: of('draft'), version: 1, status: 'pending' }],
    action: 'hold',
  }),
  'drafts.mark_sent': (of) => ({ draft_id: of('draft'), version: 1 }),
  'runs.list': () => ({}),
  'runs.filters': () => undefined,
  'runs.get': (of) => ({ run_ref: of('run') }),
  'keys.scopes': () => undefined,
  'keys.list': () => ({}),
  'keys.names': () => undefined,
  'keys.get': (of) => ({ key_id: of('key') }),
  'keys.usage': (of) => ({ key_id: of('key') }),
  'keys.create': () => ({ name: 'made', scopes: ['account.read'] }),
  'keys.rotate': (of) => ({ key_id: of('key') }),
  'keys.revoke': (of) => ({ key_id: of('key') }),
  'keys.rename': (of) => ({ key_id: of('key'), name: 'renamed' }),
  'keys.set_scopes': (of) => ({ key_id: of('key'), scopes: [] }),
  'keys.set_may_approve': (of) => ({ key_id: of('key'), may_approve: false }),
  'keys.set_mode': (of) => ({ key_id: of('key'), mode: 'propose' }),
  'keys.set_allowed_ips': (of) => ({ key_id: of('key'), allowed_ips: ['192.0.2.0/24'] }),
  'keys.set_expiry': (of) => ({ key_id: of('key'), expires_at: null }),
  'keys.set_rate_limit': (of) => ({ key_id: of('key'), rate_limit: 1 }),
  'apps.list': () => ({}),
  'apps.revoke': (of) => ({ key_id: of('key') }),
  'audit.get': (of) => ({ call_id: of('call') }),
  'audit.list': (of) => ({ key_id: of('key') }),
  'audit.seal': () => undefined,
  'audit.tools': () => undefined,
  'activity.list': (of) => ({ subject_id: of('key') }),
  'webhooks.types': () => undefined,
  'webhooks.list': () => undefined,
  'webhooks.create': () => ({ url: 'https://hooks.example.com/mine' }),
  'webhooks.change': (of) => ({ webhook_id: of('webhook'), url: 'https://hooks.example.com/other', types: null }),
  'webhooks.days': (of) => ({ webhook_id: of('webhook') }),
  'webhooks.rotate': (of) => ({ webhook_id: of('webhook') }),
  'webhooks.delete': (of) => ({ webhook_id: of('webhook') }),
  'webhooks.enable': (of) => ({ webhook_id: of('webhook') }),
  'webhooks.disable': (of) => ({ webhook_id: of('webhook') }),
  'webhooks.test': (of) => ({ webhook_id: of('webhook') }),
  'webhooks.deliveries': (of) => ({ webhook_id: of('webhook') }),
  'webhooks.replay': (of) => ({ webhook_id: of('webhook'), event_id: newId('event') }),
  'webhooks.replay_failed': (of) => ({ webhook_id: of('webhook'), failed_since: far() }),
  'integrations.list': () => undefined,
  'integrations.connect': () => ({ channel: 'reddit', access_token: 'token-of-the-stranger' }),
  'integrations.disconnect': () => ({ channel: 'linkedin' }),
  'brain.list': () => undefined,
  'brain.versions': () => ({ scope: 'decision-log' }),
  'brain.get': () => ({ scope: 'decision-log', version: 1 }),
  'brain.bring_back': () => ({ scope: 'decision-log', version: 1 }),
  'team.get': (of) => ({ team_id: of('team') }),
  'team.rollup': (of) => ({ team_id: of('team') }),
  'team.member': (of) => ({ team_id: of('team'), user_id: of('user') }),
  'team.set_second_factor': (of) => ({ team_id: of('team'), required: false }),
  'team.set_rate_limit': (of) => ({ key_id: of('key'), rate_limit: 1 }),
  'plan.get': () => undefined,
  'jobs.dead': () => ({}),
  'jobs.retry': () => ({ job_id: '6f1c2b1e-0000-4000-8000-000000000001' }),
  'consent.get': (of) => ({ request: of('authorization') }),
  'consent.decide': (of) => ({ request: of('authorization'), allow: false }),
  'privacy.confirmation': () => undefined,
  'privacy.find_subject': (of) => ({ record_id: of('contact') }),
  'privacy.export_subject': (of) => ({ record_id: of('contact') }),
  'privacy.erase_subject': (of) => ({ record_id: of('contact'), password: PASSWORD }),
  'privacy.begin_restore': () => ({ file_name: 'workspace.json', bytes: 100, password: PASSWORD }),
  'privacy.start_restore': (of) => ({ import_id: of('import') }),
  'privacy.delete_workspace': () => ({ password: 'not the password' }),
  'search.find': (of) => ({ text: of('account') }),
};

const SECRET = 'quicksilver';

let app: AppContext;
/** Has one of everything, each with `SECRET` in it. */
let owner: Person;
const owned = new Map<IdType, string>();
/** Knows nobody, and only reads. */
let reader: Person | undefined;

const db = () => app.service.app.services.db;

useQuietApp(async (started) => {
  app = started;
  owner = await newPerson(app);
  const records = new Records(app, owner, SECRET);
  for (const type of ['account', 'opp', 'contact', 'meeting', 'capture', 'team'] as IdType[]) {
    owned.set(type, await records.id(type));
  }
  const account_id = owned.get('account')!;
  const run_ref = (await owner.rest('start_run', { plugin: 'deal-desk', skill: SECRET })).body.run_ref;
  owned.set('run', run_ref);
  const staged = await owner.rest(
    'studio_stage_draft',
    { channel: 'manual', body: `About ${SECRET}`, account_id },
    { 'run-ref': run_ref },
  );
  owned.set('draft', staged.body.draft_id);
  await owner.rest('connect_integration', { channel: 'linkedin', access_token: SECRET, account_label: SECRET });
  await owner.rest('sync_brain', { scope: 'decision-log', payload: { [SECRET]: true } });
  const { proposal_id } = await owner.client.hosted.propose_tier.mutate({ account_id, tier: 'A', reason: SECRET });
  owned.set('proposal', proposal_id);
  const opp_id = owned.get('opp')!;
  await owner.browser.panel.values.set.mutate({ record_id: opp_id, fields: { owner: 'Somebody' } });
  const written = await owner.rest('gtm_crm_write', { entity: 'opp', id: opp_id, facts: { owner: SECRET } });
  owned.set('value_proposal', written.body.proposed[0].proposal_id);
  owned.set('import', await upload(owner.browser.panel, 'account', `name\n${SECRET}\n`));
  const twin = (await owner.rest('gtm_crm_write', { entity: 'account', facts: { name: `Twin ${SECRET}` } })).body.id;
  const proposed = { action: 'propose_merge', id: account_id, duplicate_id: twin, reason: SECRET };
  owned.set('merge', (await owner.rest('amend_record', proposed)).body.proposal_id);
  const part = async (name: string) =>
    (await owner.rest('gtm_crm_write', { entity: 'account', facts: { name } })).body.id as string;
  const asked = { kept_id: await part(`One ${SECRET}`), merged_ids: [await part(`Two ${SECRET}`)] };

  const { merges } = owner.browser.panel;
  const { digest } = await merges.preview.query(asked);
  owned.set('merger', (await merges.merge.mutate({ ...asked, digest })).merger_id);
  await owner.rest('amend_record', { action: 'withdraw', id: owned.get('meeting'), reason: SECRET });
  const { panel } = owner.browser;
  const gone = await panel.records.create.mutate({ kind: 'prospect', fields: { name: `Gone ${SECRET}` } });
  owned.set('prospect', gone.record_id);
  await panel.records.archive.mutate(gone);
  const kept = { kind: 'opp', name: SECRET, search: { owner: SECRET }, shared: true } as const;
  owned.set('view', (await panel.views.save.mutate(kept)).view_id);
  owned.set('fact', (await panel.records.history.query({ record_id: opp_id, attribute: 'owner' })).items[0]!.fact_id);
  const agent = await app.newKey(owner.userId, { mode: 'propose' });
  await agent.rest('gtm_crm_write', { entity: 'account', facts: { name: SECRET } });
  const { changeset_id, calls } = await previewOf(owner);
  owned.set('changeset', changeset_id);
  owned.set('proposed_call', calls[0]!.id);
  owned.set('key', owner.keyId);
  owned.set('user', owner.userId);
  owned.set('call', (await app.auditOf(owner)).find(({ tool }) => tool === 'studio_stage_draft')!.id);
  owned.set('session', (await owner.browser.panel.session.get.query()).session.session_id);
  // Registered past the check of its destination, which wants a name server.
  owned.set('webhook', newId('webhook'));
  const { encryptor } = app.service.app.services;
  await db()
    .fork(owner.workspaceId)
    .transactional((em) =>
      em.execute(
        `INSERT INTO webhooks (workspace_id, id, origin, sealed_target, sealed_secret) VALUES (?, ?, 'https://hooks.example.com', ?, ?)`,
        [
          owner.workspaceId,
          owned.get('webhook'),
          encryptor.encrypt(`/${SECRET}`, [owner.workspaceId, owned.get('webhook')!, 'target']),
          encryptor.encrypt('whsec_x', [owner.workspaceId, owned.get('webhook')!, 'secret']),
        ],
      ),
    );
});

async function ask(browser: Browser, path: string, type: string, input: Input | undefined, headers = {}) {
  const answer =
    type === 'mutation'
      ? await browser.post(`/trpc/${path}`, input ?? {}, headers)
      : await browser.fetch(
          `/trpc/${path}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`,
          { headers },
        );
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text), headers: answer.headers };
}

const inputOf = (path: string, of: (type: IdType) => string) => INPUTS[path.slice('panel.'.length)]!(of);

const theirs = (type: IdType) => owned.get(type) ?? newId(type);

test('every procedure is asked here', () => {
  expect(Object.keys(INPUTS).toSorted()).toEqual(PROCEDURES.map(({ path }) => path.slice('panel.'.length)).toSorted());
});

describe.each(PROCEDURES)('$path', ({ path, type }) => {
  test.skipIf(PUBLIC.has(path))('answers nobody without a session, whatever key they hold', async () => {
    const input = inputOf(path, theirs);
    const nobody = new Browser(app.baseUrl);
    for (const headers of [{}, { authorization: `Bearer ${owner.key}` }]) {
      const { status, body } = await ask(nobody, path, type, input, headers);
      expect(status).toBe(401);
      expect(body.error.data.error.code).toBe('not_signed_in');
    }
    const operator = { authorization: `Bearer ${app.service.secrets.operatorToken}` };
    expect((await ask(nobody, path, type, input, operator)).status).toBe(401);
  });

  test.skipIf(PUBLIC.has(path))('answers no page of another site', async () => {
    const foreign = new Browser(app.baseUrl, { 'sec-fetch-site': 'cross-site' });
    for (const [name, value] of owner.browser.cookies) foreign.cookies.set(name, value);
    expect((await ask(foreign, path, type, inputOf(path, theirs))).status).toBe(403);
  });

  test('tells a stranger of somebody’s records as of records that never were', async () => {
    const answers = [];
    for (const of of [theirs, (kind: IdType) => newId(kind)]) {
      // A change is asked for once from each workspace: nothing asked before can show in the answer.
      const stranger = type === 'query' ? (reader ??= await newPerson(app)) : await newPerson(app);
      const { status, text, headers } = await ask(stranger.browser, path, type, inputOf(path, of));
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(owner.workspaceId);
      const own = new Set([stranger.userId, stranger.workspaceId, stranger.keyId]);
      for (const [kind, id] of owned) {
        const asked = JSON.stringify(inputOf(path, of) ?? null).includes(id);
        if (!own.has(id) && !asked) expect(text, kind).not.toContain(id);
      }
      const comparable = text
        .replaceAll(/"request_id":"[^"]+"/g, '')
        .replaceAll(/[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}/g, 'id')
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'moment')
        .replaceAll(/sat_\w+/g, 'key')
        .replaceAll(/\b[A-Z2-7]{32}\b/g, 'secret')
        .replaceAll(/whsec_[\w-]+/g, 'secret')
        .replaceAll(/"key(_id)?":"[^"]*"|"user_agent":"[^"]*"/g, '');
      answers.push({ status, comparable });
    }
    expect(answers[0]).toEqual(answers[1]);
  });
});

test('nothing of the owner’s was touched by any of it', async () => {
  const { panel } = owner.browser;
  const items = (await panel.keys.list.query({})).items.filter(({ mode }) => mode === 'write');
  expect(items).toMatchObject([{ key_id: owner.keyId, name: 'test', status: 'active', rate_limit: null }]);
  expect((await previewOf(owner)).calls).toMatchObject([{ id: owned.get('proposed_call'), state: 'waiting' }]);
  expect(items[0]!.scopes.length).toBeGreaterThan(0);
  expect(await panel.webhooks.list.query()).toMatchObject({
    items: [{ enabled: true, url: `https://hooks.example.com/${SECRET}` }],
  });
  expect(await panel.tiers.open.query({})).toMatchObject({
    items: [{ proposal_id: owned.get('proposal'), state: 'proposed' }],
  });
  const contact = { record_id: owned.get('contact')! };
  expect(await panel.privacy.find_subject.query(contact)).toMatchObject({ person: { records: [contact] } });
  const draft = await panel.drafts.get.query({ draft_id: owned.get('draft')! });
  expect(draft.draft).toMatchObject({ status: 'pending', version: 1, body: `About ${SECRET}` });
  const { channels } = await panel.integrations.list.query();
  expect(channels.find(({ channel }) => channel === 'linkedin')?.connection).toMatchObject({ account_label: SECRET });
  expect(JSON.stringify(channels)).not.toContain('access_token');
  expect((await panel.records.archived.query({ kind: 'prospect' })).items).toMatchObject([
    { record_id: owned.get('prospect') },
  ]);
  expect((await panel.views.list.query({ kind: 'opp' })).items).toMatchObject([{ view_id: owned.get('view') }]);
  expect((await panel.brain.list.query()).items).toMatchObject([{ scope: 'decision-log', version: 1 }]);
});

test('a person without anything bought reads, and does not work with sales data', async () => {
  const free = await newPerson(app, { entitlement: null });
  for (const { path, type } of PROCEDURES) {
    const { status, body } = await ask(free.browser, path, type, inputOf(path, theirs));
    if (status === 403) expect(['not_entitled', 'not_team_owner'], path).toContain(body.error.data.error.code);
    else expect(status, path).not.toBe(500);
  }
});

test('a bad input is the caller’s mistake, told like everywhere', async () => {
  const { browser } = await newPerson(app);
  const { status, body } = await ask(browser, 'panel.accounts.get', 'query', { account_id: owner.userId, limit: 900 });
  expect(status).toBe(400);
  expect(body.error.data.error).toMatchObject({
    code: 'invalid_input',
    issues: [{ path: 'account_id', message: expect.stringContaining('expected an account id') }, { path: 'limit' }],
  });
  for (const [path, input] of [
    ['panel.accounts.list', { cursor: 'nonsense' }],
    ['panel.accounts.list', { cursor: Buffer.from('[1,2]').toString('base64url') }],
    ['panel.records.list', { kind: 'opp', cursor: 'nonsense' }],
    ['panel.records.list', { kind: 'contact', sort: 'amount' }],
    ['panel.records.list', { kind: 'contact', stage: 'Proposal' }],
    ['panel.audit.list', { cursor: newId('account') }],
    ['panel.drafts.list', { cursor: newId('account') }],
    ['panel.runs.list', { cursor: 'x' }],
    ['panel.keys.list', { cursor: 'x' }],
    ['panel.brain.versions', { scope: 'x', cursor: 'x' }],
  ] as const) {
    expect((await ask(browser, path, 'query', input)).status, path).toBe(400);
  }
});

test('the roles of calls and of sign-in see nothing of each other’s', async () => {
  const codeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
  const sql = (table: string) => statement(`test_look_${table}_${newId('request')}`, `SELECT * FROM ${table} LIMIT 1`);
  for (const table of ['sessions', 'logins', 'verifications', 'sign_in_attempts', 'second_factors', 'backup_codes']) {
    expect(await codeOf(db().read(owner.workspaceId, sql(table))), table).toBe('42501');
  }
  for (const table of ['logins', 'verifications', 'sign_in_attempts', 'second_factors', 'backup_codes']) {
    expect(await codeOf(db().as(ROLES.gate, sql(table))), table).toBe('42501');
  }
  for (const table of ['api_keys', 'api_key_secrets', 'accounts', 'api_key_calls', 'workspaces', 'drafts']) {
    expect(await codeOf(db().as(ROLES.login, sql(table))), table).toBe('42501');
  }
  expect(findId('account', (await post(`${app.baseUrl}/trpc/panel.accounts.list`, {}, {})).body)).toBeUndefined();
});
