import { any, cased } from './pattern.ts';

const ROLE =
  '(?:colleagues?|co-?workers?|team ?mates?|managers?|bosses|boss|supervisor|teams?|departments?|dept|division|group|unit|heads?|directors?|vps?|svp|evp|vice presidents?|president|chiefs?|c[a-z]o|leads?|officers?|procurement|purchasing|marketing|finance|accounting|accounts payable|hr|human resources|people ops|ops|operations|legal|compliance|security|engineering|facilities|partnerships?|office|successor|replacement|counterpart|parent company|headquarters|hq|administrator|admins?|owners?|partners?|founders?|co-?founder|principal|buyers?|committee|board|superintendent|dean|controller|secretary|agency|reception|folks|guys|people|person|one|friend|wife|husband|brother|sister|father|son|daughter|specialist|expert|contact)';

const WHOSE = '(?:our|my|the|his|her|their|a|an|another|one of our|one of my|your)';

/** Words with a capital that are nobody's name. */
const NO_NAME =
  '(?:I|Im|We|You|Your|Me|Us|It|Is|In|On|At|To|The|This|That|These|Those|There|Then|And|Or|If|My|Our|A|An|Yes|No|Not|Please|Thanks|Thank|Hi|Hello|Hey|Dear|Best|Kind|Regards|Cheers|Sorry|Sure|Ok|Okay|Let|Can|Could|Would|Will|Do|Does|Did|Are|Am|Was|How|What|When|Where|Who|Why|Which|Great|Good|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|Q[1-4]|H[12]|Christmas|Easter|Zoom|Teams|Google|Calendly|LinkedIn|Slack|Salesforce|HubSpot|Outlook|Excel|CET|CEST|EST|EDT|PST|PDT|GMT|UTC|ET|PT|CT|AM|PM|US|UK|EU|AI|API|CRM|ROI|GDPR|OK|ASAP|FYI|PS|RE|Re|Happy|New|Just|Maybe|Perhaps|Currently|Unfortunately|Interested|Interesting|Sounds|Looks|Send|Call|Email|Try|Contact|Ask|Speak|Talk|Reach|Copying|Adding|Looping|Forwarding|Passing|Wrong|Now|Next|Later|After|Once|Until|He|She|They|His|Her|Their|Its|With|For|From|By|As|But|So|Also|Still|Yet|All|Any|Some|Each|Both|Well|Actually|Honestly|Basically)';

const NAME = `(?!${NO_NAME}\\b)\\p{Lu}[\\p{L}'.-]{1,24}(?: (?!${NO_NAME}\\b)\\p{Lu}[\\p{L}'.-]{0,24}){0,4}`;

/** Somebody else: an address, a role, a pronoun, or a name with its capital. */
const SOMEBODY = [
  '[^\\s@<>()]+@[^\\s@<>()]+\\.\\w+',
  `(?i:(?:two|three|some|several|a few|both|many|other)(?: of)? (?:[\\w&/'-]+ ){0,3}${ROLE}\\b)`,
  `(?i:${WHOSE} (?:[\\w&/'-]+ ){0,4}${ROLE}\\b)`,
  '(?i:him\\b|her\\b(?! (?:e-?mail|address|name|number|team))|them\\b|some(?:one|body) (?:else|in|from|at|on)\\b|whoever|one of (?:my|our) \\w+)',
  '(?i:(?:procurement|purchasing|marketing|finance|hr|sales|operations|ops|legal|engineering|human resources|compliance|reception|partnerships|accounting)\\b(?! (?:calls?|pitch|team member)))',
  '(?i:the (?:appropriate|relevant|right|correct|proper|responsible) (?:person|people|team|department|contact|party|channel))',
  '(?i:our |the |your )?IT\\b',
  `(?:(?:Mr|Mrs|Ms|Dr)\\.? )?${NAME}`,
].join('|');

const GO_TO = [
  'contact(?:ing)?',
  'reach(?:ing)?(?: out to)?',
  '(?:speak|talk|connect)(?:ing)? (?:to|with)',
  'writ(?:e|ing)(?: to)?',
  'ask(?:ing)?',
  'try(?:ing)?',
  'get(?:ting)? (?:in touch|hold) (?:with|of)',
  'go(?:es)? (?:through|via|to|straight to)',
  'you (?:\\w+ )?(?:want|need)',
  '(?:better|more) luck (?:with|asking|talking to|trying)',
].join('|');

/** What somebody does whose business it is; said of one, and of several. */
const OWNS =
  '(?:handles|runs|owns|leads|manages|decides|looks after|takes care of|deals with|makes (?:these|those|the|all|such|that)|oversees|covers|reviews|approves|evaluates|heads|signs off|does (?:this|that|it|these|those)|is (?:responsible|in charge|heading|leading|running)|are (?:responsible|in charge)|would know|can help|will (?:be able to help|take (?:it|this|over)))\\b';
const OWN =
  '(?:handle|run|own|lead|manage|decide|look after|take care of|deal with|make (?:these|those|the|all|such|that)|oversee|review|approve|evaluate)\\b';

