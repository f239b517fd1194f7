import { readFileSync } from 'node:fs';
import type { Work } from './jobs/queue.ts';
import type { Rooms } from './rooms.ts';
import { publishDrafts, startPublishing } from './studio/publish.ts';
import { Deliverer } from './webhooks/deliverer.ts';
import { Poster } from './webhooks/post.ts';

/** Every queue and the rule that does its jobs; a new one is named here and nowhere else. */
export const WORKS: readonly Work[] = [publishDrafts];

/** Begins to do jobs, release drafts and deliver webhooks in this process; returns how to stop, what is in hand ended. */
export async function startWorkers(rooms: Rooms): Promise<() => Promise<void>> {
  const { config, db, log, sealer, destinations, jobs } = rooms;
  const ca = config.WEBHOOK_CA_FILE === undefined ? undefined : readFileSync(config.WEBHOOK_CA_FILE, 'utf8');
  const deliverer = new Deliverer({ db, log, sealer, poster: new Poster(destinations, ca) });
  deliverer.start();
  await jobs.startWork(rooms);
  const stopPublishing = startPublishing(rooms);
  return async () => {
    await Promise.all([stopPublishing(), jobs.stopWork(), deliverer.stop()]);
  };
}
