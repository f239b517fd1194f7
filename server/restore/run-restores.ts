import type { Logger } from 'pino';
import type { Database } from '../../db/orm.ts';
import { findDueRestores, leaseRestore } from '../../db/statements/restores.ts';
import { connectionsOf } from '../gate/fair-slots.ts';
import type { Quotas } from '../gate/quota.ts';
import { Reads } from '../gate/reads.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { work } from '../jobs/queue.ts';
import { takeDue, takeTurnsAgain } from '../jobs/take-turns.ts';
import { restoring } from './queue.ts';
import { type RestoreDeps, RunningRestore } from './run-restore.ts';

type Deps = { readonly db: Database; readonly log: Logger; readonly jobs: Jobs; readonly quotas: Quotas };

const due = { find: findDueRestores, lease: leaseRestore };

export const runRestores = work(restoring, async ({ db, log, jobs, quotas }: Deps) => {
  const deps: RestoreDeps = { db, quotas, slots: connectionsOf(db), reads: new Reads(db) };
  await takeTurnsAgain({ db, jobs, log }, restoring, (most) =>
    takeDue(db, due, most, (...of) => new RunningRestore(deps, ...of)),
  );
});
