import { z } from 'zod';
import { ENTITIES } from '../../server/records/kinds.ts';
import type { Activity } from '../../server/identity/activity.ts';
import {
  archivedRecords,
  listRecords,
  listWords,
  readRecord,
  suggestAccounts,
  valueHistory,
} from '../../server/panel/panel-records.ts';
import { createByPerson, onFields } from '../../server/records/panel-write.ts';
import { archiveRecords, MOST_RECORDS, previewArchive, restoreRecords } from '../../server/undo/archive-many.ts';
import { type ArchivedRecord, archiveRecord, restoreArchived } from '../../server/undo/archive.ts';
import { restoreValue } from '../../server/undo/restore-value.ts';
import { exactId, id, label, limit, openObject } from '../fields.ts';
import { t } from '../trpc.ts';
import { factView } from './accounts.ts';
import { entitledProcedure, growingProcedure, pageOf, panelProcedure, reading, words, writing } from './procedure.ts';

const kind = z.enum(ENTITIES);
const listed = kind.exclude(['account']);
const record_id = z.string().max(64).describe('An account, deal, contact, prospect or target account.');
const record_ids = z.array(record_id).min(1).max(MOST_RECORDS).describe('Records of one kind.');
const amount = z.number().min(-1e15).max(1e15);
const day = z.iso.date('expected a date such as 2026-03-31');
const search = z.string().trim().max(200).optional().describe('Beginnings of words.');
const cursor = z.string().max(2_000).optional();

const source = factView.pick({
  fact_id: true,
  value: true,
  tool: true,
  provider: true,
  key_id: true,
  user_id: true,
  run_ref: true,
  evidence: true,
  at: true,
});

const archived = z.object({
  record_id: z.string(),
  kind: z.string(),
  name: words,
  records: z.int().describe('With those that belong to it.'),
  facts: z.int(),
});
const notBroughtBack = z.array(z.object({ record_id: z.string(), attribute: words }));
const archivedMany = z.object({ record_ids: z.array(z.string()), records: z.int(), facts: z.int() });
const restoredMany = z.object({ record_ids: z.array(z.string()), facts: z.int(), not_brought_back: notBroughtBack });
const restored = z.object({
  record_id: z.string(),
  kind: z.string(),
  name: words,
  facts: z.int(),
  not_brought_back: notBroughtBack,
});

const archivedActivity = ({ record_id: subject, records, facts }: ArchivedRecord): Activity => ({
  act: 'record.archived',
  subject,
  detail: { records, facts },
});

