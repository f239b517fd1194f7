import { once } from 'node:events';
import { connect } from 'node:net';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SchemaRefused } from '../db/migrate.ts';
import { statement } from '../db/statement.ts';
import { readConfig } from '../server/config.ts';
import { type Service, startService } from '../server/process.ts';
import { startFailure } from '../server/start-error.ts';
import { type Child, startChild, StartFailed } from './harness/child.ts';
import { onPostgres } from './harness/databases.ts';
import { type Answer, callTool, TRANSPORTS } from './harness/transports.ts';
import { withinReach } from './harness/machine.ts';
import { environment } from './harness/environment.ts';
import { type AppContext, createStore, provisioner, startTestApp, type Store, type Tenant } from './harness/app.ts';
import { PostgresServer } from './harness/postgres-server.ts';
import { findId } from './harness/records.ts';
import { until } from './harness/until.ts';
import { exchange, head, type Part } from './harness/wire.ts';

const captures = statement('test_crash_captures', `SELECT text FROM captures`);
const prospects = statement('test_crash_prospects', `SELECT id, title FROM prospects`);
const titles = statement(
  'test_crash_titles',
  `SELECT subject_id, value FROM facts WHERE attribute = 'title' AND superseded_at IS NULL`,
);
const calls = statement('test_crash_calls', `SELECT tool, outcome, request_id FROM api_key_calls`);

const children: Child[] = [];

async function start(env: Record<string, string>): Promise<Child> {
  const child = await startChild(env);
  children.push(child);
  return child;
}

afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => child.end('SIGKILL')));
});

/** A tenant's calls, by the connection they go over; undefined where the process was gone. */
const caller = (child: Child, who: Tenant) => (tool: string, input: unknown) =>
  callTool('rest', tool, input, { baseUrl: child.baseUrl, key: who.key }).catch(() => undefined);

describe('kill -9 under load', () => {
  const ROUNDS = 3;
  const WRITERS = 12;
  let store: Store;

  beforeAll(async () => {
    store = await createStore();
  });

  afterAll(() => store.remove());

  test('every acknowledged write is in the data and in the audit log, and no half of one', async () => {
    let who: Tenant | undefined;
    const acknowledged = { texts: [] as string[], requestIds: [] as string[], titles: new Map<string, number>() };
    const sent = new Map<string, number>();
    const failures: string[] = [];
    let ids: string[] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      const child = await start(store.env);
      who ??= await provisioner(child.baseUrl).newTenant();
      const call = caller(child, who);
      if (ids.length === 0) {
        const made = await Promise.all(
          Array.from({ length: WRITERS / 2 }, () => call('update_prospect', { name: 'Dana', title: 'v0' })),
        );
        ids = made.map((answer) => findId('prospect', answer?.result)!);
        for (const answer of made) acknowledged.requestIds.push(answer!.headers.get('x-request-id')!);
      }
      const stop = new AbortController();
      const note = (answer: Answer | undefined) => {
        if (answer === undefined) stop.abort();
        else if (answer.status === 200) acknowledged.requestIds.push(answer.headers.get('x-request-id')!);
        else failures.push(answer.text);
        return answer?.status === 200;
      };
      const logging = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let turn = 0; !stop.signal.aborted && failures.length === 0; turn += 1) {
          const text = `${round}.${writer}.${turn}`;
          if (note(await call('log_capture', { source: 'load', text }))) acknowledged.texts.push(text);
        }
      });
      const updating = ids.map(async (id) => {
        while (!stop.signal.aborted && failures.length === 0) {
          const version = (sent.get(id) ?? 0) + 1;
          sent.set(id, version);
          if (note(await call('update_prospect', { id, title: `v${version}` }))) acknowledged.titles.set(id, version);
        }
      });
      await sleep(700 + 400 * round);
      // Under load on a busy machine too: the kill comes when every round had its share of acknowledged writes.
      while (acknowledged.texts.length <= (round + 1) * WRITERS && failures.length === 0) await sleep(50);
      await child.end('SIGKILL');
      await Promise.all([...logging, ...updating]);
    }

    expect(failures).toEqual([]);
    const service = await startService(readConfig(environment(store.env)));
    try {
      const read = <Row>(query: typeof calls) => service.app.services.db.read<Row>(who!.workspaceId, query);
      const texts = new Set((await read<{ text: string }>(captures)).map(({ text }) => text));
      expect(acknowledged.texts.length).toBeGreaterThan(ROUNDS * WRITERS);
      expect(acknowledged.texts.filter((text) => !texts.has(text))).toEqual([]);

      const rows = await read<{ tool: string; outcome: string; request_id: string }>(calls);
      const audited = new Set(rows.map(({ request_id }) => request_id));
      expect(acknowledged.requestIds.filter((id) => !audited.has(id))).toEqual([]);
      // A write and its row commit together: one could not be without the other.
      const ok = (tool: string) => rows.filter((row) => row.tool === tool && row.outcome === 'ok').length;
      expect(texts.size).toBe(ok('log_capture'));

      const facts = new Map(
        (await read<{ subject_id: string; value: string }>(titles)).map((f) => [f.subject_id, f.value]),
      );
      for (const { id, title } of await read<{ id: string; title: string }>(prospects)) {
        const version = Number(title.slice(1));
        expect(version).toBeGreaterThanOrEqual(acknowledged.titles.get(id) ?? 0);
        expect(version).toBeLessThanOrEqual(sent.get(id) ?? 0);
        expect(facts.get(id)).toBe(title);
      }
    } finally {
      await service.stop();
    }
  });
});

