import { any } from './pattern.ts';

/** Wants it, or takes a step towards it. */
export const INTEREST = any(
  '(?:i am|we are|am|are|be|very|definitely|really|quite|also|indeed|certainly|genuinely|somewhat|potentially|super|pretty|highly|so|both|much|would be|might be|could be|is|get|got me) ?(?:interested|intrigued|keen|curious|excited|all ears|game|sold)\\b',
  '^\\W*(?:interested|intrigued|keen|curious)\\b',
  'give (?:it|this|that|you|them) a (?:try|go|shot|chance|whirl)',
  '(?:so|and|then|please|just),? (?:please )?send (?:me|us|the|over|your|a|an|it|that|them)\\b(?! to\\b)',
  '(?:talking|speaking) (?:to|with) (?:\\w+ ){0,2}(?:vendors|providers|suppliers)|(?:glad|happy) to include',
  '(?:my|our) availability|same time (?:next|this|on)',
  '(?:tell|show|give|teach) (?:me|us) (?:\\w+ )?(?:more|how|what|the)',
  '(?:send|share|forward|provide|shoot|drop|mail|e-?mail|get)(?: (?:it|them|that|this))?(?: (?:me|us|over|through|across|along)){0,4} ?(?:it|them|that|this)? ?(?:over|through|across|along)? ?(?:a |an |the |some |your |any |more |me |us |further |over ){0,8}(?:\\w+[ -]){0,2}(?:info|information|details?|deck|brochure|one[- ]pager|pricing|prices?|price list|quote|quotation|proposal|estimate|invite|calendar|times?|slots?|link|case stud\\w+|material\\w*|contract|demo|example\\w*|sample\\w*|video|numbers|availability|overview|documentation|specs?|sheet|catalogue|catalog|presentation|references|agreement|availabilities|options|dates|some|something)\\b',
  '(?:send|shoot|mail) (?:it|them|that|me|us|away)\\b',
  'sounds? (?:\\w+ )?(?:good|great|interesting|perfect|promising|fun|useful|amazing|awesome|excellent|cool|fantastic|nice|compelling|intriguing|like (?:a plan|something|exactly|what|just)|relevant|lovely|wonderful|reasonable|exciting|ideal)',
  '(?:this|that|it|which) (?:is|could be|might be|would be|can be) (?:\\w+ )?(?:interesting|relevant|great|intriguing|useful|exactly what|just what|helpful|perfect|timely|cool|awesome|of interest|valuable|a great|something (?:we|i))',
  '(?:perfect|good|great|funny|impeccable|excellent|nice) timing',
  '(?:i|we|my \\w+|our \\w+|and|she|he|they)(?: \\w+)? ?(?:would|will|do)(?: \\w+)? (?:love|like|be (?:\\w+ )?(?:happy|glad|great|good|keen|delighted|interested|open|up for|helpful|nice)|welcome|appreciate|want|benefit|need)\\b(?! (?:to (?:be|get) (?:removed|taken|unsubscribed|left)|it if you (?:stop|removed|did not)))',
  '(?:i|we) (?:want|need|like|love)\\b(?! (?:to (?:be removed|unsubscribe|opt))|you to (?:stop|remove))',
  'would be (?:\\w+ )?(?:great|good|helpful|nice|interested|useful|happy|wonderful|lovely)',
  'let us (?:\\w+ )?(?:talk|chat|meet|schedule|set|do|connect|hop|jump|move|go|book|discuss|speak|explore|find|get|start|see|arrange|have|plan|try|make|proceed|sync|catch up|say|aim|kick|dive)\\b',
  'when (?:can|could|are|is|would|will|should|do|might) (?:we|you|i|it|a|works|is)\\b',
  '(?:i|we) (?:am|are|can be|could be) (?:\\w+ )?(?:free|available|around|open)\\b',
  '(?:monday|tuesday|wednesday|thursday|friday|tomorrow|mon|tues?|wed|thurs?|fri|morning|afternoon|\\d ?(?:am|pm)|\\d:\\d\\d|\\d+/\\d+)(?: \\w+){0,6} (?:works?|suits?|is (?:fine|good|great|perfect|ok|okay|better|best)|would (?:work|suit|be)|fine|could work|looks good)\\b',
  '(?:how much|what)(?: \\w+){0,4} (?:cost|costs|price|prices|pricing|rates?|fees?|charge|run us|minimums?|terms)\\b',
  'next steps?\\b',
  'please (?:do|proceed|go|call|elaborate|explain|advise on|quote|schedule|book|arrange|propose|share|send (?:\\w+ ){0,4}(?:more|info|detail|price|pricing|quote|proposal))\\b',
  'had me at|any (?:chance|way|option|possibility)\\b|(?:fine|ok|okay|good|great) by me',
  '(?:is|are) (?:\\w+ ){1,3}(?:included|available|supported|possible|compatible|extra)\\b',
  'ping me|will have \\d+ ?min|all ears|i am listening|have my attention|prove it',
  '(?:monday|tuesday|wednesday|thursday|friday|tomorrow|today)(?: morning| afternoon)?,? (?:at )?\\d{1,2}(?::\\d\\d)? ?(?:am|pm|h\\b|o.?clock)',
  '^\\W*(?:(?:ok|okay|yes|sure|fine|please|thanks|great|cool|good)[,!]? )*(?:please )?(?:send|share|shoot|provide|forward) (?:me |us )?(?:over|across|the|a|an|some|your|that|what|whatever|it|them|more)\\b(?! \\w+ to (?:our|my|him|her|them|the)\\b)',
);

