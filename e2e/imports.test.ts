import { describe, expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { errorOf } from '../client/index.ts';
import { statement } from '../db/statement.ts';
import { PART_CHARS } from '../server/imports/imports.ts';
import { readConfig } from '../server/config.ts';
import { startService } from '../server/process.ts';
import { type AppContext, createStore } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { useApp } from './harness/shared-app.ts';
import { type Child, startChild } from './harness/child.ts';
import { environment } from './harness/environment.ts';
import { newAccount } from './harness/deals.ts';
import { ended, importCsv, upload, isCut } from './harness/imports.ts';
import { newPerson, newPersonOf } from './harness/person.ts';
import { until } from './harness/until.ts';

let app: AppContext;

useApp((started) => {
  app = started;
});

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    (answer) => expect.unreachable(`it was answered: ${JSON.stringify(answer)}`),
    (error: unknown) => errorOf(error) ?? Promise.reject(error as Error),
  );

const CSV = [
  'Account ID;Company;Website;Employees;Tier;Region',
  'ref-1;Acme;https://www.acme.example/about;1 200;A;West',
  'ref-2;"Semicolons; Ltd";semi.example;;;',
  ';;;7;;',
  'ref-1;Twice;;abc;;',
].join('\r\n');

describe('an import', () => {
  test('says which rows would add an account again that has their name, and no domain or reference to tell', async () => {
    const { panel } = (await newPerson(app)).browser;
    const csv = 'Company,Website\nAcme,\nBorealis,borealis.example\n';
    await importCsv(panel, 'account', csv);
    const { items } = await panel.accounts.list.query({});
    const acme = items.find(({ name }) => name === 'Acme')!.id;
    const preview = await panel.imports.preview.mutate({
      import_id: await upload(panel, 'account', `${csv}ACME,\nNew Ltd,\n`),
    });
    expect(preview.items.map(({ action, same_name }) => [action, same_name])).toEqual([
      ['create', acme],
      ['update', null],
      ['create', acme],
      ['create', null],
    ]);
  });

  test('is shown row by row before anything is written', async () => {
    const { panel } = (await newPerson(app)).browser;
    const import_id = await upload(panel, 'account', `\uFEFF${CSV}`, 40);
    const preview = await panel.imports.preview.mutate({ import_id });
    expect(preview.columns).toEqual([
      { column: 'Account ID', field: 'external_ref' },
      { column: 'Company', field: 'name' },
      { column: 'Website', field: 'domain' },
      { column: 'Employees', field: 'employee_count' },
      { column: 'Tier', field: 'tier' },
      { column: 'Region', field: 'region' },
    ]);
    expect(preview.items.map(({ line, errors }) => [line, errors.map(({ path }) => path)])).toEqual([
      [2, []],
      [3, []],
      [4, ['name']],
      [5, ['external_ref', 'employee_count']],
    ]);
    expect(preview.items[0]!.facts).toMatchObject({ domain: 'acme.example', employee_count: 1200, region: 'West' });
    expect((await panel.accounts.list.query({})).items).toEqual([]);
  });

  test('writes the good rows, keeps the others with why, and says so; again it changes nothing', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const first = await importCsv(panel, 'account', CSV);
    expect(first).toMatchObject({ state: 'done', total_rows: 4, done: 4, created: 2, updated: 0, failed: 2 });
    const { items: errors } = await panel.imports.errors.query({ import_id: first.import_id });
    expect(errors.map(({ line, errors: why }) => [line, why.map(({ path }) => path)])).toEqual([
      [4, ['name']],
      [5, ['external_ref', 'employee_count']],
    ]);
    expect(errors[1]!.errors[0]!.message).toBe('is also that of line 2');
    const file = await person.browser.fetch(`/app/imports/${first.import_id}/errors.csv`);
    const [header, one, two] = parse(await file.text()) as string[][];
    expect(header).toEqual(['line', 'error', 'Account ID', 'Company', 'Website', 'Employees', 'Tier', 'Region']);
    expect(one!.slice(0, 2)).toEqual(['4', 'name has no name and no domain']);
    expect(two!.slice(2, 4)).toEqual(['ref-1', 'Twice']);

    expect(await importCsv(panel, 'account', CSV)).toMatchObject({ created: 0, updated: 2, failed: 2 });
    const { items } = await panel.accounts.list.query({});
    expect(items.map(({ name, employee_count, tier }) => [name, employee_count, tier])).toEqual([
      ['Acme', 1200, 'A'],
      ['Semicolons; Ltd', null, null],
    ]);
    const { items: facts } = await panel.accounts.facts.query({ account_id: items[0]!.id });
    expect(facts.find(({ attribute }) => attribute === 'region')).toMatchObject({
      value: 'West',
      tool: 'import',
      user_id: person.userId,
    });
    const { items: acts } = await panel.activity.list.query({});
    expect(acts.slice(0, 4).map(({ act }) => act)).toEqual([
      'import.done',
      'import.started',
      'import.done',
      'import.started',
    ]);
    expect((await panel.imports.list.query({})).items).toHaveLength(2);
  });

  test('finds an account by its domain, and leaves tiers to people', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const id = await newAccount(person, { name: 'Acme', domain: 'acme.example', tier: 'B' });
    const csv = 'domain,tier\nACME.example,A\n';
    const preview = await panel.imports.preview.mutate({ import_id: await upload(panel, 'account', csv) });
    expect(preview.items).toMatchObject([{ action: 'update', record_id: id, errors: [{ path: 'tier' }] }]);
    const columns = [
      { column: 'domain', field: 'domain' },
      { column: 'tier', field: null },
    ];
    expect(await importCsv(panel, 'account', csv, { columns })).toMatchObject({ updated: 1, failed: 0 });
    expect((await panel.accounts.get.query({ account_id: id, limit: 1 })).account.tier).toBe('B');
  });

  test('takes deals under the accounts they name, dates and amounts as people write them', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const known = await newAccount(person, { name: 'Northwind' });
    const csv = [
      'Opportunity ID,Account,Deal stage,Close date,Close value,Product',
      'A1,northwind,Won,3/27/2026,"1,054.50",GTX',
      'A2,Fabrikam,Lost,12/31/2026,0,',
      'A3,,Prospecting,,,',
      'A4,Northwind,Won,20/20/2026,1,',
    ].join('\n');
    const strict = await importCsv(panel, 'opp', csv);
    expect(strict).toMatchObject({ created: 1, failed: 3 });
    const options = { create_accounts: true, default_account: 'Without an account' };
    const all = await importCsv(panel, 'opp', csv, { options });
    expect(all).toMatchObject({ created: 2, updated: 1, failed: 1, accounts_created: 2 });
    const read = (await person.rest('read_account', { id: known })).body;
    expect(read.opps.items).toMatchObject([{ amount: 1054.5, close_date: '2026-03-27', stage: 'Won' }]);
    const { items } = await panel.accounts.list.query({});
    expect(items.map(({ name }) => name).toSorted()).toEqual(['Fabrikam', 'Northwind', 'Without an account']);
  });

  test('takes people by e-mail address, and target accounts by their list', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    await newAccount(person, { name: 'Acme', domain: 'acme.example' });
    const people =
      'First Name,Last Name,Email,Company Domain\nDana,Reyes,Dana@acme.example,www.acme.example:443/about\n';
    expect(await importCsv(panel, 'contact', people)).toMatchObject({ created: 1, failed: 0 });
    expect(await importCsv(panel, 'contact', people)).toMatchObject({ created: 0, updated: 1 });
    expect(await importCsv(panel, 'prospect', 'name,email\nJo,jo@x.example\n')).toMatchObject({ created: 1 });
    const wrong = 'name,email,Company Domain\nKim,kim@x.example,x\\y.example\n';
    expect(await importCsv(panel, 'contact', wrong, { options: { create_accounts: true } })).toMatchObject({
      created: 0,
      failed: 1,
    });
    const targets = 'name,domain\nBorealis,borealis.example\nNo Domain Ltd,\n';
    const options = { list_name: 'Nordics' };
    expect(await importCsv(panel, 'target_account', targets, { options })).toMatchObject({ created: 2 });
    expect(await importCsv(panel, 'target_account', targets, { options })).toMatchObject({ created: 0, updated: 2 });
    const found = (await person.rest('find_records', { kind: 'contact', query: 'Reyes' })).body;
    expect(found.items).toMatchObject([{ name: 'Dana Reyes', account_name: 'Acme' }]);
  });

  test.runIf(onPostgres)('takes a file of 1 MB and 60 columns', { timeout: 120_000 }, async () => {
    const { panel } = (await newPerson(app)).browser;
    const names = Array.from({ length: 58 }, (_, at) => `Column ${at}`);
    const row = (at: number) =>
      [`Company ${at}`, `company-${at}.example`, ...names.map((_, column) => `the value ${column} of ${at}`)].join(',');
    const lines = Array.from({ length: 1_000 }, (_, at) => row(at));
    const csv = [['Name', 'Domain', ...names].join(','), ...lines].join('\n');
    expect(csv.length).toBeGreaterThan(1_000_000);
    const import_id = await upload(panel, 'account', csv, PART_CHARS);
    await panel.imports.start.mutate({ import_id });
    expect(await ended(panel, import_id, 110_000)).toMatchObject({ state: 'done', created: 1_000, failed: 0 });
  });

  test.each([
    ['name', 'no rows'],
    ['colour\nred', 'no column goes to name or domain'],
    ['name\n"open', 'Quote Not Closed'],
  ])('refuses %j', async (csv, words) => {
    const { panel } = (await newPerson(app)).browser;
    const import_id = await upload(panel, 'account', csv);
    const refused = await refusalOf(panel.imports.start.mutate({ import_id }));
    expect(refused).toMatchObject({ code: 'invalid_input' });
    expect(JSON.stringify(refused.issues)).toContain(words);
  });

  test('a file that is no CSV further on is refused before anything is written', async () => {
    const { panel } = (await newPerson(app)).browser;
    const csv = `name\n${'Fine\n'.repeat(300)}"never closed\n`;
    const done = await importCsv(panel, 'account', csv);
    expect(done).toMatchObject({ state: 'failed', done: 0, reason: expect.stringContaining('line 302') });
    expect(await refusalOf(panel.imports.resume.mutate({ import_id: done.import_id }))).toMatchObject({
      code: 'invalid_transition',
    });
  });

  test('stops where the quota ends and goes on from there once there is room', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    await app.operator.quotas.set.mutate({ workspace_id: person.workspaceId, rows: 50 });
    const csv = `name\n${Array.from({ length: 200 }, (_, at) => `Company ${at}`).join('\n')}\n`;
    const stopped = await importCsv(panel, 'account', csv);
    expect(stopped).toMatchObject({ state: 'failed', reason: expect.stringContaining('quota of rows') });
    expect(stopped.done).toBeGreaterThan(0);
    expect(stopped.done).toBeLessThan(200);
    await app.operator.quotas.set.mutate({ workspace_id: person.workspaceId, rows: null });
    await panel.imports.resume.mutate({ import_id: stopped.import_id });
    expect(await ended(panel, stopped.import_id)).toMatchObject({ state: 'done', created: 200, done: 200 });
  });

  test('lets the calls of others through while it goes on', { timeout: 120_000 }, async () => {
    const [importer, other] = [await newPerson(app), await newPerson(app)];
    const { panel } = importer.browser;
    const rows = Array.from({ length: 6_000 }, (_, n) => `Person ${n},person-${n}@example.com,City ${n % 50}`);
    const import_id = await upload(panel, 'contact', `name,email,city\n${rows.join('\n')}\n`);
    await panel.imports.start.mutate({ import_id });
    await until(
      () => panel.imports.get.query({ import_id }),
      ({ done }) => done > 0,
      60_000,
    );
    const { status } = await other.rest('log_capture', { source: 'call', text: 'Beside an import.' });
    expect(status).toBe(200);
    expect(await panel.imports.get.query({ import_id })).toMatchObject({ state: 'running' });
    await panel.imports.cancel.mutate({ import_id });
  });

  test('parts come in order and once, and no more than announced', async () => {
    const { panel } = (await newPerson(app)).browser;
    const { import_id } = await panel.imports.create.mutate({ kind: 'account', file_name: 'a.csv', bytes: 10 });
    const add = (place: number, text: string) => panel.imports.add_part.mutate({ import_id, place, text });
    expect(await refusalOf(add(1, 'name'))).toMatchObject({ code: 'invalid_transition' });
    expect(await add(0, 'name\n')).toEqual({ received_bytes: 5 });
    expect(await add(0, 'name\n')).toEqual({ received_bytes: 5 });
    expect(await refusalOf(panel.imports.start.mutate({ import_id }))).toMatchObject({ code: 'invalid_transition' });
    expect(await refusalOf(add(1, 'too long'))).toMatchObject({ code: 'invalid_transition' });
    await panel.imports.cancel.mutate({ import_id });
    expect(await refusalOf(add(1, 'Acme\n'))).toMatchObject({ code: 'invalid_transition' });
    const tooLarge = panel.imports.create.mutate({ kind: 'account', file_name: 'a.csv', bytes: 60_000_000 });
    expect(await refusalOf(tooLarge)).toMatchObject({ code: 'invalid_input' });
  });
});

