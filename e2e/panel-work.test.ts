import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorOf } from '../client/index.ts';
import { combineInserts } from '../db/append.ts';
import { firstIdAt, newId } from '../db/ids.ts';
import { execute } from '../db/orm.ts';
import { type CallRow, calls } from '../db/statements/calls.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { PermanentError, queue, work } from '../server/jobs/queue.ts';
import { Jobs } from '../server/jobs/jobs.ts';
import { type AppContext, startTestApp, type Tenant, tenantOf } from './harness/app.ts';
import { newColleague } from './harness/colleague.ts';
import { newPerson, type Person } from './harness/person.ts';
import { makeCertificate, type Receiver, startReceiver } from './harness/receiver.ts';
import { until } from './harness/until.ts';

const certificate = makeCertificate();
let app: AppContext;
let receiver: Receiver;

beforeAll(async () => {
  app = await startTestApp({ WEBHOOK_CA_FILE: certificate.file, WEBHOOK_ALLOWED_CIDRS: '127.0.0.1/32' });
  receiver = await startReceiver(certificate);
});

afterAll(async () => {
  await receiver.close();
  await app.stop();
  certificate.remove();
});

const db = () => app.service.app.services.db;

/** How a call was refused; fails when it was not. */
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    (answer) => expect.unreachable(`it was answered: ${JSON.stringify(answer)}`),
    (error: unknown) => errorOf(error) ?? Promise.reject(error as Error),
  );

