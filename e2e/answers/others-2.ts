import type { OthersSet } from './others.ts';

export const secondSet: OthersSet = {
  accounts: {
    kestrel: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Kestrel & Vane Brewing',
              domain: 'kestrelvane.example',
              industry: 'Brewery',
              employee_count: 340,
              tier: 'B',
              headquarters: 'Burton upon Trent',
              number_of_breweries: 2,
              annual_volume_hl: 610000,
              erp_system: 'Sage X3',
              fiscal_year_end: '30 September',
              ownership: 'Family owned, third generation',
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
              name: 'Rosalind Vane',
              title: 'Managing Director',
              email: 'r.vane@kestrelvane.example',
            },
          },
          'ros',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Callum Petrie',
              title: 'Head Brewer',
              email: 'callum@kestrelvane.example',
              phone: '+44 1283 555 017',
            },
          },
          'callum',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Anneke Visser',
              title: 'Finance Director',
              email: 'a.visser@kestrelvane.example',
            },
          },
          'anneke',
        ],
        [
          'gtm_crm_write',
          { entity: 'contact', facts: { account_id: '$acc', name: 'Desmond Okafor', title: 'Engineering Manager' } },
          'des',
        ],
        [
          'update_prospect',
          {
            name: 'Tilly Marsden',
            title: 'Quality Lab Supervisor',
            email: 'tilly.marsden@kestrelvane.example',
            account_id: '$acc',
            notes:
              'Runs the lab with two technicians. Still writes gravities on a clipboard and types them in on Fridays.',
          },
          'tilly',
        ],
        [
          'update_prospect',
          {
            name: 'Owen Blackett',
            title: 'Packaging Line Lead',
            account_id: '$acc',
            notes: 'Sceptical after the canning line software flopped in 2022. Works nights, so ring after 6 pm.',
          },
          'owen',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Burton fermentation monitoring',
              stage: 'Discovery',
              amount: 138000,
              currency: 'GBP',
              close_date: '2026-12-18',
              owner: 'Dana Whitlock',
              next_step: 'Walk the cellar with Callum',
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
              name: 'Wrexham cellar sensors',
              stage: 'Qualification',
              amount: 46000,
              currency: 'GBP',
              close_date: '2027-05-28',
              owner: 'Leo Hartnell',
              next_step: 'Find out who runs the Wrexham cellar',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Save one tank day per batch and bring beer loss down from 6.4% to 4%',
            economic_buyer: 'Anneke Visser',
            identify_pain:
              'Stuck fermentations are noticed too late; four batches of the pale ale were dumped last summer',
            champion: 'Callum Petrie',
            competition: 'Plaato Pro, and a dashboard the engineers built themselves on the PLCs',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-02T10:00:00Z',
            notes:
              'Cellar walk with Callum. He counts 28 fermenters. Night shift checks temperature by hand every two hours. He would want alarms on his phone, not on a screen in the control room.',
            next_step: 'Trial kit on two fermenters',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'From Desmond: the glycol system is getting replaced in February, so please no drilling near the chillers before that. The plant network is separate from the office one and you will need a VPN form signed by Iain in IT.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$tilly',
            text: 'Tilly said the two trial tanks flagged a diacetyl problem 19 hours earlier than her lab sheet would have. She wants an export to their LIMS, which is called LabVantage.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Anneke on the phone: she has put £120,000 aside for brewing equipment this financial year and we are not the only ones after it.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-10-07T14:00:00Z',
            notes:
              'Review of the trial with Callum, Tilly and Anneke. Result was good, but Anneke asked for a lease instead of a purchase. Rosalind did not come because she was at the hop harvest in Kent.',
            next_step: 'Send leasing terms to Anneke',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: {
              stage: 'Proposal',
              amount: 124500,
              close_date: '2027-02-26',
              next_step: 'Send leasing terms to Anneke',
            },
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            economic_buyer: 'Rosalind Vane, who signs anything above £100k',
            decision_criteria: 'Hygienic sensors that survive caustic cleaning, phone alarms, LIMS export',
            decision_process:
              'Callum recommends, Anneke checks the numbers, the family board decides on the last Thursday of the month',
            paper_process: 'Leasing contract goes through their solicitors Harrop Lyle; about three weeks',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Desmond: for your quote, please count 34 fermenters at Burton, we commissioned six more in the spring.',
          },
        ],
        [
          'log_capture',
          {
            source: 'linkedin',
            account_id: '$acc',
            text: 'Kestrel & Vane posted that their alcohol-free lager won a gold medal in Nuremberg and goes into Waitrose in January.',
          },
        ],
        [
          'log_capture',
          {
            source: 'slack',
            account_id: '$acc',
            text: 'Heard from Leo: the Wrexham site manager, Gethin Pugh, left at the end of October and nobody has been named yet.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Callum writes that Plaato quoted about 20 percent less than us but their probes failed in the hot caustic wash, so he ruled them out for the big tanks.',
          },
        ],
        [
          'log_capture',
          {
            source: 'voicemail',
            account_id: '$acc',
            text: 'Rosalind left a message: she is in New Zealand until 4 December and wants nothing decided before she is back.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content: 'Get the VPN form to Iain (Dana, by 27 November). Book a slot on the January family board.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content:
              '- Malt prices are up a third, Anneke may freeze spending\n- Owen could talk the shift leads out of it',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content:
              'Callum started as an apprentice at Kestrel and Rosalind trusts his word on anything technical. He is on paternity leave for two weeks from 7 December.',
          },
        ],
        [
          'gtm_score',
          {
            role: 'deal-risk',
            account_id: '$acc',
            signals: [
              { key: 'budget_shared', value: 0.6 },
              { key: 'buyer_absent', value: 0.5 },
            ],
          },
        ],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'Who signs the Burton fermentation monitoring deal?',
          expected: [/Rosalind Vane, who signs/i],
        },
        { style: 'plain', asked: 'Who is the champion at Kestrel & Vane?', expected: [/champion.*Callum/i] },
        { style: 'plain', asked: 'Which competitors are they looking at?', expected: [/Plaato Pro/i] },
        {
          style: 'plain',
          asked: 'What stage is the Burton fermentation monitoring opportunity in?',
          expected: [/stage.*Proposal/i],
        },
        {
          style: 'plain',
          asked: 'What was the amount of Burton fermentation monitoring before it was changed?',
          expected: [/138[,. ]?000/i],
          past: true,
        },
        { style: 'plain', asked: "What is Desmond Okafor's title?", expected: [/Engineering Manager/i] },
        { style: 'plain', asked: 'What are their decision criteria?', expected: [/caustic cleaning/i] },
        {
          style: 'plain',
          asked: 'What is the close date of Burton fermentation monitoring?',
          expected: [/2027-02-26|26 Feb/i],
        },
        { style: 'plain', asked: 'What did Tilly Marsden say about the trial tanks?', expected: [/19 hours/i] },
        { style: 'natural', asked: 'how much has anneke set aside for kit this year?', expected: [/120,000/i] },
        { style: 'natural', asked: 'how many fermentors do I quote for in burton', expected: [/34 fermenters/i] },
        { style: 'natural', asked: "why wasn't rosalind at the trial review", expected: [/hop harvest/i] },
        { style: 'natural', asked: 'when is rosalind back?', expected: [/until 4 December/i] },
        { style: 'natural', asked: 'was plaato cheaper than us', expected: [/20 percent less/i] },
        { style: 'natural', asked: "when's a good time to phone owen", expected: [/ring after 6/i] },
        { style: 'natural', asked: 'how much beer goes to waste at the moment', expected: [/6\.4/i] },
        { style: 'natural', asked: "who's in charge at wrexham these days?", expected: [/Gethin Pugh/i] },
        { style: 'natural', asked: 'what lims do they have', expected: [/LabVantage/i] },
        { style: 'plain', asked: 'What is the phone number of Tilly Marsden?', trap: 'similar attribute' },
        { style: 'plain', asked: 'What did Sierra Copper Brewing say about our price?', trap: 'other company' },
        { style: 'plain', asked: 'Who is the champion of the Wrexham cellar sensors deal?', trap: 'similar attribute' },
        { style: 'plain', asked: "What is Martin Hale's role at Kestrel & Vane?", trap: 'unknown person' },
        { style: 'natural', asked: 'how many hl does the wrexham site brew', trap: 'similar attribute' },
        {
          style: 'natural',
          asked: 'why did callum pull the plug on the trial?',
          trap: 'false presupposition',
          accept: /trial/i,
        },
        { style: 'natural', asked: 'what discount did we give them on burton', trap: 'not recorded' },
        { style: 'natural', asked: 'how long has desmond been with the brewery?', trap: 'similar attribute' },
      ],
    },
    marisol: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Marisol Telecom',
              domain: 'marisoltelecom.example',
              industry: 'Telecommunications',
              employee_count: 2150,
              tier: 'A',
              headquarters: 'Valencia',
              subscribers: 890000,
              billing_system: 'Amdocs',
              support_language: 'Spanish and Catalan',
              regions_served: 'Valencia, Murcia and the Balearics',
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
              name: 'Inés Carbonell',
              title: 'Chief Customer Officer',
              email: 'ines.carbonell@marisoltelecom.example',
              phone: '+34 960 555 201',
            },
          },
          'ines',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Jordi Puig',
              title: 'Director of Field Operations',
              email: 'jpuig@marisoltelecom.example',
            },
          },
          'jordi',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Beatriz Solano',
              title: 'Head of Procurement',
              email: 'bsolano@marisoltelecom.example',
            },
          },
          'bea',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Ramón Etxeberria',
              title: 'Enterprise Architect',
              preferred_channel: 'WhatsApp',
            },
          },
          'ramon',
        ],
        [
          'update_prospect',
          {
            name: 'Lucía Ferrer',
            title: 'Dispatch Supervisor, Murcia',
            account_id: '$acc',
            notes: 'Has 46 technicians under her. Wants to see the route map before anything else.',
          },
          'lucia',
        ],
        [
          'update_prospect',
          {
            name: 'Nuria Bosch',
            title: 'Data Protection Officer',
            email: 'nbosch@marisoltelecom.example',
            account_id: '$acc',
            notes: 'External, comes in on Tuesdays only.',
          },
          'nuria',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Field dispatch platform',
              stage: 'Negotiation',
              amount: 960000,
              currency: 'EUR',
              close_date: '2026-12-11',
              owner: 'Felix Brandt',
              next_step: 'Redline call with Beatriz',
              contract_term: '4 years',
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
              name: 'Churn alerts add-on',
              stage: 'Closed Lost',
              amount: 110000,
              currency: 'EUR',
              close_date: '2026-06-30',
              owner: 'Sofie Lindqvist',
              loss_reason: 'They built it in-house with their data team',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'First-visit fix rate from 68% to 80% and 900 fewer truck rolls a month',
            economic_buyer: 'Inés Carbonell',
            identify_pain:
              'Customers wait nine days for a fibre installation and half of the complaints are about missed appointments',
            champion: 'Lucía Ferrer',
            competition: 'Salesforce Field Service and ServiceMax',
            decision_process:
              'Steering committee scores both finalists, then the executive committee in Valencia ratifies',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-08-26T08:30:00Z',
            notes:
              'Workshop in Paterna with Jordi and his four regional leads. They plan routes in a tool called Optimoroute and then print them. Contractors do 40 percent of the jobs. Jordi is afraid that the contractors will refuse another app.',
            next_step: 'Demo of the contractor portal',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'stall',
            occurred_at: '2026-09-30T15:00:00Z',
            notes:
              'Ramón blocked the go-ahead: the architecture board wants single sign-on through Okta and no data outside the EU. Inés was clearly annoyed with him.',
            next_step: 'Answer the 60 architecture questions',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Beatriz: our standard payment terms are 90 days and every supplier above half a million needs a bank guarantee of five percent. Please also use our paper, not yours.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$lucia',
            text: 'Lucía told me the Murcia depot moves to Molina de Segura in March. Her people lose about 50 minutes a day driving back for parts. ServiceMax gave a demo in which the map froze twice, everyone laughed.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            prospect_id: '$nuria',
            text: 'From Nuria: location tracking of technicians needs the agreement of the works council. Last time with the vehicle trackers that took eleven weeks.',
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            champion: 'Jordi Puig',
            decision_criteria: 'Contractor portal, Okta single sign-on, EU hosting, connector to Amdocs',
            paper_process: 'Marisol paper, legal review by Garrigues, bank guarantee before signature',
          },
        ],
        ['gtm_crm_write', { entity: 'opp', id: '$opp1', facts: { amount: 815000, close_date: '2027-01-22' } }],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-11-10T09:00:00Z',
            notes:
              'Inés said we are the preferred bidder. She wants the price under 800 and a rollout that begins in the Balearics, since that is the smallest region. Salesforce is out because of licence cost for contractors.',
            next_step: 'New offer with three-year term by 24 November',
          },
        ],
        [
          'gtm_crm_write',
          { entity: 'opp', id: '$opp1', facts: { next_step: 'New offer with three-year term by 24 November' } },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            text: 'Expansión reports that Marisol is in talks to buy the cable operator Onda Alcoy for 70 million euros.',
          },
        ],
        [
          'log_capture',
          {
            source: 'linkedin',
            account_id: '$acc',
            text: 'Marisol Telecom announced a new CEO, Teresa Montaner, who starts on 1 February 2027. She comes from Euskaltel.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Jordi says they have 380 technicians of their own, contractors not counted.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Beatriz sent the licence table: 415 own technicians, to be priced per named user.',
          },
        ],
        [
          'log_capture',
          {
            source: 'slack',
            account_id: '$acc',
            text: 'Ramón is fine now that he has seen our SOC 2 report, his only open point is the backup retention of 30 days; they need 90.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content:
              '- Works council could take until spring\n- New CEO may stop projects that are not signed by the time she arrives',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'stakeholders',
            content: 'CFO Andreu Llopis has not met us yet; Inés says he never overrules her below one million.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Felix to get a five percent bank guarantee quoted by Commerzbank. Works council briefing with Nuria on 1 December.',
          },
        ],
        [
          'gtm_score',
          {
            role: 'deal-risk',
            account_id: '$acc',
            signals: [
              { key: 'works_council_open', value: 0.7 },
              { key: 'price_pressure', value: 0.6 },
            ],
          },
        ],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'Who is the economic buyer for the Field dispatch platform?',
          expected: [/economic.?buyer.*Inés/i],
        },
        {
          style: 'plain',
          asked: 'Who was the champion before Jordi Puig?',
          expected: [/champion.*Lucía Ferrer/i],
          past: true,
        },
        {
          style: 'plain',
          asked: 'What is the amount of the Field dispatch platform deal?',
          expected: [/815[,. ]?000/i],
        },
        {
          style: 'plain',
          asked: 'What is the next step for the Field dispatch platform?',
          expected: [/three-year term/i],
        },
        { style: 'plain', asked: 'Why was the Churn alerts add-on lost?', expected: [/in-house/i] },
        { style: 'plain', asked: 'What is the title of Beatriz Solano?', expected: [/Head of Procurement/i] },
        { style: 'plain', asked: 'What pain has been identified?', expected: [/nine days/i] },
        {
          style: 'plain',
          asked: 'What did Nuria Bosch say about location tracking?',
          expected: [/agreement of the works council/i],
        },
        { style: 'plain', asked: 'What is the paper process?', expected: [/Garrigues/i] },
        { style: 'natural', asked: 'is salesforce still in the race?', expected: [/Salesforce is out/i] },
        { style: 'natural', asked: 'how long do they take to pay', expected: [/payment terms are 90 days/i] },
        { style: 'natural', asked: 'whats ramon still unhappy about', expected: [/backup retention/i] },
        { style: 'natural', asked: 'where do they wanna start the rollout', expected: [/begins in the Balearics/i] },
        { style: 'natural', asked: "who's the new ceo and where does she come from", expected: [/Teresa Montaner/i] },
        { style: 'natural', asked: 'how many techs report to lucía?', expected: [/46 technicians/i] },
        { style: 'natural', asked: "what's the best way to get hold of ramón", expected: [/WhatsApp/i] },
        { style: 'natural', asked: 'how long did the works council need last time round', expected: [/eleven weeks/i] },
        { style: 'natural', asked: 'could the cfo still stop it', expected: [/never overrules/i] },
        { style: 'plain', asked: 'What is the phone number of Jordi Puig?', trap: 'similar attribute' },
        { style: 'plain', asked: 'Who was the economic buyer of the Churn alerts add-on?', trap: 'similar attribute' },
        { style: 'plain', asked: 'What did Vodafone offer for the dispatch project?', trap: 'other company' },
        { style: 'plain', asked: 'What does Carmen Robledo think of the contractor portal?', trap: 'unknown person' },
        { style: 'natural', asked: 'how many customers left them last year', trap: 'not recorded' },
        {
          style: 'natural',
          asked: 'when did they close the onda alcoy purchase',
          trap: 'false presupposition',
          accept: /Onda Alcoy/i,
        },
        { style: 'natural', asked: "got andreu's email?", trap: 'similar attribute' },
        { style: 'natural', asked: 'why did servicemax pull out', trap: 'false presupposition', accept: /ServiceMax/i },
      ],
    },
    halden: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Halden Valley Water',
              domain: 'haldenwater.example',
              industry: 'Water utility',
              employee_count: 730,
              tier: 'B',
              headquarters: 'Drammen',
              network_length_km: 4100,
              households_served: 212000,
              gis_system: 'Gemini VA',
              regulator: 'NVE',
              owner_municipalities: 9,
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
              name: 'Sigrid Aasen',
              title: 'Director of Networks',
              email: 'sigrid.aasen@haldenwater.example',
              phone: '+47 32 55 01 40',
            },
          },
          'sigrid',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Pål Brekke',
              title: 'Leakage Engineer',
              email: 'pal.brekke@haldenwater.example',
            },
          },
          'pal',
        ],
        [
          'gtm_crm_write',
          { entity: 'contact', facts: { account_id: '$acc', name: 'Marit Eidsvik', title: 'Chief Executive' } },
          'marit',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Hamza Qureshi',
              title: 'SCADA and Cyber Lead',
              email: 'hamza.qureshi@haldenwater.example',
            },
          },
          'hamza',
        ],
        [
          'update_prospect',
          {
            name: 'Gunnar Lie',
            title: 'Workshop Foreman, Kongsberg depot',
            account_id: '$acc',
            notes: 'Retires in June. Knows every valve by heart, nothing of it is written down.',
          },
          'gunnar',
        ],
        [
          'update_prospect',
          {
            name: 'Elise Thoresen',
            title: 'Sustainability Adviser',
            email: 'elise.thoresen@haldenwater.example',
            account_id: '$acc',
            notes: 'Writes the annual climate report, needs litres saved per month.',
          },
          'elise',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Acoustic leak loggers phase 1',
              stage: 'Closed Won',
              amount: 1900000,
              currency: 'NOK',
              close_date: '2026-03-20',
              owner: 'Tobias Renner',
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
              name: 'Leak loggers phase 2',
              stage: 'Tender',
              amount: 7400000,
              currency: 'NOK',
              close_date: '2027-03-31',
              owner: 'Tobias Renner',
              next_step: 'Answer the clarification questions',
              tender_reference: '2026-118',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp2',
            metrics: 'Bring leakage from 34% to 25% by 2029',
            identify_pain:
              'A third of the treated water is lost before it reaches a tap, and the regulator has given notice of a fine',
            champion: 'Pål Brekke',
            competition: 'Gutermann and Ovarro',
            decision_criteria: '50% quality, 30% price, 20% environment',
            decision_process: 'Public tender; evaluation group of five, then the board on 16 March',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-08-18T11:00:00Z',
            notes:
              'Review of phase 1 in Drammen with Pål and Sigrid. The 420 loggers found 61 leaks in five months; the biggest, under the railway in Mjøndalen, was losing 14 litres a second. Six loggers drowned in flooded manholes.',
            next_step: 'Send replacement loggers with IP68 housing',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Hamza: nothing may write to the SCADA network. Read only through the data diode, and I need the software bill of materials before the tender closes.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Sigrid can approve up to 2 million kroner herself; phase 2 has to be signed by Marit Eidsvik after the board has said yes.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Tender office: bids must be in through Mercell by 12:00 on 15 January 2027. Questions may be asked until 11 December. Language is Norwegian.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$gunnar',
            text: 'Gunnar grumbled that the magnets on our loggers are too weak for the old ductile iron valves, he has been using cable ties. Otherwise batteries are holding up fine.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            prospect_id: '$elise',
            text: 'Elise asks for a monthly figure for the climate report because the municipalities vote on the water tariff in May.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'stall',
            occurred_at: '2026-10-22T12:00:00Z',
            notes:
              'Marit would not discuss prices before the tender. She did say that Gutermann has been lobbying two of the mayors and that she was not impressed. She is worried about drought, the Glitre reservoir was at 41 percent in August.',
            next_step: 'Only written questions from here on',
          },
        ],
        ['gtm_crm_write', { entity: 'opp', id: '$opp2', facts: { amount: 8150000, close_date: '2027-04-14' } }],
        [
          'set_meddpicc',
          {
            opp_id: '$opp2',
            economic_buyer: 'Marit Eidsvik',
            paper_process: 'Standard contract SSA-K, ten-day standstill after the award, then signature',
            decision_criteria: '40% quality, 40% price, 20% environment',
          },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            text: 'Drammens Tidende: burst main on Bragernes left 1,800 homes without water for two days in October.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Pål: the coverage of LTE-M is poor in Sigdal valley, can your loggers do NB-IoT or LoRaWAN there? We have our own LoRa masts.',
          },
        ],
        [
          'log_capture',
          {
            source: 'slack',
            account_id: '$acc',
            text: 'Ovarro has told a partner of ours that they will not bid, their factory is booked out until summer.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Pål is going on a study trip to Copenhagen with the Danish utility HOFOR in the second week of January, hard to reach then.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Invoice query from Halden Valley Water: the support fee for phase 1 was billed twice in September, 38,000 kroner to be credited.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content: 'Tobias to send the SBOM to Hamza by 4 December. Translator booked for 7 to 9 January.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content:
              '- Weak magnets could cost us quality points\n- Price weight went up, Gutermann is usually cheaper',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content: 'Pål sits in the evaluation group, so no lunches and no gifts until the award.',
          },
        ],
        [
          'gtm_score',
          {
            role: 'health',
            account_id: '$acc',
            signals: [
              { key: 'product_usage', value: 0.9 },
              { key: 'invoice_dispute', value: 0.3 },
            ],
          },
        ],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'Who signs the phase 2 contract?',
          expected: [/signed by Marit Eidsvik|economic.?buyer.*Marit/i],
        },
        { style: 'plain', asked: 'What stage is Leak loggers phase 2 in?', expected: [/stage.*Tender/i] },
        {
          style: 'plain',
          asked: 'What was the amount of Acoustic leak loggers phase 1?',
          expected: [/1[,. ]?900[,. ]?000/i],
        },
        {
          style: 'plain',
          asked: 'What were the decision criteria before they were changed?',
          expected: [/50% quality/i],
          past: true,
        },
        { style: 'plain', asked: 'What are the decision criteria for phase 2?', expected: [/40% quality/i] },
        { style: 'plain', asked: 'When must the bid be submitted?', expected: [/15 January 2027/i] },
        { style: 'plain', asked: 'What did Gunnar Lie say about the magnets?', expected: [/too weak/i] },
        { style: 'plain', asked: 'What is the title of Hamza Qureshi?', expected: [/SCADA and Cyber Lead/i] },
        { style: 'plain', asked: 'Which GIS system do they use?', expected: [/Gemini/i] },
        { style: 'natural', asked: 'how much of their water leaks away', expected: [/34 ?%|A third of the treated/i] },
        { style: 'natural', asked: 'is ovarro bidding?', expected: [/will not bid/i] },
        { style: 'natural', asked: 'up to how much can sigrid sign off on her own', expected: [/2 million kroner/i] },
        { style: 'natural', asked: 'what did we mess up on the invoice', expected: [/billed twice/i] },
        { style: 'natural', asked: 'ok to take pål to lunch?', expected: [/no lunches/i] },
        { style: 'natural', asked: 'where was the worst leak we found', expected: [/Mjøndalen/i] },
        { style: 'natural', asked: 'how many loggers did we lose to flooding', expected: [/Six loggers drowned/i] },
        {
          style: 'natural',
          asked: 'what does hamza need from us before the tender ends',
          expected: [/bill of materials/i],
        },
        { style: 'natural', asked: 'how low did the reservoir get in aug', expected: [/41 percent/i] },
        { style: 'plain', asked: "What is Pål Brekke's phone number?", trap: 'similar attribute' },
        { style: 'plain', asked: 'What is the contract term of Leak loggers phase 2?', trap: 'not recorded' },
        { style: 'plain', asked: 'What did Severn Trent report about the loggers?', trap: 'other company' },
        {
          style: 'plain',
          asked: 'Why was Acoustic leak loggers phase 1 lost?',
          trap: 'false presupposition',
          accept: /Closed Won/i,
        },
        { style: 'natural', asked: 'how many people does pål have in his team', trap: 'not recorded' },
        { style: 'natural', asked: "what's gutermann charging per logger", trap: 'not recorded' },
        {
          style: 'natural',
          asked: 'which price did marit ask for in october?',
          trap: 'false presupposition',
          accept: /not discuss prices/i,
        },
        { style: 'natural', asked: "who's their head of hr", trap: 'not recorded' },
      ],
    },
    aerodine: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'AeroDine Catering',
              domain: 'aerodine.example',
              industry: 'Airline catering',
              employee_count: 5200,
              tier: 'A',
              headquarters: 'Frankfurt',
              kitchens: 11,
              meals_per_day: 148000,
              largest_customer: 'Condor',
              erp_system: 'SAP S/4HANA',
              fiscal_year_end: '31 December',
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
              name: 'Katrin Hoffstede',
              title: 'Chief Operating Officer',
              email: 'k.hoffstede@aerodine.example',
            },
          },
          'katrin',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Bülent Aydin',
              title: 'VP Supply Chain',
              email: 'b.aydin@aerodine.example',
              phone: '+49 69 555 3090',
            },
          },
          'bulent',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Giulia Marchetti',
              title: 'Head of Food Safety',
              email: 'g.marchetti@aerodine.example',
            },
          },
          'giulia',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: { account_id: '$acc', name: 'Stefan Wirth', title: 'CIO', assistant: 'Frau Nickel' },
          },
          'stefan',
        ],
        [
          'update_prospect',
          {
            name: 'Paweł Zieliński',
            title: 'Executive Chef, Munich kitchen',
            account_id: '$acc',
            notes: 'Throws away 1,100 trays on a bad day. Thinks planners never set foot in a kitchen.',
          },
          'pawel',
        ],
        [
          'update_prospect',
          {
            name: 'Miriam Danso',
            title: 'Customer Success Manager, Condor account',
            email: 'm.danso@aerodine.example',
            account_id: '$acc',
            notes: 'Gets the passenger counts at T-24 and T-6 from the airline.',
          },
          'miriam',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Meal demand forecasting',
              stage: 'Pilot',
              amount: 540000,
              currency: 'EUR',
              close_date: '2027-01-15',
              owner: 'Hanna Koskinen',
              next_step: 'Weekly pilot call',
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
              name: 'Trolley tracking',
              stage: 'Discovery',
              amount: 275000,
              currency: 'EUR',
              close_date: '2027-09-30',
              owner: 'Hanna Koskinen',
              next_step: 'Site visit in Düsseldorf',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'Food waste down by 22 tonnes a month',
            economic_buyer: 'Stefan Wirth',
            identify_pain:
              'Overproduction of 9 percent on short-haul flights, and airlines no longer pay for uneaten meals',
            champion: 'Bülent Aydin',
            competition: 'Blue Yonder and a spreadsheet from McKinsey',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-07-16T13:00:00Z',
            notes:
              'Kick-off of the pilot in Munich. Covers lines 3 and 4, eight weeks, only Condor and Discover flights. Paweł wanted to know who is to blame if a flight leaves a meal short.',
            next_step: 'Passenger feed from Miriam',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            prospect_id: '$miriam',
            text: 'Miriam: the T-6 counts come as a PDF attachment, I am sorry. An API is promised by Condor for the summer schedule.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$pawel',
            text: 'Paweł is happier now. In week five they threw out 640 trays instead of the usual 900, but on two flights to Antalya they were three halal meals short.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Giulia writes: allergen data is never to leave our recipe system, which is called Calcmenu. And no production change without an updated HACCP plan, allow four weeks for that.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-24T08:00:00Z',
            notes:
              'Pilot result meeting with Katrin and Bülent: waste minus 19 percent on the pilot lines. Katrin wants Vienna and Zurich in the first wave. She also said that the money comes out of her operations budget and no longer from IT.',
            next_step: 'Rollout plan for three kitchens',
          },
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            economic_buyer: 'Katrin Hoffstede',
            decision_criteria: 'Accuracy at T-24, special meals, SAP interface',
            decision_process: 'Katrin decides, the supervisory board is only informed',
            paper_process: 'Works council and data protection check, then purchase order through Ariba',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { stage: 'Business case', amount: 690000, next_step: 'Rollout plan for three kitchens' },
          },
        ],
        ['gtm_crm_write', { entity: 'contact', id: '$bulent', facts: { title: 'Chief Supply Chain Officer' } }],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            text: 'Ver.di calls for a warning strike in the Frankfurt kitchen in the second week of December; the pay talks have been stuck since September.',
          },
        ],
        [
          'log_capture',
          {
            source: 'linkedin',
            account_id: '$acc',
            text: 'Bülent Aydin was promoted and is now on the executive board, his post got 800 likes.',
          },
        ],
        [
          'log_capture',
          {
            source: 'slack',
            account_id: '$acc',
            text: 'Blue Yonder offered AeroDine the first year for free. Bülent says Stefan likes that, Katrin does not care because they needed 14 months at Gate Gourmet.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Frau Nickel: Herr Wirth has appointments only on Wednesdays between 7:30 and 9.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'About trolleys: Düsseldorf loses roughly 300 trolleys a year at around 900 euros each, mostly because other caterers keep them.',
          },
        ],
        [
          'log_capture',
          { source: 'call', account_id: '$acc', text: 'Bülent thinks a kitchen needs ten weeks to go live.' },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Katrin: the Ryanair tender was lost to Newrest, so the Vienna kitchen runs at 60 percent of capacity.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'no show',
            occurred_at: '2026-11-04T07:30:00Z',
            notes: 'Stefan did not turn up, his assistant said the SAP migration went wrong over the weekend.',
            next_step: 'Try again on 25 November',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Hanna to price Vienna and Zurich separately by Friday 27 November. Ask Giulia to start on the HACCP plan.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content:
              '- IT freeze until the SAP migration is stable, probably end of January\n- Strike in Frankfurt would eat all attention',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'stakeholders',
            content: 'Works council chair is Detlef Rahn, friendly since the pilot saved his people weekend shifts.',
          },
        ],
        [
          'gtm_score',
          {
            role: 'technical-risk',
            account_id: '$acc',
            signals: [
              { key: 'pdf_feed', value: 0.8 },
              { key: 'sap_migration', value: 0.7 },
            ],
          },
        ],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'Who is the economic buyer for Meal demand forecasting?',
          expected: [/economic.?buyer.*Katrin/i],
        },
        {
          style: 'plain',
          asked: 'Who was the economic buyer previously?',
          expected: [/economic.?buyer.*Stefan Wirth/i],
          past: true,
        },
        { style: 'plain', asked: 'What is the title of Bülent Aydin?', expected: [/Chief Supply Chain Officer/i] },
        {
          style: 'plain',
          asked: 'What is the current stage of Meal demand forecasting?',
          expected: [/stage.*Business case/i],
        },
        { style: 'plain', asked: 'Which budget does the money come from?', expected: [/operations budget/i] },
        { style: 'plain', asked: 'Who else are they considering?', expected: [/Blue Yonder/i] },
        {
          style: 'plain',
          asked: 'What is the amount of the Trolley tracking opportunity?',
          expected: [/275[,. ]?000/i],
        },
        { style: 'plain', asked: 'What did Giulia Marchetti say about allergen data?', expected: [/Calcmenu/i] },
        { style: 'plain', asked: 'What are the risks in the account plan?', expected: [/IT freeze until the SAP/i] },
        { style: 'natural', asked: 'why did stefan stand us up', expected: [/SAP migration went wrong/i] },
        { style: 'natural', asked: 'how long does it take to get a kitchen live?', expected: [/ten weeks/i] },
        { style: 'natural', asked: 'any strikes coming up', expected: [/warning strike/i] },
        { style: 'natural', asked: 'how many trollies go missing in düsseldorf per yr', expected: [/300 trolleys/i] },
        { style: 'natural', asked: 'when can i get a slot with the cio', expected: [/Wednesdays/i] },
        { style: 'natural', asked: "who's the works council boss", expected: [/Detlef Rahn/i] },
        { style: 'natural', asked: 'by how much did waste go down in the pilot', expected: [/19 percent/i] },
        { style: 'natural', asked: "why isn't vienna running full?", expected: [/Ryanair/i] },
        { style: 'natural', asked: 'did anyone try to undercut us with a freebie', expected: [/first year for free/i] },
        { style: 'plain', asked: 'What is the phone number of Katrin Hoffstede?', trap: 'similar attribute' },
        { style: 'plain', asked: 'What is the annual revenue of AeroDine Catering?', trap: 'not recorded' },
        { style: 'plain', asked: 'What did LSG Sky Chefs say about the pilot?', trap: 'other company' },
        { style: 'plain', asked: 'Who is the champion for Trolley tracking?', trap: 'similar attribute' },
        { style: 'natural', asked: 'how much did waste drop in the hamburg kitchen', trap: 'not recorded' },
        { style: 'natural', asked: "what's the name of bülent's assistant", trap: 'similar attribute' },
        {
          style: 'natural',
          asked: 'why did condor drop them as caterer',
          trap: 'false presupposition',
          accept: /Condor/i,
        },
        { style: 'natural', asked: 'how many ppl work in the munich kitchen?', trap: 'not recorded' },
      ],
    },
    corvina: {
      steps: [
        [
          'gtm_crm_write',
          {
            entity: 'account',
            facts: {
              name: 'Corvina Dental Group',
              domain: 'corvinadental.example',
              industry: 'Dental chain',
              employee_count: 1260,
              tier: 'C',
              headquarters: 'Columbus, Ohio',
              number_of_clinics: 74,
              practice_management_system: 'Dentrix Ascend',
              private_equity_owner: 'Larkspur Capital',
              founded: 2009,
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
              name: 'Dr. Monique Tran',
              title: 'Chief Dental Officer',
              email: 'mtran@corvinadental.example',
            },
          },
          'monique',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'contact',
            facts: {
              account_id: '$acc',
              name: 'Greg Halloran',
              title: 'Chief Financial Officer',
              email: 'ghalloran@corvinadental.example',
              phone: '+1 614 555 0188',
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
              name: 'Shanice Boyd',
              title: 'VP Patient Experience',
              email: 'sboyd@corvinadental.example',
            },
          },
          'shanice',
        ],
        [
          'gtm_crm_write',
          { entity: 'contact', facts: { account_id: '$acc', name: 'Kyle Brandvold', title: 'IT Director' } },
          'kyle',
        ],
        [
          'update_prospect',
          {
            name: 'Yolanda Price',
            title: 'Regional Manager, Kentucky',
            account_id: '$acc',
            notes: 'Has 17 clinics. Prefers texts to calls.',
          },
          'yolanda',
        ],
        [
          'update_prospect',
          {
            name: 'Dr. Amit Desai',
            title: 'Lead Orthodontist',
            email: 'adesai@corvinadental.example',
            account_id: '$acc',
            notes:
              'Owns a small stake in the company. Complains about patients who do not show up for the first fitting.',
          },
          'amit',
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            facts: {
              account_id: '$acc',
              name: 'Patient reminders and online booking',
              stage: 'Proposal',
              amount: 222000,
              currency: 'USD',
              close_date: '2026-12-04',
              owner: 'Marcy Duval',
              next_step: 'Send BAA to legal',
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
              name: 'Insurance verification',
              stage: 'Discovery',
              amount: 95000,
              currency: 'USD',
              close_date: '2027-06-15',
              owner: 'Nate Osei',
              next_step: 'Shadow the billing team for a day',
            },
          },
          'opp2',
        ],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            metrics: 'No-show rate from 14% to 8%, worth 2.3 million dollars a year',
            economic_buyer: 'Greg Halloran',
            identify_pain: 'Front desks spend three hours a day on reminder calls and chairs stay empty',
            champion: 'Shanice Boyd',
            competition: 'Weave and NexHealth',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'advance',
            occurred_at: '2026-09-15T15:00:00Z',
            notes:
              'Demo for Shanice and Yolanda. They liked the two-way texting, and asked for Spanish because a fifth of the patients in Dayton speak it. Kyle was on vacation.',
            next_step: 'Pilot in five Kentucky clinics',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            prospect_id: '$yolanda',
            text: 'Yolanda: Lexington and Louisville can start with the pilot on November 9, Bowling Green has no front desk manager at the moment so leave it out.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Greg on price: he will not pay per clinic, only per active patient. He also said Larkspur wants to sell the group in 2028, so no contract longer than two years.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Kyle: the phones are RingCentral everywhere except the 12 clinics we bought from BlueSky Dental, those are still on old Avaya boxes. Please no on-site installs in December.',
          },
        ],
        [
          'mark_meeting_outcome',
          {
            account_id: '$acc',
            outcome: 'stall',
            occurred_at: '2026-10-20T18:00:00Z',
            notes:
              'Legal review got stuck. Their counsel Wendy Askew wants unlimited liability for a data breach after the ransomware case they had in 2024. Greg will not step in.',
            next_step: 'Call between both lawyers',
          },
        ],
        [
          'gtm_crm_write',
          {
            entity: 'opp',
            id: '$opp1',
            facts: { stage: 'Legal review', close_date: '2027-01-29', next_step: 'Call between both lawyers' },
          },
        ],
        ['gtm_crm_write', { entity: 'opp', id: '$opp1', facts: { amount: 198000, owner: 'Nate Osei' } }],
        [
          'set_meddpicc',
          {
            opp_id: '$opp1',
            competition: 'NexHealth only; Weave withdrew',
            decision_process: 'Shanice proposes, Greg approves, Larkspur has to agree above 250,000 dollars',
            decision_criteria: 'Two-way texting, Spanish, write-back into Dentrix',
            paper_process: 'BAA first, then MSA; signed in DocuSign',
          },
        ],
        [
          'log_capture',
          {
            source: 'slack',
            account_id: '$acc',
            text: 'Marcy is off on maternity leave from November 2, Nate takes over all of Corvina.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            prospect_id: '$amit',
            text: 'Dr. Desai wants text reminders to name the type of appointment, Dr. Tran says that is a HIPAA problem. They argued about it in front of me.',
          },
        ],
        [
          'log_capture',
          {
            source: 'news',
            account_id: '$acc',
            text: 'Corvina Dental Group is to open eight clinics in Indiana next year, says the Indianapolis Business Journal.',
          },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Shanice: first pilot numbers, Lexington had 31 no-shows in the first week against 52 normally. The front desk there is thrilled. One elderly patient got the same message six times.',
          },
        ],
        [
          'log_capture',
          { source: 'call', account_id: '$acc', text: 'Kyle says the group has 410,000 active patients in Dentrix.' },
        ],
        [
          'log_capture',
          {
            source: 'email',
            account_id: '$acc',
            text: 'Greg: for pricing take 365,000 active patients, the rest have not been seen for two years.',
          },
        ],
        [
          'update_prospect',
          { id: '$yolanda', notes: 'Has 19 clinics since the reorganization. Prefers texts to calls.' },
        ],
        [
          'log_capture',
          {
            source: 'linkedin',
            account_id: '$acc',
            text: 'Corvina is looking for a Director of Revenue Cycle, posted three days ago.',
          },
        ],
        [
          'log_capture',
          {
            source: 'call',
            account_id: '$acc',
            text: 'Billing team checks insurance by phone, 25 minutes a patient on average. Supervisor is Renee Kowalczyk.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'next_steps',
            content:
              'Nate to set up the lawyer call with Wendy before Thanksgiving. Collect pilot numbers from Louisville.',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'risks',
            content: '- Liability clause\n- Kyle would rather wait for the reminder module of Dentrix itself',
          },
        ],
        [
          'add_to_plan',
          {
            account_id: '$acc',
            section: 'champion_notes',
            content:
              'Shanice worked with our product at her last job, Aspen Smiles. Her bonus depends on the no-show rate.',
          },
        ],
        [
          'gtm_score',
          {
            role: 'awareness',
            account_id: '$acc',
            signals: [
              { key: 'website_visits', value: 0.4 },
              { key: 'webinar_attended', value: 0.8 },
            ],
          },
        ],
      ],
      questions: [
        {
          style: 'plain',
          asked: 'Who owns the Patient reminders and online booking opportunity?',
          expected: [/owner.*Nate Osei|Nate takes over/i],
        },
        {
          style: 'plain',
          asked: 'Who owned Patient reminders and online booking before?',
          expected: [/owner.*Marcy Duval/i],
          past: true,
        },
        {
          style: 'plain',
          asked: 'What is the amount of Patient reminders and online booking?',
          expected: [/198[,. ]?000/i],
        },
        { style: 'plain', asked: 'Who is the competition?', expected: [/NexHealth only/i] },
        {
          style: 'plain',
          asked: 'What was the previous close date of Patient reminders and online booking?',
          expected: [/2026-12-04|4 Dec/i],
          past: true,
        },
        { style: 'plain', asked: 'What is the paper process?', expected: [/BAA first/i] },
        { style: 'plain', asked: 'What is the title of Shanice Boyd?', expected: [/VP Patient Experience/i] },
        { style: 'plain', asked: 'Which private equity firm owns them?', expected: [/Larkspur Capital/i] },
        {
          style: 'plain',
          asked: 'What is the next step for Insurance verification?',
          expected: [/Shadow the billing/i],
        },
        { style: 'natural', asked: 'how does greg want the pricing to work', expected: [/per active patient/i] },
        { style: 'natural', asked: "what's the longest contract they'd take", expected: [/longer than two years/i] },
        { style: 'natural', asked: "why's legal stuck?", expected: [/unlimited liability/i] },
        { style: 'natural', asked: 'how many clinics does yolanda look after now', expected: [/19 clinics/i] },
        { style: 'natural', asked: 'how many no shows did lexington have in wk 1', expected: [/31 no-shows/i] },
        { style: 'natural', asked: 'what phones are in the bluesky offices', expected: [/Avaya/i] },
        { style: 'natural', asked: 'has shanice used our product before?', expected: [/Aspen Smiles/i] },
        { style: 'natural', asked: 'what were desai and tran arguing over', expected: [/HIPAA/i] },
        { style: 'natural', asked: 'how long does one insurance check take them', expected: [/25 minutes/i] },
        { style: 'plain', asked: 'What is the e-mail address of Kyle Brandvold?', trap: 'similar attribute' },
        {
          style: 'plain',
          asked: 'What are the decision criteria for Insurance verification?',
          trap: 'similar attribute',
        },
        { style: 'plain', asked: 'What did Bright Harbor Dental decide?', trap: 'other company' },
        { style: 'plain', asked: 'When did Priscilla Meng join the steering group?', trap: 'unknown person' },
        {
          style: 'natural',
          asked: 'how many no shows did louisville have',
          trap: 'not recorded',
          accept: /Collect pilot numbers from Louisville/i,
        },
        {
          style: 'natural',
          asked: 'why did greg veto the spanish texts',
          trap: 'false presupposition',
          accept: /Spanish/i,
        },
        { style: 'natural', asked: 'how many hygienists do they employ', trap: 'not recorded' },
        { style: 'natural', asked: 'how much ransom did they pay in 2024?', trap: 'not recorded' },
      ],
    },
  },
  acrossOrg: [
    { style: 'plain', asked: 'Which account runs SAP S/4HANA?', expected: [/SAP S\/4HANA/i] },
    { style: 'plain', asked: 'Who is the champion at Marisol Telecom?', expected: [/champion.*Jordi Puig/i] },
    { style: 'plain', asked: 'Which accounts are water utilities?', expected: [/Water utility/i] },
    { style: 'plain', asked: 'Which opportunities are in legal review?', expected: [/stage.*Legal review/i] },
    { style: 'natural', asked: 'who has ringcentral', expected: [/RingCentral/i] },
    {
      style: 'natural',
      asked: 'which customer missed out on the ryanair tender',
      expected: [/Ryanair tender was lost/i],
    },
    { style: 'natural', asked: 'anyone who wants to lease instead of buying?', expected: [/lease instead/i] },
    { style: 'natural', asked: 'which deals have we lost', expected: [/Closed Lost|built it in-house/i] },
    { style: 'plain', asked: 'Which accounts use Workday?', trap: 'not recorded' },
    { style: 'plain', asked: 'Who is the champion at Northgate Insurance?', trap: 'other company' },
    {
      style: 'plain',
      asked: 'What is the close date of the drone inspection deal at Halden Valley Water?',
      trap: 'similar attribute',
    },
    { style: 'natural', asked: 'anybody looking at servicetitan?', trap: 'not recorded' },
    { style: 'natural', asked: "what's the nps at aerodine", trap: 'not recorded' },
    {
      style: 'natural',
      asked: 'did rosalind vane leave marisol',
      trap: 'false presupposition',
      accept: /Rosalind|r\.vane/i,
    },
  ],
};
