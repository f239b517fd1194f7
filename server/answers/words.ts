/** Words that only hold a sentence together, and those of a question about the account as such. */
export const FUNCTION = `
  a an the this that these those my your his her its our their some any all each every both either neither no not
  i you he she it we they me him us them myself themselves itself who whom whose what which when where why how
  be am is are was were been being do does did done doing have has had having can could may might must shall should
  will would ought let lets get gets got getting go goes going went gone come comes came coming make makes made making
  take takes took taken taking put puts of in on at by for to from with without about into onto over under between
  among through during against within across per via as than then so and or but if whether because while although
  though since until till out off up down away back around along upon toward towards regarding concerning re vs versus
  around near like just only also even too very really actually currently presently now today already yet still ever
  never always usually often probably maybe perhaps exactly precisely roughly approximately about almost nearly quite
  rather please kindly thanks thank hi hello hey ok okay well right sure quick quickly simply basically anyway again
  once here there else more most less least much many lot lots few several other another same such after before
  question questions answer wondering curious remind reminder tell know knows known say look see want wants need needs
  account accounts company companies customer client deal deals opportunity opportunities opp acct thing things
  something anything everything nothing someone anyone everyone somebody anybody nobody one ones bit info information
  detail details far long how things stand stands`;

/** Words too common to tell what is asked, unless a question has no others: a fact need not hold them. */
export const SOFT = `
  a an the this that these those my your his her its our their some any all each every both either neither no not
  i you he she it we they me him us them myself themselves itself who whom whose what which when where why how
  be am is are was were been being do does did done doing have has had having can could may might must shall should
  will would ought let lets get gets got getting go goes going went gone come comes came coming make makes made making
  take takes took taken taking put puts say says said saying tell tells told telling know knows known knew knowing see
  sees saw seen seeing need needs needed needing want wants wanted wanting look looks looking looked find finds found
  finding give gives gave given use uses used using try tries tried trying ask asks asked asking seem seems seemed
  become becomes became keep keeps kept begin show shows showed shown mean means meant set sets bring brings happen happens
  happened happening talk talks talked talking mention mentions mentioned mentioning discuss discussed discussing hear
  heard learn learned expect expects expected expecting work works worked working help helps
  of in on at by for to from with without about into onto over under between among through during against within
  across per via as than then so and or but if whether because while although though since until till out off up down
  away back around along upon toward towards finally regarding concerning re vs versus around near like just only also even too very really
  actually currently presently now today already yet still ever never always usually often probably maybe perhaps
  exactly precisely roughly approximately about almost nearly quite rather please kindly thanks thank hi hello hey ok
  okay well right sure quick quickly simply basically anyway again once here there else more most less least much many
  lot lots few several other another same such able possible after before instead above below beyond new newest
  question questions answer answers wondering curious remind reminder check confirm list name names named called call
  thing things stuff something anything everything nothing someone anyone everyone somebody anybody nobody one ones
  kind kinds sort sorts type types way ways bit info information detail details status update updates latest current recent recently
  record records recorded note notes noted log logged file according far date number figure
  account accounts company companies customer customers client clients deal deals opportunity opportunities opp opps acct org
  organization organisation organizations business firm prospect side part point points
  main major key primary big bigger biggest specific specifically particular real good great overall total
  there guys folks people person guy man woman team lately soon currently potentially planned plan plans planning
  supposed trying believe reckon understand understanding appear feel involved involve apparently
  seriously desperately likely obviously directly personally yourself anymore whatever mostly fully
  time moment day days ago next last first previous previously early earlier later late
  hear described describe explain give summarize summarise summary share fill pull lookup fetch report reported
  based regards respect terms term case matter matters account's dear mr mrs ms dr etc ie eg w
  stand stands anybody anyones somebodys keen hope hopes hoping go-to wise exact`;

/** Soft only where a question has nothing better; they narrow the answer when a fact holds them. */
export const CUES = {
  /** Asks for what no longer holds and needs something that once did. */
  before: `
    previous, previously, used to, former, formerly, prior, before, originally, initially, original, initial,
    earlier, no longer, replaced, last time, old, past, ex, predecessor, preceded, took|take over * from, back then, at first,
    to begin with, anymore`,
  /** Asks for how it changed. */
  change: `
    changed, change, changes, changing, history, evolved, evolution, over time, revised, progression, trend,
    different from, differ, went from`,
  /** Asks how one value changed, when it asks for one. */
  move: `moved, move, slipped, slip, shifted, shift, updated, pushed, increased, decreased, grown, shrunk, gone up|down`,
  /** Asks for everything. */
  overview: `
    tell * about, what do|should we|i know, know about, overview, summary, summarize, summarise, brief, briefing, recap,
    rundown, run down, fill me in, catch me up, up to speed, get|bring me|us up, background, latest, what * new, whats new,
    any news, news, update, updates, status, everything, snapshot, state of, where things stand, story, context, low down,
    lowdown, details on|about|of, info on|about|of, information on|about, dossier, profile, learn about, 360, highlights,
    give me * on, what * got on, what * have on, prep, prepare, sitrep, tldr`,
};

/**
 * Words that stand for one another, a group to a line, in patterns as `phraseOf` reads them. What follows `>` answers a
 * question for what is before it, and not the other way round: Salesforce is a CRM; a CRM need not be Salesforce.
 */
