/** What kind of thing answers a question. */
export type Kind = 'person' | 'date' | 'time' | 'number' | 'place' | 'duration' | 'reason';

/**
 * Something people ask about in sales, with the words for it; lists are separated by commas, patterns are read by
 * `phraseOf`. A fact is on the topic when its attribute is one of `attributes`, when its subject is of one of
 * `subjects`, or when its words hold one of `says`; a question asks for it with one of `asks`.
 */
export type Topic = {
  /** As a refusal says it: `Nothing recorded about …`. */
  readonly name: string;
  /** Labels of the attributes that hold it. */
  readonly attributes: string;
  readonly subjects?: readonly string[];
  readonly kind?: Kind;
  /** What its values look like, where words alone are none. */
  readonly shape?: RegExp;
  readonly asks: string;
  /** Those that begin with `~` count only beside something else the question asks for. */
  readonly says: string;
  /** Words that add nothing to a question on this topic. */
  readonly field?: string;
  /** Words that a fact of one of its attributes stands for, whatever it says. */
  readonly implies?: string;
  /** Several values stand side by side without contradiction. */
  readonly many?: boolean;
  /** The tool that records it, and its field. */
  readonly record: readonly [tool: string, field: string];
};

const topics = <Name extends string>(all: Record<Name, Topic>): Record<Name, Topic> => all;

