import { afterAll, beforeAll, expect, test } from 'vitest';
import { Jobs } from '../server/jobs/jobs.ts';
import { PermanentError, queue, work } from '../server/jobs/queue.ts';
import { ROLES } from '../db/roles.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';
import { until } from './harness/until.ts';

type Data = { n: number };
const counted = queue<Data>({ name: 'test-counted', retries: 2, retryAfter: 1, expiresAfter: 60, concurrency: 2 });
const doomed = queue<Data>({ name: 'test-doomed', retries: 2, retryAfter: 1, expiresAfter: 60, concurrency: 1 });

let app: AppContext;
let tenant: Tenant;
let jobs: Jobs;
let others: Jobs;
const done: number[] = [];
let doomedRuns = 0;
let isDoomed = true;

const works = [
  work(counted, async (_deps, { n }) => {
    done.push(n);
  }),
  work(doomed, async () => {
    doomedRuns += 1;
    if (isDoomed) throw new PermanentError('this cannot be done');
  }),
];
const queues = works.map(({ queue }) => queue);

beforeAll(async () => {
  app = await startTestApp({ WORKERS: 'off' });
  tenant = await app.newTenant();
  const { db, log } = app.service.app.services;
  [jobs, others] = [
    await Jobs.open({ db, log, queues, working: true }),
    await Jobs.open({ db, log, queues, working: true }),
  ];
  for (const each of [jobs, others]) await each.startWork(works, {});
});

afterAll(async () => {
  await Promise.all([jobs.stopWork(), others.stopWork()]);
  await Promise.all([jobs.close(), others.close()]);
  await app.stop();
});

const inTransaction = (run: (em: ReturnType<typeof fork>) => Promise<void>, role?: typeof ROLES.publisher) =>
  fork(role).transactional(run);
const fork = (role?: typeof ROLES.publisher) => app.service.app.services.db.fork(tenant.workspaceId, role);

test('a job exists when its cause is committed, and never otherwise; it is done once by many', async () => {
  await inTransaction(async (em) => {
    for (let n = 0; n < 20; n += 1) await jobs.enlist(em, counted, { n });
  });
  await inTransaction(async (em) => jobs.enlist(em, counted, { n: 20 }), ROLES.publisher);
  await expect(
    inTransaction(async (em) => {
      await jobs.enlist(em, counted, { n: 99 });
      throw new Error('changed its mind');
    }),
  ).rejects.toThrow('changed its mind');
  await until(
    async () => done.length,
    (count) => count >= 21,
  );
  await until(
    () => jobs.depths(),
    (depths) => !depths.some(({ name }) => name === counted.name),
  );
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, n) => n));
});

test('a sender cannot read jobs', async () => {
  await expect(fork().transactional((em) => em.execute('SELECT data FROM pgboss.job_common'))).rejects.toThrow(
    'permission denied',
  );
});

test('a job that can never succeed is a dead letter that can be retried', async () => {
  await inTransaction(async (em) => jobs.enlist(em, doomed, { n: 7 }));
  const [dead] = await until(
    () => jobs.dead(10),
    (found) => found.length > 0,
  );
  expect(doomedRuns).toBe(1);
  expect(dead).toMatchObject({ queue: doomed.name, data: { n: 7 }, reason: 'this cannot be done' });
  expect(await app.operator.jobs.dead.query({})).toEqual({ jobs: [dead] });
  isDoomed = false;
  await app.operator.jobs.retry.mutate({ job_id: dead!.job_id });
  await until(
    async () => doomedRuns,
    (runs) => runs === 2,
  );
  expect(await jobs.dead(10)).toEqual([]);
  await expect(app.operator.jobs.retry.mutate({ job_id: dead!.job_id })).rejects.toThrow('No job with that id');
});

test('/metrics shows the depth of the queues', async () => {
  await inTransaction(async (em) =>
    jobs.enlist(em, counted, { n: 30 }, { startAfter: new Date(Date.now() + 3_600_000) }),
  );
  const text = await (await fetch(`${app.baseUrl}/metrics`)).text();
  expect(text).toContain('sat_jobs{queue="test-counted",state="created"} 1');
});
