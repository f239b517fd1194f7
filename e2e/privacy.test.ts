import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf } from '../client/index.ts';
import { newId } from '../db/ids.ts';
import { execute } from '../db/orm.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';
import { succeed } from './harness/tool-test.ts';
import { until } from './harness/until.ts';

/** Somebody found nowhere else, and somebody whose name and address are like theirs. */
const PERSON = {
  name: 'Quilla Zephyrine',
  email: 'quilla.zephyrine@borealis.example',
  phone: '+49 30 5558 1234',
  linkedin: 'https://www.linkedin.com/in/quilla-zephyrine',
};
const OTHER = { name: 'Quillan Zephyrine', email: 'tranquilla.zephyrine@borealis.example', phone: '+49 30 5558 12345' };

/** What full text search keeps of the name. */
const STEM = /'quilla'/;

/** What of the person a dump must not hold, in lower case. */
const TRACES = [
  /quilla\s+zephyrine/,
  /zephyrine,\s*quilla\b/,
  /(?<![a-z.])quilla\.zephyrine@/,
  /5558[ -]?1234(?!\d)/,
  /in\/quilla-zephyrine/,
  STEM,
  /old\.quilla@/,
];

let app: AppContext;
let tenant: Tenant;
let stranger: Tenant;
const ids: Record<string, string> = {};

const services = () => app.service.app.services;

/** `pg_dump` of a server's database. Row level security binds the owner too, and is not forced meanwhile. */
async function dumpOf(url: string): Promise<string> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const force = (how: 'FORCE' | 'NO FORCE') =>
    owner.query(`DO $$ DECLARE t regclass; BEGIN
      FOR t IN SELECT oid FROM pg_class WHERE relrowsecurity LOOP EXECUTE 'ALTER TABLE ' || t || ' ${how} ROW LEVEL SECURITY'; END LOOP;
    END $$`);
  try {
    await force('NO FORCE');
    const program = globSync('/usr/lib/postgresql/*/bin/pg_dump').toSorted().at(-1) ?? 'pg_dump';
    const limits = { maxBuffer: 256 * 1024 * 1024 };
    return (await promisify(execFile)(program, ['--data-only', '--inserts', '-d', url], limits)).stdout;
  } finally {
    await force('FORCE');
    await owner.end();
  }
}

/** Everything in the database: `pg_dump` of a server, every row of every table of the embedded one. */
async function dump(): Promise<string> {
  const { store } = services().db;
  if ('url' in store) return (await dumpOf(store.url)).toLowerCase();
  const { rows } = await store.connection.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts = [];
  for (const { name } of rows) {
    const { rows: found } = await store.connection.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    texts.push(...found.map(({ row }) => `${name}: ${row}`));
  }
  return texts.join('\n').toLowerCase();
}

const linesWith = (text: string, trace: RegExp) =>
  text
    .split('\n')
    .filter((line) => trace.test(line))
    .map((line) => line.slice(0, 400));

const call = (tool: string, input: unknown, headers: Record<string, string> = {}) => tenant.rest(tool, input, headers);

