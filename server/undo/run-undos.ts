import type { Logger } from 'pino';
import type { Database } from '../../db/orm.ts';
import { findDueUndos, leaseUndo } from '../../db/statements/undo-jobs.ts';
import { connectionsOf } from '../gate/fair-slots.ts';
import { Reads } from '../gate/reads.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { work } from '../jobs/queue.ts';
import { takeDue, takeTurnsAgain } from '../jobs/take-turns.ts';
import type { UndoServices } from './apply.ts';
import { undoing } from './queue.ts';
import { RunningUndo, type UndoDeps } from './run-undo.ts';

type Deps = Pick<UndoServices, 'config'> & { readonly db: Database; readonly log: Logger; readonly jobs: Jobs };

const due = { find: findDueUndos, lease: leaseUndo };

export const runUndos = work(undoing, async ({ db, log, jobs, config }: Deps) => {
  const deps: UndoDeps = { db, jobs, config, slots: connectionsOf(db), reads: new Reads(db) };
  await takeTurnsAgain({ db, jobs, log }, undoing, (most) =>
    takeDue(db, due, most, (...of) => new RunningUndo(deps, ...of)),
  );
});
