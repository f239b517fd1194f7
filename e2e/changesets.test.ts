import { expect, test } from 'vitest';
import { statement } from '../db/statement.ts';
import type { AppContext } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { newPerson } from './harness/person.ts';
import { newProbation, previewOf, rowsOf, seenOf, takeAll } from './harness/proposing.ts';
import { read, succeed } from './harness/tool-test.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';

let app: AppContext;

useQuietApp((started) => {
  app = started;
});

const outcomes = statement(
  'test_outcomes',
  'SELECT tool, outcome, error_code FROM api_key_calls WHERE key_id = $1 ORDER BY id',
);

test('a run on probation answers as usual, sees its own writes and changes nothing until a person takes it', async () => {
  const { person, agent } = await newProbation(app);
  const run = { 'run-ref': 'night-1' };
  const before = await rowsOf(app, person);
  const account = await succeed(agent, 'gtm_crm_write', { entity: 'account', facts: { name: 'Acme', tier: 'B' } }, run);
  expect(account.id).toMatch(/^acc_/);
  await succeed(agent, 'log_capture', { source: 'call', text: 'Dana signs in March.', account_id: account.id }, run);
  await succeed(agent, 'gtm_crm_write', { entity: 'account', id: account.id, facts: { tier: 'A' } }, run);
  const draft = await succeed(
    agent,
    'studio_stage_draft',
    { channel: 'manual', title: 'Hello', body: 'Hello Dana', account_id: account.id, product: 'desk', skill: 'mail' },
    run,
  );
  const seen = await succeed(agent, 'read_account', { account_id: 'name:Acme' }, run);
  expect(seen.account).toMatchObject({ id: account.id, tier: 'A' });
  expect(await rowsOf(app, person)).toEqual(before);
  const elsewhere = await agent.rest('read_account', { account_id: account.id });
  expect(elsewhere.status).toBe(404);
  expect(await person.browser.panel.drafts.list.query({})).toMatchObject({ items: [] });
  const { waiting } = await person.browser.panel.session.get.query();
  expect(waiting).toMatchObject({ changesets: 1, drafts: 0 });
  expect((await read<{ outcome: string }>(app, person, outcomes, [agent.keyId])).map(({ outcome }) => outcome)).toEqual(
    ['proposed', 'proposed', 'proposed', 'proposed', 'ok', 'error'],
  );

  const preview = await previewOf(person, 'night-1');
  expect(preview.calls.map(({ standing }) => standing)).toEqual([
    'as_proposed',
    'as_proposed',
    'as_proposed',
    'as_proposed',
  ]);
  expect(preview.calls[2]).toMatchObject({
    needs: [preview.calls[0]!.id],
    records: [
      {
        record_id: account.id,
        name: 'Acme',
        act: 'changed',
        changes: [{ attribute: 'tier', before: 'B', after: 'A', sentence: expect.stringContaining('A') }],
      },
    ],
  });
  expect(await takeAll(person, 'night-1')).toMatchObject({ state: 'closed', decided: { length: 4 } });
  const taken = await succeed(agent, 'read_account', { account_id: account.id });
  expect(taken.account).toMatchObject({ id: account.id, tier: 'A', name: 'Acme' });
  const { items } = await person.browser.panel.drafts.list.query({});
  expect(items.map((each) => each.draft_id)).toEqual([draft.draft_id]);
  expect(await person.browser.panel.changesets.list.query({})).toMatchObject({ items: [] });
  expect((await person.browser.panel.activity.list.query({})).items[0]).toMatchObject({
    act: 'proposals.taken',
    detail: { calls: 4, key_id: agent.keyId },
  });
  // What was taken is the run's, and can be undone as such.
  const { digest, records } = await person.browser.panel.undos.preview.query({ run_ref: 'night-1' });
  expect(records).toContainEqual(expect.objectContaining({ record_id: account.id, act: 'archived' }));
  await person.browser.panel.undos.undo.mutate({ run_ref: 'night-1', digest });
  expect((await agent.rest('read_account', { account_id: account.id })).status).toBe(404);
});

