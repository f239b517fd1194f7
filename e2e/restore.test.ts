import { beforeAll, describe, expect, test } from 'vitest';
import { errorOf } from '../client/index.ts';
import { firstIdAt, type IdType, newId } from '../db/ids.ts';
import { ROLES } from '../db/roles.ts';
import { execute } from '../db/orm.ts';
import { type Statement, statement } from '../db/statement.ts';
import { restoredTables } from '../server/privacy/restored.ts';
import { tenantTables } from '../server/privacy/tables.ts';
import { readConfig } from '../server/config.ts';
import { type Service, startService } from '../server/process.ts';
import { rowShape } from '../server/restore/check-row.ts';
import { runRestores } from '../server/restore/run-restores.ts';
import { type AppContext, createStore, startTestApp } from './harness/app.ts';
import { newAccount } from './harness/deals.ts';
import { type Child, startChild } from './harness/child.ts';
import { environment } from './harness/environment.ts';
import { ended, isCut } from './harness/imports.ts';
import { newPerson, newPersonOf, PASSWORD, type Person } from './harness/person.ts';
import { asRestored, exportOf, refusedIn, restoreInto, rowsOf, uploadExport } from './harness/restores.ts';
import { fillWorkspace, type Filled } from './harness/restored-world.ts';
import { useApp } from './harness/shared-app.ts';
import { succeed } from './harness/tool-test.ts';
import { until } from './harness/until.ts';

let app: AppContext;
let owner: Person;
let filled: Filled;
let file: string;

useApp((started) => {
  app = started;
});

beforeAll(async () => {
  owner = await newPerson(app);
  filled = await fillWorkspace(owner);
  file = await exportOf(owner);
});

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    (answer) => expect.unreachable(`it was answered: ${JSON.stringify(answer)}`),
    (error: unknown) => errorOf(error) ?? Promise.reject(error as Error),
  );

const names = () => new Set(restoredTables().restored.map(({ name }) => name));

/** What agents are answered about the filled workspace, but for the requests themselves. */
async function answersOf(person: Person) {
  const ask = async (tool: string, input: unknown) => {
    const { request_id: _id, ...answer } = await succeed(person, tool, input);
    // Keys do not come back, and with them what they are called.
    return JSON.parse(JSON.stringify(answer).replaceAll(/ by (test|key_[0-9a-z]{26})\b/g, ' by a key')) as unknown;
  };
  const { world } = filled;
  return [
    await ask('read_account', { id: world.accounts[1], include: ['plan', 'meetings', 'captures'] }),
    await ask('answer_across_org', { question: 'Which deals have a champion?' }),
    await ask('answer_about_account', { account_id: world.accounts[1], question: 'What is the budget?' }),
    await ask('find_records', { kind: 'opp', query: 'Same Name' }),
    await ask('find_records', { ids: [world.accounts[2], world.opps[1], world.contacts[0], world.targets[3]] }),
    await ask('pull_config', {}),
  ];
}

async function isTheSame(to: Person) {
  const done = await restoreInto(to, file);
  expect(await refusedIn(to, done.import_id)).toEqual([]);
  const kept = asRestored(file, names(), owner.userId);
  expect(done).toMatchObject({ state: 'done', reason: null, failed: 0, created: kept.length, total_rows: kept.length });
  expect(asRestored(await exportOf(to), names(), to.userId)).toEqual(kept);
  expect(await answersOf(to)).toEqual(await answersOf(owner));
  return done;
}

