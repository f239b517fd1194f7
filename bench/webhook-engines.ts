// node bench/webhook-engines.ts
//
// Webhook deliveries by the engine in server/webhooks (leases) against one pg-boss job per delivery, in one process each
// time, to the same 20 local HTTPS receivers: deliveries a second of a backlog, and p95 of the first attempt's delay at
// 200 events a second, alone and beside one receiver that never answers. The figures behind docs/contributing/decisions.md, "Webhooks have their own engine".
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { createClient } from '../client/index.ts';
import { newId } from '../db/ids.ts';
import { openDatabase } from '../db/orm.ts';
import { ROLES } from '../db/roles.ts';
import { settleDeliveries } from '../db/statements/webhooks.ts';
import { makeCertificate } from '../e2e/harness/receiver.ts';
import { Encryptor } from '../server/encryption.ts';
import { Deliverer } from '../server/webhooks/deliverer.ts';
import { Destinations, parseAllowedRanges } from '../server/webhooks/destination.ts';
import { Poster } from '../server/webhooks/post.ts';
import { signedHeaders } from '../server/webhooks/signature.ts';
import * as stage from './environment.ts';
import { percentile } from './load.ts';

const BACKLOG = 2_000;
const PACED = 1_000;
const QUEUE = 'deliver';

type Report = { count: number; unique: number; delays: number[]; lastAt: number };
type Job = { workspace_id: string; webhook_id: string; event_id: string; body: string; url: string };
type Engine = { usesJobs: boolean; start(): Promise<() => Promise<void>> };