describe('kill -9 in the middle', () => {
  const ROWS = 4_000;
  const imported = statement(
    'test_imported',
    `SELECT count(*)::int AS accounts, count(DISTINCT name)::int AS names,
       (SELECT count(*)::int FROM facts WHERE workspace_id = $1) AS facts,
       (SELECT count(*)::int FROM import_records WHERE workspace_id = $1) AS records FROM accounts WHERE workspace_id = $1`,
  );

  test.runIf(onPostgres)(
    'another process goes on, and no row is doubled or left out',
    { timeout: 400_000 },
    async () => {
      const store = await createStore();
      let child: Child | undefined;
      try {
        child = await startChild(store.env);
        const person = await newPersonOf(child);
        let { panel } = await person.signIn(child);
        // Names alone: nothing but the position tells a row that is done from one that is not.
        const csv = `name,city\n${Array.from({ length: ROWS }, (_, at) => `Company ${at},"City\n${at}"`).join('\n')}\n`;
        const import_id = await upload(panel, 'account', csv, 10_000);
        await panel.imports.start.mutate({ import_id });
        const { done } = await until(
          () => panel.imports.get.query({ import_id }).catch(isCut),
          (view) => view.done > 0,
          60_000,
        );
        expect(done).toBeLessThan(ROWS);
        await child.end('SIGKILL');
        child = await startChild(store.env, undefined, { busy: true });
        ({ panel } = await person.signIn(child));
        const view = await ended(panel, import_id, 200_000);
        expect(view).toMatchObject({ state: 'done', done: ROWS, created: ROWS, failed: 0 });
        await child.end('SIGTERM');
        const opened = await startService(readConfig(environment({ ...store.env, WORKERS: 'off' })));
        const [row] = await opened.app.services.db.read<Record<string, number>>(person.workspace_id, imported, [
          person.workspace_id,
        ]);
        await opened.stop();
        expect(row).toEqual({ accounts: ROWS, names: ROWS, facts: 2 * ROWS, records: ROWS });
      } finally {
        await child?.end('SIGKILL');
        await store.remove();
      }
    },
  );
});
