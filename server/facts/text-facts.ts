import type { NewFact } from '../gate/call.ts';

/** Most sentences of one text that become facts of their own; the record keeps the rest. */
const MAX_SENTENCES = 200;

/** Characters of the previous sentence that are repeated where a sentence begins with `She …` or `It …`. */
const MAX_CONTEXT = 300;

/** Characters of a sentence in a fact; longer ones are lists, links or code, and the record has them whole. */
const MAX_SENTENCE = 2_000;

/** Characters of a heading that its items repeat. */
const MAX_HEADING = 200;

/** Characters of a text that are read for facts: more than its 200 sentences need. The record keeps all. */
const MAX_READ = 64_000;

/** Characters of a line that are read: enough for several sentences of the longest. */
const MAX_LINE = 16_000;

/** Facts of a text hold at most so many times its bytes: each sentence as said and to be read alone, and some context. */
const MOST_TIMES = 3;

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Words that end with a full stop and hardly ever end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|inc|corp|ltd|co|vs|e\.g|i\.e|approx|aprox|no|st|jr|sr|sra|dept|est|ext|fig|u\.s|mme|hr|hrn|fr|lt|ca|nr|tel|abt|bzw|ggf|evtl|inkl|zzgl|vgl|z\.b|d\.h|u\.a|\p{Lu})\.$/iu;
/** Those that end one unless a number or a currency follows, and what follows then: `Dec. 31`, `3.5 Mio. EUR`. */
const BEFORE_NUMBER =
  /(?:^|[\s(])(?:jan|feb|febr|mar|mär|apr|jun|jul|aug|sept?|oct|okt|nov|dec|dez|déc|févr|janv|juil|mio|mrd|tsd)\.$/iu;
const NUMBER = /^(?:\d|[€$£]|(?:EUR|USD|CHF|GBP|Euro|Dollar|Franken)\b)/;
/** An ordinal as German writes it, and what it counts: `14. Januar`, `3. Quartal`. */
const ORDINAL = /(?:^|[\s(])\d{1,2}\.$/;
const COUNTED =
  /^(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Quartal|Halbjahr|Geschäftsjahr|Kalenderwoche|KW|Woche|Monat|Jahr|Stock|Etage|Runde)\b/u;

/** Whether what ends like this goes on with what begins like that. */
const goesOn = (end: string, next: string): boolean =>
  ABBREVIATION.test(end) || (BEFORE_NUMBER.test(end) && NUMBER.test(next)) || (ORDINAL.test(end) && COUNTED.test(next));

const BULLET = /^(?:[-*•–—·]|\d{1,2}[.)]|\[[ x]?\])\s+/i;
const LEAD = /^(?:\*\*)?(?<lead>[^.!?:]{2,60}):(?:\*\*)?$/;
/** A line with its own heading. */
const LABELLED = /^\p{Lu}[^.!?:]{1,40}: \S/u;
/** Begins notes with their subject: `Security workshop.`, `Call with Hald.` */
const OCCASION =
  /\b(?:call|meeting|demo|review|workshop|session|visit|kick-?off|sync|check-?in|walkthrough|debrief|discussion|conversation|readout|interview|lunch|dinner|coffee|presentation|training|midpoint|onboarding)\b/i;
const FINITE_VERB = /\b(?:is|are|was|were|has|have|had|will|would|said|went|wants?|asked|did|do|does)\b/i;
const MAX_OCCASION_WORDS = 7;
/** Names a person or a thing, so that a later sentence can refer to it. */
const NAMES = /\s\p{Lu}\p{L}+|^(?!(?:The|We|They|Our|Their|No|Yes|If|When|Then|There|Also|But|And|So)\b)\p{Lu}\p{L}+/u;
/** Begins with a pronoun for what was named before, or has one for a person soon after. */
const BEGINS_BACK =
  /^(?:(?:and|but|so|also|then)\s+)?(?:he|she|they|his|her|their|him|them|it|its|this|that|these|those)\b(?!\s+(?:week|month|quarter|year)\b)/i;
const REFERS_BACK = /^(?:[\p{L}']+\s+){1,3}(?:he|she|his|her|him)\b/iu;

/** A sentence as written, and rewritten to be read alone. */
export type Sentence = { said: string; alone: string };

/** The first characters of a text, none of them cut in two. */
const firstOf = (text: string, most: number) => (text.length <= most ? text : text.slice(0, most).toWellFormed());

/** The longest abbreviation with its full stop and the character before it. */
const ABBREVIATION_CHARS = 9;

function sentencesOfLine(line: string): string[] {
  const sentences: string[][] = [];
  for (const { segment } of SEGMENTER.segment(line)) {
    const said = segment.trim();
    const before = sentences.at(-1);
    if (before !== undefined && goesOn(endOf(before), said)) before.push(said);
    else if (said !== '') sentences.push([said]);
  }
  return sentences.map((parts) => firstOf(parts.join(' '), MAX_SENTENCE));
}

/** The end of a sentence in parts, as long as an abbreviation. */
function endOf(parts: readonly string[]): string {
  const last = parts.at(-1)!;
  const before =
    last.length < ABBREVIATION_CHARS && parts.length > 1 ? `${parts.at(-2)!.slice(-ABBREVIATION_CHARS)} ` : '';
  return `${before}${last}`.slice(-ABBREVIATION_CHARS);
}

/** The heading in a line, without its marks: `# Next steps`, `Next steps:`. */
function headingOf(line: string): string | undefined {
  const hashes = /^#{1,6}\s/.exec(line);
  if (hashes === null) return LEAD.exec(line)?.groups?.['lead'];
  const title = line.slice(hashes[0].length).trim();
  let end = title.length;
  while (end > 1 && title[end - 1] === '#') end -= 1;
  return title.slice(0, end).trimEnd();
}

const isOccasion = (said: string) =>
  said.split(/\s+/, MAX_OCCASION_WORDS + 1).length <= MAX_OCCASION_WORDS &&
  OCCASION.test(said) &&
  !FINITE_VERB.test(said);

/** A sentence as said, and the context it is read with: its heading, and the sentence it refers to. */
type InContext = { said: string; context: string };

/**
 * The sentences of a text, in order. Line ends end sentences too: notes are often lists. Alone, an item reads with its
 * heading (`Next steps: send the proposal`), and a sentence that refers back with the one it refers to. Where these would
 * be more than `MOST_TIMES` the text's bytes, the sentences with the longest context go without it.
 */
export function sentencesOf(text: string): Sentence[] {
  const found = inContext(text);
  let left = MOST_TIMES * Buffer.byteLength(text);
  for (const { said } of found) left -= 2 * Buffer.byteLength(said);
  const kept = new Set<InContext>();
  const sizes = new Map(found.map((each) => [each, Buffer.byteLength(each.context)]));
  for (const each of found.toSorted((a, b) => sizes.get(a)! - sizes.get(b)!)) {
    left -= sizes.get(each)!;
    if (left < 0) break;
    kept.add(each);
  }
  return found.map((each) => ({ said: each.said, alone: kept.has(each) ? `${each.context}${each.said}` : each.said }));
}

function inContext(text: string): InContext[] {
  const read = text.slice(0, MAX_READ).toWellFormed();
  if (text.length <= 120 && !/[.!?]\s|\n/.test(text)) {
    const said = text.trim();
    return said === '' ? [] : [{ said, context: '' }];
  }
  const sentences: InContext[] = [];
  let heading: string | undefined;
  let occasion: string | undefined;
  let referent: string | undefined;
  for (const line of read.split('\n')) {
    const plain = firstOf(line.trim(), MAX_LINE);
    if (plain === '') {
      heading = referent = undefined;
      continue;
    }
    const item = plain.replace(BULLET, '');
    const headed = headingOf(item);
    if (headed !== undefined) {
      heading = firstOf(headed, MAX_HEADING);
      continue;
    }
    for (const said of sentencesOfLine(item)) {
      if (sentences.length === 0 && isOccasion(said)) occasion = firstOf(said, MAX_HEADING).replace(/[.!]$/, '');
      const begins = BEGINS_BACK.test(said);
      const back = begins || REFERS_BACK.test(said) ? referent : undefined;
      if (!begins && said.length <= MAX_CONTEXT && (referent === undefined || NAMES.test(said))) referent = said;
      const under = heading === undefined || LABELLED.test(item) ? undefined : heading.replace(/:$/, '');
      const on = under ?? (sentences.length === 0 || back?.startsWith(occasion ?? '\0') ? undefined : occasion);
      const context = [on === undefined ? '' : `${on}: `, back === undefined ? '' : `${back} `];
      sentences.push({ said, context: context.join('') });
      if (sentences.length === MAX_SENTENCES) return sentences;
    }
  }
  const whole = firstOf(read.trim(), MAX_SENTENCE);
  return sentences.length > 0 || whole === '' ? sentences : [{ said: whole, context: '' }];
}

/** One fact per sentence of a text; a text attribute holds many at a time. */
export function factsOfText(
  about: Pick<NewFact, 'accountId' | 'subjectType' | 'subjectId' | 'attribute' | 'sourceId'>,
  text: string,
): NewFact[] {
  return sentencesOf(text).map(({ said, alone }) => ({ ...about, value: said, sentence: alone }));
}
