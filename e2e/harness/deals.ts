import { statement } from '../../db/statement.ts';
import type { AppContext, Tenant } from './app.ts';
import { read, succeed } from './tool-test.ts';

type Facts = Record<string, unknown>;

export const newAccount = async (who: Tenant, facts: Facts = { name: 'Acme Corp' }): Promise<string> =>
  (await succeed(who, 'gtm_crm_write', { entity: 'account', facts })).id;

export const newOpp = async (who: Tenant, account_id: string, facts: Facts = {}): Promise<string> =>
  (await succeed(who, 'gtm_crm_write', { entity: 'opp', facts: { account_id, name: 'Pilot', ...facts } })).id;

type Known = { attribute: string; subject_type: string; sentence: string };

const currentFacts = statement(
  'test_current_facts',
  `SELECT attribute, subject_type, sentence FROM facts
   WHERE (account_id = $1 OR subject_id = $1) AND superseded_at IS NULL ORDER BY id`,
);

/** The current facts of an account, or of a record. */
export const factsOf = (app: AppContext, who: Tenant, id: string) => read<Known>(app, who, currentFacts, [id]);

export const sentencesOf = async (app: AppContext, who: Tenant, id: string) =>
  (await factsOf(app, who, id)).map(({ sentence }) => sentence);
