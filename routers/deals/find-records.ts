import { z } from 'zod';
import { idType } from '../../db/ids.ts';
import { STAGE_KINDS } from '../../db/stage-kinds.ts';
import { factsAbout } from '../../server/answers/ask-question.ts';
import { FILTERS } from '../../db/statements/find-kinds.ts';
import { FOUND_KINDS, type FindInput, SORTS } from '../../server/finding/find-input.ts';
import { findRecords } from '../../server/finding/find-records.ts';
import { DIMENSIONS } from '../../server/records/meddpicc.ts';
import type { Call } from '../../server/gate/call.ts';
import type { AppScope } from '../../server/gate/scopes.ts';
import type { Services } from '../../server/services.ts';
import { AS_NAMED, dayOrTime, id, LABEL, nullableText } from '../fields.ts';
import { tool } from '../tool.ts';

/** Kinds that an application's token needs a scope of its own for, as the tools that list them do. */
const SCOPED: { [kind: string]: AppScope } = { draft: 'drafts.read', member: 'teams.read' };

const amount = z.number().optional().describe(AS_NAMED);
const day = z.iso.date('expected a date such as 2026-03-31').optional().describe(AS_NAMED);
const word = (description = AS_NAMED) => z.string().trim().min(1).max(LABEL).optional().describe(description);
const since = (description = AS_NAMED) => dayOrTime(description).optional();

const isDimension = (name: string) => (DIMENSIONS as readonly string[]).includes(name);

const amounts = z.array(z.object({ currency: nullableText, count: z.int(), amount: z.number() }));

const MOST_RELATED = 12;
const MOST_SENTENCE = 240;
/** Facts that are looked through for records of the kind that is wanted. */
const MOST_LOOKED_AT = 60;

/** Filters that facts do not have. */
const ofRecords = FILTERS.filter((name) => name !== 'account_id');

/**
 * Records of the wanted kind that say in other words what a search by words did not find, best first: by the engine of
 * the answers (decisions 11). One or two round trips, only where a query found nothing.
 */
async function relatedRecords(call: Call, input: FindInput, services: Services) {
  const { kind, query, account_id: accountId } = input;
  if (query === undefined || ofRecords.some((name) => input[name] !== undefined)) return [];
  const facts = await factsAbout(call, { query, accountId, limit: MOST_LOOKED_AT }, services);
  const records = facts.map((fact) => {
    const id = fact.source_id ?? fact.subject_id;
    const { account_id, account_name, attribute, at } = fact;
    const sentence = fact.sentence.slice(0, MOST_SENTENCE).toWellFormed();
    return { id, kind: String(idType(id)), account_id, account_name, attribute, sentence, at };
  });
  const wanted: readonly unknown[] = kind === 'person' ? ['contact', 'prospect'] : [kind];
  const ofKind = records.filter((each) => wanted.includes(each.kind));
  const firstOfEach = ofKind.filter(({ id }, at) => ofKind.findIndex((each) => each.id === id) === at);
  return firstOfEach.slice(0, MOST_RELATED);
}

export default tool({
  title: 'Find records',
  description:
    'Finds records of one kind by words (name, domain, e-mail, external_ref, account, text) and filters, with totals (exact unless at_least says otherwise); or reads up to 20 whole by ids. ' +
    'In place of an id any tool takes name:…, domain:…, email:… or ref:… (external_ref).',
  scope: 'account.read',
  entitled: true,
  effect: 'read',
  asksModels: true,
  refusals: ['not_team_owner'],
  input: z.object({
    kind: z.enum(FOUND_KINDS).optional().describe('Needed without ids; person: contacts and prospects.'),
    query: z.string().trim().min(1).max(500).optional().describe('Words, or their beginnings; all must match.'),
    ids: z.array(z.string().max(64)).min(1).max(20).optional().describe('Of any kind.'),
    account_id: id('account', AS_NAMED).optional(),
    list: word(),
    stage: word(),
    stage_kind: z.enum(STAGE_KINDS).optional().describe(AS_NAMED),
    close_from: day,
    close_to: day,
    amount_min: amount,
    amount_max: amount,
    missing: z
      .array(z.string().refine(isDimension, `expected one of ${DIMENSIONS.join(', ')}`))
      .min(1)
      .max(8)
      .optional()
      .describe('MEDDPICC dimensions that are all unknown.'),
    created_since: since('Date or timestamp.'),
    updated_since: since(),
    no_activity_since: since('Of accounts, opps.'),
    status: word('Of drafts, runs; or withdrawn.'),
    assignee: word('Of drafts: name, id or me.'),
    owner: word(),
    sort: z.enum(SORTS).optional().describe(AS_NAMED),
    cursor: z.string().max(4_000).optional().describe(AS_NAMED),
    limit: z.int().min(1).max(200).default(20).describe(AS_NAMED),
  }),
  alsoNeeds: ({ kind, ids = [] }) => [
    SCOPED[kind ?? ''],
    ids.some((each) => each.startsWith('dra_')) ? SCOPED['draft'] : undefined,
  ],
  output: z.object({
    items: z
      .array(
        z.looseObject({
          id: z.string(),
          kind: z.string(),
          name: z.string().nullable().optional(),
          account_id: z.string().nullable().optional(),
          account_name: z.string().nullable().optional(),
          matched: z.array(z.string()).describe('Fields the query was found in.'),
        }),
      )
      .describe('What was found, without empty fields; texts by an excerpt with text_chars, but whole with ids.'),
    totals: z
      .object({
        count: z.int(),
        amounts: amounts.optional().describe('Of deals, per currency.'),
        at_least: z.boolean().optional().describe('True: not exact, more match than were counted.'),
      })
      .nullable()
      .describe('Of all that match, with the first page; null with later ones.'),
    next_cursor: nullableText.describe('Give it as cursor for the next page; null at the end.'),
    related: z
      .array(
        z.object({
          id: z.string(),
          kind: z.string(),
          account_id: z.string().nullable(),
          account_name: z.string().nullable(),
          attribute: z.string(),
          sentence: z.string(),
          at: z.string(),
        }),
      )
      .optional()
      .describe('Where no record has the words: those that may say it in other words, best first, with the fact.'),
    not_found: z.array(z.string()).optional().describe('Of ids, those that are nowhere here.'),
  }),
  example: {
    input: { kind: 'opp', stage_kind: 'open', close_to: '2026-06-30', missing: ['economic_buyer'] },
    output: {
      items: [
        {
          id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t',
          kind: 'opp',
          name: 'Acme renewal',
          account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
          account_name: 'Acme Corp',
          stage: 'Proposal',
          amount: 48_000,
          currency: 'EUR',
          close_date: '2026-06-30',
          missing: ['economic_buyer', 'paper_process'],
          matched: [],
        },
      ],
      totals: { count: 1, amounts: [{ currency: 'EUR', count: 1, amount: 48_000 }] },
      next_cursor: null,
    },
  },
  handler: async (call, input, services) => {
    const found = await findRecords(call, input, services);
    if (found.totals?.count !== 0) return found;
    const related = await relatedRecords(call, input, services);
    return related.length === 0 ? found : { ...found, related };
  },
});
