import { z } from 'zod';
import type { Call } from '../gate/call.ts';
import { spellingOf } from '../records/spelling.ts';
import { asciiDomain } from '../records/domain.ts';
import { linkedinPath } from './identity.ts';
import { type Field, FIELDS, KEY_VARIABLES, type ProviderName } from './provider.ts';

const field = z.enum(FIELDS);
const provider = z.enum(Object.keys(KEY_VARIABLES) as [ProviderName, ...ProviderName[]]);
const words = (longest: number) => z.string().trim().max(longest);
const usd = z.number().min(0);

const SPELLED = new Map(FIELDS.map((name) => [spellingOf(name), name]));

/** Names of known facts that are none of `FIELDS`, by what was picked of them. */
const unused = new WeakMap<object, string[]>();

function pickKnown(given: Record<string, string | number>): { [name in Field]?: string | number } {
  const entries = Object.entries(given).map(([name, value]) => [SPELLED.get(spellingOf(name)), value, name] as const);
  const picked = Object.fromEntries(entries.flatMap(([field, value]) => (field === undefined ? [] : [[field, value]])));
  unused.set(
    picked,
    entries.flatMap(([field, , name]) => (field === undefined ? [name] : [])),
  );
  return picked;
}

/** Warns of known facts that a look-up has no use for. */
export function warnOfUnused(call: Pick<Call, 'warn'>, { known }: EnrichInput['contact']): void {
  for (const name of (known && unused.get(known)) ?? []) {
    call.warn(`contact.known.${name}`, `is not used; what is known is given as ${FIELDS.join(', ')}`);
  }
}

const contact = z
  .object({
    fullName: words(200).optional().describe('As named.'),
    firstName: words(100).optional().describe('As named.'),
    lastName: words(100).optional().describe('As named.'),
    domain: words(300)
      .refine((value) => value === '' || asciiDomain(value) !== undefined, 'Wanted a domain such as acme.com.')
      .optional()
      .describe("The employer's."),
    company: words(200).optional().describe('Its name.'),
    linkedin: words(300)
      .refine(
        (value) => value === '' || linkedinPath(value) !== undefined,
        'Wanted a LinkedIn address such as https://www.linkedin.com/in/ada-lovelace.',
      )
      .optional()
      .describe('Address of the person or company.'),
    known: z
      .record(z.string().max(100), z.union([words(300), z.number()]))
      .transform(pickKnown)
      .optional()
      .describe('Facts you have: found at no cost.'),
  })
  .refine(
    (value) =>
      [value.fullName, value.firstName, value.lastName, value.domain, value.linkedin, value.company].some(Boolean),
    'The contact names nobody: give a name with a domain or company, a LinkedIn address, or a domain or company alone.',
  )
  .describe('A name with a domain, or a LinkedIn address, finds most; a company alone is looked up as such.');

/** Input of `gtm_enrich` (decisions 10). */
export const enrichInput = z
  .object({
    contact,
    wanted: z
      .array(field)
      .min(1)
      .max(FIELDS.length * 2)
      .optional()
      .transform((value): Field[] => value ?? [...FIELDS])
      .describe('The facts to find; omit for all.'),
    persist_entity: z
      .enum(['prospect', 'account', 'target_account'])
      .optional()
      .describe('Kind of record to write the facts onto; needs persist_id.'),
    persist_id: words(64).min(1).optional().describe('Id of that record; needs persist_entity.'),
  })
  .superRefine((value, ctx) => {
    if ((value.persist_entity === undefined) === (value.persist_id === undefined)) return;
    const absent = value.persist_id === undefined ? 'persist_id' : 'persist_entity';
    ctx.addIssue({
      code: 'custom',
      path: [absent],
      message: 'Send persist_entity and persist_id together, or neither.',
    });
  });
export type EnrichInput = z.infer<typeof enrichInput>;

const fieldResult = z.object({
  value: z.union([z.string(), z.number()]).describe('The fact. employeeCount may be a range such as "251-1K".'),
  provider: z.union([provider, z.literal('known')]).describe('Who gave it; known = it came with the call.'),
  cost: usd.describe("US dollars: this fact's share of what its look-up cost."),
  confidence: z.number().min(0).max(1).describe('0 to 1, by the provider.'),
  retrieved_at: z.iso.datetime().describe('When the provider gave it; older than the call when cached.'),
  status: z
    .enum(['verified', 'unverified'])
    .optional()
    .describe('E-mail only: verified = its domain takes mail; unverified = DNS gave no answer.'),
});

const OUTCOMES = [
  'found',
  'miss',
  'refused',
  'timeout',
  'rate_limited',
  'out_of_credit',
  'unauthorised',
  'unavailable',
  'rejected',
  'invalid_response',
  'resting',
] as const;

const attempt = z.object({
  provider,
  outcome: z
    .enum(OUTCOMES)
    .describe(
      'found; miss = nothing new; refused = only an e-mail whose domain takes no mail; resting = not asked, it failed repeatedly; all others are failures.',
    ),
  fields: z.array(field).optional().describe('The facts taken from this attempt.'),
  refused_email: z
    .enum(['domain_does_not_exist', 'domain_takes_no_mail'])
    .optional()
    .describe('Why the e-mail it found was refused.'),
  cost: usd.describe('US dollars at list price; 0 for a miss, a failure or a cached answer.'),
  duration_ms: z.number().int().min(0),
  cached: z.literal(true).optional().describe('Answered from an earlier call; nothing was asked or charged.'),
});

/** Result of the waterfall; the tool adds what it persisted. */
export const enrichOutput = z.object({
  fields: z.partialRecord(field, fieldResult).describe('The wanted facts that are known now, by name.'),
  attempts: z.array(attempt).describe('Every provider asked, in order.'),
  missing: z.array(field).describe('Wanted facts nobody had. Do not invent them.'),
  total_cost: usd.describe('US dollars at list price for this call.'),
  hint: z.string().optional().describe('What would help to find what is missing.'),
});
export type Enrichment = z.infer<typeof enrichOutput>;
export type Attempt = z.infer<typeof attempt>;
