import { z } from 'zod';
import { bringBack } from '../../server/undo/bring-back.ts';
import type { UndoTarget } from '../../server/undo/selection.ts';
import { getUndo } from '../../server/undo/standing.ts';
import { previewUndo, undo } from '../../server/undo/undo.ts';
import { exactId } from '../fields.ts';
import { t } from '../trpc.ts';
import { doneBy, entitledProcedure, panelProcedure, reading, words, writing } from './procedure.ts';

const of = { kind: z.string(), name: words, account_id: words, record_id: z.string() };

const preview = {
  records: z.array(
    z.object({
      ...of,
      act: z.enum(['archived', 'withdrawn', 'changed', 'held']),
      changes: z.array(z.object({ attribute: z.string(), before: words, after: words })),
    }),
  ),
  stays: z.array(
    z.object({
      ...of,
      attribute: words,
      value: words,
      reason: z.enum(['changed_since', 'in_use', 'decided', 'gone', 'not_kept', 'form']),
      user_id: words,
      key_id: words,
      at: words,
    }),
  ),
  left: z.array(
    z.object({
      kind: z.enum(['published', 'sent', 'delivered', 'delivering']),
      name: z.string(),
      draft_id: words,
      count: z.int(),
      at: words,
    }),
  ),
  limits: z.array(z.object({ what: z.string(), count: z.int() })),
  totals: z
    .object({ records: z.int(), stays: z.int() })
    .describe('How many there are; of a large undo `records` and `stays` list the first.'),
  in_parts: z.boolean().describe('Whether it is large: a job does it part by part, each judging its records anew.'),
  facts: z.int().describe('Facts that are withdrawn.'),
  proposals: z
    .object({ values: z.int(), merges: z.int() })
    .describe('Its proposals that wait for a person, and are closed.'),
};

const target = {
  run_ref: z.string().min(1).max(200).optional(),
  call_id: exactId('call', 'One call.').optional(),
  key_id: exactId('key', 'With since: everything it wrote since then.').optional(),
  since: z.iso.datetime().optional(),
  import_id: exactId('import', 'A whole import that has ended.').optional(),
};

type Target = {
  run_ref?: string | undefined;
  call_id?: string | undefined;
  key_id?: string | undefined;
  since?: string | undefined;
  import_id?: string | undefined;
};

const isOne = ({ run_ref, call_id, key_id, since, import_id }: Target) =>
  [run_ref, call_id, key_id, import_id].filter((each) => each !== undefined).length === 1 &&
  (key_id === undefined) === (since === undefined);

const ONE = 'name a run_ref, a call_id, an import_id, or a key_id with since';

function targetOf({ run_ref, call_id, key_id, since, import_id }: Target): UndoTarget {
  if (run_ref !== undefined) return { run_ref };
  if (import_id !== undefined) return { import_id };
  return call_id !== undefined ? { call_id } : { key_id: key_id!, since: since! };
}

const standing = z.object({
  undo_id: z.string(),
  since: words,
  facts: z.int(),
  done_by: doneBy,
  done_at: z.string(),
  restored_by: doneBy.nullable(),
  restored_at: words,
  job: z
    .object({
      way: z.enum(['undo', 'take_back']),
      state: z.enum(['running', 'done', 'failed']),
      total: z.int().describe('Records; parts on the way back.'),
      done: z.int(),
      records: z.int().describe('Records it changed.'),
      stays: z.int().describe('What stayed as somebody changed it since.'),
      reason: words.describe('Why it failed: the rest can be asked for again.'),
    })
    .nullable()
    .describe('Of a large undo: how far it got.'),
});

const undone = z.object({ undo_id: z.string(), ...preview });
const broughtBack = z.object({
  undo_id: z.string(),
  run_ref: words,
  call_id: words,
  key_id: words,
  import_id: words,
  in_parts: z.boolean().describe('Whether it is large: a job takes it back part by part.'),
  facts: z.int(),
  not_brought_back: z.array(z.object({ record_id: z.string(), attribute: words })),
});

/** Undoing what a run, a call, a key since a time, or an import wrote. */
export const undos = t.router({
  preview: panelProcedure
    .input(z.object(target).refine(isOne, ONE))
    .output(
      z.object({
        ...preview,
        digest: z.string().describe('What undo is asked with: it does what this says, or nothing.'),
        undos: z.array(standing).describe('What was undone before, newest first.'),
      }),
    )
    .query(({ ctx, input }) => previewUndo(reading(ctx), targetOf(input), ctx.services)),
  get: panelProcedure
    .input(z.object({ undo_id: exactId('undo', 'The undo.') }))
    .output(standing)
    .query(({ ctx, input }) => getUndo(reading(ctx), input.undo_id)),
  undo: entitledProcedure
    .input(z.object({ ...target, digest: z.string().max(64) }).refine(isOne, ONE))
    .output(undone)
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => undo(call, targetOf(input), input.digest, ctx.services),
        // The job of a large one writes the entry, once it is done.
        ({ undo_id, records, facts, in_parts }: z.output<typeof undone>) =>
          in_parts
            ? undefined
            : {
                act: 'writes.undone',
                subject: input.run_ref ?? input.call_id ?? input.key_id ?? input.import_id,
                detail: { undo_id, since: input.since ?? null, records: records.length, facts },
              },
      ),
    ),
  bring_back: entitledProcedure
    .input(z.object({ undo_id: exactId('undo', 'The undo to take back.') }))
    .output(broughtBack)
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => bringBack(call, input.undo_id, ctx.services),
        ({ undo_id, run_ref, call_id, key_id, import_id, facts, in_parts }: z.output<typeof broughtBack>) =>
          in_parts
            ? undefined
            : {
                act: 'writes.brought_back',
                subject: run_ref ?? call_id ?? key_id ?? import_id,
                detail: { undo_id, facts },
              },
      ),
    ),
});
