import type { Logger } from 'pino';
import type { Database } from '../../db/orm.ts';
import { findDueImports, leaseImport } from '../../db/statements/imports.ts';
import { connectionsOf } from '../gate/fair-slots.ts';
import type { Quotas } from '../gate/quota.ts';
import { Reads } from '../gate/reads.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { work } from '../jobs/queue.ts';
import { takeDue, takeTurnsAgain, turnsQueue } from '../jobs/take-turns.ts';
import { type ImportDeps, RunningImport } from './run-import.ts';

/** Imports are looked for at every minute, and so many seconds after it: one whose process died goes on then. */
const BETWEEN_S = [15, 30, 45];

type Deps = { readonly db: Database; readonly log: Logger; readonly jobs: Jobs; readonly quotas: Quotas };

const due = { find: findDueImports, lease: leaseImport };

/** Looks for imports to go on with. */
export const importing = turnsQueue('run-imports');

export const runImports = work(importing, async ({ db, log, jobs, quotas }: Deps, { again = false }) => {
  if (!again) {
    for (const seconds of BETWEEN_S) {
      await jobs.send(importing, { again: true }, { startAfter: new Date(Date.now() + seconds * 1_000) });
    }
  }
  const deps: ImportDeps = { db, quotas, slots: connectionsOf(db), reads: new Reads(db) };
  await takeTurnsAgain({ db, jobs, log }, importing, (most) =>
    takeDue(db, due, most, (...of) => new RunningImport(deps, ...of)),
  );
});
