import type { Database } from '../../db/orm.ts';
import { countSignIn, uncountSignIn } from '../../db/statements/identity.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault } from '../errors.ts';

/** Failed attempts that a window takes, and its length in minutes (decisions 3). */
export const MOST_FAILURES = 10;
export const WINDOW_MINUTES = 15;

/**
 * Makes an attempt to prove who one is, unless one of its subjects has failed too often. It is counted before it is made,
 * in the database, so that of any number at once, on any number of processes, no more are made than may; one that
 * succeeds is taken back, and so is one that is refused unmade: a window ends when it ends, however hard somebody knocks.
 * @throws Fault rate_limited
 */
export async function throttled(
  db: Database,
  subjects: readonly string[],
  attempt: () => Promise<boolean>,
): Promise<boolean> {
  const sorted = [...new Set(subjects)].toSorted();
  const counts = await db.as(ROLES.login, countSignIn, [sorted, WINDOW_MINUTES]);
  const takeBack = () => db.as(ROLES.login, uncountSignIn, [sorted]);
  const full = counts.filter(({ attempts }) => attempts > MOST_FAILURES);
  if (full.length > 0) {
    await takeBack();
    const seconds = Math.max(1, ...full.map(({ seconds_left }) => seconds_left));
    throw new Fault('rate_limited', {
      message: 'Too many failed attempts to sign in.',
      hint: `Try again in ${Math.ceil(seconds / 60)} minutes.`,
      headers: { 'Retry-After': String(seconds) },
    });
  }
  let succeeded = false;
  try {
    succeeded = await attempt();
    return succeeded;
  } finally {
    if (succeeded) await takeBack();
  }
}