/** Names the person wherever a tool takes a text. */
async function plant(): Promise<void> {
  const { name, email, phone, linkedin } = PERSON;
  const account = (
    await succeed(tenant, 'gtm_crm_write', { entity: 'account', facts: { name: 'Borealis', tier: 'B', buyer: name } })
  ).id;
  const contact = (
    await succeed(tenant, 'gtm_crm_write', {
      entity: 'contact',
      facts: {
        account_id: account,
        name,
        title: 'CFO',
        email: 'old.quilla@borealis.example',
        phone,
        linkedin,
        mobile: phone,
      },
    })
  ).id;
  // Earlier values stay behind as superseded facts; so does a field that was cleared.
  await succeed(tenant, 'gtm_crm_write', { entity: 'contact', id: contact, facts: { email } });
  await succeed(tenant, 'gtm_crm_write', { entity: 'contact', id: contact, facts: { mobile: null } });
  await succeed(tenant, 'gtm_crm_write', { entity: 'contact', facts: { account_id: account, ...OTHER, title: 'CTO' } });
  const prospect = (
    await succeed(tenant, 'update_prospect', { name, email, notes: `${name}, ${phone}`, account_id: account })
  ).id;
  const run = `run:${email}`;
  await succeed(tenant, 'start_run', { plugin: 'deal-desk', skill: 'x', run_ref: run });
  const within = { 'run-ref': run, 'idempotency-key': `note:${email}` };
  const capture = await call(
    'log_capture',
    {
      source: name,
      text: `Call. ${name} wants 40 seats. Mail ${email}, call +4930 55581234. ${OTHER.name} agrees.`,
      account_id: account,
      tags: [name],
    },
    within,
  );
  expect(capture.status, capture.text).toBe(200);
  await succeed(tenant, 'log_capture', { source: 'x', text: 'She decides in May.', prospect_id: prospect });
  await succeed(tenant, 'mark_meeting_outcome', {
    account_id: account,
    outcome: `${name} said yes`,
    notes: `With ${name}`,
    next_step: `Mail ${email}`,
  });
  await succeed(tenant, 'add_to_plan', {
    account_id: account,
    section: 'champions',
    content: `- Zephyrine, Quilla <${email}>\n- ${OTHER.name}`,
  });
  const opp = (
    await succeed(tenant, 'gtm_crm_write', {
      entity: 'opp',
      facts: { account_id: account, name: `Deal of ${name}`, owner: name },
    })
  ).id;
  await succeed(tenant, 'set_meddpicc', { opp_id: opp, champion: name, economic_buyer: `${name} (${phone})` });
  await succeed(tenant, 'gtm_build_tam', {
    list_name: name,
    accounts: [
      { name, domain: 'one.example' },
      { name: 'Two', contact: email },
    ],
  });
  await services().provisioning.setFlag({ user_id: tenant.userId, flag: 'brain_allow_contact_data', value: true });
  await succeed(tenant, 'sync_brain', {
    scope: 'decision-log',
    payload: { [email]: { name, phones: [phone] }, note: `Ask ${name}` },
    account_ref: name,
  });
  const draft = await succeed(tenant, 'studio_stage_draft', {
    channel: 'email',
    title: `For ${name}`,
    body: `Dear ${name}`,
    destination: { to: [email], cc: [OTHER.email] },
    account_ref: name,
  });
  ids['draft'] = draft.draft_id;
  await succeed(tenant, 'studio_review_draft', {
    draft_id: draft.draft_id,
    version: draft.version,
    action: 'hold',
    note: `Ask ${name}`,
  });
  const sent = await tenant.client.hosted.record_send.mutate({
    channel: 'email',
    account_id: account,
    message_ref: `<${email}>`,
  });
  await tenant.client.hosted.record_reply.mutate({
    send_id: sent.send_id,
    message_ref: `<${email}>`,
    text: `I am ${name}. Not interested.`,
  });
  await tenant.client.hosted.propose_tier.mutate({
    account_id: account,
    tier: 'A',
    reason: `${name} called`,
    evidence: [name],
  });
  await succeed(tenant, 'connect_integration', { channel: 'linkedin', access_token: 'x', account_label: name });
  await succeed(tenant, 'gtm_score', { account_id: account, role: 'health', signals: [{ key: name, value: 0.4 }] });
  await succeed(tenant, 'emit_telemetry', {
    plugin: 'x',
    skill: 'y',
    run_id: run,
    outcome: 'ok',
    counts: { [name]: 1 },
    account_ref: name,
    error_detail: `Mailed ${email}`,
  });
  await app.operator.keys.create.mutate({ user_id: tenant.userId, name: `Key of ${name}`, scopes: [] });
  const written = (text: string, values: unknown[]) =>
    services()
      .db.fork(tenant.workspaceId)
      .transactional((em) => execute(em, statement(`test_plant_${newId('request')}`, text), values));
  // What no tool takes in a test: a provider's answer, and a receiver that sends back what it was told.
  await written(
    `INSERT INTO enrichments (workspace_id, provider, contact_key, entry, expires_at) VALUES ($1, 'hunter', 'digest', $2, now() + interval '1 day')`,
    [tenant.workspaceId, { facts: { email: { value: email } } }],
  );
  await written(`INSERT INTO webhook_events (workspace_id, id, type, body) VALUES ($1, $2, 'draft.ready', $3)`, [
    tenant.workspaceId,
    newId('event'),
    JSON.stringify({ data: { account_ref: name } }),
  ]);
  Object.assign(ids, { account, contact, prospect, opp });
}

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.newTenant();
  stranger = await app.newTenant();
  await plant();
  // The same person is none of another workspace's business.
  await succeed(stranger, 'gtm_crm_write', {
    entity: 'contact',
    facts: { name: 'Strangers know Q.Z.', title: 'apart' },
  });
});

