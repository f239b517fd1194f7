import { z } from 'zod';
import { ID_PREFIXES, type IdType, idType } from '../db/ids.ts';
import { isKept } from '../db/moment.ts';
import { isReferable } from '../server/finding/references.ts';
import { idProblem } from '../server/id-problem.ts';
import { clearableWords, learnedWords } from '../server/records/says-nothing.ts';
import { ON_MATCH } from '../server/records/twins.ts';
import { takesReferences } from './references.ts';

/** Longest short label, line and long text, in characters. */
export const LABEL = 200;
export const LINE = 2_000;
export const TEXT = 100_000;

/** An id of the given type and nothing else; one of another type is refused with both types' names. */
export function exactId(type: IdType, description: string) {
  return z
    .string()
    .max(64)
    .superRefine((value, ctx) => {
      const message = idProblem(type, value);
      if (message !== undefined) ctx.addIssue({ code: 'custom', message });
    })
    .meta({ description, pattern: `^${ID_PREFIXES[type]}_` });
}

/** An id of the given type. In a tool's input it also takes a reference (`references.ts`), as its pattern says. */
export function id(type: IdType, description: string) {
  const schema = exactId(type, description);
  return takesReferences(isReferable(type) ? schema.meta({ pattern: `^(${ID_PREFIXES[type]}_|\\w+:)` }) : schema, type);
}

/** The id of an account, or a reference to one, or the id of a target account. */
export const accountOrTarget = (description: string) =>
  takesReferences(
    z
      .string()
      .max(64)
      .superRefine((value, ctx) => {
        if (idType(value) === 'target_account') return;
        const message = idProblem('account', value);
        if (message !== undefined)
          ctx.addIssue({ code: 'custom', message: `${message}; a target account (tgt_…) will do` });
      })
      .meta({ description, pattern: '^(acc|tgt)_|^\\w+:' }),
    'account',
  );

/** The most names and items an open object may hold, at all depths. */
const MAX_MEMBERS = 500;

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  return parts.reduce<number>((total, part) => total + countMembers(part), parts.length);
}

/** Refuses an object with more names and items than is kept of one. */
export function checkMembers(value: object, ctx: z.core.$RefinementCtx): void {
  const members = countMembers(value);
  if (members > MAX_MEMBERS) {
    ctx.addIssue({ code: 'custom', message: `holds ${members} names and items; the most is ${MAX_MEMBERS}` });
  }
}

/** An object of any shape, such as a record's extra facts; its nesting depth is checked with the body. */
export const openObject = (description: string) =>
  z.record(z.string().min(1).max(100), z.unknown()).superRefine(checkMembers).describe(description);

/** Descriptions that `tools/list` leaves out: agents know what the field means, or read it once for all tools. */
export const UNSAID = new Set<unknown>();

/** A description for /openapi.json only. */
export function unsaid(description: string): string {
  UNSAID.add(description);
  return description;
}

/** The description of a field that says no more than its name. */
export const AS_NAMED = unsaid('As named.');

/** The arguments that every writing tool takes: the instructions say it once. */
export const CALLS_RUN = unsaid(
  'The run that the call belongs to, as the header Run-Ref; a key’s only running run when omitted.',
);
export const CALLS_KEY = unsaid(
  'As the header Idempotency-Key: the same key and input answer the first result again, for 7 days.',
);

const REF = unsaid('Its id in another system: what has that id already is replaced.');

const ON_MATCH_SAYS = unsaid(
  'When the record to create may be there already (same external_ref, e-mail address or domain, else the same name at the same account): create it all the same and name it in possible_duplicates, update that one, or refuse.',
);

/** What to do when the record to be made may be there already. */
export const onMatch = z.enum(ON_MATCH).default('create').describe(ON_MATCH_SAYS);

/** Records that may be the one just made. */
export const possibleDuplicates = z
  .array(z.object({ id: z.string(), matched: z.enum(['external_ref', 'email', 'domain', 'name']) }))
  .describe('Records that may be the same as the one just created, and what they have in common.');

/** The title of the items of `quotedEvidence`, whose description says them whole; `tools/list` leaves them out. */
export const QUOTED_EVIDENCE = 'Quoted evidence';

/** The type of an answer's field that may be missing. */
export const nullableText = z.string().nullable();

/** The id of a record in another system: sent again, it changes that record instead of adding one. */
export const externalRef = z.string().trim().min(1).max(LABEL).describe(REF).optional();

export const label = (description: string) => z.string().trim().min(1).max(LABEL).describe(description);
export const line = (description: string) => z.string().trim().min(1).max(LINE).describe(description);
export const text = (description: string) => z.string().trim().min(1).max(TEXT).describe(description);

/** As `line` and `text`, for what is kept as evidence: `N/A` and the like are refused. */
export const meaningfulLine = (description: string) => learnedWords(LINE).describe(description);
export const meaningfulText = (description: string) => learnedWords(TEXT).describe(description);

/** As `meaningfulLine`; null clears the field. */
export const clearableLine = (description: string) => clearableWords(LINE).describe(description);

/** An ISO 8601 timestamp with its offset, of a year 1 to 9999 in UTC; parsed to UTC. */
export const timestamp = (description: string) =>
  z.iso
    .datetime({
      offset: true,
      error: 'expected an ISO 8601 timestamp with seconds and offset, such as 2026-03-01T09:30:00Z',
      abort: true,
    })
    .refine(isKept, 'expected a time of the years 1 to 9999')
    .transform((value) => new Date(value).toISOString())
    .describe(description);

/** A date, which begins at midnight UTC, or a timestamp; parsed to UTC. */
export const dayOrTime = (description: string) =>
  z
    .string()
    .max(40)
    .regex(/^\d{4}-\d\d-\d\d(?:$|T)/, {
      error: 'expected a date such as 2026-03-01, or a timestamp such as 2026-03-01T09:30:00Z',
      abort: true,
    })
    .transform((value, ctx) => {
      const parsed = (value.length === 10 ? z.iso.date() : z.iso.datetime({ offset: true })).safeParse(value);
      if (parsed.success && isKept(value)) return new Date(value).toISOString();
      ctx.addIssue({ code: 'custom', message: 'expected a date such as 2026-03-01, or a timestamp with offset' });
      return z.NEVER;
    })
    .describe(description);

/** Most items a list answers, 1 to 200. */
export const limit = (byDefault: number) =>
  z.int().min(1).max(200).default(byDefault).describe(`Default ${byDefault}.`);

/** The calls a minute that are set for a key. */
export const rateLimit = z.int().min(1).max(1_000_000).nullable().describe('Calls a minute; null for no limit.');

export const cursor = z.string().max(200).optional().describe(AS_NAMED);

/** What fields written rest on: quotes, which are looked up in the captures named. `tools/list` has its description only. */
export const quotedEvidence = z
  .array(
    z
      .object({
        field: label('The field.'),
        capture_id: z.string().max(64).describe('The capture.'),
        quote: line('The words, as the capture has them.'),
      })
      .meta({ title: QUOTED_EVIDENCE }),
  )
  .max(20)
  .optional()
  .describe('[{field, capture_id, quote}]');
