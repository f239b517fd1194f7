import { describe, expect, test } from 'vitest';
import { execute } from '../db/orm.ts';
import { statement } from '../db/statement.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { mcpRequest } from './harness/mcp.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';

const captures = statement('test_repeats_captures', `SELECT id, text FROM captures ORDER BY id`);
const current = statement(
  'test_repeats_facts',
  `SELECT value FROM facts WHERE superseded_at IS NULL AND attribute IN ('capture', 'meeting_notes', 'risks') ORDER BY id`,
);
const names = statement('test_repeats_accounts', `SELECT name FROM accounts`);
const plans = statement('test_repeats_entries', `SELECT content FROM plan_entries ORDER BY id`);
const hosts = statement('test_repeats_hosts', `SELECT tool, run_ref, host_ids FROM api_key_calls ORDER BY id`);
const age = statement('test_repeats_age', `UPDATE fingerprints SET at = at - $1::interval`);

let app: AppContext;

useQuietApp((started) => {
  app = started;
});

const read = <Row>(
  who: Tenant,
  query: Parameters<typeof app.service.app.services.db.read>[1],
  values: unknown[] = [],
) => app.service.app.services.db.read<Row>(who.workspaceId, query as never, values);

async function done(who: Tenant, tool: string, input: unknown, headers?: Record<string, string>) {
  const { status, body, text } = await who.rest(tool, input, headers);
  expect(status, text).toBe(200);
  return body;
}

const account = async (who: Tenant, name = 'Acme') =>
  (await done(who, 'gtm_crm_write', { entity: 'account', facts: { name } })).id as string;

describe('captures', () => {
  test('the same again answers the first, and establishes no fact again', async () => {
    const who = await app.newTenant();
    const input = { source: 'call', text: 'Dana signs in March.', account_id: await account(who), tags: ['b', 'a'] };
    const first = await done(who, 'log_capture', input);
    expect(first.created).toBe(true);
    const second = await done(who, 'log_capture', { ...input, tags: ['a', 'b'] });
    expect(second).toEqual({ ...first, created: false, tags: ['a', 'b'] });
    // A key of its own makes it no other capture, and its replay is the answer it got.
    const keyed = await done(who, 'log_capture', input, { 'idempotency-key': 'k1' });
    expect(keyed).toMatchObject({ created: false, capture_id: first.capture_id });
    expect(await done(who, 'log_capture', input, { 'idempotency-key': 'k1' })).toEqual(keyed);
    expect(await read(who, captures)).toHaveLength(1);
    expect(await read(who, current)).toEqual([{ value: 'Dana signs in March.' }]);
  });

  test('other words, another account, source or tags, another workspace, and eight days later are others', async () => {
    const [who, stranger] = [await app.newTenant(), await app.newTenant()];
    const input = { source: 'call', text: 'Dana signs.' };
    const first = await done(who, 'log_capture', input);
    const others = [
      { text: 'Dana will sign.' },
      { source: 'email' },
      { tags: ['x'] },
      { account_id: await account(who) },
    ];
    for (const other of others) {
      expect((await done(who, 'log_capture', { ...input, ...other })).created, JSON.stringify(other)).toBe(true);
    }
    expect((await done(stranger, 'log_capture', input)).created).toBe(true);
    await app.service.app.services.db.fork(who.workspaceId).transactional((em) => execute(em, age, ['8 days']));
    const later = await done(who, 'log_capture', input);
    expect(later).toMatchObject({ created: true });
    expect(later.capture_id).not.toBe(first.capture_id);
  });

  test('of many at once, beside others, one is kept', async () => {
    const who = await app.newTenant({ rateLimit: null });
    const account_id = await account(who);
    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, n) =>
        done(who, 'log_capture', { source: 'call', text: `Note ${n % 9}. Dana signs.`, account_id }),
      ),
    );
    expect(await read(who, captures)).toHaveLength(9);
    expect(await read(who, current)).toHaveLength(18);
    expect(answers.filter(({ created }) => created)).toHaveLength(9);
    expect(new Set(answers.map(({ capture_id }) => capture_id)).size).toBe(9);
  });

  test('an external_ref replaces what it said, with the facts read from it', async () => {
    const who = await app.newTenant();
    const input = { source: 'crm', account_id: await account(who), external_ref: 'note-1' };
    const first = await done(who, 'log_capture', { ...input, text: 'Budget is open.' });
    expect(first.created).toBe(true);
    expect(await done(who, 'log_capture', { ...input, text: 'Budget is open.' })).toEqual({ ...first, created: false });
    for (const text of ['Budget is approved.', 'Budget is frozen.']) {
      expect((await done(who, 'log_capture', { ...input, text })).capture_id).toBe(first.capture_id);
    }
    expect(await read(who, captures)).toEqual([{ id: first.capture_id, text: 'Budget is frozen.' }]);
    expect(await read(who, current)).toEqual([{ value: 'Budget is frozen.' }]);
  });
});

