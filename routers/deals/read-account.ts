import { z } from 'zod';
import { readAccount } from '../../server/records/account.ts';
import { id, nullableText } from '../fields.ts';
import { tool } from '../tool.ts';
import { evidence, facts, stamps } from './deals-fields.ts';

const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: nullableText.describe('Where the next page starts; null: no more.') });

export default tool({
  title: 'Read an account',
  description:
    'Answers an account: its record and facts, totals of its deals, the deals with their MEDDPICC evidence and gaps, its contacts, and on request its plan, meetings and captures. ' +
    'Lists are newest first. Read it before writing about an account, to learn ids and what is known.',
  scope: 'account.read',
  entitled: true,
  effect: 'read',
  input: z.object({
    id: id('account', 'The account.'),
    include: z
      .array(z.enum(['plan', 'meetings', 'captures']))
      .max(10)
      .default([])
      .describe('Collections to answer too.'),
    limit: z.int().min(1).max(50).default(50).describe('How many items of each list, 1 to 50.'),
    cursors: z
      .object({
        opps: id('opp', 'Of opps.').optional(),
        contacts: id('contact', 'Of contacts.').optional(),
        plan: id('plan_entry', 'Of plan.').optional(),
        meetings: id('meeting', 'Of meetings.').optional(),
        captures: id('capture', 'Of captures.').optional(),
      })
      .optional()
      .describe('Lists to continue, each with its next_cursor; the others start anew.'),
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
        ...stamps,
      })
      .describe('The record.'),
    opp_totals: z
      .object({
        count: z.int(),
        amount: z.number().nullable().describe('Null when the deals are in several currencies.'),
        by_stage: z.array(
          z.object({ stage: nullableText, currency: nullableText, count: z.int(), amount: z.number() }),
        ),
      })
      .describe('All deals of the account added up, whatever page is answered; the 100 most frequent stages.'),
    opps: page(
      z.object({
        id: z.string(),
        name: nullableText,
        stage: nullableText,
        amount: z.number().nullable(),
        currency: nullableText,
        close_date: nullableText,
        owner: nullableText,
        external_ref: nullableText,
        ...evidence,
        facts,
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
        ...stamps,
      }),
    ).describe('People at the account.'),
    plan: page(z.object({ id: z.string(), section: z.string(), content: z.string(), created_at: z.string() }))
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
      opp_totals: { count: 0, amount: 0, by_stage: [] },
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
    },
  },
  handler: readAccount,
});