test.skipIf(onPostgres)(
  'kill -9 during the first start leaves nothing that stops the next one',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sat-first-'));
    const env = { DATA_DIR: folder, SEED_DEMO: 'true' };
    /** Kills a start so many milliseconds after it was begun, or after it said that it listens. */
    const killed = (after: number, listening: boolean) =>
      startChild(env, (process) => {
        const kill = () => setTimeout(() => process.kill('SIGKILL'), after);
        if (!listening) kill();
        else process.stdout!.on('data', (chunk: Buffer) => chunk.includes('listens on') && kill());
      }).then(
        (child) => child.end('SIGKILL'),
        () => {},
      );
    try {
      for (const after of [400, 1_300, 2_500]) await killed(after, false);
      const file = join(folder, 'first-run.json');
      const done = join(folder, 'first-run.done');
      const finished = () =>
        until(
          () => Promise.resolve(existsSync(done)),
          (exists) => exists,
        );
      for (const after of [0, 30]) await killed(after, true);
      await start(env);
      await finished();
      await Promise.all(children.splice(0).map((child) => child.end('SIGKILL')));
      // As if it had been killed at the very last moment: all is made, and nobody knows the secrets.
      rmSync(file);
      rmSync(done);
      const child = await start(env);
      await finished();
      const { api_key } = JSON.parse(readFileSync(file, 'utf8')) as { api_key: string };
      const answer = await callTool('rest', 'verify_session', {}, { baseUrl: child.baseUrl, key: api_key });
      expect(answer.status, child.output()).toBe(200);
    } finally {
      await Promise.all(children.splice(0).map((child) => child.end('SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    }
  },
  180_000,
);

describe('a client that hangs up', () => {
  let app: AppContext;

  beforeAll(async () => {
    app = await startTestApp();
  });

  afterAll(() => app?.stop());

  test.each(TRANSPORTS)('over %s changes nothing: its calls run to their end and are audited', async (transport) => {
    const who = await app.newTenant();
    /** The bytes of a call whose capture is no repeat of another's. */
    const requestOf = (index: number): Part[] => {
      const input = { source: 'test', text: `hung up ${index + 10}` };
      const requests = {
        rest: { path: '/api/v1/tools/log_capture', body: input },
        trpc: { path: '/trpc/tools.log_capture', body: input },
        mcp: {
          path: '/api/v1/mcp',
          body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'log_capture', arguments: input } },
        },
      };
      const { path, body } = requests[transport];
      const text = JSON.stringify(body);
      const start = head('POST', path, [
        ['Host', 'localhost'],
        ['Authorization', `Bearer ${who.key}`],
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json, text/event-stream'],
        ['Content-Length', String(text.length)],
      ]);
      return [start, text];
    };
    const count = 30;
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        exchange(app.baseUrl, requestOf(index), { hangUp: index % 2 === 0 ? 'destroy' : 'end' }),
      ),
    );
    const outcomes = async () => (await app.auditOf(who)).map(({ outcome }) => outcome);
    const found = await until(outcomes, ({ length }) => length >= count);
    expect(found).toEqual(Array(count).fill('ok'));
    expect(await app.service.app.services.db.read(who.workspaceId, captures)).toHaveLength(count);
    await until(
      () => Promise.resolve(app.service.app.gate.load.inFlight),
      (inFlight) => inFlight === 0,
    );
  });
});