const ok = async (person: Tenant, tool: string, input: unknown, headers = {}) => {
  const { status, body } = await person.rest(tool, input, headers);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

const newAccount = async (person: Person, facts: Record<string, unknown>) =>
  (await ok(person, 'gtm_crm_write', { entity: 'account', facts })).id as string;

const stage = async (person: Tenant, more: Record<string, unknown> = {}) =>
  (await ok(person, 'studio_stage_draft', { channel: 'manual', body: 'Hello.', ...more })) as {
    draft_id: string;
    version: number;
    status: 'pending';
  };

const seen = ({ draft_id, version }: { draft_id: string; version: number }) => ({
  draft_id,
  version,
  status: 'pending' as const,
});

describe('accounts', () => {
  test('are listed by name or newest first, page by page, each once', async () => {
    const person = await newPerson(app);
    const names = ['delta', 'Alpha', 'Écho', 'bravo', 'alpha', 'Charlie', '100 percent'];
    for (const name of names) await newAccount(person, { name });
    await newAccount(person, { domain: 'nameless.example' });
    for (const sort of ['name', 'newest'] as const) {
      const seen: (string | null)[] = [];
      let cursor: string | undefined;
      do {
        const page = await person.browser.panel.accounts.list.query({ sort, limit: 3, ...(cursor && { cursor }) });
        expect(page.items.length).toBeLessThanOrEqual(3);
        seen.push(...page.items.map(({ name }) => name));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toHaveLength(8);
      if (sort === 'newest') expect(seen).toEqual([...names, null].reverse());
      else expect(seen.slice(0, 3).map((name) => name?.toLowerCase())).toEqual(['100 percent', 'alpha', 'alpha']);
    }
  });

  test('are found by the beginnings of words, and narrowed', async () => {
    const person = await newPerson(app);
    const acme = await newAccount(person, {
      name: 'Acme Röhren GmbH',
      domain: 'acme-tubes.example',
      tier: 'A',
      industry: 'Steel',
    });
    await newAccount(person, { name: "O'Brien & Sons", domain: 'obrien.example', industry: 'Retail' });
    const { panel } = person.browser;
    const found = async (input: Parameters<typeof panel.accounts.list.query>[0]) =>
      (await panel.accounts.list.query(input)).items.map(({ name }) => name);
    for (const search of ['acm', 'RÖHR', 'tubes', 'gmbh acme', 'acme-tubes.exam']) {
      expect(await found({ search }), search).toEqual(['Acme Röhren GmbH']);
    }
    expect(await found({ search: "o'brien" })).toEqual(["O'Brien & Sons"]);
    expect(await found({ search: "'); DROP TABLE accounts; --" })).toEqual([]);
    expect(await found({ search: '!!' })).toEqual([]);
    expect(await found({ search: 'cme' })).toEqual([]);
    expect(await found({ tier: 'A' })).toEqual(['Acme Röhren GmbH']);
    expect(await found({ industry: 'Retail' })).toEqual(["O'Brien & Sons"]);
    expect(await found({ has_gaps: true })).toEqual([]);
    await ok(person, 'gtm_crm_write', {
      entity: 'opp',
      facts: { name: 'Deal', account_id: acme, amount: 10, currency: 'EUR' },
    });
    expect(await found({ has_gaps: true })).toEqual(['Acme Röhren GmbH']);
    expect(await panel.accounts.filters.query()).toEqual({ tiers: ['A'], industries: ['Retail', 'Steel'] });
    expect((await panel.search.find.query({ text: 'röhren' })).items).toMatchObject([
      { kind: 'account', id: acme },
      { kind: 'opp', label: 'Deal', account_id: acme },
    ]);
    expect((await panel.search.find.query({ text: person.keyId })).items).toMatchObject([
      { kind: 'key', label: 'test' },
    ]);
  });

  test('show who established what and when, and how it came to be', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const account_id = await newAccount(person, { name: 'Acme', domain: 'acme.example' });
    const { id: opp_id } = await ok(person, 'gtm_crm_write', { entity: 'opp', facts: { name: 'Pilot', account_id } });
    const run_ref = (await ok(person, 'start_run', { plugin: 'deal-desk', skill: 'evidence' })).run_ref;
    await ok(person, 'set_meddpicc', { opp_id, champion: 'Dana' }, { 'run-ref': run_ref });
    await ok(person, 'set_meddpicc', { opp_id, champion: 'Robin' });
    await ok(person, 'gtm_score', { role: 'deal-risk', signals: [{ key: 'no_next_step', value: 1 }], account_id });
    await ok(person, 'log_capture', { source: 'call', text: '<script>alert(1)</script>', account_id });
    const whole = await panel.accounts.get.query({ account_id, limit: 10 });
    expect(whole.deal_totals).toEqual([{ kind: 'open', count: 1, gaps: 7, amounts: [] }]);
    const open = await panel.accounts.open_deals.query({ account_id });
    expect(open.items[0]).toMatchObject({
      completeness: 1,
      meddpicc: { champion: 'Robin' },
      evidence: { champion: { tool: 'set_meddpicc', key_id: person.keyId, user_id: person.userId, run_ref } },
    });
    expect(whole.scores).toMatchObject([{ role: 'deal-risk', drivers: [{ key: 'no_next_step' }] }]);
    expect(whole.captures.items[0]!.text).toBe('<script>alert(1)</script>');
    const history = await panel.accounts.fact_history.query({ account_id, subject_id: opp_id, attribute: 'champion' });
    expect(history.items.map(({ value, superseded_at }) => [value, superseded_at === null])).toEqual([
      ['Robin', true],
      ['Dana', false],
    ]);
    const current = await panel.accounts.facts.query({ account_id, limit: 200 });
    expect(current.items.filter(({ attribute }) => attribute === 'champion')).toHaveLength(1);
    const asked = await panel.accounts.ask.query({ account_id, question: 'Who is the champion?' });
    const { body } = await person.rest('answer_about_account', { account_id, question: 'Who is the champion?' });
    expect(asked).toEqual(body);
  });

  test('get the tier that a person accepts or chooses, and only then is anybody told', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const { webhook_id } = await panel.webhooks.create.mutate({ url: receiver.url, types: ['account.tier_changed'] });
    const account_id = await newAccount(person, { name: 'Acme', tier: 'B' });
    const propose = async (tier: string) =>
      (await person.client.hosted.propose_tier.mutate({ account_id, tier, reason: 'They grow.' })).proposal_id;
    const first = await propose('A');
    expect((await panel.tiers.open.query({})).items).toMatchObject([
      { proposal_id: first, tier: 'A', current_tier: 'B' },
    ]);
    expect((await panel.webhooks.deliveries.query({ webhook_id })).items).toEqual([]);
    // Two who decide at once: one does.
    const decisions = await Promise.allSettled([
      panel.tiers.accept.mutate({ proposal_id: first }),
      panel.tiers.override.mutate({ proposal_id: first, tier: 'C' }),
    ]);
    expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const second = await propose('D');
    expect(await panel.tiers.override.mutate({ proposal_id: second, tier: 'E' })).toMatchObject({
      to_tier: 'E',
      source: 'overridden',
      moved: true,
    });
    expect((await refusalOf(panel.tiers.accept.mutate({ proposal_id: second }))).code).toBe('invalid_transition');
    const whole = await panel.accounts.get.query({ account_id, limit: 10 });
    expect(whole.account.tier).toBe('E');
    expect(whole.proposals[0]).toMatchObject({
      state: 'overridden',
      decided_tier: 'E',
      decided_by_user_id: person.userId,
    });
    const { items } = await panel.accounts.fact_history.query({
      account_id,
      subject_id: account_id,
      attribute: 'tier',
    });
    expect(items[0]).toMatchObject({ value: 'E', key_id: null, user_id: person.userId, tool: 'panel.tiers.override' });
    expect((await panel.webhooks.deliveries.query({ webhook_id })).items).toHaveLength(2);
  });
});

