import { describe, expect, test } from 'vitest';
import { createClient, errorOf } from '../client/index.ts';
import { execute } from '../db/orm.ts';
import { statement } from '../db/statement.ts';
import { registry } from '../routers/index.ts';
import type { Call, NewFact } from '../server/gate/call.ts';
import { INTENTS } from '../server/outreach/intent.ts';
import { decideTier, type DecideTierInput } from '../server/outreach/tiers.ts';
import { callTool } from './harness/transports.ts';
import { OPERATOR_TOKEN } from './harness/environment.ts';
import { type AppContext, post, type Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';

let app: AppContext;
let tenant: Tenant;
let account: string;

useApp(async (started) => {
  app = started;
  tenant = await app.newTenant();
  account = await newAccount(tenant);
});

async function newAccount(who: Tenant, tier = 'C'): Promise<string> {
  const { body, text } = await who.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme', tier } });
  expect(body.id, text).toMatch(/^acc_/);
  return body.id;
}

async function newDraft(who: Tenant, input: Record<string, unknown> = {}): Promise<string> {
  const { body } = await who.rest('studio_stage_draft', { channel: 'manual', body: 'Hello.', ...input });
  return body.draft_id;
}

async function refused(answer: Promise<unknown>) {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => errorOf(reason),
  );
  expect(error).toBeDefined();
  return error!;
}

/** Calls a procedure as it comes over the wire, for its status and headers. */
const wire = (procedure: string, input: unknown, key: string, headers: Record<string, string> = {}) =>
  post(`${app.baseUrl}/trpc/${procedure}`, input, { authorization: `Bearer ${key}`, ...headers });

const factsAbout = statement(
  'test_facts_about',
  `SELECT attribute, value, sentence, tool, superseded_at IS NULL AS stands FROM facts
   WHERE account_id = $1 AND attribute = ANY ($2::text[]) ORDER BY id`,
);

const facts = (who: Tenant, accountId: string, ...attributes: string[]) =>
  app.service.app.services.db.read<Record<string, unknown>>(who.workspaceId, factsAbout, [accountId, attributes]);

const PROCEDURES = ['hosted.record_send', 'hosted.record_reply', 'hosted.propose_tier'];

describe.each(PROCEDURES)('%s', (procedure) => {
  test('is no tool: no other transport and no document knows it', async () => {
    expect(registry.has(procedure)).toBe(false);
    expect(registry.has(procedure.replace('hosted.', ''))).toBe(false);
    for (const name of [procedure, procedure.replace('hosted.', '')]) {
      for (const transport of ['rest', 'mcp', 'trpc'] as const) {
        const answer = await callTool(transport, name, {}, { baseUrl: app.baseUrl, key: tenant.key });
        if (transport === 'mcp') expect(answer.rpcCode).toBe(-32602);
        else expect(answer.error?.code).toBe('not_found');
      }
    }
    const { text } = await tenant.mcp('tools/list');
    expect(text).toContain('studio_stage_draft');
    expect(text).not.toContain(procedure.replace('hosted.', ''));
    const openapi = await (await fetch(`${app.baseUrl}/openapi.json`)).text();
    expect(openapi).toContain('studio_stage_draft');
    expect(openapi).not.toContain(procedure.replace('hosted.', ''));
  });

  test('wants an entitled key, and nothing but that', async () => {
    const nobody = createClient({ url: app.baseUrl, apiKey: '' });
    const [, name] = procedure.split('.') as ['hosted', 'record_send'];
    expect((await refused(nobody.hosted[name].mutate({} as never))).code).toBe('missing_key');
    expect((await wire(procedure, {}, OPERATOR_TOKEN)).body.error.data.error.code).toBe('invalid_key');
    const visitor = await app.newTenant({ entitlement: null });
    const denied = await wire(procedure, {}, visitor.key);
    expect([denied.status, denied.body.error.data.error.code]).toEqual([403, 'not_entitled']);
    expect((await app.auditOf(visitor)).at(-1)).toMatchObject({ tool: procedure, outcome: 'denied' });
    const scopeless = await app.newKey(tenant.userId, { scopes: [] });
    expect((await wire(procedure, {}, scopeless.key)).body.error.data.error.code).toBe('invalid_input');
  });

  test('is limited and audited like any call', async () => {
    const limited = await app.newKey(tenant.userId, { rateLimit: 1 });
    const first = await wire(procedure, { channel: 'fax' }, limited.key, { 'run-ref': 'run-1' });
    expect(first.status).toBe(400);
    expect(first.headers.get('ratelimit-remaining')).toBe('0');
    const second = await wire(procedure, {}, limited.key);
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '60']);
    const rows = await app.auditOf(limited);
    const shared = { tool: procedure, transport: 'trpc' };
    expect(rows).toEqual([
      expect.objectContaining({ ...shared, outcome: 'error', error_code: 'invalid_input', run_ref: 'run-1' }),
      expect.objectContaining({ ...shared, outcome: 'denied', error_code: 'rate_limited' }),
    ]);
    expect(rows[0]!.request_id).toBe(first.headers.get('x-request-id'));
  });
});

