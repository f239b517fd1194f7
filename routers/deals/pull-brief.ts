import { z } from 'zod';
import { pullBrief } from '../../server/records/brief.ts';
import { dayOrTime, nullableText } from '../fields.ts';
import { tool } from '../tool.ts';
import { evidence, text_chars } from './deals-fields.ts';

const ofAccount = { account_id: nullableText, account_name: nullableText };

const deal = {
  opp_id: z.string(),
  ...ofAccount,
  name: nullableText,
  stage: nullableText,
  amount: z.number().nullable(),
  currency: nullableText,
  close_date: nullableText,
};

const scored = z.object({
  score_id: z.string(),
  ...ofAccount,
  role: z.string(),
  value: z.number(),
  band: z.string(),
  at: z.string(),
});

const output = z.object({
  scope: z.string().describe('As asked.'),
  since: z.string().describe('Where the time looked at begins.'),
  until: z.string().describe('Where it ends: now.'),
  counts: z
    .object({
      active_accounts: z.int(),
      captures: z.int(),
      meetings: z.int(),
      plan_sections: z.int(),
      deals_with_gaps: z.int(),
      drafts_waiting: z.int(),
      stage_changes: z.int(),
      new_prospects: z.int(),
      overdue_closes: z.int(),
      scores: z.int(),
      top_risks: z.int(),
    })
    .describe('Totals.'),
  recorded: z.record(z.string(), z.int()).describe('What was recorded in that time, by kind, whenever it happened.'),
  active_accounts: z
    .array(
      z.object({
        account_id: z.string(),
        name: nullableText,
        tier: nullableText,
        captures: z.int(),
        meetings: z.int(),
        deals: z.int(),
        plan_entries: z.int(),
        last_active_at: z.string(),
      }),
    )
    .describe('Accounts with captures, meetings, changed deals or plan entries in that time, latest first.'),
  captures: z
    .array(
      z.object({
        capture_id: z.string(),
        ...ofAccount,
        prospect_id: nullableText,
        source: z.string(),
        excerpt: z.string(),
        text_chars,
        created_at: z.string(),
      }),
    )
    .describe('Captures of that time, their first 500 characters, newest first.'),
  meetings: z
    .array(
      z.object({
        meeting_id: z.string(),
        ...ofAccount,
        outcome: z.string(),
        next_step: nullableText,
        occurred_at: z.string(),
      }),
    )
    .describe('Meetings of that time, newest first.'),
  open_plan_sections: z
    .array(
      z.object({
        ...ofAccount,
        section: z.string(),
        entries: z.int(),
        latest: z.string(),
        text_chars,
        updated_at: z.string(),
      }),
    )
    .describe('Sections of account plans with the start of their latest entry, last touched first.'),
  deals_with_gaps: z
    .array(
      z.object({
        ...deal,
        gaps: evidence.gaps,
        completeness: evidence.completeness,
      }),
    )
    .describe('Deals neither won nor lost that lack evidence, next to close first.'),
  overdue_closes: z.array(z.object(deal)).describe('Open deals whose close date has passed, the latest first.'),
  stage_changes: z
    .array(
      z.object({
        opp_id: z.string(),
        name: nullableText,
        ...ofAccount,
        from_stage: nullableText,
        to_stage: z.string(),
        at: z.string(),
      }),
    )
    .describe('Deals that moved from one stage to another, newest first.'),
  new_prospects: z
    .array(
      z.object({
        prospect_id: z.string(),
        name: nullableText,
        title: nullableText,
        ...ofAccount,
        created_at: z.string(),
      }),
    )
    .describe('Prospects added, newest first.'),
  scores: z.array(scored).describe('Scores recorded, newest first.'),
  top_risks: z.array(scored).describe('The latest score of each account and risk role, the worst first.'),
  drafts_waiting: z
    .array(
      z.object({
        draft_id: z.string(),
        channel: z.string(),
        title: nullableText,
        product: nullableText,
        skill: nullableText,
        account_id: nullableText,
        account_ref: nullableText,
        created_at: z.string(),
      }),
    )
    .describe('Drafts that wait for a person, newest first.'),
  cursors: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .describe('For each list that is longer than shown: the arguments with which find_records lists all of it.'),
});

export default tool({
  title: 'Pull the brief',
  description:
    'Sums up the workspace: activity, captures, meetings, stage changes, new prospects, scores; whatever their date, overdue closes, top risks, plan sections, MEDDPICC gaps and drafts waiting. ' +
    'Start a working session with it; cursors say how find_records lists the rest.',
  scope: 'brief.read',
  entitled: true,
  effect: 'read',
  input: z.object({
    scope: z.enum(['today', 'week']).default('today').describe('today: since midnight UTC; week: the last 7 days.'),
    since: dayOrTime('Date or timestamp, instead of scope.').optional(),
  }),
  output,
  example: {
    input: { scope: 'week' },
    output: {
      scope: 'week',
      since: '2026-02-23T09:30:00.000Z',
      until: '2026-03-02T09:30:00.000Z',
      counts: {
        active_accounts: 0,
        captures: 0,
        meetings: 0,
        plan_sections: 0,
        deals_with_gaps: 1,
        drafts_waiting: 0,
        stage_changes: 0,
        new_prospects: 0,
        overdue_closes: 0,
        scores: 0,
        top_risks: 0,
      },
      recorded: { captures: 0, meetings: 0, opps: 1 },
      active_accounts: [],
      captures: [],
      meetings: [],
      open_plan_sections: [],
      deals_with_gaps: [
        {
          opp_id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t',
          account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
          account_name: 'Acme Corp',
          name: 'Acme renewal',
          stage: 'Proposal',
          amount: 48_000,
          currency: 'EUR',
          close_date: '2026-06-30',
          gaps: ['paper_process', 'competition'],
          completeness: 6,
        },
      ],
      overdue_closes: [],
      stage_changes: [],
      new_prospects: [],
      scores: [],
      top_risks: [],
      drafts_waiting: [],
      cursors: {},
    },
  },
  handler: pullBrief,
});
