import { statement } from '../../db/statement.ts';
import type { AppContext } from './app.ts';
import type { Person } from './person.ts';
import { expectCountedSections } from './plan-sections.ts';
import { read, succeed } from './tool-test.ts';

/** Tables that a merge may touch, and the views that show withdrawn rows too. */
const TABLES = [
  'accounts',
  'opportunities',
  'contacts',
  'prospects',
  'target_accounts',
  'plans',
  'scores',
  'sends',
  'tier_proposals',
  'value_proposals',
  'merge_proposals',
  'merged_records',
  'meetings',
  ...['captures', 'plan_entries', 'meetings', 'signals', 'drafts', 'facts'].map((table) => `every_${table}`),
];

export type DumpedRow = { of: string; id: string; row: string };

const dump = statement(
  'test_dump_for_merges',
  `SELECT * FROM (${TABLES.map((table) => `SELECT '${table}' AS of, t.id, to_jsonb(t)::text AS row FROM ${table} t`).join(' UNION ALL ')}) rows
   ORDER BY 1, 2`,
);

/** Every row of these tables, each as PostgreSQL writes it. */
export async function dumpOf(app: AppContext, person: Person): Promise<DumpedRow[]> {
  await expectCountedSections(app, person);
  return read<DumpedRow>(app, person, dump);
}

export type World = { accounts: string[]; contacts: string[]; prospects: string[]; opps: string[]; targets: string[] };

const some = <Item>(facts: Record<string, Item | undefined>) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/** Records of each kind that have some fields and lack others, with all that can belong to them. `n`: says what is unlike in it. */
export async function makeWorld(person: Person, n: number): Promise<World> {
  const write = async (entity: string, facts: object) =>
    (await succeed(person, 'gtm_crm_write', { entity, facts: some(facts as Record<string, unknown>) })).id as string;
  const world: World = { accounts: [], contacts: [], prospects: [], opps: [], targets: [] };
  for (let at = 0; at < 4; at += 1) {
    const odd = at % 2 === 1;
    const account_id = await write('account', {
      name: `Acme ${n} ${at}`,
      domain: odd ? `acme-${n}-${at}.example` : undefined,
      tier: at < 3 ? `T${at}` : undefined,
      industry: odd ? undefined : `Industry ${at}`,
      employee_count: at * 10,
      external_ref: at === 2 ? undefined : `ref-${n}-${at}`,
      region: `Region ${at}`,
      address: { city: `City ${at}`, [`part_${at}`]: at },
    });
    world.accounts.push(account_id);
    const facts = { account_id, name: `Same Name ${n}`, external_ref: odd ? `of-${n}-${at}` : undefined };
    world.contacts.push(
      await write('contact', { ...facts, title: `Title ${at}`, email: odd ? `c${n}${at}@a.example` : undefined }),
    );
    world.opps.push(
      await write('opp', {
        ...facts,
        stage: `Stage ${at}`,
        amount: odd ? at + 0.25 : undefined,
        currency: odd ? 'EUR' : undefined,
        close_date: '2030-01-01',
      }),
    );
    world.prospects.push(
      await write('prospect', {
        ...facts,
        account_id: at === 3 ? undefined : account_id,
        notes: `Notes ${at}`,
        score: at,
      }),
    );
    world.targets.push(
      await write('target_account', { list_name: `list ${n}`, name: `Target ${n} ${at}`, employee_count: at }),
    );
    await succeed(person, 'set_meddpicc', {
      opp_id: world.opps[at],
      champion: `Champion ${at}`,
      ...(odd ? { metrics: `Metrics ${at}` } : {}),
    });
    const { capture_id } = await succeed(person, 'log_capture', {
      source: 'call',
      account_id,
      text: `Heard of ${n} ${at} that the budget is ${at}.`,
    });
    if (odd) await succeed(person, 'amend_record', { action: 'withdraw', id: capture_id, reason: 'Doubtful.' });
    await succeed(person, 'log_capture', {
      source: 'call',
      prospect_id: world.prospects[at],
      text: `Prospect ${n} ${at}.`,
    });
    await succeed(person, 'mark_meeting_outcome', { account_id, outcome: 'advance', notes: `Met ${n} ${at}.` });
    if (at < 3) await succeed(person, 'add_to_plan', { account_id, section: 'risks', content: `Risk ${n} ${at}.` });
    await succeed(person, 'gtm_score', { role: 'health', account_id, signals: [{ key: 'champion', value: 0.1 * at }] });
    await succeed(person, 'studio_stage_draft', { channel: 'manual', body: `Draft ${n} ${at}.`, account_id });
    if (odd) await person.client.hosted.propose_tier.mutate({ account_id, tier: 'A', reason: `Reason ${n} ${at}` });
    await person.browser.panel.values.set.mutate({
      record_id: account_id,
      fields: { [`kept_${at}`]: 'mine', notes: `N${at}` },
    });
    await succeed(person, 'gtm_crm_write', { entity: 'account', id: account_id, facts: { notes: `Agent ${at}` } });
  }
  await succeed(person, 'amend_record', {
    action: 'propose_merge',
    id: world.accounts[0],
    duplicate_id: world.accounts[1],
    reason: `Same ${n}`,
  });
  await succeed(person, 'amend_record', {
    action: 'propose_merge',
    id: world.accounts[2],
    duplicate_id: world.accounts[1],
    reason: `Or ${n}`,
  });
  return world;
}
