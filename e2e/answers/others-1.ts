import type { OthersSet } from './others.ts';

export const firstSet: OthersSet = {
  accounts: {
    maasport: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Maasport Terminals',
              domain: 'maasport.example',
              industry: 'Container terminal operator',
              employee_count: 1950,
              tier: 'A',
              headquarters: 'Rotterdam',
              number_of_terminals: 3,
              terminal_operating_system: 'Navis N4',
              annual_throughput: '4.1 million TEU',
              contract_language: 'Dutch',
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
              name: 'Annelies de Groot',
              title: 'Chief Operating Officer',
              email: 'a.degroot@maasport.example',
            },
          },
          'annelies',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: { account_id: '$acc', name: 'Pieter Vos', title: 'Finance Director', phone: '+31 10 555 0177' },
          },
          'pieter',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Samira Benali',
              title: 'Head of Gate Operations',
              email: 's.benali@maasport.example',
            },
          },
          'samira',
        ],
        [
          'gtm_crm_write',
          { entity: 'contact', facts: { account_id: '$acc', name: 'Joost Hendriks', title: 'IT Security Officer' } },
          'joost',
        ],
        [
          'update_prospect',
          {
            name: 'Willem Kuyper',
            title: 'Shift Planner, Terminal West',
            account_id: '$acc',
            notes: 'Knows every truck driver by name. Prefers a phone call before nine.',
          },
          'willem',
        ],
        [
          'update_prospect',
          {
            name: 'Carla Mendes',
            title: 'Customs Compliance Manager',
            account_id: '$acc',
            notes: 'Former customs officer, joined Maasport in March. Worried about paper CMR notes going missing.',
          },
          'carla',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Gate automation programme',
              stage: 'Proposal',
              amount: 610000,
              currency: 'EUR',
              close_date: '2027-02-26',
              owner: 'Daan Visser',
              next_step: 'Walk Samira through the pricing sheet',
              payment_terms: 'Net 60',
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
              name: 'Reefer monitoring add-on',
              stage: 'Qualification',
              amount: 88000,
              currency: 'EUR',
              close_date: '2027-06-30',
              owner: 'Lotte Bakker',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Truck turn time down from 48 to 30 minutes',
            economic_buyer: 'Pieter Vos, Finance Director',
            champion: 'Samira Benali',
            identify_pain: 'Drivers queue on the A15 every morning and the terminal pays waiting-time claims',
            competition: 'Certus and an in-house build',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-15T08:00:00Z',
            notes:
              'Samira showed us the gate. Out of 1,400 trucks a day about 220 arrive without a valid pre-notification. The clerks retype the CMR by hand. Joost wants hosting inside the EU.',
            next_step: 'Send OCR accuracy report',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: "Daan, short one after the call with Annelies: she doesn't want anything going live in the Chinese New Year peak, so nothing between 20 January and 20 February. Otherwise she's relaxed about dates.",
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Rang Willem. Terminal West runs three shifts and the night shift has only four clerks. He said the kiosks freeze whenever it rains. Their old kiosk supplier Sitek went bankrupt last year.',
            prospect_id: '$willem',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Carla writes: customs documents have to be kept for seven years. An audit by the customs authority is planned for April.',
            prospect_id: '$carla',
          },
        ],
        [
          'log_capture',
          {
            source: 'slack',
            account_id: '$acc',
            text: 'Lotte heard at the TOC conference that Certus offered them a free six-month trial.',
          },
        ],
        [
          'log_capture',
          {
            source: 'whatsapp',
            account_id: '$acc',
            text: 'Samira: budget for the gates sits with operations, not with IT. Cost centre 7410.',
          },
        ],
        ['log_capture', { source: 'call', account_id: '$acc', text: 'Samira says they have 26 gate lanes in total.' }],
        [
          'log_capture',
          { source: 'email', account_id: '$acc', text: 'From the slides Annelies sent: 31 gate lanes in total.' },
        ],
        [
          'log_capture',
          {
            source: 'voicemail',
            account_id: '$acc',
            text: 'Joost: the pen test has to be done by an accredited firm and must not be older than 12 months.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'stall',
            occurred_at: '2026-10-28T13:30:00Z',
            notes:
              'Pieter pushed back on the per-transaction pricing, he wants a flat yearly fee. The works council meeting moved from November to 8 December because the chair broke her leg.',
            next_step: 'Rework the offer as a flat fee',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Annelies confirmed that she signs herself up to 750k; above that it goes to the holding in Hamburg.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Daan to send the flat-fee offer by 2 December. Lotte books a visit to our Antwerp reference for January.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content: '- Works council may see camera OCR as staff surveillance\n- Annelies retires in summer 2027',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'stakeholders',
            content: 'Pieter Vos is neutral. Joost Hendriks is a blocker until the hosting question is settled.',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { stage: 'Negotiation', amount: 545000, close_date: '2027-03-31', next_step: 'Send flat-fee offer' },
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            economic_buyer: 'Annelies de Groot, COO',
            decision_criteria: 'Works with Navis N4, OCR accuracy above 98%, Dutch-speaking support desk',
            paper_process: 'Works council advice first, then a framework agreement signed by two directors',
          },
        ],
        [
          'gtm_score',
          {
            role: 'deal-risk',
            account_id: '$acc',
            signals: [
              { key: 'no_next_step', value: 0.1, at: '2026-11-10T09:00:00Z' },
              { key: 'single_threaded', value: 0.3, at: '2026-11-10T09:00:00Z' },
            ],
          },
        ],
      ],
      questions: [
        { style: 'plain', asked: 'Who signs?', expected: [/economic.buyer.*Annelies|signs herself/i] },
        {
          style: 'plain',
          asked: 'What is the next step on the gate automation programme?',
          expected: [/flat-fee offer/i],
        },
        { style: 'plain', asked: 'What is the stage of the gate automation programme?', expected: [/Negotiation/i] },
        {
          style: 'plain',
          asked: 'What was the amount of the gate automation programme before?',
          expected: [/610[,. ]?000/i],
          past: true,
        },
        { style: 'plain', asked: 'Who else are they looking at?', expected: [/Certus/i] },
        { style: 'plain', asked: 'What hurts?', expected: [/queue on the A15/i] },
        { style: 'plain', asked: 'When is the works council meeting?', expected: [/8 December/i] },
        { style: 'plain', asked: 'What did Carla Mendes say about customs documents?', expected: [/seven years/i] },
        { style: 'plain', asked: 'What was said about the pen test?', expected: [/older than 12 months/i] },
        { style: 'natural', asked: 'how big a contract can annelies sign on her own', expected: [/750k/i] },
        { style: 'natural', asked: 'who pays for the gates, ops or IT?', expected: [/sits with operations/i] },
        { style: 'natural', asked: 'why was the works council pushed back', expected: [/broke her leg/i] },
        { style: 'natural', asked: 'any dates we shld avoid for go live?', expected: [/20 January/i] },
        { style: 'natural', asked: 'how many trucks turn up without pre notification', expected: [/about 220/i] },
        { style: 'natural', asked: 'did certus offer them anything for free?', expected: [/six-month trial/i] },
        { style: 'natural', asked: 'is joost on our side', expected: [/blocker/i] },
        { style: 'natural', asked: 'how many gate lanes do they have', expected: [/26 gate lanes/i, /31 gate lanes/i] },
        {
          style: 'plain',
          asked: 'Who is the champion of the reefer monitoring add-on?',
          trap: 'attribute of another deal',
        },
        { style: 'plain', asked: 'What is the e-mail address of Pieter Vos?', trap: 'attribute of another person' },
        { style: 'plain', asked: 'What did Henk Jansen say about the kiosks?', trap: 'unknown person' },
        { style: 'plain', asked: 'What is the net promoter score of Maasport?', trap: 'attribute not recorded' },
        { style: 'natural', asked: 'why did certus pull out', trap: 'false presupposition' },
        { style: 'natural', asked: 'are we at proposal stage with fennick yet?', trap: 'other company' },
        { style: 'natural', asked: 'how many clerks on the day shift', trap: 'similar attribute' },
        { style: 'natural', asked: "whats carla's mobile nr", trap: 'attribute not recorded' },
      ],
    },
    fennick: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Fennick Rowe LLP',
              domain: 'fennickrowe.example',
              industry: 'Law firm',
              employee_count: 640,
              tier: 'B',
              headquarters: 'Edinburgh',
              number_of_partners: 92,
              document_management_system: 'iManage Work 10',
              offices: 'Edinburgh, Glasgow, Leeds',
              financial_year_end: '30 April',
              practice_focus: 'Commercial property and banking',
            },
          },
          'acc',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: { account_id: '$acc', name: 'Alasdair Munro', title: 'Managing Partner', phone: '+44 131 555 0109' },
          },
          'alasdair',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Ruth Okafor',
              title: 'Director of Knowledge and Innovation',
              email: 'ruth.okafor@fennickrowe.example',
            },
          },
          'ruth',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Colin Peat',
              title: 'Head of IT',
              email: 'colin.peat@fennickrowe.example',
            },
          },
          'colin',
        ],
        [
          'gtm_crm_write',
          { entity: 'contact', facts: { account_id: '$acc', name: 'Sheila Drummond', title: 'Finance Director' } },
          'sheila',
        ],
        [
          'update_prospect',
          {
            name: 'Niamh Gallagher',
            title: 'Associate, Banking team',
            account_id: '$acc',
            notes: 'Tried our trial and loved the clause compare. Finishes at four on Wednesdays.',
          },
          'niamh',
        ],
        [
          'update_prospect',
          {
            name: 'Hector Baird',
            title: 'Risk and Compliance Partner',
            account_id: '$acc',
            notes: 'Wants nothing in the cloud without client consent. Golfs with Alasdair.',
          },
          'hector',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Lease review rollout',
              stage: 'Evaluation',
              amount: 132000,
              currency: 'GBP',
              close_date: '2026-12-18',
              owner: 'Megan Frith',
              next_step: 'Agree pilot success criteria with Ruth',
              seats: 180,
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
              name: 'Banking precedent pilot',
              stage: 'Closed Lost',
              amount: 30000,
              currency: 'GBP',
              close_date: '2026-05-29',
              owner: 'Oscar Lind',
              loss_reason: 'Partners had no time to review templates',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'A lease report in 2 hours instead of 9',
            economic_buyer: 'Alasdair Munro, Managing Partner',
            champion: 'Niamh Gallagher',
            identify_pain: 'Write-offs on fixed-fee lease reviews, 310k last year',
            competition: 'Kira and Luminance',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-22T10:00:00Z',
            notes:
              'Ruth ran a bake-off on 40 leases. We found 91% of the break clauses, Luminance 94%. Bad scans of old leases threw us off.',
            next_step: 'Retrain the model on scans',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Hi Megan, single sign-on is Okta here, please no separate passwords. We upgrade iManage to the cloud version in the last week of February, so no integration work in that week. Colin',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Sheila said the invoice has to be split over two financial years. She asked for a 10% discount if they pay upfront.',
          },
        ],
        [
          'log_capture',
          {
            source: 'note',
            account_id: '$acc',
            text: 'Ruth mentioned that their professional indemnity insurer, Travelers, must approve any AI tool. The form takes three weeks.',
          },
        ],
        [
          'log_capture',
          {
            source: 'linkedin',
            account_id: '$acc',
            text: 'Niamh posted that she is leaving for Calloway Stone in January.',
            prospect_id: '$niamh',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: "Hector's conditions: a client consent letter template, no training on client data, and audit logs kept for ten years.",
            prospect_id: '$hector',
          },
        ],
        [
          'log_capture',
          {
            source: 'slack',
            account_id: '$acc',
            text: 'Oscar says the Glasgow office still prints every lease and marks it up with a highlighter.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: "Alasdair: 'if it saves my property team one Friday a month I'd sign tomorrow'. He is on sabbatical for the whole of March.",
          },
        ],
        [
          'log_capture',
          { source: 'call', account_id: '$acc', text: 'Ruth says the property team has 45 fee earners.' },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Colin: the HR list shows 52 fee earners in the property team.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-11-10T14:00:00Z',
            notes:
              'Presented the retrained model: 96% of the break clauses. Colin is happy with the Okta set-up. Ruth asked for training on site in Glasgow, at least two days.',
            next_step: 'Send statement of work',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content: 'Statement of work to Ruth by 27 November. Megan meets Hector for coffee on 1 December.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content: '- Hector can veto on client confidentiality\n- Board vote could slip past Christmas',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content: 'Ruth wants to present the project at the Legal Futures conference next October.',
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            champion: 'Ruth Okafor',
            decision_criteria: 'Accuracy on Scottish leases, data residency in the UK, iManage integration',
            decision_process: 'Innovation committee shortlists, the partnership board votes on 14 December',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { stage: 'Proposal', amount: 118800, next_step: 'Send statement of work' },
          },
        ],
        ['update_prospect', { id: '$niamh', title: 'Senior Associate, Banking team' }],
        [
          'gtm_score',
          {
            role: 'awareness',
            account_id: '$acc',
            signals: [
              { key: 'content_download', value: 0.6, at: '2026-10-02T09:00:00Z' },
              { key: 'event_attended', value: 0.8, at: '2026-10-19T09:00:00Z' },
            ],
          },
        ],
      ],
      questions: [
        { style: 'plain', asked: 'Who is our champion?', expected: [/champion.*Ruth Okafor/i] },
        {
          style: 'plain',
          asked: 'Who was the champion before Ruth Okafor?',
          expected: [/champion.*Niamh/i],
          past: true,
        },
        { style: 'plain', asked: 'What is the amount of the lease review rollout?', expected: [/118[,. ]?800/i] },
        {
          style: 'plain',
          asked: 'What is the close date of the lease review rollout?',
          expected: [/2026-12-18|18 Dec|Dec(ember)? 18/i],
        },
        { style: 'plain', asked: 'What are the decision criteria?', expected: [/Scottish leases/i] },
        {
          style: 'plain',
          asked: 'Why was the banking precedent pilot lost?',
          expected: [/no time to review templates/i],
        },
        { style: 'plain', asked: 'What is the title of Niamh Gallagher?', expected: [/Senior Associate/i] },
        { style: 'plain', asked: 'When does the partnership board vote?', expected: [/14 December/i] },
        { style: 'natural', asked: 'whats their sso', expected: [/Okta/i] },
        { style: 'natural', asked: 'how did we do against luminance in the bake off', expected: [/91%/i] },
        { style: 'natural', asked: 'when is alasdair away?', expected: [/sabbatical/i] },
        { style: 'natural', asked: 'does glasgow still work on paper', expected: [/prints every lease/i] },
        { style: 'natural', asked: 'does their insurer get a say on AI?', expected: [/Travelers/i] },
        { style: 'natural', asked: 'is niamh staying at the firm?', expected: [/leaving for Calloway Stone/i] },
        {
          style: 'natural',
          asked: 'how many fee earners in the property team',
          expected: [/45 fee earners/i, /52 fee earners/i],
        },
        { style: 'natural', asked: 'how much off does sheila want', expected: [/10% discount/i] },
        { style: 'natural', asked: 'how many days training and where', expected: [/two days/i] },
        { style: 'plain', asked: 'What is the phone number of Ruth Okafor?', trap: 'attribute of another person' },
        {
          style: 'plain',
          asked: 'Who is the economic buyer of the banking precedent pilot?',
          trap: 'attribute of another deal',
        },
        { style: 'plain', asked: 'How many partners voted against us?', trap: 'false presupposition' },
        { style: 'plain', asked: 'What price did Luminance quote?', trap: 'attribute not recorded' },
        { style: 'natural', asked: 'did marguerite get back to us on the sow?', trap: 'unknown person' },
        { style: 'natural', asked: 'headcount of the leeds office?', trap: 'attribute not recorded' },
        { style: 'natural', asked: 'which bank is doing copperlines refinancing', trap: 'other company' },
        { style: 'natural', asked: 'why did they kick kira out', trap: 'false presupposition' },
      ],
    },
    copperline: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Copperline Brewing',
              domain: 'copperline.example',
              industry: 'Craft brewery',
              employee_count: 410,
              tier: 'B',
              headquarters: 'Denver',
              breweries: 'Denver and Asheville',
              erp: 'NetSuite',
              annual_volume: '290,000 barrels',
              taprooms: 14,
              ownership: 'Family owned, second generation',
            },
          },
          'acc',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: { account_id: '$acc', name: 'Rosa Delgado', title: 'VP Operations', phone: '+1 303 555 0118' },
          },
          'rosa',
        ],
        [
          'gtm_crm_write',
          { entity: 'contact', facts: { account_id: '$acc', name: 'Greg Halloran', title: 'CEO' } },
          'greg',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Tessa Lindqvist',
              title: 'Quality Manager',
              email: 'tessa@copperline.example',
            },
          },
          'tessa',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: { account_id: '$acc', name: 'Bobby Tran', title: 'Controller', email: 'btran@copperline.example' },
          },
          'bobby',
        ],
        [
          'update_prospect',
          {
            name: 'Dwayne Pruitt',
            title: 'Packaging Line Lead, Asheville',
            account_id: '$acc',
            notes: 'Very direct. Hates typing, wants voice entry.',
          },
          'dwayne',
        ],
        [
          'update_prospect',
          {
            name: 'Mallory Finch',
            title: 'Brewmaster',
            account_id: '$acc',
            notes: 'College friend of our CTO. Cannot stand slide decks.',
          },
          'mallory',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Quality records Denver',
              stage: 'Discovery',
              amount: 74000,
              currency: 'USD',
              close_date: '2026-11-30',
              owner: 'Jamal Whitaker',
              next_step: 'Demo with the line leads',
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
              name: 'Asheville expansion',
              stage: 'Qualification',
              amount: 51000,
              currency: 'USD',
              close_date: '2027-08-31',
              owner: 'Jamal Whitaker',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Halve the hours spent on batch records, 60 a week today',
            economic_buyer: 'Greg Halloran, CEO',
            champion: 'Tessa Lindqvist',
            identify_pain: 'A recall of 3,000 cases in May took nine days to trace',
            competition: 'SafetyChain, and a spreadsheet add-in Tessa found',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-08-27T16:00:00Z',
            notes:
              'Rosa and Tessa walked us around the Denver cellar. Wi-Fi drops behind the fermenters. Batch sheets are kept in 60 binders. Rosa mentioned that last year they poured away 900 barrels because of a wrong hop addition.',
            next_step: 'Demo with the line leads',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: "Jamal - we can't take on anything that isn't paid monthly before our refinancing with First Prairie Bank closes. Should be done mid January. -Bobby",
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Talked to Mallory at the taproom. She would only support us if the tablet survives the washdown. She also said Greg is thinking of selling the Asheville site, keep that quiet.',
            prospect_id: '$mallory',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Tessa: our state audit is on February 9. Two corrective actions from last year are still open, both about allergen labels.',
          },
        ],
        [
          'log_capture',
          {
            source: 'text',
            account_id: '$acc',
            text: "Rosa texted: Dwayne's line goes from two shifts to three on January 4.",
          },
        ],
        [
          'log_capture',
          { source: 'slack', account_id: '$acc', text: 'SafetyChain quoted them 98k according to Tessa.' },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Greg asked if we integrate with NetSuite lot numbers. Told him yes, nightly sync. He wants to see it live before he signs.',
          },
        ],
        [
          'log_capture',
          {
            source: 'note',
            account_id: '$acc',
            text: 'Shipped two rugged demo tablets by FedEx on November 12. Rosa signed for them on the 14th.',
          },
        ],
        ['log_capture', { source: 'email', account_id: '$acc', text: 'Bobby: we have 22 fermenters in Denver.' }],
        [
          'log_capture',
          { source: 'call', account_id: '$acc', text: 'Mallory says they have 19 fermenters in Denver.' },
        ],
        [
          'log_capture',
          {
            source: 'linkedin',
            account_id: '$acc',
            text: 'Copperline posted a job for a Continuous Improvement Engineer in Denver.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-10-20T17:00:00Z',
            notes:
              'Line leads loved the photo feature. Dwayne joined by video. The demo tablet lost its charge after five hours, which embarrassed us. Greg gave a verbal yes provided the price stays under 70k.',
            next_step: 'Send revised quote at 68k',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content: 'Kim to visit Asheville in the week of December 7. Jamal to chase Brandt & Lowe on Monday.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content: '- Refinancing could freeze all spending\n- Battery life of the tablets',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'stakeholders',
            content: 'Bobby Tran is against any annual prepayment. Rosa Delgado backs us.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'pricing',
            content: 'Agreed in principle: 68k for year one, renewals capped at 3%.',
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            decision_criteria: 'Works offline in the cellar, price, FDA record rules',
            paper_process: 'Outside counsel Brandt & Lowe reviews every contract; takes two weeks',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: {
              stage: 'Verbal Commit',
              amount: 68000,
              close_date: '2027-01-15',
              next_step: 'Get redlines from Brandt & Lowe',
            },
          },
        ],
        ['gtm_crm_write', { entity: 'opp', id: '$opp2', facts: { owner: 'Kim Sorensen' } }],
        [
          'gtm_score',
          {
            role: 'deal-risk',
            account_id: '$acc',
            signals: [{ key: 'no_economic_buyer', value: 0.2, at: '2026-11-02T09:00:00Z' }],
          },
        ],
      ],
      questions: [
        { style: 'plain', asked: 'What is the stage of Quality records Denver?', expected: [/Verbal Commit/i] },
        {
          style: 'plain',
          asked: 'What was the close date of Quality records Denver before it was changed?',
          expected: [/2026-11-30|30 Nov|Nov(ember)? 30/i],
          past: true,
        },
        { style: 'plain', asked: 'Who owns the Asheville expansion opportunity?', expected: [/Kim Sorensen/i] },
        { style: 'plain', asked: 'What is the paper process?', expected: [/reviews every contract/i] },
        { style: 'plain', asked: 'What is the pain?', expected: [/recall of 3,000 cases/i] },
        { style: 'plain', asked: 'What is the title of Bobby Tran?', expected: [/Controller/i] },
        { style: 'plain', asked: 'What are the risks?', expected: [/Refinancing could freeze/i] },
        { style: 'plain', asked: 'When is the state audit?', expected: [/February 9/i] },
        { style: 'plain', asked: 'Who holds the budget?', expected: [/economic.buyer.*Greg Halloran/i] },
        { style: 'natural', asked: 'what did safetychain ask for', expected: [/98k/i] },
        { style: 'natural', asked: 'will mallory back us?', expected: [/survives the washdown/i] },
        {
          style: 'natural',
          asked: 'why does bobby insist on monthly payments',
          expected: [/refinancing with First Prairie/i],
        },
        { style: 'natural', asked: 'did the tablets get there', expected: [/Rosa signed for them/i] },
        { style: 'natural', asked: 'how much beer did they have to dump last yr', expected: [/900 barrels/i] },
        { style: 'natural', asked: 'what went wrong w the demo tablet', expected: [/lost its charge/i] },
        { style: 'natural', asked: 'hows the wifi in the cellar', expected: [/Wi-Fi drops/i] },
        { style: 'natural', asked: 'what price does it need to stay under for gregs ok', expected: [/under 70k/i] },
        { style: 'natural', asked: 'how many fermentors in denver', expected: [/22 fermenters/i, /19 fermenters/i] },
        { style: 'plain', asked: 'What is the e-mail address of Rosa Delgado?', trap: 'attribute of another person' },
        { style: 'plain', asked: 'Who is the champion of the Asheville expansion?', trap: 'attribute of another deal' },
        { style: 'plain', asked: 'Which payroll system do they use?', trap: 'attribute not recorded' },
        { style: 'plain', asked: 'What did Ingrid Solheim say about the tablets?', trap: 'unknown person' },
        { style: 'natural', asked: 'who won the tender at petrel', trap: 'other company' },
        { style: 'natural', asked: 'why did tessa quit?', trap: 'false presupposition' },
        { style: 'natural', asked: 'how many taprooms in asheville', trap: 'similar attribute' },
        { style: 'natural', asked: 'how much did the recall cost them', trap: 'attribute not recorded' },
      ],
    },
    petrel: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Petrel Offshore Wind',
              domain: 'petrelwind.example',
              industry: 'Offshore wind operator',
              employee_count: 870,
              tier: 'A',
              headquarters: 'Aberdeen',
              turbines: 214,
              wind_farms: 'Skerry Bank, Dunmore, Oystergate',
              maintenance_system: 'IBM Maximo',
              parent_company: 'Halvorsen Energi',
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
              name: 'Ingrid Solheim',
              title: 'Director of Asset Management',
              email: 'ingrid.solheim@petrelwind.example',
            },
          },
          'ingrid',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: { account_id: '$acc', name: 'Callum Reid', title: 'Marine Coordinator', phone: '+44 1224 555 0163' },
          },
          'callum',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Farah Siddiqui',
              title: 'Procurement Lead',
              email: 'farah.siddiqui@petrelwind.example',
            },
          },
          'farah',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: { account_id: '$acc', name: 'Stellan Berg', title: 'Group CIO, Halvorsen Energi' },
          },
          'stellan',
        ],
        [
          'update_prospect',
          {
            name: 'Erin Mackay',
            title: 'HSE Advisor',
            account_id: '$acc',
            notes: 'Collects near-miss reports on paper cards. Answers within the hour on WhatsApp.',
          },
          'erin',
        ],
        [
          'update_prospect',
          {
            name: 'Tobias Krantz',
            title: 'Turbine Technician Supervisor',
            account_id: '$acc',
            notes: 'Works two weeks on, two weeks off; next offshore from 30 November.',
          },
          'tobias',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Work order digitisation',
              stage: 'Technical Validation',
              amount: 940000,
              currency: 'EUR',
              close_date: '2027-04-30',
              owner: 'Fiona Grant',
              next_step: 'Book the offline test',
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
              name: 'Near-miss reporting',
              stage: 'Proposal',
              amount: 46000,
              currency: 'EUR',
              close_date: '2026-12-11',
              owner: 'Rafe Coleman',
              next_step: 'Call Erin about the form layout',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Failed transfers down by 15%, wrench time up from 34 to 45 percent',
            economic_buyer: 'Stellan Berg',
            champion: 'Callum Reid',
            identify_pain:
              'Technicians come back with paper work orders that get wet or lost, and the data reach Maximo four days late',
            competition: 'IFS and Maximo Mobile',
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp2',
            economic_buyer: 'Farah Siddiqui',
            champion: 'Erin Mackay',
            identify_pain: 'Cards pile up and nobody sees a trend',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-30T09:00:00Z',
            notes:
              'Ingrid explained the lost production: 1.2% of availability at Skerry Bank last winter because of missing spare parts. Stellan wants one supplier for the whole group. Callum asked if the app can be used with gloves on.',
            next_step: 'Book the offline test',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Dear Fiona, to bid you must be registered with Achilles by 12 December. Our standard payment term is 45 days. The limit of liability is twice the contract value. Regards, Farah',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Tobias has 38 technicians in his crew. They lose about 50 minutes a day walking to the office for permits. Phones are not allowed in the nacelle because of the ATEX rules.',
            prospect_id: '$tobias',
          },
        ],
        [
          'log_capture',
          {
            source: 'whatsapp',
            account_id: '$acc',
            text: 'Erin: 118 near-miss cards since January, a third of them unreadable. She would like the reports to be anonymous.',
            prospect_id: '$erin',
          },
        ],
        [
          'log_capture',
          {
            source: 'note',
            account_id: '$acc',
            text: 'The harbour office at Buckie has no mobile signal; Starlink arrives in December.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: "Callum: the vessel Solan is in dry dock until 6 December, so the offline test can't be sooner. The Kittiwake would be the fallback.",
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Stellan: Halvorsen takes on no new SaaS vendors until the Entra migration is finished, expected at the end of February.',
          },
        ],
        [
          'log_capture',
          { source: 'slack', account_id: '$acc', text: 'IFS did a demo last week; Rafe heard that it crashed twice.' },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            text: 'Petrel won the lease for a fourth wind farm, Cairn Deep, first power in 2031.',
          },
        ],
        [
          'log_capture',
          { source: 'call', account_id: '$acc', text: 'Callum says they operate 5 crew transfer vessels.' },
        ],
        [
          'log_capture',
          { source: 'email', account_id: '$acc', text: "Farah's fleet list: they operate 7 crew transfer vessels." },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-11-12T12:00:00Z',
            notes:
              "Security workshop with Stellan's team. Our ISO 27001 certificate was accepted. They want data export rights in the contract. Ingrid said a budget of 1.1 million has been approved by the Halvorsen board.",
            next_step: 'Answer the 60-question cyber form',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content: 'Fiona files the Achilles registration by 4 December. Rafe sends Erin two mock-ups of the form.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content: '- Maximo Mobile is free under their IBM licence\n- Group CIO prefers one supplier for everything',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content: 'Callum was promoted in October and now sits in the management team.',
          },
        ],
        ['gtm_crm_write', { entity: 'contact', id: '$callum', facts: { title: 'Head of Marine Coordination' } }],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            economic_buyer: 'Ingrid Solheim',
            decision_criteria: 'Works offline for 14 days, ATEX-rated devices, Maximo interface',
            decision_process: 'Tender in January, three bidders, award by the end of March',
            paper_process: 'NEC4 contract, supplier has to be in the Achilles register',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { amount: 1020000, close_date: '2027-05-28', next_step: 'Answer the cyber form' },
          },
        ],
        ['gtm_crm_write', { entity: 'opp', id: '$opp2', facts: { stage: 'Contracting' } }],
        [
          'gtm_score',
          {
            role: 'technical-risk',
            account_id: '$acc',
            signals: [{ key: 'integration_unknown', value: 0.5, at: '2026-11-12T09:00:00Z' }],
          },
        ],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'Who is the economic buyer of the work order digitisation deal?',
          expected: [/economic.buyer.*Ingrid/i],
        },
        {
          style: 'plain',
          asked: 'Who was the economic buyer of Work order digitisation before?',
          expected: [/economic.buyer.*Stellan/i],
          past: true,
        },
        { style: 'plain', asked: 'What is the stage of Near-miss reporting?', expected: [/Contracting/i] },
        { style: 'plain', asked: 'What is the title of Callum Reid?', expected: [/Head of Marine Coordination/i] },
        { style: 'plain', asked: 'What is the amount of Work order digitisation?', expected: [/1[,. ]?020[,. ]?000/i] },
        { style: 'plain', asked: 'What is the decision process?', expected: [/three bidders/i] },
        { style: 'plain', asked: 'Who is the champion of Near-miss reporting?', expected: [/champion.*Erin/i] },
        { style: 'plain', asked: 'What is the parent company?', expected: [/parent.company.*Halvorsen/i] },
        {
          style: 'plain',
          asked: 'Who at Petrel works in procurement?',
          expected: [/Farah Siddiqui.*Procurement Lead|Procurement Lead.*Farah Siddiqui/i],
        },
        { style: 'natural', asked: 'when do we have to be on achilles by', expected: [/12 December/i] },
        { style: 'natural', asked: 'why cant we test on the solan yet?', expected: [/dry dock/i] },
        { style: 'natural', asked: 'how did the ifs demo go', expected: [/crashed twice/i] },
        {
          style: 'natural',
          asked: 'can techs take their phones up the nacelle?',
          expected: [/not allowed in the nacelle/i],
        },
        { style: 'natural', asked: 'has the money been signed off and how much', expected: [/1\.1 million/i] },
        { style: 'natural', asked: 'how late does the data get into maximo', expected: [/four days late/i] },
        { style: 'natural', asked: 'any signal at buckie', expected: [/no mobile signal/i] },
        { style: 'natural', asked: 'wen is tobias offshore next', expected: [/30 November/i] },
        {
          style: 'natural',
          asked: 'how many transfer vessels have they got',
          expected: [/5 crew transfer/i, /7 crew transfer/i],
        },
        { style: 'plain', asked: 'What is the amount of the Cairn Deep deal?', trap: 'similar attribute' },
        {
          style: 'plain',
          asked: 'What are the decision criteria of Near-miss reporting?',
          trap: 'attribute of another deal',
        },
        { style: 'plain', asked: 'What is the e-mail address of Stellan Berg?', trap: 'attribute of another person' },
        { style: 'plain', asked: 'What did Bjarne Holm say about offline use?', trap: 'unknown person' },
        { style: 'natural', asked: 'which vessel sank last winter', trap: 'false presupposition' },
        { style: 'natural', asked: 'whats the lost availability at dunmore', trap: 'similar attribute' },
        { style: 'natural', asked: 'where did erin work before?', trap: 'attribute not recorded' },
        { style: 'natural', asked: 'what did maasport decide about hosting', trap: 'other company' },
      ],
    },
    alder: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Alder Mutual',
              domain: 'aldermutual.example',
              industry: 'Property and casualty insurance',
              employee_count: 2300,
              tier: 'A',
              headquarters: 'Columbus, Ohio',
              policies_in_force: '610,000',
              claims_system: 'Guidewire ClaimCenter',
              states: 'Ohio, Indiana, Kentucky',
              am_best_rating: 'A-',
              budget_cycle: 'October to September',
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
              name: 'Denise Kowalczyk',
              title: 'Chief Claims Officer',
              phone: '+1 614 555 0133',
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
              name: 'Andre Baptiste',
              title: 'VP Procurement',
              email: 'abaptiste@aldermutual.example',
            },
          },
          'andre',
        ],
        [
          'gtm_crm_write',
          { entity: 'contact', facts: { account_id: '$acc', name: 'Yolanda Pierce', title: 'General Counsel' } },
          'yolanda',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Kenji Watanabe',
              title: 'Director of Enterprise Architecture',
              email: 'kwatanabe@aldermutual.example',
            },
          },
          'kenji',
        ],
        [
          'update_prospect',
          {
            name: 'Luis Ferrer',
            title: 'Claims Supervisor, Auto',
            account_id: '$acc',
            notes: 'Team of 17. Takes demos only in the afternoon.',
          },
          'luis',
        ],
        [
          'update_prospect',
          {
            name: 'Heather Boyle',
            title: 'Fraud Analytics Lead',
            account_id: '$acc',
            notes: 'Was a customer of ours in her last job at Tristate Casualty. Reports to Denise.',
          },
          'heather',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Claims intake automation',
              stage: 'Business Case',
              amount: 780000,
              currency: 'USD',
              close_date: '2027-03-12',
              owner: 'Nadia Rahman',
              next_step: 'Validate savings with Denise',
              contract_term: '5 years',
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
              name: 'Subrogation letters',
              stage: 'Closed Won',
              amount: 39000,
              currency: 'USD',
              close_date: '2026-04-24',
              owner: 'Nadia Rahman',
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
              name: 'Fraud triage',
              stage: 'Discovery',
              amount: 150000,
              currency: 'USD',
              close_date: '2027-09-30',
              owner: 'Victor Osei',
            },
          },
          'opp3',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'First notice of loss in 6 minutes instead of 19',
            economic_buyer: 'Denise Kowalczyk',
            champion: 'Heather Boyle',
            identify_pain: 'After the June hailstorm 7,400 claims sat untouched for three weeks',
            competition: "Hyperscience and Guidewire's own intake module",
            decision_process: 'Architecture review board, then investment committee, then the CEO above half a million',
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp3',
            competition: 'Shift Technology',
            identify_pain: 'Staged accidents slip through manual review',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-08-19T18:00:00Z',
            notes:
              'Denise wants 40% of claims straight through. Kenji objected to yet another OCR vendor. Overtime after the hailstorm cost 1.3 million.',
            next_step: 'Send Guidewire connector specs',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: "Nadia, anything over $250k needs three bids, so expect an RFP after Thanksgiving. I'm out of the office December 21 to January 4. Andre",
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Luis: his adjusters key the same VIN four times. Turnover in his team was 31% last year. They call the intake screen the maze.',
            prospect_id: '$luis',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Yolanda: we will not accept a liability cap below $5 million, and the arbitration clause has to go.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Heather: staged accidents in Louisville have doubled since spring. She could start a proof of concept in February with 2,000 closed files.',
            prospect_id: '$heather',
          },
        ],
        [
          'log_capture',
          {
            source: 'note',
            account_id: '$acc',
            text: 'Subrogation letters went from 11 days to 2. Denise quoted that in her town hall.',
          },
        ],
        [
          'log_capture',
          {
            source: 'teams',
            account_id: '$acc',
            text: "Kenji: the Guidewire upgrade to the cloud version is scheduled for Q3 2027, on-premise until then. He'd rather have APIs than a robot clicking through screens.",
          },
        ],
        [
          'log_capture',
          {
            source: 'voicemail',
            account_id: '$acc',
            text: "Andre's assistant Molly: the vendor risk questionnaire is due December 3.",
          },
        ],
        [
          'log_capture',
          {
            source: 'linkedin',
            account_id: '$acc',
            text: 'CEO Grant Ellsworth announced that he will step down in May.',
          },
        ],
        [
          'log_capture',
          { source: 'email', account_id: '$acc', text: 'Andre: the approved budget for claims automation is $900k.' },
        ],
        [
          'log_capture',
          { source: 'call', account_id: '$acc', text: 'Denise says the budget for claims automation is $700k.' },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'stall',
            occurred_at: '2026-10-29T15:00:00Z',
            notes:
              'The investment committee sent the case back: they want a payback under 18 months, ours shows 22. Denise is annoyed but not with us. She suggested leaving out the call centre.',
            next_step: 'Rebuild the business case without the call centre',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-11-17T15:00:00Z',
            notes:
              'Showed the smaller scope. Payback is now 14 months. Denise will take it to the committee on December 15.',
            next_step: 'Dry run with Denise on December 9',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Victor to draft the fraud proof of concept by January 15. Nadia to find an insurance reference other than Tristate.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content: "- CEO change in May\n- Kenji favours Guidewire's own module",
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content: 'Heather Boyle opens doors; she got us the first meeting with Denise.',
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            decision_criteria: 'Straight-through rate, Guidewire connector, references in P&C',
            paper_process: "Yolanda's team redlines the MSA; SOC 2 Type II report; vendor risk assessment in OneTrust",
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { stage: 'Proposal', amount: 615000, next_step: 'Dry run with Denise on December 9' },
          },
        ],
        [
          'gtm_score',
          {
            role: 'deal-risk',
            account_id: '$acc',
            signals: [
              { key: 'no_next_step', value: 0.2, at: '2026-11-17T09:00:00Z' },
              { key: 'competitor_active', value: 0.5, at: '2026-11-17T09:00:00Z' },
            ],
          },
        ],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'What is the next step on Claims intake automation?',
          expected: [/Dry run with Denise/i],
        },
        {
          style: 'plain',
          asked: 'Who is the General Counsel?',
          expected: [/Yolanda Pierce.*General Counsel|General Counsel.*Yolanda Pierce/i],
        },
        { style: 'plain', asked: 'What is the stage of Fraud triage?', expected: [/Discovery/i] },
        {
          style: 'plain',
          asked: 'What was the amount of Claims intake automation before it was reduced?',
          expected: [/780[,. ]?000/i],
          past: true,
        },
        {
          style: 'plain',
          asked: 'Who are the competitors for Claims intake automation?',
          expected: [/Hyperscience/i],
          not: /Shift Technology/i,
        },
        { style: 'plain', asked: 'What did Yolanda Pierce say about liability?', expected: [/\$5 million/i] },
        { style: 'plain', asked: 'What claims system do they use?', expected: [/ClaimCenter/i] },
        {
          style: 'plain',
          asked: 'What is the close date of Fraud triage?',
          expected: [/2027-09-30|30 Sep|Sep(tember)? 30/i],
        },
        { style: 'plain', asked: 'Who is the champion?', expected: [/champion.*Heather/i] },
        { style: 'natural', asked: 'when is andre out', expected: [/December 21/i] },
        { style: 'natural', asked: 'why did the committee bounce it?', expected: [/payback under 18 months/i] },
        { style: 'natural', asked: 'how much overtime did the hail cost them', expected: [/1\.3 million/i] },
        { style: 'natural', asked: 'does heather know us from somewhere?', expected: [/customer of ours/i] },
        { style: 'natural', asked: 'how quick are the subro letters now', expected: [/from 11 days to 2/i] },
        { style: 'natural', asked: 'whens the vendor risk thing due', expected: [/December 3/i] },
        { style: 'natural', asked: 'is the ceo leaving?', expected: [/step down in May/i] },
        { style: 'natural', asked: 'how many files cld we use for the fraud poc', expected: [/2,000 closed files/i] },
        { style: 'natural', asked: 'whats their budget for this', expected: [/900k/i, /700k/i] },
        { style: 'plain', asked: 'Who is the economic buyer of Fraud triage?', trap: 'attribute of another deal' },
        { style: 'plain', asked: 'What is the phone number of Kenji Watanabe?', trap: 'attribute of another person' },
        { style: 'plain', asked: 'What is the combined ratio of Alder Mutual?', trap: 'attribute not recorded' },
        { style: 'plain', asked: 'What did Patrick Osborne say about the RFP?', trap: 'unknown person' },
        { style: 'natural', asked: 'what made hyperscience drop out', trap: 'false presupposition' },
        { style: 'natural', asked: 'how many claims came in after the march flood', trap: 'false presupposition' },
        { style: 'natural', asked: 'staff turnover in heathers team?', trap: 'similar attribute' },
        { style: 'natural', asked: 'is copperline happy w the tablets', trap: 'other company' },
      ],
    },
  },
  acrossOrg: [
    { style: 'plain', asked: 'Which accounts use NetSuite?', expected: [/NetSuite/i] },
    {
      style: 'plain',
      asked: 'Who is the Managing Partner of Fennick Rowe?',
      expected: [/Alasdair Munro.*Managing Partner|Managing Partner.*Alasdair Munro/i],
    },
    { style: 'plain', asked: 'Which account has Hyperscience as a competitor?', expected: [/Hyperscience/i] },
    {
      style: 'plain',
      asked: "What is the amount of Maasport's gate automation programme?",
      expected: [/545[,. ]?000/i],
    },
    { style: 'natural', asked: 'whos going to three shifts in january', expected: [/two shifts to three/i] },
    { style: 'natural', asked: 'who might worry about staff surveillance', expected: [/staff surveillance/i] },
    { style: 'natural', asked: 'anyone waiting on a refinancing?', expected: [/refinancing/i] },
    { style: 'natural', asked: 'which customer had a hailstorm', expected: [/hailstorm/i] },
    { style: 'plain', asked: 'Which accounts use Salesforce?', trap: 'attribute not recorded' },
    { style: 'plain', asked: 'What is the close date of the deal with Orbital Dairy?', trap: 'other company' },
    { style: 'natural', asked: 'any news from kestrel airways', trap: 'other company' },
    { style: 'natural', asked: 'who runs marketing at fennick', trap: 'attribute not recorded' },
  ],
};