export const SYNONYMS = `
  price, pricing, cost, costs, fee, fees, rate card, expensive, charge, charges, charged, quote, quoted, quotes > pricey, outrageous, per user, per seat, # per, per site|unit|month|year
  cheap, cheaper, inexpensive, affordable, lower price, undercut > # percent|% less|lower|cheaper, less than us, below us, for free
  discount, discounts, concession, percent off, % off, rebate, price reduction, lower price
  quote, quoted, quotation, proposal, offer, offered, bid, put on the table > priced at, came|comes|come in at, threw|throw|throws in
  vendor, supplier, provider, seller
  product, offering
  contract, agreement, msa
  nda, non disclosure, nondisclosure, confidentiality agreement
  dpa, data processing agreement, data protection agreement
  msa, master services|service agreement
  sow, statement of work
  po, purchase order
  sla, service level
  revenue, turnover, top line, topline, annual sales, sales of
  profit, profitability, profitable, bottom line, ebitda, earnings
  margin, margins
  churn, attrition, customer loss
  retention, retain
  arr, annual recurring revenue
  mrr, monthly recurring revenue
  nps, net promoter
  csat, customer satisfaction
  funding, investor, investors, financing, fundraising > raised, series a|b|c|d|e, venture, round, backed by
  ipo, go|going public, listing, listed
  founded, established, founding, incorporated, inception, year established > started in, since #
  age, old > founded, established, years old, since #
  parent, parent company, mother company, holding company > owned by, subsidiary of, part of the, belongs to, acquired by
  subsidiary, subsidiaries, division, divisions, daughter, affiliate
  acquire, acquisition, acquired, merger, merge, bought, takeover, m&a, ma
  layoff, layoffs, laid off, redundancies, job cuts, restructuring, downsizing, reorg, reorganization, reorganisation, furlough
  hire, hires, hired, hiring, recruit, recruiting, recruitment, open roles, open positions, vacancy, vacancies
  leave, leaving, left, depart, departed, departing, quit, resign, resigned, resigning, resignation, stepping down, moved on
  join, joined, joining, started at, came on board
  promote, promoted, promotion
  expand, expansion, expanding, grow, growth, growing, scale, scaling
  shrink, shrinking, decline, declining, =contracting
  security, infosec, information security, cybersecurity > soc, iso, penetration test, pentest, pen test
  pentest, penetration test, pen test
  compliance, compliant, regulatory, regulation, regulations, regulator, regulated > audit, gdpr, hipaa, pci, sox, fedramp, soc, iso
  certification, certifications, certified, certificate > soc, iso, fedramp, pci
  privacy, data protection > gdpr, personal data
  residency > hosted in, data center, data centre, stored in
  sso, single sign on > saml
  cloud, cloud provider > aws, azure, gcp, google cloud, amazon web services
  hosting, hosted, hosting provider
  aws, amazon web services
  gcp, google cloud
  crm, customer relationship management > salesforce, hubspot, pipedrive, zoho, sugarcrm, dynamics
  transport, transportation, tms, transport management > sap tm, oracle otm, mercurygate, descartes, transporeon
  wms, warehouse management > manhattan, blue yonder, korber, sap ewm
  portal, procurement system|portal|platform > ariba, coupa, jaggaer, ivalua, tradeshift
  document management, document system, dms > imanage, netdocuments, sharepoint, documentum, opentext
  signature, signing, esignature, e signature > docusign, adobe sign
  hris, hcm > workday, bamboohr, personio, successfactors, ukg
  ats, applicant tracking > greenhouse, lever, workable, icims
  accounting, bookkeeping > quickbooks, xero, sage, netsuite, datev
  pos, point of sale, till, tills > toast, square, lightspeed, clover
  video, conferencing > zoom, teams, webex
  wiki, intranet > confluence, notion, sharepoint
  siem > splunk, sentinel, qradar
  monitoring, observability > datadog, new relic, dynatrace, grafana, splunk
  billing system|software|platform > stripe, zuora, chargebee, recurly
  erp > sap, netsuite, workday, infor, epicor, odoo, dynamics
  data warehouse, warehouse > redshift, snowflake, bigquery, databricks
  database, databases > postgres, postgresql, mysql, mongodb, sql server
  postgres, postgresql
  analytics, bi, business intelligence, reporting > tableau, looker, power bi, powerbi, qlik, dashboard, dashboards
  power bi, powerbi
  ci, ci cd, continuous integration, build system > jenkins, github actions, gitlab, circleci, teamcity, buildkite
  payroll > adp, gusto, paychex
  chat, messaging > slack
  ticketing, help desk, helpdesk, service desk > zendesk, servicenow, jira, freshdesk
  marketing automation > marketo, pardot, hubspot, mailchimp, eloqua
  identity provider, idp > okta, azure ad, entra
  emr, ehr, medical records > epic, cerner, meditech
  ecommerce, online store, web shop, webshop, storefront > shopify, magento
  language, languages, programming language > english, german, french, spanish, japanese, italian, portuguese, dutch, polish, swedish, danish, norwegian, finnish, czech, turkish, arabic, hindi, chinese, mandarin, korean, vietnamese, tagalog, welsh, irish, python, java, typescript, multilingual, bilingual
  integrate, integration, integrations, connect, connector, api, interface, plug into, hook into, sync, syncs
  migrate, migration, migrating, move from, moving from, cutover, cut over, switch, transition
  deploy, deployment, deployed > on premise, on premises, onprem, on prem, self hosted
  on premise, on premises, onprem, on prem, self hosted
  implement, implementation, rollout, roll out, onboarding
  train, training, trained, enablement
  support, supported
  feature, features, functionality, capability, capabilities
  pilot, poc, proof of concept, proof of value, pov, trial, evaluation, test
  demo, demonstration, presentation, walkthrough, walk through, showed
  workshop, session, onsite, on site
  meeting, call, met, meet, conversation, session, sync, chat, catch up, catchup
  reference, references, reference call, customer story, case study, testimonial, referral
  refer, referred, referral, introduce, introduced, introduction, intro
  rfp, rfi, tender, request for proposal
  seat, seats, license, licenses, licence, licences, user, users
  locations, sites, facilities, branches > offices, stores, plants, warehouses, campuses, clinics, hotels, branches
  store, stores, shop, shops, outlet, outlets, location, locations
  plant, plants, factory, factories, facility, facilities, site, sites
  warehouse, warehouses, distribution center, distribution centre, dc, depot, depots, fulfilment center, fulfillment center
  hospital, hospitals
  clinic, clinics
  truck, trucks, vehicle, vehicles, fleet, van, vans
  driver, drivers, trucker, truckers
  student, students, pupil, pupils, learners, enrollment, enrolment
  patient, patients
  member, members, subscriber, subscribers
  consumers, shoppers, subscribers > customers
  market, markets, region, regions, countries, territory, territories
  country, countries
  payment terms, net 30, net 60, net 45, net 90, invoice terms, # day terms, days terms, upfront, up front, prepay, =installments, net
  pay, payment, paid
  annual, annually, yearly, per year, a year, each year, every year
  monthly, per month, a month, each month, every month
  weekly, per week, a week, each week, every week
  contract|initial|subscription|licence|license term|length|duration, term|length|duration of * contract|agreement|deal > # year|years|month|months, two|three|four|five year|years, multi year, year term|deal|contract, year agreement
  multi year, multiyear, two year, three year, five year, years, # year, # month
  length, duration, long, term
  promise, promised, commit, committed, commitment, guarantee, guaranteed, assure, assured > agreed
  send, sent, share, shared, deliver, delivered, forward, forwarded, email > returned, handed in, submitted
  request, requested, asked for, ask for, wants, demand, demanded, demands
  like, likes, liked, love, loves, loved, enjoy, appreciate > praised, impressed, excited, enthusiastic, happy, pleased, keen, praised, fond, prefers
  dislike, dislikes, disliked, hate, hates, unhappy, hated, complained, did not like, not happy, annoyed, put off
  think, opinion, feel, view, sentiment, stance, attitude, perceive > believe, considers, considered, likes, loves, liked, loved, skeptical, sceptical, worried, concerned, impressed, convinced, unconvinced, prefers, said, says, finds, found, happy, unhappy, wants, hates, open to, against
  praise, praised, praises > liked, loved, impressed
  feedback > said, liked, loved, impressed, reaction, reacted, response, found
  react, reaction, reacted, response, responded
  prefer, prefers, preferred, preference, preferences > favors, favours, would rather, would like
  against, opposed, opposes, oppose, opposing, resist, resists, resisting, detractor, hostile, naysayer, critic, enemy > skeptic, sceptic, skeptical, sceptical, not a fan, blocks, blocking
  skeptic, sceptic, skeptical, sceptical, doubt, doubts, unconvinced, detractor, not convinced, critic, wary
  convince, convinced, persuade, persuaded, win over, won over, on board, sold on, bought in
  approve, approval, approved, sign off, signed off, green light, greenlight, greenlit, cleared, authorized, authorised, okayed, ok
  reject, rejected, rejection, refused, declined, turned down, denied, said no > find|found * too, passed on, decided against, ruled out, walked away from
  sign, signed, signature, executed, countersigned, inked
  cancel, cancelled, canceled, cancellation, called off, scrapped, dropped
  postpone, postponed, pushed, delayed, rescheduled, moved, deferred, slipped
  delay, delayed, delays, late, postponed, slipped, pushed, behind schedule, hold up, held up
  freeze, frozen, froze, on hold, paused, pause, suspended, halt, halted
  start, starts, started, begin, begins, kick off, kickoff, launch, commence
  end, ends, ended, finish, finishes, conclude, over, expire, expires, run out, runs out
  win, won, winning, succeed
  =won > lose|lost * to @, beat us, go|went with @, chose @, awarded * to
  lose, lost, losing, loss
  reason, reasons > because, due to
  success, successful, succeeded, results, result
  result, results, outcome, outcomes, findings, turn|turns|turned out, pan|panned out > showed, found, down|up from, from # to #, wrap up
  save, saves, saved, saving, savings, cut, reduce, reduced, reduction, lower, lowered, knock, knocked, take|takes * off
  improve, improvement, improved, increase, increased, better, boost, boosted, lift, uplift, faster
  reduce, reduces, reduced, reduction, cut, cuts, lower, decrease, shrink, save, halve, halved, drop, dropped, knock, knocked, take|takes * off
  increase, increases, increased, raise, raised, boost, went up, go up
  slow, slowly, sluggish, lag, laggy, takes too long
  fast, quick, quickly, speed, rapid
  error, errors, mistake, mistakes, inaccurate, wrong, bugs, bug, mess|messed|mess|screw|screwed up, get|got wrong > twice, complained, wiped, not amused, went badly, embarrassed
  outage, outages, downtime, incident, incidents, crash, crashes, went down
  manual, manually, by hand > somebody, someone, rekey, re key, retype, type|typed in, copy paste, clipboard, on paper, excel, spreadsheet
  spreadsheet, spreadsheets, excel
  deadline, due date, cutoff, due
  due > by, before, until
  target, goal, goals, objective, objectives, aim, quota, okr
  initiative, initiatives, project, projects, program, programme, programs
  project, initiative, program, programme
  strategy, strategic
  holiday, vacation, on leave, away, out of office, pto, ooo, parental leave, maternity leave, paternity leave
  boss, supervisor, line manager, report to, reports to, reporting to > chair, head of, under her|him|them
  assistant, secretary, ea, executive assistant
  successor, replacement, replaced by, replaces, took over from
  salary, compensation, wage, wages, earns, paid
  legal, counsel, lawyer, lawyers, attorney
  finance, financial, accounting, controller, treasury
  procurement, purchasing, sourcing, buying team
  infotech, information technology
  hr, human resources, people ops, people operations, talent
  demand gen, demand generation
  revops, revenue operations, sales ops
  operations, ops
  engineering, engineers, developers, dev, devs, engineer
  leadership, executives, exec, execs, c suite, csuite, senior management
  board, board of directors
  union, works council, labor union, labour union
  consultant, consultants, consultancy, consulting firm, advisor, adviser, advisors, system integrator, integrator, partner
  partner, partners, partnership, reseller, integrator, channel
  conference, event, trade show, tradeshow, summit, expo, webinar
  source, lead source > came from, inbound, outbound, referral, found us
  attend, attended, attendee, attendees, joined, participants, present, participated, came, showed up
  travel, travels, travelling, traveling, trip, trips
  onsite, on site
  birthday, anniversary
  hobby, hobbies, pastime
  alma mater, college, university, studied, degree
  children, kids, family, daughter, son
  competitor, competitors, rival, rivals
  partnered, partner
  renew, renewal, renewed, extend, extension, extended
  upsell, cross sell, expansion, expand, upgrade, add on, addon > more|extra|additional seats|licenses|licences|users|sites|modules, wants in
  downgrade, reduce seats, =contraction
  fiscal year, financial year, fy, fiscal, year end
  quarter, quarterly > q1, q2, q3, q4
  volume, volumes, throughput > per day, per month, per week, a day, daily, a month, a week
  transaction, transactions
  order, orders
  shipment, shipments, shipping, parcels, packages, deliveries, delivery, deliver
  data, dataset, datasets
  mobile app > ios, android, phone app
  app, apps, application, applications
  website, web site, site
  server, servers, infrastructure
  device, devices, hardware, terminals, tablets, handhelds, scanners
  currency, currencies > euro, euros, dollar, dollars, pounds, francs, usd, eur, gbp, chf, yen
  where * work|works|worked|working > works at|for, worked at|for, joined from, came|comes from, previously|formerly at, based in, ex @, formerly @, previously @
  stay, stays, staying, remain > until, stays, contract until
  surname
  =been with|at|there, tenure > years at|with|there, joined, since #
  last year, previous year, prior year
  next year, coming year
  this year
  last quarter, previous quarter
  next quarter
  this quarter
  last month
  next month
  did we give|offer|grant > gave, offered, granted, agreed to
  tax, taxes
  insurance, insurer, insured
  warranty, guarantee
  timezone, time zone
  channel, channels
  urgent, urgency, asap, rush, pressing
  excited, enthusiastic, keen, eager, interested
  interested, interest, keen, intrigued, curious, excited
  ready, prepared
  confident, confidence
  trust, trusted, trusts
  relationship, relationships > know each other, friend, friends, worked together
  size, big, large
  speed, fast, latency, response time, performance
  performance, speed, latency
  uptime, availability, reliability, reliable
  accuracy, accurate, precision
  capacity, limit, limits
  usage, adoption, active users, utilization, utilisation, adopted
  satisfaction, satisfied, happy, csat, nps
  complaint, complaints, complain, complained
  scope, scoped, included
  phase, phases, wave, waves, stage, stages
  blocker, blocked, blocking, obstacle, hurdle
  requirement, requirements, require, requires, must have, needs
  document, documents, documentation, docs, paperwork, deck, one pager, slides
  slide, slides, deck, presentation
  template, templates
  gift, gifts
  lawsuit, litigation, sued, legal action, court
  breach, hacked, hack, incident, ransomware, leak, cyberattack
  sustainability, esg, carbon, emissions, green
  diversity, dei
  remote, work from home, wfh
  artificial intelligence, machine learning, ml, llm, genai
  automation, automate, automated, automating
  forecast, forecasting, projection, projected, predict
  inventory, stock
  supply chain, logistics, sourcing
  claim, claims
  policy, policies
  loan, loans, lending, mortgage
  guest, guests, visitor, visitors
  ticket, tickets, cases
  room, rooms
  flight, flights
  tenant, tenants
  property, properties, buildings, building
  crop, crops, acres, hectares, fields
  school, schools, campus, campuses, district
  donor, donors, donation, donations
  gather, collect, collects, compile, pull together, round up
  angry, furious, upset, mad, annoyed, irritated, livid, outraged, unhappy
  happy, satisfied, pleased, glad, delighted, content
  sufficient, enough, adequate, suffice
  submit, submitted, submission, hand in, file > in by, due
  supply, supplies, supplied, deliver, delivers, provide, provides, provided > comes from, come from, sells, made by
  invest, invests, investing, investment > focus on, backs
  busy, occupied, tied up, tying up, swamped, overloaded
  handle, handles, process, processes, processing, take care of, takes care of, look after, looks after, deal with, deals with, manage, manages
  run, runs, running, lead, leads, leading, head, heads, manage, manages, oversee, oversees, in charge, operate, operates > director, manager, lead, chief, vp, officer, responsible for, outsourced to, run by, managed by
  daily, day to day, everyday, each day, per day, every day
  connectivity, signal, internet, coverage, network, wifi, online, reception
  season > winter, summer, spring, autumn, fall, january, february, march, april, may, june, july, august, september, october, november, december
  weather, climate
  structure, model, scheme, setup, arrangement
  important, critical, crucial, essential, vital, matters, matter
  require, required, necessary, mandatory > need, needs, needed, must
  allow, permit, allowed, permitted, let
  forbid, forbidden, prohibited, ban, banned, not allowed, must not
  replace, replaces, replacing, replacement, swap, swap out, displace, phase out, sunset
  remove, delete, drop, eliminate, get rid of, scrap, gone
  add, include, including, included, adding, bundle, bundled
  exclude, excluded, except
  change, modify, alter, amend, adjust, edit
  fix, repair, solve, resolve, resolved, address
  break, broke, broken, fail, failed, failing, failure, crash, crashed, outage
  check, verify, validate, examine, look into
  inspect, inspects, inspection, inspections, audit, audits, audited
  test, tests, testing, tested, trial, try, pilot
  choose, chose, chosen, pick, picked, select, selected, selection, decide on, decided on, opt for, opted for, go with, went with
  reject, refuse, decline, turn down, rule out, ruled out, drop, dropped, dismissed
  avoid, steer clear, prevent, stay away > nothing between|before|after|in|during, freeze, not in|during|between, no * between
  wait, waiting, hold off, holding off, until
  visit, visited, visits, came by, come by, stop by, =went to, tour, toured
  host, hosted, hosting, hosts
  =store, =stored, keep, kept, saved, hold, held, holds, retain, retained, retention, archive
  backup, backups, back up
  measure, track, tracked, monitor, monitored, monitoring, measured
  notify, alert, alerts, inform, warn, warning, notification
  own, owns, owned, belongs to, owner
  rent, lease, leased, rented, renting, leasing
  build, built, building, develop, developed, create, created, construct, in house
  manufacture, produce, manufactures, produces, produced > make, makes, made
  buy, purchase, purchased, bought, order, ordered, acquire, procure
  sell, sells, sold, resell
  export, exports, ship abroad
  import, imports
  ship, ships, shipped, shipping, deliver, dispatch
  pay, pays, paid, payment, spend, spends, spent, cost, costs > overdue, unpaid, outstanding
  spend, spends, spending, spent, expenditure, pay, pays, paid, cost, costs
  earn, earns, earned
  charge, charges, charged, bill, billed, invoice, invoiced
  invoice, invoices, invoicing, invoiced, bill, billing, billed
  owe, owes, outstanding
  late, delayed, overdue, behind, slow, tardy
  early, ahead of schedule, ahead
  urgent, pressing, asap, hurry, rush
  frequent, often, how often, regularly
  rarely, seldom, hardly
  maximum, max, at most, up to, limit, cap, capped, ceiling, no more than
  minimum, min, at least, no less than, floor
  above, over, more than, exceed, exceeds, exceeding, beyond, greater than, upwards of
  below, under, less than, beneath
  threshold, limit, cutoff > above, over, beyond, more than, up to, from
  average, typical, usual, mean, usually, typically, normally, roughly
  total, overall, altogether, in all, sum, combined
  share, proportion, portion, percentage, percent, fraction, how much of > %, half, third, quarter
  half, 50%, fifty percent
  double, twice, two times
  several, multiple, various, numerous
  old, legacy, outdated, aging, ageing, ancient > years old, from 19|20
  big, large, huge, major, significant, sizable, massive, biggest, largest
  small, little, tiny, minor, smallest
  good, great, strong, excellent, positive
  bad, poor, weak, negative, terrible, worst
  easy, simple, straightforward, simplicity, ease
  hard, difficult, tough, tricky, complicated, complex, challenging
  complex, complicated, complexity
  safe, safety, secure
  dangerous, unsafe, hazard, hazardous, hazards, risky
  accident, accidents, incident, incidents, injury, injuries
  sick, ill, illness, sick leave
  die, died, death, fatal, killed
  clean, tidy
  strict, rigid, tight, stringent
  flexible, flexibility, open to
  popular, liked, favorite, favourite, common, widely used
  prefer, prefers, preferred, preference > like|likes|liked * best|better|most, favors, favours, rather
  best, strongest, top, highest, better, leading
  worst, weakest, lowest, poorest
  worried, worry, worries, concerned, concern, fear, fears, afraid, nervous, anxious, uneasy, apprehensive
  cautious, risk averse, careful, conservative, wary, prudent, burned
  fear, fears, afraid, scared, worry, worries, worried, concerned, concern, nervous
  hope, hopes, hoping, wish, wishes, aspire, dream, ambition
  surprise, surprised, shocked, unexpected
  impress, impressed, wow, wowed, amazed, stood out, star, liked, loved, blown away, enthusiastic
  complain, complained, complains, complaint, complaints, moan, unhappy about, grumble, not like, disliked, hated, criticised, criticized
  argue, argument, dispute, disagree, disagreed, disagreement, conflict, fight
  agree, agreed, agrees, accept, accepted, accepts, consent, ok with, okay with, fine with, on board > satisfied, happy with
  refuse, refuses, refused, decline, reject, will not
  insist, insists, insisted, demand, demands, demanded, require, requires, must have > wants, refuses
  ask for, asked for, asks for, asking for, request, requested, requests, push for, pushed for, pushing for, demand, demanded, wants, wanted
  suggest, suggested, suggests, propose, proposed, proposes, recommend, recommended, recommends, recommendation, idea
  recommend, recommended, recommends, recommendation, suggest, suggested, advise, advised, preferred
  advise, advised, advice, recommend, recommended
  explain, explained, clarify, clarified, clarification
  promise, promised, pledge, commit, committed, assured
  offer, offers, offered, offering, propose, proposed
  volunteer, volunteered, offered to
  help, helps, helped, assist, assists, assistance, support, supports
  cause, causes, caused, causing, because, due to, lead to, leads to, led to, result in
  affect, affects, impact, impacts, impacted, hit, influence
  influence, influences, sway, has the ear of, close to, trusted by
  depend, depends, dependent, hinge, hinges, contingent, subject to, condition, relies on
  condition, conditions, precondition, contingent, only if, provided that, unless, subject to
  follow, follows, come after, comes after
  order, sequence
  location, place, site, where, venue
  distance, far, miles, kilometers, kilometres, km
  language, languages, speak, speaks
  translate, translation, translated, localize, localization, localised
  document, file, files, paper, papers, form, forms
  form, forms, questionnaire, w-9
  email, mail, message, messages
  notice period, notice, termination, cancel, cancellation
  break clause, opt out, exit clause, termination right, cancellation right, get out
  liability, indemnity, indemnification
  penalty, penalties, fine, fines, fined
  clause, provision, terms, article
  warranty, guarantee, guarantees
  deposit, down payment, prepayment, upfront, up front
  instalment, installments, instalments, staged payment, split
  ramp, ramped, phased, staged, gradual
  free, no charge, complimentary, waived, gratis
  trial period, trial, free months
  upgrade, upgrades, upgrading, upgraded, update, new version
  version, release, edition
  bug, bugs, defect, defects, glitch, glitches, issue
  login, sign in, log in, authentication, password
  screen, display, interface, ui, user interface, ux
  speed, fast, quick, response time, latency
  device, devices, phone, phones, tablet, tablets, laptop, laptops, handheld
  phone, phones, mobile, smartphone
  ring, =reach > call, calls, reach, reachable, available
  people > users, staff, employees, workers, technicians, members, attendees, participants, heads, team of, operators, agents
  day shift
  night shift, nights, overnight
  supermarket, supermarkets, retailers, grocers > tesco, waitrose, aldi, lidl, carrefour, walmart, sainsbury, kroger, edeka, rewe
  offline, no signal, without internet, no connection
  camera, cameras, video
  sensor, sensors, probe, probes
  battery, batteries
  machine, machines, equipment
  robot, robots, robotics
  vehicle, vehicles, trucks, vans, cars, fleet
  worker, workers, staff, employees, crew, crews, personnel, labour, labor
  crew, crews, workers, staff, team
  nurse, nurses, nursing
  doctor, doctors, physician, physicians, clinician, clinicians
  teacher, teachers, faculty, professor, professors, lecturers, instructor
  lawyer, lawyers, attorney, attorneys, counsel
  farmer, farmers, grower, growers
  engineer, engineers, developer, developers, programmers
  analyst, analysts
  agent, agents, representative, representatives, reps
  manager, managers, supervisor, supervisors
  intern, interns, trainee, trainees, apprentice, apprentices
  owner, owners, proprietor, founder
  shareholder, shareholders, investor, investors
  regulator, regulators, ministry, authority, authorities, inspectorate, government
  government, public sector, federal, ministry, state
  supplier, suppliers, vendor, vendors
  distributor, distributors, dealer, dealers, reseller, resellers, wholesaler
  consumer, consumers, shopper, shoppers, end customer, guests
  guest, guests, visitor, visitors
  passenger, passengers, traveler, travellers, riders
  tenant, tenants, resident, residents, occupants
  kid, kids, child, children, pupils
  spouse, wife, husband
  friend, friends, buddy, know each other, knows, old colleague, worked together, golf
  colleague, colleagues, coworker, peers, peer
  contact, contacts, point of contact, liaison, poc, contact person
  deputy, stand in, stands in, cover for, covers for, covering for, fill in for, filling in for
  reorganise, reorganize, reorganization, restructure, restructuring, reorg
  strike, strikes, walkout, industrial action
  holiday, holidays, vacation, leave, honeymoon, time off, out of office
  arrive, arrives, arrived, come, comes, came, land, get in
  return, returns, returned, send back, sent back, give back
  open, opens, opening, opened, launch
  close down, shut, shuts, shutting, closing, closure, close
  peak, busy season, surge, high season, rush, seasonal
  winter, cold season, january, december
  shift, shifts, roster, rosters, rota, schedule, scheduling
  schedule, timetable, calendar, plan, roster
  appointment, meeting, slot
  agenda, topics
  attend, come to, take part, took part, participate, participated, joined, join, present > with # people, # people from|in
  participant, participants, took part, attended, joined
  winner, winning, won, win
  score, scored, points, rating, rated, rank, ranked
  spoil, spoiled, spoilt, waste, wasted, wastage, scrap, scrapped, written off, write off, loss
  waste, wasted, wastage, spoiled, spoilt, scrap, written off, write off, losses
  damage, damaged, damages, broken
  theft, stolen, steal, shrinkage
  fraud, scam, scams, fraudulent
  energy, electricity, power, gas
  fuel, diesel, petrol, gasoline
  water, sewage
  emission, emissions, carbon, co2
  temperature, cold, heat, degrees
  noise, noisy, loud
  food, meal, meals
  medicine, drug, drugs, medication, pharmaceuticals
  house, houses, home, homes, housing
  land, acreage, acres, hectares
  ship, vessel, vessels, boat, boats
  plane, planes, aircraft, jets
  train, trains, rail, railway
  road, roads, highway, highways
  bridge, bridges
  tunnel, tunnels, underground
  basement, cellar
  headquarter, headquarters, hq, head office
  subsidiary, subsidiaries, daughter company, division
  department, departments, division, unit, team
  neighbourhood, area, region, district, zone
  abroad, overseas, international, foreign
  national, domestic, nationwide
  global, worldwide, international
  public, listed, publicly traded
  private, privately held, family owned, privately owned
  merger, merge, acquisition, acquire, takeover
  shares, stock, equity
  debt, loan, loans, credit
  grant, grants, subsidy, subsidies, funding
  donate, donation, donations, gift, gifts, give
  prize, award, awards, won
  rule, rules, policy, policies, regulation, guideline, guidelines
  law, laws, legislation, statute
  tender, tenders, rfp, bid, bids, public procurement
  secret, confidential, private, sensitive
  rumor, rumour, rumours, hearsay, gossip
  culture, mindset, attitude, old school, values
  gut, instinct, intuition
  goal, goals, target, targets, objective, objectives, aim, aims, aspiration
  vision, mission, ambition
  motto, slogan
  problem, problems, issue, issues, trouble, difficulty, difficulties
  solution, answer, fix, remedy
  advantage, advantages, benefit, benefits, strength, strengths, pro, pros, upside, edge, best
  disadvantage, disadvantages, weakness, weaknesses, drawback, drawbacks, downside, con, cons, gap, gaps, missing, lack, lacks, lacking
  lack, lacks, lacking, missing, absent
  gap, gaps, missing, lack, lacks
  difference, differs, different, unlike
  similar, alike, same
  combine, combined, consolidate, consolidated
  separate, split, apart
  automatic, automatically, automated, automation, auto
  deep, depth
  height, tall, high
  weight, heavy, weighs, kilos, tons, tonnes
  area, square feet, square meters, square metres, sqm
  capacity, can handle, up to, capable of
  growth rate, grow, grew, growing, growth
  market share, share of the market
  seat count, seats, licenses, users
  response, respond, reply, answer
  order form, order forms
  break even, breakeven, payback
  overage, overages, excess
  escalate, escalated, escalation, complain
  prove, proof, evidence, demonstrate
  announce, announced, announcement, press release, published
  appoint, appointed, named, promoted, hired
  cfo, chief financial officer, finance chief, head of finance, finance director
  ceo, chief executive, chief executive officer
  cto, chief technology officer, technology chief, head of technology
  cio, chief information officer, head of it, it director
  coo, chief operating officer, operations chief
  ciso, chief information security officer, head of security, security chief
  cmo, chief marketing officer, head of marketing, marketing chief
  cro, chief revenue officer
  cpo, chief product officer, chief procurement officer, chief people officer
  chro, chief human resources officer, chief people officer, head of hr
  vp, vice president, v p
  svp, senior vice president
  founder, founders, co founder, cofounder, founded by
  vice chancellor, vc
  lms, learning management system > canvas, moodle, blackboard
  chair, chairman, chairwoman, chairperson`;

