import { ABSENCE_NOTICE, AUTOMATIC, AUTOMATIC_SUBJECT, FAILED_SUBJECT, MACHINE } from './cues/automatic.ts';
import { ASKS_ABOUT_SENDER, complains, INTEREST, NEGATOR, QUESTION, SMALL_TALK, YES } from './cues/interest.ts';
import { ANY_TIME, COME_BACK, FAR_TIME, HOLDS_BACK, PAST, PROMISE, PUTS_OFF, RUNS_OUT } from './cues/later.ts';
import { BRINGS_IN, CONSULTS, HAS_LEFT, REDIRECT } from './cues/referral.ts';
import { DENIED_INTEREST, DOUBLE_NEGATION, FIRM_REFUSAL, OPT_OUT, RATHER, REFUSAL } from './cues/refusal.ts';
import { newWordsOf } from './reply-text.ts';
import { takingTurns } from '../turns.ts';
import * as automatic from './cues/automatic.ts';
import * as interest from './cues/interest.ts';
import * as later from './cues/later.ts';
import * as referral from './cues/referral.ts';
import * as refusal from './cues/refusal.ts';

/** The intent of a reply (decisions 13). */
export const INTENTS = ['interested', 'not-interested', 'referred', 'later', 'unclear'] as const;

export type Intent = (typeof INTENTS)[number];