test('meetings: account, time and text make one, an external_ref changes it', async () => {
  const who = await app.newTenant();
  const account_id = await account(who);
  const met = { account_id, outcome: 'advance', notes: 'They want a pilot.', occurred_at: '2026-03-01T09:00:00Z' };
  const first = await done(who, 'mark_meeting_outcome', met);
  expect(first.created).toBe(true);
  expect(await done(who, 'mark_meeting_outcome', met)).toEqual({ ...first, created: false });
  expect((await done(who, 'mark_meeting_outcome', { ...met, occurred_at: '2026-03-02T09:00:00Z' })).created).toBe(true);
  const ref = { account_id, outcome: 'stall', external_ref: 'event-1' };
  const made = await done(who, 'mark_meeting_outcome', { ...ref, notes: 'No show.' });
  const changed = await done(who, 'mark_meeting_outcome', { ...ref, outcome: 'lost', notes: 'They left.' });
  expect(changed).toMatchObject({ meeting_id: made.meeting_id, created: false, outcome: 'lost', notes: 'They left.' });
  const values = await read<{ value: string }>(who, current);
  expect(values.map(({ value }) => value)).toEqual(['They want a pilot.', 'They want a pilot.', 'They left.']);
});

test('plan entries: the same section and text make one, an external_ref replaces it', async () => {
  const who = await app.newTenant();
  const account_id = await account(who);
  const entry = { account_id, section: 'risks', content: 'Security review may slip.' };
  const first = await done(who, 'add_to_plan', entry);
  const second = await done(who, 'add_to_plan', { ...entry, section: 'Risks' });
  expect(second).toMatchObject({ created: false, entry_id: first.entry_id, entries: 1, updated_at: first.updated_at });
  const ref = { account_id, section: 'risks', external_ref: 'r-1' };
  const made = await done(who, 'add_to_plan', { ...ref, content: 'Champion may leave.' });
  const changed = await done(who, 'add_to_plan', { ...ref, content: 'Champion left.' });
  expect(changed).toMatchObject({ created: false, entry_id: made.entry_id, entries: 2 });
  expect(await read(who, plans)).toEqual([{ content: 'Security review may slip.' }, { content: 'Champion left.' }]);
  const values = await read<{ value: string }>(who, current);
  expect(values.map(({ value }) => value)).toEqual(['Security review may slip.', 'Champion left.']);
  const many = await Promise.all(
    Array.from({ length: 8 }, () => done(who, 'add_to_plan', { ...entry, content: 'At once.' })),
  );
  expect(new Set(many.map(({ entry_id }) => entry_id)).size).toBe(1);
});

