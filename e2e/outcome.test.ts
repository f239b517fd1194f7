import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorOf } from '../client/index.ts';
import { TENANT_SETTING } from '../db/entities/tenant.ts';
import { statement } from '../db/statement.ts';
import { readConfig } from '../server/config.ts';
import { type Service, startService } from '../server/process.ts';
import { DatabaseProxy, type Mishap } from './harness/database-proxy.ts';
import { onPostgres } from './harness/databases.ts';
import { environment } from './harness/environment.ts';
import { createStore, provisioner, type RestAnswer, type Store, type Tenant } from './harness/app.ts';
import { withinReach } from './harness/machine.ts';
import { until } from './harness/until.ts';

const captures = statement('test_outcome_captures', 'SELECT id, text AS mark FROM captures');
const titles = statement(
  'test_outcome_titles',
  `SELECT subject_id AS id, value AS mark FROM facts WHERE attribute = 'title'`,
);
const entries = statement('test_outcome_entries', 'SELECT id, content AS mark FROM plan_entries');
const prospects = statement('test_outcome_prospects', 'SELECT id, title AS mark FROM prospects');
const calls = statement('test_outcome_calls', 'SELECT request_id, outcome, error_code FROM api_key_calls');

/** What a call left: its mark is in what it wrote, and nowhere else. */
type Told = { mark: string; answer: RestAnswer; seconds: number };

const codeOf = ({ answer }: Told): string => answer.body?.error?.code ?? 'ok';

