import { OPERATOR_TOKEN } from '../harness/environment.ts';

/** What a kept release says of its data. */
export type Release = {
  /** Reads everything in `answers`. A key of no service but the test's. */
  api_key: string;
  workspace_id: string;
  /** Tables and their rows: of the workspace, and of people and what they are entitled to. */
  counts: { workspace: Record<string, number>; people: Record<string, number> };
  /** What the release answered, to be answered still. */
  answers: { tool: string; input: Record<string, unknown>; answer: Record<string, unknown> }[];
};

type Json = Record<string, any>;

async function post(url: string, token: string, body: unknown): Promise<Json> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Json;
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Callers of a running service of any version: its public addresses alone, as the versions differ within. */
function callers(baseUrl: string) {
  const procedure = async (path: string, token: string, input: unknown) =>
    ((await post(`${baseUrl}/trpc/${path}`, token, input)) as { result: { data: Json } }).result.data;
  return {
    operator: (path: string, input: unknown) => procedure(`operator.${path}`, OPERATOR_TOKEN, input),
    hosted: (key: string) => (path: string, input: unknown) => procedure(`hosted.${path}`, key, input),
    tool: (key: string) => (name: string, input: unknown) => post(`${baseUrl}/api/v1/tools/${name}`, key, input),
  };
}

type Callers = ReturnType<typeof callers>;

async function seedPeople({ operator }: Callers) {
  const person = { email: 'robin@example.com', name: 'Robin Vale', password: 'a password of nobody' };
  const { user_id, workspace_id } = await operator('users.create', person);
  const { user_id: colleague } = await operator('users.create', { email: 'lee@example.com', name: 'Lee Park' });
  await operator('entitlements.grant', { user_id, kind: 'suite', slug: 'everything' });
  const { team_id } = await operator('teams.create', { owner_user_id: user_id, name: 'Mid-market' });
  await operator('teams.add_member', { team_id, user_id: colleague });
  await operator('teams.add_seat_pack', { team_id, plugin: 'deal-desk', seats: 2 });
  await operator('webhooks.create', { user_id, url: 'https://127.0.0.1:8443/events' });
  await operator('oauth_clients.register', { name: 'Notebook', redirect_uris: ['https://notebook.example/back'] });
  await operator('flags.set', { user_id, flag: 'second_approver', value: true });
  const { key } = await operator('keys.create', { user_id, name: 'Release', scopes: 'all', rate_limit: null });
  return { workspace_id: workspace_id as string, key: key as string };
}

async function seedSales(tool: ReturnType<Callers['tool']>) {
  const company = { name: 'Acme Corp', domain: 'acme.example', industry: 'Manufacturing', employee_count: 420 };
  const { id: account_id } = await tool('gtm_crm_write', { entity: 'account', facts: { ...company, region: 'EMEA' } });
  const { id: opp_id } = await tool('gtm_crm_write', {
    entity: 'opp',
    facts: { account_id, name: 'Acme renewal', stage: 'Proposal', amount: 48_000.5, close_date: '2026-06-30' },
  });
  await tool('gtm_crm_write', {
    entity: 'contact',
    facts: { account_id, name: 'Dana Reyes', email: 'dana.reyes@acme.example', title: 'CFO' },
  });
  await tool('update_prospect', { name: 'Zoë Müller', account_id, email: 'zoe@acme.example' });
  await tool('set_meddpicc', { opp_id, economic_buyer: 'Dana Reyes', champion: 'Lee Park' });
  await tool('log_capture', {
    source: 'call',
    account_id,
    tags: ['budget'],
    text: 'Budget is approved for Q3. Dana signs.',
  });
  await tool('mark_meeting_outcome', {
    outcome: 'advance',
    account_id,
    notes: 'Dana wants the security review first.',
    next_step: 'Send the security pack by Friday',
    occurred_at: '2026-03-01T14:00:00Z',
  });
  await tool('add_to_plan', { account_id, section: 'next_steps', content: 'Send the security pack to Dana.' });
  await tool('gtm_score', {
    role: 'deal-risk',
    account_id,
    signals: [{ key: 'no_next_step', value: 0.9, at: '2026-03-02T09:00:00Z' }],
  });
  await tool('gtm_build_tam', {
    list_name: 'EMEA mid-market',
    accounts: [{ domain: 'acme.example', name: 'Acme Corp' }, { name: 'Borealis Foods' }],
  });
  return { account_id: account_id as string };
}

async function seedWork({ tool, hosted }: Callers, key: string, account_id: string) {
  const call = tool(key);
  const { run_ref } = await call('start_run', { plugin: 'deal-desk', skill: 'weekly-pipeline-review' });
  await call('sync_brain', { scope: 'icp-registry', payload: { segments: [{ name: 'fintech', weight: 0.8 }] } });
  await call('connect_integration', {
    channel: 'linkedin',
    access_token: 'AQX-of-nobody',
    account_label: 'Robin Vale',
  });
  const { draft_id } = await call('studio_stage_draft', { channel: 'linkedin', body: 'Three things we learned.' });
  await call('studio_review_draft', { draft_id, version: 1, action: 'hold', note: 'Waits for the logo.' });
  const { send_id } = await hosted(key)('record_send', { channel: 'email', account_id, message_ref: 'message-1' });
  await hosted(key)('record_reply', { send_id, text: 'Yes, let us talk on Tuesday.' });
  await hosted(key)('propose_tier', { account_id, tier: 'A', reason: 'They replied.' });
  await call('emit_telemetry', {
    plugin: 'deal-desk',
    skill: 'weekly-pipeline-review',
    run_id: run_ref,
    outcome: 'ok',
  });
  return { draft_id: draft_id as string };
}

/** Fills a new service with a little of everything, and reads back what does not depend on the time. */
export async function seedRelease(baseUrl: string): Promise<Omit<Release, 'counts'>> {
  const all = callers(baseUrl);
  const { workspace_id, key } = await seedPeople(all);
  const { account_id } = await seedSales(all.tool(key));
  await seedWork(all, key, account_id);
  const answers = [];
  for (const [tool, input] of [
    ['verify_session', {}],
    ['check_entitlement', { plugin: 'deal-desk' }],
    ['pull_config', {}],
    ['read_account', { id: account_id }],
    ['gtm_signal_query', { account_id }],
    ['studio_list_drafts', {}],
  ] as const) {
    answers.push({ tool, input, answer: await all.tool(key)(tool, input) });
  }
  return { api_key: key, workspace_id, answers };
}
