import { z } from 'zod';
import type { Activity } from '../../server/identity/activity.ts';
import { activityActorOf } from '../../server/identity/person-call.ts';
import { valueProposals } from '../../server/panel/panel-values.ts';
import { acceptValues, declineValues, setValues } from '../../server/records/decide-values.ts';
import { onFields } from '../../server/records/panel-write.ts';
import { exactId, id, limit, openObject, meaningfulLine } from '../fields.ts';
import { t } from '../trpc.ts';
import { factView } from './accounts.ts';
import { entitledProcedure, pageOf, panelProcedure, reading, words, writing } from './procedure.ts';

const proposal_id = exactId('value_proposal', 'The proposal.');
const decided = z.object({
  record_id: z.string(),
  decided: z.array(z.string()),
  moved: z.array(z.string()).describe('Not written: what stands there is no longer what was seen.'),
});

type Decided = z.output<typeof decided>;

const noted =
  (act: 'values.accepted' | 'values.declined') =>
  ({ record_id: subject, decided: { length: values } }: Decided): Activity => ({ act, subject, detail: { values } });

const value = z.unknown().describe('Null: nothing.');

/** Values that agents proposed in place of people's, for a person to decide (decisions 25). */
export const values = t.router({
  proposed: panelProcedure
    .input(
      z
        .object({
          account_id: id('account', 'Of this account and its records only.').optional(),
          limit: limit(50),
          cursor: exactId('value_proposal', 'Where to go on.').optional(),
        })
        .prefault({}),
    )
    .output(
      pageOf(
        z.object({
          proposal_id: z.string(),
          kind: z.string(),
          record_id: z.string(),
          record_name: words,
          account_id: words,
          account_name: words,
          field: z.string(),
          current: value,
          proposed: value,
          now: value,
          moved: z.boolean().describe('What stands there is no longer what stood there when it was proposed.'),
          version: z.string().describe('Of what stands there now, to be sent when accepting.'),
          evidence: factView.shape.evidence,
          tool: z.string(),
          times: z.int().describe('How often it was proposed.'),
          request_id: z.string(),
          proposed_at: z.string(),
          created_at: z.string(),
          user_id: z.string(),
          user_name: z.string(),
          key_id: words,
          run_ref: words,
        }),
      ).extend({ total: z.int().describe('Counted up to 1,000.') }),
    )
    .query(({ ctx, input }) => valueProposals(reading(ctx), input)),
  accept: entitledProcedure
    .input(
      z.object({
        proposals: z
          .array(z.object({ proposal_id, version: z.string().max(64).describe('Of the value that was seen.') }))
          .min(1)
          .max(200)
          .describe('Proposals of one record.'),
      }),
    )
    .output(decided)
    .mutation(({ ctx, input }) =>
      writing(ctx, (call) => acceptValues(call, input.proposals), noted('values.accepted')),
    ),
  decline: entitledProcedure
    .input(
      z.object({
        proposal_ids: z.array(proposal_id).min(1).max(200).describe('Proposals of one record.'),
        note: meaningfulLine('Why, for the agent to read.').optional(),
      }),
    )
    .output(decided)
    .mutation(({ ctx, input }) =>
      writing(ctx, (call) => declineValues(call, input.proposal_ids, input.note), noted('values.declined')),
    ),
  set: entitledProcedure
    .input(
      z.object({
        record_id: z.string().max(64).describe('An account, deal, contact, prospect, target account or meeting.'),
        fields: openObject('What to set, by name; null clears.'),
      }),
    )
    .output(z.object({ record_id: z.string(), fields: z.array(z.string()) }))
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => onFields(() => setValues(call, input.record_id, input.fields)),
        ({ record_id: subject, fields }) => ({ act: 'values.set', subject, detail: { values: fields.length } }),
      ),
    ),
  protection: panelProcedure
    .output(z.object({ protect_human_values: z.boolean() }))
    .query(async ({ ctx: { services, session } }) => ({
      protect_human_values: await services.provisioning.protectsValues(session.workspace.id),
    })),
  set_protection: panelProcedure
    .input(z.object({ protect_human_values: z.boolean() }))
    .output(z.object({ protect_human_values: z.boolean() }))
    .mutation(({ ctx: { services, session, action }, input }) =>
      services.provisioning.setProtection({
        workspace_id: session.workspace.id,
        protect_human_values: input.protect_human_values,
        by: activityActorOf(action),
      }),
    ),
});
