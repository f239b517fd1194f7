import { z } from 'zod';
import {
  identitiesOf,
  listDuplicates,
  sayNotDuplicates,
  searchState,
  startSearch,
} from '../../server/records/duplicates.ts';
import { MOST_MERGED } from '../../server/records/merge-records.ts';
import { limit, meaningfulLine } from '../fields.ts';
import { t } from '../trpc.ts';
import { mergeable } from './merges.ts';
import { doneBy, entitledProcedure, pageOf, panelProcedure, reading, words, writing } from './procedure.ts';

const record_id = z.string().max(64);

const shown = {
  id: z.string(),
  kind: mergeable,
  name: words,
  domain: words,
  email: words,
  title: words,
  stage: words,
  account_id: words,
  account_name: words,
  external_ref: words,
  created_at: z.string(),
  updated_at: z.string(),
};

const said = z.object({ record_ids: z.array(z.string()), pairs: z.int() });

/** Records that may be the same. */
export const duplicates = t.router({
  state: panelProcedure
    .output(
      z.object({
        searched_at: words.describe('When the last search ended; null before the first and during one.'),
        searching: z.boolean(),
        counts: z.record(mergeable, z.int()).describe('Sets by kind, as the last search found them.'),
      }),
    )
    .query(({ ctx }) => searchState(reading(ctx))),
  search: panelProcedure
    .output(z.object({ started: z.boolean().describe('False while one runs, and a minute after.') }))
    .mutation(({ ctx }) => writing(ctx, (call) => startSearch(call, ctx.services))),
  list: panelProcedure
    .input(z.object({ kind: mergeable, limit: limit(20), cursor: z.string().max(200).optional() }))
    .output(
      pageOf(
        z.object({
          set_id: z.string(),
          kind: mergeable,
          matched: z.string().describe('`domain`, `email` or `name`.'),
          count: z.int().describe('How many records there are; the first 20 are named.'),
          records: z.array(z.object(shown)),
        }),
      ),
    )
    .query(({ ctx, input }) => listDuplicates(reading(ctx), input)),
  not_duplicates: entitledProcedure
    .input(
      z.object({
        record_ids: z
          .array(record_id)
          .min(2)
          .max(2 * (MOST_MERGED + 1)),
        note: meaningfulLine('Why, for an agent that proposes to merge them.').optional(),
      }),
    )
    .output(said)
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => sayNotDuplicates(call, input.record_ids, input.note),
        ({ record_ids, pairs }: z.output<typeof said>) =>
          pairs === 0
            ? undefined
            : { act: 'records.not_duplicates', subject: record_ids[0]!, detail: { record_ids, pairs } },
      ),
    ),
  of: panelProcedure
    .input(z.object({ record_ids: z.array(record_id).min(1).max(100).describe('Records of one kind.') }))
    .output(
      z.object({
        items: z.array(
          z.object({
            record_id: z.string(),
            external_ref: words,
            possible_duplicates: z.array(
              z.object({
                ...shown,
                matched: z.string().describe('`external_ref`, `domain`, `email`, `name`, or `proposal`.'),
              }),
            ),
            merged: z
              .array(
                z.object({
                  record_id: z.string(),
                  kind: z.string(),
                  merger_id: words.describe('Null where it cannot be taken apart.'),
                  name: words,
                  external_ref: words,
                  merged_by: doneBy,
                  merged_at: z.string(),
                }),
              )
              .describe('What became part of it, the last first.'),
          }),
        ),
      }),
    )
    .query(({ ctx, input }) => identitiesOf(reading(ctx), input.record_ids)),
});
