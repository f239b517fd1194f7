import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { TENANT_SETTING } from '../../db/entities/tenant.ts';
import { head } from '../harness/wire.ts';
import type { Cluster } from './cluster.ts';
import { fullDisk } from './full-disk.ts';
import type { Write } from './ledger.ts';

/** How often, or for how long, a fault is caused: in the short form, and in the full one. */
type Amount = { quick: number; full: number };

export type Fault = {
  name: string;
  /** Times that it is caused; once where a duration is given instead. */
  times?: Amount;
  seconds?: Amount;
  processes?: number;
  /**
   * Causes it and ends it again: when this resolves, service is expected to be back to normal soon.
   * @returns false where it did not come as meant, so that it does not count
   */
  strike(
    cluster: Cluster,
    context: { seconds: number; time: number; mark: string; writes: Write[] },
  ): Promise<boolean | void>;
  /** Calls of this tenant may fail meanwhile, and no others. */
  hurts?: number;
  /** No call may fail meanwhile, though keys have a limit that leaves little room. */
  spares?: true;
  /** Needs a disk of its own that can be filled. */
  fillsDisk?: boolean;
};

const SHIFTED_CLOCK = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url));

/** Holds every account of a workspace, as a long transaction would. */
async function holdAccounts(cluster: Cluster, workspaceId: string, seconds: number): Promise<void> {
  const session = new pg.Client({ connectionString: cluster.postgres.url });
  await session.connect();
  await session.query('BEGIN');
  await session.query(`SELECT set_config('role', 'sat_service', true), set_config('${TENANT_SETTING}', $1, true)`, [
    workspaceId,
  ]);
  await session.query('SELECT id FROM accounts FOR UPDATE');
  await sleep(seconds * 1_000);
  await session.query('ROLLBACK');
  await session.end();
}

/** A client that sends a whole call and hangs up before its answer. */
async function hangUp(cluster: Cluster, write: Write, index: number): Promise<void> {
  const who = cluster.writers[index % cluster.writers.length]!;
  const body = JSON.stringify({ source: 'trust', text: write.mark, account_id: who.accountId });
  const { hostname, port } = new URL(cluster.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const lines = [
    ['Host', 'localhost'],
    ['Authorization', `Bearer ${who.key}`],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
  ] as const;
  socket.write(head('POST', '/api/v1/tools/log_capture', lines) + body);
  await sleep(index % 20);
  socket.destroy();
}

export const FAULTS: readonly Fault[] = [
  {
    name: 'service killed (kill -9)',
    times: { quick: 3, full: 50 },
    async strike(cluster) {
      await cluster.endProcess('SIGKILL');
      await cluster.startProcess();
    },
  },
  {
    name: 'one of four processes killed (kill -9)',
    times: { quick: 2, full: 20 },
    processes: 4,
    async strike(cluster, { time }) {
      await cluster.endProcess('SIGKILL', time % 4);
      await cluster.startProcess(time % 4);
    },
  },
  {
    name: 'service told to stop (SIGTERM)',
    times: { quick: 2, full: 50 },
    async strike(cluster) {
      const ending = await cluster.endProcess('SIGTERM');
      if (ending !== 0) throw new Error(`ended with ${ending}`);
      await cluster.startProcess();
    },
  },
  {
    name: 'PostgreSQL restarted',
    times: { quick: 1, full: 10 },
    async strike({ postgres }) {
      await postgres.stop('fast');
      await postgres.startAgain();
    },
  },
  {
    name: 'PostgreSQL stopped at once',
    times: { quick: 1, full: 10 },
    async strike({ postgres }) {
      await postgres.stop();
      await postgres.startAgain();
    },
  },
  {
    name: 'PostgreSQL out of reach, connections open',
    seconds: { quick: 5, full: 30 },
    async strike({ toDatabase }, { seconds }) {
      toDatabase.silence();
      await sleep(seconds * 1_000);
      toDatabase.speak();
    },
  },
  {
    name: 'PostgreSQL 500 ms away',
    seconds: { quick: 4, full: 30 },
    async strike({ toDatabase }, { seconds }) {
      toDatabase.delayMs = 250;
      await sleep(seconds * 1_000);
      toDatabase.delayMs = 0;
    },
  },
  {
    name: 'rows of one workspace locked',
    seconds: { quick: 5, full: 10 },
    hurts: 0,
    strike: (cluster, { seconds }) => holdAccounts(cluster, cluster.writers[0]!.workspaceId, seconds),
  },
  {
    name: 'connection cut right after COMMIT',
    times: { quick: 4, full: 200 },
    strike({ toDatabase }, { time, mark }) {
      // Calls that run in a transaction of their own, and appends, which commit with their statement.
      const cut = toDatabase.cutAfterCommit(mark, time % 2 === 0 ? 'transaction' : 'statement');
      return Promise.race([cut, sleep(5_000, false, { ref: false })]);
    },
  },
  {
    name: 'Redis killed',
    spares: true,
    times: { quick: 1, full: 5 },
    async strike({ redis }) {
      await redis.kill();
      await sleep(2_000);
      await redis.start();
    },
  },
  {
    name: 'Redis out of reach, connections open',
    spares: true,
    seconds: { quick: 4, full: 30 },
    async strike({ toRedis }, { seconds }) {
      toRedis.silence();
      await sleep(seconds * 1_000);
      toRedis.speak();
    },
  },
  { name: 'Redis emptied', times: { quick: 1, full: 10 }, spares: true, strike: ({ redis }) => redis.empty() },
  { name: 'disk full', times: { quick: 1, full: 3 }, fillsDisk: true, strike: fullDisk },
  {
    name: 'clock of one of two processes an hour off',
    seconds: { quick: 5, full: 60 },
    processes: 2,
    async strike(cluster, { seconds }) {
      await cluster.endProcess('SIGTERM', 1);
      await cluster.startProcess(1, { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}` });
      await sleep(seconds * 1_000);
      await cluster.endProcess('SIGTERM', 1);
      await cluster.startProcess(1);
    },
  },
  {
    name: 'clients hang up mid-call',
    spares: true,
    times: { quick: 30, full: 300 },
    async strike(cluster, { time, mark, writes }) {
      const write: Write = { mark: `${mark}gone ${time}`, repeated: false, told: ['no answer'] };
      writes.push(write);
      await hangUp(cluster, write, time);
    },
  },
];
