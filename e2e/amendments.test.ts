import { expect, test } from 'vitest';
import type { AppContext } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { sentencesOf } from './harness/deals.ts';
import { newPerson, type Person } from './harness/person.ts';
import { refusal, succeed } from './harness/tool-test.ts';

/** What people do in the panel with what agents took back or proposed to merge. */

let app: AppContext;
let person: Person;

useQuietApp(async (started) => {
  app = started;
  person = await newPerson(app);
});

const account = async (facts: object) => (await succeed(person, 'gtm_crm_write', { entity: 'account', facts })).id;

async function proposed(id: string, duplicate_id: string): Promise<string> {
  const input = { action: 'propose_merge', id, duplicate_id, reason: 'The same company.' };
  return (await succeed(person, 'amend_record', input)).proposal_id;
}

test('a person sees what was withdrawn, why and by which key, and restores it; keys leave theirs alone', async () => {
  const { amendments, activity } = person.browser.panel;
  const account_id = await account({ name: 'Quiet Corp' });
  const { capture_id } = await succeed(person, 'log_capture', { source: 'call', account_id, text: 'Zebra budget.' });
  await succeed(person, 'amend_record', { action: 'withdraw', id: capture_id, reason: 'Another company.' });
  const listed = await amendments.withdrawn.query({ account_id });
  expect(listed.items).toMatchObject([
    { id: capture_id, kind: 'capture', withdrawn_reason: 'Another company.', key_id: person.keyId, account_id },
  ]);
  expect((await amendments.withdrawn.query({})).items).toHaveLength(1);
  await amendments.restore.mutate({ record_id: capture_id });
  expect((await amendments.withdrawn.query({ account_id })).items).toEqual([]);
  expect(await sentencesOf(app, person, account_id)).toContain('Zebra budget.');
  await amendments.withdraw.mutate({ record_id: capture_id, reason: 'A person says so.' });
  const refused = await refusal(person, 'amend_record', { action: 'restore', id: capture_id });
  expect([refused.code, refused.message]).toEqual(['invalid_transition', expect.stringContaining('A person says so.')]);
  const acts = (await activity.list.query({ subject_id: capture_id })).items.map(({ act }) => act);
  expect(acts).toEqual(['record.withdrawn', 'record.restored']);
});

test('what was withdrawn at once is listed whole, page by page', async () => {
  const { amendments } = person.browser.panel;
  const account_id = await account({ name: 'Paged Corp' });
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const { capture_id } = await succeed(person, 'log_capture', { source: 'call', account_id, text: `Note ${n}.` });
    ids.push(capture_id);
  }
  await person.browser.panel.records.archive.mutate({ record_id: account_id });
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await amendments.withdrawn.query({ limit: 2, cursor });
    listed.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(listed.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
  expect(new Set(listed).size).toBe(listed.length);
  await expect(amendments.withdrawn.query({ cursor: 'x' })).rejects.toThrow(/refused by the schema/);
});

