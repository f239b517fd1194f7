import { readFileSync } from 'node:fs';
import { embedFacts } from './vectors/make-vectors.ts';
import { checkDrafts, releaseDrafts } from './drafts/release-drafts.ts';
import { publishDrafts } from './drafts/publish-drafts.ts';
import { mailPasswordReset } from './identity/password-reset.ts';
import { pruneRecords } from './privacy/retention.ts';
import { runImports } from './imports/run-imports.ts';
import { sealAuditRows } from './audit/seal.ts';
import type { Work } from './jobs/queue.ts';
import { vacuumDatabase } from './jobs/upkeep.ts';
import { deleteWorkspaceData } from './privacy/workspaces.ts';
import { countUsageOfAll } from './quotas/count-usage.ts';
import { searchForDuplicates } from './records/duplicates.ts';
import { runRestores } from './restore/run-restores.ts';
import type { Services } from './services.ts';
import { runUndos } from './undo/run-undos.ts';
import { Deliverer } from './webhooks/deliverer.ts';
import { Poster } from './webhooks/post.ts';
import { pruneWebhooks } from './webhooks/prune.ts';

/** Every queue with the rule that runs its jobs; a new one is added here and nowhere else. */
const WORKS: readonly Work<Services>[] = [
  publishDrafts,
  releaseDrafts,
  checkDrafts,
  pruneRecords,
  pruneWebhooks,
  mailPasswordReset,
  deleteWorkspaceData,
  embedFacts,
  vacuumDatabase,
  countUsageOfAll,
  runImports,
  runUndos,
  runRestores,
  sealAuditRows,
  searchForDuplicates,
];

export const QUEUES = WORKS.map(({ queue }) => queue);

/** Starts to run jobs and deliver webhooks in this process; returns how to stop once what is under way has ended. */
export async function startWorkers(services: Services): Promise<() => Promise<void>> {
  const { config, db, log, encryptor, destinations, jobs } = services;
  const ca = config.WEBHOOK_CA_FILE === undefined ? undefined : readFileSync(config.WEBHOOK_CA_FILE, 'utf8');
  const deliverer = new Deliverer({ db, log, encryptor, poster: new Poster(destinations, ca) });
  deliverer.start();
  await jobs.startWork(WORKS, services);
  return async () => {
    await Promise.all([jobs.stopWork(), deliverer.stop()]);
  };
}