afterAll(() => app.stop());

const refusalOf = async (asked: Promise<unknown>) =>
  asked.then(
    () => expect.fail('nothing was refused'),
    (error: unknown) => errorOf(error)!,
  );

describe('a person', () => {
  test('is found wherever they are named, by e-mail address, name or record', async () => {
    for (const asked of [
      { email: PERSON.email.toUpperCase() },
      { name: 'quilla  zephyrine' },
      { record_id: ids['contact']! },
    ]) {
      const found = await app.operator.subjects.find.query({ workspace_id: tenant.workspaceId, ...asked });
      expect(found.person.records.map(({ record_id }) => record_id).toSorted()).toEqual(
        [ids['contact'], ids['prospect']].toSorted(),
      );
      expect(found.person.emails.toSorted()).toEqual(['old.quilla@borealis.example', PERSON.email]);
      expect(found.person.phones).toEqual([PERSON.phone]);
      const tables = found.mentions.map(({ table }) => table);
      expect(tables).toEqual(
        expect.arrayContaining(
          'accounts opportunities contacts prospects target_accounts facts captures meetings plan_entries drafts draft_versions draft_reviews brain_states runs sends replies tier_proposals integration_tokens enrichments idempotency_records api_key_calls acts webhook_events signals scores'.split(
            ' ',
          ),
        ),
      );
    }
    const nowhere = await app.operator.subjects.find.query({ workspace_id: stranger.workspaceId, email: PERSON.email });
    expect(nowhere).toMatchObject({ rows: 0, person: { records: [] } });
  });

  test('is exported page by page: their own rows whole, of others what names them', async () => {
    const items = [];
    let cursor: string | undefined;
    do {
      const page = await app.operator.subjects.export.query({
        workspace_id: tenant.workspaceId,
        email: PERSON.email,
        limit: 20,
        ...(cursor === undefined ? {} : { cursor }),
      });
      items.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(items.find(({ table }) => table === 'contacts')).toMatchObject({
      own: true,
      fields: { title: 'CFO', email: PERSON.email },
    });
    expect(items.find(({ table }) => table === 'meetings')).toMatchObject({
      own: false,
      fields: { notes: `With ${PERSON.name}` },
    });
    const found = await app.operator.subjects.find.query({ workspace_id: tenant.workspaceId, email: PERSON.email });
    expect(items).toHaveLength(found.rows);
    expect(JSON.stringify(items)).not.toContain('"CTO"');
  });

  test('who cannot be told from others is not guessed at', async () => {
    const twin = async (email: string) =>
      (await succeed(stranger, 'gtm_crm_write', { entity: 'contact', facts: { name: 'Twin Vale', email } })).id;
    const [first, second] = [await twin('a@twin.example'), await twin('b@twin.example')];
    const refused = await refusalOf(
      app.operator.subjects.erase.mutate({ workspace_id: stranger.workspaceId, name: 'Twin Vale' }),
    );
    expect(refused).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'name', message: expect.stringContaining(second) }],
    });
    const shared = { name: 'Robin Vale', email: 'a@twin.example' };
    await succeed(stranger, 'gtm_crm_write', { entity: 'contact', facts: shared });
    expect(
      (
        await refusalOf(
          app.operator.subjects.erase.mutate({ workspace_id: stranger.workspaceId, email: 'a@twin.example' }),
        )
      ).code,
    ).toBe('invalid_input');
    const erased = await app.operator.subjects.erase.mutate({ workspace_id: stranger.workspaceId, record_id: first });
    expect(erased).toMatchObject({ records: [first], shared: 1 });
    const kept = await app.operator.subjects.find.query({ workspace_id: stranger.workspaceId, record_id: second });
    expect(kept.person).toMatchObject({ names: ['twin vale', 'vale, twin'], emails: ['b@twin.example'] });
    expect((await refusalOf(app.operator.subjects.erase.mutate({ workspace_id: stranger.workspaceId }))).code).toBe(
      'invalid_input',
    );
    expect(
      (
        await refusalOf(
          app.operator.subjects.erase.mutate({ workspace_id: stranger.workspaceId, record_id: ids['contact']! }),
        )
      ).code,
    ).toBe('not_found');
  });

  test('who was erased has no trace in a dump of the database, and their like are untouched', async () => {
    const before = await dump();
    // What full text search keeps is derived, so pg_dump leaves it out.
    const traces = TRACES.filter((trace) => services().db.embedded || trace !== STEM);
    for (const trace of traces) expect(linesWith(before, trace).length, String(trace)).toBeGreaterThan(0);
    const erased = await app.operator.subjects.erase.mutate({ workspace_id: tenant.workspaceId, email: PERSON.email });
    expect(erased.deleted).toMatchObject({ contacts: 1, prospects: 1, enrichments: 1, idempotency_records: 1 });
    expect(erased.redacted).toMatchObject({ captures: 2, plan_entries: 1, api_keys: 1 });
    const after = await dump();
    for (const trace of TRACES) expect(linesWith(after, trace), String(trace)).toEqual([]);
    expect(after.split('quillan zephyrine').length).toBe(before.split('quillan zephyrine').length);
    expect(after.split(OTHER.email).length).toBe(before.split(OTHER.email).length);
    expect(after.includes(OTHER.phone)).toBe(true);
  });

  test('whose erasure is repeated has nothing left, and it stays in both logs without the person', async () => {
    const again = await app.operator.subjects.erase.mutate({ workspace_id: tenant.workspaceId, email: PERSON.email });
    expect(again).toMatchObject({ rows: 0, records: [] });
    const { items } = await app.operator.log.list.query({ subject_id: tenant.workspaceId });
    expect(items.map(({ act }) => act).slice(0, 4)).toEqual([
      'subject.erased',
      'subject.erasure_begun',
      'subject.erased',
      'subject.erasure_begun',
    ]);
    expect(items[2]!.detail).toMatchObject({ deleted_of: { contacts: 1 } });
    const acts = await services().db.read<{ act: string; subject_id: string }>(
      tenant.workspaceId,
      statement('test_erased_acts', `SELECT act, subject_id FROM acts WHERE act = 'subject.erased' ORDER BY id`),
    );
    expect(acts).toMatchObject([{ subject_id: ids['contact'] }, {}]);
  });

  test('leaves what was written about the rest as it was', async () => {
    const account = await succeed(tenant, 'read_account', {
      id: ids['account'],
      include: ['plan', 'meetings', 'captures'],
    });
    expect(JSON.stringify(account)).toContain(
      `Call. [erased] wants 40 seats. Mail [erased], call [erased]. ${OTHER.name} agrees.`,
    );
    const { drafts } = await succeed(tenant, 'studio_list_drafts', { draft_id: ids['draft'] });
    expect(drafts[0]).toMatchObject({
      status: 'held',
      body: 'Dear [erased]',
      destination: { to: ['[erased]'], cc: [OTHER.email] },
    });
  });
});