describe('drafts', () => {
  test('are decided about as they were seen, and what was decided names the session', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const draft = await stage(person, { title: 'Note' });
    await panel.drafts.edit.mutate({ ...seen(draft), body: 'Hello, Dana.' });
    const stale = await refusalOf(panel.drafts.review.mutate({ ...seen(draft), action: 'approve' }));
    expect(stale).toMatchObject({ code: 'invalid_transition', message: expect.stringContaining('it is version 2') });
    const approved = await panel.drafts.review.mutate({
      ...seen({ ...draft, version: 2 }),
      action: 'approve',
      note: 'Good.',
    });
    const { session } = await panel.session.get.query();
    expect(approved.approval).toMatchObject({
      version: 2,
      user_id: person.userId,
      key_id: null,
      session_id: session.session_id,
    });
    const whole = await panel.drafts.get.query({ draft_id: draft.draft_id });
    expect(whole.draft).toMatchObject({ status: 'approved', title: 'Note', body: 'Hello, Dana.' });
    expect(whole.draft).toMatchObject({
      reviews: [{ action: 'approve', note: 'Good.', session_id: session.session_id }],
    });
    expect(whole.versions.map(({ version, body, key_id }) => [version, body, key_id])).toEqual([
      [2, 'Hello, Dana.', null],
      [1, 'Hello.', person.keyId],
    ]);
    // The tool shows the same, to whoever staged it.
    const { body } = await person.rest('studio_list_drafts', { draft_id: draft.draft_id });
    expect(body.drafts[0].approval).toEqual(approved.approval);
  });

  test('of two decisions at once, and of a decision and an edit, one counts', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    for (const second of ['hold', 'edit'] as const) {
      const draft = await stage(person);
      const results = await Promise.allSettled([
        panel.drafts.review.mutate({ ...seen(draft), action: 'approve' }),
        second === 'hold'
          ? panel.drafts.review.mutate({ ...seen(draft), action: 'hold' })
          : person.rest('studio_stage_draft', { ...draft, channel: 'manual', body: 'Changed meanwhile.' }),
      ]);
      const { draft: after } = await panel.drafts.get.query({ draft_id: draft.draft_id });
      if (second === 'hold') expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      // Whatever came first: what is approved is what was seen.
      if (after.status === 'approved') expect(after).toMatchObject({ version: 1, body: 'Hello.' });
    }
  });

  test('in a batch each stands for itself', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const drafts = [
      await stage(person, { skill: 'a' }),
      await stage(person, { skill: 'b' }),
      await stage(person, { skill: 'c' }),
    ];
    await panel.drafts.edit.mutate({ ...seen(drafts[1]!), body: 'Changed.' });
    const { items } = await panel.drafts.review_many.mutate({ drafts: drafts.map(seen), action: 'approve' });
    expect(items.map(({ draft_id, ok }) => [draft_id, ok])).toEqual(
      drafts.map(({ draft_id }, n) => [draft_id, n !== 1]),
    );
    expect(items[1]).toMatchObject({ error: { code: 'invalid_transition' } });
    const pending = await panel.drafts.list.query({ status: 'pending' });
    expect(pending.items.map(({ draft_id }) => draft_id)).toEqual([drafts[1]!.draft_id]);
  });

  test('with a second approver wanted, whoever staged one with a key or edited it here cannot let it through', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    await app.operator.flags.set.mutate({ user_id: person.userId, flag: 'second_approver', value: true });
    const colleague = await newColleague(app, person);
    const [staged, edited, others] = [
      await stage(person),
      await stage(colleague),
      await stage(colleague, { skill: 'b' }),
    ];
    await panel.drafts.edit.mutate({ ...seen(edited), body: 'Mine now.' });
    const { items } = await panel.drafts.list.query({});
    expect(items.map(({ needs_other_approver }) => needs_other_approver)).toEqual([false, true, true]);
    for (const mine of [staged, { ...edited, version: 2 }]) {
      const refused = await refusalOf(panel.drafts.review.mutate({ ...seen(mine), action: 'approve' }));
      expect(refused.message).toMatch(/second approver/);
    }
    await panel.drafts.review.mutate({ ...seen(others), action: 'approve' });
  });

  test('of the manual channel are sent by a person, who says so; and the event names its run', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const { webhook_id } = await panel.webhooks.create.mutate({ url: receiver.url });
    const run_ref = (await ok(person, 'start_run', { plugin: 'content-studio', skill: 'write' })).run_ref;
    const account_id = await newAccount(person, { name: 'Acme' });
    const draft = (await ok(
      person,
      'studio_stage_draft',
      { channel: 'manual', body: 'Hello.', account_id, product: 'content-studio', skill: 'write' },
      { 'run-ref': run_ref },
    )) as { draft_id: string; version: number };
    const early = await refusalOf(panel.drafts.mark_sent.mutate({ draft_id: draft.draft_id, version: 1 }));
    expect(early.code).toBe('invalid_transition');
    await panel.drafts.review.mutate({ ...seen(draft), action: 'approve' });
    expect(await panel.drafts.mark_sent.mutate({ draft_id: draft.draft_id, version: 1 })).toMatchObject({
      status: 'published',
    });
    const telemetry = `{ "plugin":"content-studio",\n\t"skill" : "write", "run_id":${JSON.stringify(run_ref)}, "outcome":"ok", "error_detail":"ünï", "counts": { "a":1.50e1 } }`;
    await ok(person, 'emit_telemetry', telemetry);

    const { run, timeline } = await panel.runs.get.query({ run_ref });
    expect(run).toMatchObject({ status: 'ok', run_ref, telemetry });
    const kinds = timeline.map(({ kind, item }) => (kind === 'event' ? item.type : kind));
    expect(kinds).toEqual(expect.arrayContaining(['call', 'draft', 'fact', 'draft.ready', 'send.approved', 'send']));
    const times = timeline.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    await until(
      async () => (await panel.webhooks.deliveries.query({ webhook_id })).items,
      (items) => items.length === 2 && items.every(({ state }) => state === 'delivered'),
      30_000,
    );
  });
});

