import { stemOf } from './stem.ts';
import { isNumber, type Token, tokensOf } from './tokens.ts';
import type { Kind } from './topics.ts';
import { isKnown } from './vocabulary.ts';

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

const MONTHS =
  set(`january february march april may june july august september october november december jan feb mar apr
  jun jul aug sep sept oct nov dec`);
const DAYS = set(
  'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun',
);

const DATE =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|march|mar|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:in|by|of|early|mid|late|until|before|since|this|next|last|end) may|may \d|\d{1,2} may|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|yesterday|q[1-4]|h[12]|fy ?\d+|(?:19|20)\d\d|\d{1,2}[/.]\d{1,2}|\d{1,2}(?:st|nd|rd|th)|(?:next|this|last|coming|end of(?: the)?|early|mid|late|following)[ -](?:week|month|quarter|year|spring|summer|fall|autumn|winter|january|fiscal)|(?:in|within|after|over|for) (?:\d+|an?|one|two|three|four|five|six|several|a few|a couple of) (?:days?|weeks?|months?|quarters?|years?)|(?:\d+|one|two|three|four|five|six|several|few) (?:days?|weeks?|months?|quarters?|years?) (?:ago|from now|later|out)|eo[dwmqy]|year[ -]end|month[ -]end|quarter[ -]end|end of (?:day|week|month|quarter|year)|week \d+|christmas|easter|thanksgiving|new year|spring|summer|autumn|winter|(?:in|this|next|by|until) (?:the )?fall|asap|immediately)\b/i;

const TIME = /\b(?:\d{1,2}(?::\d\d)?\s?[ap]\.?m\b|\d{1,2}:\d\d|noon|midnight|o'clock)/i;

const DURATION =
  /\b(?:(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|several|few|couple of|half|multi)[ -]?(?:more |full |business |working )?(?:minutes?|hours?|days?|weeks?|months?|quarters?|years?)|weekly|daily|monthly|quarterly|annual(?:ly)?|yearly|since|biweekly|every)\b/i;

const REASON =
  /\b(?:because|due to|since|so that|in order to|reason|why|after|thanks to|owing|caused?|causing|driven|wants?|needs?|needed|too|lack\w*|not|no|never|for \w+|cannot|can't|won't|\w+n't|over|on price|budget|price|worried|concern\w*|to \w+)\b/i;

const NUMBER_WORDS =
  set(`two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty
  seventy eighty ninety hundred hundreds thousand thousands million millions billion dozen dozens half third quarter double
  triple twice none zero couple`);

/** Titles and bodies that stand for a person where a name is not given. */
const ROLES =
  set(`cfo ceo cto cio coo ciso cmo cro cpo chro cdo vp svp evp director head chief president manager lead officer
  controller treasurer founder chair chairman chairwoman chairperson board committee council counsel procurement finance
  legal leadership she he superintendent dean commissioner partner owner architect engineer administrator principal
  analyst secretary supervisor buyer`);

const NO_NAMES = set('i q1 q2 q3 q4 h1 h2 fy eod eow eom eoq eoy usd eur gbp');

const isCalendar = ({ word }: Token) => MONTHS.has(word) || DAYS.has(word);

/** Whether a word reads as the name of someone or something rather than as a word of the language. */
export function isNamelike(token: Token): boolean {
  if (!token.capital || isCalendar(token) || NO_NAMES.has(token.word)) return false;
  return !isKnown(token.stem);
}

const isAcronym = ({ text }: Token) => text.length < 6 && /^[\p{Lu}\p{N}]+$/u.test(text);

const isDatelike = (token: Token) => /^(?:19|20)\d\d$/.test(token.word) || /^\d+(?:st|nd|rd|th)$/.test(token.word);

/** Whether a word is a figure: digits that are no date, or a number written out. */
export const isFigure = (token: Token): boolean =>
  (isNumber(token) && !isDatelike(token)) || NUMBER_WORDS.has(token.word);

/**
 * Whether words can answer a question for something of a kind. `asked` are the stems of the question: a person it names
 * itself is not the person it looks for.
 */
export function holds(kind: Kind, tokens: readonly Token[], text: string, asked: ReadonlySet<string>): boolean {
  switch (kind) {
    case 'date':
      return DATE.test(text);
    case 'duration':
      return DURATION.test(text) || (DATE.test(text) && /\b(?:until|till|through|since|to)\b/i.test(text));
    case 'time':
      return TIME.test(text);
    case 'reason':
      return REASON.test(text);
    case 'number':
      return tokens.some(isFigure);
    case 'person':
      return tokens.some(
        (token) => !asked.has(token.stem) && (ROLES.has(token.word) || (isNamelike(token) && !isAcronym(token))),
      );
    case 'place':
      return /@/.test(text) || tokens.some((token) => !asked.has(token.stem) && isNamelike(token));
  }
}

/** What words say of a kind, so that two statements can be compared: names, figures or dates in a plain form. */
export function valuesOf(kind: Kind, text: string): Set<string> {
  const tokens = tokensOf(text);
  switch (kind) {
    case 'person':
    case 'place':
      return new Set(tokens.filter(isNamelike).map(({ word }) => word));
    case 'number':
      return new Set(tokens.filter((token) => isNumber(token) && !isDatelike(token)).map(({ word }) => word));
    case 'date':
    case 'duration':
    case 'time':
      return new Set(
        tokens
          .filter((token) => isCalendar(token) || isNumber(token) || /^[qh][1-4]$/.test(token.word))
          .map(({ word }) => stemOf(word)),
      );
    case 'reason':
      return new Set();
  }
}

/** The words of the first name in a text. */
export function peopleIn(text: string): string[] {
  const tokens = tokensOf(text);
  const names = (token: Token | undefined) => token !== undefined && isNamelike(token) && !isAcronym(token);
  const first = tokens.findIndex(names);
  if (first < 0) return [];
  const words = [tokens[first]!.word];
  for (let next = first + 1; names(tokens[next]) && !tokens[next]!.initial; next += 1) words.push(tokens[next]!.word);
  return words;
}
