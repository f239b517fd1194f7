import { z } from 'zod';
import { readAccount } from '../server/records/account.ts';
import { pullBrief } from '../server/records/brief.ts';
import { logCapture } from '../server/notes/capture.ts';
import { setMeddpicc } from '../server/records/evidence.ts';
import { DIMENSIONS } from '../server/records/meddpicc.ts';
import { markMeetingOutcome } from '../server/notes/meeting.ts';
import { addToPlan } from '../server/notes/plan.ts';
import { updateProspect } from '../server/records/prospect.ts';
import { id, label, line, openObject, text, timestamp } from './fields.ts';
import { tool } from './tool.ts';

const words = z.string().nullable();
const facts = z.record(z.string(), z.unknown()).describe('Facts without a field of their own.');
const stamps = { created_at: z.string(), updated_at: z.string() };

const ofAccount = { account_id: words, account_name: words };

const evidence = {
  meddpicc: z
    .object(
      Object.fromEntries(DIMENSIONS.map((name) => [name, words])) as Record<(typeof DIMENSIONS)[number], typeof words>,
    )
    .describe('The eight dimensions.'),
  gaps: z.array(z.enum(DIMENSIONS)).describe('Dimensions nothing is known of.'),
  completeness: z.int().describe('Dimensions known, of 8.'),
};

const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: words.describe('Where the next page starts; null: no more.') });

