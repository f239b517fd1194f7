import { z } from 'zod';
import { DATE_FORMATS } from '../../server/imports/values.ts';

/** How one field of a record is derived from a row: a column, converted; or a template over columns. */
const field = z.union([
  z.string().transform((column) => ({ column })),
  z.object({
    column: z.string(),
    /** The type the text is converted to; text by default. */
    type: z.enum(['text', 'integer', 'number', 'date']).default('text'),
    /** The date format of the file. */
    format: z.enum(DATE_FORMATS).default('YYYY-MM-DD'),
    /** Replacements of whole values, for misspellings of an export. */
    values: z.record(z.string(), z.string()).default({}),
    /** A row without it is reported and not loaded. */
    required: z.boolean().default(false),
  }),
  z.object({ template: z.string() }),
]);

const parent = z.object({
  column: z.string(),
  /** Replacements of names that another file spells differently. */
  values: z.record(z.string(), z.string()).default({}),
  /** A row without an account: reported, or put under an account created for such rows. */
  missing: z.union([z.literal('report'), z.object({ account: z.string().min(1) })]).default('report'),
  /** A row that names an account in no file: reported, or the account is created by that name. */
  unknown: z.enum(['report', 'create']).default('report'),
});

const source = z.object({
  entity: z.enum(['account', 'opp', 'contact', 'prospect', 'target_account']),
  file: z.string(),
  delimiter: z.string().length(1).default(','),
  /** The column that identifies a row; loading the file again merges into the same record. */
  key: z.string(),
  fields: z.record(z.string(), field),
  /** For records of an account: which one, by the key of the account file's rows. */
  account: parent.optional(),
});

const mapping = z.object({
  /** Part of every external_ref, so that keys of two systems cannot collide. */
  system: z.string().regex(/^[a-z0-9-]{1,40}$/),
  sources: z.array(source).min(1),
  /** Stages whose amounts are summed per account and compared with the service's afterwards. */
  verify: z.object({ stage: z.string(), column: z.string(), amount: z.string() }).optional(),
});

export type Mapping = z.output<typeof mapping>;
export type Source = Mapping['sources'][number];
export type Field = Source['fields'][string];

/** Parses a mapping file's JSON. @throws Error naming each invalid part */
export function readMapping(text: string): Mapping {
  const parsed = mapping.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error(`The mapping is not usable:\n${z.prettifyError(parsed.error)}`);
}
