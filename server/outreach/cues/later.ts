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
  '(?:in|after) a fortnight',
  `(?:in|by|until|till|til|around|after|come|during|before|from|for|about|through|again|back|later) (?:the )?(?:early |late |mid-? ?|end of |start of |beginning of |new |coming )*(?:${MONTH}|may\\b(?! (?:i|we|be|not))|q[1-4]|h[12]|${SEASON}|20[2-9]\\d|fy ?\\d*)\\b`,
  'q[1-4](?: of)?(?: 20\\d\\d| fy)?\\b',
  'h[12]\\b',
  `(?:week|half|part|end|beginning|start|middle|days?) of (?:${MONTH}|may\\b)`,
  '(?:has|have|will have|needs?|must) to wait',
  'first,? (?:and )?then\\b|let me (?:first )?(?:get through|finish|survive|settle|sort|get past)',
  'new (?:fiscal |financial |calendar |budget )?year',
  '(?:fiscal|financial) year',
  '(?:end|close|start|beginning|turn|rest|remainder) of (?:the |this |next |our )?(?:calendar |fiscal |financial )?(?:year|quarter|month|season|summer|semester)',
  'after (?:the |our |my |all )?(?:new )?(?:holidays?|vacation|christmas|xmas|easter|summer|merger|acquisition|reorg\\w*|migration|audit|season|launch|quarter|event|conference|budget|year|move|rollout|go-?live|renewal|election|hiring|funding)',
  'once \\w+',
  '(?:until|till|til|before) (?:we|the|our|i|it|this|that|things|my|everything|after|further)\\b',
  'when (?:the|our|my|things|budgets?|we|i|it) (?:\\w+ ){0,4}(?:done|ends?|expires?|over|starts?|renews?|complete\\w*|settle\\w*|finish\\w*|free(?:s|d)?|grow\\w*|grown|hire\\w*|launch\\w*|back|ready|arises?|available|calm\\w*|bigger|larger|up)\\b',
  '(?:first|second|back) half',
  '(?:quarter|year|month)[- ]end',
  '(?:months?|years?) (?:from now|down the (?:road|line)|out)',
  'down the (?:road|line|track)',
  '(?:later|sometime|some time) (?:this|in the|next) (?:year|quarter|month|season|\\w+ half)',
  'after (?:the )?(?:black friday|thanksgiving|new year|\\w+ (?:season|week|quarter|holidays?))',
  'let us see (?:next|in|after)',
];

const AGAIN = [
  '(?:circle|check|come|get|reach|touch|report|swing|call|ring|write|phone) back',
  '(?:check|touch|be|keep|stay|get) in(?: touch)? (?:again|later|then|with me|with us)',
  'follow(?:ing)?[- ]?up\\b',
  'touch(?:ing)? base',
  '(?:reach|reaching) out (?:again|then|later|in|next|after|around|once|when|to (?:me|us) (?:again|in|next|after|around|then))',
  '(?:try|contact|call|ping|ask|email|e-mail|message|hit|write|approach|nudge|chase|poke|prod|reach|bug|text|catch) (?:to )?(?:me |us )?(?:up )?(?:again|back|later|then)\\b',
  '(?:try|contact|call|ping|ask|email|e-mail|message|hit|write|approach|nudge|chase|poke|prod|reach|bug|text|catch|talk|speak|come) (?:to )?(?:me|us) (?:up )?(?:in|next|after|around|once|when|by|end)\\b',
  'remind (?:me|us)',
  'revisit(?:ing)?',
  'reconnect',
  'look (?:at|into) (?:it|this|that|them|you) (?:again|later|then|in|next|when|once)',
  '(?:pick|take) (?:this|it|that|things) (?:back )?up',
  '(?:talk|speak|chat|connect|discuss|catch up|look|meet|think|review|consider|evaluat\\w*)(?: \\w+)? (?:again|later|then)\\b',
  'reminder\\b',
  '(?:keep|stay) in touch',
  'in the new year',
  'keep (?:me|us) (?:posted|in mind|updated|on (?:your|the) list)',
  'keep (?:your|you|this|it|the)(?: \\w+){0,3} (?:on file|in mind)',
  'contact you (?:when|if|should|once)',
  'reach out (?:to you )?(?:when|if|should|once)',
];

