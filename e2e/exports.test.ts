import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppContext } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import { importCsv } from './harness/imports.ts';
import { newPerson, type Person } from './harness/person.ts';
import { csvOfJson } from '../web/pages/imports/json-file.ts';

let app: AppContext;

useApp((started) => {
  app = started;
});

const KINDS = ['account', 'opp', 'contact', 'prospect', 'target_account'] as const;
type Kind = (typeof KINDS)[number];

const exportOf = async (person: Person, kind: Kind) => {
  const answer = await person.browser.fetch(`/app/records/${kind}.csv`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(answer.headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="${kind}-[\\d-]+\\.csv"$`),
  );
  return answer.text();
};

/** What spreadsheets run, what CSV quotes, and what looks like something else. */
const TEXTS = [
  '=1+1',
  '+49 30 1234',
  '-5',
  '@home',
  "'=quoted",
  "''+twice",
  'a, "b"; c',
  'two\nlines',
  'Zoë — Ünïcode 🙂',
  '007',
  'null',
  '1,5',
];

async function fill(person: Person): Promise<void> {
  const write = async (entity: Kind, facts: Record<string, unknown>) => {
    const { status, body } = await person.rest('gtm_crm_write', { entity, facts });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.id as string;
  };
  for (const [n, text] of TEXTS.entries()) {
    const account_id = await write('account', {
      name: `Company ${n} ${text}`,
      ...(n % 2 === 0 ? { domain: `company${n}.example`, employee_count: n * 10 } : {}),
      ...(n % 3 === 0 ? { external_ref: `ref-${n}`, tier: 'A' } : {}),
      region: text,
      ...(n === 4 ? { other_region: 'North' } : {}),
    });
    await write('opp', {
      account_id,
      name: `Deal ${text}`,
      external_ref: `deal-${n}`,
      stage: n % 2 === 0 ? 'Proposal' : 'Closed Won',
      amount: n % 2 === 0 ? -1054.5 * n : 1_000_000 + n / 100,
      currency: 'EUR',
      close_date: `2026-0${(n % 9) + 1}-1${n % 10}`,
      owner: text,
      champion: `Dana ${text}`,
      note: text,
    });
    await write('contact', {
      account_id,
      name: `Person ${n}`,
      email: `p${n}@company.example`,
      phone: text,
      title: text,
    });
    await write('prospect', {
      ...(n % 2 === 0 ? { account_id } : {}),
      name: `Prospect ${n}`,
      email: `q${n}@x.example`,
      // As a note it says nothing and is refused.
      ...(text === 'null' ? {} : { notes: text }),
    });
    await write('target_account', { list_name: 'Q3 targets', name: `Target ${text}`, domain: `target${n}.example` });
  }
}

/** All records of a kind as they are read, ids and times aside, accounts by their names. */
async function recordsOf(person: Person, kind: Kind): Promise<unknown[]> {
  const { body } = await person.rest('find_records', { kind, limit: 200 });
  const ids = (body.items as { id: string }[]).map(({ id }) => id);
  const names = new Map<string, string>();
  const whole: Record<string, unknown>[] = [];
  for (let from = 0; from < ids.length; from += 20) {
    whole.push(...(await person.rest('find_records', { ids: ids.slice(from, from + 20) })).body.items);
  }
  for (const { account_id, account_name } of body.items) names.set(account_id, account_name);
  return whole
    .map(
      ({
        id: _id,
        created_at: _created,
        updated_at: _updated,
        account_id,
        established_by: _by,
        evidence: _evidence,
        ...record
      }) => ({
        ...record,
        account: names.get(account_id as string),
      }),
    )
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

test('every list exported and imported into an empty workspace holds the same records', async () => {
  const from = await newPerson(app);
  const to = await newPerson(app);
  await fill(from);
  for (const kind of KINDS) {
    const csv = await exportOf(from, kind);
    expect(await importCsv(to.browser.panel, kind, csv)).toMatchObject({
      state: 'done',
      created: TEXTS.length,
      updated: 0,
      failed: 0,
    });
    expect(await recordsOf(to, kind), kind).toEqual(await recordsOf(from, kind));
    expect(await exportOf(to, kind), kind).toBe(csv);
    // Once more, nothing is made twice: what has an identity is found by it.
    if (kind === 'target_account') {
      expect(await importCsv(to.browser.panel, kind, csv)).toMatchObject({ created: 0, updated: TEXTS.length });
    }
  }
});

test('an export is its own workspace’s, for a person in a session, and recorded', async () => {
  const [own, other] = [await newPerson(app), await newPerson(app)];
  await own.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Mine alone' } });
  expect(await exportOf(own, 'account')).toContain('Mine alone');
  expect(await exportOf(other, 'account')).not.toContain('Mine alone');
  const { items } = await own.browser.panel.activity.list.query({});
  expect(items[0]).toMatchObject({ act: 'records.exported', detail: { kind: 'account', as: 'csv' } });
  expect((await fetch(new URL('/app/records/account.csv', app.baseUrl))).status).toBe(401);
  const withKey = { headers: { authorization: `Bearer ${own.key}` } };
  expect((await fetch(new URL('/app/records/account.csv', app.baseUrl), withKey)).status).toBe(401);
  const none = await own.browser.fetch('/app/records/users.csv');
  expect(none.headers.get('content-type')).not.toContain('csv');
});

test('values that are no text are written as JSON', async () => {
  const person = await newPerson(app);
  await person.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme', flags: { hot: true }, seats: 12 } });
  const [head, row] = (await exportOf(person, 'account')).split('\r\n');
  expect(head).toMatch(/,flags \[json\],seats \[json\]$/);
  expect(row).toMatch(/,"{""hot"":true}",12$/);
});

/** Names as agents write them, some of which an import would read as another field. */
const NAMES = [
  'region',
  'seats',
  'dealSize',
  'First Name',
  'first_name',
  'company',
  'flags',
  'a.b',
  'région',
  'x [json]',
];

const own = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.oneof(
    fc.constantFrom('5', 'true', 'null', '"x"', '[1]', ' padded', 'plain', '=1', "'=1", 'two\nlines'),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
    fc.boolean(),
    fc.array(fc.oneof(fc.integer(), fc.constantFrom('a', 'b, "c"')), { maxLength: 3 }),
    fc.record({ city: fc.constantFrom('Bonn', '5'), floors: fc.integer({ min: 0, max: 90 }), open: fc.boolean() }),
  ),
  { minKeys: 1 },
);

test('generated values of any form come back from CSV and from JSON', { timeout: 120_000 }, async () => {
  const [from, byCsv, byJson] = [await newPerson(app), await newPerson(app), await newPerson(app)];
  let written = 0;
  for (const [n, facts] of fc.sample(own, { numRuns: 60, seed: 15 }).entries()) {
    const entity = n % 2 === 0 ? 'contact' : 'account';
    const { status } = await from.rest('gtm_crm_write', {
      entity,
      facts: { ...facts, name: `Record ${n}`, ...(entity === 'contact' ? { email: `p${n}@x.example` } : {}) },
    });
    if (status === 200) written += 1;
  }
  expect(written).toBeGreaterThan(40);
  for (const kind of ['account', 'contact'] as const) {
    const json = await (await from.browser.fetch(`/app/records/${kind}.json`)).text();
    expect(await importCsv(byCsv.browser.panel, kind, await exportOf(from, kind))).toMatchObject({
      state: 'done',
      failed: 0,
    });
    expect(await importCsv(byJson.browser.panel, kind, csvOfJson(json))).toMatchObject({ state: 'done', failed: 0 });
    for (const to of [byCsv, byJson]) {
      expect(await recordsOf(to, kind)).toEqual(await recordsOf(from, kind));
      expect(await (await to.browser.fetch(`/app/records/${kind}.json`)).text()).toBe(json);
    }
  }
});

test('every list is exported as JSON, and an empty one is an empty array', async () => {
  const [person, empty] = [await newPerson(app), await newPerson(app)];
  await person.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme', employee_count: 12, seats: 5 } });
  const answer = await person.browser.fetch('/app/records/account.json');
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await answer.json()).toEqual([{ name: 'Acme', employee_count: 12, fields: { seats: 5 } }]);
  for (const kind of KINDS) {
    expect(await (await empty.browser.fetch(`/app/records/${kind}.json`)).json()).toEqual([]);
  }
});
