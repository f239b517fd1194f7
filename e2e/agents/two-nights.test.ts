import { expect, test } from 'vitest';
import { statement } from '../../db/statement.ts';
import type { AppContext, Tenant } from '../harness/app.ts';
import { useQuietApp } from '../harness/shared-app.ts';
import { mcpRequest } from '../harness/mcp.ts';

/** What an agent must not make twice. */
const held = statement(
  'test_two_nights',
  `SELECT (SELECT count(*) FROM accounts)::int AS accounts, (SELECT count(*) FROM opportunities)::int AS opps,
     (SELECT count(*) FROM contacts)::int AS contacts, (SELECT count(*) FROM prospects)::int AS prospects,
     (SELECT count(*) FROM target_accounts)::int AS targets, (SELECT count(*) FROM captures)::int AS captures,
     (SELECT count(*) FROM meetings)::int AS meetings, (SELECT count(*) FROM plan_entries)::int AS entries,
     (SELECT count(*) FROM drafts)::int AS drafts,
     (SELECT count(*) FROM facts WHERE superseded_at IS NULL AND attribute IN ('capture', 'meeting_notes', 'next_steps'))::int AS facts`,
);

let app: AppContext;

useQuietApp((started) => {
  app = started;
});

const TRANSCRIPT = [
  'Call with Corvane Freight.',
  'Maria Okafor said the depot in Rotterdam loses eleven hours a week to manual gate checks.',
  'She wants a pilot on two gates before the summer.',
  'Their security team asks for a SOC 2 report.',
].join('\n');

const DAY = '2026-03-02';

/** One night over MCP, as a script that knows nothing of the night before. */
async function night(who: Tenant, n: number): Promise<void> {
  let calls = 0;
  const call = async (tool: string, args: Record<string, unknown>): Promise<any> => {
    calls += 1;
    const meta = { 'claudecode/toolUseId': `toolu_${n}_${calls}` };
    const params = { name: tool, arguments: args };
    const { body, text } = await mcpRequest(app.baseUrl, '2025-11-25', 'tools/call', params, {
      key: who.key,
      meta,
      id: calls,
    });
    expect(body.result?.structuredContent, `${tool}: ${text}`).toBeDefined();
    return body.result.structuredContent;
  };
  const { run_ref } = await call('start_run', { plugin: 'deal-desk', skill: 'nightly' });
  const { id: account_id } = await call('gtm_crm_write', {
    entity: 'account',
    on_match: 'update',
    facts: { name: n === 1 ? 'Corvane Freight' : 'CORVANE-Freight', domain: 'corvane.example', industry: 'Logistics' },
  });
  const facts = { account_id, name: 'Maria Okafor', email: 'maria@corvane.example', title: 'COO' };
  await call('gtm_crm_write', { entity: 'contact', on_match: 'update', facts });
  const { id: opp_id } = await call('gtm_crm_write', {
    entity: 'opp',
    on_match: 'update',
    facts: { account_id, name: 'Gate pilot', stage: 'Discovery', amount: 42_000 },
  });
  await call('gtm_build_tam', {
    list_name: 'Ports',
    accounts: [{ domain: 'tallis.example', name: 'Tallis' }, { name: 'Borealis' }],
  });
  await call('update_prospect', { name: 'Lee Park', email: 'lee@tallis.example', on_match: 'update' });
  for (let part = 1; part <= 3; part += 1) {
    const text = `${TRANSCRIPT}\nPart ${part}.`;
    await call('log_capture', { source: 'call', text, account_id, tags: ['transcript', 'gate'] });
  }
  await call('log_capture', {
    source: 'email',
    text: `Night ${n}: forwarded thread.`,
    account_id,
    external_ref: 'thread-9',
  });
  await call('mark_meeting_outcome', {
    account_id,
    outcome: 'advance',
    notes: 'Pilot agreed for two gates. Security review first.',
    next_step: 'Send the SOC 2 report',
    occurred_at: `${DAY}T14:00:00Z`,
  });
  await call('mark_meeting_outcome', { account_id, outcome: 'stall', notes: 'Nobody came.' });
  await call('mark_meeting_outcome', {
    account_id,
    outcome: 'advance',
    notes: `Seen on night ${n}.`,
    external_ref: 'cal-1',
  });
  await call('add_to_plan', {
    account_id,
    section: n === 1 ? 'next_steps' : 'Next steps',
    content: 'Send the SOC 2 report.',
  });
  await call('add_to_plan', {
    account_id,
    section: 'next_steps',
    content: `Night ${n}: book gate 4.`,
    external_ref: 'task-1',
  });
  await call('set_meddpicc', {
    opp_id,
    identify_pain: 'Eleven hours a week lost to gate checks',
    champion: 'Maria Okafor',
  });
  await call('gtm_score', { role: 'deal-risk', account_id, signals: [{ key: 'no_next_step', value: 0.2 }] });
  const draft = { channel: 'linkedin', body: 'What eleven hours at a gate cost.', product: 'studio', skill: 'nightly' };
  await call('studio_stage_draft', draft);
  await call('gtm_run_play', { contact: { fullName: 'Lee Park', company: 'Tallis' }, wanted: ['email'], account_id });
  const told = await call('emit_telemetry', { run_ref, status: 'ok', counts: { captures: 4 } });
  expect(told).toMatchObject({ result: 'settled', status: 'ok' });
}

test('the second night adds nothing', async () => {
  const who = await app.newTenant();
  const { db } = app.service.app.services;
  await night(who, 1);
  const [first] = await db.read<Record<string, number>>(who.workspaceId, held);
  expect(first).toMatchObject({ accounts: 1, opps: 1, contacts: 1, prospects: 1, targets: 2, captures: 4 });
  expect(first).toMatchObject({ meetings: 3, entries: 2, drafts: 2 });
  await night(who, 2);
  const [second] = await db.read<Record<string, number>>(who.workspaceId, held);
  expect(second).toEqual(first);
});