describe('records that may be there', () => {
  const write = (who: Tenant, entity: string, facts: object, on_match?: string) =>
    who.rest('gtm_crm_write', { entity, facts, ...(on_match === undefined ? {} : { on_match }) });

  test('are named when another is made all the same, and changed or refused when that was asked for', async () => {
    const who = await app.newTenant();
    const first = (await write(who, 'account', { name: 'Acme, Inc.', domain: 'acme.example' })).body;
    expect(first.possible_duplicates).toEqual([]);
    const byName = (await write(who, 'account', { name: 'ACME Inc' })).body;
    expect(byName).toMatchObject({ created: true, possible_duplicates: [{ id: first.id, matched: 'name' }] });
    // The one without a domain may be of that name; the one with another domain is another company.
    expect((await write(who, 'account', { name: 'Acme Inc', domain: 'acme2.example' }, 'update')).body.created).toBe(
      false,
    );
    const updated = (await write(who, 'account', { domain: 'acme.example', industry: 'Steel' }, 'update')).body;
    expect(updated).toMatchObject({ id: first.id, created: false, possible_duplicates: [] });
    const refused = await write(who, 'account', { name: 'x', domain: 'acme.example' }, 'refuse');
    expect(refused.body.error).toMatchObject({ code: 'invalid_input' });
    expect(refused.body.error.issues[0].message).toContain(first.id);
  });

  test('people are told apart by e-mail, and by name at the same account', async () => {
    const who = await app.newTenant();
    const [here, there] = [await account(who, 'Here'), await account(who, 'There')];
    const dana = (await write(who, 'contact', { name: 'Dana Reyes', email: 'Dana@acme.example', account_id: here }))
      .body;
    const mail = (await write(who, 'contact', { name: 'D. Reyes', email: 'dana@acme.example', account_id: there }))
      .body;
    expect(mail.possible_duplicates).toEqual([{ id: dana.id, matched: 'email' }]);
    const name = (await write(who, 'contact', { name: 'dana reyes', account_id: here })).body;
    expect(name.possible_duplicates).toEqual([{ id: dana.id, matched: 'name' }]);
    const other = { name: 'Dana Reyes', email: 'other@acme.example' };
    expect((await write(who, 'contact', { ...other, account_id: there })).body.possible_duplicates).toEqual([]);
    // Two are as like it as each other: none is chosen.
    const unclear = await write(who, 'contact', { name: 'Dana Reyes', account_id: here }, 'update');
    expect(unclear.body.error.issues[0].message).toContain(`${dana.id}, ${name.id}`);
    const prospect = await done(who, 'update_prospect', { name: 'Lee Park', email: 'lee@x.example' });
    const again = await done(who, 'update_prospect', { email: 'LEE@x.example', title: 'CTO', on_match: 'update' });
    expect(again).toMatchObject({ id: prospect.id, created: false, name: 'Lee Park', title: 'CTO' });
  });

  // 1,000 of 100 companies, over two processes: two-processes.test.ts.
  test('200 at once of 20 companies make 20', async () => {
    const who = await app.newTenant({ rateLimit: null });
    const spelled = [
      (n: number) => `Company ${n} Ltd`,
      (n: number) => `COMPANY ${n} LTD`,
      (n: number) => `company-${n}-ltd`,
    ];
    const answers: { created: boolean; id: string }[] = [];
    const all = Array.from({ length: 200 }, (_, n) => n);
    for (let at = 0; at < all.length; at += 100) {
      const some = all.slice(at, at + 100).map(async (n) => {
        const name = spelled[n % 3]!(n % 20);
        const domain = Math.floor(n / 20) % 2 === 0 ? { domain: `c${n % 20}.example` } : {};
        for (;;) {
          const answer = await write(who, 'account', { name, ...domain }, 'update');
          if (answer.status !== 429) return answers.push(answer.body);
        }
      });
      await Promise.all(some);
    }
    expect(await read(who, names)).toHaveLength(20);
    expect(answers.filter(({ created }) => created)).toHaveLength(20);
  }, 120_000);
});