test('a hosted procedure that does not exist is not found', async () => {
  const { status, body } = await wire('hosted.send_now', {}, tenant.key);
  expect([status, body.error.data.error.code]).toEqual([404, 'not_found']);
});

test('what hosted agents report is counted by its name', async () => {
  await tenant.client.hosted.record_send.mutate({ channel: 'email' });
  const metrics = await (await fetch(`${app.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(
    /sat_tool_calls_total\{tool="hosted\.record_send",transport="trpc",outcome="ok",code=""\} \d/,
  );
});

describe('recording a send', () => {
  test('keeps it, audits it and establishes it about the account', async () => {
    const about = await newAccount(tenant);
    const send = await tenant.client.hosted.record_send.mutate({
      channel: 'email',
      account_id: about,
      provider: 'gmail',
      message_ref: '<1@mail.example>',
      sent_at: '2026-03-02T10:00:00+01:00',
    });
    expect(send).toEqual({
      send_id: expect.stringMatching(/^snd_/),
      draft_id: null,
      account_id: about,
      channel: 'email',
      provider: 'gmail',
      sent_at: '2026-03-02T09:00:00.000Z',
      recorded: true,
    });
    expect((await app.auditOf(tenant)).at(-1)).toMatchObject({ tool: 'hosted.record_send', outcome: 'ok' });
    expect(await facts(tenant, about, 'send')).toEqual([
      expect.objectContaining({ sentence: 'The e-mail message of 2026-03-02 went out.', tool: 'hosted.record_send' }),
    ]);
  });

  test('of no account is a fact too, and so is its reply', async () => {
    const who = await app.newTenant();
    const { send_id } = await who.client.hosted.record_send.mutate({ channel: 'linkedin' });
    await who.client.hosted.record_reply.mutate({ send_id, intent: 'interested' });
    const all = statement('test_facts_of_no_account', 'SELECT account_id, attribute, tool FROM facts ORDER BY id');
    expect(await app.service.app.services.db.read(who.workspaceId, all)).toEqual([
      { account_id: null, attribute: 'send', tool: 'hosted.record_send' },
      { account_id: null, attribute: 'reply', tool: 'hosted.record_reply' },
    ]);
  });

  test("takes its draft's account when none is named", async () => {
    const draft = await newDraft(tenant, { account_id: account });
    const send = await tenant.client.hosted.record_send.mutate({ channel: 'manual', draft_id: draft });
    expect(send).toMatchObject({ draft_id: draft, account_id: account });
    expect(Date.parse(send.sent_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('keeps one message once, however often and however fast it is reported', async () => {
    const report = { channel: 'email' as const, message_ref: '<twice@mail.example>', account_id: account };
    const sends = await Promise.all(Array.from({ length: 8 }, () => tenant.client.hosted.record_send.mutate(report)));
    expect(new Set(sends.map(({ send_id }) => send_id)).size).toBe(1);
    expect(sends.filter(({ recorded }) => recorded)).toHaveLength(1);
    const elsewhere = await tenant.client.hosted.record_send.mutate({ ...report, channel: 'linkedin' });
    const stranger = await app.newTenant();
    const theirs = await stranger.client.hosted.record_send.mutate({
      channel: 'email',
      message_ref: report.message_ref,
    });
    expect([elsewhere.recorded, theirs.recorded]).toEqual([true, true]);
  });

  test('the first result of an idempotency key is replayed', async () => {
    const headers = { 'idempotency-key': 'send-1' };
    const first = await wire('hosted.record_send', { channel: 'email' }, tenant.key, headers);
    const second = await wire('hosted.record_send', { channel: 'email' }, tenant.key, headers);
    expect(second.body).toEqual(first.body);
    const other = await wire('hosted.record_send', { channel: 'reddit' }, tenant.key, headers);
    expect(other.body.error.data.error.code).toBe('idempotency_conflict');
  });

  test("refuses strangers' records in the words of those that never were, and keeps nothing", async () => {
    const stranger = await app.newTenant();
    const [draft, theirs] = [await newDraft(stranger), await newAccount(stranger)];
    const cases = [
      { draft_id: draft, never: { draft_id: 'dra_01kaj6w6qk5x3v0c8m9n2p4r7t' } },
      { account_id: theirs, never: { account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t' } },
    ];
    for (const { never, ...theirOwn } of cases) {
      const [a, b] = await Promise.all(
        [theirOwn, never].map((input) =>
          refused(tenant.client.hosted.record_send.mutate({ channel: 'email', ...input })),
        ),
      );
      expect(a!.code).toBe('not_found');
      expect({ ...a, request_id: '' }).toEqual({ ...b, request_id: '' });
    }
  });

  const refusals: [string, Record<string, unknown>, string][] = [
    ['a channel nobody knows', { channel: 'fax' }, 'channel'],
    ['a time to come', { channel: 'email', sent_at: new Date(Date.now() + 3_600_000).toISOString() }, 'sent_at'],
    ['an id of another type', { channel: 'email', draft_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t' }, 'draft_id'],
    ['a message ref over 998 characters', { channel: 'email', message_ref: 'x'.repeat(999) }, 'message_ref'],
  ];

  test.each(refusals)('refuses %s', async (_, input, path) => {
    const error = await refused(tenant.client.hosted.record_send.mutate(input as never));
    expect(error).toMatchObject({ code: 'invalid_input', issues: [{ path }] });
  });
});

describe('recording a reply', () => {
  const newSend = async (who: Tenant, accountId?: string) =>
    (
      await who.client.hosted.record_send.mutate({
        channel: 'email',
        sent_at: '2026-03-02T09:00:00Z',
        ...(accountId === undefined ? {} : { account_id: accountId }),
      })
    ).send_id;

  const replies: [string, (typeof INTENTS)[number], string?][] = [
    ['Sounds good, when can we talk?', 'interested'],
    ['No thanks.', 'not-interested'],
    ['Please contact Ben Okafor (ben.okafor@acme.example).', 'referred'],
    ['Not right now, maybe next quarter.', 'later'],
    ['Back on Monday.', 'later', 'Automatic reply: Hello'],
    ['Thanks.', 'unclear'],
    ['', 'unclear'],
  ];

  test.each(replies)('%j is taken as %s', async (text, intent, subject) => {
    const send_id = await newSend(tenant);
    const reply = await tenant.client.hosted.record_reply.mutate({
      send_id,
      text,
      ...(subject === undefined ? {} : { subject }),
    });
    expect(reply).toMatchObject({ send_id, intent, classified_by: 'rules', recorded: true });
  });

  test('answers with what an event about it says, and establishes it; a later reply supersedes', async () => {
    const about = await newAccount(tenant);
    const draft = await newDraft(tenant, { account_id: about });
    const { send_id } = await tenant.client.hosted.record_send.mutate({
      channel: 'email',
      draft_id: draft,
      sent_at: '2026-03-02T09:00:00Z',
    });
    const received_at = '2026-03-03T08:30:00.000Z';
    const first = await tenant.client.hosted.record_reply.mutate({ send_id, text: 'Try me in May.', received_at });
    expect(first).toEqual({
      reply_id: expect.stringMatching(/^rpl_/),
      send_id,
      draft_id: draft,
      account_id: about,
      intent: 'later',
      classified_by: 'rules',
      received_at,
      recorded: true,
    });
    await tenant.client.hosted.record_reply.mutate({ send_id, intent: 'interested', received_at });
    // One that came before and is reported late is kept, and stands for nothing.
    await tenant.client.hosted.record_reply.mutate({
      send_id,
      intent: 'unclear',
      received_at: '2026-03-02T10:00:00Z',
    });
    const shared = { attribute: 'reply', tool: 'hosted.record_reply' };
    const reply = 'The reply of 2026-03-03 to the e-mail message of 2026-03-02';
    expect(await facts(tenant, about, 'reply')).toEqual([
      { ...shared, value: 'later', sentence: `${reply} asks to come back later.`, stands: false },
      { ...shared, value: 'interested', sentence: `${reply} is interested.`, stands: true },
    ]);
  });

  test('an intent that is given stands, whatever the text says', async () => {
    const reply = { send_id: await newSend(tenant), text: 'No thanks.', intent: 'interested' as const };
    expect(await tenant.client.hosted.record_reply.mutate(reply)).toMatchObject({
      intent: 'interested',
      classified_by: 'caller',
    });
  });

  test('keeps one message once', async () => {
    const send_id = await newSend(tenant);
    const report = { send_id, message_ref: '<reply@mail.example>' };
    const first = await tenant.client.hosted.record_reply.mutate({ ...report, text: 'Yes please!' });
    const again = await tenant.client.hosted.record_reply.mutate({ ...report, text: 'No thanks.' });
    expect(again).toEqual({ ...first, recorded: false });
  });

  test('what the reply says is kept nowhere', async () => {
    const who = await app.newTenant();
    const about = await newAccount(who);
    const send_id = await newSend(who, about);
    await who.client.hosted.record_reply.mutate({
      send_id,
      text: 'Yes, we are interested. planted-words-77 dana.planted@acme.example',
      subject: 'Re: planted-subject-77',
    });
    const connection = app.service.app.services.db.orm.em.getConnection();
    const tables = await connection.execute<{ name: string }[]>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables) {
      const rows = statement(`test_all_of_${name}`, `SELECT t::text AS line FROM ${name} t`);
      const found = await app.service.app.services.db
        .read<{ line: string }>(who.workspaceId, rows)
        .catch(() => [] as { line: string }[]);
      expect(
        found.filter(({ line }) => line.includes('planted')),
        name,
      ).toEqual([]);
      if (name === 'replies') expect(found).toHaveLength(1);
    }
  });

  test("refuses an unknown send, a stranger's send, and a reply that says nothing", async () => {
    const stranger = await app.newTenant();
    const send_id = await newSend(stranger);
    const [theirs, never] = await Promise.all(
      [send_id, 'snd_01kaj6w6qk5x3v0c8m9n2p4r7t'].map((id) =>
        refused(tenant.client.hosted.record_reply.mutate({ send_id: id, text: 'Yes.' })),
      ),
    );
    expect(theirs).toMatchObject({ code: 'not_found', message: 'No send with that id in this workspace.' });
    expect({ ...theirs, request_id: '' }).toEqual({ ...never, request_id: '' });
    const own = await newSend(tenant);
    expect(await refused(tenant.client.hosted.record_reply.mutate({ send_id: own }))).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'text' }],
    });
    const cases = [
      { intent: 'maybe' },
      { text: 'x'.repeat(100_001) },
      { text: 'Yes.', received_at: '2099-01-01T00:00:00Z' },
    ];
    for (const input of cases) {
      const error = await refused(tenant.client.hosted.record_reply.mutate({ send_id: own, ...input } as never));
      expect(error.code).toBe('invalid_input');
    }
  });
});

const proposalsOf = statement(
  'test_proposals_of',
  `SELECT id, tier, state, decided_tier, decided_by_user_id FROM tier_proposals WHERE account_id = $1 ORDER BY created_at, id`,
);

type Proposal = {
  id: string;
  tier: string;
  state: string;
  decided_tier: string | null;
  decided_by_user_id: string | null;
};

const proposals = (who: Tenant, accountId: string) =>
  app.service.app.services.db.read<Proposal>(who.workspaceId, proposalsOf, [accountId]);

const tierOf = async (who: Tenant, accountId: string) => (await who.rest('read_account', { id: accountId })).body;

/** A person's decision, as the panel takes it: the rule inside a transaction of the workspace. */
async function decide(who: Tenant, input: DecideTierInput) {
  const established: NewFact[] = [];
  const decision = await app.service.app.services.db.fork(who.workspaceId).transactional((em) =>
    decideTier(
      {
        workspaceId: who.workspaceId,
        now: new Date(),
        principal: { user: { id: who.userId } },
        query: (query: Parameters<Call['query']>[0], values: readonly unknown[]) => execute(em, query, values),
        recordFact: (...made: NewFact[]) => void established.push(...made),
      } as never,
      input,
    ),
  );
  return { decision, established };
}

describe('proposing a tier', () => {
  test('keeps the proposal and leaves the account as it is', async () => {
    const about = await newAccount(tenant, 'C');
    const before = await tierOf(tenant, about);
    const proposal = await tenant.client.hosted.propose_tier.mutate({
      account_id: about,
      tier: 'A',
      reason: 'Three champions and a budget.',
      evidence: ['fact_1', 'fact_2'],
    });
    expect(proposal).toEqual({
      proposal_id: expect.stringMatching(/^tip_/),
      account_id: about,
      status: 'proposed',
      current_tier: 'C',
      proposed_tier: 'A',
      supersedes: null,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(await tierOf(tenant, about)).toEqual(before);
    expect(await facts(tenant, about, 'proposed_tier')).toEqual([
      expect.objectContaining({ value: 'A', sentence: 'The tier A is proposed and not decided.', stands: true }),
    ]);
  });

  test('a newer proposal takes the place of the open one', async () => {
    const about = await newAccount(tenant);
    const first = await tenant.client.hosted.propose_tier.mutate({ account_id: about, tier: 'B' });
    const second = await tenant.client.hosted.propose_tier.mutate({ account_id: about, tier: 'A' });
    expect(second.supersedes).toBe(first.proposal_id);
    expect((await proposals(tenant, about)).map(({ state }) => state)).toEqual(['superseded', 'proposed']);
  });

  test('of many at once one is open in the end, and none fails', async () => {
    const about = await newAccount(tenant);
    const keys = await Promise.all(Array.from({ length: 6 }, () => app.newKey(tenant.userId)));
    await Promise.all(
      keys.map((who, index) => who.client.hosted.propose_tier.mutate({ account_id: about, tier: `T${index}` })),
    );
    const states = (await proposals(tenant, about)).map(({ state }) => state).sort();
    expect(states).toEqual(['proposed', ...Array.from({ length: 5 }, () => 'superseded')]);
  });

  test("a stranger's account is not found", async () => {
    const stranger = await app.newTenant();
    const theirs = await newAccount(stranger);
    const [a, b] = await Promise.all(
      [theirs, 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t'].map((account_id) =>
        refused(tenant.client.hosted.propose_tier.mutate({ account_id, tier: 'A' })),
      ),
    );
    expect(a!.code).toBe('not_found');
    expect({ ...a, request_id: '' }).toEqual({ ...b, request_id: '' });
    expect(await proposals(stranger, theirs)).toEqual([]);
  });
});

describe('deciding a tier', () => {
  const proposed = async (tier = 'A', now = 'C') => {
    const about = await newAccount(tenant, now);
    const { proposal_id } = await tenant.client.hosted.propose_tier.mutate({ account_id: about, tier });
    return { about, proposal_id };
  };

  test('accepting moves the account to the proposed tier', async () => {
    const { about, proposal_id } = await proposed();
    const { decision, established } = await decide(tenant, { proposal_id, decision: 'accept' });
    expect(decision).toEqual({
      account_id: about,
      from_tier: 'C',
      to_tier: 'A',
      source: 'accepted',
      changed_at: expect.stringMatching(/Z$/),
      moved: true,
    });
    expect((await tierOf(tenant, about)).account.tier).toBe('A');
    expect(established.map(({ attribute, value }) => [attribute, value])).toEqual([
      ['proposed_tier', 'A'],
      ['tier', 'A'],
    ]);
    expect(await proposals(tenant, about)).toEqual([
      { id: proposal_id, tier: 'A', state: 'accepted', decided_tier: 'A', decided_by_user_id: tenant.userId },
    ]);
  });

  test('overriding moves it to another one; to the present one, nothing moves', async () => {
    const other = await proposed();
    expect(
      (await decide(tenant, { proposal_id: other.proposal_id, decision: 'override', tier: 'B' })).decision,
    ).toMatchObject({
      from_tier: 'C',
      to_tier: 'B',
      source: 'overridden',
      moved: true,
    });
    const same = await proposed();
    const { decision, established } = await decide(tenant, {
      proposal_id: same.proposal_id,
      decision: 'override',
      tier: 'C',
    });
    expect(decision).toMatchObject({ from_tier: 'C', to_tier: 'C', moved: false });
    expect(established.map(({ attribute }) => attribute)).toEqual(['proposed_tier']);
    const already = await proposed('C', 'C');
    expect((await decide(tenant, { proposal_id: already.proposal_id, decision: 'accept' })).decision.moved).toBe(false);
  });

  test('one proposal is decided once, and a superseded one not at all', async () => {
    const { about, proposal_id } = await proposed();
    const newer = await tenant.client.hosted.propose_tier.mutate({ account_id: about, tier: 'B' });
    await expect(decide(tenant, { proposal_id, decision: 'accept' })).rejects.toMatchObject({
      code: 'invalid_transition',
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => decide(tenant, { proposal_id: newer.proposal_id, decision: 'accept' })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'invalid_transition' });
    }
  });

  test('an override to the proposed tier, and a proposal of another workspace, are refused', async () => {
    const { proposal_id } = await proposed();
    await expect(decide(tenant, { proposal_id, decision: 'override', tier: 'A' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const stranger = await app.newTenant();
    await expect(decide(stranger, { proposal_id, decision: 'accept' })).rejects.toMatchObject({ code: 'not_found' });
  });
});