/** Soft verbs that a question about a person turns on when it has nothing else: `what did Dana say`. */
export const VERBS = `
  say, tell, mention, talk, ask, comment, hear > =said, =says, =told, =mentioned, =asked, =asks, =wants, =wanted, =insists, =insisted, =complained, =reckons, =thinks, =believes, =worries, =feels, =felt, =explained, =confirmed, =promised, =pushed, =requested, =likes, =loves, =prefers, =hates, =fears, =expects, =refused, =would, =agreed, =accepted, =noted, =suggested, =recommended, =needs, =liked, =loved
  want, need, ask for, ask, expect, look for > =wants, =wanted, =needs, =needed, =asked, =asks, =insists, =insisted, =requires, =requested, =requests, =pushed =for, =looking =for, =must, =would =like, =prefers, =expects, =demands, =will =not, =hopes, =keen, =interested, =likes, =worries
  use > =uses, =used, =using, =runs, =run, =running, =on, =relies, =works =with, =works =in
  plan > =plans, =planning, =planned, =intends, =will, =wants, =going =to
  work > =works, =worked, =working`;

/** Verbs that make all the difference: a fact never answers a question by leaving one of them out. */
export const TELLING_VERBS = `
  approve sign reject end expire cancel hire fire leave join own win lose buy sell pay renew agree refuse decline promote
  replace appoint resign retire quit acquire merge launch release publish delay postpone raise increase decrease reduce
  close open sue breach charge offer quote discount recommend introduce refer train certify audit pass report marry earn
  study graduate retire prefer complain promise decide choose select switch deliver ship install deploy migrate integrate renew extend terminate`;

