import type { FoundFact } from '../../db/statements/answers.ts';
import type { Evidence } from './rank.ts';

/** A fact that may bear on a question, in a few words; the first two alone where all facts of an account are given. */
export type Related = {
  /** The id, or its last characters where all facts of an account are given. */
  fact_id: string;
  sentence: string;
  account_id?: string | null;
  account_name?: string | null;
  attribute?: string;
  established_by?: string;
  at?: string;
  superseded_at?: string | null;
};

/** Names of the people who may have established what is read, by id. */
export type People = ReadonlyMap<string, string>;

/** Tokens that the facts of an answer may take, of the 2,000 that an answer may: the rest of it is small. */
const BUDGET = 1_700;
/** Characters of a sentence in `related`; the fact has it whole. */
const MOST_SENTENCE = 360;
/** Lines of an account that is given whole, and the characters that tell their facts apart: a whole id takes 25 tokens. */
const MOST_LINES = 60;
const SHORT_ID = 6;

/** Tokens of a model, measured: four characters of English each, of an id hardly more than one; an entry's form besides. */
const inTokens = (text: string) => Math.ceil(text.length / 4);
const ID = 25;
const FACT = 9 * ID + 60;
const LINE = 13;
const ENTRY = ID + 60;

const clipped = (sentence: string) =>
  sentence.length <= MOST_SENTENCE ? sentence : `${sentence.slice(0, MOST_SENTENCE - 1).toWellFormed()}…`;

/** Who established a fact: the key by its name, else the person, and with which tool, or from which provider. */
export function nameOf(fact: FoundFact, people: People): string {
  const { tool, provider, key_name: key, key_id: id, user_id: user } = fact;
  const by = key ?? people.get(user ?? '') ?? id ?? user;
  return `${tool}${by === null ? '' : ` by ${by}`}${provider === null ? '' : ` from ${provider}`}`;
}

/** The first of `all` that fit into the budget of tokens; the very first does always. */
function within<T>(all: readonly T[], tokensIn: (each: T) => number, budget = BUDGET): T[] {
  let left = budget;
  return all.filter((each, index) => (left -= tokensIn(each)) >= 0 || index === 0);
}

/** The facts an answer cites whole, as an object and in its text. */
export const cited = (supports: readonly Evidence[], limit: number): FoundFact[] =>
  within(
    supports.slice(0, limit).map(({ fact }) => fact),
    ({ sentence, value, account_name: name, evidence }) =>
      FACT + 2 * inTokens(sentence) + inTokens(value) + inTokens(name ?? '') + inTokens(JSON.stringify(evidence)) + ID,
  );

/** Facts with all that a reader needs to judge them, as many as fit beside those that are cited. */
export function relatedOf(all: readonly Evidence[], people: People, across: boolean, beside = 0): Related[] {
  const entries = all.map(({ fact }): Related => {
    const { id, account_id, account_name, attribute, at, superseded_at } = fact;
    const account = across ? { account_id, account_name } : {};
    const entry = { fact_id: id, sentence: clipped(fact.sentence), ...account, attribute };
    return { ...entry, established_by: nameOf(fact, people), at, superseded_at };
  });
  const tokensIn = ({ sentence, established_by: by = '' }: Related) =>
    ENTRY + inTokens(sentence) + inTokens(by) + (across ? ID + 12 : 0);
  return within(entries, tokensIn, BUDGET - beside * FACT);
}

/** All facts of an account as lines of the id's end and the sentence, where they are few enough and fit. */
export function sheetOf(all: readonly Evidence[]): Related[] | undefined {
  if (all.length === 0 || all.length > MOST_LINES) return undefined;
  const lines = all.map(({ fact: { id, sentence, superseded_at } }) => ({
    fact_id: id.slice(-SHORT_ID),
    sentence: clipped(sentence),
    ...(superseded_at === null ? {} : { superseded_at }),
  }));
  const fitting = within(lines, ({ sentence }) => LINE + inTokens(sentence));
  return fitting.length === lines.length ? lines : undefined;
}

/** Facts that cannot all be right, said as such. */
export const stated = (facts: readonly FoundFact[]) => ({
  statement: `The record disagrees: ${facts.map(({ sentence, id }) => `${JSON.stringify(sentence)} [${id}]`).join(' against ')}.`,
  fact_ids: facts.map(({ id }) => id),
});
