import { DEMO_ACCOUNTS, type DemoAccount } from '../db/seed/demo.ts';
import { DAY_MS } from './day.ts';
import type { Provisioning } from './provisioning/provisioning.ts';

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();

type Fields = Record<string, unknown>;

type Evidence = { field: string; capture_id: string; quote: string };

/** The tools that fill the demo workspace. */
export type DemoTools = {
  start_run(input: { plugin: string; skill: string }): Promise<{ run_ref: string }>;
  gtm_crm_write(input: { entity: 'account' | 'contact' | 'opp'; id?: string; facts: Fields }): Promise<{ id: string }>;
  set_meddpicc(
    input: { opp_id: string; evidence?: Evidence[] } & { [dimension: string]: string | Evidence[] | undefined },
  ): Promise<unknown>;
  mark_meeting_outcome(
    input: { account_id: string; occurred_at: string } & Omit<DemoAccount['meetings'][number], 'daysAgo'>,
  ): Promise<unknown>;
  log_capture(input: { account_id: string } & DemoAccount['captures'][number]): Promise<{ capture_id: string }>;
  add_to_plan(input: { account_id: string } & DemoAccount['plan'][number]): Promise<unknown>;
  gtm_score(input: {
    role: 'deal-risk';
    signals: { key: string; value: number; at: string }[];
    account_id: string;
  }): Promise<unknown>;
  studio_stage_draft(input: {
    channel: 'email';
    title: string;
    body: string;
    destination: Fields;
    product: string;
    skill: string;
    account_id: string;
  }): Promise<unknown>;
  emit_telemetry(input: {
    plugin: string;
    skill: string;
    outcome: string;
    run_id?: string;
    counts?: Record<string, number>;
    error_code?: 'provider';
    error_detail?: string;
    duration_ms?: number;
  }): Promise<unknown>;
};

/** What the demo workspace needs of the application. */
export type DemoApp = {
  services: { provisioning: Provisioning };
  /** The tools as a key may call them, tied to a run when one is given. */
  toolsFor(caller: { key: string; runRef?: string }): DemoTools;
};

type Seeded = { account_id: string; opp_id: string | undefined };

async function seedAccount(tools: DemoTools, demo: DemoAccount, now: Date): Promise<Seeded> {
  const { id: account_id } = await tools.gtm_crm_write({
    entity: 'account',
    facts: {
      // A first start that was interrupted seeds again: existing records are merged into.
      external_ref: `demo:${demo.domain}`,
      name: demo.name,
      domain: demo.domain,
      industry: demo.industry,
      employee_count: demo.employees,
      ...(demo.tier === undefined ? {} : { tier: demo.tier }),
    },
  });
  await Promise.all(
    demo.contacts.map((contact) => {
      const email = `${contact.name.split(' ')[0]!.toLowerCase()}@${demo.domain}`;
      const facts = { account_id, email, external_ref: `demo:${email}`, ...contact };
      return tools.gtm_crm_write({ entity: 'contact', facts });
    }),
  );
  let opp_id: string | undefined;
  for (const { name, stage, amount, closesIn, meddpicc } of demo.opps) {
    const close_date = daysFrom(now, closesIn).slice(0, 10);
    const external_ref = `demo:${demo.domain}:${name}`;
    const facts = { account_id, name, stage, amount, currency: 'EUR', close_date, external_ref };
    const opp = await tools.gtm_crm_write({ entity: 'opp', facts });
    opp_id ??= opp.id;
    if (Object.keys(meddpicc).length > 0) await tools.set_meddpicc({ opp_id: opp.id, ...meddpicc });
  }
  for (const { daysAgo, ...meeting } of demo.meetings) {
    await tools.mark_meeting_outcome({ account_id, occurred_at: daysFrom(now, -daysAgo), ...meeting });
  }
  await Promise.all(demo.captures.map((capture) => tools.log_capture({ account_id, ...capture })));
  await Promise.all(demo.plan.map((entry) => tools.add_to_plan({ account_id, ...entry })));
  if (demo.signals.length > 0) {
    const signals = demo.signals.map(({ key, value, daysAgo }) => ({ key, value, at: daysFrom(now, -daysAgo) }));
    await tools.gtm_score({ role: 'deal-risk', signals, account_id });
  }
  return { account_id, opp_id };
}

