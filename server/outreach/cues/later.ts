import { any } from './pattern.ts';

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|march|april|june|july|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

const SEASON = '(?:spring|summer|fall|autumn|winter)';

const NUMBER =
  '(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|eighteen|\\d+|few|a few|couple of|couple|a couple(?: of)?|several|half|another|some)';

/** A time too far off for a meeting to be meant. */
const FAR = [
  `(?:early |late |mid-? ?)?(?:next|this coming|the coming|the following) (?:month|quarter|year|half|cycle|term|semester|${SEASON}|fiscal|financial|budget|fy|${MONTH})`,
  `(?:in|after|for|within|another|give (?:me|us|it)|next|about|around|over the next|the coming|the following) (?:the next |the coming |about |around |at least |another )?${NUMBER}(?: or ${NUMBER})? ?(?:more )?(?:weeks?|months?|mths?|years?|quarters?)\\b(?! (?:old|ago))`,
  `(?:in|by|until|till|til|around|after|come|during|before|from|for|about|through|again|back|later) (?:the )?(?:early |late |mid-? ?|end of |start of |beginning of |new |coming )*(?:${MONTH}|may\\b(?! (?:i|we|be|not))|q[1-4]|h[12]|${SEASON}|20[2-9]\\d|fy ?\\d*)\\b`,
  `(?:week|half|part|end|beginning|start|middle|days?) of (?:${MONTH}|may\\b)`,
  '(?:has|have|will have|needs?|must) to wait',
  'first,? (?:and )?then\\b|let me (?:first )?(?:get through|finish|survive|settle|sort|get past)',
  'once \\w+',
  '(?:until|till|til|before) (?:we|the|our|i|it|this|that|things|my|everything|after|further)\\b',
  'when (?:the|our|my|things|budgets?|we|i|it) (?:\\w+ ){0,4}(?:done|ends?|expires?|over|starts?|renews?|complete\\w*|settle\\w*|finish\\w*|free(?:s|d)?|grow\\w*|grown|hire\\w*|launch\\w*|back|ready|arises?|available|calm\\w*|bigger|larger|up)\\b',
  '(?:quarter|year|month)[- ]end',
  '(?:months?|years?) (?:from now|down the (?:road|line)|out)',
  'down the (?:road|line|track)',
];

const AGAIN = [
  '(?:circle|check|come|get|reach|touch|report|swing|call|ring|write|phone) back',
  '(?:try|contact|call|ping|ask|email|e-mail|message|hit|write|approach|nudge|chase|poke|prod|reach|bug|text|catch) (?:to )?(?:me |us )?(?:up )?(?:again|back|later|then)\\b',
  '(?:try|contact|call|ping|ask|email|e-mail|message|hit|write|approach|nudge|chase|poke|prod|reach|bug|text|catch|talk|speak|come) (?:to )?(?:me|us) (?:up )?(?:in|next|after|around|once|when|by|end)\\b',
  'look (?:at|into) (?:it|this|that|them|you) (?:again|later|then|in|next|when|once)',
  '(?:talk|speak|chat|connect|discuss|catch up|look|meet|think|review|consider|evaluat\\w*)(?: \\w+)? (?:again|later|then)\\b',
  'reminder\\b',
  '(?:keep|stay) in touch',
  'in the new year',
];

const BUSY = [
  'no (?:bandwidth|capacity|time)(?: \\w+){0,2} (?:right now|at the moment|now|currently|until|this|for (?:this|it) (?:right )?now)',
  '(?:too much|a lot|so much|enough) (?:going )?on(?: (?:my|our) plate)?\\b',
  '(?:freeze|frozen)\\b',
];

const NOT_NOW = [
  '(?:bad|poor|wrong|terrible|awkward|unfortunate|tricky|tough|rough) (?:time|timing|moment|quarter|month)',
  'not (?:\\w+ )?(?:right |just )?now\\b',
  'not (?:at present|currently|today|tomorrow|this (?:quarter|year|month|week|time|season|cycle|fiscal|summer|fiscal year))',
  'maybe (?:later|another|some ?day|next|in)',
  'on (?:hold|ice|pause|the back ?burner)',
  'hold(?:ing)? (?:off|that thought|this thought|back)',
];

const AWAY = ['(?:i am|we are|i will be) (?:\\w+ )?(?:away|travel+ing|abroad|unavailable|offline)\\b'];

/** Puts it off without saying to when. */
export const PUTS_OFF = any(...NOT_NOW, ...BUSY, ...AWAY);

/** Asks to be asked again. */
export const COME_BACK = any(...AGAIN);

export const FAR_TIME = any(...FAR);

/** Names a contract that ends some day. */
export const RUNS_OUT = any(
  '(?:contract|agreement|subscription|licen[cs]es?|deal|commitment|term|renewal)(?: \\w+){0,4} (?:runs?|ends?|expires?|renews?|up for|is up|until|till|through|comes? up|due)',
);

/** Says that the sender will be heard from again. */
export const PROMISE =
  /\b(?:i|we|will|let me|and)(?: \w+){0,3} (?:get|come|circle|revert|go|be)(?:ing)?(?: right)? (?:back|in touch)\b|\bback to you\b|\blet you know\b|\breach out to you\b|\bcontact you\b/i;

/** A time that a promise is kept at, near ones included. */
export const ANY_TIME = any('in (?:\\w+ ){1,3}days');

/** Told of what is over: a date in it is none to come back at. */
export const PAST =
  /\b(?:closed|left|signed|bought|purchased|looked|evaluated|went|chose|decided|moved|switched|implemented|launched|joined|sold|tried|stepped|retired|spoke|met|was|were|had|(?:have|has) been)\b/i;

/** Words that make of a date a time to wait for. */
export const HOLDS_BACK =
  /\b(?:until|till|til|before|not|no|again|wait|maybe|perhaps|possibly|then|after|once|when|next|down|later|froze\w*|freeze|first|remind\w*|note|from now|few)\b/i;
