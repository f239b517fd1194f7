import { z } from 'zod';
import {
  changesetOf,
  declineCalls,
  listChangesets,
  previewChangeset,
  takeCalls,
} from '../../server/changesets/changesets.ts';
import type { Activity } from '../../server/identity/activity.ts';
import { proposerOf } from '../../server/gate/principal.ts';
import { exactId, limit, meaningfulLine } from '../fields.ts';
import { t } from '../trpc.ts';
import { factView } from './accounts.ts';
import { doneBy, entitledProcedure, pageOf, panelProcedure, reading, words, writing } from './procedure.ts';

const changeset_id = exactId('changeset', 'The changeset.');
const call = exactId('proposed_call', 'A call of it.');

const changeset = z.object({
  changeset_id: z.string(),
  key_id: z.string(),
  user_id: z.string(),
  run_ref: words,
  plugin: words,
  skill: words,
  state: z.enum(['open', 'closed']),
  created_at: z.string(),
  updated_at: z.string(),
  waiting: z.int(),
  taken: z.int(),
  declined: z.int(),
});

const records = z.array(
  z.object({
    record_id: z.string(),
    kind: z.string(),
    name: words,
    account_id: words.describe('The account that it belongs to before it changes.'),
    account_name: words,
    act: z.enum(['made', 'changed', 'withdrawn', 'restored', 'removed']),
    reason: words.describe('Why it is withdrawn, or was, where it is restored.'),
    changes: z.array(
      z.object({
        attribute: z.string(),
        before: words.describe('In words; of another record its name.'),
        after: words,
        sentence: words,
        evidence: factView.shape.evidence,
      }),
    ),
  }),
);

const decided = z.object({
  changeset_id: z.string(),
  decided: z.array(z.string()),
  state: z.enum(['open', 'closed']),
});

/** What keys on probation would write, for a person to take or leave (decisions 26). */
export const changesets = t.router({
  list: panelProcedure
    .input(
      z
        .object({
          state: z.enum(['open', 'closed']).default('open'),
          limit: limit(50),
          cursor: exactId('changeset', 'Where to go on.').optional(),
        })
        .prefault({}),
    )
    .output(pageOf(changeset))
    .query(({ ctx, input }) => listChangesets(reading(ctx), input)),
  preview: panelProcedure
    .input(z.object({ changeset_id }))
    .output(
      changeset.extend({
        calls: z.array(
          z.object({
            id: z.string(),
            tool: z.string(),
            request_id: z.string(),
            call_id: z.string(),
            at: z.string(),
            state: z.enum(['waiting', 'taken', 'declined']),
            decided_by: doneBy.nullable(),
            decided_at: words,
            note: words.describe('Why it was declined.'),
            standing: z
              .enum(['as_proposed', 'moved', 'fails'])
              .nullable()
              .describe('Of one that waits: whether it would change now what it would have changed then.'),
            problem: words.describe('Why it cannot be made any more.'),
            version: words.describe('Of what it would change now, to be sent when taking.'),
            needs: z.array(z.string()).describe('Calls that it builds on.'),
            records: records.describe('What it would change now, or what it was to change.'),
            before: records
              .nullable()
              .describe('What it would have changed when it was proposed, where that has moved.'),
          }),
        ),
      }),
    )
    .query(async ({ ctx, input }) => {
      const where = { call: reading(ctx), gate: ctx.gate };
      const found = await changesetOf(where.call, input.changeset_id);
      const author = await proposerOf(ctx.services.db, where.call.workspaceId, found.key_id);
      return previewChangeset(where, author, found);
    }),
  take: entitledProcedure
    .input(
      z.object({
        changeset_id,
        calls: z
          .array(z.object({ id: call, version: z.string().max(64).describe('Of what was looked at.') }))
          .min(1)
          .max(1000),
      }),
    )
    .output(decided.extend({ records: z.int() }))
    .mutation(async ({ ctx, input }) => {
      const found = await changesetOf(reading(ctx), input.changeset_id);
      const author = await proposerOf(ctx.services.db, ctx.session.workspace.id, found.key_id);
      return writing(
        ctx,
        (made) => takeCalls({ call: made, gate: ctx.gate }, author, input.changeset_id, input.calls),
        ({ decided: { length: calls }, records: changed }): Activity => ({
          act: 'proposals.taken',
          subject: found.run_ref ?? found.changeset_id,
          detail: { changeset_id: found.changeset_id, key_id: found.key_id, calls, records: changed },
        }),
      );
    }),
  decline: entitledProcedure
    .input(
      z.object({
        changeset_id,
        calls: z.array(call).min(1).max(1000),
        note: meaningfulLine('Why, for the agent to read.').optional(),
      }),
    )
    .output(decided)
    .mutation(async ({ ctx, input }) => {
      const found = await changesetOf(reading(ctx), input.changeset_id);
      return writing(
        ctx,
        (made) => declineCalls(made, input.changeset_id, input.calls, input.note),
        ({ decided: { length: calls } }): Activity => ({
          act: 'proposals.declined',
          subject: found.run_ref ?? found.changeset_id,
          detail: { changeset_id: found.changeset_id, key_id: found.key_id, calls },
        }),
      );
    }),
});
