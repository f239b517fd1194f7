import { z } from 'zod';
import { gtmEnrich, lookUp } from '../server/enrichment/persist.ts';
import { enrichInput, enrichOutput } from '../server/enrichment/contact-schema.ts';
import { gtmCrmWrite } from '../server/records/crm.ts';
import { domain, employeeCount } from '../server/records/sort-facts.ts';
import { gtmRunPlay, lookUpForPlay } from '../server/plays/play.ts';
import { scoreInput, scoreOutput } from '../server/scoring/score-schema.ts';
import { gtmScore } from '../server/scoring/keep-score.ts';
import { gtmSignalQuery } from '../server/scoring/signals.ts';
import { gtmBuildTam } from '../server/records/tam.ts';
import { id, idProblem, label, limit, openObject } from './fields.ts';
import { tool } from './tool.ts';

const words = z.string().nullable();

export const gtm = {
  gtm_score: tool({
    name: 'gtm_score',
    title: 'Score signals',
    description:
      'Scores signals for a role from 0 to 100 by fixed weights and age, and says what drives the score: the same input always gives the same answer. ' +
      'With account_id it also keeps the signals and the score on that account; without, it keeps nothing.',
    scope: 'account.read',
    entitled: true,
    effect: 'write',
    changesNothing: ({ account_id }) => account_id === undefined,
    input: scoreInput.extend({
      account_id: id('account', 'Account to keep the signals and the score on.').optional(),
    }),
    output: scoreOutput.extend({
      recorded: z
        .object({ account_id: z.string(), score_id: z.string(), signals: z.int() })
        .nullable()
        .describe('What was kept on the account; null without account_id.'),
    }),
    example: {
      input: {
        role: 'deal-risk',
        signals: [
          { key: 'no_next_step', value: 0.9, at: '2026-03-02T09:00:00Z' },
          { key: 'no_champion', value: 0.4, at: '2026-02-16T09:00:00Z' },
        ],
      },
      output: {
        role: 'deal-risk',
        value: 54.4,
        band: 'high',
        direction: 'higher_is_worse',
        evidence: 0.76,
        drivers: [
          { key: 'no_next_step', value: 0.9, weight: 0.12, decay: 1, contribution: 43.2 },
          { key: 'no_champion', value: 0.4, weight: 0.14, decay: 0.5, contribution: 11.2 },
        ],
        unknown_keys: [],
        known_keys: [],
        weights_version: 'builtin:a08262ff3071',
        recorded: null,
      },
    },
    handler: gtmScore,
  }),

  gtm_enrich: tool({
    name: 'gtm_enrich',
    title: 'Enrich a contact',
    description:
      'Looks facts about a person or company up at the configured providers, cheapest first, until nothing wanted is missing; e-mails count only if their domain takes mail. ' +
      'Answers with provider, cost and confidence of each fact, and what is missing: never invent that. A repeat within 30 days costs nothing. ' +
      'With persist_entity and persist_id it fills empty fields of that record; what a person or agent wrote stays.',
    scope: 'prospect.write',
    entitled: true,
    effect: 'write',
    openWorld: true,
    input: enrichInput.superRefine(({ persist_entity: entity, persist_id }, ctx) => {
      if (entity === undefined || persist_id === undefined) return;
      const message = idProblem(entity, persist_id);
      if (message !== undefined) ctx.addIssue({ code: 'custom', path: ['persist_id'], message });
    }),
    output: enrichOutput.extend({
      persisted: z
        .object({
          entity: z.string(),
          id: z.string(),
          written: z.array(z.string()).describe('Fields written.'),
          kept: z
            .array(z.object({ field: z.string(), value: z.unknown(), offered: z.unknown(), provider: z.string() }))
            .describe('Fields left as they were, and what was offered instead.'),
        })
        .nullable()
        .describe('What was written onto the record; null when none was named.'),
    }),
    example: {
      input: { contact: { fullName: 'Ada Lovelace', domain: 'acme.example' }, wanted: ['email', 'title'] },
      output: {
        fields: {
          email: {
            value: 'ada@acme.example',
            provider: 'hunter',
            cost: 0.015,
            confidence: 0.94,
            retrieved_at: '2026-03-02T09:30:00.000Z',
            status: 'verified',
          },
        },
        attempts: [{ provider: 'hunter', outcome: 'found', fields: ['email'], cost: 0.015, duration_ms: 412 }],
        missing: ['title'],
        total_cost: 0.015,
        persisted: null,
      },
    },
    prepare: lookUp,
    handler: gtmEnrich,
  }),

  gtm_run_play: tool({
    name: 'gtm_run_play',
    title: 'Run an outreach play',
    description:
      'Enriches a contact, scores the signals when role is given, and stages an outreach draft for a person to edit and send: it is never sent from here. ' +
      'A fact nobody has stands in the text as [[missing: name]]; leave it or fill it with what you know, never with a guess.',
    scope: 'prospect.write',
    appScope: 'drafts.write',
    entitled: true,
    effect: 'stage',
    openWorld: true,
    input: z.object({
      contact: enrichInput.shape.contact,
      wanted: enrichInput.shape.wanted,
      role: scoreInput.shape.role.optional(),
      signals: scoreInput.shape.signals.default([]),
      account_id: id('account', 'Account the score and the draft belong to.').optional(),
    }),
    output: z.object({
      enrichment: enrichOutput.describe('What was found, as gtm_enrich answers it.'),
      score: scoreOutput.nullable().describe('The score, as gtm_score answers it; null without role.'),
      draft: z
        .object({
          draft_id: z.string(),
          status: z.string(),
          version: z.int(),
          channel: z.string(),
          to: z.string().nullable().describe('The address, when known.'),
          title: z.string(),
          body: z.string(),
          placeholders: z.array(z.string()).describe('The facts a person must fill in.'),
        })
        .describe('The staged draft.'),
    }),
    example: {
      input: { contact: { fullName: 'Ada Lovelace', company: 'Acme' }, wanted: ['email'] },
      output: {
        enrichment: {
          fields: {},
          attempts: [],
          missing: ['email'],
          total_cost: 0,
          hint: 'No enrichment provider is configured. The operator can set one or more of PROSPEO_API_KEY, HUNTER_API_KEY, APOLLO_API_KEY, PDL_API_KEY and restart the service.',
        },
        score: null,
        draft: {
          draft_id: 'dra_01kaj6w6qk5x3v0c8m9n2p4r7t',
          status: 'pending',
          version: 1,
          channel: 'manual',
          to: null,
          title: 'Idea for Acme',
          body: 'To: [[missing: email]]\n\nHi Ada,\n\nAs [[missing: title]] at Acme you may be the right person for this.\n\nWould a short call next week be useful?\n\nBest,\n[[missing: sender name]]',
          placeholders: ['email', 'title', 'sender name'],
        },
      },
    },
    prepare: lookUpForPlay,
    handler: gtmRunPlay,
  }),

  gtm_build_tam: tool({
    name: 'gtm_build_tam',
    title: 'Build a target account list',
    description:
      'Puts up to 10,000 companies on a named list of target accounts. A company is found again on its list by domain, or by name when it has no domain: then what you send replaces and the rest stays. ' +
      'One bad row, and none is written. Target accounts are no customers yet: gtm_crm_write makes an account.',
    scope: 'prospect.write',
    entitled: true,
    effect: 'write',
    idempotent: true,
    maxBytes: 4_000_000,
    input: z.object({
      list_name: label('The list, such as "EMEA mid-market".'),
      accounts: z
        .array(
          z.looseObject({
            domain: domain.nullish(),
            name: z.string().trim().min(1).max(500).nullish(),
            industry: z.string().trim().min(1).max(200).nullish(),
            employeeCount: employeeCount.nullish(),
            employee_count: employeeCount.nullish(),
          }),
        )
        .min(1)
        .max(10_000)
        .describe('The companies, each with a domain or a name. Other fields are kept as given.'),
    }),
    output: z.object({
      list_name: z.string().describe('The list.'),
      created: z.int().describe('Companies new on the list.'),
      updated: z.int().describe('Companies that were on it.'),
      total: z.int().describe('Companies on the list now.'),
      ids: z.array(z.string()).describe('The target account of each company, in the order sent.'),
    }),
    example: {
      input: {
        list_name: 'EMEA mid-market',
        accounts: [
          { domain: 'acme.example', name: 'Acme Corp', industry: 'Manufacturing', employeeCount: 420 },
          { name: 'Borealis Foods', country: 'Norway' },
        ],
      },
      output: {
        list_name: 'EMEA mid-market',
        created: 1,
        updated: 1,
        total: 240,
        ids: ['tgt_01kaj6w6qk5x3v0c8m9n2p4r7t', 'tgt_01kaj6w6qk5x3v0c8m9n2p4r7v'],
      },
    },
    handler: gtmBuildTam,
  }),

  gtm_crm_write: tool({
    name: 'gtm_crm_write',
    title: 'Write a CRM record',
    description:
      'Creates a record or merges facts into it: objects merge, arrays and values replace, null removes a key. ' +
      'With facts.external_ref (the id in another system) it merges into the record that has it, so imports can run twice. ' +
      'Read an account first to learn ids. It stores nothing anywhere else.',
    scope: 'prospect.write',
    entitled: true,
    effect: 'write',
    input: z
      .object({
        entity: z.enum(['prospect', 'account', 'target_account', 'opp', 'contact']).describe('The kind of record.'),
        id: z.string().max(64).optional().describe('The record to merge into, an id of that kind. Omit to create.'),
        facts: openObject(
          'What to record, by name. Typed: name, domain, industry, employee_count, tier (account, at creation only); ' +
            'account_id (needed to create an opp), name, stage, amount, currency, close_date, owner, meddpicc (opp); ' +
            'account_id, name, title, email, and phone, linkedin (contact) or notes (prospect); ' +
            'list_name, domain, name, industry, employee_count (target_account). Any other name is kept as given.',
        ).refine((facts) => Object.keys(facts).length > 0, 'expected at least one fact'),
      })
      .superRefine(({ entity, id }, ctx) => {
        const message = id === undefined ? undefined : idProblem(entity, id);
        if (message !== undefined) ctx.addIssue({ code: 'custom', path: ['id'], message });
      }),
    output: z.object({
      entity: z.string().describe('As given.'),
      id: z.string().describe('The record.'),
      created: z.boolean().describe('False when the facts were merged into a record that was there.'),
      account_id: z.string().nullable().describe('The account it belongs to, or is.'),
      written: z.array(z.string()).describe('The facts set.'),
      removed: z.array(z.string()).describe('The facts removed.'),
      updated_at: z.string().describe('When.'),
    }),
    example: {
      input: {
        entity: 'opp',
        facts: {
          account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
          name: 'Acme renewal',
          stage: 'Proposal',
          amount: 48_000,
          close_date: '2026-06-30',
          region: 'EMEA',
        },
      },
      output: {
        entity: 'opp',
        id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t',
        created: true,
        account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
        written: ['account_id', 'name', 'stage', 'amount', 'close_date', 'region'],
        removed: [],
        updated_at: '2026-03-02T09:30:00.000Z',
      },
    },
    handler: gtmCrmWrite,
  }),

  gtm_signal_query: tool({
    name: 'gtm_signal_query',
    title: 'Query signals and scores',
    description:
      "Answers an account's stored signals and recorded scores, newest first. Use it to see how a score came about or changed; gtm_score with account_id records them.",
    scope: 'account.read',
    entitled: true,
    effect: 'read',
    input: z.object({
      account_id: id('account', 'The account.'),
      limit: limit(50),
      cursor: z
        .string()
        .regex(/^[0-9a-hjkmnp-tv-z]{26}$/, 'expected the next_cursor of the page before')
        .optional()
        .describe('The next_cursor of the page before; omit for the first page.'),
    }),
    output: z.object({
      account_id: z.string().describe('The account.'),
      signals: z
        .array(
          z.object({
            id: z.string(),
            key: z.string(),
            value: z.number(),
            at: z.string(),
            run_ref: words,
            recorded_at: z.string(),
          }),
        )
        .describe('Signals, newest first; `at` is when it was observed.'),
      scores: z
        .array(
          z.object({
            id: z.string(),
            role: z.string(),
            value: z.number(),
            band: z.string(),
            drivers: z.array(z.record(z.string(), z.unknown())),
            weights_version: z.string(),
            run_ref: words,
            recorded_at: z.string(),
          }),
        )
        .describe('Scores, newest first. Signals and scores together are at most limit.'),
      next_cursor: words.describe('Where the next page starts; null: no more.'),
    }),
    example: {
      input: { account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t', limit: 2 },
      output: {
        account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
        signals: [
          {
            id: 'sig_01kaj6w6qk5x3v0c8m9n2p4r7t',
            key: 'no_next_step',
            value: 0.9,
            at: '2026-03-02T09:00:00.000Z',
            run_ref: null,
            recorded_at: '2026-03-02T09:30:00.000Z',
          },
        ],
        scores: [
          {
            id: 'sco_01kaj6w6qk5x3v0c8m9n2p4r7t',
            role: 'deal-risk',
            value: 54.4,
            band: 'high',
            drivers: [{ key: 'no_next_step', value: 0.9, weight: 0.12, decay: 1, contribution: 43.2 }],
            weights_version: 'builtin:a08262ff3071',
            run_ref: null,
            recorded_at: '2026-03-02T09:30:00.000Z',
          },
        ],
        next_cursor: '01kaj6w6qk5x3v0c8m9n2p4r7t',
      },
    },
    handler: gtmSignalQuery,
  }),
};