const SHORT_FORMS: [RegExp, string][] = [
  [/[‘’´`]/g, "'"],
  [/[“”]/g, '"'],
  [/\b(can)(?:'?t|not)\b/gi, '$1 not'],
  [/\bwon'?t\b/gi, 'will not'],
  [/\b(is|are|was|were|do|does|did|has|have|had|would|could|should|must|need|ain)n'?t\b/gi, '$1 not'],
  [/\b(i)'?m\b/gi, '$1 am'],
  [/\b(you|we|they)'re\b/gi, '$1 are'],
  [/\b(i|you|we|they)'ve\b/gi, '$1 have'],
  [/\bive\b/gi, 'i have'],
  [/\b(i|you|we|they|he|she|it|that)'ll\b/gi, '$1 will'],
  [/\b(i|you|we|they|he|she)'d\b/gi, '$1 would'],
  [/\b(it|that|this|he|she|there|here|what|who|where|how|now|timing|time)'s\b/gi, '$1 is'],
  [/\blet'?s\b/gi, 'let us'],
  [/\b(pls|plz)\b/gi, 'please'],
  [/\bu\b/gi, 'you'],
  [/\bur\b/gi, 'your'],
  [/\binfos?\b/gi, 'info'],
  [/\bintrest/gi, 'interest'],
  [/\bw\//gi, 'with '],
];

const written = (text: string) => SHORT_FORMS.reduce((long, [short, form]) => long.replaceAll(short, form), text);

/** A clause, and whether it contrasts with the previous one ("but", "however"). */
type Clause = { text: string; turns: boolean; asks: boolean };

const SENTENCE = /[^.!?;\n]+(?:\.(?=\w)[^.!?;\n]*)*[.!?;]*/g;

const TURN =
  /[,–—-]{0,4}\s{0,4}\b(?:but|however|although|though|that said|nevertheless|nonetheless|still,|yet|except|on the other hand)\b,?|\s[–—-]{1,2}\s/i;

/** A sentence that contrasts with the previous one. */
const TURNS_AT_ONCE = /^\W*(?:but|however|though|although|that said)\b/i;

function clausesOf(text: string): Clause[] {
  return Array.from(text.matchAll(SENTENCE)).flatMap(([sentence]) =>
    sentence.split(TURN).flatMap((part, index) => {
      const clause = part.trim();
      const turns = index > 0 || TURNS_AT_ONCE.test(sentence);
      return clause === '' ? [] : { text: clause, turns, asks: sentence.trimEnd().endsWith('?') };
    }),
  );
}

/** A clause's vote, and its strength: 2 explicit, 1 in passing. */
type Vote = { intent: Intent; weight: 1 | 2; turns: boolean };

const THANKS = /\b(?:thanks|thank you|thx|appreciate\w*|sorry)(?: \w+){0,4} (?:for|that you|you)(?: [\w'-]+){0,5}/gi;

const EVERY_INTEREST = new RegExp(INTEREST.source, 'gi');

/** Characters before a cue in which a "not" negates it. */
const MAX_BEFORE = 40;

/** Whether a clause has a cue of interest that is not negated. */
function showsInterest(text: string): boolean {
  return Array.from(text.matchAll(EVERY_INTEREST)).some(
    ({ index }) => !NEGATOR.test(text.slice(Math.max(0, index - MAX_BEFORE), index)),
  );
}

/** How clearly a clause postpones, 0 for not at all; a promise to come back counts when it says when. */
function putsOff(text: string, asks: boolean): 0 | 1 | 2 {
  let weight: 0 | 1 = 0;
  // A refusal is not postponed by a time in the same clause; what follows a comma is another clause.
  for (const part of text.split(/[,:()]/)) {
    const far = FAR_TIME.test(part) && !PAST.test(part);
    const promises = PROMISE.test(part);
    if (promises && !far && !ANY_TIME.test(part)) continue;
    const wantsIt = asks && showsInterest(part);
    const refuses = FIRM_REFUSAL.test(part);
    const waits = promises || COME_BACK.test(part) || RUNS_OUT.test(part) || (far && !wantsIt && HOLDS_BACK.test(part));
    if (waits && !refuses) return 2;
    if ((PUTS_OFF.test(part) && !refuses) || (far && !(wantsIt && !PUTS_OFF.test(text)))) weight = 1;
  }
  return weight;
}

function votesOf({ text: clause, turns, asks }: Clause): Vote[] {
  const agrees = DOUBLE_NEGATION.test(clause);
  const text = clause.replaceAll(THANKS, ' ').replace(DOUBLE_NEGATION, ' ').replaceAll(CONSULTS, ' ').trim();
  const vote = (intent: Intent, weight: 1 | 2): Vote => ({ intent, weight, turns });
  if (DENIED_INTEREST.test(text)) return [vote('not-interested', 2)];
  const later = putsOff(text, asks);
  const refuses = !agrees && !asks && REFUSAL.test(text) && (FIRM_REFUSAL.test(text) || later < 2);
  const votes: Vote[] = [];
  if (REDIRECT.test(text)) votes.push(vote('referred', 2));
  else if (BRINGS_IN.test(text)) votes.push(vote('referred', 1));
  if (!ASKS_ABOUT_SENDER.test(text) && !SMALL_TALK.test(text) && !complains(text)) {
    if (agrees || YES.test(text) || (!refuses && showsInterest(text))) votes.push(vote('interested', 2));
    else if (!refuses && (asks || text.includes('?')) && QUESTION.test(text)) votes.push(vote('interested', 1));
  }
  if (refuses) votes.push(vote('not-interested', 2));
  if (later > 0) votes.push(vote('later', later as 1 | 2));
  return votes;
}

/**
 * The one intent of a reply's votes: a named colleague decides it, then a time to come back; of a refusal and an
 * interest the later one wins when it contrasts with the earlier, else the intent is unclear.
 */
function verdict(votes: readonly Vote[]): Intent {
  const last = (intent: Intent) => votes.findLastIndex((vote) => vote.intent === intent);
  const has = (intent: Intent) => last(intent) >= 0;
  const plainly = (intent: Intent) => votes.some((vote) => vote.intent === intent && vote.weight === 2);
  const comesAfter = (one: Intent, other: Intent) => last(one) > last(other);
  const turnsTo = (intent: Intent) => has(intent) && votes[last(intent)]!.turns;

  if (plainly('referred')) return 'referred';
  if (has('referred')) {
    return plainly('interested') && comesAfter('interested', 'referred') ? 'interested' : 'referred';
  }
  if (plainly('later') && !(turnsTo('interested') && comesAfter('interested', 'later'))) return 'later';
  if (has('not-interested')) {
    if (!comesAfter('interested', 'not-interested')) return 'not-interested';
    const since = votes.slice(last('not-interested')).filter(({ intent }) => intent === 'interested');
    if (since.some(({ turns }) => turns)) return 'interested';
    return since.some(({ weight }) => weight === 2) ? 'unclear' : 'not-interested';
  }
  if (has('later')) return plainly('interested') && comesAfter('interested', 'later') ? 'interested' : 'later';
  return has('interested') ? 'interested' : 'unclear';
}

/** Characters of a reply that are read: people say what they want at the top. */
const MAX_READ = 4_000;

/**
 * The intent of a reply in English, by rules alone: the same words give the same answer. Without a cue, or with
 * conflicting ones, it is `unclear`. An absence is `later`; a leaver who names another person is `referred`.
 * @param reply plain text or HTML, the quoted original included or not
 */
export function classifyReply(reply: string, subject = ''): Intent {
  const said = written(newWordsOf(reply).slice(0, MAX_READ))
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
  if (said === '') return AUTOMATIC_SUBJECT.test(subject) ? 'later' : 'unclear';
  const clauses = clausesOf(said);
  const redirects = clauses.some(({ text }) => REDIRECT.test(text));
  if (OPT_OUT.test(said) && !(redirects && RATHER.test(said))) return 'not-interested';
  if (HAS_LEFT.test(said)) return redirects ? 'referred' : 'unclear';
  if (AUTOMATIC_SUBJECT.test(subject) || ABSENCE_NOTICE.test(said)) return 'later';
  if (FAILED_SUBJECT.test(subject) || MACHINE.test(said)) return 'unclear';
  if (AUTOMATIC.test(said.slice(0, 100))) return 'later';
  return verdict(clauses.flatMap(votesOf));
}

/** Texts in one-byte and two-byte characters; V8 compiles patterns separately for each. */
const SAMPLES = ['', '…'].map(
  (end) => `Hello there, we would be glad to look at it in spring but please ask Dana Hall first?${end}`,
);

async function compilePatterns(): Promise<void> {
  const exported = [automatic, interest, later, referral, refusal].flatMap((cues): unknown[] => Object.values(cues));
  const patterns = [EVERY_INTEREST, ...exported].filter((each) => each instanceof RegExp);
  const inTurns = takingTurns();
  for (const sample of [...SAMPLES, ...SAMPLES]) {
    await inTurns(patterns, (pattern) => sample.search(pattern));
    await inTurns([sample], classifyReply);
  }
}

let prepared: Promise<void> | undefined;

/**
 * Compiles the patterns, twice as V8 does with use: half a second, which other work goes before. Once for a process,
 * before its first reply is read.
 */
export const prepareIntents = (): Promise<void> => (prepared ??= compilePatterns());