describe('SIGTERM', () => {
  test('lets calls in flight end, takes no new ones, and exits with 0', async () => {
    const store = await createStore();
    let service: Service | undefined;
    try {
      const child = await start(store.env);
      const who = await provisioner(child.baseUrl).newTenant();
      const request = (text: string) => {
        const body = JSON.stringify({ source: 'test', text });
        const start = head('POST', '/api/v1/tools/log_capture', [
          ['Host', 'localhost'],
          ['Authorization', `Bearer ${who.key}`],
          ['Content-Type', 'application/json'],
          ['Content-Length', String(body.length)],
          ['Expect', '100-continue'],
        ]);
        return { start, body };
      };
      let begun = 0;
      const continued = () => {
        begun += 1;
      };
      // The process has begun with all of them when the signal comes, and has all of some.
      const inFlight = Array.from({ length: 20 }, (_, index) => {
        const { start, body } = request(`flight ${index}`);
        return exchange(child.baseUrl, [
          start,
          { continued },
          body.slice(0, 10),
          { waitMs: index * 40 },
          body.slice(10),
        ]);
      });
      await until(
        () => Promise.resolve(begun),
        (count) => count === 20,
      );
      const ending = child.end('SIGTERM');
      const answers = await Promise.all(inFlight);
      expect(answers.map((answer) => answer?.status)).toEqual(Array(20).fill(200));
      expect(await ending).toBe(0);
      await expect(fetch(`${child.baseUrl}/healthz`)).rejects.toThrow();
      service = await startService(readConfig(environment(store.env)));
      expect(await service.app.services.db.read(who.workspaceId, captures)).toHaveLength(20);
    } finally {
      await service?.stop();
      await store.remove();
    }
  });

  test('ends soon, though clients keep their connections and keep calling', async () => {
    const store = await createStore();
    try {
      const child = await start(store.env);
      const who = await provisioner(child.baseUrl).newTenant();
      const call = caller(child, who);
      const stop = new AbortController();
      const statuses = new Set<number | undefined>();
      const loops = Array.from({ length: 8 }, async () => {
        while (!stop.signal.aborted) {
          const answer = await call('verify_session', {});
          if (answer === undefined) return;
          statuses.add(answer.status);
        }
      });
      // A browser's spare connection: open, and never a byte on it.
      const silent = connect(Number(new URL(child.baseUrl).port), '127.0.0.1');
      await once(silent, 'connect');
      await sleep(300);
      const began = Date.now();
      expect(await child.end('SIGTERM')).toBe(0);
      expect(Date.now() - began, 'milliseconds, of the ten seconds calls in flight have').toBeLessThan(
        withinReach(9) * 1_000,
      );
      silent.destroy();
      stop.abort();
      await Promise.all(loops);
      expect([...statuses]).toEqual([200]);
    } finally {
      await store.remove();
    }
  });
});

describe('starts that must not be', () => {
  test.skipIf(onPostgres)('a second process on the same embedded folder is refused, and harms nothing', async () => {
    const { env, remove } = await createStore();
    try {
      const child = await start(env);
      const who = await provisioner(child.baseUrl).newTenant();
      const refused = await startChild(env).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(StartFailed);
      const { ending, output } = refused as StartFailed;
      expect(ending).toBe(1);
      expect(output).toContain(`in use by process ${child.process.pid}`);
      expect(output).not.toMatch(/\n\s+at /);
      const answer = await caller(child, who)('log_capture', { source: 'test', text: 'still here' });
      expect(answer?.status).toBe(200);
      expect(await child.end('SIGTERM')).toBe(0);
      // Given back. That it is taken from one that was killed, the tests above show.
      await start(env);
    } finally {
      await Promise.all(children.splice(0).map((child) => child.end('SIGKILL')));
      await remove();
    }
  });

  test('a schema newer than the program is refused, and left alone', async () => {
    const store = await createStore();
    try {
      const newer = await startService(readConfig(environment(store.env)));
      const migrations = () => newer.app.services.db.orm.em.getConnection();
      await migrations().execute(`INSERT INTO schema_migrations (name) VALUES ('9999-from-the-future')`);
      await newer.stop();
      const refused = await startService(readConfig(environment(store.env))).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(SchemaRefused);
      const said = startFailure(refused);
      expect(said).toContain('newer than this program');
      expect(said).toContain('9999-from-the-future');
      expect(said).not.toMatch(/\n\s+at /);
    } finally {
      await store.remove();
    }
  });
});

