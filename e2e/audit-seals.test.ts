import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { type AuditExport, verifyAudit } from '../client/verify-audit.ts';
import { firstIdAt, highestId } from '../db/ids.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { addSeal, openChain, readCallsToSeal } from '../db/statements/seals.ts';
import {
  callsHashOf,
  commitmentOf,
  digestOf,
  erasuresHashOf,
  NO_HASH,
  SALT_DIGITS,
  sealHashOf,
  textsOf,
} from '../server/audit/digests.ts';
import { sealWorkspace } from '../server/audit/seal.ts';
import { verifyWorkspace } from '../server/audit/verify.ts';
import { readConfig } from '../server/config.ts';
import { prune } from '../server/privacy/retention.ts';
import { type AppContext, startTestApp } from './harness/app.ts';
import { newPerson, type Person } from './harness/person.ts';

let app: AppContext;
/** Runs SQL as whoever owns the database: no right and no row level security holds it back. */
let superuser: (text: string, values?: unknown[]) => Promise<Record<string, any>[]>;
const UNFORCED = `DO $$ DECLARE name regclass; BEGIN
  FOR name IN SELECT oid FROM pg_class WHERE relforcerowsecurity LOOP EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', name); END LOOP;
END $$`;
let close: () => Promise<void> = async () => {};

const db = () => app.service.app.services.db;

/** As a minute from now, when all calls of now are settled, and later. */
const later = (ms = 60_000) => new Date(Date.now() + ms);
const LONG = 3_600_000;

beforeAll(async () => {
  // Sealed by the tests alone: the job would seal in between.
  app = await startTestApp({ WORKERS: 'off' });
  const { store } = db();
  if ('connection' in store) {
    superuser = async (text, values = []) => (await store.connection.query<Record<string, any>>(text, values)).rows;
  } else {
    const client = new pg.Client({ connectionString: store.url });
    await client.connect();
    // The owner is no superuser here; the service never acts as the owner.
    await client.query(UNFORCED);
    superuser = async (text, values = []) => (await client.query(text, values)).rows;
    close = () => client.end();
  }
});

afterAll(async () => {
  await close();
  await app.stop();
});

const fill = statement(
  'test_fill_audit',
  `INSERT INTO api_key_calls (workspace_id, id, key_id, user_id, tool, transport, outcome, duration_ms, request_bytes, response_bytes, request_id, at)
   SELECT $1, $4 || lpad(n::text, 16, '0'), $2, $3, 'verify_session', 'rest', 'ok', 1.25, 2, 3, 'req', $5::timestamptz FROM generate_series(1, $6::int) n`,
);

/** Adds rows of some time ago. */
const addRows = (person: Person, count: number, ago = 120_000) => {
  const at = new Date(Date.now() - ago);
  const values = [person.workspaceId, person.keyId, person.userId, firstIdAt('call', at), at.toISOString(), count];
  return db().as(ROLES.gate, fill, values);
};

const verified = (person: Person, now = later(LONG)) => verifyWorkspace(db(), person.workspaceId, now);
const seal = (person: Person, now = later()) => sealWorkspace(db(), person.workspaceId, { now });

/** Changes something, looks what is found, and takes it back. */
async function whileChanged(person: Person, change: string, back: string, values: unknown[] = []) {
  await superuser(change, values);
  const found = await verified(person);
  await superuser(back);
  expect(await verified(person)).toMatchObject({ ok: true });
  return found;
}

const idsOf = async (person: Person) =>
  (await superuser(`SELECT id FROM api_key_calls WHERE workspace_id = $1 ORDER BY id`, [person.workspaceId])).map(
    ({ id }) => id as string,
  );