/** Agrees, at the beginning of a sentence. */
export const YES =
  /^\W*(?:(?:ok|okay|oh|well|hi|thanks|great|hey)[,!]? )?(?:(?:please )?do it|go for it|yes|yep|yeah|yea|yup|sure|absolutely|definitely|of course|certainly|why not|please do|deal|gladly|totally|for sure|by all means|100%|count me in|count us in|i am in|we are in|i am game|ja gern|with pleasure|done)\b/i;

/** Asks about the thing or the terms, where a question mark follows. */
export const QUESTION =
  /(?:^|[,:] )\W{0,8}(?:(?:and|so|also|but|ok|okay|thanks|hm+|well|if so|quick question|one question|out of curiosity|just curious)[,:]? ){0,4}(?:how|what|which|who else|do you|does|can|could|is there|is it|is the|is your|is that|are there|are you able|will it|would|where is|where are|when does|what if|in what)\b/i;

/** Asks about the sender, or about the message itself. */
export const ASKS_ABOUT_SENDER =
  /\b(?:who (?:are|is|was) (?:you|this)|who dis|where did (?:you|u)|how did (?:you|u) (?:get|find|come|obtain)|why (?:are|did|do|is|am)|did you (?:mean|write|send|even|really)|is this (?:a |an )?(?:mass|bulk|spam|automat\w*|real|joke|scam|phishing|legit|template|bot|ai|generated|sales)|are you (?:a |an )?(?:bot|real|human|ai|robot|kidding|serious|sure)|do you (?:even|actually|really) (?:know|read|understand)|what (?:is|was) (?:this|that|it)(?: \w+)? ?(?:about|regarding|for)?\s*\??$|what (?:is|was) this|what (?:do you want|are you (?:talking|on) about)|do i know you|have we (?:met|spoken)|(?:what|which) (?:company|firm|organi[sz]ation|business) (?:are|is|do)|where are you (?:from|based|calling)|you again|who gave you|am i (?:supposed|meant)|what does this mean|is anyone|is this the same)\b/i;

/** Small talk that is shaped like a question. */
export const SMALL_TALK =
  /\bhow (?:are|is|was) (?:you|your|the (?:family|weekend|kids|weather)|life|things|it going|everything)\b/i;

/** What a message can bring that may not work. */
const THING = /\b(?:link|attachment|url|page|site|website|file|form|invite|calendar)\b/i;
const FAULT = /\b(?:error|broken|404|expired|(?:does|do|did) not (?:open|work|load)|dead|fails?|empty)\b/i;

/** Says that something does not work, whatever it names. */
export function complains(clause: string): boolean {
  const thing = THING.exec(clause);
  return thing !== null && FAULT.test(clause.slice(thing.index + thing[0].length));
}

/** A "not" shortly before a cue, which turns it around. */
export const NEGATOR =
  /\b(?:not|no|never|without|nor|neither|hardly|nobody|cannot|nothing|stop|don|dont)\b[\w' ]{0,24}$/i;