describe('runs', () => {
  test('are listed by how they stand; one that fell silent is stale', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const start = async (skill: string) =>
      (await ok(person, 'start_run', { plugin: 'deal-desk', skill })).run_ref as string;
    const [silent, alive, done] = [await start('silent'), await start('alive'), await start('done')];
    await ok(person, 'emit_telemetry', {
      plugin: 'deal-desk',
      skill: 'done',
      run_id: done,
      outcome: 'failed',
      error_code: 'provider',
    });
    const hush = statement(
      'test_hush_run',
      `UPDATE runs SET last_sign_at = last_sign_at - interval '31 minutes' WHERE run_ref = $1`,
    );
    await db()
      .fork(person.workspaceId)
      .transactional((em) => execute(em, hush, [silent]));
    const refs = async (status?: 'running' | 'stale' | 'ok' | 'error') =>
      (await panel.runs.list.query({ ...(status && { status }) })).items.map(({ run_ref, status }) => [
        run_ref,
        status,
      ]);
    expect(await refs()).toEqual([
      [done, 'error'],
      [alive, 'running'],
      [silent, 'stale'],
    ]);
    expect(await refs('stale')).toEqual([[silent, 'stale']]);
    expect(await refs('running')).toEqual([[alive, 'running']]);
    expect(await refs('error')).toEqual([[done, 'error']]);
    expect(await refs('ok')).toEqual([]);
    expect(await panel.overview.get.query()).toMatchObject({ runs: { running: 1, stale: 1, ok: 0, error: 1 } });
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await panel.runs.list.query({ limit: 1, ...(cursor && { cursor }) });
      pages.push(...page.items.map(({ run_ref }) => run_ref));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(pages).toEqual([done, alive, silent]);
  });
});

