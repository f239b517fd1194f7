import './heap.ts';
import { openDatabase } from '../db/orm.ts';
import { createServices } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { Jobs } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { readSecrets } from './secrets.ts';
import { QUEUES, startWorkers } from './workers.ts';

/** Does jobs and nothing else, beside any number of servers that run with `WORKERS=off`. */
async function startWorker(): Promise<() => Promise<void>> {
  const config = readConfig(process.env);
  if (config.DATABASE_URL === undefined) {
    throw new ConfigError('A worker by itself needs DATABASE_URL: the embedded database serves one process only.');
  }
  const log = createLog(config.LOG_LEVEL);
  const db = await openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    poolSize: config.DATABASE_POOL_SIZE,
    onPoolError: (error) => log.warn({ reason: error.message }, 'A database connection was lost'),
  });
  const jobs = await Jobs.open({ db, log, queues: QUEUES, working: true });
  const stopWorkers = await startWorkers(createServices({ config, secrets: readSecrets(config), db, jobs, log }));
  return async () => {
    await stopWorkers();
    await jobs.close();
    await db.close();
  };
}

try {
  const stop = await startWorker();
  process.stdout.write('sales-agent-tools does jobs\n');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void stop().then(() => process.exit(0));
    });
  }
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
