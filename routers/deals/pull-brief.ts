import { z } from 'zod';
import { firstIdAt } from '../../db/ids.ts';
import { OPEN } from '../../db/open-deals.ts';
import { iso, statement } from '../../db/statement.ts';
import { evidenceOf } from '../../server/records/meddpicc.ts';
import { nullableText } from '../fields.ts';
import { tool } from '../tool.ts';
import { evidence } from './deals-fields.ts';

const DAY_MS = 86_400_000;

const ofAccount = { account_id: nullableText, account_name: nullableText };

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
    })
    .describe('Totals.'),
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
        updated_at: z.string(),
      }),
    )
    .describe('Sections of account plans with the start of their latest entry, last touched first.'),
  deals_with_gaps: z
    .array(
      z.object({
        opp_id: z.string(),
        ...ofAccount,
        name: nullableText,
        stage: nullableText,
        amount: z.number().nullable(),
        currency: nullableText,
        close_date: nullableText,
        gaps: evidence.gaps,
        completeness: evidence.completeness,
      }),
    )
    .describe('Deals neither won nor lost that lack evidence, next to close first.'),
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
});

const MAX_BRIEFED = 50;

const briefed = (name: string, rows: string) =>
  `'${name}', COALESCE((SELECT json_agg(item) FROM (${rows} LIMIT ${MAX_BRIEFED}) item), '[]')`;

const accountName = (of: string) =>
  `(SELECT a.name FROM accounts a WHERE a.workspace_id = $1 AND a.id = ${of}.account_id) AS account_name`;

/**
 * A brief, each list at most 50 with its total. `$1`: workspace, `$2`: since when, `$3` and `$4`:
 * the lowest ids that captures and plan entries of that time can have, so that the index finds them.
 */
const readBrief = statement(
  'pull_brief',
  `WITH new_captures AS (
     SELECT id, account_id, prospect_id, source, text, created_at FROM captures
     WHERE workspace_id = $1 AND id >= $3 AND created_at >= $2
   ), new_meetings AS (
     SELECT id, account_id, outcome, next_step, occurred_at FROM meetings WHERE workspace_id = $1 AND occurred_at >= $2
   ), deals AS (
     SELECT id, account_id, name, stage, amount, currency, close_date, meddpicc, updated_at,
            ${OPEN} AND (SELECT count(*) FROM jsonb_object_keys(meddpicc)) < 8 AS with_gaps
     FROM opportunities WHERE workspace_id = $1
   ), activity AS (
     SELECT account_id, 'capture' AS kind, created_at AS at FROM new_captures WHERE account_id IS NOT NULL
     UNION ALL SELECT account_id, 'meeting', occurred_at FROM new_meetings WHERE account_id IS NOT NULL
     UNION ALL SELECT account_id, 'deal', updated_at FROM deals WHERE updated_at >= $2
     UNION ALL SELECT p.account_id, 'plan', e.created_at FROM plan_entries e JOIN plans p ON p.workspace_id = e.workspace_id AND p.id = e.plan_id
       WHERE e.workspace_id = $1 AND e.id >= $4 AND e.created_at >= $2
   ), active AS (
     SELECT account_id, max(at) AS at, count(*) FILTER (WHERE kind = 'capture')::int AS captures,
            count(*) FILTER (WHERE kind = 'meeting')::int AS meetings, count(*) FILTER (WHERE kind = 'deal')::int AS deals,
            count(*) FILTER (WHERE kind = 'plan')::int AS plan_entries
     FROM activity GROUP BY account_id
   ), sections AS (
     SELECT plan_id, section, count(*)::int AS entries, max(id) AS last FROM plan_entries WHERE workspace_id = $1 GROUP BY plan_id, section
   )
   SELECT json_build_object(
     'counts', json_build_object(
       'active_accounts', (SELECT count(*) FROM active), 'captures', (SELECT count(*) FROM new_captures),
       'meetings', (SELECT count(*) FROM new_meetings), 'plan_sections', (SELECT count(*) FROM sections),
       'deals_with_gaps', (SELECT count(*) FROM deals WHERE with_gaps),
       'drafts_waiting', (SELECT count(*) FROM drafts WHERE workspace_id = $1 AND state = 'pending')),
     ${briefed(
       'active_accounts',
       `SELECT a.id AS account_id, a.name, a.tier, c.captures, c.meetings, c.deals, c.plan_entries, ${iso('c.at')} AS last_active_at
        FROM active c JOIN accounts a ON a.workspace_id = $1 AND a.id = c.account_id ORDER BY c.at DESC, c.account_id`,
     )},
     ${briefed(
       'captures',
       `SELECT id AS capture_id, account_id, ${accountName('c')}, prospect_id, source, left(text, 500) AS excerpt, ${iso('created_at')} AS created_at
        FROM new_captures c ORDER BY id DESC`,
     )},
     ${briefed(
       'meetings',
       `SELECT id AS meeting_id, account_id, ${accountName('m')}, outcome, next_step, ${iso('occurred_at')} AS occurred_at
        FROM new_meetings m ORDER BY m.occurred_at DESC, id DESC`,
     )},
     ${briefed(
       'open_plan_sections',
       `SELECT p.account_id, ${accountName('p')}, s.section, s.entries, left(e.content, 500) AS latest, ${iso('e.created_at')} AS updated_at
        FROM sections s JOIN plans p ON p.workspace_id = $1 AND p.id = s.plan_id
        JOIN plan_entries e ON e.workspace_id = $1 AND e.id = s.last ORDER BY s.last DESC`,
     )},
     ${briefed(
       'deals_with_gaps',
       `SELECT id AS opp_id, account_id, ${accountName('d')}, name, stage, amount, currency, close_date, meddpicc
        FROM deals d WHERE with_gaps ORDER BY close_date, amount DESC NULLS LAST, id`,
     )},
     ${briefed(
       'drafts_waiting',
       `SELECT id AS draft_id, channel, title, product, skill, account_id, account_ref, ${iso('created_at')} AS created_at
        FROM drafts WHERE workspace_id = $1 AND state = 'pending' ORDER BY id DESC`,
     )}
   ) AS brief`,
);

