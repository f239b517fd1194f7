import type { OthersSet } from './others.ts';

export const fourthSet: OthersSet = {
  accounts: {
    kestrel: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Kestrel Lifts',
              domain: 'kestrellifts.example',
              industry: 'Lift maintenance',
              employee_count: 1340,
              tier: 'A',
              headquarters: 'Gloucester',
              depots: 14,
              lifts_under_contract: 22600,
              crm: 'Salesforce',
              fiscal_year_end: '30 September',
              parent_company: 'Aldermoor Group plc',
            },
          },
          'acc',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Janet Soames',
              title: 'Service Director',
              email: 'janet.soames@kestrellifts.example',
              phone: '+44 1452 555 0117',
            },
          },
          'janet',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Piers Haddon',
              title: 'Finance Director',
              email: 'piers.haddon@kestrellifts.example',
            },
          },
          'piers',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Ruth Okonjo',
              title: 'Head of Business Systems',
              email: 'ruth.okonjo@kestrellifts.example',
              linkedin: 'linkedin.example/in/ruthokonjo',
            },
          },
          'ruth',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: { account_id: '$acc', name: 'Wayne Tuckett', title: 'Regional Manager South West' },
          },
          'wayne',
        ],
        [
          'update_prospect',
          {
            name: 'Colette Brand',
            title: 'Procurement Category Lead',
            email: 'colette.brand@kestrellifts.example',
            account_id: '$acc',
            notes: 'Insists on three written quotes above 50k. Only reads attachments in PDF.',
          },
          'colette',
        ],
        [
          'update_prospect',
          {
            name: 'Sunil Mistry',
            title: 'Planner, Bristol depot',
            account_id: '$acc',
            notes:
              'Does the allocation on a whiteboard. Has been there 19 years and knows every engineer by first name.',
          },
          'sunil',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Kestrel scheduling platform',
              stage: 'Qualification',
              amount: 310000,
              currency: 'GBP',
              close_date: '2026-12-18',
              owner: 'Owen Pritchard',
              next_step: 'Ride along with a Bristol engineer',
              contract_term: '36 months',
            },
          },
          'opp1',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Parts van stock module',
              stage: 'Discovery',
              amount: 58000,
              currency: 'GBP',
              close_date: '2027-05-28',
              owner: 'Lucia Ferrante',
              next_step: 'Get the van inventory list from Wayne',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Raise first-time fix rate from 68% to 80% and save 9 miles per call-out',
            economic_buyer: 'Piers Haddon, Finance Director',
            identify_pain: 'Trapped-passenger calls take 74 minutes on average, against a contractual 60',
            champion: 'Sunil Mistry',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-15T10:00:00Z',
            notes:
              'First session with Janet and Ruth in Gloucester. They paid 640k in penalties to housing associations last year. Engineers get their jobs by text message and there is no record of acceptance. Ruth said the last attempt, with Oakfield Mobile in 2022, failed because the app did not work in basements.',
            next_step: 'Ride along with a Bristol engineer',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Ruth writes: single sign-on is through Okta, and all our handhelds are Zebra TC58 on Android 13. The asset register sits in an old Oracle database that we want to retire in summer 2027.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$sunil',
            text: 'Sunil: on a bad Monday I get 140 call-outs before nine. Two planners are off sick since October. He would love a map view.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'stall',
            occurred_at: '2026-10-06T14:00:00Z',
            notes:
              'Piers joined for twenty minutes. He said nothing gets signed before the group audit ends in mid January. He thinks our per-engineer price is too steep at 41 pounds a month.',
            next_step: 'Send Piers a tiered price',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { stage: 'Evaluation', close_date: '2027-02-26', next_step: 'Send Piers a tiered price' },
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            prospect_id: '$colette',
            text: 'Colette: the other two bidders are Fieldwise and ServiceLoop. Please submit your best and final offer by 4 December at noon. Payment terms are 60 days, not negotiable.',
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            champion: 'Ruth Okonjo',
            competition: 'Fieldwise and ServiceLoop, plus the whiteboard',
            decision_criteria: 'Works offline in lift shafts, Salesforce integration, price per engineer',
            decision_process:
              'Ruth scores the bids, Janet recommends, Piers approves, then the Aldermoor board ratifies above 250k',
            paper_process: 'Aldermoor legal reviews the master agreement, which takes about four weeks',
          },
        ],
        ['log_capture', { source: 'call', account_id: '$acc', text: 'Janet says they have 410 field engineers.' }],
        [
          'log_capture',
          { source: 'email', account_id: '$acc', text: 'Ruth: payroll lists 385 field engineers today.' },
        ],
        [
          'log_capture',
          {
            source: 'linkedin',
            account_id: '$acc',
            tags: ['signal'],
            text: 'Kestrel Lifts won the maintenance contract for the Tamar Housing estate, 900 lifts, starting 1 April 2027.',
          },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            tags: ['signal'],
            text: 'Aldermoor Group issued a profit warning on 22 October; the shares fell 11 percent.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Wayne Tuckett rang. Unite has to be consulted on anything that tracks the vans. His region alone lost three apprentices to a rival this autumn.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-11-12T09:00:00Z',
            notes:
              'Ride-along done in Bristol with engineer Dev Malik. The offline mode worked in all six basements. Janet wants a proof of concept at the Swindon depot with 25 engineers for six weeks.',
            next_step: 'Draft the Swindon proof of concept plan',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { amount: 286000, next_step: 'Draft the Swindon proof of concept plan' },
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Lucia to load the Swindon engineer list by 30 November. Owen calls Colette about the payment terms on 1 December.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content:
              '- Unite may object to vehicle tracking\n- Aldermoor could freeze spending after the profit warning',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content: 'Ruth is leaving for maternity cover in March 2027. She wants this live before that.',
          },
        ],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'Who is the economic buyer for the scheduling platform?',
          expected: [/Piers Haddon/i],
        },
        {
          style: 'plain',
          asked: 'What is the close date of the Kestrel scheduling platform opportunity?',
          expected: [/2027-02-26|26 Feb|Feb\w* 26\b/i],
        },
        {
          style: 'plain',
          asked: 'What was the amount of the scheduling platform deal before it was changed?',
          expected: [/310[,. ]?000/i],
          past: true,
        },
        { style: 'plain', asked: 'Which competitors is Kestrel considering?', expected: [/Fieldwise/i] },
        { style: 'plain', asked: "What is Janet Soames's phone number?", expected: [/1452 555 0117/i] },
        { style: 'plain', asked: 'What is the title of Ruth Okonjo?', expected: [/Head of Business Systems/i] },
        { style: 'plain', asked: 'Who was the champion before Ruth Okonjo?', expected: [/Sunil Mistry/i], past: true },
        {
          style: 'plain',
          asked: 'Why did the previous attempt with Oakfield Mobile fail?',
          expected: [/did not work in basements/i],
        },
        { style: 'plain', asked: 'How many lifts does Kestrel have under contract?', expected: [/22[,. ]?600/i] },
        {
          style: 'plain',
          asked: 'When must the best and final offer be submitted?',
          expected: [/best and final offer by 4 December/i],
        },
        { style: 'plain', asked: 'What did Piers Haddon say about our price?', expected: [/too steep at 41 pounds/i] },
        {
          style: 'plain',
          asked: 'How many field engineers does Kestrel have?',
          expected: [/410 field engineers/i, /385 field engineers/i],
        },
        {
          style: 'natural',
          asked: "what's next on the scheduling deal?",
          expected: [/Draft the Swindon proof of concept plan/i],
        },
        { style: 'natural', asked: 'how long do people stay stuck in the lift right now?', expected: [/74 minutes/i] },
        { style: 'natural', asked: 'what did they fork out in fines last yr?', expected: [/640k in penalties/i] },
        { style: 'natural', asked: 'any union trouble w/ tracking the vans?', expected: [/Unite/i] },
        { style: 'natural', asked: 'which handhelds do the techs carry?', expected: [/Zebra TC58/i] },
        { style: 'natural', asked: "when's Ruth off?", expected: [/maternity cover in March 2027/i] },
        { style: 'plain', asked: "What is Wayne Tuckett's e-mail address?", trap: 'attribute not recorded' },
        { style: 'plain', asked: 'What does Brightline Escalators pay per engineer?', trap: 'other company' },
        { style: 'plain', asked: 'Who is the HR director of Kestrel Lifts?', trap: 'attribute not recorded' },
        {
          style: 'plain',
          asked: 'What is the contract term of the Parts van stock module?',
          trap: 'similar attribute of another deal',
        },
        { style: 'plain', asked: 'Why did Kestrel sign with Fieldwise?', trap: 'false presupposition' },
        { style: 'plain', asked: 'What did Gareth Plummer say about the demo?', trap: 'unknown person' },
        { style: 'natural', asked: 'what does fieldwise charge them?', trap: 'attribute not recorded' },
        { style: 'natural', asked: "what's Colette's mobile?", trap: 'similar attribute of another person' },
        { style: 'natural', asked: "what's sunil on, salary wise?", trap: 'attribute not recorded' },
      ],
    },
    marwick: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Marwick Museums Trust',
              domain: 'marwickmuseums.example',
              industry: 'Museums',
              employee_count: 620,
              tier: 'B',
              headquarters: 'Glasgow',
              number_of_museums: 7,
              annual_visitors: 1900000,
              ticketing_system: 'Galaxia 9',
              fiscal_year_end: '31 March',
            },
          },
          'acc',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Fiona Carmichael',
              title: 'Director of Visitor Experience',
              email: 'f.carmichael@marwickmuseums.example',
              phone: '+44 141 555 0176',
            },
          },
          'fiona',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Alasdair Reid',
              title: 'Chief Operating Officer',
              email: 'a.reid@marwickmuseums.example',
            },
          },
          'alasdair',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Nadia Petrov',
              title: 'Digital Manager',
              email: 'n.petrov@marwickmuseums.example',
            },
          },
          'nadia',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Hugh Dalgleish',
              title: 'Membership Manager',
              phone: '+44 141 555 0190',
            },
          },
          'hugh',
        ],
        [
          'update_prospect',
          {
            name: 'Morag Sinclair',
            title: 'Trustee, chair of the audit committee',
            account_id: '$acc',
            notes: 'Retired banker. Wants every contract to have a break clause. Answers letters, not e-mails.',
          },
          'morag',
        ],
        [
          'update_prospect',
          {
            name: 'Ben Achebe',
            title: 'Front of House Supervisor, Riverside Museum',
            email: 'b.achebe@marwickmuseums.example',
            account_id: '$acc',
            notes: 'Queues at half-term reach forty minutes. Would volunteer his desk for a trial.',
          },
          'ben',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Ticketing replacement',
              stage: 'Proposal',
              amount: 195000,
              currency: 'GBP',
              close_date: '2027-01-15',
              owner: 'Aisha Rahman',
              next_step: 'Present the proposal to the executive team',
            },
          },
          'opp1',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Donations kiosk',
              stage: 'Closed Lost',
              amount: 32000,
              currency: 'GBP',
              close_date: '2026-06-30',
              owner: 'Callum Weir',
              loss_reason: 'Trustees preferred a cashless box from TapGive',
            },
          },
          'opp2',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Membership renewal module',
              stage: 'Discovery',
              amount: 44000,
              currency: 'GBP',
              close_date: '2027-04-30',
              owner: 'Aisha Rahman',
              next_step: 'Workshop with Hugh on the direct debit flow',
            },
          },
          'opp3',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Lift Gift Aid uptake from 31% to 55%, worth 280k a year',
            economic_buyer: 'Alasdair Reid, Chief Operating Officer',
            identify_pain: 'The ticket desks crash whenever a school group of more than 60 is booked',
            champion: 'Nadia Petrov',
            competition: 'Tessera and Artifax',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-03T13:30:00Z',
            notes:
              'Kick-off with Fiona and Nadia at Riverside. Fiona is fed up that timed entry has to be sold on paper. The Galaxia licence ends on 30 June 2027. Nadia counted 11 separate spreadsheets for group bookings.',
            next_step: 'Present the proposal to the executive team',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Nadia: card payments run through Worldpay and we are tied to them until 2029. The mailing list is in Dotdigital, roughly 86,000 addresses.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Hugh Dalgleish: we have 14,200 members and lose one in five every year, mostly because cards expire. Renewal letters still go out by post and cost 1.35 pounds each.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$ben',
            text: 'Ben says the scanners at the doors are Honeywell and half of them are broken. On 2 August the system was down for five hours.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-10-01T09:00:00Z',
            notes:
              'Presented to the executive team. Alasdair asked for a fixed price in place of a fee per ticket. Fiona asked about accessible booking for wheelchair users. The council grant was cut by 8 percent for next year.',
            next_step: 'Send the fixed price version',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { amount: 228000, stage: 'Negotiation', next_step: 'Send the fixed price version' },
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            decision_criteria: 'Fixed annual price, Gift Aid at the desk, timed entry, accessibility to WCAG 2.2 AA',
            decision_process: 'Executive team chooses, trustees confirm at their meeting on 9 December',
            paper_process: 'Published on Public Contracts Scotland, then a ten day standstill',
          },
        ],
        [
          'log_capture',
          {
            source: 'letter',
            account_id: '$acc',
            prospect_id: '$morag',
            text: 'Mrs Sinclair writes that she will not support any term longer than three years. She also wants to see our audited accounts.',
          },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            tags: ['signal'],
            text: 'The Marwick Trust will reopen the Pearl Gallery on 14 May 2027 after a 21 million pound refurbishment.',
          },
        ],
        [
          'log_capture',
          {
            source: 'linkedin',
            account_id: '$acc',
            tags: ['signal'],
            text: 'Marwick Museums is advertising for a Head of Fundraising.',
          },
        ],
        [
          'log_capture',
          { source: 'call', account_id: '$acc', text: 'Fiona says school groups are 18 percent of visits.' },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Alasdair: our annual report puts school groups at 25 percent of visits.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'stall',
            occurred_at: '2026-11-10T11:00:00Z',
            notes:
              'Call with Alasdair. He is worried about moving two years of pre-sold tickets. Artifax has offered free migration. He will be on leave until 30 November.',
            next_step: 'Write a migration plan with Nadia',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { close_date: '2027-02-12', next_step: 'Write a migration plan with Nadia' },
          },
        ],
        [
          'set_meddpicc',
          { opp_id: '$opp1', champion: 'Fiona Carmichael', competition: 'Artifax; Tessera dropped out in October' },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Aisha drafts the trustee paper with Fiona by 27 November. Callum arranges a visit to Northgate Science Centre as reference.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content:
              '- Grant cut may push the start into the next fiscal year\n- Pre-sold tickets could be lost in migration',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'stakeholders',
            content: 'Nadia is neutral since the demo in October, where the calendar import failed.',
          },
        ],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'Who is the budget owner for the ticketing replacement?',
          expected: [/Alasdair Reid/i],
        },
        {
          style: 'plain',
          asked: 'What is the current stage of the ticketing replacement?',
          expected: [/Negotiation/i],
        },
        {
          style: 'plain',
          asked: 'What was the close date of the ticketing replacement before it was moved?',
          expected: [/2027-01-15|15 Jan|Jan\w* 15\b/i],
          past: true,
        },
        { style: 'plain', asked: 'Why was the Donations kiosk deal lost?', expected: [/TapGive/i] },
        {
          style: 'plain',
          asked: 'When does the Galaxia licence expire?',
          expected: [/Galaxia licence ends on 30 June 2027/i],
        },
        { style: 'plain', asked: 'Who owns the Donations kiosk opportunity?', expected: [/Callum Weir/i] },
        {
          style: 'plain',
          asked: 'What e-mail address does Nadia Petrov have?',
          expected: [/n\.petrov@marwickmuseums/i],
        },
        { style: 'plain', asked: 'What did Hugh Dalgleish say about losing members?', expected: [/lose one in five/i] },
        { style: 'plain', asked: 'When do the trustees confirm the decision?', expected: [/9 December/i] },
        {
          style: 'plain',
          asked: 'What percentage of visits are school groups?',
          expected: [/18 percent of visits/i, /25 percent of visits/i],
        },
        { style: 'plain', asked: 'Which competitor dropped out?', expected: [/Tessera dropped out/i] },
        {
          style: 'plain',
          asked: 'What did Morag Sinclair say about the length of the term?',
          expected: [/longer than three years/i],
        },
        { style: 'natural', asked: "who's rooting for us at marwick?", expected: [/Fiona Carmichael/i] },
        {
          style: 'natural',
          asked: 'why do the ticket desks keep falling over?',
          expected: [/crash whenever a school group/i],
        },
        { style: 'natural', asked: 'how big is their email list?', expected: [/86,000 addresses/i] },
        { style: 'natural', asked: "what's it worth to them per yr, in £?", expected: [/280k a year/i] },
        {
          style: 'natural',
          asked: 'is alasdair around this week or on holiday?',
          expected: [/on leave until 30 November/i],
        },
        { style: 'natural', asked: 'how long are the lines at half term', expected: [/forty minutes/i] },
        {
          style: 'plain',
          asked: "What is Morag Sinclair's e-mail address?",
          trap: 'similar attribute of another person',
          accept: /Answers letters, not e-mails/i,
        },
        { style: 'plain', asked: 'When will the Calderbrook Heritage Railway sign?', trap: 'other company' },
        {
          style: 'plain',
          asked: 'What is the next step on the Donations kiosk opportunity?',
          trap: 'similar attribute of another deal',
        },
        { style: 'plain', asked: 'Who is the Chief Financial Officer of the trust?', trap: 'attribute not recorded' },
        {
          style: 'plain',
          asked: 'Why did Artifax drop out?',
          trap: 'false presupposition',
          accept: /Tessera dropped out/i,
        },
        { style: 'plain', asked: 'What did Graham Ness say about the proposal?', trap: 'unknown person' },
        { style: 'natural', asked: 'what do they pay for galaxia?', trap: 'attribute not recorded' },
        { style: 'natural', asked: "Ben's phone no?", trap: 'similar attribute of another person' },
        { style: 'natural', asked: 'how many volunteers have they got?', trap: 'attribute not recorded' },
      ],
    },
    valdora: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Ceramicas Valdora',
              domain: 'valdora.example',
              industry: 'Ceramic tiles',
              employee_count: 870,
              tier: 'A',
              headquarters: 'Castellon',
              number_of_kilns: 9,
              annual_output_m2: 12400000,
              erp: 'SAP S/4HANA',
              gas_supplier: 'Iberluz',
              export_share: '64%',
            },
          },
          'acc',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Carmen Beltran',
              title: 'Plant Director',
              email: 'cbeltran@valdora.example',
              phone: '+34 964 555 021',
            },
          },
          'carmen',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Joaquin Peris',
              title: 'Energy Manager',
              email: 'jperis@valdora.example',
            },
          },
          'joaquin',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Montserrat Gil',
              title: 'Chief Financial Officer',
              email: 'mgil@valdora.example',
            },
          },
          'montse',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: { account_id: '$acc', name: 'Rafael Oltra', title: 'Automation Engineer', phone: '+34 964 555 038' },
          },
          'rafael',
        ],
        [
          'update_prospect',
          {
            name: 'Lidia Fuster',
            title: 'Sustainability Officer',
            email: 'lfuster@valdora.example',
            account_id: '$acc',
            notes: 'Writes the emissions report to the ministry. Speaks no English, send everything in Spanish.',
          },
          'lidia',
        ],
        [
          'update_prospect',
          {
            name: 'Ernesto Vidal',
            title: 'Shift Foreman, kiln hall 2',
            account_id: '$acc',
            notes: 'Suspicious of sensors, says the last ones melted within a month.',
          },
          'ernesto',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Kiln monitoring rollout',
              stage: 'Discovery',
              amount: 540000,
              currency: 'EUR',
              close_date: '2027-03-31',
              owner: 'Diego Lamas',
              next_step: 'Install a trial on kiln 4',
            },
          },
          'opp1',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Dryer pilot',
              stage: 'Closed Won',
              amount: 36000,
              currency: 'EUR',
              close_date: '2026-05-20',
              owner: 'Ines Rovira',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Reduce gas use by 7%, equal to 1.1 million euros a year',
            economic_buyer: 'Carmen Beltran, Plant Director',
            identify_pain: 'Gas is 38% of production cost and nobody sees consumption per kiln until the monthly bill',
            champion: 'Joaquin Peris',
            competition: 'Termaflow and an in-house build by the automation team',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-10T08:00:00Z',
            notes:
              'Tour of the plant with Joaquin. Kiln 4 is the oldest, from 1998, and burns 20 percent more than the rest. They reject 4.6 percent of tiles because of uneven firing. The kilns stop only in the second half of August.',
            next_step: 'Install a trial on kiln 4',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Rafael: the PLCs are Siemens S7-1500 except on kiln 4, where we still have an old Omron. Data may leave the plant network only through the DMZ.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$lidia',
            text: 'Lidia: the emissions audit is on 17 February 2027. We bought 21,000 tonnes of CO2 allowances this year. A regional grant covers up to 30 percent of the equipment if we apply before 15 December.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-10-07T10:30:00Z',
            notes:
              'Carmen and Montserrat joined. Montserrat wants to lease instead of buying. Carmen asked for Catalan and Spanish screens. Montserrat requires a payback under 18 months.',
            next_step: 'Prepare a leasing offer with Bancalia',
          },
        ],
        [
          'gtm_crm_write',
          { entity: 'opp', id: '$opp1', facts: { stage: 'Trial', next_step: 'Prepare a leasing offer with Bancalia' } },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            economic_buyer: 'Montserrat Gil, Chief Financial Officer',
            decision_criteria: 'Payback under 18 months, sensors that survive 1,200 degrees, SAP interface',
            decision_process:
              'Joaquin reports on the trial, Carmen and Montserrat decide together, family council informed',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$ernesto',
            text: 'Ernesto after two weeks of the trial: the probes hold, and the alarm on burner 6 was right. He still does not want tablets in the hall.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Joaquin: trial result on kiln 4 is 5.8 percent less gas over three weeks. The Termaflow quote came in at 610,000 euros without installation.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Rafael Oltra: kiln 4 saved 3.1 percent gas over the three weeks once you correct for the lower load.',
          },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            tags: ['signal'],
            text: 'Valdora opens a showroom in Milan in January 2027.',
          },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            tags: ['signal'],
            text: 'Valdora is in talks to buy the glaze maker Esmaltes Turia, the local paper reports.',
          },
        ],
        [
          'log_capture',
          {
            source: 'slack',
            account_id: '$acc',
            text: 'Ines heard that the in-house build was cancelled because Rafael has no developers left. The dryer pilot contract renews on 20 May 2027 with three months notice.',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: {
              amount: 498000,
              stage: 'Proposal',
              close_date: '2027-04-15',
              next_step: 'Submit the grant papers with Lidia',
            },
          },
        ],
        ['set_meddpicc', { opp_id: '$opp1', competition: 'Termaflow' }],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-11-17T15:00:00Z',
            notes:
              'Reviewed the offer by video. Montserrat accepted the leasing rate of 4.2 percent. Carmen wants to start with kilns 4, 5 and 7. Legal counsel Pau Sanchis must check the data clause.',
            next_step: 'Submit the grant papers with Lidia',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Diego sends the data clause to Pau Sanchis by 24 November. Ines books the fitters for the week of 8 March.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content:
              '- The acquisition of Esmaltes Turia may eat the cash\n- Omron controller on kiln 4 needs a gateway we do not stock',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content:
              'Joaquin wants to show the trial at the Cevisama fair. He reports to Carmen, and the two do not get on.',
          },
        ],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'Who is the economic buyer for the kiln monitoring rollout?',
          expected: [/Montserrat Gil/i],
        },
        {
          style: 'plain',
          asked: 'Who was the economic buyer before Montserrat Gil?',
          expected: [/Carmen Beltran/i],
          past: true,
        },
        { style: 'plain', asked: 'What is the amount of the Kiln monitoring rollout?', expected: [/498[,. ]?000/i] },
        { style: 'plain', asked: "What is Joaquin Peris's title?", expected: [/Energy Manager/i] },
        { style: 'plain', asked: 'How much was the quote from Termaflow?', expected: [/610,000 euros/i] },
        { style: 'plain', asked: 'When is the emissions audit?', expected: [/17 February 2027/i] },
        { style: 'plain', asked: "What is Valdora's export share?", expected: [/64 ?%/i] },
        { style: 'plain', asked: 'Why was the in-house build cancelled?', expected: [/no developers left/i] },
        {
          style: 'plain',
          asked: 'Which kilns does Carmen Beltran want to start with?',
          expected: [/kilns 4, 5 and 7/i],
        },
        {
          style: 'plain',
          asked: 'How much gas did the trial on kiln 4 save?',
          expected: [/5\.8 percent/i, /3\.1 percent/i],
        },
        { style: 'plain', asked: 'What is the deadline to apply for the regional grant?', expected: [/15 December/i] },
        { style: 'plain', asked: 'What did Ernesto Vidal say about the probes?', expected: [/the probes hold/i] },
        { style: 'natural', asked: 'who else is in the running now?', expected: [/Termaflow/i] },
        { style: 'natural', asked: 'when do the kilns stand still?', expected: [/second half of August/i] },
        { style: 'natural', asked: "what's the oldest kiln", expected: [/from 1998/i] },
        { style: 'natural', asked: 'how do i get rafael on the phone', expected: [/964 555 038/i] },
        {
          style: 'natural',
          asked: 'how fast does the CFO want it to pay for itself?',
          expected: [/payback under 18 months/i],
        },
        { style: 'natural', asked: "who's the legal guy checking the data clause?", expected: [/Pau Sanchis/i] },
        { style: 'plain', asked: "What is Ernesto Vidal's phone number?", trap: 'similar attribute of another person' },
        { style: 'plain', asked: 'What payback does Porcelanas Miralta expect?', trap: 'other company' },
        { style: 'plain', asked: "What is Pau Sanchis's e-mail address?", trap: 'similar attribute of another person' },
        {
          style: 'plain',
          asked: 'What was the leasing rate for the Dryer pilot?',
          trap: 'similar attribute of another deal',
        },
        {
          style: 'plain',
          asked: 'How much does Valdora spend on electricity per year?',
          trap: 'attribute not recorded',
        },
        { style: 'plain', asked: 'What did Beatriz Llorens say about the trial?', trap: 'unknown person' },
        { style: 'natural', asked: 'who runs sales at valdora?', trap: 'attribute not recorded' },
        { style: 'natural', asked: "what's the water bill like?", trap: 'attribute not recorded' },
        { style: 'natural', asked: 'why did they go with termaflow in the end?', trap: 'false presupposition' },
      ],
    },
    lumenor: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Lumenor Optik',
              domain: 'lumenor.example',
              industry: 'Eyewear retail',
              employee_count: 2150,
              tier: 'A',
              headquarters: 'Aarhus',
              number_of_stores: 188,
              countries: 'Denmark, Sweden, Norway',
              erp: 'Microsoft Dynamics 365',
              pos_system: 'Kassanova',
              loyalty_members: 730000,
            },
          },
          'acc',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Mette Kjaer',
              title: 'Chief Commercial Officer',
              email: 'mkj@lumenor.example',
              phone: '+45 86 55 01 44',
            },
          },
          'mette',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Anders Lindqvist',
              title: 'Country Manager Sweden',
              email: 'ali@lumenor.example',
            },
          },
          'anders',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Signe Bach',
              title: 'IT Director',
              email: 'sba@lumenor.example',
              phone: '+45 86 55 01 60',
            },
          },
          'signe',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Torben Juhl',
              title: 'Head of Procurement',
              email: 'tju@lumenor.example',
            },
          },
          'torben',
        ],
        [
          'update_prospect',
          {
            name: 'Ida Vestergaard',
            title: 'Store Manager, Odense',
            email: 'ive@lumenor.example',
            account_id: '$acc',
            notes: 'Books eye tests in a paper diary on Saturdays because the screen freezes. Happy to be quoted.',
          },
          'ida',
        ],
        [
          'update_prospect',
          {
            name: 'Henrik Falk',
            title: 'Data Protection Officer',
            account_id: '$acc',
            notes: 'Needs a data processing agreement in Danish. Based in Malmo.',
          },
          'henrik',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Nordic appointment booking',
              stage: 'Discovery',
              amount: 2400000,
              currency: 'DKK',
              close_date: '2026-12-11',
              owner: 'Freja Holm',
              next_step: 'Demo for the three country managers',
              discount: '5%',
            },
          },
          'opp1',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Lens reminder texts',
              stage: 'Proposal',
              amount: 310000,
              currency: 'DKK',
              close_date: '2027-01-22',
              owner: 'Jonas Eriksen',
              next_step: 'Agree the message volume with Anders',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Fewer no-shows: from 17% to 9% of eye tests',
            economic_buyer: 'Mette Kjaer, Chief Commercial Officer',
            identify_pain: 'Customers who book online wait eight days because store calendars are not connected',
            champion: 'Anders Lindqvist',
            competition: 'Bookaro and Optisoft',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-22T08:30:00Z',
            notes:
              'Workshop in Aarhus with Mette and Signe. Every empty test slot costs them 900 kroner. Norway runs a separate calendar from a company they bought in 2021, Synspunkt. Signe has only four developers.',
            next_step: 'Demo for the three country managers',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Signe: everything must run on Azure in the North Europe region, we do not accept AWS. Our cash registers get replaced in February and March, so no store rollout in those months.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$ida',
            text: 'Ida in Odense: we have three test rooms and two optometrists. A no-show on a Saturday hurts most. She tried Bookaro in a pilot last spring and hated the reminder texts, they went out at midnight.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-10-13T12:00:00Z',
            notes:
              'Demo for the country managers. Anders wants to be first with 62 Swedish stores. The Norwegian manager, Kari Moen, asked for a waiting list feature. Nobody asked about price.',
            next_step: 'Send the security questionnaire to Signe',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { stage: 'Evaluation', next_step: 'Send the security questionnaire to Signe', discount: '12%' },
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            prospect_id: '$henrik',
            text: 'Henrik Falk: prescription data counts as health data, so we need an impact assessment first. That will take me until the end of January.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Torben: I need a rebate of 12 percent and a price lock for five years. Our supplier code of conduct has to be signed too.',
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            decision_criteria: 'Runs on Azure, connects to Kassanova, Danish, Swedish and Norwegian interface',
            decision_process: 'Steering group of Mette, Signe and the country managers votes in January',
            paper_process: 'Impact assessment, data processing agreement, then signature in Penneo',
          },
        ],
        [
          'log_capture',
          {
            source: 'linkedin',
            account_id: '$acc',
            tags: ['signal'],
            text: 'Lumenor appointed Karsten Dahl as Chief Executive, starting 1 February 2027.',
          },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            tags: ['signal'],
            text: 'Lumenor closes nine stores in Norway by the end of the year.',
          },
        ],
        [
          'log_capture',
          { source: 'call', account_id: '$acc', text: 'Mette: the no-show rate was 17 percent in the first half.' },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Signe: according to the register data the no-show rate was 13 percent in the first half.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'stall',
            occurred_at: '2026-11-04T09:00:00Z',
            notes:
              'Mette postponed the vote because the new chief executive wants to see it first. Signe prefers Optisoft since it already talks to Kassanova. Anders offered to pay for a Swedish pilot from his own budget, 180,000 kroner.',
            next_step: 'Scope the Swedish pilot with Anders',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { amount: 2150000, close_date: '2027-03-19', next_step: 'Scope the Swedish pilot with Anders' },
          },
        ],
        ['set_meddpicc', { opp_id: '$opp1', metrics: 'Fewer no-shows and 40 more eye tests per store and month' }],
        ['gtm_crm_write', { entity: 'opp', id: '$opp2', facts: { owner: 'Freja Holm' } }],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Freja meets Karsten Dahl in the week of 8 February. Jonas builds the Kassanova connector prototype until 11 December.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content: '- Signe leans towards Optisoft\n- The new chief executive may restart the selection',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content:
              'Anders needs a success before the Swedish budget round in May. He likes to be called, never before ten.',
          },
        ],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'What is the stage of the Nordic appointment booking opportunity?',
          expected: [/Evaluation/i],
        },
        {
          style: 'plain',
          asked: 'What is the discount on the Nordic appointment booking opportunity?',
          expected: [/12 ?%/i],
        },
        {
          style: 'plain',
          asked: 'What was the discount on the Nordic appointment booking opportunity before?',
          expected: [/\b5 ?%/i],
          past: true,
        },
        { style: 'plain', asked: 'Who owns the Lens reminder texts opportunity?', expected: [/Freja Holm/i] },
        { style: 'plain', asked: 'What rebate did Torben ask for?', expected: [/rebate of 12 percent/i] },
        { style: 'plain', asked: "What is Signe Bach's e-mail address?", expected: [/sba@lumenor/i] },
        { style: 'plain', asked: 'Which cloud does Lumenor require?', expected: [/Azure/i] },
        { style: 'plain', asked: 'When does Karsten Dahl start as Chief Executive?', expected: [/1 February 2027/i] },
        {
          style: 'plain',
          asked: 'Why did Mette postpone the vote?',
          expected: [/new chief executive wants to see it first/i],
        },
        { style: 'plain', asked: 'How many stores does Lumenor have?', expected: [/\b188\b/i] },
        {
          style: 'plain',
          asked: 'What was the no-show rate in the first half?',
          expected: [/17 percent in the first half/i, /13 percent in the first half/i],
        },
        { style: 'plain', asked: 'Who is Kari Moen?', expected: [/Norwegian manager, Kari Moen/i] },
        { style: 'natural', asked: "who's leaning towards the other vendor?", expected: [/Signe (prefers|leans)/i] },
        {
          style: 'natural',
          asked: "which months can't we roll out to the stores?",
          expected: [/no store rollout in those months|replaced in February and March/i],
        },
        { style: 'natural', asked: "what's an empty slot cost them", expected: [/900 kroner/i] },
        { style: 'natural', asked: 'how much would anders chip in for a pilot?', expected: [/180,000 kroner/i] },
        { style: 'natural', asked: 'best time to ring anders?', expected: [/never before ten/i] },
        { style: 'natural', asked: "what's Ida got against bookaro", expected: [/hated the reminder texts/i] },
        { style: 'plain', asked: "What is Torben Juhl's phone number?", trap: 'similar attribute of another person' },
        {
          style: 'plain',
          asked: 'What is the discount on the Lens reminder texts opportunity?',
          trap: 'similar attribute of another deal',
        },
        {
          style: 'plain',
          asked: 'What is the e-mail address of Kari Moen?',
          trap: 'similar attribute of another person',
        },
        { style: 'plain', asked: 'What did Brillenhaus Nord decide about Azure?', trap: 'other company' },
        { style: 'plain', asked: 'Who is the Country Manager for Finland?', trap: 'attribute not recorded' },
        {
          style: 'plain',
          asked: 'Why did Mette choose Optisoft?',
          trap: 'false presupposition',
          accept: /Signe (prefers|leans)|postponed/i,
        },
        { style: 'natural', asked: "who's in charge of marketing there?", trap: 'attribute not recorded' },
        { style: 'natural', asked: 'how many stores in denmark?', trap: 'attribute not recorded' },
        { style: 'natural', asked: "what's jens thorup's take on it?", trap: 'unknown person' },
      ],
    },
    thornbury: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Thornbury Vale Publishing',
              domain: 'thornburyvale.example',
              industry: 'Educational publishing',
              employee_count: 460,
              tier: 'B',
              headquarters: 'Philadelphia',
              active_titles: 5800,
              number_of_authors: 3900,
              accounting_system: 'NetSuite',
              fiscal_year_end: '30 June',
              imprints: 'Vale Schools, Thornbury Press, Little Ladder',
            },
          },
          'acc',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Denise Calloway',
              title: 'VP Finance',
              email: 'denise.calloway@thornburyvale.example',
              phone: '+1 215 555 0133',
            },
          },
          'denise',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Greg Yamada',
              title: 'Director of Royalties',
              email: 'greg.yamada@thornburyvale.example',
              phone: '+1 215 555 0158',
            },
          },
          'greg',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Simone Albright',
              title: 'General Counsel',
              email: 'simone.albright@thornburyvale.example',
            },
          },
          'simone',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: { account_id: '$acc', name: 'Patrick Dunleavy', title: 'Chief Executive Officer' },
          },
          'patrick',
        ],
        [
          'update_prospect',
          {
            name: 'Lorna Eastman',
            title: 'Permissions Editor',
            email: 'lorna.eastman@thornburyvale.example',
            account_id: '$acc',
            notes: 'Tracks image licences in a binder. Leaves at three to pick up her kids.',
          },
          'lorna',
        ],
        [
          'update_prospect',
          {
            name: 'Vikram Rao',
            title: 'NetSuite Administrator (contractor)',
            account_id: '$acc',
            notes: 'Contract ends on 31 March 2027. Knows where all the bodies are buried.',
          },
          'vikram',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Royalty system',
              stage: 'Evaluation',
              amount: 175000,
              currency: 'USD',
              close_date: '2026-12-30',
              owner: 'Kendra Walsh',
              next_step: 'Run a sample statement with Greg',
            },
          },
          'opp1',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Rights marketplace',
              stage: 'Prospecting',
              amount: 62000,
              currency: 'USD',
              close_date: '2027-08-31',
              owner: 'Marcus Tate',
              next_step: 'Introductory call with Simone',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Close the royalty run in 4 days instead of 19',
            economic_buyer: 'Denise Calloway, VP Finance',
            identify_pain: 'Authors were underpaid by 412,000 dollars in 2025 and two of them sued',
            champion: 'Greg Yamada',
            competition: 'RoyaltyStream and Bookledger',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-17T15:00:00Z',
            notes:
              'Intro with Greg and Denise. Statements are made in Access by two people, and one of them retires in June. Denise said the auditors flagged royalties as a material weakness. Contracts before 2009 exist only on paper.',
            next_step: 'Run a sample statement with Greg',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Greg: we pay twice a year, on March 31 and September 30. The worst titles have 46 contributors each. E-book rates escalate after 10,000 copies.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$lorna',
            text: 'Lorna: about 300 permissions come up for renewal each quarter. We were fined by a photo agency in April for a lapsed picture.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-10-08T17:00:00Z',
            notes:
              'Sample statement matched to the cent. Greg wants author self-service so that people stop calling. Vikram warned that the NetSuite chart of accounts will be rebuilt in spring. Denise offered to be a reference if we go live by fall 2027.',
            next_step: 'Send the contract draft to Simone',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { stage: 'Contracting', amount: 189000, next_step: 'Send the contract draft to Simone' },
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            decision_criteria: 'Handles escalators and splits, NetSuite connector, SOC 2 report',
            decision_process: 'Denise and Greg decide, the board is told in January',
            paper_process: 'Simone redlines, the insurer certificate is checked, then DocuSign',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Simone Albright: the liability cap has to be twice the annual fee, and disputes go to Delaware courts. I also need your SOC 2 Type II report before I finish the redline.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Patrick Dunleavy called Kendra directly. He wants the lawsuits to be the last ones. He does not care for the marketplace idea at all.',
          },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            tags: ['signal'],
            text: 'Thornbury Vale acquired the audiobook studio Larkspur Audio on November 2.',
          },
        ],
        [
          'log_capture',
          {
            source: 'linkedin',
            account_id: '$acc',
            tags: ['signal'],
            text: 'Thornbury Vale laid off 35 people in its print sales team in September.',
          },
        ],
        [
          'log_capture',
          { source: 'call', account_id: '$acc', text: 'Greg says 620 royalty statements had errors last period.' },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Denise: the auditors count 890 royalty statements with errors last period.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-11-09T16:00:00Z',
            notes:
              'Contract call with Simone and Denise. RoyaltyStream is out because it cannot split by territory. Denise asked to pay in quarterly instalments. Training has to be on site in Philadelphia for eight people.',
            next_step: 'Return the redline with the quarterly payment schedule',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { close_date: '2027-01-20', next_step: 'Return the redline with the quarterly payment schedule' },
          },
        ],
        ['set_meddpicc', { opp_id: '$opp1', competition: 'Bookledger' }],
        [
          'gtm_crm_write',
          { entity: 'contact', id: '$greg', facts: { title: 'Senior Director of Royalties and Rights' } },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Kendra sends the SOC 2 report to Simone by November 25. Marcus prepares the Larkspur contract inventory in December.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content:
              '- Vikram goes before the integration is finished\n- The NetSuite rebuild could delay go-live\n- Bookledger undercuts us by 30 percent',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content:
              'Greg was promoted in November and now owns rights too. He coaches us before every call with Denise.',
          },
        ],
      ],
      questions: [
        { style: 'plain', asked: 'Who is the economic buyer of the royalty system?', expected: [/Denise Calloway/i] },
        {
          style: 'plain',
          asked: "What is Greg Yamada's current title?",
          expected: [/Senior Director of Royalties and Rights/i],
        },
        {
          style: 'plain',
          asked: "What was Greg Yamada's title before?",
          expected: [/(?<!Senior )Director of Royalties(?! and)/i],
          past: true,
        },
        { style: 'plain', asked: 'What pain does Thornbury Vale want to solve?', expected: [/underpaid by 412,000/i] },
        {
          style: 'plain',
          asked: 'What is the next step on the Rights marketplace opportunity?',
          expected: [/Introductory call with Simone/i],
        },
        { style: 'plain', asked: 'Why is RoyaltyStream out?', expected: [/cannot split by territory/i] },
        { style: 'plain', asked: 'When does Thornbury Vale pay royalties?', expected: [/March 31 and September 30/i] },
        {
          style: 'plain',
          asked: 'What did Simone Albright say about the liability cap?',
          expected: [/twice the annual fee/i],
        },
        {
          style: 'plain',
          asked: 'How many royalty statements had errors last period?',
          expected: [/620 royalty statements/i, /890 royalty statements/i],
        },
        { style: 'plain', asked: 'Which company did Thornbury Vale acquire?', expected: [/Larkspur Audio/i] },
        {
          style: 'plain',
          asked: 'What did Patrick Dunleavy say about the marketplace?',
          expected: [/does not care for the marketplace/i],
        },
        {
          style: 'plain',
          asked: 'What was the stage of the royalty system before Contracting?',
          expected: [/Evaluation/i],
          past: true,
        },
        { style: 'natural', asked: 'who looks after netsuite for them?', expected: [/NetSuite Administrator/i] },
        { style: 'natural', asked: 'how much cheaper is bookledger?', expected: [/undercuts us by 30 percent/i] },
        { style: 'natural', asked: 'how many days does a royalty run take em today?', expected: [/instead of 19/i] },
        { style: 'natural', asked: 'any layoffs lately?', expected: [/laid off 35 people/i] },
        { style: 'natural', asked: 'when does lorna knock off?', expected: [/Leaves at three/i] },
        { style: 'natural', asked: "what's the $$ on the royalty deal", expected: [/189[,. ]?000/i] },
        {
          style: 'plain',
          asked: "What is Patrick Dunleavy's phone number?",
          trap: 'similar attribute of another person',
        },
        {
          style: 'plain',
          asked: 'Who is the champion for the Rights marketplace opportunity?',
          trap: 'similar attribute of another deal',
        },
        {
          style: 'plain',
          asked: 'What did Lorna Eastman say about the chart of accounts?',
          trap: 'similar attribute of another person',
        },
        { style: 'plain', asked: 'How many employees does Harrow Lane Press have?', trap: 'other company' },
        {
          style: 'plain',
          asked: 'Why did Greg Yamada leave Thornbury Vale?',
          trap: 'false presupposition',
          accept: /Greg was promoted/i,
        },
        { style: 'plain', asked: 'Who is the Head of Marketing at Thornbury Vale?', trap: 'attribute not recorded' },
        { style: 'natural', asked: "what's vikram's email?", trap: 'similar attribute of another person' },
        { style: 'natural', asked: 'how much did they pay for larkspur?', trap: 'attribute not recorded' },
        { style: 'natural', asked: "who's patrick's assistant?", trap: 'attribute not recorded' },
      ],
    },
  },
  acrossOrg: [
    { style: 'plain', asked: 'Which account uses SAP?', expected: [/SAP S\/4HANA/i] },
    { style: 'plain', asked: 'Who is the champion at Kestrel Lifts?', expected: [/Ruth Okonjo/i] },
    {
      style: 'plain',
      asked: 'What is the close date of the Royalty system opportunity at Thornbury Vale?',
      expected: [/2027-01-20|20 Jan|Jan\w* 20\b/i],
    },
    {
      style: 'plain',
      asked: 'Which account asked to pay in quarterly instalments?',
      expected: [/quarterly instalments/i],
    },
    { style: 'plain', asked: 'Where is the headquarters of Lumenor Optik?', expected: [/Aarhus/i] },
    { style: 'plain', asked: 'At which account is Termaflow a competitor?', expected: [/Termaflow/i] },
    { style: 'plain', asked: 'Which opportunities does Aisha Rahman own?', expected: [/Aisha Rahman/i] },
    {
      style: 'plain',
      asked: 'Which account has Aldermoor Group as its parent company?',
      expected: [/Aldermoor Group plc/i],
    },
    {
      style: 'natural',
      asked: 'whose shares fell after a profit warning?',
      expected: [/profit warning on 22 October|shares fell 11 percent/i],
    },
    { style: 'natural', asked: 'who does procurement at lumenor?', expected: [/Head of Procurement/i] },
    { style: 'natural', asked: 'which customer is on okta for SSO?', expected: [/Okta/i] },
    { style: 'plain', asked: 'Who is the champion at Halvorsen Marine?', trap: 'other company' },
    { style: 'plain', asked: 'Which account uses Workday?', trap: 'attribute not recorded' },
    { style: 'plain', asked: "What is Owen Pritchard's phone number?", trap: 'attribute not recorded' },
    { style: 'plain', asked: 'Which account has an office in Brazil?', trap: 'attribute not recorded' },
    { style: 'natural', asked: 'anyone on google cloud?', trap: 'attribute not recorded' },
    { style: 'natural', asked: 'what did Deirdre Malone tell us?', trap: 'unknown person' },
  ],
};