async function compare(): Promise<void> {
  const certificate = makeCertificate();
  stage.afterwards(() => certificate.remove());
  const files = [certificate.file.replace('cert.pem', 'key.pem'), certificate.file];
  const receivers = fork(fileURLToPath(new URL('webhooks.ts', import.meta.url)), ['receivers', ...files, ...files]);
  stage.afterwards(() => receivers.kill());
  const answer = <Answer>() =>
    new Promise<Answer>((resolve) => receivers.once('message', (it) => resolve(it as Answer)));
  const ports = (await answer<number[]>()).slice(0, 21);
  const ask = (what: 'clear' | 'report') => {
    const answered = answer<Report>();
    receivers.send(what);
    return answered;
  };

  const { databaseUrl } = await stage.startServices();
  const folder = await stage.temporaryFolder();
  const secrets = stage.newSecrets();
  const url = await stage.newDatabase(databaseUrl, 'engines');
  const settings = {
    ...secrets,
    DATABASE_URL: url,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    WEBHOOK_CA_FILE: certificate.file,
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32',
  };
  const service = await stage.startService(`${folder}/log`, { ...settings, WORKERS: 'off' });
  await stage.untilReady(service);
  const { operator } = createClient({ url: service.url, apiKey: secrets.OPERATOR_TOKEN });
  const all: { workspace_id: string; webhook_id: string; url: string }[] = [];
  for (const port of ports) {
    const { user_id, workspace_id } = await operator.users.create.mutate({ email: `${port}@example.com`, name: 'B' });
    const hook = `https://127.0.0.1:${port}/hook`;
    const { webhook_id } = await operator.webhooks.create.mutate({ user_id, url: hook });
    all.push({ workspace_id, webhook_id, url: hook });
  }
  const [endpoints, hanging] = [all.slice(0, 20), all.slice(20)];
  await service.stop();

  const db = await openDatabase({ url, dataDir: folder, poolSize: 10, onPoolError: () => {} });
  stage.afterwards(() => db.close());
  const sql = new Client({ connectionString: url });
  await sql.connect();
  stage.afterwards(() => sql.end());
  const destinations = new Destinations({ allowed: parseAllowedRanges('127.0.0.1/32') });
  const newPoster = () => new Poster(destinations, readFileSync(certificate.file, 'utf8'));
  const encryptor = new Encryptor(encryptionKeys(secrets.ENCRYPTION_KEYS));

  const boss = new PgBoss({ connectionString: url, schema: 'bench_boss', max: 10, useListenNotify: true });
  boss.on('error', (error) => process.stderr.write(`${error.message}\n`));
  await boss.start();
  stage.afterwards(() => boss.stop({ graceful: false }));
  await boss.createQueue(QUEUE, { notify: true, retryLimit: 7 });

  const add = async (count: number, jobs: boolean, to = endpoints) => {
    const rows = Array.from({ length: count }, (_, n): Job => {
      const event_id = newId('event');
      const created_at = new Date().toISOString();
      const body = JSON.stringify({ id: event_id, type: 'draft.ready', created_at, data: { product: 'Sequencer' } });
      return { ...to[n % to.length]!, event_id, body };
    });
    await sql.query(
      `WITH r AS (SELECT * FROM json_to_recordset($1) AS r (workspace_id text, webhook_id text, event_id text, body text)),
       e AS (INSERT INTO webhook_events (workspace_id, id, type, body) SELECT workspace_id, event_id, 'draft.ready', body FROM r)
       INSERT INTO webhook_deliveries (workspace_id, webhook_id, event_id, state, due_at)
       SELECT workspace_id, webhook_id, event_id, 'pending', now() FROM r`,
      [JSON.stringify(rows)],
    );
    if (!jobs) return;
    await boss.insert(
      QUEUE,
      rows.map((data) => ({ data })),
    );
  };

  const leases: Engine = {
    usesJobs: false,
    async start() {
      const deliverer = new Deliverer({ db, log: pino({ level: 'silent' }), encryptor, poster: newPoster() });
      deliverer.start();
      return () => deliverer.stop();
    },
  };
  /** @param batchSize jobs that one worker takes at once, and settles in one statement when all have ended */
  const jobs = (workers: number, batchSize: number): Engine => ({
    usesJobs: true,
    async start() {
      const poster = newPoster();
      const attempt = async ({ workspace_id, webhook_id, event_id, body, url: to }: Job) => {
        const posted = await poster.post(to, body, () => signedHeaders('secret', event_id, Date.now() / 1_000, body));
        const { status, error, response, durationMs } = posted!;
        const ids = { workspace_id, webhook_id, event_id, attempt_id: newId('attempt') };
        const settled = { status, error, response, duration_ms: durationMs, ok: error === null, replay: false };
        return { ...ids, ...settled, attempts: 0, wait_ms: null, gone: false };
      };
      const how = { batchSize, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 30 };
      for (let n = 0; n < workers; n += 1) {
        const worker = await boss.work<Job>(QUEUE, how, async (jobs) => {
          boss.notifyWorker(worker);
          const rows = await Promise.all(jobs.map(({ data }) => attempt(data)));
          await db.as(ROLES.delivery, settleDeliveries, [JSON.stringify(rows)]);
        });
      }
      return async () => {
        await boss.offWork(QUEUE, { wait: true });
        poster.close();
      };
    },
  });

  const untilCount = async (count: number) => {
    for (;;) {
      const report = await ask('report');
      if (report.unique >= count) return report;
      await sleep(20);
    }
  };
  const paced = async (jobs: boolean) => {
    await sleep(500);
    await ask('clear');
    const began = performance.now();
    const adding: Promise<void>[] = [];
    for (let n = 0; n < PACED; n += 10) {
      const early = began + n * 5 - performance.now();
      if (early > 0) await sleep(early);
      adding.push(add(10, jobs));
    }
    await Promise.all(adding);
    const { delays } = await untilCount(PACED);
    return percentile(
      delays.sort((a, b) => a - b),
      0.95,
    );
  };
  const measure = async (name: string, engine: Engine) => {
    await ask('clear');
    await add(BACKLOG, engine.usesJobs);
    const startedAt = Date.now();
    const stop = await engine.start();
    const { lastAt } = await untilCount(BACKLOG);
    const rate = BACKLOG / ((lastAt - startedAt) / 1_000);
    const alone = await paced(engine.usesJobs);
    await add(400, engine.usesJobs, hanging);
    await sleep(200);
    const beside = await paced(engine.usesJobs);
    await stop();
    process.stdout.write(
      `${name}: ${rate.toFixed(0)} deliveries/s; p95 ${alone} ms, beside one that hangs ${beside} ms\n`,
    );
    await sql.query('UPDATE webhook_deliveries SET due_at = NULL WHERE due_at IS NOT NULL');
    await boss.deleteAllJobs(QUEUE);
  };
  for (let round = 1; round <= 1; round += 1) {
    await measure('leases', leases);
    await measure('pg-boss, 80 workers, one job each', jobs(80, 1));
    await measure('pg-boss, 4 workers, batches of 50', jobs(4, 50));
  }
}

const encryptionKeys = (text: string) =>
  text.split(',').map((each) => {
    const [id, key] = each.split(':') as [string, string];
    return { id, key: Buffer.from(key, 'base64') };
  });

try {
  await compare();
} finally {
  await stage.clearStage();
}
process.exit(0);