describe('arguments that name a call', () => {
  test.each(TRANSPORTS)('idempotency_key and run_ref over %s', async (transport) => {
    const who = await app.newTenant();
    const options = { baseUrl: app.baseUrl, key: who.key };
    const input = { entity: 'account', facts: { name: 'Acme' }, idempotency_key: 'mine', run_ref: 'night-1' };
    const first = await callTool(transport, 'gtm_crm_write', input, options);
    const second = await callTool(transport, 'gtm_crm_write', { ...input, run_ref: 'night-2' }, options);
    expect(second.result, second.text).toEqual(first.result);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await read(who, names)).toHaveLength(1);
    const conflict = { ...options, headers: { 'idempotency-key': 'other', 'run-ref': 'night-9' } };
    const refused = await callTool(transport, 'gtm_crm_write', input, conflict);
    expect(refused.error?.issues?.map(({ path }) => path)).toEqual(['run_ref', 'idempotency_key']);
    const bad = await callTool(transport, 'gtm_crm_write', { entity: 'account', run_ref: 'a b', nmae: 'x' }, options);
    expect(bad.error?.issues?.map(({ path }) => path)).toEqual(expect.arrayContaining(['run_ref', 'nmae']));
    const rows = await read<{ run_ref: string }>(who, hosts);
    expect(rows.map(({ run_ref }) => run_ref)).toEqual(['night-1', 'night-2', 'night-9', null]);
  });

  test('a key’s only running run is implied', async () => {
    const who = await app.newTenant();
    const { run_ref } = await done(who, 'start_run', { plugin: 'deal-desk', skill: 'review' });
    await done(who, 'log_capture', { source: 'a', text: 'One run.' });
    await done(who, 'start_run', { plugin: 'deal-desk', skill: 'review', run_ref: 'second' });
    await done(who, 'log_capture', { source: 'a', text: 'Two runs.' });
    const rows = await read<{ tool: string; run_ref: string }>(who, hosts);
    expect(rows.filter(({ tool }) => tool === 'log_capture').map(({ run_ref: ref }) => ref)).toEqual([run_ref, null]);
  });

  test('telemetry takes run_ref and status, and says which runs are open or were never started', async () => {
    const who = await app.newTenant();
    const names = { plugin: 'deal-desk', skill: 'review' };
    const { run_ref } = await done(who, 'start_run', names);
    const alone = await done(who, 'emit_telemetry', { ...names, outcome: 'ok' });
    expect(alone).toMatchObject({ result: 'recorded', warnings: [{ path: 'run_ref' }] });
    expect(alone.warnings[0].message).toContain(run_ref);
    const named = await done(who, 'emit_telemetry', { ...names, run_ref: 'never', status: 'error' });
    expect(named.status).toBe('error');
    expect(named.warnings.map(({ message }: { message: string }) => message).join()).toContain(
      'no run never was started',
    );
    expect(await done(who, 'emit_telemetry', { run_ref, status: 'ok' })).toMatchObject({ result: 'settled' });
  });
});

describe('what an agent’s host calls a call', () => {
  const call = async (who: Tenant, args: Record<string, unknown>, meta: Record<string, unknown>, id = 1) => {
    const params = { name: 'gtm_crm_write', arguments: args };
    const answer = await mcpRequest(app.baseUrl, '2025-11-25', 'tools/call', params, { key: who.key, meta, id });
    return { id: answer.body.result.structuredContent?.id, replayed: answer.headers.get('idempotent-replayed') };
  };
  const acme = (name = 'Acme') => ({ entity: 'account', facts: { name } });

  test('a retry of one use of a tool is done once; another input under it is another call', async () => {
    const who = await app.newTenant();
    const meta = { 'claudecode/toolUseId': 'toolu_1' };
    const first = await call(who, acme(), meta);
    expect(await call(who, acme(), meta, 2)).toEqual({ id: first.id, replayed: 'true' });
    expect((await call(who, acme('Other'), meta)).replayed).toBeNull();
    const many = await Promise.all(Array.from({ length: 6 }, () => call(who, acme('Third'), meta)));
    expect(new Set(many.map(({ id }) => id)).size).toBe(1);
    expect(await read(who, names)).toHaveLength(3);
    const rows = await read<{ host_ids: unknown }>(who, hosts);
    expect(rows[0]!.host_ids).toEqual({ tool_use_id: 'toolu_1' });
  });

  test('a session and a trace tell a retry only with the message’s id', async () => {
    const who = await app.newTenant();
    const meta = { sessionID: 'ses_1', traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
    const first = await call(who, acme(), meta, 7);
    expect((await call(who, acme(), meta, 7)).id).toBe(first.id);
    expect((await call(who, acme(), meta, 8)).id).not.toBe(first.id);
  });
});
