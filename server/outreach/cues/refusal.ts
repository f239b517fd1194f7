import { any } from './pattern.ts';

const ADDRESSEE =
  '(?:me|us|my (?:address|e-?mail|name|inbox|number)|our (?:address|e-?mail|company|domain|team|number))';

/** Wants no more of it, whatever else is said. */
export const OPT_OUT = any(
  'unsubscribe',
  `(?:remove|delete|take|drop|strike|scrub|get) (?:\\w+ )?(?:${ADDRESSEE}|this (?:address|e-?mail)|the (?:address|e-?mail))(?: \\w+){0,4} (?:off|from|out|list|database|system|crm|records|mailing)`,
  '(?:remove|delete|erase) (?:my|our) (?:\\w+ )?(?:details|data|info\\w*|address|name|e-?mail|contact|number)',
  '(?:stop|quit|cease|discontinue|end)(?: \\w+)? (?:e-?mail|contact|messag|writ|call|send|reach|spam|bother|harass|pester|these|this (?:nonsense|sequence|campaign)|with the)\\w*',
  `(?:do not|never|please no(?:t)?|must not) (?:ever |please |dare )?(?:again )?(?:e-?mail|contact|message|write|call|text|send|bother|spam|reach out|approach|solicit|get in touch)\\b`,
  '(?:do not|no longer) (?:wish|want) to (?:receive|hear|be contacted|get)',
  '(?:f+u+c+k|piss|sod|bugger|bog) off',
  'refrain from|desist\\b',
  '(?:please|that is|this is|quite|already)[, ]+enough\\b|enough (?:already|is enough|of this|e-?mails|messages)',
);

/** Another way to be reached is no wish to be left alone. */
export const RATHER = /\b(?:e-?mail|call|write|text|message|phone|ring) (?:me|us)\b|\binstead\b|\brather\b/i;