/** Sends the writer to somebody else. */
export const REDIRECT = cased(
  `\\b(?i:${GO_TO}) (?i:with |to |directly |instead |maybe |perhaps |please |for )*(?:${SOMEBODY})`,
  `\\b(?i:sits?|lies|rests?|belongs?|is made|are made) (?:with|by|under|to) (?:${SOMEBODY})`,
  `\\b(?i:led|run|headed|managed|handled|covered|owned) by ${NAME}`,
  `\\b(?i:that|it|this) (?:would|will|should|must) be ${NAME}`,
  `\\b(?i:(?:my|our|the) (?:[\\w-]+ ){0,3}(?:manager|boss|supervisor|head|director|lead|colleague|owner|buyer|c[a-z]o|vp)(?: of [\\w ]{1,30})?) is ${NAME}`,
  `\\b${NAME},? (?:who |our [^,.]{1,30}, )?(?:[\\w ]{0,12} )?(?:${OWNS}|(?:does|has taken over|took over|will be the|is (?:your|the (?:right|best|person|one|decision|contact)|better)|would be (?:the|a|your|better))\\b)`,
  `(?:^|[.!] )${NAME}, (?:please |can you |could you |would you )(?:have a look|take (?:a look|this|it|over)|look into|handle|answer|respond|follow up|help|advise)`,
  "(?:^|\\s)(?:\\+ ?)?@?(?<=[+@] ?)\\p{Lu}[\\p{L}'-]+",
  `\\b(?i:(?:he|she|they|who|team|department|group|office|colleague(?: \\w+)?|boss|manager|head of [^.,]{0,30}|lead|director|vp[^.,]{0,30}|c[fetioms]o|procurement|purchasing|marketing|finance|legal|hr) (?:\\w+ )?${OWNS})`,
  `\\b(?i:(?:they|people who|folks who|guys who|team who|those who|who) (?:\\w+ )?${OWN})`,
  `\\b(?i:${[
    '(?:happy to|will|can|could|shall i|let me|i can) (?:\\w+ )?(?:introduce you|make an intro\\w*|intro you|connect you|put you in touch)',
    'point you (?:to|towards?|in the direction)',
    'on copy\\b',
    '(?:best|better|right|correct|appropriate|proper|main) (?:person|people|contact|point of contact|place|department|team|address|one|woman|man|guy)(?: \\w+){0,4} (?:is|are|would be|will be|might be) (?!me\\b|not\\b)',
    'is (?:the |your |our )(?:\\w+ )?(?:right|best|better|correct|go-?to|man|woman|guy|decision[- ]maker|person|point|contact)\\b',
    '(?:person|people|woman|man|guy|one) (?:\\w+ ){0,2}(?:in charge|responsible|you want|you need|to (?:talk|speak|contact|ask))(?: \\w+){0,4} (?:is|are)\\b',
    `(?:question|matter|topic|one|something) for (?:our|my|the|${ROLE})`,
    `${WHOSE} (?:[\\w&/'-]+ ){0,3}${ROLE} (?:would|will|has|needs|must|should)(?: have| need)?(?: to)? (?:look|decide|approve|sign|answer|review|judge|speak)\\b`,
    'cover(?:ing|s)? for (?:him|her|them|me)',
  ].join('|')})`,
  // An address in the reply's own words, unless it is the writer's.
  '(?<!\\b(?i:me|my|mine|reached|i am)\\b[^.@]{0,30})[\\w.+-]{1,30}@[\\w-]+\\.\\w+',
);

/** Brings somebody else in, or passes the message on. */
export const BRINGS_IN = cased(
  "\\b(?i:cc'?(?:d|ed|ing)?|ccd|cced)\\b(?! (?:me|us)\\b)",
  '\\b(?i:copying|copied|copy)(?: in)?\\b(?: (?:in|on this))?:? (?!me\\b|us\\b|of\\b|that\\b|the link)',
  `\\b(?i:adding|added|loop|looping|looped|bringing|tagging|including)(?: in)? (?:@?\\p{Lu}\\p{L}+|(?:my|our|the|a colleague|him|her)\\b)`,
  `\\b(?i:forward|pass|shar|hand|rout|redirect|send|escalat|relay|giv)(?:e|ed|ing)?(?: \\w+){0,5} (?:on to|onto|over to|along to|along|to|with) (?:${SOMEBODY})`,
  `\\b(?i:sent|gave)(?: \\w+){0,5} (?:on to|onto|over to|along to|along|to|with) (?:${SOMEBODY})`,
);

/** Gone from where the message was sent. */
export const HAS_LEFT = any(
  'no longer (?:\\w+ )?(?:work(?:s|ing)?(?: (?:here|there|at|for)\\b|\\W*$)|employed|part of|at\\b|with\\b(?! (?:\\w+ )?(?:agenc|vendor|extern|third|outside|such|that|this)))',
);

/** Asks somebody for advice, and sends the writer to nobody. */
export const CONSULTS =
  /\b(?:(?:i|we)(?: will| am going to| are going to| need to| have to| must| should| would| can| want to| would like to| would have to)?|let me|allow me to)(?: \w+){0,2} (?:speak|spoke|talk|talked|check|checked|discuss|discussed|ask|asked|consult|confer|run|ran|raise|bring|show|showed)\b(?:(?!\band\b|\bbut\b)[^.;?!,])*/gi;