describe('a workspace', () => {
  test('is exported whole, page by page, without secrets', async () => {
    const rows = [];
    let cursor: string | undefined;
    let head: unknown;
    do {
      const page = await app.operator.workspaces.export.query({
        workspace_id: tenant.workspaceId,
        limit: 40,
        ...(cursor === undefined ? {} : { cursor }),
      });
      head ??= page.workspace;
      expect(page.items.length).toBeLessThanOrEqual(40);
      rows.push(...page.items);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(head).toMatchObject({ workspace_id: tenant.workspaceId, owner: { user_id: tenant.userId }, keys: [{}, {}] });
    const { db } = services();
    for (const table of ['facts', 'captures', 'api_key_calls', 'acts', 'runs']) {
      const [count] = await db.read<{ count: number }>(
        tenant.workspaceId,
        statement(`test_exported_${table}`, `SELECT count(*)::int AS count FROM ${table} WHERE workspace_id = $1`),
        [tenant.workspaceId],
      );
      expect(rows.filter((row) => row.table === table).length, table).toBe(count!.count);
    }
    expect(JSON.stringify(rows)).not.toMatch(/"sealed(_target|_secret)?"|"code_hash|"search"|"call_salts"/);
    const keys = new Set(rows.map((row) => JSON.stringify(row)));
    expect(keys.size).toBe(rows.length);
    expect(
      (await refusalOf(app.operator.workspaces.export.query({ workspace_id: tenant.workspaceId, cursor: 'x' }))).code,
    ).toBe('invalid_input');
  });

  test('is closed at once and deleted whole, its owner too, and nobody else’s', async () => {
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: tenant.userId, name: 'Theirs' });
    await app.operator.teams.add_member.mutate({ team_id, user_id: stranger.userId });
    await app.operator.teams.add_seat_pack.mutate({ team_id, plugin: 'deal-desk', seats: 2 });
    await app.operator.workspaces.delete.mutate({ workspace_id: tenant.workspaceId });
    expect((await tenant.rest('verify_session')).status).toBe(401);
    const logOf = async () => (await app.operator.log.list.query({ subject_id: tenant.workspaceId })).items;
    const [deleted] = await until(logOf, ([latest]) => latest?.act === 'workspace.deleted', 20_000);
    expect(deleted!.detail).toMatchObject({ rows: expect.any(Number) });
    const after = (await dump()).split('\n').filter((line) => !/operator_(acts|calls)|pgboss/.test(line));
    for (const trace of [tenant.workspaceId, tenant.userId, ids['account']!]) {
      expect(
        after.filter((line) => line.includes(trace)).map((line) => line.slice(0, 200)),
        trace,
      ).toEqual([]);
    }
    expect((await stranger.rest('verify_session')).status).toBe(200);
    expect((await refusalOf(app.operator.workspaces.delete.mutate({ workspace_id: tenant.workspaceId }))).code).toBe(
      'not_found',
    );
    expect(
      await services().db.as(ROLES.operator, statement('test_users_left', 'SELECT id FROM users WHERE id = $1'), [
        tenant.userId,
      ]),
    ).toEqual([]);
  });
});

