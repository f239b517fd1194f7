import { expect } from 'vitest';
import type { AppContext } from './app.ts';
import { newPerson } from './person.ts';

/** An account with something of everything that can belong to one, some of it withdrawn, proposed or set by the person. */
export async function furnishedAccount(app: AppContext) {
  const person = await newPerson(app);
  const call = async (tool: string, input: object) => {
    const { status, body, text } = await person.rest(tool, input);
    expect(status, `${tool} ${text}`).toBe(200);
    return body;
  };
  const write = async (entity: string, facts: object, id?: string): Promise<string> =>
    (await call('gtm_crm_write', { entity, id, facts })).id;
  const account = await write('account', { name: 'Acme Corp', domain: 'acme.example', tier: 'B', region: 'EMEA' });
  const other = await write('account', { name: 'Other Ltd' });
  const opp = await write('opp', {
    account_id: account,
    name: 'Pilot',
    stage: 'Proposal',
    amount: 4_800,
    currency: 'EUR',
  });
  const contact = await write('contact', { account_id: account, name: 'Dana Reyes', email: 'dana@acme.example' });
  const prospect = await write('prospect', { account_id: account, name: 'Jo Ek' });
  const target = await write('target_account', { list_name: 'Nordics', name: 'Fjord AS', domain: 'fjord.example' });
  await call('set_meddpicc', { opp_id: opp, champion: 'Dana Reyes' });
  await call('log_capture', { source: 'call', text: 'Dana Reyes signs.', account_id: account });
  await call('log_capture', { source: 'call', text: 'Jo Ek met us.', prospect_id: prospect });
  await call('mark_meeting_outcome', { account_id: account, outcome: 'Went well', next_step: 'Send the offer' });
  const entry = await call('add_to_plan', { account_id: account, section: 'Goals', content: 'Win the pilot.' });
  await call('add_to_plan', { account_id: account, section: 'Risks', content: 'A rival.' });
  await call('gtm_score', { account_id: account, role: 'deal-risk', signals: [{ key: 'silence', value: 0.9 }] });
  const draft = await call('studio_stage_draft', { channel: 'manual', body: 'Dear Dana.', account_id: account });
  await person.client.hosted.propose_tier.mutate({ account_id: account, tier: 'A', reason: 'Growing' });
  await call('amend_record', { action: 'withdraw', id: entry.entry_id ?? entry.id, reason: 'Wrong' });
  await call('amend_record', { action: 'propose_merge', id: account, duplicate_id: other, reason: 'Same' });
  const { panel } = person.browser;
  await panel.values.set.mutate({ record_id: opp, fields: { stage: 'Negotiation' } });
  await panel.values.set.mutate({ record_id: account, fields: { industry: 'Steel' } });
  await write('opp', { stage: 'Closed Lost' }, opp);
  await write('account', { industry: 'Copper' }, account);
  return {
    person,
    panel,
    call,
    write,
    account,
    other,
    opp,
    contact,
    prospect,
    target,
    draft: draft.draft_id as string,
  };
}
