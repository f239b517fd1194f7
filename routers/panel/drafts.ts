import { z } from 'zod';
import type { Activity } from '../../server/identity/activity.ts';
import { MAX_BODY, MAX_TITLE } from '../../server/channels/channels.ts';
import { DRAFT_STATES, REVIEWS, type Review } from '../../server/drafts/draft-states.ts';
import { reviewDraft } from '../../server/drafts/drafts.ts';
import { markSent } from '../../server/drafts/mark-sent.ts';
import { decideEach, editDraft, listQueueOf, queueWords, readDraft } from '../../server/panel/panel-drafts.ts';
import { cursor, id, label, limit, LINE, timestamp } from '../fields.ts';
import { destination } from '../studio/studio-fields.ts';
import { errorIn, t } from '../trpc.ts';
import { entitledProcedure, growingProcedure, pageOf, panelProcedure, reading, words, writing } from './procedure.ts';

const draft_id = id('draft', 'The draft.');
const status = z.enum(DRAFT_STATES);
const version = z.int().min(1).max(1_000_000).describe('The version that was read.');

const decision = {
  action: z.enum(Object.keys(REVIEWS) as [Review, ...Review[]]),
  scheduled_for: timestamp('With schedule: when to publish.').optional(),
  note: z.string().trim().min(1).max(LINE).optional(),
};

/** The version of a draft that was shown: it is decided only while it is unchanged. */
const seen = z.object({ draft_id, version, status });

const REVIEWED = {
  approve: 'draft.approved',
  schedule: 'draft.scheduled',
  hold: 'draft.held',
  reject: 'draft.rejected',
} as const;

type Draft = { draft_id: string; version: number; scheduled_for?: string | null };

const editedActivity = ({ draft_id, version }: Draft): Activity => ({
  act: 'draft.edited',
  subject: draft_id,
  detail: { version },
});
const sentActivity = ({ draft_id, version }: Draft): Activity => ({
  act: 'draft.sent',
  subject: draft_id,
  detail: { version },
});
const reviewedAs =
  (action: Review) =>
  ({ draft_id, version, scheduled_for: until = null }: Draft): Activity => ({
    act: REVIEWED[action],
    subject: draft_id,
    detail: { version, ...(action === 'schedule' ? { scheduled_for: until } : {}) },
  });

export const drafts = t.router({
  list: panelProcedure
    .input(
      z
        .object({
          status: status.optional(),
          channel: label('Only for this channel.').optional(),
          account_id: id('account', 'Only of this account.').optional(),
          assignee: label('Only those this person is to decide.').optional(),
          limit: limit(30),
          cursor,
        })
        .prefault({}),
    )
    .output(
      pageOf(
        z.object({
          draft_id: z.string(),
          channel: z.string(),
          status,
          version: z.int(),
          title: words,
          body: z.string().describe('At most 5,000 characters.'),
          body_chars: z.int(),
          destination: z.record(z.string(), z.unknown()).nullable(),
          product: words,
          skill: words,
          account_id: words,
          account_name: words,
          account_ref: words,
          assignee: words,
          run_ref: words,
          scheduled_for: words,
          failure: words,
          staged_by_key_id: words.describe('Null: a person in the panel.'),
          edited_by_key_id: words,
          needs_other_approver: z.boolean().describe('Whoever looks staged or edited it, and may not approve it.'),
          created_at: z.string(),
          updated_at: z.string(),
          moves: z.array(z.string()),
        }),
      ),
    )
    .query(({ ctx, input }) => listQueueOf(reading(ctx), input)),
  filters: panelProcedure
    .output(
      z.object({
        channels: z.array(z.string()),
        assignees: z.array(z.string()),
        accounts: z.array(z.object({ id: z.string(), name: words })),
      }),
    )
    .query(({ ctx }) => queueWords(reading(ctx))),
  get: panelProcedure
    .input(z.object({ draft_id }))
    .query(({ ctx, input }) => readDraft(reading(ctx), input.draft_id, ctx.services)),
  edit: growingProcedure
    .input(
      z.object({
        draft_id,
        version,
        title: z.string().trim().min(1).max(MAX_TITLE).nullable().optional().describe('Null takes it away.'),
        body: z.string().trim().min(1).max(MAX_BODY).optional(),
        destination: destination.nullable().optional().describe('The whole destination; null takes it away.'),
      }),
    )
    .output(
      z.object({
        draft_id: z.string(),
        status,
        version: z.int(),
        channel: z.string(),
        updated_at: z.string(),
      }),
    )
    .mutation(({ ctx, input }) => writing(ctx, (call) => editDraft(call, input), editedActivity)),
  review: entitledProcedure
    .input(seen.extend(decision))
    .mutation(({ ctx, input }) =>
      writing(ctx, (call) => reviewDraft(call, input, ctx.services), reviewedAs(input.action)),
    ),
  review_many: entitledProcedure
    .input(z.object({ drafts: z.array(seen).min(1).max(50), ...decision }))
    .mutation(async ({ ctx, input: { drafts: inputs, ...how } }) => ({
      items: await decideEach(
        inputs,
        (each) => writing(ctx, (call) => reviewDraft(call, { ...each, ...how }, ctx.services), reviewedAs(how.action)),
        (error) => ctx.gate.faultOf(errorIn(error), ctx.requestId),
      ),
    })),
  mark_sent: entitledProcedure
    .input(z.object({ draft_id, version }))
    .output(
      z.object({ draft_id: z.string(), status: z.literal('published'), version: z.int(), published_at: z.string() }),
    )
    .mutation(({ ctx, input }) => writing(ctx, (call) => markSent(call, input), sentActivity)),
});