/** Lists of records, and what a person does with one: adds it, edits it, archives it and brings it back (decisions 27). */
export const records = t.router({
  list: panelProcedure
    .input(
      z.object({
        kind: listed,
        search,
        account_id: id('account', 'Only of this account.').optional(),
        list: label('Only of this target list.').optional(),
        industry: label('Only of this industry.').optional(),
        stage: label('Only in this stage, whatever its case.').optional(),
        stage_kind: z.enum(['open', 'won', 'lost']).optional(),
        owner: label('Only of this owner, whatever the case.').optional(),
        close_from: day.optional(),
        close_to: day.optional(),
        amount_min: amount.optional(),
        amount_max: amount.optional(),
        has_gaps: z.boolean().default(false).describe('Only open deals that have MEDDPICC gaps.'),
        sort: z.enum(['newest', 'updated', 'name', 'amount', 'close_date']).default('newest'),
        way: z.enum(['asc', 'desc']).default('desc').describe('Upwards or downwards.'),
        limit: limit(50),
        cursor,
      }),
    )
    .output(pageOf(z.looseObject({ id: z.string(), updated_at: z.string() })))
    .query(({ ctx, input }) => listRecords(reading(ctx), input)),
  words: panelProcedure
    .output(z.object({ stages: z.array(z.string()), owners: z.array(z.string()), lists: z.array(z.string()) }))
    .query(({ ctx }) => listWords(reading(ctx))),
  suggest_accounts: panelProcedure
    .input(z.object({ text: z.string().trim().max(200) }))
    .output(z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }))
    .query(({ ctx, input }) => suggestAccounts(reading(ctx), input.text)),
  archived: panelProcedure
    .input(z.object({ kind, search, limit: limit(50), cursor: exactId('undo', 'Where to go on.').optional() }))
    .output(pageOf(z.object({ record_id: z.string(), name: words, by: z.string(), archived_at: z.string() })))
    .query(({ ctx, input }) => archivedRecords(reading(ctx), input)),
  get: panelProcedure
    .input(z.object({ record_id }))
    .output(
      z.object({
        record_id: z.string(),
        kind,
        record: z.record(z.string(), z.unknown()),
        account_name: words,
        stated: z
          .array(source.extend({ attribute: z.string() }))
          .describe('Who stated the present value of each field.'),
      }),
    )
    .query(({ ctx, input }) => readRecord(reading(ctx), input.record_id)),
  history: panelProcedure
    .input(z.object({ record_id, attribute: z.string().max(200) }))
    .output(z.object({ items: z.array(source.extend({ sentence: z.string(), superseded_at: words })) }))
    .query(({ ctx, input }) => valueHistory(reading(ctx), input)),
  create: growingProcedure
    .input(z.object({ kind, fields: openObject('Its fields by name.') }))
    .output(
      z.object({
        record_id: z.string(),
        kind,
        possible_duplicates: z.array(z.object({ id: z.string(), matched: z.string() })),
      }),
    )
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) =>
          onFields(async () => {
            const { possible_duplicates, ...made } = await createByPerson(call, input.kind, input.fields);
            return { ...made, possible_duplicates: [...possible_duplicates] };
          }),
        ({ record_id: subject, kind: of }) => ({ act: 'record.created', subject, detail: { kind: of } }),
      ),
    ),
  archive: entitledProcedure
    .input(z.object({ record_id }))
    .output(archived)
    .mutation(({ ctx, input }) =>
      writing(ctx, (call) => archiveRecord(call, input.record_id, ctx.services), archivedActivity),
    ),
  restore: entitledProcedure
    .input(z.object({ record_id }))
    .output(restored)
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => restoreArchived(call, input.record_id),
        ({ record_id: subject, facts }) => ({ act: 'record.restored', subject, detail: { facts } }),
      ),
    ),
  archive_preview: panelProcedure
    .input(z.object({ record_ids }))
    .output(
      z.object({
        records: z.int(),
        belonging: z
          .array(z.object({ kind: z.string(), count: z.int().describe('Counted up to 20,001.') }))
          .describe('What goes with them, notes that are withdrawn, and drafts that are held.'),
      }),
    )
    .query(({ ctx, input }) => previewArchive(reading(ctx), input.record_ids)),
  archive_many: entitledProcedure
    .input(z.object({ record_ids }))
    .output(archivedMany)
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => archiveRecords(call, input.record_ids, ctx.services),
        ({ record_ids: ids, records: rows, facts }: z.output<typeof archivedMany>) => ({
          act: 'records.archived',
          subject: ids[0]!,
          detail: { record_ids: ids, records: rows, facts },
        }),
      ),
    ),
  restore_many: entitledProcedure
    .input(z.object({ record_ids }))
    .output(restoredMany)
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => restoreRecords(call, input.record_ids),
        ({ record_ids: ids, facts }: z.output<typeof restoredMany>) => ({
          act: 'records.restored',
          subject: ids[0]!,
          detail: { record_ids: ids, facts },
        }),
      ),
    ),
  restore_value: entitledProcedure
    .input(z.object({ fact_id: exactId('fact', 'The fact whose value is to stand again.') }))
    .output(z.object({ record_id: z.string(), attribute: z.string(), value: z.string() }))
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => restoreValue(call, input.fact_id),
        ({ record_id: subject }) => ({ act: 'values.set', subject, detail: { values: 1, restored: true } }),
      ),
    ),
});
