import { z } from 'zod';
import { ENTITIES } from '../../server/records/kinds.ts';
import type { ImportView } from '../../server/imports/imports.ts';
import {
  addImportPart,
  beginToImport,
  checkSize,
  createImport,
  getImport,
  goOnWithImport,
  pageOfErrors,
  pageOfImports,
  PART_CHARS,
  previewImport,
  stopImport,
} from '../../server/imports/imports.ts';
import { importing } from '../../server/imports/run-imports.ts';
import { restoring } from '../../server/restore/queue.ts';
import { DATE_FORMATS } from '../../server/imports/values.ts';
import { cursor, id, limit } from '../fields.ts';
import { t } from '../trpc.ts';
import { entitledProcedure, growingProcedure, panelProcedure, reading, words, writing } from './procedure.ts';

const import_id = id('import', 'The import.');
const kind = z.enum(ENTITIES);
const name = z.string().trim().min(1).max(200).nullable();

const columns = z
  .array(z.object({ column: z.string().max(500), field: z.string().min(1).max(500).nullable() }))
  .max(500)
  .optional()
  .describe('Where each column goes, by its name; null leaves it out. Guessed when omitted.');

const options = z
  .object({
    date_format: z.enum(DATE_FORMATS).describe('How dates are written; guessed when omitted.'),
    create_accounts: z.boolean().describe('Create the accounts that rows name and nobody has.'),
    default_account: name.describe('The account of deals that name none, by its name; created if need be.'),
    list_name: name.describe('The list of target accounts that name none.'),
  })
  .partial();

const mapping = { import_id, columns, options: options.default({}) };

const issue = z.object({ path: z.string(), message: z.string() });

const view = z.object({
  import_id: z.string(),
  kind: z.enum([...ENTITIES, 'workspace']),
  file_name: z.string(),
  state: z.enum(['uploading', 'running', 'done', 'cancelled', 'failed']),
  bytes: z.int(),
  received_bytes: z.int(),
  total_rows: z.int().nullable().describe('Null until they were counted.'),
  done: z.int().describe('Rows done: created, updated and failed ones.'),
  created: z.int(),
  updated: z.int(),
  failed: z.int(),
  accounts_created: z.int().describe('Accounts created for rows that name them.'),
  reason: words.describe('Why it failed.'),
  user_id: z.string(),
  created_at: z.string(),
  started_at: words,
  ended_at: words,
  restore: z
    .object({ left_out: z.record(z.string(), z.int()), held: z.int() })
    .nullable()
    .describe(
      'Of a workspace’s file: rows that were left out by table, and drafts that had been let through and are held.',
    ),
}) satisfies z.ZodType<ImportView>;

/** Imports of CSV files: uploaded in parts, previewed, run by a job. */
export const imports = t.router({
  create: growingProcedure
    .input(z.object({ kind, file_name: z.string().trim().min(1).max(200), bytes: z.int().min(1) }))
    .output(z.object({ import_id: z.string() }))
    .mutation(({ ctx, input }) => {
      checkSize(input.bytes);
      return writing(ctx, (call) => createImport(call, input));
    }),
  add_part: entitledProcedure
    .input(z.object({ import_id, place: z.int().min(0), text: z.string().min(1).max(PART_CHARS) }))
    .output(z.object({ received_bytes: z.int() }))
    .mutation(({ ctx, input }) => writing(ctx, (call) => addImportPart(call, input))),
  preview: entitledProcedure
    .input(z.object(mapping))
    .output(
      z.object({
        import_id: z.string(),
        kind,
        columns: z.array(z.object({ column: z.string(), field: words })),
        fields: z.array(z.string()).describe('Fields with a meaning; any other name is kept among the facts.'),
        of_accounts: z.boolean().describe('Whether such records belong to accounts.'),
        options: options.required(),
        more: z.boolean().describe('Whether the file has more rows than `items`.'),
        items: z.array(
          z.object({
            line: z.int(),
            action: z.enum(['create', 'update']),
            record_id: words,
            account: words.describe('The account as the row names it.'),
            account_id: words.describe('Null: it is to be created, or there is none.'),
            same_name: words.describe('An account with the name of a row that is to be added beside it.'),
            facts: z.record(z.string(), z.unknown()),
            errors: z.array(issue),
          }),
        ),
      }),
    )
    .mutation(({ ctx, input: { import_id: importId, ...given } }) => previewImport(reading(ctx), importId, given)),
  start: growingProcedure
    .input(z.object(mapping))
    .output(z.object({ import_id: z.string() }))
    .mutation(async ({ ctx, input: { import_id: importId, ...given } }) => {
      await writing(
        ctx,
        async (call) => {
          const started = await beginToImport(call, importId, given);
          await ctx.services.jobs.enlist(call.em, importing, { again: true });
          return started;
        },
        ({ kind: of, file_name }) => ({
          act: 'import.started',
          subject: importId,
          detail: { kind: of, file: file_name },
        }),
      );
      return { import_id: importId };
    }),
  list: panelProcedure
    .input(z.object({ limit: limit(50), cursor }).prefault({}))
    .output(z.object({ items: z.array(view), next_cursor: words }))
    .query(({ ctx, input }) => pageOfImports(reading(ctx), input)),
  get: panelProcedure
    .input(z.object({ import_id }))
    .output(view)
    .query(({ ctx, input }) => getImport(reading(ctx), input.import_id)),
  errors: panelProcedure
    .input(
      z.object({ import_id, limit: limit(50), after: z.int().min(0).default(0).describe('The line to go on behind.') }),
    )
    .output(
      z.object({
        items: z.array(z.object({ line: z.int(), errors: z.array(issue), cells: z.array(z.string()) })),
        next_after: z.int().nullable(),
      }),
    )
    .query(({ ctx, input }) => pageOfErrors(reading(ctx), input)),
  cancel: panelProcedure
    .input(z.object({ import_id }))
    .output(z.object({ done: z.int() }))
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => stopImport(call, input.import_id),
        (detail) => ({ act: 'import.cancelled', subject: input.import_id, detail }),
      ),
    ),
  resume: growingProcedure
    .input(z.object({ import_id }))
    .output(z.object({ done: z.int() }))
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        async (call) => {
          const { kind: of, done } = await goOnWithImport(call, input.import_id);
          await ctx.services.jobs.enlist(call.em, of === 'workspace' ? restoring : importing, { again: true });
          return { done };
        },
        (detail) => ({ act: 'import.resumed', subject: input.import_id, detail }),
      ),
    ),
});