test('long texts full of a number are erased whole', async () => {
  const hoarder = await app.newTenant();
  const phone = '+1 415 555 0123';
  const email = 'wanda.klyx@x.example';
  await succeed(hoarder, 'gtm_crm_write', { entity: 'contact', facts: { name: 'Wanda Klyx', email, phone } });
  for (let n = 0; n < 60; n += 1) {
    await succeed(hoarder, 'log_capture', { source: 'call', text: `${`${phone} `.repeat(6_000)}${n}` });
  }
  const { workspaceId } = hoarder;
  const erased = await app.operator.subjects.erase.mutate({ workspace_id: workspaceId, email });
  expect(erased).toMatchObject({ deleted: { contacts: 1 }, redacted: { captures: 60 } });
  const left = statement('test_captures_left', 'SELECT count(*)::int AS count FROM captures WHERE text LIKE $1');
  const [counted] = await services().db.read<{ count: number }>(workspaceId, left, [`%${phone}%`]);
  expect(counted!.count).toBe(0);
}, 120_000);

describe('somebody whose name, address and number are written in other ways', () => {
  const captures = statement('test_captures_kept', 'SELECT text FROM captures WHERE workspace_id = $1 ORDER BY id');
  const email = 'zadie.quorn@quornix.example';
  const WRITTEN = [
    'Quorn,Zadie signs',
    '**Zadie** Quorn and _Zadie Quorn_',
    'Zadie&nbsp;Quorn',
    'she said:\n> Zadie\n> Quorn',
    'Za\u00addie Qu\u200born',
    'Za&shy;die Quorn',
    'Zadie.Quorn, zadie-quorn.pdf, ZadieQuorn',
    'Ｚａｄｉｅ　Ｑｕｏｒｎ',
    'see ?to=zadie.quorn%40quornix.example',
    '_zadie.quorn@quornix.example_ in zadie.quorn@quornix.example.eml',
    'zadie.quorn+demo@quornix.example',
    '&#122;adie.quorn&#64;quornix.example',
    'ZADIE.QUORN＠QUORNIX.EXAMPLE',
    'call +49‑30‑7719‑8842',
    'call 030 · 7719 • 8842',
    'call ＋４９ ３０ ７７１９ ８８４２',
    'call 0049%2030%207719%208842',
    'call +49&nbsp;30&nbsp;7719&#160;8842',
    'call [030]_7719_8842',
  ];
  let writer: Tenant;
  let account_id: string;

  beforeAll(async () => {
    writer = await app.newTenant();
    const named = { name: 'Keeper', domain: 'keeper.example' };
    account_id = (await succeed(writer, 'gtm_crm_write', { entity: 'account', facts: named })).id;
    const facts = { name: 'Zadie Quorn', email, phone: '+49 30 7719 8842' };
    await succeed(writer, 'gtm_crm_write', { entity: 'contact', facts });
  });

  const erase = () => app.operator.subjects.erase.mutate({ workspace_id: writer.workspaceId, email });

  test('has no trace left, in keys and references of calls either', async () => {
    for (const [n, text] of WRITTEN.entries()) {
      await succeed(writer, 'log_capture', { account_id, source: 'call', text: `${text}. Kept ${n}.` });
    }
    const headers = { 'idempotency-key': `follow-up-${email}`, 'run-ref': `run-${email}` };
    const written = await writer.rest('log_capture', { source: 'call', text: 'Names nobody.' }, headers);
    expect(written.status, written.text).toBe(200);
    const erased = await erase();
    expect(erased.deleted).toMatchObject({ idempotency_records: 1 });
    const left = (await dump()).split('\n').filter((line) => line.includes(writer.workspaceId));
    const plain = left.map((line) => line.normalize('NFKC').replaceAll(/[\u00ad\u200b]|&shy;/g, ''));
    expect(plain.filter((line) => /quorn(?!ix)|(?:7719|8842)/.test(line))).toEqual([]);
    expect(plain.join('\n')).toContain('kept 18');
  });

  test.each([
    [
      'Marek Oduqva',
      ['Marék Oduqvä', 'MARÉK ODUQVÄ', 'Mar&eacute;k Oduqv&auml;', 'Mar%C3%A9k+Oduqva', 'Mar\\u00e9k Oduqva'],
    ],
    ['Marék Odurvä', ['Marek Odurva', 'MarekOdurva', 'Mare\u0301k Odurva']],
    ['Jürgen Mülqer', ['Juergen Muelqer', 'Jurgen Mulqer', 'Jürgen Muelqer']],
    ['Juergen Muelwer', ['Jürgen Mülwer', 'J=C3=BCrgen M=C3=BClwer', 'JürgenMülwer']],
    ['Bjoern Qweissel', ['Bjørn Qweißel', 'Björn Qweißel']],
    ['Bjørn Zweißel', ['Bjoern Zweissel', 'Bjorn Zweissel']],
    ['Aase Kjaerqu', ['Åse Kjærqu', 'ÅSE KJÆRQU']],
    ['Lukasz Isikqu', ['Łukasz Işıkqu']],
    [
      'Zoe Ngoqua',
      [
        'Zo=C3=AB=20Ngoqua',
        'Zo=C3=\r\n=AB Ngoqua',
        'Zoe Ngo=\r\nqua',
        'zoe.x=40ngoqua.example',
        'Zoe</i> <b class="a">Ngoqua',
        'Zoe<br class=3D"a">Ngo=\nqua',
        'Ngoqua;Zoe',
        '{"a":"{\\"b\\":\\"Zo\\\\u00eb Ngoqua\\"}"}',
        '٠٣٠ ٧٧٢٠ ٨٨٤٣',
        '+۴۹ ۳۰ ۷۷۲۰ ۸۸۴۳',
        '०३०७७२०८८४३',
        '030*7720~8843',
        '+49=2030=207720=208843',
        '030<b class="n1">7720</b>8843',
        'tel=03077208843',
      ],
    ],
  ])(
    '%s has no trace left in other letters, in sources of mails and cards, and in digits of other scripts',
    async (name, spellings) => {
      const other = await app.newTenant();
      const facts = { name, email: 'zoe.x@ngoqua.example', phone: '+49 30 7720 8843' };
      await succeed(other, 'gtm_crm_write', { entity: 'contact', facts });
      for (const [n, spelled] of spellings.entries()) {
        const input = { source: 'call', text: `Kept ${n}:\n${spelled}\nThe rest goes on.` };
        if (n % 2 === 0) await succeed(other, 'log_capture', input);
        else expect((await other.rest('log_capture', input)).status).toBe(200);
      }
      const { workspaceId } = other;
      await app.operator.subjects.erase.mutate({ workspace_id: workspaceId, email: facts.email });
      const texts = await services().db.read<{ text: string }>(workspaceId, captures, [workspaceId]);
      const left = texts.map(({ text }) => text.split('\n').slice(1, -1).join('\n'));
      expect(left).toEqual(
        spellings.map((spelled) => spelled.replace(/^(tel=|\{"a":"\{\\"b\\":\\")?.*?(\\"\}"\})?$/s, '$1[erased]$2')),
      );
      const [first, last] = name.toLowerCase().split(' ');
      const lines = (await dump()).split('\n').filter((line) => line.includes(workspaceId));
      expect(lines.filter((line) => line.includes(first!) && line.includes(last!.slice(0, 3)))).toEqual([]);
    },
  );

  test('is told of what may mean them, which goes where it is asked for', async () => {
    const other = await app.newTenant();
    const facts = { name: 'Orla Quibbe', email: 'orla@quibbe.example' };
    await succeed(other, 'gtm_crm_write', { entity: 'contact', facts });
    for (const text of [
      'Met O. Quibbé.',
      'Again O. Quibbe.',
      'Quibbe Orla and Orla Q. came.',
      'Orla & Tom Quibbe, Ed Quibbe',
    ]) {
      await succeed(other, 'log_capture', { source: 'call', text });
    }
    const asked = { workspace_id: other.workspaceId, email: facts.email };
    const { maybe } = await app.operator.subjects.find.query(asked);
    expect(maybe[0]).toMatchObject({ text: expect.stringMatching(/^O\. Quibb[eé]$/) });
    expect(maybe.map(({ text }) => text.replace('é', 'e')).toSorted()).toEqual(
      expect.arrayContaining(['O. Quibbe', 'Orla & Tom Quibbe', 'Orla Q.', 'Quibbe Orla']),
    );
    const also = maybe.map(({ text }) => text);
    expect((await app.operator.subjects.find.query({ ...asked, also })).maybe).toEqual([]);
    await app.operator.subjects.erase.mutate({ ...asked, also });
    const texts = await services().db.read<{ text: string }>(other.workspaceId, captures, [other.workspaceId]);
    expect(texts.map(({ text }) => text)).toEqual([
      'Met [erased].',
      'Again [erased].',
      '[erased] and [erased]. came.',
      '[erased], Ed Quibbe',
    ]);
  });

  test('leaves no half of a name in facts that were cut at the end of a line', async () => {
    await succeed(writer, 'gtm_crm_write', { entity: 'contact', facts: { name: 'Zadie Quorn', email } });
    const text =
      'Call on Monday.\nAt the end of it all we met Zadie\nQuorn today, and she liked it.\nThe rest goes on.';
    await succeed(writer, 'log_capture', { account_id, source: 'call', text });
    const kept = statement(
      'test_cut_facts',
      'SELECT value, sentence FROM facts WHERE workspace_id = $1 AND NOT single ORDER BY id',
    );
    const factsOf = () =>
      services().db.read<{ value: string; sentence: string }>(writer.workspaceId, kept, [writer.workspaceId]);
    expect((await factsOf()).map(({ value }) => value).slice(-3)).toEqual([
      'At the end of it all we met Zadie',
      'Quorn today, and she liked it.',
      'The rest goes on.',
    ]);
    await erase();
    const facts = await factsOf();
    expect(facts.map(({ value }) => value).slice(-3)).toEqual([
      'At the end of it all we met [erased]',
      '[erased] today, and she liked it.',
      'The rest goes on.',
    ]);
    expect(JSON.stringify(facts)).not.toMatch(/zadie|quorn/i);
    expect(
      (await dump()).split('\n').filter((line) => line.includes(writer.workspaceId) && /zadie|quorn/.test(line)),
    ).toEqual([]);
  });
});
