import { z } from 'zod';
import { mergeProposals, withdrawnItems } from '../../server/panel/panel-amendments.ts';
import { applyMerge, declineMerge } from '../../server/records/merge.ts';
import { restoreRecord, WITHDRAWABLE, withdrawRecord } from '../../server/records/withdraw.ts';
import { exactId, id, limit, meaningfulLine } from '../fields.ts';
import { t } from '../trpc.ts';
import { doneBy, entitledProcedure, pageOf, panelProcedure, reading, words, writing } from './procedure.ts';

const record_id = z.string().max(64).describe('A capture, plan entry, meeting, signal or draft.');
const proposal_id = exactId('merge', 'The proposal.');
const amended = z.object({ id: z.string(), kind: z.enum(WITHDRAWABLE), changed: z.boolean(), facts: z.int() });
const restored = amended.extend({ lost_ref: words.describe('The external_ref that another record has by now.') });
const decided = z.object({ proposal_id: z.string(), kept_id: z.string(), merged_id: z.string() });

type Amended = z.output<typeof amended>;
type Decided = z.output<typeof decided>;

/** What agents took back or proposed to merge, for a person to look at and decide. */
export const amendments = t.router({
  withdrawn: panelProcedure
    .input(
      z
        .object({
          account_id: id('account', 'Of this account only.').optional(),
          limit: limit(50),
          cursor: z.string().max(500).optional(),
        })
        .prefault({}),
    )
    .output(
      pageOf(
        z.object({
          kind: z.enum(WITHDRAWABLE),
          id: z.string(),
          name: words,
          excerpt: words,
          account_id: words,
          account_name: words,
          created_at: z.string(),
          withdrawn_at: z.string(),
          withdrawn_reason: z.string(),
          ...doneBy.shape,
        }),
      ),
    )
    .query(({ ctx, input }) => withdrawnItems(reading(ctx), input)),
  withdraw: entitledProcedure
    .input(z.object({ record_id, reason: meaningfulLine('Why.') }))
    .output(amended)
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => withdrawRecord(call, input.record_id, input.reason),
        ({ id: subject, kind, facts }: Amended) => ({ act: 'record.withdrawn', subject, detail: { kind, facts } }),
      ),
    ),
  restore: entitledProcedure
    .input(z.object({ record_id }))
    .output(restored)
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => restoreRecord(call, input.record_id),
        ({ id: subject, kind, facts }: Amended) => ({ act: 'record.restored', subject, detail: { kind, facts } }),
      ),
    ),
  merges: panelProcedure
    .input(z.object({ limit: limit(50), cursor: exactId('merge', 'Where to go on.').optional() }).prefault({}))
    .output(
      pageOf(
        z.object({
          proposal_id: z.string(),
          kind: z.string(),
          kept_id: z.string(),
          merged_id: z.string(),
          reason: words,
          created_at: z.string(),
          kept: z.record(z.string(), z.unknown()).nullable(),
          merged: z.record(z.string(), z.unknown()).nullable(),
          ...doneBy.shape,
        }),
      ),
    )
    .query(({ ctx, input }) => mergeProposals(reading(ctx), input)),
  apply_merge: entitledProcedure
    .input(z.object({ proposal_id }))
    .output(decided)
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => applyMerge(call, input.proposal_id),
        ({ kept_id, merged_id }: Decided) => ({ act: 'merge.applied', subject: kept_id, detail: { merged_id } }),
      ),
    ),
  decline_merge: entitledProcedure
    .input(z.object({ proposal_id, note: meaningfulLine('Why, for an agent that proposes it again.').optional() }))
    .output(decided)
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => declineMerge(call, input.proposal_id, input.note),
        ({ kept_id, merged_id }: Decided) => ({ act: 'merge.declined', subject: kept_id, detail: { merged_id } }),
      ),
    ),
});
