// What `npm ci` leaves for a first start: a migrated, empty database to copy, and the code of a start, compiled.
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TEMPLATE } from '../db/embedded-template.ts';
import { openEmbedded } from '../db/open-embedded.ts';
import { readConfig } from './config.ts';
import { Jobs } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { startService } from './process.ts';
import { QUEUES } from './workers.ts';

rmSync(TEMPLATE, { recursive: true, force: true });
mkdirSync(dirname(TEMPLATE), { recursive: true });
const folder = mkdtempSync(`${TEMPLATE}-`);
try {
  const db = await openEmbedded({ dataDir: folder });
  const jobs = await Jobs.open({ db, log: createLog('warn'), queues: QUEUES, working: false });
  await jobs.close();
  await db.close();
  renameSync(join(folder, 'postgres'), TEMPLATE);
  // Node caches a module as compiled when the first process that loaded it exits: so that one has served, too.
  const service = await startService(readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' }));
  await fetch(`${service.baseUrl}/healthz`);
  await service.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