/** The first night of an agent whose writes wait for a person: its key stays, for whoever gives it a secret of their own. */
async function seedProposals({ services: { provisioning }, toolsFor }: DemoApp, userId: string, seeded: Seeded) {
  const { key } = await provisioning.keys.create({
    user_id: userId,
    name: 'New night agent',
    scopes: 'all',
    mode: 'propose',
  });
  const { account_id, opp_id } = seeded;
  const { run_ref } = await toolsFor({ key }).start_run({ plugin: 'deal-desk', skill: 'first-night' });
  const tools = toolsFor({ key, runRef: run_ref });
  const { capture_id } = await tools.log_capture({
    account_id,
    source: 'call',
    text: 'Maren Oduya: the board has approved the budget, and we sign before the end of the month.',
  });
  if (opp_id !== undefined) {
    const metrics = 'Approved by the board';
    const evidence = [{ field: 'paper_process', capture_id, quote: 'we sign before the end of the month' }];
    await tools.set_meddpicc({ opp_id, metrics, paper_process: 'Signature before the end of the month', evidence });
    await tools.gtm_crm_write({ entity: 'opp', id: opp_id, facts: { stage: 'Closing' } });
  }
  await tools.add_to_plan({ account_id, section: 'next_steps', content: '- Ask Maren who countersigns' });
  await tools.emit_telemetry({ plugin: 'deal-desk', skill: 'first-night', run_id: run_ref, outcome: 'ok' });
}

/**
 * Fills a demo workspace through the tools, as an agent would: every record has its facts and every call its audit row.
 * The key it uses is revoked afterwards.
 */
export async function seedDemo({ services: { provisioning }, toolsFor }: DemoApp, userId: string): Promise<void> {
  const { key, key_id } = await provisioning.keys.create({
    user_id: userId,
    name: 'Demo seed',
    scopes: 'all',
    rate_limit: null,
  });
  const now = new Date();
  const plain = toolsFor({ key });
  const { run_ref } = await plain.start_run({ plugin: 'deal-desk', skill: 'demo-seed' });
  const tools = toolsFor({ key, runRef: run_ref });
  // At once: calls share transactions, and a first start is half a second quicker.
  const seeded = await Promise.all(DEMO_ACCOUNTS.map((demo) => seedAccount(tools, demo, now)));
  await tools.studio_stage_draft({
    channel: 'email',
    title: 'Three-year price for outage forecasting',
    body: 'Hi Sigrid,\n\nas promised, the three-year price is attached. Shall we go through it on Thursday?\n\nBest,\nRobin',
    destination: { to: ['sigrid@northlight.example'] },
    product: 'deal-desk',
    skill: 'follow-up',
    account_id: seeded[DEMO_ACCOUNTS.findIndex(({ domain }) => domain === 'northlight.example')]!.account_id,
  });
  await tools.emit_telemetry({
    plugin: 'deal-desk',
    skill: 'demo-seed',
    run_id: run_ref,
    outcome: 'ok',
    counts: { accounts: DEMO_ACCOUNTS.length },
  });
  await tools.emit_telemetry({
    plugin: 'prospecting',
    skill: 'nightly-research',
    outcome: 'failed',
    error_code: 'provider',
    error_detail: 'The provider answered 402: out of credit.',
    duration_ms: 48_200,
  });
  await plain.start_run({ plugin: 'account-planning', skill: 'weekly-review' });
  await provisioning.keys.revoke({ key_id });
  await seedProposals({ services: { provisioning }, toolsFor }, userId, seeded[0]!);
}
