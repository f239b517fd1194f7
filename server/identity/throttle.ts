import type { Database } from '../../db/orm.ts';
import { countSignIn, uncountSignIn } from '../../db/statements/identity.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault } from '../errors.ts';

/** Failed attempts per window, and its length in minutes (decisions 3). */
export const MAX_FAILURES = 10;
export const WINDOW_MINUTES = 15;

/**
 * Runs an authentication attempt unless one of its subjects has failed too often. It is counted in the database before
 * it runs, so that concurrent attempts on any number of processes stay within the limit. A successful attempt is
 * uncounted, and so is one refused without running: the window's end does not move.
 * @param most attempts that may fail in a window
 * @throws Fault rate_limited
 */
export async function throttled(
  db: Database,
  subjects: readonly string[],
  attempt: () => Promise<boolean>,
  most = MAX_FAILURES,
): Promise<boolean> {
  const sorted = [...new Set(subjects)].toSorted();
  const counts = await db.as(ROLES.login, countSignIn, [sorted, WINDOW_MINUTES]);
  const takeBack = () => db.as(ROLES.login, uncountSignIn, [sorted]);
  const full = counts.filter(({ attempts }) => attempts > most);
  if (full.length > 0) {
    await takeBack();
    const seconds = Math.max(1, ...full.map(({ seconds_left }) => seconds_left));
    throw new Fault('rate_limited', {
      message: 'Too many attempts.',
      hint: `Try again in ${seconds > 60 ? `${Math.ceil(seconds / 60)} minutes` : 'a minute'}.`,
      retryAfterS: seconds,
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
