import { firstIdAt } from '../../db/ids.ts';
import { pullBrief as briefStatement } from '../../db/statements/account-reads.ts';
import type { Call } from '../gate/call.ts';
import { evidenceOf } from './meddpicc.ts';

const DAY_MS = 86_400_000;

/** When a brief's time begins: midnight UTC, or 7 days ago to the minute. */
function beginningOf(scope: 'today' | 'week', now: Date): Date {
  return new Date(scope === 'today' ? Math.floor(now.getTime() / DAY_MS) * DAY_MS : now.getTime() - 7 * DAY_MS);
}

/** `pull_brief`: what happened and what waits, in one statement (decisions 6). */
export async function pullBrief(call: Call, { scope }: { scope: 'today' | 'week' }) {
  const since = beginningOf(scope, call.now);
  const [row] = await call.query(briefStatement, [
    call.workspaceId,
    since.toISOString(),
    firstIdAt('capture', since),
    firstIdAt('plan_entry', since),
  ]);
  const { brief } = row!;
  return {
    scope,
    since: since.toISOString(),
    until: call.now.toISOString(),
    ...brief,
    deals_with_gaps: brief.deals_with_gaps.map(({ meddpicc, ...deal }) => {
      const { gaps, completeness } = evidenceOf(meddpicc);
      return { ...deal, gaps, completeness };
    }),
  };
}