export const TOPICS = topics({
  economic_buyer: {
    name: 'the economic buyer',
    attributes: `
      economic buyer, budget owner, budget holder, decision maker, signatory, approver, signer, final approver,
      executive buyer`,
    kind: 'person',
    asks: `
      economic buyer|buyers, =eb, budget owner|holder|authority|decision|approver|sponsor,
      own|hold|control|manage|run|have|command|guard * budget|purse|wallet|money|spend|funds|cheque|chequebook|checkbook|pocketbook|pursestrings|strings,
      own|hold|control|manage|have * budget, budget * belong|sit|live|report,
      whose budget|money|purse|wallet|pocket, purse, purse strings, pursestrings, who * sign,
      whose signature|sign|approval|authority|blessing|nod, sign off, signoff, sign authority|power,
      authority to|authority, signer, signatory, sign on contract|deal|paper|the,
      sign the * contract|deal|paper|order|agreement|cheque|check, ink|inks * contract|deal|paper, who * ink,
      need * signature, signature,
      final|last|ultimate|real|ultimately say|word|approval|decision|call|authority|decider|buyer|approver|sign,
      who * approve, who * authorize|authorise|okay, who * ok,
      approve|authorize|authorise|okay|release|unlock|commit * spend|budget|purchase|money|funds|expense|investment|spending,
      decision maker|makers|taker|owner, =dm, decider, who * decide, who * make|take|get|own * decision|call,
      who * pull * trigger, who * write|cut * cheque|check|checks|cheques, write|cut * cheque|check, who * pay,
      who * fund, foot * bill, green light, greenlight, rubber stamp, who * say yes,
      money person|man|guy|people|holder, power to buy|spend|purchase, call|calls the shots,
      give|gives * go ahead|nod|blessing, who =buys|=bought, who can|will|would|should buy|purchase, who * purchase, buck stop, the real power,
      where * money come`,
    says: `
      economic buyer|buyers, =eb, budget owner|holder|authority,
      own|hold|control|manage|command * budget|purse|wallet|spend|funds|money|cheque|chequebook|checkbook,
      purse strings, pursestrings, budget * belong|sit|come|report to|with|from|under, sign off, signoff,
      =signs, =signer, =signatory, =inks,
      sign|approve anything|everything|all|contract|contracts|deals|checks|cheques|purchases|orders,
      will|must|would|should|can|could|may|to sign|approve|authorize|authorise, sign|approval authority|power,
      only * can|may approve|sign, signature|approval of|from, need|needs * signature|approval,
      authority to sign|buy|spend|approve|commit|purchase,
      final|last|ultimate say|word|approval|decision|call|authority|approver|sign, decision maker|makers|taker,
      =decides, ultimately decide, make|makes|made|take|takes the * decision|call, =approves, =authorizes,
      =authorises, has|have the authority, release|releases * funds|money,
      approve * spend|budget|purchase|money|funds|expense|investment|spending,
      write|writes|cut|cuts * cheque|check|checks|cheques, green light, greenlight, greenlights,
      pull|pulls the trigger, pay|pays * out of|from, foot|foots * bill, hold|holds the purse,
      call|calls the shots, buck stops, rubber stamps, say yes, veto, vote|votes|decide|decides on * anything|everything, anything|everything above|over|beyond|exceeding`,
    field: `
      money spend spending budget budgets purchase contract contracts paper order cheque check
      funds approve approval approves decision decisions purchasing finance financial exec executive
      authority power wallet final yes sign cash dollars paperwork`,
    implies: 'sign budget approve approval contract purchase spend money decision buy',
    record: ['set_meddpicc', 'economic_buyer'],
  },
  champion: {
    name: 'the champion',
    attributes: 'champion, internal champion, sponsor, advocate, coach, internal sponsor, supporter',
    kind: 'person',
    asks: `
      champion, champoin, advocate, advocating, cheerleader, evangelist, ally, allies,
      internal|inside|biggest|strongest|main|best sponsor|supporter|advocate|coach|ally|fan|friend|champion|seller|backer,
      push|fight|root|sell|vouch|lobby|speak|argue|stick|campaign|bat|drive|pull|stump|present|promote|pitch * for us|our,
      push|fight|root|sell|vouch|lobby|speak|argue|campaign|drive|pull|present|promote|pitch|carry * internally|inside,
      go|goes|going to bat, on our side, in our corner,
      back|backs|backing|support|supports|supporting|love|loves|like|likes|favor|favour|favors|favours us,
      who * want|wants us * win, who * in favor|favour, our|inside guy|man|person|woman|friend|insider|mole,
      insider, drive|driving|carry|carrying * internally, who * help us, who * helping us,
      sell|sells|selling * internally, biggest fan, =fan, rooting, =supporter|=supporters, =backer|=backers,
      carry|carries|carrying * torch|flag|water, friendly face, friendliest`,
    says: `
      champion, advocate, advocating, cheerleader, evangelist, ally,
      internal|inside|biggest|strongest sponsor|supporter|advocate|coach|fan|seller,
      push|fight|root|sell|vouch|lobby|speak|argue|stick|campaign|bat|drive|pull|present|promote|pitch * for us,
      push|fight|root|sell|vouch|lobby|speak|argue|campaign|drive|pull|present|promote|pitch * internally|inside,
      present|presented|showed|shown|forwarded * our deck|slides|proposal|pitch,
      push|pushing|pushes hard|hard for, to bat for, on our side, in our corner,
      =backs|=backing|=loves|=supports|=favors|=favours us, want|wants us * win, in favor|favour of us,
      sell|sells|selling us|it|this internally, biggest fan, sold on us, big|huge fan, =supporter|=supporters, =sponsor|=sponsors,
      carry|carries|carrying * torch|flag, drive|driving|drives this|it|evaluation internally|inside|forward,
      want|wants * us to win`,
    field: 'internal internally inside us our side deal support help push supporting team within',
    implies: 'internal internally inside support',
    record: ['set_meddpicc', 'champion'],
  },
  competition: {
    name: 'the competition',
    attributes: `
      competition, competitor, competitors, alternatives, competing vendors, competitive, competitive landscape,
      other vendors`,
    many: true,
    asks: `
      compete, competition, competitor, competing, competitive, =comp, =comps,
      up|going|running|pitted|stacked against, rival, alternative,
      who|what|anyone|anybody|someone|whom else|other * look|talk|speak|evaluate|consider|bid|pitch|running|play|shortlist|compare|review|demo|trial|shop|quote|mix|race|table|vendor|tool|solution|option|product|chase|assess,
      other|else vendor|vendors|supplier|suppliers|option|options|provider|providers|solution|solutions|tool|tools|bidder|bidders|player|players|candidate|candidates|products|companies|firms|offers|platforms,
      short list|listed, shortlist, compare us, compared|comparing|weighing us|against|with, bake off, bakeoff,
      in the mix|race|running|frame, else * in play, lose|losing|lost to, 
       shopping around, other horse|horses, evaluating|considering|looking * us against|alongside,
      fight|fighting|battling against, stack up, which|what|any|the * vendors|suppliers, beat us, to beat,
      threat|threats from other, alongside us, instead of us|our|ours, who|what * buy|use|choose|pick instead`,
    says: `
      compete, competition, competitor, competing, up against, rival, alternative,
      also|still|already|currently|seriously|actively|both|concurrently|simultaneously|again =evaluate|=evaluating|=evaluated|=looking|=looked|=considering|=talking|=talked|=speaking|=spoke|=comparing|=trialing|=piloting|=testing|=shortlisted|=pitched|=quoted|=bid|=assessing|=met|=saw,
      evaluate|evaluating|consider|considering|comparing|compare|trialing|trialling|shortlisting|piloting|vetting us|both|two|three|four|against|alongside|other,
      compare us|it|our, compared|comparing * with|to|against,
      =evaluating|=considering|=shortlisted|=weighing|=eyeing|=trialing|=trialling @|two|three|other|another|several, shortlist,
      short list|listed, versus, =vs,
      other vendor|vendors|supplier|suppliers|option|options|bidder|bidders|tool|tools, bake off, bakeoff,
      in the running|mix|race|frame, lost|losing|lose to, bid|quote|proposal|demo|pitch|pricing|offer from,
      =pitched|=pitching|=undercut|=undercutting, alongside us,
      =looking|=talking|=speaking|=talked|=looked|=spoke to|at|with @,
      second|other|next|third|last|final|remaining vendor|option|finalist|contender, finalist, contender,
      incumbent, head to head, other horse, against us, instead of us`,
    field: `
      vendor vendors us look looking talking considering evaluating besides alongside apart other
      others else deal tool tools solution product option options supplier suppliers provider
      companies against market field name names player also evaluate consider space list currently
      race running mix play bidding`,
    implies: 'vendor supplier bid deal',
    record: ['set_meddpicc', 'competition'],
  },
  metrics: {
    name: 'the metrics of success',
    attributes: `
      metrics, metric, kpi, kpis, success criteria, success metrics, roi, business case, value, expected impact,
      economic impact, goals, target metrics, success metric`,
    many: true,
    asks: `
      metric, =kpi|=kpis, success criteria|measure|measures|metric|factors|looks|look,
      measure * success|value|impact|result|outcome|win, measure|measured|measuring, how * quantify,
      quantify|quantified, =roi, return on investment, business case,
      number|numbers|figure|figures * care|matter|chase|move|need|target|hit, payback,
      what * success|good * look, define|defines|defining success, economic impact|value,
      value * expect|expected|promised|get, improvement|improvements|savings|saving|gain|gains|uplift,
      target, target * hit|reach|improve, =goal|=goals, what * want|need|hope * improve|reduce|achieve|save|cut|gain,
      hard|quantified benefit|benefits|value, benefit|benefits,
      result|results|outcome|outcomes * expect|expects|want|wants|hope|hoping|promised|after|for`,
    says: `
      metric, =kpi|=kpis, success criteria|measure|metric, measure|measured * by|success|on, =roi,
      return on investment, business case, payback, success mean|means|looks|is,
      cut|cuts|reduce|save|saves|increase|improve|boost|lower|lift|shrink|drop|halve|double|shorten|raise|grow|bring|get|hit|reach|decrease|speed|trim|slash|recover * #,
      # percent|% less|fewer|more|faster|reduction|improvement|increase|savings|uplift|lower|drop|higher|cheaper,
      half|third|quarter|double|twice the|of|less|fewer|more, saving|savings|uplift|quantified, from # to #,
      target|goal|aim * #, cut|reduce|save|increase|improve|boost|lower|halve|double|shorten by|from|to|in`,
    field: `
      success number numbers value business care matter impact result results outcome hit target
      goal goals measure improve want improvement project`,
    implies: 'success value',
    record: ['set_meddpicc', 'metrics'],
  },
  decision_criteria: {
    name: 'the decision criteria',
    attributes: `
      decision criteria, evaluation criteria, requirements, must haves, selection criteria, buying criteria,
      criteria, priorities, key requirements`,
    many: true,
    asks: `
      criteria, criterion, requirement, require, must have|haves, musthave, what * matter|important|care,
      look|looking|looks for, care|cares about,
      evaluate|evaluating|judge|judging|judged|score|scoring|weigh|weighing|rate|rating|assess|grade|grading|compare|comparing|rank * us|vendors|vendor|options|solutions|on|by|suppliers|bids,
      base|basing|based * decision|choice, deciding factor|factors, what * decide|choose|pick|select on|by|with,
      priority, deal breaker, dealbreaker, non negotiable|negotiables, need|needs|want|wants * to see,
      what * need|want, want|wants from, important to|for, criteria|requirements, wish list, wishlist,
      checklist, what * insist, insist, an|absolute|the|any|their|our =must|=musts, =musts, what * win * deal|this|it, selling points,
      must * support|have|do|meet|offer, choose|pick|select between|among|vendor`,
    says: `
      criteria, criterion, requirement, =requires|=require,
      must have|be|support|run|integrate|work|offer|meet|include|handle|provide|come, musthave, deal breaker,
      dealbreaker, no deal, non negotiable, priority, care|cares * about, matter|matters most, most important,
      need|needs|want|wants * to see, important, deciding factor, look|looking|looks for,
      score|scoring|weigh|weighing|weighted|judge|judging|judged|graded|rank|ranking, insist, insists,
      has|have to support|integrate|work|run, hard requirement, table stakes, critical, crucial, essential,
      mandatory, prerequisite, wish list, checklist, decide|choose|pick on|based`,
    field: `
      vendor vendors us decision decide choice choose solution solutions evaluation evaluating most
      them important tool product pick picking selection win business list buying purchase
      requirements team`,
    record: ['set_meddpicc', 'decision_criteria'],
  },
  decision_process: {
    name: 'the decision process',
    attributes: `
      decision process, buying process, evaluation process, approval process, selection process, process,
      purchase process, decision making process, path to decision`,
    asks: `
      ,
      decision|decisionmaking|buying|evaluation|selection|approval|purchasing|sales|purchase|internal|evaluating|deciding|buy process|path|steps|making|flow|journey|procedure|route|mechanics|stages|workflow|cycle|timeline,
      decision making process, how * decide|choose|pick|select|buy|purchase|make * decision, how * decide,
      how * decision|decisions * made|work|make|get|happen|reached,
      how * deal|purchase|this|it|things|purchases|contracts|approved|spend * approved|decided|signed|made,
      process * decide|buy|select|approve|approval|decision|choosing|buying, how * buy, how * purchase, reach|arrive|arrives|come|comes * decision,
      steps|step to|before|until|toward|towards * decision|approval|signature|yes|close,
      take|takes|needed|happens|happen * approved|approval|yes|decision,
      road|path|route to yes|decision|signature|close, how * get * yes|approval, decision|buying committee,
      process look|like|work, what * process, which|what * steps, the process,
      approval chain|steps|path|workflow, who|how many * involved in * decision, when * decide|decision,
      decision * when|by|date|due, go * through * approve|approval|approved`,
    says: `
      decision|buying|evaluation|selection|approval|purchasing process|steps|path|committee|flow|workflow|chain,
      committee, steering,
      board * approve|approves|decide|decides|vote|votes|meet|meets|review|reviews|signs|ratify|ratifies,
      decide|decides|decision * by|in|at|after|on|before|when|once, approval step|chain|path|workflow, vote,
      votes, two|three|four step|stage|phase|rounds, final decision,
      then * board|approve|approves|sign|signs|committee|vote|votes|cfo|ceo|legal|procurement|finance,
      make|makes|made|take * decision, technical|security review then|before|first,
      goes|go to|through * board|committee|vote|approval, process is|runs|goes|will|starts,
      decision expected|due|will|comes|is, recommendation to, recommend|recommends * to, sign off from,
      evaluation * then, =rfp|=rfi|=rft, consensus, stage gate`,
    field: `
      process steps decision decide make approval approved vendor happen internally purchase deal
      buying choose work made final way look place project evaluation side`,
    implies: 'decision approval approve purchase evaluation',
    record: ['set_meddpicc', 'decision_process'],
  },
  identify_pain: {
    name: 'their pain',
    attributes: `
      identify pain, pain, pain points, pain point, problem, problems, challenge, challenges, need, needs,
      business problem, use case`,
    many: true,
    asks: `
      identify pain, pain, painful, pains, painpoint, painpoints, hurt, hurts|hurting, problem, challenge,
      struggle, frustrate, frustration, headache, bother, suffer, up at night, awake at night,
      why * need|buy|buying|look|looking|change|changing|care|switch|replace|now|shopping|evaluating, why now,
      drive|driving|drives|trigger|triggered|motivate|motivates|motivation|motivating|prompt|prompted|behind * them|this|project|evaluation|purchase|interest|search|change|switch|initiative|need,
      motivation, motivated, compelling event|reason|need,
      what * broken|wrong|fix|solve|solving|fixing|failing|breaking, broken, trouble, bottleneck,
      complain|complaint|complaints, complaining, trying to solve|fix|achieve|do|accomplish, use case,
      difficult|difficulty|difficulties|hard, gripe, ache, aches, annoy|annoys|annoying,
      what * suffering|struggling, issues|issue * with|have|having|facing|face|today,
      what * need|needs * solved|fixed|help, business|main|biggest|core|current need|issue|issues|problem, itch,
      wish * could, unhappy|dissatisfied|fed`,
    says: `
      pain, painful, pains, hurt, hurts|hurting, problem, challenge, struggle, frustrate, frustration, headache,
      suffer, up at night, complain|complaint|complaints, complaining, bottleneck, fed|sick|tired of|up,
      too slow|long|many|much|expensive|manual|late|often, ~lose, ~fail, ~miss, ~drop, ~late, ~slow, ~wrong, ~old, ~crash, ~weak, manual|manually, by hand, error prone, errorprone,
      waste|wastes|wasting|wasted,
      lose|losing|loses|lost * time|money|customers|hours|revenue|deals|orders|days|sales|patients|staff|drivers|students|data|track,
      take|takes|taking|spend|spends|spending * hours|days|weeks|minutes|months,
      cannot|can not|unable|fail|fails|failing|failed|keep|keeps, broken,
      breaks|breaking|crash|crashes|crashing, trouble, difficult, annoyed|annoying, unhappy|dissatisfied,
      no visibility|way|insight, lack|lacks|lacking, outgrown|outgrew, cost|costs|costing them,
      miss|misses|missing|missed * deadlines|targets|sla|slas|shipments|orders|numbers,
      failure|failures, delays|delayed|backlog|outage|outages|downtime|bugs|errors|duplicates|duplicate, spreadsheet|spreadsheets,
      overwhelmed|drowning|swamped, inaccurate|unreliable|slow, nightmare, issue * with|is|was`,
    field: `
      problem problems need solve business most biggest main today side team teams day issue
      issues hurt change trying them their now project company process operations`,
    implies: 'problem need',
    record: ['set_meddpicc', 'identify_pain'],
  },
  paper_process: {
    name: 'the paper process',
    attributes: `
      paper process, procurement, procurement process, legal process, contract process, contracting, legal,
      legal review, paperwork, vendor onboarding`,
    asks: `
      paper process|trail|work|path|flow, paperwork, paper, legal, lawyer, lawyers, counsel,
      procurement, =contracting,
      contract|contracts|legal|procurement|purchasing|vendor process|paperwork|procedure|steps|review|workflow|onboarding|registration,
      vendor onboarding|registration|form|setup|portal, =purchasing, purchasing department,
      redline|redlines|redlining, how * contract|paperwork|order * signed|processed|done|handled|work,
      how * get * contract|paper|paperwork, get * paper|contract|ink * through|signed|done, =papered|=papering,
      supplier onboarding|registration|portal`,
    says: `
      paper process|trail, paperwork, legal|procurement|purchasing|contract|contracts|vendor review|process|onboarding|registration|portal|approval|steps|paperwork,
      legal|procurement|purchasing|counsel|lawyers * takes|take|needs|need|requires|require|reviews|review|must|wants|want|has|insists|weeks|days|approves|approve|redlines|redline|sign|signs,
      goes|go|through|via|with|past|to legal|procurement|purchasing|counsel|lawyers, redline|redlines|redlining, =msa|=dpa|=nda|=sow|=baa|=po|=pos,
      purchase order, public tender, through|via * tender, docusign, own|standard|our|their paper, terms and conditions, vendor form|questionnaire, order form,
      =papered|=papering, data processing agreement, master service|services agreement`,
    field: 'paperwork process contract contracts review signed paper sign steps stage documents deal work',
    implies: 'contract legal procurement paperwork sign',
    record: ['set_meddpicc', 'paper_process'],
  },
  next_step: {
    name: 'the next step',
    attributes: `
      next step, next steps, next action, next actions, action items, follow up, follow ups, todo, to do,
      actions, next meeting`,
    many: true,
    asks: `
      ,
      next step|action|move|steps|actions|moves|thing|milestone|meeting|call|activity|task|touch|touchpoint|up|stage,
      nextstep, nextsteps, =ns, what|whats * next, next, happen|happens|happening next, follow up|ups, followup,
      followups, to do|dos, =todo|=todos, action item|items|point|points, action|actions|task|tasks,
      what * owe|owed, do|does|did we|i owe, owe, where * go from here, go from here,
      should|must|need|needs|have|supposed i|we|to * do, waiting on|for,
      what * promise|promised|commit|committed, pending, outstanding, open items|item|points|actions, planned,
      on * plate, what * agreed|agree * do|on, what * coming up, coming up`,
    says: `
      next step|action|move|steps|actions|meeting|call|milestone, follow up|ups, followup, action item|items,
      to do, =todo, agreed|agree to,
      we|i|i will|we will|will|to send|share|schedule|book|call|come|deliver|prepare|draft|arrange|organise|organize|set,
      we|i owe|promised, owe, promised|promise, waiting on|for,
      need|needs to send|schedule|book|share|call|deliver|prepare, let us, circle back, check in,
      reconnect|regroup, send|schedule|book|share by|before|on|next|for`,
    field: 'next step steps action deal now us do agreed them here plan from follow',
    record: ['mark_meeting_outcome', 'next_step'],
  },
  stage: {
    name: 'the deal stage',
    attributes: 'stage, deal stage, sales stage, pipeline stage, opportunity stage',
    asks: `
      stage, phase, where * deal|opportunity|opp|pipeline|we|things stand|at|funnel|process|are|is,
      how far|along|advanced, deal|opp|opportunity|pipeline|sales|the|current status|state|stage,
      in * pipeline|funnel, far along, won|lost yet, open or closed, status`,
    says: `
      stage, phase,
      move|moved|moves|advance|advanced|progressed|slipped|pushed to|into|back * stage|negotiation|proposal|discovery|qualification|evaluation|contract|contracting|closed|procurement|legal|pilot,
      closed won|lost`,
    field: 'deal pipeline stand status cycle funnel sales process opportunity stage along stands',
    record: ['gtm_crm_write', 'stage (entity opp)'],
  },
  amount: {
    name: 'the deal amount',
    attributes: `
      amount, deal size, deal value, deal amount, contract value, value, acv, tcv, opportunity amount,
      opportunity value`,
    kind: 'number',
    asks: `
      amount, deal|opportunity|opp|contract|order size|value|amount|worth|price,
      size|value|worth|price * deal|opportunity|opp|contract|order,
      how big|large|small|much|sizeable * deal|opportunity|opp|contract|order|this|it,
      how much * worth|deal|opportunity|opp, how much * pay|paying, =acv|=tcv, ticket size,
      dollar|total value|amount|figure, worth, how|what * much|valued, what * sum,
      how many dollars|euros|pounds, deal * worth|value`,
    says: `
      amount, deal|contract|opportunity size|value|worth,
      deal|contract|opportunity|order|expansion|renewal is|of|for|at|worth|around|about|roughly * #, worth,
      =acv|=tcv, annual|total contract value, quoted|quote|priced|proposal|proposed * #`,
    field: `
      deal opportunity opp contract size value total worth dollars euros order expected money big
      pipeline`,
    implies: 'deal contract',
    record: ['gtm_crm_write', 'amount (entity opp)'],
  },
  close_date: {
    name: 'the close date',
    attributes: `
      close date, closing date, expected close, expected close date, target close date, target close,
      signature date, expected signature`,
    kind: 'date',
    asks: `
      close date, closedate, closing date, =cd,
      expected|target|projected|planned|forecast|forecasted|estimated close|closing|signature|signing,
      when * close|closing|closes|land|sign|signing|signed|win|book|bring|finalize|finalise|conclude|wrap|seal|done|commit|decide,
      what|which day|date|month|quarter|week|year * close|closing|land|sign|signing|win|signed|signature,
      how soon * close|sign|closing|land|win, by when * close|sign, close by|in|when|eta,
      deal|opp|opportunity|contract * close|signed|closing when|date|by, when * deal|opportunity|opp,
      date * deal|opportunity|opp|close|closing|signature|signing, forecast|projected date|close|for, land when,
      timeline|timeframe|timing, close when, sign date|by`,
    says: `
      close date, closing date,
      close|closes|closing|sign|signed|signature|contract|land|finalize|finalise|done|decide|decision|commit * by|in|before|on|around|end|mid|until|this|next|early|late|q1|q2|q3|q4|january|february|march|april|may|june|july|august|september|october|november|december|eoy|eoq|quarter,
      close|sign * date, target|expected|forecast close|signature|signing|date, timeline|timeframe`,
    field: `
      deal close closing sign signed date expect expected opportunity opp contract land done
      finish happen likely forecast target day month quarter currently projected finally due`,
    implies: 'deal contract sign',
    record: ['gtm_crm_write', 'close_date (entity opp)'],
  },
  owner: {
    name: 'the owner on our side',
    attributes: `
      owner, account owner, deal owner, account executive, rep, sales rep, account manager, csm,
      opportunity owner, seller`,
    kind: 'person',
    asks: `
      owner, own|owns|owning * deal|opportunity|opp|account|this|relationship|it,
      account executive|manager|exec|lead|rep, =ae|=csm|=am,
      sales rep|representative|person|lead|owner|executive|guy, =rep, whose deal|account|opportunity|opp,
      who * run|runs|running|handle|handles|handling|lead|leads|leading|manage|manages|managing|work|works|working|cover|covers|covering|responsible|charge|assigned|in|looking|looks after|on|for|deal|account|this|opportunity|opp * our|us|we|side|deal|account|opportunity|opp|it,
      who on|from our side|team, who * assigned, assigned to, who * responsible`,
    says: `
      account|deal|opportunity|relationship owner, account executive|manager|rep, =ae|=csm, sales rep, own|owns * deal|opportunity|account|relationship,
      assigned to, responsible for * account|deal|opportunity,
      lead|leads|leading|run|runs|running|handle|handles|handling|cover|covers * account|deal|opportunity`,
    field: `
      deal account opportunity opp side our us team sales rep person relationship assigned charge
      responsible`,
    record: ['gtm_crm_write', 'owner (entity opp)'],
  },
  employee_count: {
    name: 'the number of employees',
    attributes: `
      employee count, employees, number of employees, headcount, company size, staff count, team size,
      workforce, fte, size`,
    kind: 'number',
    asks: `
      employee|emp|staff|people|worker|team|head count|number|size|total|strength, employees, headcount, =hc,
      workforce, how many people|employees|staff|folks|heads|workers|ftes|persons|humans|souls|colleagues,
      number|amount|count of * employees|people|staff|workers|heads, how big|large|sizeable|small,
      size of * company|organization|organisation|business|firm|team|workforce|staff,
      company|organization|organisation|firm|business|org size, how many * employ|work, people work,
      staffed|staffing, =fte|=ftes, payroll`,
    says: `
      employee count, headcount, workforce,
      # * employee|employees|people|staff|fte|ftes|workers|heads|colleagues|persons|strong,
      employs|employ|employing * #, staff|team|workforce|headcount|company of * #, payroll * #, employees`,
    field: `
      people company work employ employed size big large headcount staff total organization org
      business number count firm worker workers currently`,
    record: ['gtm_crm_write', 'employee_count (entity account)'],
  },
  industry: {
    name: 'the industry',
    attributes: 'industry, sector, vertical, line of business, market, segment',
    asks: `
      industry, sector, vertical, line|kind|type|sort|area of business|company|work|industry|firm,
      what * business|company|they|account|firm =do|make|sell, what|which business * in,
      what|which * market|space|field|segment|trade|business * in|they|serve|operate, in what business,
      what do|does * do, business * in, do they do, does * company do,
      what do they make|sell|produce|manufacture, make money, field are they`,
    says: `
      industry, sector, vertical,
      they|company|business|firm make|makes|sell|sells|manufacture|manufactures|produce|produces|provide|provides|operate|operates|run|runs,
      is a|an|the * company|manufacturer|retailer|provider|firm|insurer|bank|hospital|supplier|distributor|operator|maker|chain|agency|startup|carrier|university,
      manufacturer|retailer|insurer|distributor`,
    field: `
      business company industry sector operate space kind type firm field work market active
      belong`,
    record: ['gtm_crm_write', 'industry (entity account)'],
  },
  domain: {
    name: 'the website',
    attributes: 'domain, website, web site, url, homepage, site',
    asks: 'domain, website, web site|page|address|domain, homepage, home page, url, webpage, online',
    says: 'domain, website, homepage, url, site',
    field: 'company web address email site',
    record: ['gtm_crm_write', 'domain (entity account)'],
  },
  tier: {
    name: 'the tier',
    attributes: 'tier, account tier, segment, priority tier, proposed tier',
    asks: `
      tier, how important * account|customer|are|is, account class|tier|priority|rank|ranking|level|grade,
      strategic|priority account`,
    says: 'tier',
    field: 'account level rank class customer belong important rated classified assigned',
    record: ['gtm_crm_write', 'tier (entity account)'],
  },
  title: {
    name: 'the job title',
    attributes: 'title, job title, role, position, seniority, job',
    asks: `
      title, job title, role, job, position, responsible for, responsibility, responsibilities,
      what do * do, function|rank|seniority`,
    says: `
      title, role, position, cfo|ceo|cto|cio|coo|ciso|cmo|cro|cpo|chro|cdo,
      vp|svp|evp|avp|director|head|manager|chief|president|lead|officer|analyst|engineer|architect|administrator|controller|partner|founder|owner|buyer|coordinator|specialist|consultant|principal|supervisor|dean|nurse|physician|treasurer|secretary|counsel|assistant|associate|superintendent|chair|chairman|chairwoman|chairperson|commissioner`,
    field: 'title job role position living company work exactly does do',
    record: ['gtm_crm_write', 'title (entity contact)'],
  },
  email: {
    name: 'the e-mail address',
    shape: /@/,
    attributes: 'email, email address, mail, work email',
    asks: `
      email, email address, =mail, mail address, inbox, contact details|info|information|data,
      how * reach|contact|get hold|write|touch, reach|contact|mail|email * at|by`,
    says: 'email, email address, mail address',
    field: 'address mail reach contact work write send details info get',
    record: ['gtm_crm_write', 'email (entity contact)'],
  },
  phone: {
    name: 'the phone number',
    shape: /\d[\d\s().-]{5}[\s().-]*\d/,
    attributes: 'phone, phone number, mobile, telephone, cell, direct dial, mobile phone, work phone',
    asks: `
      phone, phone number, telephone, mobile, cell, cellphone, cell number|phone, mobile number|phone,
      direct dial|line, number to call|reach|dial, call * on, dial, contact details|info|information|data,
      how * reach|contact|get hold|call|touch`,
    says: 'phone, telephone, mobile number|phone, cell number|phone, direct dial|line',
    field: 'number call reach contact details work line info get',
    record: ['gtm_crm_write', 'phone (entity contact)'],
  },
  linkedin: {
    name: 'the LinkedIn profile',
    attributes: 'linkedin, linkedin url, linkedin profile',
    asks: 'linkedin, linked in',
    says: 'linkedin, linked in',
    field: 'profile url page link address social',
    record: ['gtm_crm_write', 'linkedin (entity contact)'],
  },
  location: {
    name: 'where they are',
    attributes: `
      location, address, address city, address country, address street, address state, city, country, hq,
      headquarters, office location, region, hq city, hq country, hq location, head office, state, offices,
      based in, billing city, billing country, address region`,
    kind: 'place',
    asks: `
      location, located, headquarter, headquartered, headquarters, =hq, =hqd, head office,
      where * based|located|live|lives|sit|sits|office|offices|headquartered|hq|operate|they|company|from,
      based, which|what * city|country|region|state|town|continent, what city|country,
      office|offices * in|where, address, where are|is they|the|he|she|it, geography|geographically`,
    says: `
      based in|out|near, located, headquarter, headquartered, headquarters, =hq, head office,
      office|offices|site|sites|plant|plants|warehouse|warehouses in|across|near, located in,
      office|offices|site|sites|plant|plants|branches * @`,
    field: 'office offices based company city country located main head place',
    record: ['gtm_crm_write', 'location (entity account)'],
  },
  meeting: {
    name: 'a meeting',
    attributes: 'meeting outcome, meeting notes, outcome',
    subjects: ['meeting'],
    many: true,
    asks: `
      meeting outcome|outcomes|result|results|notes|note|recap|summary|minutes|conclusion, outcome,
      how * meeting|call|demo|visit|conversation|session|workshop|presentation go|went, how did * go, how * go,
      last|latest|previous|recent|first|earlier meeting|call|conversation|demo|session|discussion|chat|sync|visit|touchpoint|interaction|one|time|touch,
      what|whats * happen|happened|discussed|said|covered|agreed|decided|come|came|takeaway|takeaways|learn|learned * meeting|call|demo|session|conversation|visit|workshop,
      what * say|said|discuss|talk|cover * in|on|at|during * meeting|call|demo,
      meeting|call recap|minutes|summary|notes|highlights, recap, minutes, takeaway, takeaways,
      when * last|previously * meet|met|speak|spoke|talk|talked|contact|contacted|call|called|see|saw|touch|visit,
      when * meet|met|meeting, last time * met|spoke|talked|we|meet, advance|advanced|stall|stalled or,
      did * advance|stall`,
    says: 'meeting, met with, we met, call with, spoke with|to, demo, workshop',
    field: `
      meeting last go latest call discussed said happened them recent result us notes end finish
      previous we met discuss conclude come out`,
    record: ['mark_meeting_outcome', 'notes'],
  },
  risk: {
    name: 'risks or objections',
    attributes: `
      risk, risks, blockers, blocker, concerns, concern, objections, objection, red flags, deal risks, threats,
      issues`,
    many: true,
    asks: `
      risk, risky, concern, worry, worries, worried, blocker, block, red flag|flags, obstacle, hurdle,
      roadblock, go|goes|gone|going wrong|south|sideways, hold|holding|held|holds * up|back, holdup,
      in the|our way, stand|stands|standing * way, stuck, objection, object, hesitate, hesitant, hesitation,
      hesitations, push|pushing|pushed|pushback back, pushback, threat, slow|slowing|slows * down,
      jeopardize|jeopardise|jeopardy|danger|endanger|endangers,
      kill|kills|derail|derails|sink|sinks|break|torpedo|delay|delays|delaying * deal|this|it|us|things|close|opportunity,
      delaying, nervous, fear|afraid, doubt, reservations,
      stop|stops|stopping|prevent|prevents|preventing * them|us|deal|it|this|from, what * lose * deal|it|this,
      why * stall|stalled|stuck|slow|slip|slipped|slipping|quiet|delayed|hesitating, downside, vulnerable,
      weak|weakness|weaknesses, skeptical|sceptical|skeptic|sceptic|detractor|detractors|opponent, who * against us|it|this, who * oppose|block|resist, issue|issues`,
    says: `
      risk, risky, concern, concerned, worry, worried, blocker, block, blocked, red flag|flags, obstacle,
      hurdle, roadblock, hold|holding|held|holds * up|back, stuck, objection, objected|objects, hesitant,
      hesitate, hesitation, push|pushing|pushed back, pushback, threat|threatens, slow|slowing|slows * down,
      jeopardize|jeopardise|jeopardy, kill|derail|sink, delay, delayed, slip|slipped|slipping, nervous,
      fear|fears|afraid, doubt, reservations, skeptical|sceptical, frozen|freeze|froze, single threaded,
      could lose, went dark|quiet, no answer|reply, stall, stalled, uneasy, not convinced, unconvinced,
      cautious, burned, veto|vetoes`,
    field: `
      deal concern concerns about risk issue biggest main team us way thing close them worry
      worried likely raised raise side evaluation project`,
    record: ['add_to_plan', 'section risks'],
  },
  budget: {
    name: 'the budget',
    attributes: 'budget, budget amount, approved budget, budget status, annual budget',
    asks: `
      budget, budgeted,
      how much * spend|afford|money|set aside|allocate|allocated|earmarked|put aside|available,
      money * set aside|allocated|available|put, set aside, =allocated|earmarked|funded,
      price|spending|spend range|ceiling|cap|limit, afford, have * money, funding * approved|available|secured,
      funds`,
    says: `
      budget, budgeted, set aside, =allocated|earmarked, spend up to, capped|cap|ceiling,
      funding * approved|secured|available, funds`,
    field: 'money spend project approved amount available allocated set aside size purchase',
    record: ['log_capture', 'text'],
  },
  go_live: {
    name: 'a go-live date',
    attributes: `
      go live, go live date, launch date, timeline, implementation date, rollout, start date, rollout date,
      deployment date, implementation timeline, golive, kickoff, kick off date`,
    kind: 'date',
    asks: `
      go|goes|going live, golive, launch, roll|rolled|rolling out, rollout, timeline|timeframe|timing,
      when * start|live|deploy|deployed|implement|implemented|launch|begin|running|rollout|onboard|kick|production,
      implementation|deployment|rollout|project|pilot|trial start|date|timeline|begin|kickoff|schedule|plan,
      deadline, up and running, in production, kick off|kickoff, kickoff`,
    says: `
      go|goes|going|start|starts|comes first,
      go|goes|going|be live, golive, launch, roll|rolled|rolling out, rollout, timeline|timeframe,
      up and running, in production,
      implementation|deployment|rollout|project|pilot|trial start|starts|begin|begins|kicks|runs|by|in,
      start|starts|begin|begins|deploy|deploys|kick|kicks|kickoff * by|in|on|before|after|this|next|january|february|march|april|may|june|july|august|september|october|november|december|q1|q2|q3|q4,
      live by|in|on|before, big bang, phased, in phases|waves, one * at a time, day one`,
    field: 'live date start project solution system target production timeline plan planned planning want',
    record: ['log_capture', 'text'],
  },
  contract_end: {
    name: 'when a contract ends',
    attributes: `
      contract end, contract end date, renewal, renewal date, contract renewal, expiry, expiry date, expiration,
      expiration date, term end, contract expiry, contract expiration, end date, contract renewal date,
      subscription end, license expiry`,
    kind: 'date',
    asks: `
      ,
      contract|agreement|subscription|license|licence|term|deal|commitment|lease|warranty * end|ends|ending|expire|expires|expired|run|runs|up|lapse|lapses|terminate|terminates|over|renew|renews|expiration|expiry|until,
      renew|renewal date|due|when|coming|up, renewal, renew, expire|expires|expiry|expiration,
      end of * contract|agreement|subscription|term,
      when * contract|agreement|subscription|license|licence * up|out|end|over, run|runs|ran|running out,
      locked|tied in, contract until|till|through, when * renew`,
    says: `
      ,
      contract|agreement|subscription|license|licence|commitment|lease * end|ends|ending|expire|expires|runs|run|up|lapses|terminates|until|through|till|renews,
      renewal, renew, expire|expires|expiry|expiration, end of * contract|agreement|subscription|term,
      locked|tied in * until|through|till, run|runs out|until|through|till`,
    field: 'contract agreement end date current existing renewal up subscription coming due',
    record: ['log_capture', 'text'],
  },
  current_solution: {
    name: 'what they use today',
    attributes: `
      current solution, current vendor, current system, current tool, current provider, incumbent,
      incumbent vendor, tech stack, technology, technologies, existing solution, stack, current stack,
      existing vendor, current tools, current crm, tools`,
    many: true,
    asks: `
      ,
      current|present|existing|incumbent|legacy|old|today|todays solution|system|systems|tool|tools|tooling|vendor|provider|supplier|setup|stack|software|platform|product|technology|process,
      incumbent, what|which * use|using|run|running|have|work|on * today|now|currently|moment|present|place,
      what * in place, in place * today|now|currently, tech|technology|software|tool stack, stack,
      replace|replacing|displace|displacing, status quo,
      what|which * solution|system|tool|tools|software|platform|product|vendor|provider|supplier|technology|technologies * use|using|run|running|have|in|on|today|now|currently|rely|relying,
      what|which do they use|run, what are they using|running,
      how * do|handle|manage|track * today|now|currently|present,
      migrate|migrating|move|moving|switch|switching * from|off|away, use|using|run|running today|now|currently,
      use|using at present|moment`,
    says: `
      ,
      current|existing|incumbent|legacy|present solution|system|systems|tool|tools|vendor|provider|supplier|setup|stack|software|platform|product|process,
      incumbent, replace|replacing|displace, in place, rely|relies|relying on,
      migrate|migrating|move|moving|switch|switching|coming|come * from|off|away,
      use|uses|using|run|runs|running|on|have * today|now|currently|still|at the moment,
      currently|today|still|now use|uses|using|run|runs|running|on|rely|with,
      today they|runs|run|use|uses|everything, they|team|everyone|everything use|uses|run|runs|on, built on,
      home grown|built, homegrown|inhouse, in house, spreadsheet|spreadsheets|excel, status quo, tech stack,
      years|since * with|on|using, renewed with, runs|running|run on`,
    field: `
      use using today currently now present current solution tool tools system software vendor
      provider place have run work moment existing supplier platform product`,
    record: ['log_capture', 'text'],
  },
  stakeholders: {
    name: 'the people involved',
    attributes: `
      stakeholders, stakeholder map, stakeholder, contacts, buying committee, key people, influencers,
      org chart, people`,
    subjects: ['contact', 'prospect'],
    kind: 'person',
    many: true,
    asks: `
      stakeholder, stakeholders,
      who * else|all * involved|part|matter|matters|care|need|needs|loop|meet|talk|know|influence|influences,
      buying|decision|evaluation committee|group|team|unit|center|centre, contacts, contact person|people,
      point of contact|contacts, =poc|=pocs,
      who * know|met|spoken|spoke|talk|talking|talked|speak|meet|dealing|deal * there|with|to|at,
      people involved, key people|players|contacts|person|individuals|names|stakeholders, who * involved,
      who * in|on|at|joined|join|attended|attend|present * meeting|call|room|demo|session|workshop,
      who are the people, org chart, influencer, influencers, who * influence|influences,
      who should|do|can we|i talk|speak|contact|reach|call|meet|email,
      main|primary|key|day|our contact|contacts, who * contact, who is who, which people`,
    says: `
      stakeholder, stakeholders, committee, attended|attendees|present|participants|joined,
      met|spoke|spoken|call|talked with|to, contact is|person, introduced|intro, involved, influencer,
      influences, org chart`,
    field: `
      people person contact contacts involved there deal evaluation talk talking meet key main
      decision side team know names right`,
    record: ['gtm_crm_write', 'name and title (entity contact)'],
  },
  plan: {
    name: 'the account plan',
    attributes: 'plan, account plan, strategy, account strategy',
    subjects: ['plan'],
    many: true,
    asks: `
      account plan, the plan, our plan|strategy|approach|play, strategy, game plan, gameplan,
      plan|plans * for|say|says|account|on, plan`,
    says: 'strategy, account plan, game plan',
    field: 'plan account strategy say section contain in it written approach us our down',
    record: ['add_to_plan', 'content'],
  },
  score: {
    name: 'a score',
    attributes: `
      awareness score, deal risk score, deal risk team score, technical risk score, health score,
      ecosystem fit score, efficiency score, score, lead score, fit score`,
    many: true,
    asks: 'score, scored|scores|scoring, health, how healthy, rating, how hot|warm|cold, band',
    says: 'score, health score, rating',
    field: 'account deal value band current latest how healthy level overall',
    record: ['gtm_score', 'account_id'],
  },
  reply: {
    name: 'a reply',
    attributes: 'reply',
    many: true,
    asks: `
      reply, replied|replies, respond, responded|responds|response, answer|answered * email|message|us|mail,
      get|got|hear|heard * back, bounce`,
    says: 'reply, replied|replies, responded|response, heard back, wrote back, answered',
    field: 'email message us last outreach them what say reach',
    record: ['log_capture', 'text'],
  },
});

export type TopicName = keyof typeof TOPICS;