test.each(TRANSPORTS)('over %s the answers have the same shape as those of a key that writes', async (transport) => {
  const { person, agent } = await newProbation(app);
  const shapes = [];
  for (const who of [await app.newTenant(), agent]) {
    const call = async (tool: string, input: object) => {
      const { result, error } = await callTool(transport, tool, input, { baseUrl: app.baseUrl, key: who.key });
      expect(error).toBeUndefined();
      return result as any;
    };
    const { id } = await call('gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } });
    const answers = [
      await call('log_capture', { source: 'call', text: `Heard over ${transport}.`, account_id: id }),
      await call('log_capture', { source: 'call', text: `Heard over ${transport}.`, account_id: id }),
      await call('add_to_plan', { account_id: id, section: 'risks', content: 'Nobody signs.' }),
      await call('read_account', { account_id: id }),
    ];
    shapes.push(
      JSON.stringify(answers, (_, value) =>
        typeof value === 'string' && /_[0-9a-z]{26}$|^\d{4}-/.test(value) ? '' : value,
      ),
    );
  }
  expect(shapes[1]).toBe(shapes[0]);
  // The repeat changes nothing, so nothing waits of it.
  expect((await previewOf(person)).calls).toHaveLength(3);
});

test('a retry under the same idempotency key answers the same, once', async () => {
  const { person, agent } = await newProbation(app);
  const headers = { 'idempotency-key': 'once-1' };
  const input = { entity: 'account', facts: { name: 'Once' } };
  const [first, second] = [
    await succeed(agent, 'gtm_crm_write', input, headers),
    await succeed(agent, 'gtm_crm_write', input, headers),
  ];
  expect(second).toEqual(first);
  expect((await previewOf(person)).calls).toHaveLength(1);
  expect((await agent.rest('gtm_crm_write', { ...input, facts: { name: 'Other' } }, headers)).body.error.code).toBe(
    'idempotency_conflict',
  );
  await takeAll(person);
  expect(await succeed(agent, 'gtm_crm_write', input, headers)).toEqual(first);
});

test.each(TRANSPORTS)('over %s a repeat of a declined call says so, with the reason', async (transport) => {
  const { person, agent } = await newProbation(app);
  const send = async (idempotency_key: string, text: string) => {
    const input = { source: 'slack', text, idempotency_key };
    const { result, error } = await callTool(transport, 'log_capture', input, { baseUrl: app.baseUrl, key: agent.key });
    expect(error).toBeUndefined();
    return result as any;
  };
  const [heard, read] = [await send('once-1', 'Heard.'), await send('once-2', 'Read.')];
  const preview = await previewOf(person);
  const { changesets } = person.browser.panel;
  const { changeset_id } = preview;
  await changesets.decline.mutate({ changeset_id, calls: [preview.calls[0]!.id], note: 'Nobody said so.' });
  await takeAll(person);
  const again = await send('once-1', 'Heard.');
  expect(again).toEqual({
    ...heard,
    warnings: [
      { path: 'idempotency_key', message: expect.stringMatching(/declined this call.*nothing.*Nobody said so\.$/) },
    ],
  });
  expect(await send('once-1', 'Heard.')).toEqual(again);
  expect(await send('once-2', 'Read.')).toEqual(read);
  // Nothing waits of a repeat; under another key it is another call.
  expect(await changesets.list.query({})).toMatchObject({ items: [] });
  expect(await send('once-3', 'Heard.')).not.toHaveProperty('warnings');
  expect((await previewOf(person)).calls).toHaveLength(1);
});

test('some of a run are taken; what builds on the rest is refused, and goes with it when that is declined', async () => {
  const { person, agent } = await newProbation(app);
  const { changesets } = person.browser.panel;
  const { id } = await succeed(agent, 'gtm_crm_write', { entity: 'account', facts: { name: 'One' } });
  await succeed(agent, 'gtm_crm_write', { entity: 'contact', facts: { account_id: id, name: 'Dana' } });
  const other = await succeed(agent, 'gtm_crm_write', { entity: 'account', facts: { name: 'Two' } });
  const preview = await previewOf(person);
  const { changeset_id } = preview;
  const [one, dana, two] = seenOf(preview);
  const refused = changesets.take.mutate({ changeset_id, calls: [dana!] });
  await expect(refused).rejects.toThrow('builds on');
  expect(await changesets.take.mutate({ changeset_id, calls: [two!] })).toMatchObject({
    state: 'open',
    decided: [two!.id],
  });
  expect((await succeed(agent, 'read_account', { account_id: other.id })).account).toMatchObject({ name: 'Two' });
  await expect(changesets.take.mutate({ changeset_id, calls: [two!] })).rejects.toThrow('wait no more');
  expect((await succeed(agent, 'verify_session', {})).declined).toEqual([]);
  const note = 'We do not sell to them.';
  expect(await changesets.decline.mutate({ changeset_id, calls: [one!.id], note })).toMatchObject({
    state: 'closed',
    decided: [one!.id, dana!.id],
  });
  // The agent reads why, by what it calls first, whatever waits; other keys read nothing of it.
  const told = (await succeed(agent, 'verify_session', {})).declined;
  expect(told).toHaveLength(2);
  expect(told).toMatchObject([{ tool: 'gtm_crm_write', note, input: expect.stringContaining('"entity"') }, { note }]);
  const other_agent = await app.newKey(person.userId, { mode: 'propose' });
  expect((await succeed(other_agent, 'verify_session', {})).declined).toEqual([]);
  expect(await succeed(person, 'verify_session', {})).not.toHaveProperty('declined');
  expect((await agent.rest('read_account', { account_id: id })).status).toBe(404);
});

test('what has moved since is shown and not taken until it was looked at anew', async () => {
  const { person, agent } = await newProbation(app);
  const { changesets, values } = person.browser.panel;
  const { id } = await succeed(person, 'gtm_crm_write', { entity: 'account', facts: { name: 'Acme', tier: 'C' } });
  await succeed(agent, 'gtm_crm_write', { entity: 'account', id, facts: { tier: 'A' } });
  const old = await previewOf(person);
  const { changeset_id } = old;
  // Another field of the same record.
  await values.set.mutate({ record_id: id, fields: { industry: 'Steel' } });
  await expect(changesets.take.mutate({ changeset_id, calls: seenOf(old) })).rejects.toThrow('has moved');
  const moved = await previewOf(person);
  expect(moved.calls[0]).toMatchObject({ standing: 'moved', before: [{ record_id: id }] });
  await succeed(person, 'gtm_crm_write', { entity: 'account', id, facts: { tier: 'B' } });
  await expect(changesets.take.mutate({ changeset_id, calls: seenOf(moved) })).rejects.toThrow('has moved');
  const again = await previewOf(person);
  expect(again.calls[0]!.records[0]!.changes).toMatchObject([{ attribute: 'tier', before: 'B', after: 'A' }]);
  expect(again.calls[0]!.before![0]!.changes).toMatchObject([{ before: 'C', after: 'A' }]);
  await changesets.take.mutate({ changeset_id, calls: seenOf(again) });
  expect((await succeed(person, 'read_account', { account_id: id })).account).toMatchObject({
    tier: 'A',
    industry: 'Steel',
  });
});

test('a call that cannot be made any more is shown as such, and the rest goes on', async () => {
  const { person, agent } = await newProbation(app);
  const fresh = await succeed(agent, 'gtm_crm_write', {
    entity: 'account',
    facts: { name: 'Mine', external_ref: 'crm-9' },
  });
  await succeed(person, 'gtm_crm_write', { entity: 'account', facts: { name: 'Theirs' } });
  await succeed(agent, 'add_to_plan', { account_id: fresh.id, section: 'risks', content: 'None seen.' });
  const preview = await previewOf(person);
  await person.browser.panel.changesets.decline.mutate({
    changeset_id: preview.changeset_id,
    calls: [preview.calls[0]!.id],
  });
  const { id } = await succeed(agent, 'gtm_crm_write', { entity: 'account', facts: { name: 'Next' } });
  expect((await succeed(agent, 'read_account', { account_id: id })).account).toMatchObject({ name: 'Next' });
});

test('a run says of what it proposed whether it was taken or declined', async () => {
  const { person, agent } = await newProbation(app);
  const { changesets, runs } = person.browser.panel;
  const { run_ref } = await succeed(agent, 'start_run', { plugin: 'deal-desk', skill: 'night' });
  for (const name of ['One', 'Two', 'Three']) {
    await succeed(agent, 'gtm_crm_write', { entity: 'account', facts: { name }, run_ref });
  }
  const preview = await previewOf(person, run_ref);
  const [one, two] = seenOf(preview);
  await changesets.take.mutate({ changeset_id: preview.changeset_id, calls: [one!] });
  await changesets.decline.mutate({ changeset_id: preview.changeset_id, calls: [two!.id] });
  const { timeline } = await runs.get.query({ run_ref });
  expect(
    timeline.flatMap(({ kind, item }) => (kind === 'call' && item.outcome === 'proposed' ? [item.decided] : [])),
  ).toEqual(['taken', 'declined', null]);
});

test('control calls write directly, secrets and reports are refused, approving is a person’s', async () => {
  const { person, agent } = await newProbation(app);
  const { run_ref } = await succeed(agent, 'start_run', { plugin: 'deal-desk', skill: 'night' });
  await succeed(agent, 'run_heartbeat', { run_ref });
  const { draft_id, version } = await succeed(agent, 'studio_stage_draft', { channel: 'manual', body: 'Of a run' });
  expect((await previewOf(person, run_ref)).calls).toMatchObject([{ tool: 'studio_stage_draft' }]);
  const approving = await agent.rest('studio_review_draft', { draft_id, version, action: 'approve' });
  expect(approving.body.error.code).toBe('may_not_approve');
  const connecting = await agent.rest('connect_integration', {
    provider: 'linkedin',
    tokens: { access_token: 'secret' },
  });
  expect([connecting.status, connecting.body.error.code]).toEqual([403, 'on_probation']);
  expect(await succeed(agent, 'verify_session', {})).toMatchObject({ mode: 'propose', may_approve: false });
  await succeed(agent, 'emit_telemetry', { plugin: 'deal-desk', skill: 'night', run_id: run_ref, outcome: 'ok' });
  expect(await person.browser.panel.runs.get.query({ run_ref })).toMatchObject({ run: { status: 'ok' } });
});

test('a key writes by itself again from its next call on, and what waits goes on waiting', async () => {
  const { person, agent } = await newProbation(app);
  await succeed(agent, 'gtm_crm_write', { entity: 'account', facts: { name: 'Waits' } });
  await person.browser.panel.keys.set_mode.mutate({ key_id: agent.keyId, mode: 'write' });
  const { id } = await succeed(agent, 'gtm_crm_write', { entity: 'account', facts: { name: 'Written' } });
  expect((await succeed(person, 'read_account', { account_id: id })).account).toMatchObject({ name: 'Written' });
  expect((await previewOf(person)).calls).toHaveLength(1);
  await person.browser.panel.keys.revoke.mutate({ key_id: agent.keyId });
  await takeAll(person);
  expect(await succeed(person, 'read_account', { account_id: 'name:Waits' })).toMatchObject({
    account: { name: 'Waits' },
  });
});

test('nobody else sees, takes or declines it', async () => {
  const { person, agent } = await newProbation(app);
  await succeed(agent, 'gtm_crm_write', { entity: 'account', facts: { name: 'Private' } });
  const preview = await previewOf(person);
  const { changeset_id } = preview;
  const { changesets } = (await newPerson(app)).browser.panel;
  expect(await changesets.list.query({})).toMatchObject({ items: [] });
  for (const asked of [
    () => changesets.preview.query({ changeset_id }),
    () => changesets.take.mutate({ changeset_id, calls: seenOf(preview) }),
    () => changesets.decline.mutate({ changeset_id, calls: [preview.calls[0]!.id] }),
  ]) {
    await expect(asked()).rejects.toThrow();
  }
  const unpaid = await newPerson(app, { entitlement: null });
  await expect(unpaid.browser.panel.changesets.list.query({})).resolves.toMatchObject({ items: [] });
});
