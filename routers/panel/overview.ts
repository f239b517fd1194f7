import { z } from 'zod';
import { DIMENSIONS } from '../../server/records/meddpicc.ts';
import { chartOfCalls, readOverview } from '../../server/panel/panel-overview.ts';
import { t } from '../trpc.ts';
import { panelProcedure, reading, words } from './procedure.ts';

export const runStatus = z.enum(['running', 'stale', 'ok', 'error']);

const count = z.int().describe('Counted up to 1,000.');

export const overview = t.router({
  get: panelProcedure
    .output(
      z.object({
        runs: z.object({ running: count, stale: count, ok: count, error: count }).describe('Ended: in the last 24 h.'),
        drafts: z.object({ pending: count, held: count, scheduled: count, approved: count, failed: count }),
        tier_proposals: count,
        deals_with_gaps: z.object({
          total: z.int().describe('Counted up to 100,000.'),
          items: z
            .array(
              z.object({
                opp_id: z.string(),
                account_id: z.string(),
                account_name: words,
                name: words,
                stage: words,
                amount: z.number().nullable(),
                currency: words,
                close_date: words,
                gaps: z.array(z.enum(DIMENSIONS)),
                completeness: z.int(),
              }),
            )
            .describe('Those worth most first.'),
        }),
        webhooks: z.object({
          enabled: z.int(),
          disabled: z.int(),
          failing: z.int(),
          failed_events: z.int().describe('In the last 7 days.'),
        }),
        recent_runs: z.array(
          z.object({
            run_id: z.string(),
            run_ref: z.string(),
            plugin: words,
            skill: words,
            status: runStatus,
            outcome: words,
            error_code: words,
            duration_ms: z.number().nullable(),
            created_at: z.string(),
          }),
        ),
      }),
    )
    .query(({ ctx }) => readOverview(reading(ctx))),

  calls: panelProcedure
    .input(z.object({ hours: z.int().min(1).max(168).default(1) }).prefault({}))
    .output(
      z.object({
        hours: z.int(),
        bucket_seconds: z.number(),
        calls: z
          .array(z.object({ at: z.string(), ok: z.int(), error: z.int(), denied: z.int() }))
          .describe('60 buckets, oldest first; the last is still filling.'),
        total: z.int(),
        error_share: z.number().describe('Errors and denials among all, 0 to 1.'),
        per_minute: z.number(),
        latency: z.object({ p50: z.number().nullable(), p95: z.number().nullable() }).describe('Milliseconds.'),
        counted_up_to: z.int().nullable().describe('Set when only the newest so many are charted.'),
      }),
    )
    .query(({ ctx, input }) => chartOfCalls(reading(ctx), input.hours)),
});
