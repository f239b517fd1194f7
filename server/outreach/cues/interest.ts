import { any } from './pattern.ts';

/** Wants it, or takes a step towards it. */
export const INTEREST = any(
  '(?:i am|we are|am|are|be|very|definitely|really|quite|also|indeed|certainly|genuinely|somewhat|potentially|super|pretty|highly|so|both|much|would be|might be|could be|is|get|got me) ?(?:interested|intrigued|keen|curious|excited|all ears|game|sold)\\b',
  '^\\W*(?:interested|intrigued|keen|curious)\\b',
  '(?:consider|count) (?:me|us) (?:interested|in)',
  '(?:still |very |really |also )keen\\b',
  'give (?:it|this|that|you|them) a (?:try|go|shot|chance|whirl)',
  '(?:so|and|then|please|just),? (?:please )?send (?:me|us|the|over|your|a|an|it|that|them)\\b(?! to\\b)',
  '(?:talking|speaking) (?:to|with) (?:\\w+ ){0,2}(?:vendors|providers|suppliers)|(?:glad|happy) to include',
  '(?:my|our) availability|same time (?:next|this|on)',
  '(?:tell|show|give|teach) (?:me|us) (?:\\w+ )?(?:more|how|what|the)',
  '(?:hear|learn|know|see|find out|read|understand|discuss|explore|talk)(?: \\w+)? more\\b',
  '(?:more|further|additional|some) (?:info|information|details?|background|material)\\b',
  '(?:send|share|forward|provide|shoot|drop|mail|e-?mail|get)(?: (?:it|them|that|this))?(?: (?:me|us|over|through|across|along)){0,4} ?(?:it|them|that|this)? ?(?:over|through|across|along)? ?(?:a |an |the |some |your |any |more |me |us |further |over ){0,8}(?:\\w+[ -]){0,2}(?:info|information|details?|deck|brochure|one[- ]pager|pricing|prices?|price list|quote|quotation|proposal|estimate|invite|calendar|times?|slots?|link|case stud\\w+|material\\w*|contract|demo|example\\w*|sample\\w*|video|numbers|availability|overview|documentation|specs?|sheet|catalogue|catalog|presentation|references|agreement|availabilities|options|dates|some|something)\\b',
  '(?:send|shoot|mail) (?:it|them|that|me|us|away)\\b',
  'sounds? (?:\\w+ )?(?:good|great|interesting|perfect|promising|fun|useful|amazing|awesome|excellent|cool|fantastic|nice|compelling|intriguing|like (?:a plan|something|exactly|what|just)|relevant|lovely|wonderful|reasonable|exciting|ideal)',
  '(?:looks?|seems?) (?:\\w+ )?(?:good|great|interesting|promising|useful|amazing|awesome|cool|fantastic|nice|compelling|relevant|like (?:something|exactly|what)|helpful|impressive|really)',
  '(?:this|that|it|which) (?:is|could be|might be|would be|can be) (?:\\w+ )?(?:interesting|relevant|great|intriguing|useful|exactly what|just what|helpful|perfect|timely|cool|awesome|of interest|valuable|a great|something (?:we|i))',
  '^\\W*(?:very |really |quite |super )?(?:interesting|intriguing|impressive|fascinating|cool)\\b(?=\\W*$|[,!:]| (?:approach|idea|concept|proposal|product|offer\\w*|tool|solution|pitch|read|point|indeed|timing|stuff|platform|service))',
  'caught (?:my|our) (?:eye|attention|interest)',
  '(?:perfect|good|great|funny|impeccable|excellent|nice) timing',
  '(?:i|we|my \\w+|our \\w+|and|she|he|they)(?: \\w+)? ?(?:would|will|do)(?: \\w+)? (?:love|like|be (?:\\w+ )?(?:happy|glad|great|good|keen|delighted|interested|open|up for|helpful|nice)|welcome|appreciate|want|benefit|need)\\b(?! (?:to (?:be|get) (?:removed|taken|unsubscribed|left)|it if you (?:stop|removed|did not)))',
  '(?:i|we) (?:want|need|like|love)\\b(?! (?:to (?:be removed|unsubscribe|opt))|you to (?:stop|remove))',
  'would (?:love|like|appreciate) (?:to|a|an|it|some|your|more)',
  'would be (?:\\w+ )?(?:great|good|helpful|nice|interested|useful|happy|wonderful|lovely)',
  'love (?:this|it|the idea|to|what|that|your)\\b',
  'loves? it\\b',
  '(?:happy|glad|open|willing|pleased|up|ready|delighted|free|available|keen) (?:to|for) (?:a |an |another |some |have |take |schedule |set |hop |jump |get )*(?:\\w+ )?(?:talk|chat|connect|discuss|discussion|meet|meeting|hear|call|conversation|learn|demo|explor\\w*|look|test\\w*|see|try|it|that|this|join|intro\\w*|quick|coffee|consider|listen|review|go|help|move|proceed|start|sign|on)\\b',
  'let us (?:\\w+ )?(?:talk|chat|meet|schedule|set|do|connect|hop|jump|move|go|book|discuss|speak|explore|find|get|start|see|arrange|have|plan|try|make|proceed|sync|catch up|say|aim|kick|dive)\\b',
  '(?:set|setting)(?: \\w+){0,2} up (?:a |an |some |another )?(?:\\w+ ){0,2}(?:call|meeting|demo|chat|time|conversation|\\d|thirty|fifteen|something|zoom|intro\\w*)',
  '(?:schedule|book|arrange|plan|organi[sz]e|find|have|grab|get|hop|jump|do|fix|host|run|hold) (?:on |in |for )?(?:a |an |some |our |the |your |another )?(?:\\w+ ){0,2}(?:call|meeting|demo|chat|conversation|slot|zoom|session|appointment|trial|walk-?through|intro\\w*|pilot|coffee)\\b',
  '(?:can|could|shall|should|may) (?:we|i|you)(?: \\w+)? (?:talk|chat|meet|call|do|schedule|speak|set|arrange|book|have|get|hop|jump|connect|see|try|send|share|tell|show|explain|walk|provide|give|propose|present|demo|offer|start|come|make|discuss|integrate|handle|support|help|also|run|elaborate|describe|clarify|quote|confirm|add|include)\\b',
  'when (?:can|could|are|is|would|will|should|do|might) (?:we|you|i|it|a|works|is)\\b',
  '(?:how|what) about (?:\\w+ )?(?:monday|tuesday|wednesday|thursday|friday|tomorrow|today|this|next|the \\d|\\d|mon|tues?|wed|thurs?|fri|a (?:call|demo|trial)|early|late|at \\d|in the (?:morning|afternoon))',
  '(?:are|is) (?:you|anyone|there anyone) (?:\\w+ )?(?:free|available|around|open)\\b',
  '(?:i|we) (?:am|are|can be|could be) (?:\\w+ )?(?:free|available|around|open)\\b',
  '(?:i|we) (?:\\w+ )?(?:have|got|can (?:do|spare|make|offer)|could (?:do|make|spare)) (?:\\w+ ){0,3}(?:\\d+|fifteen|thirty|twenty|ten|a few|half an) ?(?:min|minutes|mins|hour)',
  '(?:i|we) can (?:do|make|meet|talk|speak|join)\\b',
  '(?:works?|suits?|is (?:fine|good|great|perfect|ok|okay|better)|would (?:work|suit|be fine)|fits?|will work) (?:\\w+ ){0,2}(?:for|with|me|us|my|our)\\b',
  '(?:monday|tuesday|wednesday|thursday|friday|tomorrow|mon|tues?|wed|thurs?|fri|morning|afternoon|\\d ?(?:am|pm)|\\d:\\d\\d|\\d+/\\d+)(?: \\w+){0,6} (?:works?|suits?|is (?:fine|good|great|perfect|ok|okay|better|best)|would (?:work|suit|be)|fine|could work|looks good)\\b',
  '(?:works?|fine|good|ok|okay|great) (?:for|with) (?:me|us)\\b',
  '(?:call|ring|phone|text|reach|try|catch|buzz) (?:me|us|my cell|my mobile)\\b',
  'give (?:me|us) a (?:call|ring|shout|bell|buzz|quick call)',
  'my (?:\\w+ )?(?:calendar|calendly|phone|number|cell|mobile|direct line|scheduling link|booking link)\\b(?! is (?:\\w+ )?(?:full|packed|booked|crazy))',
  'contact (?:me|us) (?:for|to|at|on|by|about|regarding)\\b|let (?:me|us) have (?:a|an|the|your|some|more)',
  'calendly|cal\\.com|calendar (?:link|invite)|send (?:me |us |over )?(?:an? |the )?(?:\\w+ )?invite',
  'book (?:me|us|a|some|in|it)\\b',
  'grab (?:a|some|any) (?:slot|time)',
  '(?:how much|what)(?: \\w+){0,4} (?:cost|costs|price|prices|pricing|rates?|fees?|charge|run us|minimums?|terms)\\b',
  'how much\\b',
  '(?:pricing|prices?|quote|quotation|cost)\\?',
  '(?:free )?trial\\b(?! (?:ended|expired))',
  'case stud(?:y|ies)|references? (?:in|from|for|customers)',
  'next steps?\\b',
  'sign (?:us|me) up|get started|go ahead\\b|move (?:ahead|forward)\\b|moving forward\\b|proceed\\b|ready to (?:go|start|buy|sign|move)',
  '(?:walk|talk|take|run) (?:me|us) through',
  '(?:would|could|will|might) (?:\\w+ )?(?:benefit|help (?:us|me)|solve|be a (?:good|great) fit)',
  'worth (?:a|an|exploring|discussing|looking|talking|considering|having|a look)',
  '(?:have|having|facing|got|with|had) (?:\\w+ ){0,4}(?:this|that|these|same|exact|exactly this) (?:\\w+ )?(?:problem|issue|challenge|pain|headache)s?',
  'struggl(?:ing|ed|e)|pain point|headache for us|(?:it is|that is) (?:hurting|killing)|need(?:ed|s)? (?:a |to find |some )?(?:\\w+ )?(?:better|solution|help|something like)',
  '(?:we|i|been|are|am|just|actively|currently|indeed|actually|also|started|were)(?: \\w+){0,2} (?:looking (?:for|at|into|to)|evaluating|exploring|considering|searching|shopping|researching|reviewing|comparing|assessing|discussing|in the market|thinking about|talking about)\\b',
  'propose (?:some|a|a few|any)? ?(?:\\w+ )?(?:times?|dates?|slots?)',
  'what did you have in mind',
  'please (?:do|proceed|go|call|elaborate|explain|advise on|quote|schedule|book|arrange|propose|share|send (?:\\w+ ){0,4}(?:more|info|detail|price|pricing|quote|proposal))\\b',
  '(?:show|tell|convince) me\\b',
  'had me at|any (?:chance|way|option|possibility)\\b|(?:fine|ok|okay|good|great) by me',
  '\\d{1,2}(?::\\d\\d)? ?(?:am|pm),? (?:on )?(?:monday|tuesday|wednesday|thursday|friday|tomorrow|today)',
  '(?:is|are) (?:\\w+ ){1,3}(?:included|available|supported|possible|compatible|extra)\\b',
  'ping me|will have \\d+ ?min|all ears|i am listening|have my attention|prove it',
  '(?:monday|tuesday|wednesday|thursday|friday|tomorrow|today)(?: morning| afternoon)?,? (?:at )?\\d{1,2}(?::\\d\\d)? ?(?:am|pm|h\\b|o.?clock)',
  'let me know (?:your|when|what times|a time|some times)',
  '^\\W*(?:(?:ok|okay|yes|sure|fine|please|thanks|great|cool|good)[,!]? )*(?:please )?(?:send|share|shoot|provide|forward) (?:me |us )?(?:over|across|the|a|an|some|your|that|what|whatever|it|them|more)\\b(?! \\w+ to (?:our|my|him|her|them|the)\\b)',
  'see (?:a|the|your) (?:demo|product|platform|pricing|proposal)',
  '\\d+ (?:mins?|minutes) (?:on |this |next )?(?:monday|tuesday|wednesday|thursday|friday|tomorrow|week|today)',
  'changed my mind|things have changed',
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