test('a merge moves all that belongs to a record, withdrawn or not, and its id names the other from then on', async () => {
  const { amendments } = person.browser.panel;
  const kept = await account({ name: 'Acme Corp', domain: 'acme.example' });
  const merged = await account({ name: 'ACME Corporation', industry: 'Retail', external_ref: 'crm-7' });
  for (const account_id of [kept, merged]) {
    await succeed(person, 'add_to_plan', { account_id, section: 'risks', content: `Risk of ${account_id}.` });
    await person.client.hosted.propose_tier.mutate({ account_id, tier: 'A' });
  }
  const opp = await succeed(person, 'gtm_crm_write', { entity: 'opp', facts: { account_id: merged, name: 'Pilot' } });
  const { capture_id } = await succeed(person, 'log_capture', {
    source: 'call',
    account_id: merged,
    text: 'Dana signs.',
  });
  await succeed(person, 'gtm_score', { role: 'health', account_id: merged, signals: [{ key: 'champion', value: 1 }] });
  await succeed(person, 'amend_record', { action: 'withdraw', id: capture_id, reason: 'Doubtful.' });
  const facts = [...(await sentencesOf(app, person, kept)), ...(await sentencesOf(app, person, merged))];
  const proposal_id = await proposed(kept, merged);
  expect((await amendments.merges.query({})).items).toMatchObject([
    { proposal_id, kept: { name: 'Acme Corp' }, merged: { name: 'ACME Corporation' }, key_id: person.keyId },
  ]);
  await amendments.apply_merge.mutate({ proposal_id });
  expect((await amendments.merges.query({})).items).toEqual([]);
  const read = await succeed(person, 'read_account', { id: kept, include: ['plan', 'captures'] });
  expect(read).toMatchObject({ account: { name: 'Acme Corp', domain: 'acme.example', industry: 'Retail' } });
  expect(read.opps.items.map((each: { id: string }) => each.id)).toEqual([opp.id]);
  expect(JSON.stringify(read.plan)).toContain(`Risk of ${merged}.`);
  expect((await succeed(person, 'gtm_signal_query', { account_id: kept })).signals).toHaveLength(1);
  expect((await sentencesOf(app, person, kept)).toSorted()).toEqual(facts.toSorted());
  await succeed(person, 'amend_record', { action: 'restore', id: capture_id });
  expect((await succeed(person, 'read_account', { id: kept, include: ['captures'] })).captures.items).toMatchObject([
    { text: 'Dana signs.' },
  ]);
  for (const [tool, input] of [
    ['read_account', { id: merged }],
    ['log_capture', { source: 'call', account_id: merged, text: 'Late.' }],
    ['gtm_crm_write', { entity: 'account', id: merged, facts: { tier: 'B' } }],
    ['add_to_plan', { account_id: merged, section: 'risks', content: 'Late.' }],
  ] as const) {
    const { code, message } = await refusal(person, tool, input);
    expect([code, message], tool).toEqual(['not_found', `${merged} was merged into ${kept}.`]);
  }
  await expect(person.browser.panel.accounts.get.query({ account_id: merged })).rejects.toThrow(/was merged into/);
  const whole = await succeed(person, 'find_records', { ids: [merged] });
  expect(whole.items).toMatchObject([{ id: merged, merged_into: kept, name: 'ACME Corporation' }]);
  // An import that knows the merged one by its reference goes on with the other.
  const again = await succeed(person, 'gtm_crm_write', {
    entity: 'account',
    facts: { external_ref: 'crm-7', tier: 'B' },
  });
  expect(again).toMatchObject({ id: kept, created: false });
  await expect(amendments.apply_merge.mutate({ proposal_id })).rejects.toThrow(/applied before/);
});

test.each(['contact', 'prospect', 'opp', 'target_account'])('two records of the kind %s become one', async (entity) => {
  const { amendments } = person.browser.panel;
  const account_id = await account({ name: `Of ${entity}` });
  const make = async (name: string, more: object) => {
    const facts = { name, ...(entity === 'target_account' ? { list_name: 'ours' } : { account_id }), ...more };
    return (await succeed(person, 'gtm_crm_write', { entity, facts })).id as string;
  };
  const [kept, merged] = [
    await make('Dana Reyes', {}),
    await make('D. Reyes', { note: 'free', external_ref: `r-${entity}` }),
  ];
  await amendments.apply_merge.mutate({ proposal_id: await proposed(kept, merged) });
  const { items } = await succeed(person, 'find_records', { ids: [kept] });
  expect(items[0]).toMatchObject({ name: 'Dana Reyes', external_ref: `r-${entity}`, facts: { note: 'free' } });
});

test('a declined proposal changes nothing, and can be made again; whoever makes it is told why it was declined', async () => {
  const { amendments } = person.browser.panel;
  const [kept, merged] = [await account({ name: 'North' }), await account({ name: 'South' })];
  const propose = (id: string, duplicate_id: string) =>
    succeed(person, 'amend_record', { action: 'propose_merge', id, duplicate_id, reason: 'The same company.' });
  const first = await propose(kept, merged);
  await amendments.decline_merge.mutate({ proposal_id: first.proposal_id });
  expect((await succeed(person, 'read_account', { id: merged })).account.name).toBe('South');
  const second = await propose(kept, merged);
  expect(second.proposal_id).not.toBe(first.proposal_id);
  expect(second.warnings).toBeUndefined();
  const note = 'Two owners until the audit.';
  await amendments.decline_merge.mutate({ proposal_id: second.proposal_id, note });
  // Either way round, and as long as it waits.
  for (const [id, other] of [
    [merged, kept],
    [merged, kept],
  ] as const) {
    const { warnings, status } = await propose(id, other);
    expect(status).toBe('proposed');
    expect(warnings).toEqual([
      { path: 'duplicate_id', message: expect.stringMatching(/^a person declined this merge on .+: Two owners until/) },
    ]);
  }
});