describe('an API key', () => {
  test('lives from its making here to the refusal of its next call', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const { key_id, key, prefix } = await panel.keys.create.mutate({
      name: 'Night agent',
      scopes: ['brief.read', 'account.read'],
    });
    expect(key.startsWith(prefix)).toBe(true);
    const agent = tenantOf(app.baseUrl, { ...person, keyId: key_id, key });
    const answer = await agent.rest('pull_brief');
    expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([200, '60']);
    expect((await agent.rest('log_capture', { source: 'x', text: 'y' })).status).toBe(403);

    const { items } = await panel.audit.list.query({ key_id });
    expect(items.map(({ tool, outcome, error_code }) => [tool, outcome, error_code])).toEqual([
      ['log_capture', 'denied', 'insufficient_scope'],
      ['pull_brief', 'ok', null],
    ]);
    const request_id = answer.headers.get('x-request-id')!;
    expect((await panel.audit.list.query({ request_id })).items).toMatchObject([{ tool: 'pull_brief', request_id }]);
    const listed = await panel.keys.list.query({});
    expect(listed.items[0]).toMatchObject({ key_id, name: 'Night agent', prefix, status: 'active', rate_limit: 60 });
    expect(listed.items[0]!.last_used_at).toBe(items[0]!.at);
    expect(JSON.stringify(listed)).not.toContain(key);
    const usage = await panel.keys.usage.query({ key_id, days: 7 });
    expect(usage.days).toHaveLength(7);
    expect(usage.days.at(-1)).toMatchObject({ ok: 1, error: 0, denied: 1 });
    expect(usage.unused_scopes).toEqual(['account.read']);

    const rotated = await panel.keys.rotate.mutate({ key_id, grace_hours: 1 });
    for (const each of [key, rotated.key]) {
      expect((await tenantOf(app.baseUrl, { ...person, keyId: key_id, key: each }).rest('pull_brief')).status).toBe(
        200,
      );
    }
    expect((await panel.keys.list.query({})).items[0]!.grace_until).not.toBeNull();
    await panel.keys.set_scopes.mutate({ key_id, scopes: ['account.read'] });
    expect((await agent.rest('pull_brief')).status).toBe(403);
    await panel.keys.revoke.mutate({ key_id });
    for (const each of [key, rotated.key]) {
      expect((await tenantOf(app.baseUrl, { ...person, keyId: key_id, key: each }).rest('pull_brief')).status).toBe(
        401,
      );
    }
    expect((await refusalOf(panel.keys.rotate.mutate({ key_id }))).code).toBe('invalid_transition');
    expect((await panel.keys.list.query({ usable_only: true })).items.map(({ name }) => name)).toEqual(['test']);
  });

  test('has its limit raised or cleared by a team’s owner alone, for members too', async () => {
    const [owner, member, stranger] = [await newPerson(app), await newPerson(app), await newPerson(app)];
    const { team_id } = await app.operator.teams.create.mutate({ owner_user_id: owner.userId, name: 'Sales' });
    await app.operator.teams.add_member.mutate({ team_id, user_id: member.userId });
    await app.operator.teams.add_seat_pack.mutate({ team_id, plugin: 'deal-desk', seats: 1 });
    const own = { key_id: member.keyId };
    const { panel } = member.browser;
    expect((await refusalOf(panel.keys.set_rate_limit.mutate({ ...own, rate_limit: 61 }))).code).toBe('not_team_owner');
    expect((await refusalOf(panel.keys.set_rate_limit.mutate({ ...own, rate_limit: null }))).code).toBe(
      'not_team_owner',
    );
    expect((await refusalOf(panel.keys.create.mutate({ name: 'x', scopes: 'all', rate_limit: 100 }))).code).toBe(
      'not_team_owner',
    );
    await panel.keys.set_rate_limit.mutate({ ...own, rate_limit: 30 });
    expect((await member.rest('verify_session')).headers.get('ratelimit-limit')).toBe('30');

    const boss = owner.browser.panel;
    await boss.team.set_rate_limit.mutate({ ...own, rate_limit: 500 });
    expect((await member.rest('verify_session')).headers.get('ratelimit-limit')).toBe('500');
    await boss.team.set_rate_limit.mutate({ ...own, rate_limit: null });
    expect((await member.rest('verify_session')).headers.get('ratelimit-limit')).toBeNull();
    const other = await refusalOf(boss.team.set_rate_limit.mutate({ key_id: stranger.keyId, rate_limit: 5 }));
    expect(other.code).toBe('not_found');

    const team = await boss.team.get.query({ team_id });
    expect(team).toMatchObject({
      members: [{ user_id: member.userId, seat: 1 }],
      packs: [{ plugin: 'deal-desk', seats: 1, used: 1, active: true }],
      keys: [{ key_id: member.keyId, of_team: false, rate_limit: null }],
    });
    const { key_id } = await boss.keys.create.mutate({ name: 'Team key', scopes: 'all', team_id, rate_limit: null });
    expect((await boss.team.get.query({ team_id })).keys[0]).toMatchObject({ key_id, of_team: true });
    expect((await boss.team.rollup.query({ team_id })).members.map(({ user_id }) => user_id)).toContain(member.userId);
    expect((await boss.session.get.query()).teams_owned).toEqual([{ id: team_id, name: 'Sales' }]);
    expect((await panel.plan.get.query()).seats).toMatchObject([
      { team_id, packs: [{ plugin: 'deal-desk', covered: true }] },
    ]);
  });
});

