import { z } from 'zod';
import {
  factHistory,
  filterWords,
  LISTS,
  listAccounts,
  listFacts,
  openDeals,
  openProposals,
  readFullAccount,
} from '../../server/panel/panel-accounts.ts';
import type { Activity } from '../../server/identity/activity.ts';
import { gtmSignalQuery } from '../../server/scoring/signals.ts';
import { decideTier } from '../../server/outreach/tiers.ts';
import { answerAboutAccount, answerAcrossOrg } from '../../server/answers/ask-question.ts';
import { cursor, id, label, limit, line } from '../fields.ts';
import { t } from '../trpc.ts';
import { entitledProcedure, pageOf, panelProcedure, reading, words, writing } from './procedure.ts';

const account_id = id('account', 'The account.');
const question = line('The question in plain words.');

const proposal = z.object({
  proposal_id: z.string(),
  from_tier: words,
  tier: z.string(),
  reason: words,
  evidence: z.array(z.string()),
  state: z.enum(['proposed', 'accepted', 'overridden', 'superseded']),
  decided_tier: words,
  decided_by_user_id: words,
  decided_at: words,
  key_id: words,
  run_ref: words,
  created_at: z.string(),
});

export const factView = z.object({
  fact_id: z.string(),
  account_id: words,
  subject_type: z.string(),
  subject_id: z.string(),
  subject_name: words,
  attribute: z.string(),
  value: z.string(),
  sentence: z.string(),
  single: z.boolean(),
  tool: z.string(),
  provider: words,
  key_id: words.describe('Null: a person in the panel.'),
  user_id: words,
  run_ref: words,
  evidence: z
    .object({
      capture_id: z.string(),
      quote: z.string(),
      verified: z.boolean(),
      stated_by: z.enum(['customer', 'seller']).nullable(),
    })
    .nullable()
    .describe('The quote it rests on, and whether it was found.'),
  at: z.string(),
  superseded_at: words,
});

const decided = z.object({
  account_id: z.string(),
  from_tier: words,
  to_tier: z.string(),
  source: z.enum(['accepted', 'overridden']),
  changed_at: z.string(),
  moved: z.boolean(),
});

export const accounts = t.router({
  list: panelProcedure
    .input(
      z
        .object({
          search: z.string().trim().max(200).optional().describe('Beginnings of words of the name or domain.'),
          tier: label('Only this tier.').optional(),
          industry: label('Only this industry.').optional(),
          has_gaps: z.boolean().default(false).describe('Only with an open deal that has MEDDPICC gaps.'),
          tier_proposed: z.boolean().default(false).describe('Only with a tier proposal to decide.'),
          sort: z
            .enum(['name', 'newest', 'largest', 'closing'])
            .default('name')
            .describe('By the largest open deal, or the one that closes first: only accounts with an open deal.'),
          limit: limit(50),
          cursor: z.string().max(2_000).optional(),
        })
        .prefault({}),
    )
    .output(
      pageOf(
        z.object({
          id: z.string(),
          name: words,
          domain: words,
          industry: words,
          employee_count: z.int().nullable(),
          tier: words,
          proposed_tier: words,
          open_deals: z.int().describe('Counted up to 2,000.'),
          open_amount: z.number().nullable().describe('Null when the currencies differ, or no amount is known.'),
          currency: words,
          currencies: z.int().describe('Of the amounts known.'),
          completeness: z.int().nullable().describe('Of its open deals, the fewest dimensions known of 8.'),
          last_activity_at: words,
          updated_at: z.string(),
        }),
      ),
    )
    .query(({ ctx, input: { search, ...input } }) =>
      listAccounts(reading(ctx), { ...input, search: search === '' ? undefined : search }),
    ),
  filters: panelProcedure
    .output(z.object({ tiers: z.array(z.string()), industries: z.array(z.string()) }))
    .query(({ ctx }) => filterWords(reading(ctx))),
  get: panelProcedure
    .input(
      z.object({
        account_id,
        limit: limit(50),
        cursors: z
          .partialRecord(z.enum(LISTS), z.string().max(64))
          .optional()
          .describe('The next_cursor of each list that is to go on.'),
      }),
    )
    .query(({ ctx, input: { account_id: id, ...input } }) => readFullAccount(reading(ctx), { id, ...input })),
  open_deals: panelProcedure
    .input(z.object({ account_id, limit: limit(20), cursor }))
    .query(({ ctx, input }) => openDeals(reading(ctx), input)),
  signals: panelProcedure
    .input(z.object({ account_id, limit: limit(50), cursor: z.string().max(26).optional() }))
    .query(({ ctx, input }) => gtmSignalQuery(reading(ctx), input)),
  facts: panelProcedure
    .input(z.object({ account_id, current_only: z.boolean().default(true), limit: limit(50), cursor }))
    .output(pageOf(factView))
    .query(({ ctx, input }) => listFacts(reading(ctx), input)),
  fact_history: panelProcedure
    .input(z.object({ account_id, subject_id: z.string().max(300), attribute: z.string().max(200) }))
    .output(z.object({ items: z.array(factView) }))
    .query(({ ctx, input }) => factHistory(reading(ctx), input)),
  ask: entitledProcedure
    .input(z.object({ account_id, question, limit: limit(10) }))
    .query(({ ctx, input }) => answerAboutAccount(reading(ctx), input, ctx.services)),
});

export const org = t.router({
  ask: entitledProcedure
    .input(z.object({ question, limit: limit(20) }))
    .query(({ ctx, input }) => answerAcrossOrg(reading(ctx), input, ctx.services)),
});

const decidedActivity = ({ account_id, from_tier, to_tier, source }: z.output<typeof decided>): Activity => ({
  act: `tier.${source}`,
  subject: account_id,
  detail: { from_tier, to_tier },
});

export const tiers = t.router({
  open: panelProcedure
    .input(z.object({ limit: limit(50), cursor }).prefault({}))
    .output(pageOf(proposal.extend({ account_id: z.string(), account_name: words, current_tier: words })))
    .query(({ ctx, input }) => openProposals(reading(ctx), input)),
  accept: entitledProcedure
    .input(z.object({ proposal_id: id('proposal', 'The proposal.') }))
    .output(decided)
    .mutation(({ ctx, input }) =>
      writing(ctx, (call) => decideTier(call, { ...input, decision: 'accept' }), decidedActivity),
    ),
  override: entitledProcedure
    .input(z.object({ proposal_id: id('proposal', 'The proposal.'), tier: label('The tier instead.') }))
    .output(decided)
    .mutation(({ ctx, input }) =>
      writing(ctx, (call) => decideTier(call, { ...input, decision: 'override' }), decidedActivity),
    ),
});