/** Words a fact may lack when it holds at least two other things a question asks for: they rarely decide what is meant. */
export const LIGHT = `
  exact absolute specific required necessary sufficient run runs operate operates serve serves handle
  handles process processes supply supplies provide provides offer total current daily structure kind model issue problem
  concern main exactly sort overall gather submit submitted bring brings done made put hold holds keep keeps stay stays
  sit sits live lives cost costs fall falls apply applies include includes involve involves follow follows affect affects
  name named rough roughly actual actually real proper side main common usually normally regular apparently happen
  figure level amount size number rate based possible available today active people move sticking place placed like dislike
  think feel opinion view love hate`;

/**
 * Verbs and adjectives that say how a thing is asked for more than what is: where nothing holds all of a question, a
 * fact may lack them that holds its nouns and names.
 */
export const CIRCUMSTANTIAL = `
  send sent ring weigh somewhere wary situation potential everywhere anywhere   accept accurate achieve act active actively add advance afford agree aim allow answer appear argue arrange
  arrive ask assign attach avoid aware beat become behave belong best better big bother bring build busy care carry
  cause certain cheap check choose claim clear come commit compare complete concern confirm consider contact continue
  contribute correct current deep depend describe detail develop different difficult earn easy effective end enjoy
  enter estimate evaluate exist explain express face fail fair fall familiar fast favor fill final finish focus full
  gain gather good grow guess handle happen happy hard hate head heavy help high hit hold hope huge imagine important
  improve include inform insist intend introduce keep know lack large last late lead lean learn let like likely
  long look manage matter mean mention minor miss move necessary need new nice normal official often open originally
  pay perform pitch place play pleased point poor possible prefer prepare present prevent primary produce prompt
  provide push put quick reach ready real recent reckon regular relate relevant rely remain remember remind require
  respond responsible rest restrict right rough rumor rumour run satisfy save see seem sensitive separate serious
  serve set settle share short show significant similar simple sit situation slow small solve soon sort sound specific
  spend start stay step stick stop strong struggle stuck succeed suffer suggest suit support suppose sure surprise
  take talk tell tend think tight treat true try turn typical understand unusual update urgent use useful usual verbal
  verbally voice wait walk want warn watch weak wide willing wish work worry write wrong`;