describe('the audit log', () => {
  const insert = statement(
    'test_many_calls',
    `INSERT INTO api_key_calls (workspace_id, id, key_id, user_id, tool, transport, outcome, error_code, duration_ms, request_bytes, response_bytes, run_ref, request_id, at)
     SELECT $1, 'call_' || lpad(n::text, 26, '0'), $2, $3, CASE WHEN n = 7 THEN 'rare' ELSE 'common' END, 'rest', 'ok', NULL, n, 1, 2,
       CASE WHEN n = 9 THEN '=cmd|'' /C calc''!A0' END, 'req', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'
     FROM generate_series(1, $4::int) n`,
  );

  test('finds a rare call however far back it is, a page at a time, each call once', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    await db().as(ROLES.gate, insert, [person.workspaceId, person.keyId, person.userId, 45_000]);
    const first = await panel.audit.list.query({ tool: 'rare' });
    expect(first.items).toEqual([]);
    expect(first.searched_to).not.toBeNull();
    let page = first;
    let pages = 1;
    while (page.next_cursor !== null) {
      page = await panel.audit.list.query({ tool: 'rare', cursor: page.next_cursor });
      pages += 1;
      if (page.items.length > 0) expect(page.items).toMatchObject([{ tool: 'rare', duration_ms: 7 }]);
    }
    expect(pages).toBe(3);
    const a = await panel.audit.list.query({ limit: 3 });
    const next = await panel.audit.list.query({ limit: 3, cursor: a.next_cursor! });
    expect([...a.items, ...next.items].map(({ duration_ms }) => duration_ms)).toEqual([
      45_000, 44_999, 44_998, 44_997, 44_996, 44_995,
    ]);
  });

  test('leaves whole as CSV that no spreadsheet runs', async () => {
    const person = await newPerson(app);
    await db().as(ROLES.gate, insert, [person.workspaceId, person.keyId, person.userId, 12_345]);
    const answer = await person.browser.fetch('/app/audit.csv');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-[\d-]+\.csv"$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const rows: Record<string, string>[] = parse(await answer.text(), { columns: true });
    expect(rows).toHaveLength(12_345);
    expect(rows[0]).toMatchObject({ tool: 'common', duration_ms: '12345', key_id: person.keyId });
    expect(rows.at(-9)!['run_ref']).toBe("'=cmd|' /C calc'!A0");
    const rare = await person.browser.fetch('/app/audit.csv?tool=rare');
    expect(parse(await rare.text(), { columns: true })).toHaveLength(1);
    expect((await person.browser.fetch('/app/audit.csv?outcome=nonsense')).status).toBe(400);
  });
});

describe('webhooks', () => {
  test('go from their making to a delivered test event, off and on, and replay', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    const { webhook_id, secret } = await panel.webhooks.create.mutate({ url: receiver.url });
    expect(secret).toMatch(/^whsec_/);
    const before = receiver.received.length;
    const { event_id } = await panel.webhooks.test.mutate({ webhook_id });
    const delivered = () =>
      until(
        async () => (await panel.webhooks.deliveries.query({ webhook_id })).items,
        ([newest]) => newest?.state === 'delivered',
        30_000,
      );
    expect((await delivered())[0]).toMatchObject({
      event_id,
      type: 'webhook.test',
      attempts: [{ status: 200, response: 'ok' }],
    });
    expect(receiver.received.slice(before).some(({ headers }) => headers['webhook-id'] === event_id)).toBe(true);
    expect(await panel.webhooks.replay.mutate({ webhook_id, event_id })).toEqual({ replayed: 1 });
    await panel.webhooks.disable.mutate({ webhook_id });
    expect((await panel.webhooks.list.query()).items).toMatchObject([
      { enabled: false, disabled_reason: expect.stringContaining('panel') },
    ]);
    expect((await refusalOf(panel.webhooks.disable.mutate({ webhook_id }))).code).toBe('invalid_transition');
    expect((await refusalOf(panel.webhooks.test.mutate({ webhook_id }))).code).toBe('invalid_transition');
    await panel.webhooks.enable.mutate({ webhook_id });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(
      (await panel.webhooks.replay_failed.mutate({ webhook_id, failed_since: since })).replayed,
    ).toBeGreaterThanOrEqual(0);
    expect((await panel.webhooks.rotate.mutate({ webhook_id })).secret).not.toBe(secret);
    await panel.webhooks.delete.mutate({ webhook_id });
    expect((await panel.webhooks.list.query()).items).toEqual([]);
    expect((await refusalOf(panel.webhooks.create.mutate({ url: 'https://10.0.0.1/x' }))).code).toBe('invalid_input');
  });
});

