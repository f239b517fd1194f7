import { readFileSync } from 'node:fs';
import type { Work } from './jobs/queue.ts';
import type { Services } from './services.ts';
import { publishDrafts, startPublishing } from './drafts/publish-drafts.ts';
import { Deliverer } from './webhooks/deliverer.ts';
import { Poster } from './webhooks/post.ts';

/** Every queue and the rule that does its jobs; a new one is named here and nowhere else. */
export const WORKS: readonly Work[] = [publishDrafts];

/** Begins to do jobs, release drafts and deliver webhooks in this process; returns how to stop, what is in hand ended. */
export async function startWorkers(services: Services): Promise<() => Promise<void>> {
  const { config, db, log, encryptor, destinations, jobs } = services;
  const ca = config.WEBHOOK_CA_FILE === undefined ? undefined : readFileSync(config.WEBHOOK_CA_FILE, 'utf8');
  const deliverer = new Deliverer({ db, log, encryptor, poster: new Poster(destinations, ca) });
  deliverer.start();
  await jobs.startWork(services);
  const stopPublishing = startPublishing(services);
  return async () => {
    await Promise.all([stopPublishing(), jobs.stopWork(), deliverer.stop()]);
  };
}
