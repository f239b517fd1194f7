import accounts from './demo-accounts.json' with { type: 'json' };

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

export const DEMO_ACCOUNTS = accounts as readonly DemoAccount[];