describe.skipIf(!onPostgres)(
  'what is said to be written is, and what is refused is not (needs TEST_DATABASE_URL)',
  () => {
    let store: Store;
    let proxy: DatabaseProxy;
    let service: Service;
    let who: Tenant;
    let account: string;
    let prospect: string;

    beforeAll(async () => {
      store = await createStore();
      proxy = await DatabaseProxy.start(store.env['DATABASE_URL']!);
      service = await startService(readConfig(environment({ ...store.env, DATABASE_URL: proxy.url })));
      who = await provisioner(service.baseUrl).newTenant();
      account = (await who.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } })).body.id;
      prospect = (await who.rest('update_prospect', { name: 'Dana', title: 'v0' })).body.id;
    });

    afterEach(() => {
      proxy.delayMs = 0;
      proxy.speak();
      proxy.release();
    });

    afterAll(async () => {
      await service?.stop();
      await proxy?.close();
      await store?.remove();
    });

    let marks = 0;

    const timed = async (tool: string, input: object, mark: string, headers = {}): Promise<Told> => {
      const began = performance.now();
      const answer = await who.rest(tool, input, headers);
      return { mark, answer, seconds: (performance.now() - began) / 1_000 };
    };
    const newMark = () => `mark ${(marks += 1)}`;
    const capture = (headers = {}, mark = newMark()) =>
      timed('log_capture', { source: 'test', text: mark, account_id: account }, mark, headers);
    const retitle = (headers = {}, mark = newMark()) =>
      timed('update_prospect', { id: prospect, title: mark }, mark, headers);
    const newProspect = (headers: object, mark = newMark()) =>
      timed('update_prospect', { name: 'Robin', title: mark }, mark, headers);
    const plan = (headers = {}, mark = newMark()) =>
      timed('add_to_plan', { account_id: account, section: 'risks', content: mark }, mark, headers);

    const read = <Row>(query: typeof calls) => service.app.services.db.read<Row>(who.workspaceId, query);

    /** How often each mark is in what was written. */
    async function written(): Promise<Map<string, number>> {
      const found = new Map<string, number>();
      for (const query of [captures, titles, entries]) {
        for (const { mark } of await read<{ mark: string }>(query)) found.set(mark, (found.get(mark) ?? 0) + 1);
      }
      return found;
    }

    /** All that must hold of calls that have been answered, whatever they were told. */
    async function expectTruth(told: readonly Told[]): Promise<void> {
      await until(
        () => Promise.resolve(service.app.gate.load),
        ({ inFlight, auditQueue }) => inFlight === 0 && auditQueue === 0,
      );
      const there = await written();
      const wrong = told.filter((one) => {
        const count = there.get(one.mark) ?? 0;
        return (
          { ok: count !== 1, unavailable: count !== 0, workspace_busy: count !== 0, outcome_unknown: count > 1 }[
            codeOf(one)
          ] ?? true
        );
      });
      expect(wrong.map((one) => [one.mark, codeOf(one), there.get(one.mark)])).toEqual([]);
      const rows = new Map<string, { outcome: string; error_code: string | null }[]>();
      for (const { request_id, ...row } of await read<{
        request_id: string;
        outcome: string;
        error_code: string | null;
      }>(calls)) {
        rows.set(request_id, [...(rows.get(request_id) ?? []), row]);
      }
      const audited = told.map((one) => {
        const [row, ...more] = rows.get(one.answer.headers.get('x-request-id')!) ?? [];
        // Of an unknown outcome the row tells in the end, and it tells what is there.
        const isThere = (there.get(one.mark) ?? 0) > 0;
        return (
          row !== undefined && more.length === 0 && (row.outcome === 'ok') === isThere && codeOf(one) !== 'internal'
        );
      });
      expect(told.filter((_, index) => !audited[index]).map((one) => [one.mark, codeOf(one), one.answer.text])).toEqual(
        [],
      );
    }

    /** Nothing runs in the database for anybody. */
    async function expectNobodyLeft(): Promise<void> {
      const admin = new pg.Client({ connectionString: store.env['DATABASE_URL'] });
      await admin.connect();
      const busy = async () => {
        const { rows } = await admin.query(
          `SELECT application_name, state, query FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND state <> 'idle'`,
        );
        return rows;
      };
      try {
        await until(busy, ({ length }) => length === 0, 5_000);
      } finally {
        await admin.end();
      }
    }

    /** Another session of the database, that locks rows of the workspace for as long as it is asked to. */
    async function holding(lock: string, run: () => Promise<void>): Promise<void> {
      const other = new pg.Client({ connectionString: store.env['DATABASE_URL'] });
      await other.connect();
      try {
        await other.query('BEGIN');
        await other.query(`SELECT set_config('role', 'sat_service', true), set_config('${TENANT_SETTING}', $1, true)`, [
          who.workspaceId,
        ]);
        expect((await other.query(lock)).rowCount).toBeGreaterThan(0);
        await run();
      } finally {
        await other.query('ROLLBACK');
        await other.end();
      }
    }

    test('rows that another session locks for 10 s: each call is refused and not there, or ok and there', async () => {
      const told: Told[] = [];
      const stop = new AbortController();
      let callers: Promise<void>[] = [];
      const lock = `WITH held AS (SELECT id FROM prospects FOR UPDATE) SELECT a.id FROM accounts a, held FOR UPDATE OF a`;
      await holding(lock, async () => {
        callers = Array.from({ length: 120 }, async (_, index) => {
          while (!stop.signal.aborted) {
            const answered = await [capture, retitle, plan][index % 3]!();
            told.push(answered);
            // A refused caller that came back at once would keep the processor from everything else.
            if (codeOf(answered) !== 'ok') await sleep(250);
          }
        });
        await sleep(10_000);
      });
      // Some more that find the rows free.
      await sleep(500);
      stop.abort();
      await Promise.all(callers);
      const codes = told.map(codeOf);
      // Those that wait for a connection are refused before they begin: one workspace does not get all of them.
      expect(new Set(codes)).toEqual(new Set(['ok', 'unavailable', 'workspace_busy']));
      expect(codes.filter((code) => code !== 'ok').length).toBeGreaterThanOrEqual(200);
      expect(Math.max(...told.map(({ seconds }) => seconds))).toBeLessThan(withinReach(5));
      await expectTruth(told);
      await expectNobodyLeft();
    });

    test('a large write waits for its rows, and what follows it in the transaction does not', async () => {
      const targets = (industry: string) =>
        who.rest('gtm_build_tam', {
          list_name: 'Locked',
          accounts: [{ name: 'Acme', domain: 'acme.example', industry }],
        });
      expect((await targets('Mining')).status).toBe(200);
      let building: Promise<RestAnswer> | undefined;
      await holding('SELECT id FROM target_accounts FOR UPDATE', async () => {
        building = targets('Steel');
        await sleep(4_500);
      });
      const built = await building!;
      expect(built.status, built.text).toBe(200);
      await expectNobodyLeft();
    });

    test('cut 50 times after COMMIT: each retry with its key answers the one record', async () => {
      const told: Told[] = [];
      const codes: string[] = [];
      for (let round = 0; round < 50; round += 1) {
        const mishap: Mishap = round % 2 === 0 ? 'answered' : 'sent';
        const headers = { 'idempotency-key': `cut-${round}` };
        // What only adds rows commits with its statement.
        const isAppend = (round >> 1) % 2 === 0;
        const call = isAppend ? capture : newProspect;
        const cut = proxy.trap(isAppend ? 'api_key_calls_captures' : 'commit', mishap);
        const first = call(headers);
        await cut;
        // In some rounds the service cannot ask what became of it.
        const isAlone = round % 5 === 0;
        if (isAlone) proxy.silence();
        const one = await first;
        if (isAlone) proxy.speak();
        codes.push(codeOf(one));
        told.push(one);
        const idOf = ({ answer }: Told) => answer.body.capture_id ?? answer.body.id;
        const again = () =>
          until(
            () => call(headers, one.mark),
            (retried) => codeOf(retried) !== 'idempotency_in_progress',
          );
        const [second, third] = [await again(), await again()];
        expect([codeOf(second), codeOf(third)], second.answer.text).toEqual(['ok', 'ok']);
        expect(third.answer.headers.get('idempotent-replayed')).toBe('true');
        expect(idOf(third)).toBe(idOf(second));
        if (codeOf(one) === 'ok') expect(idOf(one)).toBe(idOf(second));
        if (codeOf(one) === 'unavailable') expect(second.answer.headers.get('idempotent-replayed')).toBeNull();
      }
      expect(codes.filter((code) => code === 'outcome_unknown')).toHaveLength(10);
      // Where the refusal's row comes before the statement that was cut off, nothing of that is written.
      const certain = codes.filter((code) => code !== 'outcome_unknown');
      expect(certain.filter((code) => code !== 'ok' && code !== 'unavailable')).toEqual([]);
      expect(certain.filter((code) => code === 'ok').length).toBeGreaterThanOrEqual(20);
      const ids = new Map<string, number>();
      for (const query of [captures, prospects]) {
        for (const { mark } of await read<{ mark: string }>(query)) ids.set(mark, (ids.get(mark) ?? 0) + 1);
      }
      expect(told.filter(({ mark }) => ids.get(mark) !== 1)).toEqual([]);
      // What was refused was written by its retry.
      await expectTruth(told.filter((one) => codeOf(one) !== 'unavailable'));
      await expectNobodyLeft();
    });

    test('cut 50 times as rows are added without a key: what is told is what is there', async () => {
      const told: Told[] = [];
      for (let round = 0; round < 50; round += 1) {
        const cut = proxy.trap('api_key_calls_captures', round % 2 === 0 ? 'answered' : 'sent');
        // Several in one statement: all of them share its fate.
        told.push(...(await Promise.all([capture(), capture(), capture()])));
        await cut;
      }
      // A database that is slow to say what became of a call leaves its outcome unknown, which is true then; that is rare.
      const unknown = told.filter((each) => codeOf(each) === 'outcome_unknown');
      expect(unknown.length).toBeLessThan(told.length / 5);
      const certain = told.filter((each) => !unknown.includes(each));
      expect(certain.map(codeOf).filter((code) => code !== 'ok' && code !== 'unavailable')).toEqual([]);
      expect(certain.map(codeOf)).toContain('ok');
      await expectTruth(told);
      await expectNobodyLeft();
    });

    test.each([
      { what: 'rows that are added', marker: 'api_key_calls_captures', call: () => capture() },
      { what: 'a COMMIT', marker: 'commit', call: () => retitle() },
    ])('$what that the network delivers long after their refusal are not written', async ({ marker, call }) => {
      const held = proxy.trap(marker, 'held');
      const answering = call();
      await held;
      const told = await answering;
      expect(told.seconds).toBeLessThan(withinReach(5));
      expect(['unavailable', 'outcome_unknown']).toContain(codeOf(told));
      await until(
        () => Promise.resolve(service.app.gate.load.auditQueue),
        (depth) => depth === 0,
      );
      const before = await written();
      proxy.release();
      await expectNobodyLeft();
      expect(await written()).toEqual(before);
      expect(before.has(told.mark)).toBe(false);
      await expectTruth([told]);
    });

    test('a read that is lost on its way is unavailable', async () => {
      for (const mishap of ['sent', 'answered'] as const) {
        const cut = proxy.trap('find_account', mishap);
        const answer = await who.rest('read_account', { id: account });
        await cut;
        expect(answer.body.error?.code).toBe('unavailable');
        const requestId = answer.headers.get('x-request-id');
        const rows = (await read<{ request_id: string }>(calls)).filter((row) => row.request_id === requestId);
        expect(rows).toMatchObject([{ outcome: 'error', error_code: 'unavailable' }]);
      }
      // One whose record of it was lost was still read.
      const cut = proxy.trap('add_api_key_calls', 'answered');
      expect((await who.rest('read_account', { id: account })).status).toBe(200);
      await cut;
    });

    test('what nobody keeps an audit row of is unknown when its COMMIT is cut', async () => {
      const { operator } = provisioner(service.baseUrl);
      const email = 'cut-in-the-middle@example.com';
      const cut = proxy.trap('commit', 'answered');
      const refused = await operator.users.create
        .mutate({ email, name: 'Robin' })
        .catch((error: unknown) => errorOf(error));
      await cut;
      expect(refused).toMatchObject({ code: 'outcome_unknown', hint: expect.stringContaining('look whether') });
      const again = await operator.users.create
        .mutate({ email, name: 'Robin' })
        .catch((error: unknown) => errorOf(error));
      expect(again).toMatchObject({ code: 'invalid_input' });
    });

    test('the limits cost no call a round trip', async () => {
      const tripsOf = async (call: () => Promise<Told>) => {
        const counted: number[] = [];
        for (let turn = 0; turn < 10; turn += 1) {
          const before = proxy.roundTrips;
          expect(codeOf(await call())).toBe('ok');
          counted.push(proxy.roundTrips - before);
        }
        // Jobs come between now and then.
        return Math.min(...counted);
      };
      const tam = () => timed('gtm_build_tam', { list_name: 'Counted', accounts: [{ name: newMark() }] }, '');
      expect([await tripsOf(capture), await tripsOf(retitle), await tripsOf(plan), await tripsOf(tam)]).toEqual([
        1, 2, 3, 3,
      ]);
    });

    test('a database 500 ms away is slow, and no call is doubled or lost', async () => {
      // A workspace whose calls wait too long for their turn has some refused before they begin.
      const ENDS = new Set(['ok', 'unavailable', 'workspace_busy', 'outcome_unknown']);
      proxy.delayMs = 250;
      const told = await Promise.all(Array.from({ length: 30 }, (_, index) => [capture, retitle, plan][index % 3]!()));
      proxy.delayMs = 0;
      expect(told.map(codeOf).filter((code) => !ENDS.has(code))).toEqual([]);
      await expectTruth(told);
      await expectNobodyLeft();
    });
  },
);
