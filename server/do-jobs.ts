import { ConfigError, readConfig } from './config.ts';
import { createServices } from './create-services.ts';
import { limitGarbage } from './heap.ts';
import { Jobs } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { readSecrets } from './secrets.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { openConfiguredDatabase, startFailure } from './start-error.ts';
import { QUEUES, startWorkers } from './workers.ts';

/** Does jobs and nothing else, beside any number of servers that run with `WORKERS=off`. */
async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const config = readConfig(process.env);
  if (config.DATABASE_URL === undefined) {
    throw new ConfigError('A worker by itself needs DATABASE_URL: the embedded database serves one process only.');
  }
  const log = createLog(config.LOG_LEVEL);
  const db = await openConfiguredDatabase(config, log);
  const jobs = await Jobs.open({ db, log, queues: QUEUES, working: true });
  const services = createServices({ config, secrets: readSecrets(config), db, jobs, log });
  const stopWorkers = await startWorkers(services);
  return {
    async stop() {
      await services.embedder.close();
      await stopWorkers();
      await jobs.close();
      await db.close();
    },
  };
}

try {
  limitGarbage('server');
  const starting = startWorker();
  stopOnSignal(starting);
  await starting;
  process.stdout.write('sales-agent-tools does jobs\n');
} catch (error) {
  process.stderr.write(`${startFailure(error)}\n`);
  process.exit(1);
}
