/** What a question asks for. */
export type Kind = 'person' | 'date' | 'duration' | 'number' | 'place' | 'reason' | 'contact';

/** Why facts cannot answer a question outright, though they may bear on it. */
export type Shape = 'negation' | 'comparison' | 'total' | 'list' | 'time range';

/** What asks for something of a kind; the first that matches. */
export const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [/\b(?:e-?mail|phone|mobile|linkedin)\b/i, 'contact'],
  [
    /^.{0,24}\b(?:when|wen|whens)\b|\b(?:what|which|by what|on what) (?:date|day|month|week|year|quarter)\b|\bhow soon\b/i,
    'date',
  ],
  [/\bhow long\b|\bhow often\b/i, 'duration'],
  [
    /\bhow (?:many|much|big|large|late|low|high|fast|quick|old|far|small|strong|accurate)\b|\bwhat (?:share|percentage|percent|number|price|amount)\b|\b(?:number|amount) of\b|\bheadcount\b/i,
    'number',
  ],
  [/\b(?:who|whos|whom|whose|which (?:person|people|exec\w*|vp|manager|director|colleague))\b/i, 'person'],
  [/^\W*(?:and |so )?where\b/i, 'place'],
  [/^\W*(?:and |so |but )?(?:why|whys|how come)\b/i, 'reason'],
];

export const POLAR =
  /^\W*(?:and |so |but )?(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|shall|may|might|any|anyone|anybody|isn't|aren't|don't|doesn't|didn't|hasn't|haven't|ok)\b/i;
export const PAST = /\b(?:before|previous(?:ly)?|former(?:ly)?|used to|originally|at first|earlier|prior|past|old)\b/i;
export const CHANGE = /\b(?:chang(?:e|es|ed|ing)|moved|history|evolved|been updated)\b/i;

export const NEGATION =
  /\b(?:no|not|never|without|none|nobody|nothing|neither|nor|lack(?:s|ing)?|missing|except|cannot|\w+n['’]t|dont|doesnt|didnt|isnt|arent|wasnt|werent|hasnt|havent|cant|wont|nor)\b/i;

export const SHAPES: readonly (readonly [Shape, RegExp])[] = [
  ['negation', NEGATION],
  [
    'comparison',
    /\b(?:more|less|fewer|greater|smaller|larger|bigger|higher|lower|cheaper|better|worse|older|newer|longer|shorter|sooner|later|faster|above|below|over|under|least|most|best|worst|biggest|largest|highest|lowest|smallest|top|oldest|newest|latest|longest|compared?|than|between|difference)\b/i,
  ],
  [
    'total',
    /\b(?:total|totals|sum|overall|altogether|combined|average|mean|median|aggregate|pipeline|forecast|count of|in all)\b/i,
  ],
  [
    'list',
    /\b(?:list|all|every|each|which|what|show(?: me)?|any|how many) (?:of )?(?:the |our |my |open |lost |won )*(?:accounts|deals|opps|opportunities|companies|customers|contacts|prospects|people|meetings|captures|notes|drafts)\b/i,
  ],
  [
    'time range',
    /\b(?:this|last|past|coming|next|current|previous) (?:\d+ |few |couple of |two |three |six )?(?:days?|weeks?|months?|quarters?|years?|night)\b|\b(?:since|within|during|recently|lately|overdue|today|yesterday|tomorrow|tonight)\b|\bin (?:the )?(?:last|past|next|\d+)\b|\b\d+ (?:days|weeks|months)\b|\b(?:by|before|after|until|in|this|next|last) (?:q[1-4]|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday)\b/i,
  ],
];

/** What says something of a kind. */
export const DATE =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|march|mar|apr(?:il)?|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:in|by|of|early|mid|late|until|before|since|this|next|last|end) may|may \d|\d{1,2} may|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|yesterday|q[1-4]|h[12]|fy ?\d+|(?:19|20)\d\d|\d{1,2}[/.]\d{1,2}|\d{1,2}(?:st|nd|rd|th)|(?:next|this|last|coming|early|mid|late|following)[ -](?:week|month|quarter|year|spring|summer|fall|autumn|winter)|(?:in|within|after|over|for) (?:\d+|an?|one|two|three|four|five|six|several) (?:days?|weeks?|months?|quarters?|years?)|year[ -]end|month[ -]end|quarter[ -]end|end of (?:day|week|month|quarter|year)|week \d+|christmas|easter|thanksgiving|new year|spring|summer|autumn|winter|sabbatical|asap)\b/i;

export const DURATION =
  /\b(?:(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|few|couple of|half|multi)[ -]?(?:more |full |business |working )?(?:minutes?|hours?|days?|weeks?|months?|quarters?|years?)|weekly|daily|monthly|quarterly|annual(?:ly)?|yearly|since|until|every)\b/i;

export const REASON =
  /\b(?:because|due to|since|so that|in order to|reason|why|after|owing|caus\w+|driven|wants?|needs?|too|lack\w*|not|no|never|cannot|can't|won't|\w+n't|budget|price|worried|concern\w*|broke|went|missed)\b/i;

/** Words by which a sentence does not say outright what its other words name. */
export const HEDGED =
  /\b(?:not|no|never|none|nobody|without|cannot|neither|nor|\w+n['’]t|if|unless|whether|might|may|could|would|should|maybe|perhaps|probably|possibly|unclear|unknown|ask|asked|asks|open question|instead|rather|rumou?r|hopes?|wants?|plans?|expects?)\b|\?/i;

/** What asks for records by when they were made, and for several of them. */
export const ADDED = /\b(?:added|created|new|logged|recorded)\b/i;
export const UPDATED = /\b(?:updated|changed)\b/i;
export const CLOSING = /\bclos(?:e|es|ed|ing)\b|\boverdue\b|\bdue\b/i;
export const ASKS_FOR_SEVERAL = /\b(?:which|list|all|every|total|sum|how many|any|show|what)\b/i;
export const SEVERAL =
  /\b(?:deals|opportunities|opps|contacts|prospects|people|meetings|notes|captures|drafts|amounts|pipeline)\b/i;

/** Words by which a question turns to the past, beside what it asks for. */
export const OF_THE_PAST =
  /^(?:before|previous(?:ly)?|former(?:ly)?|original(?:ly)?|earlier|prior|past|old|change[ds]?|changing|moved|history)$/;

/** What asks when somebody was last met or spoken to. */
export const CONTACT =
  /\b(?:met|meet|meeting|contact(?:ed)?|touch(?:ed)?|activity|call(?:ed)?|spoken?|speak|heard|hear|talk(?:ed)?)\b/i;