/** Refuses. */
export const REFUSAL = any(
  '(?:not|no longer|never|hardly|neither|nor|un|nobody is|no one is)(?: \\w+){0,3}[ -]?interested',
  '(?:no|zero|little|lack of|without|not of|of no|not any|do not have (?:any|an)) (?:\\w+ ){0,2}interest\\b',
  'no[,.]? (?:thanks?|thank you|thx|ty|tks)\\b',
  '^\\W*(?:no|nope|nah|naw|negative|never|no way|absolutely not|definitely not|certainly not|of course not|nein)\\b(?! (?:problem|worries|objection|idea|doubt|one|need to apologi|issue))(?=\\W*$|[,.!]| (?:thanks|thank|sorry|from|we|i|not|for|it|that|this|to|please|means|chance|way))',
  'respectfully,? no',
  '(?:is|be|still|a|hard|firm|my answer is|our answer is|answer is|told you) (?:a )?(?:hard |firm |definite |polite )?no\\W*(?:from|for|to|$|at|on)',
  '(?:hard|easy|respectful|gonna|going to|will|have to|must|we|i|to|i will) (?:\\w+ )?pass\\b(?! (?:it|this|your|you|that|on\\b(?! this)|along|the|to))',
  'declin(?:e|ed|ing)\\b',
  'not (?:\\w+ ){0,3}(?:fit|match|suitable|applicable|relevant|useful|helpful|appropriate|needed|necessary|required|worth|valuable|compelling)\\b',
  '(?:not|never) (?:\\w+ )?(?:for (?:us|me|our|my)\\b|something (?:we|i|that)|what (?:we|i)|our (?:thing|area of interest)|my thing|my cup)',
  '(?:have|has|got|had) (?:it|this|that|these|things|all of (?:it|this|that)|everything) (?:\\w+ )?(?:covered|sorted|handled|under control|in hand|solved|taken care)',
  '(?:adds?|brings?|offers?|gives?) (?:us |me )?nothing\\b',
  '(?:downgrade|inferior|worse than)',
  'wrong (?:tree|audience|industry|market|target|sector)',
  'not (?:permitted|allowed|authori[sz]ed|able|in a position) to (?:\\w+ )?(?:add|buy|use|take|accept|purchase|bring|engage|work|sign|change)',
  'spare (?:me|us)\\b|(?:going to|will|let us|would) leave it\\b',
  '(?:can|could) not (?:\\w+ )?(?:see|imagine|picture) (?:us|me|myself|ourselves|how|why|any)',
  'bad experience',
  '(?:have|got|employ) (?:\\w+ )?(?:people|staff|someone|somebody|guys) for (?:that|this|it)',
  'nothing (?:\\w+ ){0,3}(?:we|i) (?:\\w+ )?(?:could|can|would|need|want)',
  'ship has sailed|(?:we|i) (?:\\w+ )?(?:picked|chose|bought|went with)\\b',
  'not (?:\\w+ )?(?:the |your )?target (?:group|audience|customer|market)|not (?:our|my) cup',
  '(?:do|does|did|would) not (?:\\w+ )?(?:meet|fit|match|suit|align|apply|add up|work for)\\b',
  'regret to (?:inform|say|tell)|not (?:been )?(?:selected|chosen|accepted|approved|successful)\\b',
  'not (?:really )?seeing (?:the|any|a|how|why)|no (?:sale|deal)\\b',
  '(?:we|i) (?:\\w+ )?signed\\b',
  '(?:just|recently|only just) (?:\\w+ )?(?:finished|completed|rolled|rolling|implement\\w*|deployed|launched|adopted|invested|installed|moved|migrated|switched)\\b',
  '(?:stay|stick|remain|continue|keep|carry on|keep going)(?:ing)? (?:with|using|to what)',
  'only (?:buy|work|purchase|deal|engage|use|source|procure|accept)\\w* (?:\\w+ )?(?:through|with|via|from|on|by)',
  'would rather (?:stick|die|eat|not|keep|stay|have)',
  'exclusiv(?:e|ely|ity)\\b',
  'no point\\b|pointless',
  '(?:went|gone|go|going) (?:\\w+ )?(?:another|a different|the other) (?:way|direction|route)',
  '(?:will|would) not be (?:\\w+ )?(?:needing|requiring|using|buying|taking|pursuing|able to use)',
  '(?:closed|closing) (?:our|the) doors|wind(?:ing)? down|wound down|ceas(?:ed|ing) (?:operations|trading)',
  '(?:no|zero|never any|not any|have no|not have (?:a|any)|have any|do not have (?:a|any)) (?:\\w+ ){0,2}(?:need|requirement|use|demand|plans?|appetite|desire|intention|wish|value|benefit|use case|reason)\\b',
  '(?:do|does|did|would|will|can|could) not (?:\\w+ )?(?:need|require|want|see (?:\\w+ ){0,3}(?:value|need|fit|benefit|point|use|reason|how|why|where|it)|buy|use|sell|ship|engage|work with|deal with|take|accept|do|outsource|purchase|believe|apply|think (?:\\w+ ){0,5}(?:fit|for us|for me|right|need|relevant|match|interest|worth|help|work|makes? sense))\\b',
  'already (?:\\w+ )?(?:have|has|had|use|uses|using|work|works|working|got|get|covered|set|sorted|signed|in place|committed|under contract|partner\\w*|invested|chosen|selected|bought|purchased|implemented|built|own|do|doing|a customer)\\b',
  '(?:have|has|got|with) (?:\\w+ ){1,4}(?:solution|system|vendor|provider|supplier|partner|tool|platform|agency|product|team)s? (?:\\w+ ){0,3}(?:in place|already|for (?:this|that|it)|in-?house|we (?:like|trust|are happy))',
  '(?<!not (?:\\w{1,20} )?)(?:happy|satisfied|content|pleased|comfortable|fine|good|set|okay|ok|doing fine|doing well|stick\\w*|stay\\w*|loyal|married|locked in|tied) (?:\\w+ )?(?:with|to) (?:our|the|my|what|who|it|them|how|that|(?!you|this|that|your)\\w+ ?$)',
  '(?:we|i) (?:are|am) (?:all )?(?:good|set|fine|covered|sorted|okay|ok)(?: (?:here|for (?:now|this|that|it)|on (?:our|my) end|thanks|thank you|on that|as is|as we are|without)){0,4}\\W*$',
  'all (?:set|good|covered|sorted)\\b(?! (?:to|for (?:monday|tuesday|wednesday|thursday|friday)))',
  '(?:went|gone|go|going|goes|signed|sign|chose|chosen|decided|decide|selected|picked|opted|settled|committed|renewed|stick|sticking|partnered|moved) (?:\\w+ ){0,3}(?:with|for|on|to use|to) (?:\\w+ ){0,2}(?:another|a different|competitor|someone else|somebody else|other|else|current|existing|rival|alternative|incumbent)',
  '(?:just |recently |have |already )(?:\\w+ )?(?:signed|renewed|bought|purchased|extended|committed)\\b',
  '(?:build|built|do|did|handle|handled|develop|developed|manage|managed|run|cover|covered|keep|have)(?: \\w+){0,5} (?:in-?house|internally|ourselves)\\b',
  '(?:too|way too|so|very|far too|prohibitively) (?:expensive|pricey|costly|much money|dear)',
  '(?:not|will not|nor)(?: be)?(?: \\w+)? (?:moving|going|proceeding|move|proceed|go|continue|continuing|pursue|pursuing|progress\\w*|tak\\w+ this)(?: \\w+)? ?(?:forward|ahead|further|with|this|any|it|on)?\\b',
  '(?:not|never|nor) (?:currently |actively |really |actually )?(?:looking|buying|seeking|shopping|considering|searching|evaluating|taking|accepting|exploring|hiring|recruiting|in the market|open to|keen|convinced|sold|a (?:buyer|customer|fan|believer))\\b',
  'do not have (?:the |a |any )?(?:budget|money|funds?)\\b',
);

/** Refuses so that a time in the same breath takes nothing off it. */
export const FIRM_REFUSAL = any('hard pass|declin(?:e|ed|ing)\\b');

/** Denies an interest it names. */
export const DENIED_INTEREST = any(
  '(?:can|could|would) not say (?:that )?(?:i|we) (?:am|are|was|were)(?: \\w+)? interested',
);

/** Says no to a refusal: taken as its opposite before anything else is read. */
export const DOUBLE_NEGATION = any(
  '(?:not|never|hardly) (?:entirely |completely |totally |exactly |un)?(?:un|dis)interested',
  '(?:would|could|will|can) not (?:say|object|turn down|refuse|argue|complain)(?: \\w+)? ?(?:no\\b|to (?:that|it|a|this))',
  '(?:not|never) (?:that|because) (?:\\w+ ){1,3}not interested',
  'would be lying if (?:i|we) said (?:\\w+ ){1,6}not \\w+',
);
