import { z } from 'zod';
import { listRuns, readRun, runWords } from '../../server/panel/panel-runs.ts';
import { cursor, label, limit } from '../fields.ts';
import { t } from '../trpc.ts';
import { runStatus } from './overview.ts';
import { doneBy, pageOf, panelProcedure, reading, words } from './procedure.ts';

const runView = z.object({
  run_id: z.string(),
  run_ref: z.string(),
  plugin: words,
  skill: words,
  status: runStatus,
  declared: z.boolean(),
  started_at: words,
  last_sign_at: z.string(),
  settled_at: words,
  duration_ms: z.number().nullable(),
  outcome: words,
  counts: z.record(z.string(), z.unknown()).nullable(),
  error_code: words,
  account_ref: words,
  key_id: z.string(),
  created_at: z.string(),
});

const at = z.string();

const timelineItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('call'),
    at,
    id: z.string(),
    item: z.object({
      tool: z.string(),
      transport: z.string(),
      outcome: z.enum(['ok', 'proposed', 'error', 'denied']),
      decided: z.enum(['taken', 'declined']).nullable().describe('What a person decided about a call that proposed.'),
      error_code: words,
      duration_ms: z.number(),
      request_id: z.string(),
      key_id: z.string(),
    }),
  }),
  z.object({
    kind: z.literal('fact'),
    at,
    id: z.string(),
    item: z.object({
      account_id: words,
      subject_type: z.string(),
      subject_id: z.string(),
      attribute: z.string(),
      value: z.string(),
      sentence: z.string(),
      tool: z.string(),
      request_id: words,
    }),
  }),
  z.object({
    kind: z.literal('draft'),
    at,
    id: z.string(),
    item: z.object({
      channel: z.string(),
      title: words,
      status: z.string(),
      version: z.int(),
      account_id: words,
      account_ref: words,
    }),
  }),
  z.object({
    kind: z.literal('event'),
    at,
    id: z.string(),
    item: z.object({
      type: z.string(),
      deliveries: z.array(z.object({ webhook_id: z.string(), state: z.string(), attempts: z.int() })),
    }),
  }),
  z.object({
    kind: z.literal('send'),
    at,
    id: z.string(),
    item: z.object({ channel: z.string(), provider: words, draft_id: words }),
  }),
]);

export const runs = t.router({
  list: panelProcedure
    .input(
      z
        .object({
          status: runStatus.optional(),
          plugin: label('Only of this plugin.').optional(),
          skill: label('Only of this skill.').optional(),
          limit: limit(50),
          cursor,
        })
        .prefault({}),
    )
    .output(pageOf(runView))
    .query(({ ctx, input }) => listRuns(reading(ctx), input)),
  filters: panelProcedure
    .output(z.object({ plugins: z.array(z.string()), skills: z.array(z.string()) }))
    .query(({ ctx }) => runWords(reading(ctx))),
  get: panelProcedure
    .input(z.object({ run_ref: z.string().min(1).max(200) }))
    .output(
      z.object({
        run: runView.extend({
          error_detail: words,
          telemetry: words.describe('The payload as it came, byte for byte.'),
        }),
        timeline: z.array(timelineItem).describe('Oldest first.'),
        undone: z
          .object({
            by: doneBy,
            at: z.string(),
          })
          .nullable()
          .describe('The undo of it that stands.'),
        cut: z.array(z.string()).describe('Kinds of which the timeline shows the first 500 only.'),
      }),
    )
    .query(({ ctx, input }) => readRun(reading(ctx), input.run_ref)),
});
