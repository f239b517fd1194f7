/** A small company's book of business, for the demo workspace. Days count back from the day it is seeded. */
export type DemoAccount = {
  name: string;
  domain: string;
  industry: string;
  employees: number;
  tier?: string;
  contacts: { name: string; title: string }[];
  opps: {
    name: string;
    stage: string;
    amount: number;
    /** Days until it should close; negative when it has. */
    closesIn: number;
    meddpicc: Record<string, string>;
  }[];
  meetings: { daysAgo: number; outcome: string; notes: string; next_step?: string }[];
  captures: { source: string; text: string; tags?: string[] }[];
  plan: { section: string; content: string }[];
  signals: { key: string; value: number; daysAgo: number }[];
};

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    name: 'Harbor & Pine Logistics',
    domain: 'harborpine.example',
    industry: 'Logistics',
    employees: 840,
    tier: 'A',
    contacts: [
      { name: 'Maren Oduya', title: 'Chief Operating Officer' },
      { name: 'Tobias Lindqvist', title: 'Head of Dispatch' },
    ],
    opps: [
      {
        name: 'Route planning rollout',
        stage: 'Negotiation',
        amount: 184_000,
        closesIn: 21,
        meddpicc: {
          metrics: 'Late deliveries down from 9 % to 4 % within two quarters',
          economic_buyer: 'Maren Oduya',
          decision_criteria: 'Works with the present fleet tracker; live within eight weeks',
          identify_pain: 'Dispatchers re-plan by hand every morning',
          champion: 'Tobias Lindqvist',
        },
      },
    ],
    meetings: [
      {
        daysAgo: 3,
        outcome: 'advance',
        notes: 'Walked through the pilot figures; Maren wants the contract reviewed before the board meets.',
        next_step: 'Send the security annex to their counsel',
      },
      { daysAgo: 24, outcome: 'advance', notes: 'Pilot on two depots agreed.' },
    ],
    captures: [
      { source: 'call', text: 'Tobias says the morning re-plan takes ninety minutes at each depot.', tags: ['pain'] },
      { source: 'email', text: 'Counsel asked for the security annex and the list of subprocessors.', tags: ['legal'] },
    ],
    plan: [
      { section: 'next_steps', content: '- Security annex to counsel\n- Dry run of the cut-over with both depots' },
      { section: 'risks', content: 'Paper process unknown: nobody has said who signs for purchasing.' },
    ],
    signals: [
      { key: 'paper_process_unknown', value: 0.8, daysAgo: 3 },
      { key: 'no_next_step', value: 0.1, daysAgo: 3 },
    ],
  },
  {
    name: 'Meridian Dental Group',
    domain: 'meridiandental.example',
    industry: 'Healthcare',
    employees: 310,
    tier: 'B',
    contacts: [{ name: 'Priya Raman', title: 'Director of Operations' }],
    opps: [
      {
        name: 'Scheduling for 14 clinics',
        stage: 'Proposal',
        amount: 62_500,
        closesIn: 45,
        meddpicc: {
          identify_pain: 'One in six appointments is lost to no-shows',
          competition: 'The incumbent practice software offers a reminder add-on',
        },
      },
    ],
    meetings: [{ daysAgo: 8, outcome: 'stall', notes: 'Priya is waiting for the budget round in the new quarter.' }],
    captures: [{ source: 'call', text: 'No-shows cost them roughly 40,000 a month across the clinics.' }],
    plan: [{ section: 'next_steps', content: 'Find out who owns the budget.' }],
    signals: [{ key: 'no_economic_buyer', value: 0.9, daysAgo: 8 }],
  },
  {
    name: 'Corvane Robotics',
    domain: 'corvane.example',
    industry: 'Manufacturing',
    employees: 1_250,
    tier: 'A',
    contacts: [
      { name: 'Jonas Feld', title: 'VP Engineering' },
      { name: 'Aiko Tanabe', title: 'Procurement Lead' },
    ],
    opps: [
      {
        name: 'Line analytics, plant Graz',
        stage: 'Qualification',
        amount: 240_000,
        closesIn: 90,
        meddpicc: { champion: 'Jonas Feld', paper_process: 'Framework contract through Aiko Tanabe, about six weeks' },
      },
      { name: 'Line analytics, pilot', stage: 'Won', amount: 28_000, closesIn: -60, meddpicc: {} },
    ],
    meetings: [{ daysAgo: 1, outcome: 'advance', notes: 'Jonas showed the line data; sampling is good enough.' }],
    captures: [
      { source: 'linkedin', text: 'Corvane announced a second plant in Graz for next spring.', tags: ['news'] },
    ],
    plan: [{ section: 'champion_notes', content: 'Jonas brings us to the plant managers himself.' }],
    signals: [
      { key: 'no_economic_buyer', value: 0.8, daysAgo: 12 },
      { key: 'metrics_missing', value: 0.7, daysAgo: 1 },
    ],
  },
  {
    name: 'Saltmarsh Brewing',
    domain: 'saltmarsh.example',
    industry: 'Food and beverage',
    employees: 96,
    contacts: [{ name: 'Ewan Byrne', title: 'Founder' }],
    opps: [
      {
        name: 'Cellar monitoring',
        stage: 'Lost',
        amount: 9_800,
        closesIn: -14,
        meddpicc: { competition: 'Built in-house' },
      },
    ],
    meetings: [{ daysAgo: 15, outcome: 'lost', notes: 'They built it themselves; Ewan will call if it breaks.' }],
    captures: [],
    plan: [],
    signals: [],
  },
  {
    name: 'Northlight Energy',
    domain: 'northlight.example',
    industry: 'Energy',
    employees: 2_900,
    tier: 'A',
    contacts: [
      { name: 'Sigrid Haugen', title: 'CFO' },
      { name: 'Pelle Strand', title: 'Grid Operations Manager' },
    ],
    opps: [
      {
        name: 'Outage forecasting',
        stage: 'Proposal',
        amount: 410_000,
        closesIn: 60,
        meddpicc: {
          metrics: 'Two fewer unplanned outages a month',
          economic_buyer: 'Sigrid Haugen',
          decision_process: 'Steering group decides on the last Thursday of the month',
          identify_pain: 'Crews are sent out on yesterday’s weather',
        },
      },
    ],
    meetings: [
      {
        daysAgo: 6,
        outcome: 'advance',
        notes: 'Sigrid asked for a three-year price.',
        next_step: 'Three-year price by Friday',
      },
    ],
    captures: [{ source: 'call', text: 'Pelle wants the forecast inside the control room, not in another portal.' }],
    plan: [{ section: 'next_steps', content: 'Three-year price; reference call with a grid operator.' }],
    signals: [{ key: 'no_champion', value: 0.6, daysAgo: 2 }],
  },
  {
    name: 'Oakfield Schools Trust',
    domain: 'oakfield.example',
    industry: 'Education',
    employees: 640,
    tier: 'C',
    contacts: [{ name: 'Helen Marsh', title: 'Business Manager' }],
    opps: [{ name: 'Cover planning', stage: 'Qualification', amount: 18_400, closesIn: 120, meddpicc: {} }],
    meetings: [],
    captures: [{ source: 'event', text: 'Helen stopped at the stand: cover for sick teachers is arranged by phone.' }],
    plan: [],
    signals: [],
  },
  {
    name: 'Tessellate Interiors',
    domain: 'tessellate.example',
    industry: 'Construction',
    employees: 150,
    contacts: [{ name: 'Dario Conti', title: 'Managing Director' }],
    opps: [
      {
        name: 'Site reporting',
        stage: 'Negotiation',
        amount: 33_000,
        closesIn: 10,
        meddpicc: {
          economic_buyer: 'Dario Conti',
          champion: 'Dario Conti',
          metrics: 'One hour less paperwork a day per site',
        },
      },
    ],
    meetings: [{ daysAgo: 2, outcome: 'advance', notes: 'Dario accepts the price; insurance wording is open.' }],
    captures: [],
    plan: [{ section: 'risks', content: 'Single-threaded: only Dario has seen the product.' }],
    signals: [
      { key: 'decision_process_unknown', value: 0.5, daysAgo: 2 },
      { key: 'paper_process_unknown', value: 0.7, daysAgo: 2 },
    ],
  },
  {
    name: 'Bluecap Insurance',
    domain: 'bluecap.example',
    industry: 'Insurance',
    employees: 4_800,
    tier: 'B',
    contacts: [{ name: 'Ingrid Solheim', title: 'Head of Claims' }],
    opps: [
      {
        name: 'Claims triage',
        stage: 'Proposal',
        amount: 295_000,
        closesIn: 75,
        meddpicc: { identify_pain: 'Simple claims wait eleven days' },
      },
    ],
    meetings: [{ daysAgo: 31, outcome: 'stall', notes: 'No reply since the proposal went out.' }],
    captures: [],
    plan: [],
    signals: [
      { key: 'stage_stalled', value: 0.9, daysAgo: 10 },
      { key: 'no_next_step', value: 1, daysAgo: 10 },
    ],
  },
  {
    name: 'Fernway Retail',
    domain: 'fernway.example',
    industry: 'Retail',
    employees: 7_200,
    contacts: [{ name: 'Lucia Moreno', title: 'Director of Stores' }],
    opps: [
      {
        name: 'Shelf availability',
        stage: 'Qualification',
        amount: 130_000,
        closesIn: 110,
        meddpicc: { champion: 'Lucia Moreno' },
      },
    ],
    meetings: [],
    captures: [{ source: 'email', text: 'Lucia: shelf gaps cost more than theft, and nobody measures them.' }],
    plan: [],
    signals: [],
  },
  {
    name: 'Quarrystone Legal',
    domain: 'quarrystone.example',
    industry: 'Legal services',
    employees: 210,
    contacts: [{ name: 'Amara Okafor', title: 'Managing Partner' }],
    opps: [
      {
        name: 'Matter intake',
        stage: 'Won',
        amount: 47_000,
        closesIn: -30,
        meddpicc: { economic_buyer: 'Amara Okafor' },
      },
    ],
    meetings: [{ daysAgo: 33, outcome: 'advance', notes: 'Signed in the meeting.' }],
    captures: [],
    plan: [{ section: 'next_steps', content: 'Kick-off, then a review after the first month.' }],
    signals: [],
  },
  {
    name: 'Vantage Aero Parts',
    domain: 'vantageaero.example',
    industry: 'Aerospace',
    employees: 530,
    contacts: [{ name: 'Rhys Calder', title: 'Quality Manager' }],
    opps: [
      {
        name: 'Inspection records',
        stage: 'Proposal',
        amount: 88_000,
        closesIn: 40,
        meddpicc: {
          decision_criteria: 'Audit trail accepted by the regulator',
          competition: 'Two other vendors on the shortlist',
        },
      },
    ],
    meetings: [{ daysAgo: 5, outcome: 'advance', notes: 'Shortlisted with two others.' }],
    captures: [],
    plan: [],
    signals: [],
  },
  {
    name: 'Lakeside Hotels',
    domain: 'lakeside.example',
    industry: 'Hospitality',
    employees: 1_900,
    contacts: [{ name: 'Celine Aubert', title: 'VP Guest Experience' }],
    opps: [],
    meetings: [],
    captures: [
      { source: 'referral', text: 'Amara Okafor offered an introduction to Celine Aubert at Lakeside Hotels.' },
    ],
    plan: [],
    signals: [],
  },
];