/** Head nouns whose answer is a number: `what is their churn rate` wants one. */
export const NUMBER_NOUNS = `
  amount revenue turnover arr mrr acv tcv nps csat headcount rate percentage percent margin salary discount churn
  valuation budget quota ebitda profit uptime attrition count score payback volume throughput latency roi ratio`;

/** Misspellings of the small words, which no vocabulary corrects. */
export const MISSPELT: Record<string, string> = {
  waht: 'what',
  wat: 'what',
  whta: 'what',
  wht: 'what',
  whats: 'what',
  wich: 'which',
  whcih: 'which',
  whihc: 'which',
  teh: 'the',
  hte: 'the',
  thier: 'their',
  thr: 'their',
  ther: 'their',
  wehn: 'when',
  whn: 'when',
  whens: 'when',
  whos: 'who',
  hwo: 'who',
  woh: 'who',
  wheres: 'where',
  hows: 'how',
  abt: 'about',
  abuot: 'about',
  aobut: 'about',
  u: 'you',
  r: 'are',
  ur: 'your',
  pls: 'please',
  plz: 'please',
  thx: 'thanks',
  deos: 'does',
  dose: 'does',
  si: 'is',
  adn: 'and',
  taht: 'that',
  tehy: 'they',
  thye: 'they',
  hav: 'have',
  knwo: 'know',
  curr: 'current',
  acc: 'account',
  acct: 'account',
  mny: 'many',
  mtg: 'meeting',
  mtgs: 'meetings',
  nxt: 'next',
  emps: 'employees',
  emp: 'employee',
  comp: 'competition',
  comps: 'competitors',
  dept: 'department',
  mgr: 'manager',
  exec: 'executive',
  amt: 'amount',
  ref: 'reference',
  cert: 'certificate',
  certs: 'certificates',
  shld: 'should',
  cld: 'could',
  wld: 'would',
  wen: 'when',
  techs: 'technicians',
  mths: 'months',
  wks: 'weeks',
  prob: 'probably',
  b4: 'before',
  tmrw: 'tomorrow',
  tmr: 'tomorrow',
  eval: 'evaluation',
  amts: 'amounts',
  cust: 'customer',
  reqs: 'requirements',
  req: 'requirement',
  intro: 'introduction',
  biz: 'business',
  infra: 'infrastructure',
  org: 'organization',
  ppl: 'people',
  nr: 'number',
  num: 'number',
  tel: 'phone',
  yr: 'year',
  yrs: 'years',
  qtr: 'quarter',
  mgmt: 'management',
  govt: 'government',
  addr: 'address',
  qty: 'quantity',
  approx: 'approximately',
  impl: 'implementation',
  prio: 'priority',
  wanna: 'want',
  gonna: 'going',
  loose: 'lose',
};
