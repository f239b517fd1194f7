import { describe, expect } from 'vitest';
import { newId } from '../../db/ids.ts';
import { statement } from '../../db/statement.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { succeed, test } from '../../e2e/harness/tool-test.ts';
import { callTool, TRANSPORTS } from '../../e2e/harness/transports.ts';
import { registry } from '../index.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
});

const newAccount = async (who = tenant) =>
  (await who.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Scored' } })).body.id as string;

const call = (tool: string, input: Record<string, unknown>, who = tenant) => succeed(who, tool, input);

const signals = [
  { key: 'no_next_step', value: 0.9, at: '2026-03-02T09:00:00Z' },
  { key: 'no_champion', value: 0.4, at: '2026-02-16T09:00:00Z' },
];

describe('gtm_score', () => {
  test('the same input gives the same bytes and keeps nothing', async () => {
    const first = await tenant.rest('gtm_score', { role: 'deal-risk', signals });
    const second = await tenant.rest('gtm_score', { role: 'deal-risk', signals });
    expect(first.text).toBe(second.text);
    expect(first.body).toMatchObject({ value: 54.4, band: 'high', recorded: null });
    const nothing = await tenant.rest('gtm_score', { role: 'health', signals: [] });
    expect(nothing.body).toMatchObject({ value: 0, band: 'critical', drivers: [] });
    expect(nothing.body.warnings).toBeUndefined();
  });

  test('answers its worked example to the byte, over every transport', async () => {
    const { input, output } = registry.get('gtm_score')!.example;
    for (const transport of TRANSPORTS) {
      const { result } = await callTool(transport, 'gtm_score', input, { baseUrl: app.baseUrl, key: tenant.key });
      expect(JSON.stringify(result)).toBe(JSON.stringify(output));
    }
  });

  test('uses the weights synced last, of its own workspace only', async () => {
    const who = await app.newTenant();
    const scored = () => call('gtm_score', { role: 'health', signals: [{ key: 'vibes', value: 1 }] }, who);
    const sync = (weights: Record<string, number>) =>
      call('sync_brain', { scope: 'signal-weights', payload: { roles: { health: weights } } }, who);
    expect((await scored()).unknown_keys).toEqual(['vibes']);
    await sync({ vibes: 1 });
    const vibrant = await scored();
    expect(vibrant).toMatchObject({ value: 100, band: 'thriving', unknown_keys: [] });
    expect(vibrant.weights_version).toMatch(/^workspace:/);
    await sync({ vibes: 0.1, nps: 0.9 });
    const tempered = await scored();
    expect(tempered.value).toBe(40);
    expect(tempered.weights_version).not.toBe(vibrant.weights_version);
    const other = await call('gtm_score', { role: 'health', signals: [{ key: 'vibes', value: 1 }] });
    expect(other.weights_version).toMatch(/^builtin:/);
  });

  test('keeps signals and score on the account named, and establishes them', async () => {
    const account_id = await newAccount();
    const { recorded } = await call('gtm_score', {
      role: 'deal-risk',
      account_id,
      signals: [...signals, { key: 'no_next_step', value: 0.2, at: '2026-01-01T00:00:00Z' }, { key: 'own', value: 1 }],
    });
    expect(recorded).toEqual({ account_id, score_id: expect.stringMatching(/^sco_/), signals: 4 });
    const facts = statement(
      'test_score_facts',
      'SELECT sentence FROM facts WHERE account_id = $1 AND superseded_at IS NULL ORDER BY id',
    );
    const sentencesOf = async () =>
      (await app.service.app.services.db.read<{ sentence: string }>(tenant.workspaceId, facts, [account_id])).map(
        ({ sentence }) => sentence,
      );
    const sentences = await sentencesOf();
    expect(sentences).toContain('Signal no next step of Scored: 0.9.');
    expect(sentences).not.toContain('Signal no next step of Scored: 0.2.');
    expect(sentences.filter((sentence) => sentence.startsWith('Deal risk score'))).toHaveLength(1);
    // A reading older than the stored one is stored too, but does not become the current one.
    const older = { key: 'no_next_step', value: 0.3, at: '2026-03-01T09:00:00Z' };
    await call('gtm_score', { role: 'deal-risk', account_id, signals: [older] });
    expect(await sentencesOf()).toContain('Signal no next step of Scored: 0.9.');
    await call('gtm_score', { role: 'deal-risk', account_id, signals: [{ ...older, at: '2026-03-03T09:00:00Z' }] });
    expect(await sentencesOf()).toContain('Signal no next step of Scored: 0.3.');
    const { warnings } = await call('gtm_score', { role: 'deal-risk', account_id, signals: [] });
    expect(warnings).toEqual([{ path: 'signals', message: expect.stringContaining('0 (low) was kept') }]);
    expect(await sentencesOf()).toContain('Deal risk score of Scored: 0 (low).');
    expect((await sentencesOf()).filter((sentence) => sentence.startsWith('Deal risk score'))).toHaveLength(1);
  });

  test('scores kept at the same moment leave one that stands', async () => {
    const account_id = await newAccount();
    const values = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
    await Promise.all(
      values.map((value) =>
        call('gtm_score', { role: 'health', account_id, signals: [{ key: 'product_usage', value }] }),
      ),
    );
    const current = statement(
      'test_standing_scores',
      `SELECT attribute FROM facts WHERE account_id = $1 AND superseded_at IS NULL AND tool = 'gtm_score' ORDER BY attribute`,
    );
    expect(await app.service.app.services.db.read(tenant.workspaceId, current, [account_id])).toEqual([
      { attribute: 'health_score' },
      { attribute: 'signal_product_usage' },
    ]);
    expect((await call('gtm_signal_query', { account_id })).scores).toHaveLength(6);
  });

  test('of readings that come at the same moment in any order the newest stands', async () => {
    const account_id = await newAccount();
    const read = (day: number) => ({ key: 'nps', value: day / 10, at: `2026-01-0${day}T09:00:00Z` });
    await Promise.all(
      [3, 9, 1, 8, 5, 2, 7, 4, 6].map((day) => call('gtm_score', { role: 'health', account_id, signals: [read(day)] })),
    );
    const current = statement(
      'test_standing_signal',
      `SELECT value FROM facts WHERE account_id = $1 AND superseded_at IS NULL AND attribute = 'signal_nps'`,
    );
    expect(await app.service.app.services.db.read(tenant.workspaceId, current, [account_id])).toEqual([
      { value: '0.9' },
    ]);
  });

  test('an idempotency key keeps a score once, and replays one that kept nothing', async () => {
    const account_id = await newAccount();
    const input = { role: 'deal-risk', signals, account_id };
    const first = await tenant.rest('gtm_score', input, { 'idempotency-key': 'score-1' });
    const second = await tenant.rest('gtm_score', input, { 'idempotency-key': 'score-1' });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.text).toBe(first.text);
    expect((await call('gtm_signal_query', { account_id })).scores).toHaveLength(1);
    const plain = { role: 'deal-risk', signals };
    await tenant.rest('gtm_score', plain, { 'idempotency-key': 'score-2' });
    const replay = await tenant.rest('gtm_score', plain, { 'idempotency-key': 'score-2' });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    const other = await tenant.rest('gtm_score', { ...plain, role: 'health' }, { 'idempotency-key': 'score-2' });
    expect(other.body.error.code).toBe('idempotency_conflict');
  });

  test("does not find another workspace's account, and keeps nothing there", async () => {
    const account_id = await newAccount();
    const otherTenant = await app.newTenant();
    const answer = await otherTenant.rest('gtm_score', { role: 'health', signals, account_id });
    expect(answer.status).toBe(404);
    expect(answer.body.error.message).toBe('No account with that id in this workspace.');
    expect((await call('gtm_signal_query', { account_id })).signals).toEqual([]);
  });

  test.each([
    [{ role: 'luck', signals: [] }, 'role'],
    [{ role: 'health' }, 'signals'],
    [{ role: 'health', signals: [{ key: 'a', value: 1.1 }] }, 'signals.0.value'],
    [{ role: 'health', signals: [{ key: 'a', value: '1' }] }, 'signals.0.value'],
    [{ role: 'health', signals: [{ key: 'a', value: 1, at: 'today' }] }, 'signals.0.at'],
    [{ role: 'health', signals: Array.from({ length: 1_001 }, () => ({ key: 'a', value: 1 })) }, 'signals'],
    [
      { role: 'health', signals: [{ key: 'a', value: 1, at: '0000-01-01T00:00:00Z' }], account_id: newId('account') },
      'signals.0.at',
    ],
    [{ role: 'health', signals: [], account_id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t' }, 'account_id'],
  ])('refuses %j', async (input, path) => {
    const { status, body } = await tenant.rest('gtm_score', input);
    expect(status).toBe(400);
    expect(body.error.issues[0].path).toBe(path);
  });

  test('scores several accounts and target accounts at once, each with its own signals', async () => {
    const account_id = await newAccount();
    const list = await call('gtm_build_tam', { list_name: 'Several', accounts: [{ name: 'Borealis' }] });
    const target = list.ids[0];
    const own = [
      { key: 'nps', value: 1, account_id },
      { key: 'product_usage', value: 0.2, account_id: target },
      { key: 'nps', value: 0.4, account_id: target },
    ];
    const answer = await call('gtm_score', { role: 'health', signals: own });
    const alone = await call('gtm_score', { role: 'health', signals: [{ key: 'nps', value: 1 }] });
    expect(answer.scores).toHaveLength(2);
    expect(answer).toMatchObject({ value: alone.value, recorded: { account_id, signals: 1 } });
    expect(answer.scores[1]).toMatchObject({ recorded: { account_id: target, signals: 2 } });
    expect((await call('gtm_signal_query', { account_id: target })).signals).toHaveLength(2);
    expect((await call('gtm_signal_query', { account_id })).scores).toHaveLength(1);
    const { status, body } = await tenant.rest('gtm_score', {
      role: 'health',
      signals: [...own, { key: 'nps', value: 1 }],
    });
    expect([status, body.error.issues[0].path]).toEqual([400, 'signals.3.account_id']);
  });

  test('a target account that becomes an account takes its signals and scores along', async () => {
    const accounts = [{ name: 'Cobalt', domain: 'cobalt.example', employeeCount: 80, country: 'Peru' }];
    const target = (await call('gtm_build_tam', { list_name: 'Promoted', accounts })).ids[0];
    await call('gtm_score', {
      role: 'ecosystem-fit',
      account_id: target,
      signals: [{ key: 'industry_match', value: 1 }],
    });
    const promote = () => call('gtm_crm_write', { entity: 'account', target_account_id: target, facts: { tier: 'B' } });
    const made = await promote();
    expect(made.created).toBe(true);
    const { account } = await call('read_account', { id: made.id });
    expect(account).toMatchObject({
      name: 'Cobalt',
      domain: 'cobalt.example',
      employee_count: 80,
      tier: 'B',
      facts: { country: 'Peru' },
    });
    expect((await call('gtm_signal_query', { account_id: made.id })).scores).toHaveLength(1);
    expect((await call('gtm_signal_query', { account_id: target })).scores).toEqual([]);
    expect(await promote()).toMatchObject({ id: made.id, created: false });
    const missing = { entity: 'account', target_account_id: newId('target_account'), facts: {} };
    const { body } = await tenant.rest('gtm_crm_write', missing);
    expect(body.error.message).toBe('No target account with that id in this workspace.');
  });
});
