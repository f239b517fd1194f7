import type { Tenant } from './app.ts';
import { succeed } from './tool-test.ts';

export type Fact = {
  evidence?: unknown;
  fact_id: string;
  account_id: string | null;
  account_name: string | null;
  attribute: string;
  value: string;
  sentence: string;
  established_by: {
    user_id: string;
    user_name: string;
    key_id: string;
    key_name: string | null;
    tool: string;
    provider: string | null;
  };
  at: string;
  superseded_at: string | null;
  run_ref: string | null;
};
export type Answer = {
  answered: boolean;
  answer: string;
  facts: Fact[];
  contradictions: { statement: string; fact_ids: string[] }[];
  could_record: { what: string; tool: string; field: string }[];
  related: {
    fact_id: string;
    sentence: string;
    account_id?: string;
    account_name?: string;
    attribute?: string;
    established_by?: string;
    at?: string;
    superseded_at?: string | null;
  }[];
  use: { tool: string; arguments: Record<string, unknown> } | null;
};

/** The sentences of what may bear on a question, in one text. */
export const relatedTo = ({ related }: Answer): string => related.map(({ sentence }) => sentence).join('\n');

export const newAccount = async (who: Tenant, name: string, facts = {}): Promise<string> =>
  (await succeed(who, 'gtm_crm_write', { entity: 'account', facts: { name, ...facts } })).id;

export const newDeal = async (who: Tenant, account_id: string, name = 'Pilot'): Promise<string> =>
  (await succeed(who, 'gtm_crm_write', { entity: 'opp', facts: { account_id, name } })).id;

export const note = (who: Tenant, account_id: string, text: string) =>
  succeed(who, 'log_capture', { source: 'call', text, account_id });

export const ask = (who: Tenant, account_id: string, question: string, more = {}): Promise<Answer> =>
  succeed(who, 'answer_about_account', { account_id, question, ...more });

export const askAll = (who: Tenant, question: string, more = {}): Promise<Answer> =>
  succeed(who, 'answer_across_org', { question, ...more });
