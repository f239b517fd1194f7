import { DATE, DURATION, type Kind, REASON } from './terms/patterns.ts';
import { isAcronym, isCalendar, isNumber, type Token, tokensOf, WORDS } from './words.ts';

const isYear = ({ word }: Token) => /^(?:19|20)\d\d$/.test(word);

/** Whether a word reads as the name of someone or something: written large within its sentence. */
const isName = (token: Token) =>
  token.capital && !isCalendar(token) && !isNumber(token) && token.word.length > 1 && !isAcronym(token);

const isFigure = (tokens: readonly Token[], token: Token, at: number) =>
  WORDS.numbers.has(token.word) ||
  (isNumber(token) &&
    !isYear(token) &&
    ![tokens[at - 1], tokens[at + 1]].some((beside) => beside !== undefined && isCalendar(beside)));

/** Whether words can answer a question for something of a kind. `asked`: words of the question, which it knows already. */
export function holds(kind: Kind, tokens: readonly Token[], text: string, asked: ReadonlySet<string>): boolean {
  if (kind === 'date') return DATE.test(text);
  if (kind === 'duration') return DURATION.test(text) || DATE.test(text);
  if (kind === 'reason') return REASON.test(text);
  if (kind === 'contact') return /@|linkedin|\d{3}/i.test(text);
  if (kind === 'number') return tokens.some((token, at) => isFigure(tokens, token, at));
  return tokens.some(
    (token) =>
      !asked.has(token.stem) &&
      ((isName(token) && !token.initial) || (kind === 'person' && WORDS.roles.has(token.word))),
  );
}

/** What words say of a kind, so that two statements can be compared: names, figures or dates in a plain form. */
export function valuesOf(kind: Kind, text: string): Set<string> {
  const all = tokensOf(text);
  const words = (is: (token: Token) => boolean) => all.filter(is).map(({ word }) => word);
  if (kind === 'person' || kind === 'place')
    return new Set(words((each) => isName(each) && !WORDS.roles.has(each.word)));
  if (kind === 'number') return new Set(words((each) => isNumber(each) && !isYear(each)));
  if (kind === 'reason' || kind === 'contact') return new Set();
  return new Set(words((each) => isCalendar(each) || isNumber(each)).map((word) => word.slice(0, 3).padStart(2, '0')));
}
