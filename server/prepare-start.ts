import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keepCompiled } from './compile-cache.ts';

// `npm ci` leaves a migrated, empty database, which a first start copies, and the code of a start as compiled here.
keepCompiled();
const { TEMPLATE } = await import('../db/embedded-template.ts');
const { openEmbedded } = await import('../db/open-embedded.ts');
const { Jobs } = await import('./jobs/jobs.ts');
const { createLog } = await import('./log.ts');
const { QUEUES } = await import('./workers.ts');

rmSync(TEMPLATE, { recursive: true, force: true });
mkdirSync(dirname(TEMPLATE), { recursive: true });
const folder = mkdtempSync(`${TEMPLATE}-`);
try {
  const db = await openEmbedded({ dataDir: folder });
  const jobs = await Jobs.open({ db, log: createLog('warn'), queues: QUEUES, working: false });
  await jobs.close();
  await db.close();
  renameSync(join(folder, 'postgres'), TEMPLATE);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
