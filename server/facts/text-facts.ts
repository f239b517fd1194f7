import type { NewFact } from '../gate/call.ts';

/** Most sentences of one text that become facts of their own; the rest stays in the record it came with. */
const MOST_SENTENCES = 200;

/** Characters of the sentence before that are repeated where one begins with `She …` or `It …`. */
const MOST_CONTEXT = 300;

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' });
const ABBREVIATION =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|prof|inc|corp|ltd|co|vs|e\.g|i\.e|approx|no|st|jr|sr|dept|est|fig|u\.s|\p{Lu})\.$/iu;
const BULLET = /^(?:[-*•–—·]|\d{1,2}[.)]|\[[ x]?\])\s+/i;
const HEADING = /^(?:#{1,6}\s+(?<title>.+?)\s*#*|(?:\*\*)?(?<lead>[^.!?:]{2,60}):(?:\*\*)?)$/;
/** A line that brings its own heading. */
const LABELLED = /^\p{Lu}[^.!?:]{1,40}: \S/u;
/** Begins notes by saying what they are of: `Security workshop.`, `Call with Hald.` */
const OCCASION =
  /^(?!.*\b(?:is|are|was|were|has|have|had|will|would|said|went|wants?|asked|did|do|does)\b)(?=(?:\S+\s*){1,7}$).*\b(?:call|meeting|demo|review|workshop|session|visit|kick-?off|sync|check-?in|walkthrough|debrief|discussion|conversation|readout|interview|lunch|dinner|coffee|presentation|training|midpoint|onboarding)\b/i;
/** Names somebody or something, so that a later sentence can refer to it. */
const NAMES = /\s\p{Lu}\p{L}+|^(?!(?:The|We|They|Our|Their|No|Yes|If|When|Then|There|Also|But|And|So)\b)\p{Lu}\p{L}+/u;
/** Begins with a word for what was named before, or has one for a person soon after. */
const BEGINS_BACK =
  /^(?:(?:and|but|so|also|then)\s+)?(?:he|she|they|his|her|their|him|them|it|its|this|that|these|those)\b(?!\s+(?:week|month|quarter|year)\b)/i;
const REFERS_BACK = /^(?:[\p{L}']+\s+){1,3}(?:he|she|his|her|him)\b/iu;

/** A sentence as it stands in a text, and as it reads on its own. */
export type Sentence = { said: string; alone: string };

function sentencesOfLine(line: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of SEGMENTER.segment(line)) {
    const before = sentences.at(-1);
    if (before !== undefined && ABBREVIATION.test(before)) {
      sentences[sentences.length - 1] = `${before} ${segment.trim()}`;
    } else if (segment.trim() !== '') sentences.push(segment.trim());
  }
  return sentences;
}

/**
 * The sentences of a text, in order. Lines end sentences too: notes are often lists. On its own, an item reads with its
 * heading (`Next steps: send the proposal`), and a sentence that refers back with the one it refers to.
 */
export function sentencesOf(text: string): Sentence[] {
  if (text.length <= 120 && !/[.!?]\s|\n/.test(text)) {
    const said = text.trim();
    return said === '' ? [] : [{ said, alone: said }];
  }
  const sentences: Sentence[] = [];
  let heading: string | undefined;
  let occasion: string | undefined;
  let referent: string | undefined;
  for (const line of text.split('\n')) {
    const plain = line.trim();
    if (plain === '') {
      heading = referent = undefined;
      continue;
    }
    const item = plain.replace(BULLET, '');
    const headed = HEADING.exec(item)?.groups;
    if (headed !== undefined) {
      heading = headed['title'] ?? headed['lead'];
      continue;
    }
    for (const said of sentencesOfLine(item)) {
      if (sentences.length === 0 && OCCASION.test(said)) occasion = said.replace(/[.!]$/, '');
      const begins = BEGINS_BACK.test(said);
      const back = begins || REFERS_BACK.test(said) ? referent : undefined;
      if (!begins && said.length <= MOST_CONTEXT && (referent === undefined || NAMES.test(said))) referent = said;
      const under = heading === undefined || LABELLED.test(item) ? undefined : heading.replace(/:$/, '');
      const on = under ?? (sentences.length === 0 || back?.startsWith(occasion ?? '\0') ? undefined : occasion);
      const context = [on === undefined ? '' : `${on}: `, back === undefined ? '' : `${back} `];
      sentences.push({ said, alone: `${context.join('')}${said}` });
      if (sentences.length === MOST_SENTENCES) return sentences;
    }
  }
  const whole = text.trim();
  return sentences.length > 0 || whole === '' ? sentences : [{ said: whole, alone: whole }];
}

/** One fact per sentence of a text; a text attribute holds many at a time. */
export function factsOfText(
  about: Pick<NewFact, 'accountId' | 'subjectType' | 'subjectId' | 'attribute'>,
  text: string,
): NewFact[] {
  return sentencesOf(text).map(({ said, alone }) => ({ ...about, value: said, sentence: alone }));
}