describe('an export', () => {
  test('has rows of every table that is restored but parts of large undos', () => {
    const tables = new Set(rowsOf(file).map(({ table }) => table));
    expect([...names()].filter((name) => !tables.has(name))).toEqual(['undo_jobs']);
  });

  test('comes back into an empty workspace of the same installation, with what was archived and merged', async () => {
    const to = await newPerson(app);
    const { restore, import_id } = await isTheSame(to);
    expect(restore).toMatchObject({ held: 2, left_out: { api_key_calls: expect.any(Number), runs: 1 } });
    const { panel } = to.browser;
    const { items: acts } = await panel.activity.list.query({});
    expect(acts.filter(({ subject_id }) => subject_id === import_id)).toMatchObject([
      { act: 'workspace.restored', subject_id: import_id, detail: { refused: 0, held: 2 } },
      { act: 'workspace.restore_begun', subject_id: import_id },
    ]);
    const { items: logged } = await app.operator.log.list.query({ subject_id: to.workspaceId });
    expect(logged.find(({ act }) => act === 'workspace.restore_begun')).toMatchObject({ user_id: to.userId });

    // What was kept whole names this workspace by now.
    await panel.records.restore.mutate({ record_id: filled.world.accounts[0]! });
    const { digest } = await panel.merges.unmerge_preview.query({ merger_id: filled.mergerId });
    await panel.merges.unmerge.mutate({ merger_id: filled.mergerId, digest });
    const found = await succeed(to, 'find_records', { ids: [filled.world.accounts[0], filled.world.accounts[3]] });
    expect(found.items).toHaveLength(2);
    const { items: drafts } = await panel.drafts.list.query({ status: 'approved' });
    expect(drafts).toEqual([]);

    expect(await refusalOf(restoreInto(to, file))).toMatchObject({
      code: 'invalid_transition',
      message: expect.stringContaining('it holds'),
    });
  });

  test('comes back on another installation', { timeout: 120_000 }, async () => {
    const other = await startTestApp();
    try {
      await isTheSame(await newPerson(other));
    } finally {
      await other.stop();
    }
  });
});

test('a table of a workspace is restored by the role of calls, or left out for a reason', async () => {
  const { db } = app.service.app.services;
  const { restored, leftOut } = restoredTables();
  expect([...names(), ...leftOut.keys()].toSorted()).toEqual(
    tenantTables()
      .map(({ name }) => name)
      .toSorted(),
  );
  for (const table of restored) expect(() => rowShape(table), table.name).not.toThrow();
  const mayAdd = statement(
    'test_may_restore',
    `SELECT t.name FROM unnest($1::text[]) AS t (name)
     WHERE has_table_privilege('${ROLES.service}', t.name, 'INSERT')
       AND EXISTS (SELECT FROM pg_class c WHERE c.relname = t.name AND c.relrowsecurity AND c.relforcerowsecurity)`,
  );
  const may = await db.read<{ name: string }>(owner.workspaceId, mayAdd, [[...names()]]);
  expect(may.map(({ name }) => name)).toEqual([...names()]);
});

/** A file whose rows are given. */
const fileOf = (workspace_id: string, rows: readonly object[]) =>
  `{"workspace":${JSON.stringify({ workspace_id })},"rows":[${rows.map((row) => `\n${JSON.stringify(row)}`).join(',')}\n]}\n`;

const account = (more: object = {}, id = newId('account')) => ({
  table: 'accounts',
  fields: { id, name: 'Good', ...more },
});

