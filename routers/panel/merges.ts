import { z } from 'zod';
import { mergeRecords, MOST_MERGED, previewMerge } from '../../server/records/merge-records.ts';
import { MERGEABLE_KINDS } from '../../server/records/mergeable-kind.ts';
import { previewUnmerge, unmerge } from '../../server/records/unmerge.ts';
import { exactId } from '../fields.ts';
import { t } from '../trpc.ts';
import { doneBy, entitledProcedure, panelProcedure, reading, words, writing } from './procedure.ts';

export const mergeable = z.enum(MERGEABLE_KINDS);

const record = z.string().max(64);
const moves = z.array(z.object({ what: z.string().describe('A table.'), count: z.int() }));

const asked = {
  kept_id: record.describe('The account, deal, contact, prospect or target account that stays.'),
  merged_ids: z.array(record).min(1).max(MOST_MERGED).describe('Those that become part of it.'),
};

const merged = z.object({
  merger_id: z.string(),
  kept_id: z.string(),
  merged_ids: z.array(z.string()),
  changed: z.boolean().describe('False when the same merge was done before.'),
});

const view = {
  merger_id: z.string(),
  kind: mergeable,
  kept_id: z.string(),
  kept_name: words,
  records: z.array(z.object({ record_id: z.string(), name: words })),
  fields: z
    .array(z.object({ field: z.string(), now: z.unknown(), before: z.unknown(), changed_since: z.boolean() }))
    .describe('What the merge changed of the record that stayed.'),
  moves,
  stays: z
    .array(z.object({ kind: z.string(), record_id: z.string(), gone: z.boolean() }))
    .describe('Rows that went over and that somebody moved on or deleted since; the first 50.'),
  stays_count: z.int(),
};

const digest = z.string().max(64).describe('Of the preview that was looked at.');
const merger_id = exactId('merger', 'The merge.');

/** Making records one, and taking that apart again. */
export const merges = t.router({
  preview: panelProcedure
    .input(z.object(asked))
    .output(
      z.object({
        kind: mergeable,
        digest: z.string(),
        records: z.array(
          z.object({
            record_id: z.string(),
            name: words,
            account_id: words,
            account_name: words,
            created_at: z.string(),
          }),
        ),
        fields: z.array(
          z.object({
            field: z.string(),
            values: z.array(z.object({ record_id: z.string(), value: z.unknown() })),
            stays: z.string().describe('The record whose value stays unless another is chosen.'),
            differs: z.boolean(),
          }),
        ),
        moves,
      }),
    )
    .query(({ ctx, input }) => previewMerge(reading(ctx), input)),
  merge: entitledProcedure
    .input(
      z.object({
        ...asked,
        choose: z.record(z.string().max(200), record).optional().describe('By field, the record whose value stays.'),
        digest,
      }),
    )
    .output(merged)
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => mergeRecords(call, input),
        ({ merger_id: id, kept_id, merged_ids, changed }: z.output<typeof merged>) =>
          changed ? { act: 'records.merged', subject: kept_id, detail: { merger_id: id, merged_ids } } : undefined,
      ),
    ),
  unmerge_preview: panelProcedure
    .input(z.object({ merger_id }))
    .output(z.object({ ...view, done_by: doneBy, done_at: z.string(), digest: z.string() }))
    .query(({ ctx, input }) => previewUnmerge(reading(ctx), input.merger_id)),
  unmerge: entitledProcedure
    .input(
      z.object({
        merger_id,
        digest,
        not_duplicates: z.boolean().default(false).describe('Also says that these records are not the same.'),
      }),
    )
    .output(z.object(view))
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => unmerge(call, input.merger_id, input.digest, { notDuplicates: input.not_duplicates }),
        ({ kept_id, records, merger_id: id }) => ({
          act: 'records.unmerged',
          subject: kept_id,
          detail: { merger_id: id, merged_ids: records.map(({ record_id }) => record_id) },
        }),
      ),
    ),
});
