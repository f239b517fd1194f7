import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const fields = z.record(z.string(), z.unknown());
/** Letters of any case match. */
const pattern = z.string().transform((source) => new RegExp(source, 'i'));

/** What is recorded about one account through the tools, and what is then asked. */
const recorded = z.strictObject({
  account: fields.and(z.object({ name: z.string() })),
  opps: z.array(z.strictObject({ facts: fields, evidence: z.record(z.string(), z.string()) })),
  contacts: z.array(fields),
  prospects: z.array(fields).default([]),
  captures: z.array(z.string()),
  meetings: z.array(
    z.strictObject({ outcome: z.string(), notes: z.string().optional(), next_step: z.string().optional() }),
  ),
  plan: z.record(z.string(), z.string()),
  /** Each question with words of the fact that answers it, or null where nothing recorded does. */
  questions: z.array(z.tuple([z.string(), z.string().nullable()])),
});

/** One call of a tool, in the order given; a string `$name` in its input is the id that an earlier call was saved as. */
const step = z.union([z.tuple([z.string(), fields]), z.tuple([z.string(), fields, z.string()])]);

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
const set = z.strictObject({
  accounts: z.record(z.string(), z.strictObject({ steps: z.array(step), questions: z.array(question) })),
  acrossOrg: z.array(question),
});

export type Step = z.infer<typeof step>;
export type Question = z.infer<typeof question>;
export type QuestionSet = z.infer<typeof set>;

const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The steps and questions of an account that was written down by kind of record. */
function asSteps(of: z.infer<typeof recorded>): QuestionSet['accounts'][string] {
  const account_id = '$acc';
  const steps: Step[] = [['gtm_crm_write', { entity: 'account', facts: of.account }, 'acc']];
  for (const [index, { facts, evidence }] of of.opps.entries()) {
    steps.push(['gtm_crm_write', { entity: 'opp', facts: { ...facts, account_id } }, `opp${index}`]);
    if (Object.keys(evidence).length > 0) steps.push(['set_meddpicc', { opp_id: `$opp${index}`, ...evidence }]);
  }
  for (const contact of of.contacts)
    steps.push(['gtm_crm_write', { entity: 'contact', facts: { ...contact, account_id } }]);
  for (const prospect of of.prospects) steps.push(['update_prospect', { ...prospect, account_id }]);
  for (const text of of.captures) steps.push(['log_capture', { source: 'notes', text, account_id }]);
  for (const meeting of of.meetings) steps.push(['mark_meeting_outcome', { ...meeting, account_id }]);
  for (const [section, content] of Object.entries(of.plan))
    steps.push(['add_to_plan', { account_id, section, content }]);
  const questions = of.questions.map(([asked, right]): Question =>
    right === null
      ? { style: 'plain', asked, trap: 'not recorded' }
      : { style: 'plain', asked, expected: [new RegExp(escaped(right), 'i')] },
  );
  return { steps, questions };
}

const fileOf = (name: string) => new URL(`${name}.json`, import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(fileOf(name), 'utf8'));

/** A set by the name of its file. */
export function questionSet(name: string): QuestionSet {
  const data = read(name);
  if (!Array.isArray(data)) return set.parse(data);
  const accounts = data.map((each) => recorded.parse(each));
  return { accounts: Object.fromEntries(accounts.map((each) => [each.account.name, asSteps(each)])), acrossOrg: [] };
}

/** Which sets the vocabulary and the weights were fitted on, and which nothing was: the only place that says so. */
export const split = z
  .strictObject({ fitted: z.array(z.string()), unseen: z.array(z.string()) })
  .transform(({ fitted, unseen }) => ({ fitted, unseen: unseen.filter((name) => existsSync(fileOf(name))) }))
  .parse(read('eval/split'));