describe('a sealed log', () => {
  let person: Person;
  let ids: string[];

  beforeAll(async () => {
    person = await newPerson(app);
    await addRows(person, 2_500);
    await person.rest('log_capture', { source: 'test', text: 'a' }, { 'run-ref': 'Nightly run' });
    expect(await seal(person)).toBe(3);
    ids = await idsOf(person);
  });

  test('is verified, and the panel says until when', async () => {
    expect(await verified(person)).toMatchObject({ ok: true, seals: 3, calls: ids.length, broken: [] });
    const state = await person.browser.panel.audit.seal.query();
    expect(state).toMatchObject({ seal: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(Date.now() - Date.parse(state.sealed_until!)).toBeLessThan(60_000);
    const answer = await app.operator.audit.verify.query({ workspace_id: person.workspaceId });
    expect(answer).toMatchObject({ ok: true, workspaces: [{ ok: true, last_hash: state.hash }], next_cursor: null });
    expect((await app.operator.audit.verify.query({})).ok).toBe(true);
  });

  test.each([
    ['outcome', `'denied'`, `'ok'`],
    ['duration_ms', '1.5', '1.25'],
    ['tool', `'x'`, `'verify_session'`],
    ['run_ref', `'x'`, 'NULL'],
    ['at', `at + interval '1 second'`, `at - interval '1 second'`],
    ['count', '2', '1'],
    ['model', `'x'`, 'NULL'],
    ['host_ids', `'{"session_id":"x"}'`, 'NULL'],
    ['failed_fields', `'{text}'`, 'NULL'],
  ])('whose row was changed in %s, by a superuser', async (column, changed, before) => {
    const id = ids[1_700]!;
    const set = (to: string) => `UPDATE api_key_calls SET ${column} = ${to} WHERE id = '${id}'`;
    expect(await whileChanged(person, set(changed), set(before))).toMatchObject({
      ok: false,
      broken: [{ kind: 'row_changed', seal: 2, call_id: id }],
    });
  });

  test('of which a row was deleted', async () => {
    const id = ids[5]!;
    const away = `UPDATE api_key_calls SET workspace_id = $1 WHERE id = '${id}'`;
    const other = await newPerson(app);
    const found = await whileChanged(person, away, away.replace('$1', `'${person.workspaceId}'`), [other.workspaceId]);
    expect(found).toMatchObject({ broken: [{ kind: 'row_missing', seal: 1, call_id: id }] });
  });

  test('into which a row was inserted', async () => {
    const id = `${ids[1_200]!}x`;
    const copy = `INSERT INTO api_key_calls (workspace_id, id, key_id, user_id, tool, transport, outcome, duration_ms, request_bytes, response_bytes, request_id)
      SELECT workspace_id, '${id}', key_id, user_id, tool, transport, outcome, duration_ms, request_bytes, response_bytes, request_id
      FROM api_key_calls WHERE id = '${ids[1_200]!}'`;
    const found = await whileChanged(person, copy, `DELETE FROM api_key_calls WHERE id = '${id}'`);
    expect(found).toMatchObject({ broken: [{ kind: 'row_inserted', seal: 2, call_id: id }] });
  });

  test('whose chain was changed', async () => {
    const at = `WHERE workspace_id = '${person.workspaceId}' AND seq = 2`;
    const found = await whileChanged(
      person,
      `UPDATE audit_seals SET sealed_at = sealed_at - interval '1 day' ${at}`,
      `UPDATE audit_seals SET sealed_at = sealed_at + interval '1 day' ${at}`,
    );
    expect(found.broken[0]).toMatchObject({ kind: 'seal_changed', seal: 2 });
    const away = (by: number) =>
      `UPDATE audit_seals SET seq = seq + ${by} WHERE workspace_id = '${person.workspaceId}' AND seq IN (2, 902)`;
    expect((await whileChanged(person, away(900), away(-900))).broken[0]).toMatchObject({
      kind: 'seal_missing',
      seal: 2,
    });
    const first = (to: string) => `UPDATE audit_seals SET first_id = ${to} ${at}`;
    expect((await whileChanged(person, first('last_id'), first('call_ids[1]'))).broken[0]).toMatchObject({
      kind: 'seal_changed',
      seal: 2,
    });
    const hash = (by: string) =>
      `UPDATE audit_chains SET seals = seals ${by} WHERE workspace_id = '${person.workspaceId}'`;
    expect((await whileChanged(person, hash('+ 1'), hash('- 1'))).broken[0]).toMatchObject({
      kind: 'seal_missing',
      seal: 4,
    });
  });

  test('leaves as a document that is verified without the service', async () => {
    const read = async (query = '') => {
      const answer = await person.browser.fetch(`/app/audit.json${query}`);
      expect(answer.status).toBe(200);
      return (await answer.json()) as AuditExport;
    };
    const exported = await read();
    const { hash } = await person.browser.panel.audit.seal.query();
    expect(verifyAudit(exported, { seal: 3, hash: hash! })).toMatchObject({
      ok: true,
      calls: ids.length,
      unsealed: 0,
      seals: 3,
      last_hash: hash,
      problems: [],
    });
    expect(verifyAudit(await read('?tool=log_capture'))).toMatchObject({ ok: true, calls: 1, seals: 1 });
    const problemsOf = (change: (copy: AuditExport) => void) => {
      const copy = structuredClone(exported);
      change(copy);
      return verifyAudit(copy).problems;
    };
    const id = exported.calls[9]!.call_id;
    expect(problemsOf(({ calls }) => (calls[9]!['outcome'] = 'denied'))).toEqual([`${id}: it was changed.`]);
    expect(problemsOf(({ calls }) => calls.splice(9, 1))).toEqual([`${id}: it was sealed and is missing.`]);
    expect(problemsOf(({ calls }) => calls.push({ ...calls[9]!, call_id: `${id}x` }))).toHaveLength(1);
    expect(problemsOf(({ calls }) => (calls[9]!.seal = null))).toHaveLength(1);
    expect(problemsOf(({ seals }) => (seals[1]!.count = 7))).toEqual(expect.arrayContaining(['Seal 2 was changed.']));
    expect(problemsOf(({ seals }) => seals.splice(1, 1)).at(0)).toBe('Seal 3 does not follow from seal 1.');
    expect(verifyAudit(exported, { seal: 3, hash: '0' }).ok).toBe(false);
  });
});

test('seals of the first format, over less of each row, stay valid beside those made since', async () => {
  const person = await newPerson(app);
  const write = (email: string) =>
    person.rest(
      'gtm_crm_write',
      { entity: 'contact', facts: { name: 'Nuno Vale', email } },
      { 'run-ref': `about/${email}` },
    );
  await write('nuno@vale.example');
  const { workspaceId } = person;
  const calls = await db().read(workspaceId, readCallsToSeal, [workspaceId, '', highestId('call'), 10]);
  const salts = calls.map(() => '7'.repeat(SALT_DIGITS));
  const digests = calls.map((call, at) => digestOf(workspaceId, call, commitmentOf(salts[at]!, textsOf(call, 1))));
  const ids = calls.map(({ call_id }) => call_id);
  const head = {
    seq: 1,
    format: 1,
    sealed_at: new Date().toISOString(),
    count: calls.length,
    late: false,
    after_id: '',
    upto_id: ids.at(-1)!,
    last_at: calls.at(-1)!.at,
    pruned_before: null,
    calls_hash: callsHashOf(ids, digests),
    erasures_hash: erasuresHashOf([]),
    previous_hash: NO_HASH,
  };
  await db().as(ROLES.maintenance, openChain, [workspaceId]);
  const json = JSON.stringify({ ...head, hash: sealHashOf(workspaceId, head) });
  await db().as(ROLES.maintenance, addSeal, [workspaceId, 0, json, ids, digests.join(''), salts.join(''), []]);
  await write('nuno@other.example');
  await seal(person);
  expect(await verified(person)).toMatchObject({ ok: true, calls: 2, seals: 2 });

  for (const email of ['nuno@vale.example', 'nuno@other.example']) {
    await app.operator.subjects.erase.mutate({ workspace_id: workspaceId, email });
  }
  await seal(person);
  expect(await verified(person)).toMatchObject({ ok: true, calls: 2, erased: 2, seals: 3 });
  const exported = (await (await person.browser.fetch('/app/audit.json')).json()) as AuditExport;
  expect(exported.seals.map(({ format }) => format)).toEqual([1, 2, 2]);
  expect(verifyAudit(exported)).toMatchObject({ ok: true, calls: 2, erased: 2, problems: [] });
  exported.seals[0]!.format = 2;
  expect(verifyAudit(exported).problems).toContain('Seal 1 was changed.');
});

test('rows that were committed late are sealed late, and wait meanwhile', async () => {
  const person = await newPerson(app);
  await addRows(person, 10, 300_000);
  await addRows(person, 10, 100_000);
  await seal(person);
  await addRows(person, 5, 200_000);
  expect(await verified(person, new Date())).toMatchObject({ ok: true, calls: 20, waiting: 5 });
  expect(await verified(person)).toMatchObject({ ok: false, broken: { length: 5 } });
  await seal(person);
  expect(await verified(person)).toMatchObject({ ok: true, calls: 25, waiting: 0, seals: 2 });
  await addRows(person, 1, 250_000);
  await seal(person, later(LONG));
  expect(await verified(person)).toMatchObject({ ok: false, broken: [{ kind: 'row_inserted', seal: 1 }] });
});

test('two that seal at once make one chain', async () => {
  const person = await newPerson(app);
  await addRows(person, 4_500);
  await Promise.all([seal(person), seal(person), seal(person)]);
  expect(await verified(person)).toMatchObject({ ok: true, calls: 4_500, seals: 5 });
});

test('rows that retention deleted keep their hashes in the chain', async () => {
  const person = await newPerson(app);
  const old = 401 * 86_400_000;
  await addRows(person, 1_000, old);
  await addRows(person, 20, old - 43_200_000);
  await addRows(person, 30);
  await seal(person);
  expect((await prune(db(), readConfig({}))).calls).toBe(1_020);
  expect(await verified(person)).toMatchObject({ ok: true, calls: 30, pruned: 1_020 });
  await seal(person);
  expect(await verified(person)).toMatchObject({ ok: true, calls: 30, pruned: 1_020, seals: 3 });
  const emptied = `SELECT seq FROM audit_seals WHERE workspace_id = $1 AND call_ids IS NULL`;
  expect(await superuser(emptied, [person.workspaceId])).toEqual([{ seq: 1 }]);
  const exported = (await (await person.browser.fetch('/app/audit.json')).json()) as AuditExport;
  expect(verifyAudit(exported)).toMatchObject({ ok: true, calls: 30 });
});

test('an erasure changes texts of sealed rows, and all else they say stays fixed', async () => {
  const person = await newPerson(app);
  const write = (name: string, email: string) =>
    person.rest('gtm_crm_write', { entity: 'contact', facts: { name, email } }, { 'run-ref': `about/${email}` });
  await write('Orla Quist', 'orla@quist.example');
  await write('Ivo Brandt', 'ivo@brandt.example');
  await person.rest('verify_session', {}, { 'run-ref': 'orla@quist.example/ivo@brandt.example' });
  await seal(person);
  const erase = async (email: string) => {
    await app.operator.subjects.erase.mutate({ workspace_id: person.workspaceId, email });
    await seal(person);
  };
  await erase('orla@quist.example');
  expect(await verified(person)).toMatchObject({ ok: true, calls: 3, erased: 2, seals: 2 });
  await erase('ivo@brandt.example');
  expect(await verified(person)).toMatchObject({ ok: true, calls: 3, erased: 3, seals: 3 });
  expect(JSON.stringify(await superuser('SELECT run_ref FROM api_key_calls'))).not.toMatch(/orla|ivo/);
  const exported = (await (await person.browser.fetch('/app/audit.json')).json()) as AuditExport;
  expect(verifyAudit(exported)).toMatchObject({ ok: true, calls: 3, erased: 3, problems: [] });
  const [id] = await idsOf(person);
  const set = (column: string, to: string) => `UPDATE api_key_calls SET ${column} = ${to} WHERE id = '${id}'`;
  const [row] = await superuser(`SELECT run_ref FROM api_key_calls WHERE id = '${id}'`);
  for (const [column, to, before] of [
    ['outcome', `'denied'`, `'ok'`],
    ['run_ref', `'other'`, `'${row!['run_ref']}'`],
  ] as const) {
    const found = await whileChanged(person, set(column, to), set(column, before));
    expect(found.broken).toMatchObject([{ kind: 'row_changed', call_id: id }]);
  }
});

/** More by `SEALED_ROWS=100000`, to see how long it takes. */
const MANY = Number(process.env['SEALED_ROWS'] ?? 10_000);

test('many rows are sealed and verified', async () => {
  const person = await newPerson(app);
  for (let n = 0; n < MANY; n += 10_000) await addRows(person, 10_000, 200_000_000 - n);
  const began = performance.now();
  await seal(person);
  const sealed = performance.now();
  expect(await verified(person)).toMatchObject({ ok: true, calls: MANY, seals: MANY / 1_000 });
  const [sealing, verifying] = [sealed - began, performance.now() - sealed].map(Math.round);
  process.stdout.write(`${MANY} rows: sealed in ${sealing} ms, verified in ${verifying} ms\n`);
}, 120_000);
