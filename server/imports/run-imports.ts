import type { Logger } from 'pino';
import { type Database, execute } from '../../db/orm.ts';
import { findDueImports, leaseImport, releaseImport } from '../../db/statements/imports.ts';
import { ROLES } from '../../db/roles.ts';
import { connectionsOf } from '../gate/fair-slots.ts';
import type { Quotas } from '../gate/quota.ts';
import { Reads } from '../gate/reads.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { queue, work } from '../jobs/queue.ts';
import { type ImportDeps, LEASE_S, RunningImport } from './run-import.ts';

/** A run of the job ends soon, so that a process can stop, and the next begins at once. In milliseconds. */
const RUN_MS = 6_000;

/** Imports are looked for at every minute, and so many seconds after it: one whose process died goes on then. */
const BETWEEN_S = [15, 30, 45];

/** How often a run looks for further imports, in milliseconds. */
const LOOK_MS = 1_000;

/** Imports that one process takes at once; their chunks take turns. */
const MOST = 8;

/** Attempts without a row done until an import counts as failed, and seconds between them. */
const MOST_TRIES = 20;
const RETRY_S = 5;

type Deps = { readonly db: Database; readonly log: Logger; readonly quotas: Quotas };

/** Takes imports that no process has. */
async function takeDue(deps: ImportDeps, held: RunningImport[]): Promise<void> {
  const { db } = deps;
  for (const { workspace_id: workspaceId, id } of await db.as(ROLES.maintenance, findDueImports, [MOST])) {
    if (held.length >= MOST) return;
    const [row] = await db
      .fork(workspaceId)
      .transactional((em) => execute(em, leaseImport, [workspaceId, id, LEASE_S]));
    if (row !== undefined) held.push(new RunningImport(deps, workspaceId, id, row));
  }
}

async function release({ db }: Deps, { workspaceId, importId }: RunningImport, seconds: number, failed: 0 | 1) {
  const values = [workspaceId, importId, seconds, failed] as const;
  const [row] = await db.fork(workspaceId).transactional((em) => execute(em, releaseImport, values));
  return row?.tries ?? 0;
}

/**
 * Goes on with imports that wait, a chunk of each in turn, until none is left or the time is over.
 * @param began called before the first chunk
 * @returns whether some are left
 */
export async function continueImports(deps: Deps, began: () => Promise<void> = async () => {}): Promise<boolean> {
  const { db, log, quotas } = deps;
  const parts: ImportDeps = { db, quotas, slots: connectionsOf(db), reads: new Reads(db) };
  const until = performance.now() + RUN_MS;
  const held: RunningImport[] = [];
  let looked = -Infinity;
  let hasBegun = false;
  while (performance.now() < until) {
    if (performance.now() - looked > LOOK_MS) {
      await takeDue(parts, held);
      looked = performance.now();
    }
    const next = held.shift();
    if (next === undefined) return false;
    if (!hasBegun) await began();
    hasBegun = true;
    try {
      if (await next.step()) held.push(next);
      // The embedded database answers without a turn of the event loop: calls would wait for the whole import.
      await new Promise(setImmediate);
    } catch (error) {
      log.warn({ import_id: next.importId, err: error }, 'Rows of an import were not taken');
      if ((await release(deps, next, RETRY_S, 1)) >= MOST_TRIES) await next.giveUp();
    }
  }
  for (const each of held) await release(deps, each, 0, 0);
  return held.length > 0;
}

/** Looks for imports to go on with. `again`: between two minutes, or right after a run. */
export const importing = queue<{ again?: boolean }>({
  name: 'run-imports',
  cron: '* * * * *',
  retries: 0,
  retryAfter: 60,
  expiresAfter: 60,
  concurrency: 1,
  pollSeconds: 5,
});

export const runImports = work(importing, async (deps: Deps & { readonly jobs: Jobs }, { again = false }) => {
  if (!again) {
    for (const seconds of BETWEEN_S) {
      await deps.jobs.send(importing, { again: true }, { startAfter: new Date(Date.now() + seconds * 1_000) });
    }
  }
  // Should this process die over them, another looks once they are free again.
  const after = () => new Date(Date.now() + RUN_MS + LEASE_S * 1_000);
  const lookAfter = () => deps.jobs.send(importing, { again: true }, { startAfter: after() });
  if (await continueImports(deps, lookAfter)) await deps.jobs.send(importing, { again: true });
});
