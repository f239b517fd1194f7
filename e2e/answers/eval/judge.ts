import type { Question } from '../question-sets.ts';

type Fact = { fact_id: string; attribute: string; value: string; sentence: string; superseded_at: string | null };
type Related = { fact_id: string; sentence: string; attribute?: string };

export type Reply = {
  answered: boolean;
  answer: string;
  facts: Fact[];
  related?: Related[];
  use?: unknown;
};

/** What a question came to. `rank`: the place of the expected fact, from 1; null where it is nowhere. */
export type Judged = {
  answerable: boolean;
  answeredRight: boolean;
  answeredWrong: boolean;
  /** The expected facts are cited, or among the first twelve related ones. */
  found: boolean;
  /** The same anywhere in `related`, which holds all facts of a small account. */
  foundAtAll: boolean;
  /** Nothing was cited though something recorded answers it. */
  silent: boolean;
  /** All that is recorded of the account was given. */
  isSheet: boolean;
  rank: number | null;
};

export const SHOWN = 12;

/** Compares a reply with what the question's author expected. */
export function judge(question: Question, { answered, facts, related = [] }: Reply): Judged {
  const cited = facts.map(({ attribute, value, sentence }) => `${attribute} | ${value} | ${sentence}`);
  const texts = [
    ...cited,
    ...related.map(({ attribute = '', sentence }) => `${attribute} | ${sentence} | ${sentence}`),
  ];
  const isSheet = related.length > SHOWN;
  const none = { found: false, foundAtAll: false, silent: false, isSheet, rank: null };
  if ('trap' in question) {
    const { accept } = question;
    const accepted = accept !== undefined && cited.every((text) => accept.test(text));
    return { ...none, answerable: false, answeredRight: false, answeredWrong: answered && !accepted };
  }
  const inAll = (list: readonly string[]) =>
    question.expected.every((pattern) => list.some((text) => pattern.test(text)));
  const allowed =
    (question.past === true || facts.every(({ superseded_at: at }) => at === null)) &&
    (question.not === undefined || !cited.some((text) => question.not!.test(text)));
  const answeredRight = answered && inAll(cited) && allowed;
  const place = texts.findIndex((text) => question.expected[0]!.test(text));
  return {
    answerable: true,
    answeredRight,
    answeredWrong: answered && !answeredRight,
    found: answered ? answeredRight : inAll(texts.slice(0, SHOWN)),
    foundAtAll: answered ? answeredRight : inAll(texts),
    silent: !answered && related.length === 0,
    isSheet,
    rank: place < 0 ? null : place + 1,
  };
}

/** Wilson's interval for a share, 95 %: lower and upper bound in percent. */
function interval(part: number, whole: number): [number, number] {
  const z = 1.96;
  const share = part / whole;
  const middle = share + (z * z) / (2 * whole);
  const reach = z * Math.sqrt((share * (1 - share)) / whole + (z * z) / (4 * whole * whole));
  const scale = 1 + (z * z) / whole;
  return [Math.max(0, ((middle - reach) / scale) * 100), Math.min(100, ((middle + reach) / scale) * 100)];
}

/** A share in words: `12 of 15, 80.0 % (54.8 to 93.0)`. */
export function share(part: number, whole: number): string {
  if (whole === 0) return 'none asked';
  const [low, high] = interval(part, whole);
  return `${part} of ${whole}, ${((100 * part) / whole).toFixed(1)} % (${low.toFixed(1)} to ${high.toFixed(1)})`;
}

/** The figures of questions of one kind, a line each. */
export function figuresOf(all: readonly Judged[]): string[] {
  const count = (of: readonly Judged[], is: (each: Judged) => boolean) => share(of.filter(is).length, of.length);
  const answerable = all.filter((each) => each.answerable);
  const traps = all.filter((each) => !each.answerable);
  const ranks = answerable.flatMap(({ rank }) => (rank === null ? [] : [1 / rank]));
  const sheets = answerable.filter(({ isSheet }) => isSheet);
  const lines: string[] = [];
  if (answerable.length > 0) {
    lines.push(
      `answered rightly          ${count(answerable, (each) => each.answeredRight)}`,
      `answered or within ${SHOWN}     ${count(answerable, (each) => each.found)}`,
      `mean reciprocal rank      ${(ranks.reduce((sum, each) => sum + each, 0) / answerable.length).toFixed(3)}, first ${count(answerable, (each) => each.rank === 1)}`,
      `answered wrongly          ${count(answerable, (each) => each.answeredWrong)}`,
      `silent though recorded    ${count(answerable, (each) => each.silent)}`,
    );
    if (sheets.length > 0) lines.push(`in whole sheets           ${count(sheets, (each) => each.foundAtAll)}`);
  }
  if (traps.length > 0) lines.push(`unanswerable, answered    ${count(traps, (each) => each.answeredWrong)}`);
  return lines;
}