describe('the rest of a workspace', () => {
  test('channels are connected and disconnected, and no token comes back', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    await panel.integrations.connect.mutate({
      channel: 'linkedin',
      access_token: 'secret-token',
      account_label: 'Robin',
    });
    const list = await panel.integrations.list.query();
    expect(JSON.stringify(list)).not.toContain('secret-token');
    const linkedin = list.channels.find(({ channel }) => channel === 'linkedin')!;
    expect(linkedin.connection).toMatchObject({ account_label: 'Robin' });
    expect(list.providers.every(({ configured }) => !configured)).toBe(true);
    const draft = await stage(person, { channel: 'linkedin' });
    const leaves = async () => (await panel.drafts.get.query({ draft_id: draft.draft_id })).leaves;
    expect(await leaves()).toMatchObject({ channel_name: 'LinkedIn', as: 'Robin', obstacle: null });
    await panel.integrations.disconnect.mutate({ channel: 'linkedin' });
    expect((await leaves()).obstacle).toBe('The channel is not connected.');
  });

  test('an old version of the brain comes back as the next one', async () => {
    const person = await newPerson(app);
    const { panel } = person.browser;
    for (const n of [1, 2, 3]) await ok(person, 'sync_brain', { scope: 'decision-log', payload: { n } });
    expect(await panel.brain.bring_back.mutate({ scope: 'decision-log', version: 1 })).toMatchObject({
      version: 4,
      brought_back: 1,
    });
    expect((await panel.brain.get.query({ scope: 'decision-log', version: 4 })).payload).toEqual({ n: 1 });
    const { items, next_cursor } = await panel.brain.versions.query({ scope: 'decision-log', limit: 2 });
    expect(items.map(({ version, key_id }) => [version, key_id])).toEqual([
      [4, null],
      [3, person.keyId],
    ]);
    const rest = await panel.brain.versions.query({ scope: 'decision-log', limit: 2, cursor: next_cursor! });
    expect(rest.items.map(({ version }) => version)).toEqual([2, 1]);
    expect(rest.next_cursor).toBeNull();
    expect((await panel.brain.list.query()).items).toMatchObject([{ scope: 'decision-log', version: 4, stale: false }]);
  });

  test('a plan says what was bought and until when', async () => {
    const person = await newPerson(app);
    const plan = await person.browser.panel.plan.get.query();
    expect(plan).toMatchObject({
      plan: 'pro',
      entitlements: [{ kind: 'membership', slug: 'pro', active: true, ends_at: null }],
    });
    expect(plan.catalogue.map(({ kind }) => kind)).toContain('suite');
  });

  test('a dead letter is its own workspace’s to see and to retry', async () => {
    const [person, stranger] = [await newPerson(app), await newPerson(app)];
    const doomed = queue<{ workspaceId: string }>({
      name: 'test-panel',
      retries: 0,
      retryAfter: 1,
      expiresAfter: 60,
      concurrency: 1,
    });
    const { log } = app.service.app.services;
    const works = [
      work(doomed, async () => {
        throw new PermanentError('it cannot be');
      }),
    ];
    const jobs = await Jobs.open({ db: db(), log, queues: [doomed], working: true });
    await jobs.startWork(works, {});
    try {
      await jobs.send(doomed, { workspaceId: person.workspaceId });
      const { panel } = person.browser;
      const { items } = await until(
        () => panel.jobs.dead.query({}),
        (found) => found.items.length > 0,
        30_000,
      );
      expect(items).toMatchObject([{ queue: 'test-panel', reason: 'it cannot be' }]);
      expect((await stranger.browser.panel.jobs.dead.query({})).items).toEqual([]);
      const { job_id } = items[0]!;
      expect((await refusalOf(stranger.browser.panel.jobs.retry.mutate({ job_id }))).code).toBe('not_found');
      expect(await panel.jobs.retry.mutate({ job_id })).toEqual({ job_id, retried: true });
      expect((await panel.activity.list.query({ act: 'job.retried' })).items).toMatchObject([
        { user_id: person.userId, detail: { queue: 'test-panel', job_id } },
      ]);
    } finally {
      await jobs.stopWork();
      await jobs.close();
    }
  });

  test('the chart of calls counts what was called, in its bucket', async () => {
    const person = await newPerson(app);
    await person.rest('verify_session');
    await person.rest('read_account', { id: 'nonsense' });
    const chart = await person.browser.panel.overview.calls.query({ hours: 1 });
    expect(chart.calls).toHaveLength(60);
    expect(chart).toMatchObject({ total: 2, error_share: 0.5, bucket_seconds: 60, counted_up_to: null });
    const recent = chart.calls.slice(-3);
    expect(recent.reduce((sum, { ok, error }) => sum + ok + error, 0)).toBe(2);
  });

  test('calls of a week, and of a key by day, are each counted once, where they belong, and in no other workspace', async () => {
    const [person, stranger] = [await newPerson(app), await newPerson(app)];
    const now = Date.now();
    const HOUR = 3_600_000;
    type Outcome = 'ok' | 'error' | 'denied';
    const call = (hoursAgo: number, tool: string, outcome: Outcome): CallRow & { outcome: Outcome } => ({
      workspace_id: person.workspaceId,
      id: firstIdAt('call', new Date(now - hoursAgo * HOUR)) + newId('call').slice(-16),
      key_id: person.keyId,
      user_id: person.userId,
      tool,
      transport: 'rest',
      outcome,
      error_code: null,
      duration_ms: 1,
      request_bytes: 1,
      response_bytes: 1,
      run_ref: null,
      request_id: newId('request'),
      at: new Date(now - hoursAgo * HOUR).toISOString(),
      count: 1,
    });
    const made = [
      ...Array.from({ length: 160 }, (_, hour) => call(hour, 'pull_brief', 'ok')),
      ...[1, 30, 31, 100].map((hour) => call(hour, 'read_account', 'error')),
      ...[2, 2, 99].map((hour) => call(hour, 'read_account', 'denied')),
      call(24 * 29, 'log_capture', 'ok'),
      call(24 * 40, 'set_meddpicc', 'ok'),
    ];
    const { statement: insert, values } = combineInserts([{ into: calls, rows: made }])!;
    await db().as(ROLES.gate, insert, values);

    const week = await person.browser.panel.overview.calls.query({ hours: 168 });
    const start = Date.parse(week.calls[0]!.at);
    const bucketOf = ({ at }: { at: string }) => Math.floor((Date.parse(at) - start) / (week.bucket_seconds * 1000));
    const expected = week.calls.map(({ at }) => ({ at, ok: 0, error: 0, denied: 0 }));
    for (const each of made) if (bucketOf(each) >= 0) expected[bucketOf(each)]![each.outcome] += 1;
    expect(week.calls).toEqual(expected);
    expect(week).toMatchObject({ total: 167, error_share: 7 / 167, counted_up_to: null });
    expect(await stranger.browser.panel.overview.calls.query({ hours: 168 })).toMatchObject({ total: 0 });

    const usage = await person.browser.panel.keys.usage.query({ key_id: person.keyId, days: 90 });
    const days = usage.days.map(({ day }) => ({ day, ok: 0, error: 0, denied: 0 }));
    for (const { at, outcome } of made) days.find(({ day }) => day === at.slice(0, 10))![outcome] += 1;
    expect(usage.days).toEqual(days);
    expect(usage.tools[0]).toEqual({ tool: 'pull_brief', calls: 160 });
    expect(usage.unused_scopes).toContain('meddpicc.write');
    expect(usage.unused_scopes).not.toContain('capture.write');
    expect(usage.counted_days).toBe(90);
    const refused = await refusalOf(stranger.browser.panel.keys.usage.query({ key_id: person.keyId }));
    expect(refused.code).toBe('not_found');
  });
});

describe('the panel’s files', () => {
  test('come with a policy that runs no inline script and lets nobody frame them', async () => {
    const { browser } = await newPerson(app, { signedIn: false });
    for (const path of ['/app', '/app/', '/app/accounts/acc_x', '/app/sign-in?error=x']) {
      const answer = await browser.fetch(path);
      expect([200, 503]).toContain(answer.status);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const policy = answer.headers.get('content-security-policy')!;
      expect(policy).toMatch(/default-src 'none'.*script-src 'self';.*frame-ancestors 'none'/);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      const html = await answer.text();
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
      for (const [, asset] of html.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)) {
        const file = await browser.fetch(asset!);
        expect(file.status).toBe(200);
        expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      }
    }
    const missing = await browser.fetch('/app/assets/nothing-abc123.js');
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  });
});
