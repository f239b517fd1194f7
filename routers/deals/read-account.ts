import { z } from 'zod';
import { STAGE_KINDS } from '../../db/stage-kinds.ts';
import { readAccount } from '../../server/records/account.ts';
import { exactId, id, nullableText, unsaid } from '../fields.ts';
import { tool } from '../tool.ts';
import { evidence, facts, facts_omitted, latestScore, stamps, text_chars } from './deals-fields.ts';

const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: nullableText.describe('Where the next page starts; null: no more.') });

const stageKind = z.enum(STAGE_KINDS);
const total = z.object({ count: z.int(), amount: z.number().nullable() });

export default tool({
  title: 'Read an account',
  description:
    'An account with its facts, deals (MEDDPICC evidence and gaps, totals), contacts, prospects and latest scores; on request its plan, meetings and captures. ' +
    'Newest first, under 6,000 tokens; find_records with ids has long texts whole. Read it before writing about an account.',
  scope: 'account.read',
  entitled: true,
  effect: 'read',
  input: z.object({
    id: id('account', unsaid('The account.')),
    include: z
      .array(z.enum(['plan', 'meetings', 'captures']))
      .max(10)
      .default([])
      .describe('Further collections.'),
    limit: z.int().min(1).max(50).default(50).describe('Items of each list, 1 to 50.'),
    cursors: z
      .object({
        opps: exactId('opp', unsaid('Of opps.')).optional(),
        contacts: exactId('contact', unsaid('Of contacts.')).optional(),
        plan: exactId('plan_entry', unsaid('Of plan.')).optional(),
        meetings: exactId('meeting', unsaid('Of meetings.')).optional(),
        captures: exactId('capture', unsaid('Of captures.')).optional(),
        prospects: exactId('prospect', unsaid('Of prospects.')).optional(),
      })
      .optional()
      .describe('Lists to continue, by next_cursor.'),
  }),
  output: z.object({
    account: z
      .object({
        id: z.string(),
        name: nullableText,
        domain: nullableText,
        industry: nullableText,
        employee_count: z.number().nullable(),
        tier: nullableText,
        external_ref: nullableText,
        facts,
        facts_omitted,
        ...stamps,
      })
      .describe('The record.'),
    opp_totals: z
      .object({
        count: z.int(),
        amount: z.number().nullable().describe('Null when the deals are in several currencies.'),
        open: total,
        won: total,
        lost: total,
        by_stage: z.array(
          z.object({
            stage: nullableText,
            kind: stageKind,
            currency: nullableText,
            count: z.int(),
            amount: z.number(),
          }),
        ),
      })
      .describe(
        'All deals of the account added up, whatever page is answered, and the open, won and lost ones; the 100 most frequent stages.',
      ),
    opps: page(
      z.object({
        id: z.string(),
        name: nullableText,
        stage: nullableText,
        stage_kind: stageKind,
        amount: z.number().nullable(),
        currency: nullableText,
        close_date: nullableText,
        owner: nullableText,
        external_ref: nullableText,
        ...evidence,
        facts,
        facts_omitted,
        ...stamps,
      }),
    ).describe('Deals.'),
    contacts: page(
      z.object({
        id: z.string(),
        name: nullableText,
        title: nullableText,
        email: nullableText,
        phone: nullableText,
        linkedin: nullableText,
        external_ref: nullableText,
        facts,
        facts_omitted,
        ...stamps,
      }),
    ).describe('People at the account.'),
    prospects: page(
      z.object({
        id: z.string(),
        name: nullableText,
        title: nullableText,
        email: nullableText,
        notes: nullableText,
        text_chars,
        external_ref: nullableText,
        facts,
        facts_omitted,
        ...stamps,
      }),
    ).describe('People not yet worked with.'),
    proposed_values: z
      .string()
      .optional()
      .describe('Values of yours that wait for a person, or that one declined: send those no more.'),
    scores: z.array(latestScore).describe('The latest score of each role, with its band.'),
    plan: page(
      z.object({ id: z.string(), section: z.string(), content: z.string(), text_chars, created_at: z.string() }),
    )
      .extend({
        id: z.string(),
        sections: z.array(z.object({ section: z.string(), entries: z.int(), updated_at: z.string() })),
        ...stamps,
      })
      .nullable()
      .optional()
      .describe('The account plan: its sections, and what was appended to them; null: none yet.'),
    meetings: page(
      z.object({
        id: z.string(),
        outcome: z.string(),
        notes: nullableText,
        text_chars,
        next_step: nullableText,
        occurred_at: z.string(),
        ...stamps,
      }),
    )
      .optional()
      .describe('Meetings, by when they took place.'),
    captures: page(
      z.object({
        id: z.string(),
        source: z.string(),
        text: z.string(),
        text_chars,
        prospect_id: nullableText,
        tags: z.array(z.string()),
        created_at: z.string(),
      }),
    )
      .optional()
      .describe('Captures.'),
  }),
  example: {
    input: { id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t' },
    output: {
      account: {
        id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
        name: 'Acme Corp',
        domain: 'acme.example',
        industry: 'Manufacturing',
        employee_count: 420,
        tier: 'B',
        external_ref: null,
        facts: { region: 'EMEA' },
        created_at: '2026-01-12T08:00:00.000Z',
        updated_at: '2026-03-02T09:30:00.000Z',
      },
      opp_totals: {
        count: 0,
        amount: 0,
        open: { count: 0, amount: 0 },
        won: { count: 0, amount: 0 },
        lost: { count: 0, amount: 0 },
        by_stage: [],
      },
      opps: { items: [], next_cursor: null },
      contacts: {
        items: [
          {
            id: 'con_01kaj6w6qk5x3v0c8m9n2p4r7t',
            name: 'Dana Reyes',
            title: 'CFO',
            email: 'dana.reyes@acme.example',
            phone: null,
            linkedin: null,
            external_ref: null,
            facts: {},
            created_at: '2026-01-12T08:00:00.000Z',
            updated_at: '2026-03-02T09:30:00.000Z',
          },
        ],
        next_cursor: null,
      },
      prospects: { items: [], next_cursor: null },
      scores: [],
    },
  },
  handler: readAccount,
});
