import { readFileSync } from 'node:fs';
import { z } from 'zod';

const fields = z.record(z.string(), z.unknown());
/** Letters of any case match. */
const pattern = z.string().transform((source) => new RegExp(source, 'i'));

/** What is recorded about one account through the tools, and what is then asked. */
const account = z.strictObject({
  account: fields.and(z.object({ name: z.string() })),
  opps: z.array(z.strictObject({ facts: fields, evidence: z.record(z.string(), z.string()) })),
  contacts: z.array(fields),
  prospects: z.array(fields).optional(),
  captures: z.array(z.string()),
  meetings: z.array(
    z.strictObject({ outcome: z.string(), notes: z.string().optional(), next_step: z.string().optional() }),
  ),
  plan: z.record(z.string(), z.string()),
  /** Each question with words of the fact that answers it, or null where nothing recorded does. */
  questions: z.array(z.tuple([z.string(), z.string().nullable()])),
});

/** One call of a tool, in the order given; a string `$name` in its input is the id that an earlier call was saved as. */
const step = z.tuple([z.string(), fields, z.string().optional()]);

/** `plain` names what it asks about, `natural` is how a seller types. */
const style = z.enum(['plain', 'natural']);

/** Patterns are tried on "attribute | value | sentence" of every cited fact. */
const question = z.union([
  z.strictObject({
    style,
    asked: z.string(),
    /** Each has to match a cited fact. */
    expected: z.array(pattern).min(1),
    /** Superseded facts may be cited, too. */
    past: z.literal(true).optional(),
    /** Matches no cited fact. */
    not: pattern.optional(),
  }),
  z.strictObject({
    style,
    asked: z.string(),
    /** Why nothing recorded answers it. */
    trap: z.string(),
    /** Every cited fact matches it, if facts are cited at all. */
    accept: pattern.optional(),
  }),
]);

/** Accounts that belong to one organization, and what is asked about each and across all of them. */
const othersSet = z.strictObject({
  accounts: z.record(z.string(), z.strictObject({ steps: z.array(step), questions: z.array(question) })),
  acrossOrg: z.array(question),
});

export type RecordedAccount = z.infer<typeof account>;
export type Step = z.infer<typeof step>;
export type Question = z.infer<typeof question>;
export type OthersSet = z.infer<typeof othersSet>;

const load = <Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> =>
  schema.parse(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')));

/** The half that the vocabulary was tuned on. */
export const tuned = load('tuned.json', z.array(account));

/** The half that nothing was tuned on: written beside the other one, before the first run, and left as it was. */
export const heldOut = load('held-out.json', z.array(account));

/** The four sets of people who had not seen the vocabulary, in the order they came. */
export const others = [1, 2, 3, 4].map((number) => load(`others-${number}.json`, othersSet));