export const deals = {
  log_capture: tool({
    name: 'log_capture',
    title: 'Log a capture',
    description:
      'Keeps a piece of text worth remembering (a call note, an e-mail excerpt, an observation), attached to an account or prospect if you name one. ' +
      'Use it whenever something was learned; questions about the account are answered from it. Nothing is sent to anyone.',
    scope: 'capture.write',
    entitled: true,
    effect: 'write',
    input: z.object({
      source: label('Where the text comes from, such as call, email, linkedin or an agent name.'),
      text: text('The content to keep.'),
      account_id: id('account', 'Account to attach it to.').optional(),
      prospect_id: id('prospect', 'Prospect to attach it to.').optional(),
      tags: z.array(label('A tag.')).max(50).optional().describe('Tags to find it by, at most 50.'),
    }),
    output: z.object({
      capture_id: id('capture', 'The new capture.'),
      source: z.string().describe('As given.'),
      account_id: z.string().nullable().describe('The account it is attached to.'),
      prospect_id: z.string().nullable().describe('The prospect it is attached to.'),
      tags: z.array(z.string()).describe('As given.'),
      created_at: z.string().describe('When it was kept.'),
    }),
    example: {
      input: { source: 'call', text: 'Budget is approved for Q3; Dana signs.', tags: ['budget'] },
      output: {
        capture_id: 'cap_01kaj6w6qk5x3v0c8m9n2p4r7t',
        source: 'call',
        account_id: null,
        prospect_id: null,
        tags: ['budget'],
        created_at: '2026-03-02T09:30:00.000Z',
      },
    },
    append: logCapture,
  }),

  update_prospect: tool({
    name: 'update_prospect',
    title: 'Create or update a prospect',
    description:
      'Creates a prospect when id is omitted, else updates it: what you send replaces, what you leave out stays. ' +
      'Use it for a person not yet in a deal; a person at a customer is a contact (gtm_crm_write). Nothing is sent to the person.',
    scope: 'prospect.write',
    entitled: true,
    effect: 'write',
    input: z
      .object({
        id: id('prospect', 'The prospect to update; omit to create one.').optional(),
        name: line('Full name.').optional(),
        title: line('Job title.').optional(),
        email: z
          .string()
          .trim()
          .max(254)
          .regex(/^[^\s@]+@[^\s@]+$/, 'expected an e-mail address')
          .describe('E-mail address.')
          .optional(),
        account_id: id('account', 'The account the person belongs to.').optional(),
        notes: text('Notes; they replace the notes before.').optional(),
        fields: openObject('Anything else, by name: objects merge, other values replace, null removes.').optional(),
      })
      .refine(
        ({ id, ...rest }) => id !== undefined || Object.values(rest).some((value) => value !== undefined),
        'a new prospect needs at least one field, such as name',
      ),
    output: z.object({
      id: z.string().describe('The prospect.'),
      created: z.boolean().describe('Whether this call made it.'),
      name: words.describe('Full name.'),
      title: words.describe('Job title.'),
      email: words.describe('E-mail address.'),
      account_id: words.describe('Its account.'),
      notes: words.describe('Notes.'),
      fields: facts.describe('Everything else, after the merge.'),
      created_at: z.string().describe('When it was made.'),
      updated_at: z.string().describe('When it changed last.'),
    }),
    example: {
      input: { name: 'Lee Park', title: 'VP Operations', email: 'lee.park@acme.example', fields: { region: 'EMEA' } },
      output: {
        id: 'pro_01kaj6w6qk5x3v0c8m9n2p4r7t',
        created: true,
        name: 'Lee Park',
        title: 'VP Operations',
        email: 'lee.park@acme.example',
        account_id: null,
        notes: null,
        fields: { region: 'EMEA' },
        created_at: '2026-03-02T09:30:00.000Z',
        updated_at: '2026-03-02T09:30:00.000Z',
      },
    },
    handler: updateProspect,
  }),

  add_to_plan: tool({
    name: 'add_to_plan',
    title: 'Add to an account plan',
    description:
      "Appends text to a section of the account's plan, making the plan and the section if they are not there. " +
      'Use it for what should happen or worries at an account over weeks: next_steps, risks, champion_notes. It never rewrites what stands.',
    scope: 'plan.write',
    entitled: true,
    effect: 'write',
    input: z.object({
      account_id: id('account', 'The account.'),
      section: label('Section, such as next_steps, risks or champion_notes; letter case and spaces do not matter.'),
      content: text('What to append; Markdown is fine.'),
    }),
    output: z.object({
      plan_id: z.string().describe('The plan.'),
      plan_created: z.boolean().describe('Whether this call made the plan.'),
      entry_id: z.string().describe('What was appended.'),
      account_id: z.string().describe('The account.'),
      section: z.string().describe('The section under its kept name.'),
      content: z
        .string()
        .describe('What the section says now, oldest first; the last 20,000 characters of its last 50 entries.'),
      complete: z.boolean().describe('Whether content is the whole section.'),
      entries: z.int().describe('Entries in the section.'),
      sections: z.int().describe('Sections in the plan.'),
      updated_at: z.string().describe('When.'),
    }),
    example: {
      input: {
        account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
        section: 'next_steps',
        content: 'Send the security pack to Dana by Friday.',
      },
      output: {
        plan_id: 'plan_01kaj6w6qk5x3v0c8m9n2p4r7t',
        plan_created: false,
        entry_id: 'pen_01kaj6w6qk5x3v0c8m9n2p4r7t',
        account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
        section: 'next_steps',
        content: 'Book the technical review.\n\nSend the security pack to Dana by Friday.',
        complete: true,
        entries: 2,
        sections: 3,
        updated_at: '2026-03-02T09:30:00.000Z',
      },
    },
    handler: addToPlan,
  }),

  mark_meeting_outcome: tool({
    name: 'mark_meeting_outcome',
    title: 'Mark the outcome of a meeting',
    description:
      'Records how a meeting went. Omit meeting_id for a meeting not recorded yet; with it, the outcome is replaced and so is whatever else you send. ' +
      'Use it after every customer meeting, with the next step agreed. It books and sends nothing.',
    scope: 'meeting.write',
    entitled: true,
    effect: 'write',
    input: z.object({
      outcome: line('advance, stall, lost, or the outcome in your words.'),
      meeting_id: id('meeting', 'The meeting to change; omit to record a new one.').optional(),
      account_id: id('account', 'The account met.').optional(),
      notes: text('What was said.').optional(),
      next_step: line('What was agreed to happen next.').optional(),
      occurred_at: timestamp('When it took place; now when omitted for a new meeting.').optional(),
    }),
    output: z.object({
      meeting_id: z.string().describe('The meeting.'),
      created: z.boolean().describe('Whether this call recorded it first.'),
      account_id: words.describe('The account met.'),
      outcome: z.string().describe('How it went.'),
      notes: words.describe('What was said.'),
      next_step: words.describe('What was agreed to happen next.'),
      occurred_at: z.string().describe('When it took place.'),
    }),
    example: {
      input: {
        outcome: 'advance',
        account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
        notes: 'Dana wants the security review first.',
        next_step: 'Send the security pack by Friday',
        occurred_at: '2026-03-01T14:00:00Z',
      },
      output: {
        meeting_id: 'mtg_01kaj6w6qk5x3v0c8m9n2p4r7t',
        created: true,
        account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
        outcome: 'advance',
        notes: 'Dana wants the security review first.',
        next_step: 'Send the security pack by Friday',
        occurred_at: '2026-03-01T14:00:00.000Z',
      },
    },
    handler: markMeetingOutcome,
  }),

  read_account: tool({
    name: 'read_account',
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
          name: words,
          domain: words,
          industry: words,
          employee_count: z.number().nullable(),
          tier: words,
          external_ref: words,
          facts,
          ...stamps,
        })
        .describe('The record.'),
      opp_totals: z
        .object({
          count: z.int(),
          amount: z.number().nullable().describe('Null when the deals are in several currencies.'),
          by_stage: z.array(z.object({ stage: words, currency: words, count: z.int(), amount: z.number() })),
        })
        .describe('All deals of the account added up, whatever page is answered; the 100 most frequent stages.'),
      opps: page(
        z.object({
          id: z.string(),
          name: words,
          stage: words,
          amount: z.number().nullable(),
          currency: words,
          close_date: words,
          owner: words,
          external_ref: words,
          ...evidence,
          facts,
          ...stamps,
        }),
      ).describe('Deals.'),
      contacts: page(
        z.object({
          id: z.string(),
          name: words,
          title: words,
          email: words,
          phone: words,
          linkedin: words,
          external_ref: words,
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
          notes: words,
          next_step: words,
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
          prospect_id: words,
          tags: z.array(z.string()),
          created_at: z.string(),
        }),
      )
        .optional()
        .describe('Captures.'),
    }),
    example: {
      input: { id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t', include: ['meetings'] },
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
          count: 1,
          amount: 48_000,
          by_stage: [{ stage: 'Proposal', currency: 'EUR', count: 1, amount: 48_000 }],
        },
        opps: {
          items: [
            {
              id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t',
              name: 'Acme renewal',
              stage: 'Proposal',
              amount: 48_000,
              currency: 'EUR',
              close_date: '2026-06-30',
              owner: 'Robin Vale',
              external_ref: null,
              meddpicc: {
                metrics: 'Cut onboarding from 6 weeks to 2',
                economic_buyer: 'Dana Reyes',
                decision_criteria: null,
                decision_process: null,
                paper_process: null,
                identify_pain: 'Churn in the first quarter',
                champion: 'Lee Park',
                competition: null,
              },
              gaps: ['decision_criteria', 'decision_process', 'paper_process', 'competition'],
              completeness: 4,
              facts: {},
              created_at: '2026-01-12T08:00:00.000Z',
              updated_at: '2026-03-02T09:30:00.000Z',
            },
          ],
          next_cursor: null,
        },
        contacts: { items: [], next_cursor: null },
        meetings: {
          items: [
            {
              id: 'mtg_01kaj6w6qk5x3v0c8m9n2p4r7t',
              outcome: 'advance',
              notes: 'Dana wants the security review first.',
              next_step: 'Send the security pack by Friday',
              occurred_at: '2026-03-01T14:00:00.000Z',
              created_at: '2026-03-02T09:30:00.000Z',
              updated_at: '2026-03-02T09:30:00.000Z',
            },
          ],
          next_cursor: null,
        },
      },
    },
    handler: readAccount,
  }),

  pull_brief: tool({
    name: 'pull_brief',
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
    output: z.object({
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
            name: words,
            tier: words,
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
            prospect_id: words,
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
            next_step: words,
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
            name: words,
            stage: words,
            amount: z.number().nullable(),
            currency: words,
            close_date: words,
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
            title: words,
            product: words,
            skill: words,
            account_id: words,
            account_ref: words,
            created_at: z.string(),
          }),
        )
        .describe('Drafts that wait for a person, newest first.'),
    }),
    example: {
      input: { scope: 'week' },
      output: {
        scope: 'week',
        since: '2026-02-23T09:30:00.000Z',
        until: '2026-03-02T09:30:00.000Z',
        counts: {
          active_accounts: 1,
          captures: 0,
          meetings: 1,
          plan_sections: 0,
          deals_with_gaps: 1,
          drafts_waiting: 0,
        },
        active_accounts: [
          {
            account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
            name: 'Acme Corp',
            tier: 'B',
            captures: 0,
            meetings: 1,
            deals: 0,
            plan_entries: 0,
            last_active_at: '2026-03-01T14:00:00.000Z',
          },
        ],
        captures: [],
        meetings: [
          {
            meeting_id: 'mtg_01kaj6w6qk5x3v0c8m9n2p4r7t',
            account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
            account_name: 'Acme Corp',
            outcome: 'advance',
            next_step: 'Send the security pack by Friday',
            occurred_at: '2026-03-01T14:00:00.000Z',
          },
        ],
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
    handler: pullBrief,
  }),

  set_meddpicc: tool({
    name: 'set_meddpicc',
    title: 'Set MEDDPICC evidence',
    description:
      'Records what is known of a deal in the eight MEDDPICC dimensions: those you send overwrite, the others stay. Answers the gaps left. ' +
      'Send only what was learned, in the words of a source; an empty dimension is better than a guess.',
    scope: 'meddpicc.write',
    entitled: true,
    effect: 'write',
    idempotent: true,
    input: z.object({
      opp_id: id('opp', 'The deal; read_account lists the deals of an account.'),
      metrics: line('The measurable outcome they buy.').optional(),
      economic_buyer: line('Who can say yes to the money.').optional(),
      decision_criteria: line('What they compare by.').optional(),
      decision_process: line('How and when they decide.').optional(),
      paper_process: line('Legal, security and procurement steps.').optional(),
      identify_pain: line('The pain that makes them act.').optional(),
      champion: line('Who sells for us inside.').optional(),
      competition: line('Who or what else they consider.').optional(),
    }),
    output: z.object({
      opp_id: z.string().describe('The deal.'),
      account_id: z.string().describe('Its account.'),
      ...evidence,
      updated_at: z.string().describe('When.'),
    }),
    example: {
      input: { opp_id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t', economic_buyer: 'Dana Reyes', champion: 'Lee Park' },
      output: {
        opp_id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t',
        account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
        meddpicc: {
          metrics: null,
          economic_buyer: 'Dana Reyes',
          decision_criteria: null,
          decision_process: null,
          paper_process: null,
          identify_pain: null,
          champion: 'Lee Park',
          competition: null,
        },
        gaps: ['metrics', 'decision_criteria', 'decision_process', 'paper_process', 'identify_pain', 'competition'],
        completeness: 2,
        updated_at: '2026-03-02T09:30:00.000Z',
      },
    },
    handler: setMeddpicc,
  }),
};