describe.skipIf(!onPostgres)('the database is lost (needs TEST_DATABASE_URL)', () => {
  let postgres: PostgresServer;
  let folder: string;
  let child: Child;
  let who: Tenant;

  beforeAll(async () => {
    postgres = await PostgresServer.start();
    folder = mkdtempSync(join(tmpdir(), 'sat-lost-'));
    child = await startChild({ DATABASE_URL: postgres.url, DATA_DIR: folder });
    who = await provisioner(child.baseUrl).newTenant();
  });

  afterAll(async () => {
    await child?.end('SIGKILL');
    await postgres?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const timed = async (tool: string, input: unknown, headers = {}) => {
    const began = performance.now();
    const answer = await callTool('rest', tool, input, { baseUrl: child.baseUrl, key: who.key, headers });
    return { answer, seconds: (performance.now() - began) / 1000 };
  };
  const some = () => [
    timed('verify_session', {}),
    timed('log_capture', { source: 'test', text: 'lost?' }),
    timed('update_prospect', { name: 'Dana' }),
    timed('start_run', { plugin: 'deal-desk', skill: 'lost' }),
    timed('no_such_tool', {}),
  ];
  const readyz = () => fetch(`${child.baseUrl}/readyz`);

  /** @param atFirst what the first calls may answer */
  async function expectUnavailable(atFirst = ['unavailable']) {
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([...some(), ...some(), ...some()]);
      for (const { answer, seconds } of answers) {
        expect(answer.status, answer.text).toBe(500);
        expect(round === 0 ? atFirst : ['unavailable']).toContain(answer.error?.code);
        expect(seconds).toBeLessThan(withinReach(5));
      }
    }
    expect((await fetch(`${child.baseUrl}/healthz`)).status).toBe(200);
    expect((await readyz()).status).toBe(503);
  }

  async function expectRecovered() {
    await until(readyz, ({ status }) => status === 200);
    const codes = async () => (await Promise.all(some())).map(({ answer }) => answer.error?.code ?? 'ok');
    await until(codes, (all) => all.every((code) => code === 'ok' || code === 'not_found'));
    expect(child.process.exitCode).toBeNull();
  }

  test('calls answer unavailable within 5 s while it is down, and work again after, by themselves', async () => {
    await expectRecovered();
    await postgres.stop();
    await expectUnavailable();
    await postgres.startAgain();
    await expectRecovered();
  });

  test('so they do while it does not answer', async () => {
    postgres.freeze();
    try {
      // A database that answered just now is sent what may be written once it goes on.
      await expectUnavailable(['unavailable', 'outcome_unknown']);
    } finally {
      postgres.thaw();
    }
    await expectRecovered();
  });

  test('under load it comes and goes: no other failure, and nothing acknowledged is lost', async () => {
    const acknowledged: string[] = [];
    const refused: string[] = [];
    const stop = new AbortController();
    let slowest = 0;
    const codes = new Set<string>();
    const loops = Array.from({ length: 12 }, async (_, writer) => {
      for (let turn = 0; !stop.signal.aborted; turn += 1) {
        const text = `load-${writer}.${turn}`;
        // Every third goes the long way of a transaction of its own.
        const headers = turn % 3 === 0 ? { 'idempotency-key': text } : {};
        const { answer, seconds } = await timed('log_capture', { source: 'test', text }, headers);
        slowest = Math.max(slowest, seconds);
        codes.add(answer.error?.code ?? 'ok');
        if (answer.error?.code === 'unavailable') refused.push(text);
        if (answer.error === undefined) acknowledged.push(text);
        else await sleep(50);
      }
    });
    try {
      for (let round = 0; round < 2; round += 1) {
        await sleep(500);
        await postgres.stop();
        await sleep(500);
        await postgres.startAgain();
      }
      await sleep(500);
      postgres.freeze();
      await sleep(6_000);
      postgres.thaw();
      await expectRecovered();
    } finally {
      stop.abort();
      await Promise.allSettled(loops);
    }
    // A commit cut off whose end nobody could ask for in time is told as unknown.
    codes.delete('outcome_unknown');
    expect([...codes].sort()).toEqual(['ok', 'unavailable']);
    expect(slowest).toBeLessThan(withinReach(5));
    expect(await child.end('SIGTERM')).toBe(0);
    const service = await startService(readConfig(environment({ DATABASE_URL: postgres.url, DATA_DIR: folder })));
    try {
      const rows = await service.app.services.db.read<{ text: string }>(who.workspaceId, captures);
      const texts = new Set(rows.map(({ text }) => text));
      expect(acknowledged.filter((text) => !texts.has(text))).toEqual([]);
      expect(refused.filter((text) => texts.has(text))).toEqual([]);
    } finally {
      await service.stop();
    }
  });
});