export default tool({
  title: 'Pull the brief',
  description:
    'Sums up the workspace since midnight UTC, or over the last 7 days: accounts with activity, captures and meetings, and, whatever their date, plan sections, open deals with MEDDPICC gaps and drafts waiting for review. ' +
    'Start a working session with it. Each list holds at most 50; counts has the totals.',
  scope: 'brief.read',
  entitled: true,
  effect: 'read',
  input: z.object({
    scope: z.enum(['today', 'week']).default('today').describe('today: since midnight UTC; week: the last 7 days.'),
  }),
  output,
  example: {
    input: { scope: 'week' },
    output: {
      scope: 'week',
      since: '2026-02-23T09:30:00.000Z',
      until: '2026-03-02T09:30:00.000Z',
      counts: { active_accounts: 0, captures: 0, meetings: 0, plan_sections: 0, deals_with_gaps: 1, drafts_waiting: 0 },
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
      drafts_waiting: [],
    },
  },
  async handler(call, { scope }) {
    const since = beginningOf(scope, call.now);
    const [row] = await call.query(readBrief, [
      call.workspaceId,
      since.toISOString(),
      firstIdAt('capture', since),
      firstIdAt('plan_entry', since),
    ]);
    const { brief } = row!;
    return {
      scope,
      since: since.toISOString(),
      until: call.now.toISOString(),
      ...brief,
      deals_with_gaps: brief.deals_with_gaps.map(({ meddpicc, ...deal }) => {
        const { gaps, completeness } = evidenceOf(meddpicc);
        return { ...deal, gaps, completeness };
      }),
    };
  },
});

/** The start of a brief's period: midnight UTC, or 7 days ago to the minute. */
function beginningOf(scope: 'today' | 'week', now: Date): Date {
  return new Date(scope === 'today' ? Math.floor(now.getTime() / DAY_MS) * DAY_MS : now.getTime() - 7 * DAY_MS);
}