describe('a hostile file', () => {
  const from = newId('workspace');

  test('has its bad rows refused one by one, and the others are restored', async () => {
    const to = await newPerson(app);
    const stranger = await newPerson(app);
    const theirs = await newAccount(stranger, { name: 'Theirs' });
    const [good, bad, twice] = [newId('account'), newId('opp'), newId('account')];
    const by = { user_id: stranger.userId, user_name: 'X', key_id: null, run_ref: null };
    const at = '2026-01-01T00:00:00+00:00';
    const of = { account_id: good };
    const fact = { subject_type: 'opp', attribute: 'stage', value: 'x', sentence: 'x', single: false, tool: 'x', at };
    const draft = {
      channel: 'email',
      version: 1,
      body: 'Buy.',
      staged_by_user_id: 'u',
      edited_by_user_id: 'u',
      destination: { to: ['x@y.example'] },
      state: 'approved',
      approval: { version: 1, user_id: to.userId, user_name: 'Me', key_id: null, at },
    };
    const steps = { held: [], withdrawn: [], fields: [], detached: [], brain: [], reopened: [] };
    const undo = (rows: object[], table = 'accounts') => ({
      table: 'undos',
      fields: {
        id: newId('undo'),
        record_id: newId('account'),
        facts: 0,
        done_by: by,
        done_at: at,
        steps: { ...steps, archived: [{ table, rows }] },
      },
    });
    const rows: [row: { table: string; fields: Record<string, unknown> }, why: RegExp | undefined][] = [
      [account({}, good), undefined],
      [account({ workspace_id: stranger.workspaceId }), /^accounts.workspace_id names a workspace/],
      [account({ owner_user_id: 'x' }), /^accounts.owner_user_id is no column/],
      [account({ search: "'x':1" }), /^accounts.search is no column/],
      [account({ name: 5 }), /^accounts.name .*string/],
      [account({ employee_count: 1e12 }), /^accounts.employee_count/],
      [account({ created_at: 'infinity' }), /^accounts.created_at is not a time/],
      [account({ payload: [] }), /^accounts.payload/],
      [account({ name: 'a\0b' }), /NUL/],
      [account({}, 'acc_1'), /^accounts.id is not an id/],
      [account({}, `acc_7zzzzzzzzz${good.slice(-16)}`), /^accounts.id is of a time to come/],
      [account({ payload: JSON.parse('{"__proto__":{"x":1}}') as object }), /__proto__/],
      [account({ name: 'x'.repeat(3_000).replaceAll('x', () => Math.random().toString(36)) }), /cannot be stored/],
      [account({}, twice), undefined],
      [account({}, twice), /is there already/],
      [{ table: 'users', fields: { id: newId('user'), email: 'a@b.example' } }, /^users is no table/],
      [{ table: 'api_keys', fields: { id: newId('key'), workspace_id: from } }, /^api_keys is no table/],
      [
        { table: 'opportunities', fields: { id: newId('opp'), account_id: theirs } },
        /a row of accounts that is not there/,
      ],
      [{ table: 'opportunities', fields: { id: bad, ...of, amount: 'much' } }, /^opportunities.amount/],
      [{ table: 'opportunities', fields: { id: newId('opp'), ...of, name: 'Kept' } }, undefined],
      [
        { table: 'facts', fields: { id: newId('fact'), ...of, ...fact, subject_id: bad } },
        new RegExp(`refers to ${bad}`),
      ],
      [{ table: 'facts', fields: { id: newId('fact'), ...of, ...fact, subject_id: good } }, undefined],
      [{ table: 'drafts', fields: { id: newId('draft'), ...draft } }, undefined],
      [{ table: 'drafts', fields: { id: newId('draft'), ...draft, state: 'sent' } }, /drafts_state_check/],
      [undo([{ workspace_id: stranger.workspaceId, id: newId('account') }]), /keeps a row of another workspace/],
      [undo([{ workspace_id: from, id: newId('key') }], 'api_keys'), /^undos.steps.archived.0.table/],
      [
        {
          table: 'brain_states',
          fields: { id: newId('brain'), scope: 'x', version: 1, payload: { a: 'a@b.example' }, bytes: 2, user_id: 'u' },
        },
        /contains an e-mail address/,
      ],
    ];
    const logs = ['api_key_calls', 'acts', 'webhooks', 'workspace_flags', 'workspace_quotas', 'integration_tokens'];
    const forged = logs.map((table) => ({ table, fields: { id: newId('call'), workspace_id: to.workspaceId } }));
    const before = await exportOf(to);
    const done = await restoreInto(to, fileOf(from, [...rows.map(([row]) => row), ...forged]));
    const wrong = rows.flatMap(([{ table }, why], at) => (why === undefined ? [] : [{ line: at + 2, table, why }]));
    const refused = await refusedIn(to, done.import_id);
    expect(refused.map(({ line, table }) => [line, table])).toEqual(wrong.map(({ line, table }) => [line, table]));
    for (const [at, { why }] of wrong.entries()) expect(refused[at]!.words).toMatch(why);
    expect(done).toMatchObject({ state: 'done', created: rows.length - wrong.length, failed: wrong.length });
    expect(Object.keys(done.restore!.left_out).toSorted()).toEqual(logs.toSorted());

    const after = rowsOf(await exportOf(to));
    const held = after.filter(({ table }) => names().has(table));
    expect(held).toHaveLength(rows.length - wrong.length);
    expect(held.find(({ table }) => table === 'drafts')!.fields).toMatchObject({ state: 'held', approval: null });
    const countOf = (text: ReturnType<typeof rowsOf>, name: string) =>
      text.filter(({ table }) => table === name).length;
    for (const name of logs.filter((each) => each !== 'acts')) {
      expect(countOf(after, name), name).toBe(countOf(rowsOf(before), name));
    }
    expect((await stranger.rest('find_records', { ids: [theirs] })).body.items).toHaveLength(1);
    const cut = await to.browser.fetch(`/app/imports/${done.import_id}/errors.csv`);
    expect((await cut.text()).split('\r\n')[0]).toBe('line,error,table,id');
  });

  test('that is broken is refused as a whole, and says where', async () => {
    const to = await newPerson(app);
    const whole = fileOf(from, [account(), account()]);
    const lines = whole.split('\n');
    const cases: [text: string, why: RegExp][] = [
      [whole.slice(0, -4), /is not whole: after line 3 /],
      [lines.slice(0, 2).join('\n'), /is not whole: after line 2 /],
      [whole.slice(0, -40), /line 3: it is not JSON/],
      [lines.toSpliced(1, 0, '[1]').join('\n'), /line 2: it is no row/],
      [`${whole}{"table":"accounts","fields":{}}`, /line 5: something follows/],
      ['{"rows":[]}', /is not the export of a workspace/],
      ['name,domain\nAcme,acme.example\n', /is not the export of a workspace/],
      [lines.toSpliced(1, 0, `${'['.repeat(1_000_000)}`).join('\n'), /line 2: it is not JSON/],
      [fileOf(from, [account(), account({ name: 'x'.repeat(5_000_000) })]), /number 3, that is longer than 4 MB/],
    ];
    for (const [text, why] of cases) {
      const done = await restoreInto(to, text);
      expect(done, text.slice(0, 100)).toMatchObject({
        state: 'failed',
        created: 0,
        reason: expect.stringMatching(why),
      });
    }
    expect(await restoreInto(to, whole)).toMatchObject({ state: 'done', created: 2, failed: 0 });
  });

  test('is refused before it is uploaded where it is too large, or nobody confirmed it', async () => {
    const { browser } = await newPerson(app);
    const asked = { file_name: 'w.json', bytes: 1_000, password: PASSWORD };
    const begin = browser.panel.privacy.begin_restore;
    expect(await refusalOf(begin.mutate({ ...asked, bytes: 200_000_001 }))).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'bytes', message: 'is more than 200 MB, the most that can be restored' }],
    });
    expect(await refusalOf(begin.mutate({ ...asked, password: 'wrong' }))).toMatchObject({ code: 'invalid_input' });
    const { import_id } = await begin.mutate(asked);
    const start = browser.panel.privacy.start_restore;
    expect(await refusalOf(start.mutate({ import_id }))).toMatchObject({
      message: expect.stringContaining('not whole'),
    });
    expect(await refusalOf(browser.panel.imports.start.mutate({ import_id }))).toMatchObject({ code: 'not_found' });
  });

  test('is refused where the workspace may not hold as much, or is not empty any more', async () => {
    const to = await newPerson(app);
    await app.operator.quotas.set.mutate({ workspace_id: to.workspaceId, rows: 1 });
    const text = fileOf(from, [account(), account()]);
    expect(await restoreInto(to, text)).toMatchObject({
      state: 'failed',
      created: 0,
      reason: 'The file has 2 rows to restore, and the workspace may hold 1 more. Nothing was restored.',
    });
    await app.operator.quotas.set.mutate({ workspace_id: to.workspaceId, rows: null });
    const import_id = await uploadExport(to.browser.panel, text);
    await newAccount(to, { name: 'Meanwhile' });
    await to.browser.panel.privacy.start_restore.mutate({ import_id });
    expect(await ended(to.browser.panel, import_id)).toMatchObject({
      state: 'failed',
      created: 0,
      reason: expect.stringContaining('not empty'),
    });
  });
});