const BUSY = [
  '(?:swamped|slammed|snowed under|flat out|underwater|overloaded|overwhelmed|maxed out|stretched(?: thin)?|tied up|heads?[- ]down|buried)',
  '(?:too|super|very|so|really|extremely|crazy|quite|pretty|currently|rather|i am|we are|am|are) busy',
  'busy (?:right now|at the moment|until|till|this|these|with|period|season|time)',
  'no (?:bandwidth|capacity|time)(?: \\w+){0,2} (?:right now|at the moment|now|currently|until|this|for (?:this|it) (?:right )?now)',
  '(?:do not|does not) have (?:the |any |enough )?(?:bandwidth|capacity|time|people|resources?|staff|headcount)',
  'in the middle of',
  '(?:calendar|diary|schedule|agenda|week|month) is (?:\\w+ )?(?:full|packed|booked|crazy|jammed)|(?:fully|all) booked|booked (?:up|solid)',
  '(?:other|different|more pressing|bigger|competing) (?:priorities|fires|things)',
  '(?:too much|a lot|so much|enough) (?:going )?on(?: (?:my|our) plate)?\\b',
  '(?:not|is not|no) (?:\\w+ ){0,4}(?:priority|priorities)',
  '(?:freeze|frozen)\\b',
  'budgets? (?:\\w+ ){0,3}(?:frozen|freeze|spent|exhausted|allocated|locked|used up|gone|tight|cut|reset)',
  '(?:frozen|no|zero|out of|without) (?:the |a |any )?(?:budget|money|funds?|funding)(?: \\w+){0,3} (?:until|till|til|before|right now|this|at the moment|currently|now|at present|for (?:this|20))',
  '(?:do not|does not) have (?:the |a |any )?(?:budget|money|funds?)(?: \\w+){0,3} (?:until|till|til|before|right now|this|at the moment|currently|now)',
];

const NOT_NOW = [
  '(?:not|is not|am not|are not|never|hardly|do not) (?:really |exactly |quite )?(?:a |the |an )?(?:good|right|best|great|ideal|perfect|convenient|opportune) (?:time|timing|moment|point|stage|quarter)',
  '(?:the )?(?:time|timing)(?: just)? (?:is|was|are)(?: just)? (?:not|off|bad|terrible|poor|wrong|awkward|tricky|unfortunate|tough|difficult|a (?:bit|little) off)',
  '(?:bad|poor|wrong|terrible|awkward|unfortunate|tricky|tough|rough) (?:time|timing|moment|quarter|month)',
  'not (?:\\w+ )?(?:right |just )?now\\b',
  'not at (?:the|this) (?:moment|minute|time|point|stage|present)',
  'not (?:at present|currently|today|tomorrow|this (?:quarter|year|month|week|time|season|cycle|fiscal|summer|fiscal year))',
  'not (?:quite |really )?(?:yet|there yet|ready)',
  'no(?:t)? (?:until|till|before)',
  'too (?:early|soon|small|young|premature)',
  'maybe (?:later|another|some ?day|next|in)',
  '(?:perhaps|possibly) (?:later|next|in)',
  'on (?:hold|ice|pause|the back ?burner)',
  'hold(?:ing)? (?:off|that thought|this thought|back)',
  '(?:postpone|defer|delay|pause|park|shelve|table|push)(?:d|ing|ed)? (?:this|it|that|things|the|any|all|out|back|our|until)',
  'on (?:our|the|my) (?:radar|roadmap|list|wish ?list)',
  'can not (?:commit|decide|do (?:this|it|anything)|look at|think about|take (?:this|it|anything)|engage|focus|prioriti\\w+)',
];

const AWAY = [
  '(?:away|off|out) (?:until|till|til|from|through|this week|next week|all week|for (?:the|a|\\d|two|three))',
  '(?:i am|we are|i will be) (?:\\w+ )?(?:away|travel+ing|abroad|unavailable|offline)\\b',
  'when i (?:am|get) back|(?:upon|on) my return',
];

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
export const ANY_TIME = any(
  '(?:monday|tuesday|wednesday|thursday|friday|tomorrow|weekend)',
  '(?:next|this|later this|in a|the following) (?:week|few days|couple)',
  'in (?:\\w+ ){1,3}days',
  'by (?:end of|eow|the end|the)',
);

/** Told of what is over: a date in it is none to come back at. */
export const PAST =
  /\b(?:closed|left|signed|bought|purchased|looked|evaluated|went|chose|decided|moved|switched|implemented|launched|joined|sold|tried|stepped|retired|spoke|met|was|were|had|(?:have|has) been)\b/i;

/** Words that make of a date a time to wait for. */
export const HOLDS_BACK =
  /\b(?:until|till|til|before|not|no|again|wait|maybe|perhaps|possibly|then|after|once|when|next|down|later|froze\w*|freeze|first|remind\w*|note|from now|few)\b/i;
