import type { OthersSet } from './others.ts';

export const thirdSet: OthersSet = {
  accounts: {
    tessaly: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Tessaly Biologics',
              domain: 'tessaly.example',
              industry: 'Contract drug manufacturing',
              employee_count: 2300,
              tier: 'A',
              headquarters: 'Ghent',
              number_of_plants: 4,
              erp_system: 'SAP S/4HANA',
              fiscal_year_end: '30 June',
              territory: 'Benelux',
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
              name: 'Dr. Annelies Verbruggen',
              title: 'VP Manufacturing',
              email: 'a.verbruggen@tessaly.example',
              phone: '+32 9 555 0177',
            },
          },
          'annelies',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Koen Maes',
              title: 'Chief Financial Officer',
              email: 'koen.maes@tessaly.example',
            },
          },
          'koen',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Rajiv Pillai',
              title: 'Head of Quality Assurance',
              email: 'rajiv.pillai@tessaly.example',
            },
          },
          'rajiv',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Sofie Lambrecht',
              title: 'IT Procurement Manager',
              phone: '+32 9 555 0121',
            },
          },
          'sofie',
        ],
        [
          'update_prospect',
          {
            name: 'Bram Coppens',
            title: 'Production Planner, Geel plant',
            email: 'bram.coppens@tessaly.example',
            account_id: '$acc',
            notes: 'Rebuilds the Geel schedule by hand every Monday. Speaks Dutch on calls, English in writing.',
          },
          'bram',
        ],
        [
          'update_prospect',
          {
            name: 'Ingrid Hallstrom',
            title: 'Computer Systems Validation Lead',
            account_id: '$acc',
            notes:
              'Needs our GAMP 5 documents before she will look at anything. On parental leave until 11 January 2027.',
          },
          'ingrid',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Tessaly network planning',
              stage: 'Qualification',
              amount: 610000,
              currency: 'EUR',
              close_date: '2027-03-31',
              owner: 'Nadia Brandt',
              next_step: 'Demo of the scheduling board for the Geel planners',
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
              name: 'Geel pilot',
              stage: 'Closed Won',
              amount: 38000,
              currency: 'EUR',
              close_date: '2026-06-10',
              owner: 'Owen Castell',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Raise fill line utilisation from 61 to 72 percent within a year',
            economic_buyer: 'Koen Maes, CFO',
            identify_pain:
              'Changeovers on the fill lines are planned in spreadsheets and two customer batches were late last quarter',
            champion: 'Bram Coppens',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-03T08:00:00Z',
            notes:
              'First session with Annelies and the planners in Geel. They run 9 fill lines across the network. Late batches cost them 1.4 million euro in penalties last year. She wants the vaccine line left out of the first phase.',
            next_step: 'Demo of the scheduling board for the Geel planners',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Sofie Lambrecht: every supplier must be registered in Ariba before we can raise a purchase order. Registration normally takes three weeks. Payment terms are 60 days.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$bram',
            text: 'Bram on the pilot: planning time at Geel dropped from 14 hours to 5 hours a week. 17 planners use it. He misses an export to Excel.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'From Rajiv: any system touching batch data has to be Part 11 compliant with a full audit trail. We had an FDA observation on this in 2024 and I will not go through that again.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'stall',
            occurred_at: '2026-10-07T12:00:00Z',
            notes:
              'Budget talk with Koen. He said nothing gets signed before the new plant in Leuven is approved by the board. He finds our price 15 percent too high.',
            next_step: 'Send Koen a revised quote with the vaccine line taken out',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Annelies called: the board votes on the Leuven plant on 9 December. She expects a yes.',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: {
              stage: 'Proposal',
              amount: 540000,
              close_date: '2027-05-14',
              next_step: 'Walk Koen through the revised quote on 2 December',
            },
          },
        ],
        ['gtm_crm_write', { entity: 'contact', id: '$rajiv', facts: { title: 'Chief Quality Officer' } }],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            champion: 'Dr. Annelies Verbruggen',
            competition: 'Siemens Opcenter and an in-house tool built by the Ghent IT team',
            decision_criteria: 'Part 11 compliance, SAP integration, time to first plant',
            decision_process:
              'Steering committee recommends, executive board approves on the first Wednesday of the month',
            paper_process: 'Quality agreement, then Ariba registration, then purchase order',
          },
        ],
        [
          'log_capture',
          {
            source: 'linkedin',
            account_id: '$acc',
            text: 'Tessaly announced a five-year contract with Norvane Pharma to fill its insulin pens.',
          },
        ],
        [
          'log_capture',
          {
            source: 'notes',
            account_id: '$acc',
            text: 'Siemens demoed in Ghent on 20 October. Annelies found it powerful but said it needs a specialist to configure.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Annelies says 46 planners across the network would need a licence.',
          },
        ],
        [
          'log_capture',
          { source: 'email', account_id: '$acc', text: 'Sofie: please quote for 38 planners across the network.' },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content: 'Nadia to send the GAMP 5 documents by 30 November. Owen to start the Ariba registration.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content: '- Leuven vote slips into 2027\n- The Ghent IT team defends its own tool',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content:
              'Annelies came from Lonza, where she rolled out a planning system in eight months. She likes short calls before 8 in the morning.',
          },
        ],
        [
          'gtm_score',
          {
            role: 'deal-risk',
            account_id: '$acc',
            signals: [
              { key: 'no_next_step', value: 0.1, at: '2026-11-02T09:00:00Z' },
              { key: 'single_threaded', value: 0.3, at: '2026-11-02T09:00:00Z' },
            ],
          },
        ],
      ],
      questions: [
        { style: 'plain', asked: 'Who is the economic buyer at Tessaly?', expected: [/Koen Maes, CFO/i] },
        { style: 'plain', asked: 'What stage is the Tessaly network planning deal in?', expected: [/\bProposal\b/i] },
        {
          style: 'plain',
          asked: 'What is the amount of the Tessaly network planning opportunity?',
          expected: [/540[,. ]?000/i],
        },
        {
          style: 'plain',
          asked: 'When is the Tessaly network planning deal expected to close?',
          expected: [/2027-05-14/i],
        },
        {
          style: 'plain',
          asked: 'What was the close date of Tessaly network planning before?',
          expected: [/2027-03-31/i],
          past: true,
        },
        { style: 'plain', asked: 'Who is our champion?', expected: [/champion.*Verbruggen/i] },
        { style: 'plain', asked: 'Who else are they looking at?', expected: [/Siemens Opcenter/i] },
        {
          style: 'plain',
          asked: "What was Rajiv Pillai's title previously?",
          expected: [/Head of Quality Assurance/i],
          past: true,
        },
        { style: 'plain', asked: "What is Dr. Verbruggen's phone number?", expected: [/555 0177/i] },
        { style: 'plain', asked: 'What did Rajiv say about compliance?', expected: [/has to be Part 11 compliant/i] },
        { style: 'plain', asked: 'What is the paper process?', expected: [/Quality agreement, then Ariba/i] },
        { style: 'plain', asked: 'How many fill lines do they run?', expected: [/9 fill lines/i] },
        { style: 'plain', asked: 'When does the board vote on the Leuven plant?', expected: [/9 December/i] },
        { style: 'plain', asked: 'What are the payment terms?', expected: [/Payment terms are 60 days/i] },
        { style: 'natural', asked: 'how many planner seats do they need?', expected: [/46 planners/i, /38 planners/i] },
        { style: 'natural', asked: 'did the pilot save geel any time?', expected: [/14 hours to 5/i] },
        { style: 'natural', asked: 'whats koen moaning about price wise', expected: [/15 percent too high/i] },
        { style: 'natural', asked: "when's ingrid back", expected: [/11 January 2027/i] },
        { style: 'natural', asked: 'what erp are they on', expected: [/SAP S\/4HANA/i] },
        { style: 'natural', asked: 'anything bram is still missing in the pilot?', expected: [/misses an export/i] },
        { style: 'plain', asked: "What is Sofie Lambrecht's e-mail address?", trap: 'similar attribute' },
        { style: 'plain', asked: 'What is the POS vendor of Fennick Markets?', trap: 'other company' },
        { style: 'plain', asked: 'Who is the Head of Regulatory Affairs at Tessaly?', trap: 'not recorded' },
        { style: 'plain', asked: 'What did Pieter Janssens say about the pilot?', trap: 'unknown person' },
        {
          style: 'plain',
          asked: 'Why did Tessaly terminate the Geel pilot?',
          trap: 'false presupposition',
          accept: /Closed Won/i,
        },
        { style: 'plain', asked: 'What is the contract term of the Geel pilot?', trap: 'similar attribute' },
        { style: 'plain', asked: 'What is the annual revenue of Tessaly?', trap: 'not recorded' },
        { style: 'natural', asked: 'got a mobile for koen?', trap: 'similar attribute' },
        { style: 'natural', asked: 'how much is the norvane contract worth', trap: 'not recorded' },
        { style: 'natural', asked: 'when did the ghent IT guys start building their own tool?', trap: 'not recorded' },
      ],
    },
    fennick: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Fennick Markets',
              domain: 'fennick.example',
              industry: 'Supermarket chain',
              employee_count: 11800,
              tier: 'A',
              headquarters: 'Cardiff',
              number_of_stores: 164,
              pos_vendor: 'Toshiba',
              loyalty_scheme: 'Fennick Club',
              fiscal_year_end: '28 February',
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
              name: 'Gwen Pritchard',
              title: 'Chief Operating Officer',
              email: 'gwen.pritchard@fennick.example',
              phone: '+44 29 5550 0133',
            },
          },
          'gwen',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Dafydd Rees',
              title: 'Director of Supply Chain',
              email: 'd.rees@fennick.example',
            },
          },
          'dafydd',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Louise Tandy',
              title: 'Finance Director',
              email: 'louise.tandy@fennick.example',
            },
          },
          'louise',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: { account_id: '$acc', name: 'Amir Haddad', title: 'Head of Data', phone: '+44 29 5550 0168' },
          },
          'amir',
        ],
        [
          'update_prospect',
          {
            name: 'Carys Owen',
            title: 'Fresh Produce Buyer',
            email: 'carys.owen@fennick.example',
            account_id: '$acc',
            notes: 'Throws away more salad than she sells in January. Best reached after 3 pm.',
          },
          'carys',
        ],
        [
          'update_prospect',
          {
            name: 'Steve Mallon',
            title: 'Store Manager, Swansea',
            account_id: '$acc',
            notes: 'Loud critic of head office systems. Other managers listen to him.',
          },
          'steve',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Fennick fresh forecasting',
              stage: 'Discovery',
              amount: 780000,
              currency: 'GBP',
              close_date: '2026-12-18',
              owner: 'Owen Castell',
              next_step: 'Collect two years of till data from Amir',
              contract_term: '24 months',
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
              name: 'Fennick promotions module',
              stage: 'Qualification',
              amount: 95000,
              currency: 'GBP',
              close_date: '2027-06-30',
              owner: 'Priti Raman',
              next_step: 'Intro call with the promotions team',
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
              name: 'Fennick warehouse labour',
              stage: 'Closed Lost',
              amount: 210000,
              currency: 'GBP',
              close_date: '2026-03-20',
              owner: 'Owen Castell',
              loss_reason: 'They stayed with Kronos because the switch would have hit the Easter peak',
            },
          },
          'opp3',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Reduce fresh waste from 7.2 to 5 percent of sales',
            economic_buyer: 'Louise Tandy, Finance Director',
            identify_pain: 'Store managers order fresh food by gut feeling and bin 31 million pounds of it a year',
            champion: 'Dafydd Rees',
            competition: 'Relex',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-08-19T13:00:00Z',
            notes:
              'Kick-off with Dafydd and Amir in Cardiff. Fresh makes up 38 percent of revenue. Amir says the data warehouse is Snowflake. Dafydd wants to start with 12 stores around Newport.',
            next_step: 'Collect two years of till data from Amir',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Amir Haddad: till data is ready, 2.3 terabytes, but legal wants a data processing agreement signed first.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$carys',
            text: 'Carys: strawberries are the worst line, one punnet in five is thrown out in summer. She orders from 22 growers.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$steve',
            text: 'Steve Mallon will only support it if managers can override the suggested order. The last ordering system was switched off after eleven weeks.',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: {
              stage: 'Evaluation',
              amount: 725000,
              close_date: '2027-02-12',
              owner: 'Priti Raman',
              next_step: 'Agree the list of trial stores with Dafydd',
            },
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-10-28T10:30:00Z',
            notes:
              'Gwen Pritchard joined for the first time. She asked for a fixed price over two years and wants a bonus-malus clause tied to waste. Louise was ill. The trial will run from 11 January to 5 March.',
            next_step: 'Agree the list of trial stores with Dafydd',
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            economic_buyer: 'Gwen Pritchard, COO',
            decision_criteria: 'Forecast accuracy in the trial, override by store managers, fixed price',
            decision_process: 'Trial review in the second week of March, then the trading board decides',
            competition: 'Relex and Blue Yonder',
          },
        ],
        [
          'log_capture',
          {
            source: 'notes',
            account_id: '$acc',
            text: 'Louise Tandy leaves at the end of December; her successor is not named yet.',
          },
        ],
        [
          'log_capture',
          {
            source: 'slack',
            account_id: '$acc',
            text: 'Dafydd told Priti that Relex offered the trial free of charge.',
          },
        ],
        ['log_capture', { source: 'call', account_id: '$acc', text: 'Dafydd: we have 6 distribution centres.' }],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Gwen: with Bridgend closed in September we are down to 5 distribution centres.',
          },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            text: 'Fennick Markets will open nine convenience stores at motorway services next spring.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Priti sends the data processing agreement to Fennick legal by 27 November. Store workshop in Newport on 8 December.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content:
              'Store managers may ignore the suggestions, as they did with the last system. Price war with Aldi could freeze projects.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'stakeholders',
            content: 'Works council chair Nerys Bevan wants assurance that no store jobs are cut.',
          },
        ],
        ['gtm_crm_write', { entity: 'contact', id: '$dafydd', facts: { email: 'dafydd.rees@fennick.example' } }],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'Who is the economic buyer for Fennick fresh forecasting?',
          expected: [/Gwen Pritchard, COO/i],
        },
        {
          style: 'plain',
          asked: 'Who was the economic buyer before Gwen Pritchard?',
          expected: [/Louise Tandy, Finance Director/i],
          past: true,
        },
        { style: 'plain', asked: 'What is the stage of Fennick fresh forecasting?', expected: [/\bEvaluation\b/i] },
        {
          style: 'plain',
          asked: 'Who owns the Fennick promotions module opportunity?',
          expected: [/owner.*Priti Raman/i],
        },
        {
          style: 'plain',
          asked: 'Why did we lose the Fennick warehouse labour deal?',
          expected: [/They stayed with Kronos/i],
        },
        { style: 'plain', asked: 'Who are we competing against at Fennick?', expected: [/Blue Yonder/i] },
        { style: 'plain', asked: 'How many stores does Fennick Markets have?', expected: [/\b164\b/i] },
        { style: 'plain', asked: 'What are the decision criteria?', expected: [/Forecast accuracy in the trial/i] },
        { style: 'plain', asked: 'What did Gwen Pritchard ask for?', expected: [/fixed price over two years/i] },
        { style: 'plain', asked: 'When does the trial run?', expected: [/11 January to 5 March/i] },
        { style: 'plain', asked: 'What risks are in the plan?', expected: [/Price war with Aldi/i] },
        {
          style: 'plain',
          asked: 'How many distribution centres do they have?',
          expected: [/we have 6 distribution centres/i, /down to 5 distribution centres/i],
        },
        { style: 'plain', asked: "What is Dafydd Rees's e-mail address?", expected: [/dafydd\.rees@fennick/i] },
        { style: 'plain', asked: 'What does Nerys Bevan want?', expected: [/no store jobs are cut/i] },
        { style: 'natural', asked: 'how bad is the strawberry waste?', expected: [/one punnet in five/i] },
        { style: 'natural', asked: 'is louise sticking around?', expected: [/Louise Tandy leaves/i] },
        { style: 'natural', asked: 'which data warehouse are they on', expected: [/Snowflake/i] },
        { style: 'natural', asked: "what's relex charging for the trial", expected: [/free of charge/i] },
        {
          style: 'natural',
          asked: 'whats holding up the till data',
          expected: [/legal wants a data processing agreement/i],
        },
        {
          style: 'natural',
          asked: 'what happened to the last ordering system they had in the stores',
          expected: [/switched off after eleven weeks/i],
        },
        { style: 'plain', asked: "What is Louise Tandy's phone number?", trap: 'similar attribute' },
        {
          style: 'plain',
          asked: 'What is the contract term of the Fennick promotions module?',
          trap: 'similar attribute',
        },
        {
          style: 'plain',
          asked: 'Who is the champion for the Fennick warehouse labour deal?',
          trap: 'similar attribute',
        },
        { style: 'plain', asked: 'How many stores does Aldi have?', trap: 'other company' },
        { style: 'plain', asked: 'What did Bethan Lloyd say at the kick-off?', trap: 'unknown person' },
        {
          style: 'plain',
          asked: 'Why did Gwen Pritchard call off the trial?',
          trap: 'false presupposition',
          accept: /trial will run/i,
        },
        { style: 'plain', asked: 'What share of sales is private label?', trap: 'not recorded' },
        { style: 'natural', asked: 'amirs email?', trap: 'similar attribute' },
        { style: 'natural', asked: 'how much did kronos quote them', trap: 'not recorded' },
        { style: 'natural', asked: 'how many ppl work at the newport stores?', trap: 'not recorded' },
      ],
    },
    aurelia: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Aurelia Air',
              domain: 'aureliaair.example',
              industry: 'Regional airline',
              employee_count: 1450,
              tier: 'B',
              headquarters: 'Turin',
              fleet_size: 32,
              aircraft_type: 'ATR 72-600',
              main_base: 'Turin Caselle',
              parent_company: 'Gruppo Salvemini',
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
              name: 'Chiara Bonetti',
              title: 'Director of Crew Operations',
              email: 'chiara.bonetti@aureliaair.example',
              phone: '+39 011 555 0190',
            },
          },
          'chiara',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Paolo Ferrante',
              title: 'Chief Executive Officer',
              email: 'p.ferrante@aureliaair.example',
            },
          },
          'paolo',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Marta Lisi',
              title: 'Chief Financial Officer',
              email: 'm.lisi@aureliaair.example',
              phone: '+39 011 555 0112',
            },
          },
          'marta',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Hugo Brandl',
              title: 'IT Manager',
              email: 'hugo.brandl@aureliaair.example',
            },
          },
          'hugo',
        ],
        [
          'update_prospect',
          {
            name: 'Luca Testa',
            title: 'Captain and union delegate',
            account_id: '$acc',
            notes: 'Speaks for the pilots in the ANPAC union. Wants rosters published 30 days ahead.',
          },
          'luca',
        ],
        [
          'update_prospect',
          {
            name: 'Elena Greco',
            title: 'Crew Scheduler',
            email: 'elena.greco@aureliaair.example',
            account_id: '$acc',
            notes: 'Nine years in the roster office. Knows every workaround in the old system.',
          },
          'elena',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Aurelia crew planning',
              stage: 'Proposal',
              amount: 330000,
              currency: 'EUR',
              close_date: '2027-01-15',
              owner: 'Priti Raman',
              next_step: 'Answer the security questionnaire',
              contract_term: '48 months',
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
              name: 'Aurelia ground staff',
              stage: 'Prospecting',
              amount: 60000,
              currency: 'EUR',
              close_date: '2027-09-30',
              owner: 'Nadia Brandt',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Cut standby days by a fifth and save 900,000 euro in overtime',
            economic_buyer: 'Marta Lisi',
            identify_pain:
              'Crew controllers cancel flights because the roster ignores duty time limits until the last day',
            champion: 'Chiara Bonetti',
            competition: 'Jeppesen',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-15T09:00:00Z',
            notes:
              'Met Chiara and Elena in Turin. They cancelled 61 flights in July for lack of crew. The present system is AIMS, bought in 2011. Chiara wants parallel running for two roster periods.',
            next_step: 'Prepare an offer for 480 crew members',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Hugo: single sign-on must go through Okta. We host nothing ourselves any more, so cloud only. Please fill in the security questionnaire, it has 140 questions.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$luca',
            text: 'Luca says the pilots will strike in December if the fatigue rules are not respected. He is not against new software.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Marta wrote that she can spend 300 thousand euro this year without going to the parent company; anything above needs approval from Gruppo Salvemini in Milan.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-10-21T14:00:00Z',
            notes:
              'Marta asked for quarterly invoicing and a break clause after two years. Hugo was satisfied with our ISO 27001 certificate. Paolo did not attend.',
            next_step: 'Send the redlined contract to their lawyer Avv. Colombo',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { stage: 'Negotiation', amount: 295000, next_step: 'Send the redlined contract to Avv. Colombo' },
          },
        ],
        [
          'gtm_crm_write',
          { entity: 'opp', id: '$opp1', facts: { close_date: '2026-12-22', contract_term: '36 months' } },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            decision_criteria: 'Duty time compliance, Okta login, price per crew member',
            paper_process: 'Contract reviewed by outside counsel Avv. Colombo, signed by the CEO',
            decision_process: 'CFO decides after the security review; no board vote under 300,000 euro',
            competition: 'Jeppesen and Sabre',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Chiara: Jeppesen is out on price, Sabre is still in the race and visited last Thursday.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            prospect_id: '$elena',
            text: 'Elena writes that exporting pairings out of AIMS takes a whole night and fails about once a week.',
          },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            text: 'Aurelia Air will take delivery of four additional ATR aircraft in spring 2027 and open a base in Bari.',
          },
        ],
        [
          'log_capture',
          {
            source: 'notes',
            account_id: '$acc',
            text: 'Go-live is planned for 29 March 2027, with the start of the summer timetable.',
          },
        ],
        [
          'log_capture',
          {
            source: 'voicemail',
            account_id: '$acc',
            text: 'Avv. Colombo rang: he wants liability capped at twice the annual fee and the contract under Italian law.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Priti to send the redlined contract by 25 November. Reference visit at Nordlet Airways in Tallinn on 3 December.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content:
              "- Pilot strike in December would take all of Chiara's time\n- Gruppo Salvemini wants one system for its bus and air companies",
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content: 'Chiara reports to Paolo and has his ear. She needs a quick win before her review in February.',
          },
        ],
        ['gtm_crm_write', { entity: 'contact', id: '$hugo', facts: { title: 'Chief Information Officer' } }],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'Who is the Chief Financial Officer of Aurelia Air?',
          expected: [/Chief Financial Officer/i],
        },
        { style: 'plain', asked: 'What is the amount of the Aurelia crew planning deal?', expected: [/295[,. ]?000/i] },
        {
          style: 'plain',
          asked: 'What was the amount of the Aurelia crew planning deal originally?',
          expected: [/330[,. ]?000/i],
          past: true,
        },
        { style: 'plain', asked: 'What is the contract term of Aurelia crew planning?', expected: [/36 months/i] },
        { style: 'plain', asked: 'What hurts at Aurelia Air?', expected: [/ignores duty time limits/i] },
        { style: 'plain', asked: 'Who signs the contract?', expected: [/signed by the CEO/i] },
        {
          style: 'plain',
          asked: 'How much can Marta spend without going to the parent company?',
          expected: [/300 thousand euro/i],
        },
        { style: 'plain', asked: 'What does Avv. Colombo want?', expected: [/liability capped/i] },
        { style: 'plain', asked: 'When is the go-live planned?', expected: [/29 March 2027/i] },
        { style: 'plain', asked: 'How many flights did they cancel in July?', expected: [/61 flights/i] },
        { style: 'plain', asked: 'Which metrics do they want to improve?', expected: [/Cut standby days by a fifth/i] },
        { style: 'plain', asked: 'What did Luca say about a strike?', expected: [/pilots will strike/i] },
        {
          style: 'plain',
          asked: 'Which provider do they use for single sign-on?',
          expected: [/must go through Okta/i],
        },
        { style: 'plain', asked: "What is Hugo Brandl's job title?", expected: [/Chief Information Officer/i] },
        { style: 'natural', asked: 'is jeppesen still in the running?', expected: [/Jeppesen is out on price/i] },
        { style: 'natural', asked: 'what planes do they fly', expected: [/ATR 72-600/i] },
        {
          style: 'natural',
          asked: 'how long does it take to get pairings out of AIMS',
          expected: [/takes a whole night/i],
        },
        { style: 'natural', asked: 'is hugo ok with our ISO cert', expected: [/satisfied with our ISO 27001/i] },
        { style: 'natural', asked: 'how does marta want to be billed', expected: [/quarterly invoicing/i] },
        { style: 'natural', asked: 'when are we off to tallinn?', expected: [/Tallinn on 3 December/i] },
        { style: 'plain', asked: "What is Hugo Brandl's phone number?", trap: 'similar attribute' },
        { style: 'plain', asked: 'What is the next step of the Aurelia ground staff deal?', trap: 'similar attribute' },
        { style: 'plain', asked: 'How many aircraft does Nordlet Airways operate?', trap: 'other company' },
        { style: 'plain', asked: 'Who is the HR director of Aurelia Air?', trap: 'not recorded' },
        { style: 'plain', asked: 'What did Giorgio Marini say about the roster?', trap: 'unknown person' },
        { style: 'plain', asked: 'Why did Paolo Ferrante reject our offer?', trap: 'false presupposition' },
        { style: 'plain', asked: 'What is the on-time performance of Aurelia Air?', trap: 'not recorded' },
        { style: 'natural', asked: 'whats lucas email', trap: 'similar attribute' },
        { style: 'natural', asked: 'how much does sabre want for theirs', trap: 'not recorded' },
        { style: 'natural', asked: 'who runs cabin crew training over there?', trap: 'not recorded' },
      ],
    },
    veldhoek: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Veldhoek Growers',
              domain: 'veldhoek.example',
              industry: 'Greenhouse cooperative',
              employee_count: 640,
              tier: 'B',
              headquarters: 'Naaldwijk',
              number_of_members: 58,
              greenhouse_area: '410 hectares',
              main_crop: 'Vine tomatoes',
              climate_computer: 'Priva',
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
              name: 'Joost van Rijn',
              title: 'Managing Director',
              email: 'joost@veldhoek.example',
              phone: '+31 174 555 018',
            },
          },
          'joost',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Marieke Smit',
              title: 'Head of Sales Planning',
              email: 'marieke.smit@veldhoek.example',
            },
          },
          'marieke',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Pieter de Groot',
              title: 'Controller',
              email: 'p.degroot@veldhoek.example',
            },
          },
          'pieter',
        ],
        [
          'update_prospect',
          {
            name: 'Kees Bakker',
            title: 'Tomato grower, board member',
            account_id: '$acc',
            notes: 'Owns 22 hectares. Distrusts anything that shares his yield data with other members.',
          },
          'kees',
        ],
        [
          'update_prospect',
          {
            name: 'Fatima El Amrani',
            title: 'Packing Station Manager',
            email: 'fatima@veldhoek.example',
            account_id: '$acc',
            notes: 'Runs two shifts with 130 temporary workers in high season.',
          },
          'fatima',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Veldhoek harvest forecast',
              stage: 'Discovery',
              amount: 145000,
              currency: 'EUR',
              close_date: '2027-01-31',
              owner: 'Nadia Brandt',
              next_step: 'Show Marieke the weather model',
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
              name: 'Veldhoek packing shifts',
              stage: 'Discovery',
              amount: 52000,
              currency: 'EUR',
              close_date: '2027-04-30',
              owner: 'Owen Castell',
              next_step: 'Visit the packing station with Fatima',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Bring the weekly forecast error down from 24 to 12 percent',
            economic_buyer: 'Joost van Rijn',
            identify_pain:
              'Supermarkets fine them when delivered volumes differ from the promise, and surplus goes to the auction at a loss',
            champion: 'Marieke Smit',
            competition: 'Source.ag',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-22T07:30:00Z',
            notes:
              'Walked the greenhouses with Marieke. Their largest customer is Albrecht Heyn with 40 percent of volume. Fines came to 620,000 euro last season. Growers report expected harvest by WhatsApp every Thursday.',
            next_step: 'Show Marieke the weather model',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Pieter de Groot: the subsidy programme covers half of the cost if the order is placed before 31 March. We need your company registration extract for the application.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$kees',
            text: 'Kees wants each grower to see only his own figures. If that is guaranteed he will vote for it.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$fatima',
            text: 'Fatima: temp agency sends people 48 hours after the request, so she needs the forecast by Tuesday noon. Overtime is worst in May.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-10-13T08:00:00Z',
            notes:
              'Demo went well. Joost asked whether the model copes with peppers and cucumbers too. He wants to pay per hectare and not per user.',
            next_step: 'Rework the offer to a price per hectare',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: {
              stage: 'Proposal',
              amount: 164000,
              close_date: '2027-03-12',
              next_step: 'Present the hectare price to the members on 10 December',
            },
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            decision_criteria: 'Forecast accuracy per week, privacy between growers, price per hectare',
            decision_process: 'General meeting of members votes; two thirds majority needed',
            paper_process: 'Subsidy approval first, then the standard contract of the cooperative',
          },
        ],
        [
          'log_capture',
          {
            source: 'notes',
            account_id: '$acc',
            text: 'Source.ag ran a trial with four members in 2025; they stopped because it needed extra sensors.',
          },
        ],
        [
          'log_capture',
          { source: 'linkedin', account_id: '$acc', text: 'Veldhoek is looking for a data analyst in Naaldwijk.' },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Joost: the energy bill tripled in 2025, so three members switched off their lights last winter.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Marieke says the cooperative packs 96 million kilos of tomatoes a year.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Pieter: for the business case, count on 88 million kilos of tomatoes packed a year.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Nadia sends the registration extract to Pieter by 24 November. Rehearse the members presentation with Marieke on 7 December.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content:
              'Older growers could vote no. Two members are negotiating to leave for a rival cooperative, Groenhart.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content: 'Marieke grew up on a tomato farm and the growers trust her. She prefers WhatsApp to e-mail.',
          },
        ],
        ['gtm_crm_write', { entity: 'account', id: '$acc', facts: { number_of_members: 56 } }],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp2',
            facts: { stage: 'Closed Lost', loss_reason: 'The temp agency provides a planning tool for nothing' },
          },
        ],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'What is the next step for the Veldhoek harvest forecast?',
          expected: [/Present the hectare price to the members/i],
        },
        { style: 'plain', asked: 'When is the Veldhoek harvest forecast due to close?', expected: [/2027-03-12/i] },
        { style: 'plain', asked: 'How many members does the cooperative have?', expected: [/members.*\b56\b/i] },
        {
          style: 'plain',
          asked: 'How many members did the cooperative have before?',
          expected: [/members.*\b58\b/i],
          past: true,
        },
        { style: 'plain', asked: 'What is the decision process?', expected: [/two thirds majority/i] },
        { style: 'plain', asked: 'Who owns the budget at Veldhoek?', expected: [/buyer.*Joost van Rijn/i] },
        { style: 'plain', asked: 'What competition do we have on the harvest forecast?', expected: [/Source\.ag/i] },
        { style: 'plain', asked: 'What did Kees say about sharing figures?', expected: [/only his own figures/i] },
        {
          style: 'plain',
          asked: 'Why did we lose the Veldhoek packing shifts deal?',
          expected: [/temp agency provides a planning tool/i],
        },
        {
          style: 'plain',
          asked: 'How many kilos of tomatoes do they pack a year?',
          expected: [/96 million kilos/i, /88 million kilos/i],
        },
        { style: 'plain', asked: 'Who is their largest customer?', expected: [/Albrecht Heyn/i] },
        { style: 'plain', asked: 'Which climate computer does Veldhoek use?', expected: [/Priva\b/i] },
        { style: 'plain', asked: 'How much did they pay in fines last season?', expected: [/620,000 euro/i] },
        {
          style: 'plain',
          asked: 'By when must the order be placed to get the subsidy?',
          expected: [/before 31 March/i],
        },
        { style: 'natural', asked: 'why did the source.ag trial flop', expected: [/needed extra sensors/i] },
        { style: 'natural', asked: 'best way to ping marieke?', expected: [/prefers WhatsApp/i] },
        { style: 'natural', asked: 'what other crops did joost ask abt', expected: [/peppers and cucumbers/i] },
        { style: 'natural', asked: 'any members thinking of jumping ship?', expected: [/negotiating to leave/i] },
        {
          style: 'natural',
          asked: 'what does pieter need from us for the subsidy',
          expected: [/need your company registration extract/i],
        },
        { style: 'natural', asked: 'when does fatima need the forecast by', expected: [/Tuesday noon/i] },
        { style: 'plain', asked: 'What is the e-mail address of Kees Bakker?', trap: 'similar attribute' },
        { style: 'plain', asked: 'What is the phone number of Marieke Smit?', trap: 'similar attribute' },
        { style: 'plain', asked: 'What is the contract term of the Veldhoek harvest forecast?', trap: 'not recorded' },
        { style: 'plain', asked: 'How many members does Groenhart have?', trap: 'other company' },
        { style: 'plain', asked: 'What did Anouk Visser think of the demo?', trap: 'unknown person' },
        { style: 'plain', asked: 'Why did Joost van Rijn resign as managing director?', trap: 'false presupposition' },
        { style: 'natural', asked: 'how many kilos of peppers do they grow?', trap: 'similar attribute' },
        { style: 'natural', asked: "what's the energy bill in euros", trap: 'not recorded' },
        { style: 'natural', asked: "who's the champion on packing shifts", trap: 'similar attribute' },
      ],
    },
    orrin: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Orrin Games',
              domain: 'orringames.example',
              industry: 'Video game studio',
              employee_count: 410,
              tier: 'C',
              headquarters: 'Malmo',
              flagship_title: 'Skarn',
              game_engine: 'Unreal Engine 5',
              cloud_provider: 'AWS',
              investor: 'Tidewater Partners',
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
              name: 'Freja Lindqvist',
              title: 'Chief Technology Officer',
              email: 'freja@orringames.example',
              phone: '+46 40 555 0155',
            },
          },
          'freja',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Daniel Okoro',
              title: 'Head of Live Operations',
              email: 'daniel.okoro@orringames.example',
            },
          },
          'daniel',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Sanna Berg',
              title: 'Chief Executive Officer',
              email: 'sanna@orringames.example',
            },
          },
          'sanna',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Viktor Nyman',
              title: 'Finance Manager',
              email: 'viktor.nyman@orringames.example',
              linkedin: 'https://linkedin.example/in/vnyman',
            },
          },
          'viktor',
        ],
        [
          'update_prospect',
          {
            name: 'Mei Tanaka',
            title: 'Player Support Lead',
            email: 'mei.tanaka@orringames.example',
            account_id: '$acc',
            notes: 'Leads 35 support agents in Malmo and Manila. Frustrated by the backlog after every patch.',
          },
          'mei',
        ],
        [
          'update_prospect',
          {
            name: 'Jonas Falk',
            title: 'Site Reliability Engineer',
            account_id: '$acc',
            notes: 'Built the current autoscaling scripts himself and is proud of them.',
          },
          'jonas',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Orrin server capacity',
              stage: 'Evaluation',
              amount: 120000,
              currency: 'USD',
              close_date: '2026-12-11',
              owner: 'Owen Castell',
              next_step: 'Load test with Jonas',
              contract_term: '12 months',
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
              name: 'Orrin support staffing',
              stage: 'Discovery',
              amount: 45000,
              currency: 'USD',
              close_date: '2027-05-28',
              owner: 'Nadia Brandt',
              next_step: 'Get ticket history from Mei',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Lower the AWS bill by 30 percent without longer queues',
            economic_buyer: 'Freja Lindqvist',
            identify_pain: 'Servers were overbooked for launch day and players waited 50 minutes to log in',
            champion: 'Daniel Okoro',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-08-27T11:00:00Z',
            notes:
              'Intro with Freja and Daniel over video. The AWS bill is 410,000 dollars a month. Skarn has 2.6 million monthly players. Freja wants any tool to be steerable through Terraform.',
            next_step: 'Load test with Jonas',
          },
        ],
        [
          'log_capture',
          {
            source: 'slack',
            account_id: '$acc',
            text: 'Daniel: season 4 of Skarn launches on 4 February, code freeze two weeks earlier. If we are not live before the freeze it will be April.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$jonas',
            text: 'Jonas ran the load test: our forecast was 8 percent off at peak, his scripts 27 percent. He admits it but wants the code on GitHub.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$mei',
            text: 'Mei says a patch day brings 9,000 tickets and the first answer takes four days. Support runs on Zendesk.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'stall',
            occurred_at: '2026-10-30T15:00:00Z',
            notes:
              'Freja put the purchase on hold because Tidewater Partners ordered a spending review. Sanna has to approve every contract above 50,000 dollars until the review ends in January.',
            next_step: 'Write a one-page business case for Sanna',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: {
              stage: 'On hold',
              close_date: '2027-02-26',
              amount: 98000,
              next_step: 'Deliver the business case to Sanna',
            },
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            economic_buyer: 'Sanna Berg, CEO',
            competition: 'Google Cloud autoscaling and the scripts of Jonas',
            decision_criteria: 'Terraform support, accuracy at peak, payback inside six months',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Viktor Nyman: invoices must carry a PO number and go to invoices@orringames.example. We pay on the 15th of the month.',
          },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            text: 'Orrin Games laid off 40 people in its Gdansk studio in October.',
          },
        ],
        [
          'log_capture',
          {
            source: 'notes',
            account_id: '$acc',
            text: 'Freja used to work at Spotify and knows our advisor Karin Holm from there.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Daniel: launch peak for season 3 was 310,000 players at once.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Jonas: at the season 3 launch peak we counted 265,000 players at once.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Owen delivers the business case to Sanna by 1 December. Daniel gathers queue times from the season 3 launch.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content: '- Spending review ends with a no\n- Google offers free credits if they move away from AWS',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content:
              'Daniel was blamed for the launch queues and wants this fixed before season 4. He has no budget of his own.',
          },
        ],
        [
          'gtm_score',
          {
            role: 'deal-risk',
            account_id: '$acc',
            signals: [
              { key: 'budget_freeze', value: 0.9, at: '2026-10-30T15:00:00Z' },
              { key: 'champion_quiet', value: 0.2, at: '2026-11-10T09:00:00Z' },
            ],
          },
        ],
        ['gtm_crm_write', { entity: 'contact', id: '$viktor', facts: { title: 'Head of Finance' } }],
      ],
      questions: [
        { style: 'plain', asked: 'What stage is Orrin server capacity in?', expected: [/stage.*On hold/i] },
        {
          style: 'plain',
          asked: 'Why was the purchase put on hold?',
          expected: [/Tidewater Partners ordered a spending review/i],
        },
        {
          style: 'plain',
          asked: 'Who has to approve contracts above 50,000 dollars?',
          expected: [/Sanna has to approve/i],
        },
        {
          style: 'plain',
          asked: 'Who was the economic buyer before Sanna Berg?',
          expected: [/buyer.*Freja Lindqvist/i],
          past: true,
        },
        { style: 'plain', asked: 'How much is the AWS bill per month?', expected: [/410,000 dollars a month/i] },
        {
          style: 'plain',
          asked: 'Who at Orrin Games leads player support?',
          expected: [/Player Support Lead|Leads 35 support agents/i],
        },
        { style: 'plain', asked: 'What is the e-mail address of Mei Tanaka?', expected: [/mei\.tanaka@orringames/i] },
        { style: 'plain', asked: 'What did Jonas say about the load test?', expected: [/8 percent off at peak/i] },
        { style: 'plain', asked: 'When does season 4 of Skarn launch?', expected: [/4 February/i] },
        {
          style: 'plain',
          asked: 'How many players were on at once at the season 3 launch peak?',
          expected: [/310,000 players/i, /265,000 players/i],
        },
        { style: 'plain', asked: 'Where should invoices be sent?', expected: [/go to invoices@orringames/i] },
        { style: 'plain', asked: 'What is the amount of Orrin support staffing?', expected: [/45[,. ]?000/i] },
        {
          style: 'plain',
          asked: 'What was the next step on Orrin server capacity before?',
          expected: [/Load test with Jonas/i],
          past: true,
        },
        { style: 'plain', asked: 'What is the title of Viktor Nyman?', expected: [/Head of Finance/i] },
        { style: 'natural', asked: 'what happens if we miss the code freeze', expected: [/it will be April/i] },
        { style: 'natural', asked: 'how slow is support after a patch?', expected: [/first answer takes four days/i] },
        { style: 'natural', asked: 'what does support run on', expected: [/Zendesk/i] },
        { style: 'natural', asked: 'has daniel got any budget himself?', expected: [/no budget of his own/i] },
        { style: 'natural', asked: 'do we know anyone who knows freja', expected: [/Karin Holm/i] },
        { style: 'natural', asked: 'how many layoffs in gdansk', expected: [/laid off 40 people/i] },
        { style: 'plain', asked: "What is Jonas Falk's e-mail address?", trap: 'similar attribute' },
        { style: 'plain', asked: 'What is the contract term of Orrin support staffing?', trap: 'similar attribute' },
        { style: 'plain', asked: 'How many employees does Tidewater Partners have?', trap: 'other company' },
        { style: 'plain', asked: 'What did Astrid Holmgren say about the load test?', trap: 'unknown person' },
        { style: 'plain', asked: 'Why did Daniel Okoro leave Orrin Games?', trap: 'false presupposition' },
        { style: 'plain', asked: 'What is the phone number of Sanna Berg?', trap: 'similar attribute' },
        { style: 'natural', asked: 'how many support agents sit in manila alone?', trap: 'not recorded' },
        { style: 'natural', asked: 'whats the google credit offer worth', trap: 'not recorded' },
        { style: 'natural', asked: "who's their lawyer?", trap: 'not recorded' },
      ],
    },
  },
  acrossOrg: [
    { style: 'plain', asked: 'Which accounts use Snowflake?', expected: [/Snowflake/i] },
    { style: 'plain', asked: 'At which account do we compete with Blue Yonder?', expected: [/Blue Yonder/i] },
    { style: 'plain', asked: 'Which deals are on hold?', expected: [/stage.*On hold/i] },
    {
      style: 'plain',
      asked: 'Who is the Chief Operating Officer of Fennick Markets?',
      expected: [/Chief Operating Officer/i],
    },
    { style: 'plain', asked: 'Which deals did we lose?', expected: [/stage.*Closed Lost/i] },
    { style: 'plain', asked: 'What did Marta say about invoicing at Aurelia Air?', expected: [/quarterly invoicing/i] },
    { style: 'natural', asked: "who's got a strike coming up", expected: [/strike.*December|December.*strike/i] },
    { style: 'natural', asked: 'which customer can get a subsidy', expected: [/subsidy programme covers half/i] },
    { style: 'natural', asked: 'who was it that insisted on part 11?', expected: [/Part 11 compliant/i] },
    { style: 'plain', asked: 'Which accounts use Workday?', trap: 'not recorded' },
    { style: 'plain', asked: 'What did Henrik Solberg say about pricing?', trap: 'unknown person' },
    { style: 'plain', asked: 'What is the amount of the Brightwater Textiles deal?', trap: 'other company' },
    { style: 'natural', asked: 'anyone running on azure?', trap: 'not recorded' },
    { style: 'natural', asked: 'which of them has an office in tokyo', trap: 'not recorded' },
  ],
};
