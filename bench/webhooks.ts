// node bench/webhooks.ts [--quick] [--kills]
//
// Deliveries a second to 20 local HTTPS receivers, against a bare loop of signed POSTs over kept connections in the same
// run; the first attempt's delay at 200 events a second while REST calls run, alone and beside endpoints that hang, drip,
// reset, answer too much or for ever, show a bad certificate or are gone from DNS; how much the worker's memory grows beside
// those, once it is warm. --kills: 10,000 events while the worker is killed 20 times: what came, and what came twice.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { createClient } from '../client/index.ts';
import { makeCertificate } from '../e2e/harness/receiver.ts';
import { newId } from '../db/ids.ts';
import { startDnsServer, type Zone } from '../server/enrichment/test/dns-server.ts';
import { percentile } from './load.ts';
import * as stage from './environment.ts';
import { ENDPOINTS, FAULTS, type Report } from './webhook-receivers.ts';

const RECEIVERS = fileURLToPath(new URL('webhook-receivers.ts', import.meta.url));

const say = (line: string) => process.stdout.write(`${line}\n`);

async function bench(): Promise<void> {
  const { values: options } = parseArgs({ options: { quick: { type: 'boolean' }, kills: { type: 'boolean' } } });
  const certificate = makeCertificate();
  stage.afterwards(() => certificate.remove());
  const untrusted = makeCertificate();
  stage.afterwards(() => untrusted.remove());
  const files = [certificate, untrusted].flatMap(({ file }) => [file.replace('cert.pem', 'key.pem'), file]);
  const receivers = fork(RECEIVERS, files);
  stage.afterwards(() => receivers.kill());
  const nextMessage = <Message>() =>
    new Promise<Message>((resolve) => receivers.once('message', (message) => resolve(message as Message)));
  const ports = await nextMessage<number[]>();
  const ask = (what: 'clear' | 'report') => {
    const message = nextMessage<Report>();
    receivers.send(what);
    return message;
  };

  const zone: Zone = { 'gone.test': { a: ['127.0.0.1'] } };
  const dns = await startDnsServer(zone);
  stage.afterwards(() => dns.close());

  const { databaseUrl } = await stage.startServices();
  const folder = await stage.temporaryFolder();
  const secrets = stage.newSecrets();
  const settings = {
    ...secrets,
    DATABASE_URL: await stage.newDatabase(databaseUrl, 'webhooks'),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    WEBHOOK_CA_FILE: certificate.file,
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32',
    DNS_SERVERS: dns.server,
  };
  const service = await stage.startService(join(folder, 'log'), { ...settings, WORKERS: 'off' });
  await stage.untilReady(service);
  const { operator } = createClient({ url: service.url, apiKey: secrets.OPERATOR_TOKEN });
  const database = new Client({ connectionString: settings.DATABASE_URL });
  await database.connect();
  stage.afterwards(() => database.end());

  const newEndpoint = async (port: number, host = '127.0.0.1') => {
    const { user_id, workspace_id } = await operator.users.create.mutate({ email: `${port}@example.com`, name: 'B' });
    await operator.entitlements.grant.mutate({ user_id, kind: 'membership', slug: 'pro' });
    const { key } = await operator.keys.create.mutate({ user_id, name: 'b', scopes: 'all', rate_limit: null });
    const url = `https://${host}:${port}/hook`;
    const { webhook_id } = await operator.webhooks.create.mutate({ user_id, url });
    return { workspace_id, webhook_id, key, url };
  };
  const endpoints = await Promise.all(ports.slice(0, ENDPOINTS).map((port) => newEndpoint(port)));
  const failing = await Promise.all(
    FAULTS.map((fault, n) => newEndpoint(ports[ENDPOINTS + n]!, fault === 'gone' ? 'gone.test' : undefined)),
  );
  delete zone['gone.test'];

  const bodyOf = (id: string) => {
    const data = { draft_id: newId('draft'), product: 'Sequencer', skill: 'outreach', account_ref: 'Northwind' };
    const created_at = new Date().toISOString();
    return JSON.stringify({ id, type: 'draft.ready', created_at, data: { ...data, created_at } });
  };
  const addEvents = async (count: number, to = endpoints) => {
    const rows = Array.from({ length: count }, (_, n) => {
      const id = newId('event');
      const { workspace_id, webhook_id } = to[n % to.length]!;
      return { workspace_id, webhook_id, id, body: bodyOf(id) };
    });
    await database.query(
      `WITH r AS (SELECT * FROM json_to_recordset($1) AS r (workspace_id text, webhook_id text, id text, body text)),
       e AS (INSERT INTO webhook_events (workspace_id, id, type, body) SELECT workspace_id, id, 'draft.ready', body FROM r)
       INSERT INTO webhook_deliveries (workspace_id, webhook_id, event_id, state, due_at)
       SELECT workspace_id, webhook_id, id, 'pending', now() FROM r`,
      [JSON.stringify(rows)],
    );
  };
  const startWorker = () => {
    const env = { PATH: process.env['PATH'], ...settings };
    const child = spawn(process.execPath, ['server/worker.ts'], { cwd: stage.root, env, stdio: 'inherit' });
    stage.afterwards(() => child.kill('SIGKILL'));
    return child;
  };
  const untilCount = async (count: number, withinMs = 600_000) => {
    const giveUp = Date.now() + withinMs;
    for (;;) {
      const report = await ask('report');
      if (report.unique >= count) return report;
      if (Date.now() > giveUp) {
        const { rows } = await database.query(`SELECT state, count(*), count(due_at) AS due
          FROM webhook_deliveries WHERE state <> 'delivered' GROUP BY state`);
        throw new Error(`${report.unique} of ${count} came; ${JSON.stringify(rows)}`);
      }
      await sleep(20);
    }
  };
  const memory = ({ pid }: ChildProcess) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

  let worker = startWorker();
  await addEvents(ENDPOINTS * 4);
  await untilCount(ENDPOINTS * 4);
  const cold = memory(worker);

  const ca = readFileSync(certificate.file);
  const agent = new Agent({ keepAlive: true, maxSockets: 4, ca });
  const post = (url: string) =>
    new Promise<void>((resolve, reject) => {
      const id = newId('event');
      const body = bodyOf(id);
      const time = Math.floor(Date.now() / 1_000);
      const signature = `v1=${createHmac('sha256', 'secret').update(`${time}.${body}`).digest('hex')}`;
      const headers = {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'Webhook-Id': id,
        'Webhook-Timestamp': time,
        'Webhook-Signature': signature,
      };
      request(url, { method: 'POST', agent, headers }, (res) => res.resume().once('end', resolve))
        .on('error', reject)
        .end(body);
    });
  const bare = async (count: number) => {
    let left = count;
    const lane = async (url: string) => {
      while ((left -= 1) >= 0) await post(url);
    };
    const startedAt = performance.now();
    await Promise.all(endpoints.flatMap(({ url }) => [1, 2, 3, 4].map(() => lane(url))));
    return count / ((performance.now() - startedAt) / 1_000);
  };
  const delivered = async (count: number) => {
    await ask('clear');
    await addEvents(count);
    const startedAt = Date.now();
    const { lastAt } = await untilCount(count);
    return count / ((lastAt - startedAt) / 1_000);
  };

  const count = options.quick ? 2_000 : 6_000;
  await bare(500);
  for (let round = 1; round <= (options.quick ? 2 : 4); round += 1) {
    const [first, second] = [await bare(count), await delivered(count)];
    say(
      `round ${round}: bare ${first.toFixed(0)}/s, delivered ${second.toFixed(0)}/s, ratio ${(second / first).toFixed(2)}`,
    );
  }

  const draft = { channel: 'linkedin', body: 'Hello', product: 'Sequencer', skill: 'outreach' };
  const call = (tool: string, key: string, input: unknown) =>
    fetch(`${service.url}/api/v1/tools/${tool}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }).then(async (res) => {
      if (res.status !== 200) throw new Error(`${tool} answered ${res.status}: ${await res.text()}`);
      await res.arrayBuffer();
    });
  const paced = async (seconds: number) => {
    await ask('clear');
    const total = 200 * seconds;
    const began = new Date();
    const startedAt = performance.now();
    const calls: Promise<boolean>[] = [];
    const push = (answer: Promise<unknown>) =>
      calls.push(
        answer.then(
          () => true,
          () => false,
        ),
      );
    for (let n = 0; n < total; n += 1) {
      const early = startedAt + n * 5 - performance.now();
      if (early > 0) await sleep(early);
      push(call('studio_stage_draft', endpoints[n % ENDPOINTS]!.key, draft));
      if (n % 4 === 0) push(call('verify_session', endpoints[n % ENDPOINTS]!.key, {}));
    }
    const refused = (await Promise.all(calls)).filter((answered) => !answered);
    // Every staged event must arrive.
    if (refused.length > 0)
      say(`${refused.length} of ${calls.length} REST calls were refused: the machine is overloaded`);
    const { rows } = await database.query('SELECT count(*)::int AS count FROM webhook_events WHERE created_at >= $1', [
      began,
    ]);
    const { delays } = await untilCount(rows[0].count, 60_000);
    delays.sort((a, b) => a - b);
    return percentile(delays, 0.95);
  };
  const seconds = options.quick ? 5 : 15;
  // The same both times: so many events at once, then the paced ones; only the receiver of the former differs.
  const atOnce = 300 * FAULTS.length;
  await delivered(atOnce);
  const alone = await paced(seconds);
  say(`first attempt at 200 events/s beside REST calls: p95 ${alone} ms`);
  const warm = memory(worker);
  for (let round = 1; round <= (options.quick ? 1 : 3); round += 1) {
    await addEvents(atOnce, failing);
    const beside = await paced(seconds);
    say(`the same beside endpoints that ${FAULTS.join(', ')}: p95 ${beside} ms, ${(beside / alone).toFixed(2)} times`);
    const now = memory(worker);
    say(
      `memory of the worker: ${now.toFixed(0)} MB, ${(now - warm).toFixed(0)} MB more than the ${warm.toFixed(0)} MB after as ` +
        `many events to healthy receivers alone (${cold.toFixed(0)} MB once started)`,
    );
  }

  if (options.kills) {
    await database.query('DELETE FROM webhooks WHERE id = ANY ($1)', [failing.map(({ webhook_id }) => webhook_id)]);
    await ask('clear');
    await addEvents(10_000);
    for (let kill = 1; kill <= 20; kill += 1) {
      // Always mid-run: a worker that has just started, after the leases of the previous one.
      await untilCount(kill * 450);
      worker.kill('SIGKILL');
      worker = startWorker();
    }
    const report = await untilCount(10_000);
    say(`20 kills over 10,000 events: ${report.unique} came, ${report.count - report.unique} of them twice`);
  }
  worker.kill('SIGTERM');
}

try {
  await bench();
} finally {
  await stage.clearStage();
}
process.exit(0);
