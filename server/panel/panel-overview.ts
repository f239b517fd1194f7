import { firstIdAt, highestId } from '../../db/ids.ts';
import {
  chartCalls,
  countWaiting,
  readOverview as overviewStatement,
  type Waiting,
} from '../../db/statements/panel-overview.ts';
import { STALE_MINUTES } from '../runs/runs.ts';
import { evidenceOf } from '../records/meddpicc.ts';
import type { Call } from '../gate/call.ts';

/** What waits for a person, each counted up to 1,000. */
export async function waitingFor(call: Call): Promise<Waiting> {
  const [waiting] = await call.query(countWaiting, [call.workspaceId]);
  return waiting!;
}

const HOUR_MS = 3_600_000;

/** Bars of the chart of calls. */
const BUCKETS = 60;

/**
 * Calls of the last hours in 60 buckets that begin at whole multiples of their length, the last one still filling.
 * @param hours 1 to 168
 */
export async function chartOfCalls(call: Call, hours: number) {
  const bucketMs = (hours * HOUR_MS) / BUCKETS;
  const last = Math.floor(call.now.getTime() / bucketMs) * bucketMs;
  const starts = Array.from({ length: BUCKETS }, (_, n) => new Date(last - (BUCKETS - 1 - n) * bucketMs));
  const [row] = await call.query(chartCalls, [
    call.workspaceId,
    [...starts.map((start) => firstIdAt('call', start)), highestId('call')],
  ]);
  const { latency, buckets } = row!;
  const found = new Map(buckets.map(({ bucket, ...counts }) => [bucket, counts]));
  const calls = starts.map((start, index) => ({
    at: start.toISOString(),
    ...(found.get(index + 1) ?? { ok: 0, error: 0, denied: 0 }),
  }));
  const total = calls.reduce((sum, { ok, error, denied }) => sum + ok + error + denied, 0);
  const failed = calls.reduce((sum, { error, denied }) => sum + error + denied, 0);
  const charted = starts[BUCKETS - buckets.length]!;
  const minutes = (call.now.getTime() - charted.getTime()) / 60_000;
  return {
    hours,
    bucket_seconds: bucketMs / 1000,
    calls,
    total,
    error_share: total === 0 ? 0 : failed / total,
    per_minute: total / minutes,
    latency,
    counted_up_to: buckets.length < BUCKETS ? total : null,
  };
}

/** Counts of runs, drafts and events, up to 1,000, and of deals, up to 100,000. Ended runs count for 24 h, events for 7 days. */
export async function readOverview(call: Call) {
  const before = (ms: number) => new Date(call.now.getTime() - ms);
  const [row] = await call.query(overviewStatement, [
    call.workspaceId,
    before(STALE_MINUTES * 60_000).toISOString(),
    firstIdAt('run', before(24 * HOUR_MS)),
    firstIdAt('event', before(7 * 24 * HOUR_MS)),
    8,
  ]);
  const { deals_with_gaps, ...overview } = row!.overview;
  return {
    ...overview,
    deals_with_gaps: {
      total: deals_with_gaps.total,
      items: deals_with_gaps.items.map(({ meddpicc, ...deal }) => {
        const { gaps, completeness } = evidenceOf(meddpicc);
        return { ...deal, gaps, completeness };
      }),
    },
  };
}