test(
  'after kill -9 in the middle it is resumed by a person on another process, and no row is doubled or left out',
  { timeout: 300_000 },
  async () => {
    const ROWS = 2_000;
    const old = (type: IdType) => `${firstIdAt(type, new Date('2026-01-01'))}${newId(type).slice(-16)}`;
    const rows = Array.from({ length: ROWS }, (_, at) => account({ name: `Company ${at}` }, old('account')));
    const facts = rows.map(({ fields: { id } }, at) => {
      const more = { single: true, tool: 'x', at: '2026-01-01T00:00:00Z', sentence: `It is in city ${at}.` };
      return {
        table: 'facts',
        fields: {
          id: old('fact'),
          account_id: id,
          subject_type: 'account',
          subject_id: id,
          attribute: 'city',
          value: 'x',
          ...more,
        },
      };
    });
    const store = await createStore();
    let child: Child | undefined;
    let service: Service | undefined;
    try {
      child = await startChild(store.env);
      const person = await newPersonOf(child);
      const { workspace_id } = person;
      const { panel } = await person.signIn(child);
      // What refers to others stands before them, as in an export.
      const import_id = await uploadExport(panel, fileOf(newId('workspace'), [...facts, ...rows]));
      await panel.privacy.start_restore.mutate({ import_id });
      const { done } = await until(
        () => panel.imports.get.query({ import_id }).catch(isCut),
        (view) => view.done > 0,
      );
      expect(done).toBeLessThan(2 * ROWS);
      await child.end('SIGKILL');
      service = await startService(readConfig(environment({ ...store.env, WORKERS: 'off' })));
      const { services } = service.app;
      const inside = (query: Statement) =>
        services.db
          .fork(workspace_id)
          .transactional((em) => execute<Record<string, unknown>>(em, query, [workspace_id]));
      // As if each process that took it over had died, too: a person has it go on.
      const giveUp = `UPDATE imports SET state = 'failed', reason = 'It stopped.', ended_at = now() WHERE workspace_id = $1`;
      await inside(statement('test_give_up', giveUp));
      const { panel: later } = await person.signIn(service);
      expect(await later.imports.get.query({ import_id })).toMatchObject({ state: 'failed', reason: 'It stopped.' });
      expect((await later.imports.resume.mutate({ import_id })).done).toBeGreaterThan(0);
      const standing = statement(
        'test_restore',
        `SELECT state, done, created, failed FROM imports WHERE workspace_id = $1`,
      );
      const view = await until(
        async () => {
          await runRestores.run(services, { again: true });
          return (await inside(standing))[0]!;
        },
        ({ state }) => state !== 'running',
        60_000,
      );
      expect(view).toEqual({ state: 'done', done: 2 * ROWS, created: 2 * ROWS, failed: 0 });
      const count = statement(
        'test_restored',
        `SELECT count(*)::int AS accounts, (SELECT count(*)::int FROM facts WHERE workspace_id = $1) AS facts,
         (SELECT rows::int FROM workspace_usage WHERE workspace_id = $1) AS counted FROM accounts WHERE workspace_id = $1`,
      );
      expect((await inside(count))[0]).toEqual({ accounts: ROWS, facts: ROWS, counted: 2 * ROWS });
    } finally {
      await child?.end('SIGKILL');
      await service?.stop();
      await store.remove();
    }
  },
);
