import { expect, test } from 'vitest';
import { errorOf } from '../client/index.ts';
import type { AppContext } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';
import { importCsv, upload } from './harness/imports.ts';
import { newPerson, type Person } from './harness/person.ts';

let app: AppContext;

useApp((started) => {
  app = started;
});

const KINDS = ['account', 'opp', 'contact', 'prospect', 'target_account'] as const;

/** Everything the lists hold, as their exports say it. */
const stateOf = async (person: Person) =>
  Object.fromEntries(
    await Promise.all(
      KINDS.map(async (kind) => [kind, await (await person.browser.fetch(`/app/records/${kind}.csv`)).text()] as const),
    ),
  );

const write = async (person: Person, entity: string, facts: Record<string, unknown>, id?: string) => {
  const { status, body } = await person.rest('gtm_crm_write', { entity, facts, ...(id === undefined ? {} : { id }) });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id as string;
};

const ACCOUNTS = [
  'External ID,Name,Domain,Tier,Region',
  ...Array.from({ length: 60 }, (_, n) => `ref-${n},Company ${n},company${n}.example,${n % 2 === 0 ? 'A' : ''},West`),
].join('\n');

const DEALS = [
  'External ID,Name,Account name,Amount,Currency,Stage',
  ...Array.from({ length: 40 }, (_, n) => `deal-${n},Deal ${n},Buyer ${n % 10},${1_000 * n},EUR,Proposal`),
].join('\n');

test('an import is undone as a whole, and the undo taken back', async () => {
  const person = await newPerson(app);
  const { panel } = person.browser;
  await write(person, 'account', { name: 'Was here', external_ref: 'ref-3', region: 'East', note: 'kept' });
  await write(person, 'account', { name: 'Untouched', domain: 'untouched.example' });
  const before = await stateOf(person);
  const ended = await importCsv(panel, 'account', ACCOUNTS);
  const { import_id } = ended;
  expect(ended).toMatchObject({ created: 59, updated: 1, failed: 0 });
  const imported = await stateOf(person);
  expect(imported).not.toEqual(before);

  const preview = await panel.undos.preview.query({ import_id });
  expect(preview.records.filter(({ act }) => act === 'archived')).toHaveLength(59);
  const changed = preview.records.filter(({ act }) => act === 'changed');
  expect(changed).toHaveLength(1);
  expect(changed[0]!.changes).toContainEqual({ attribute: 'region', before: 'East', after: 'West' });
  expect(preview.stays).toEqual([]);
  const undone = await panel.undos.undo.mutate({ import_id, digest: preview.digest });
  expect(await stateOf(person)).toEqual(before);
  const done = (await panel.activity.list.query({})).items.find(({ act }) => act === 'writes.undone');
  expect(done).toMatchObject({ act: 'writes.undone', subject_id: import_id, detail: { undo_id: undone.undo_id } });

  const again = await panel.undos.preview.query({ import_id });
  expect(again).toMatchObject({ records: [], facts: 0, undos: [{ undo_id: undone.undo_id, restored_at: null }] });
  expect(await panel.undos.bring_back.mutate({ undo_id: undone.undo_id })).toMatchObject({
    import_id,
    run_ref: null,
    not_brought_back: [],
  });
  expect(await stateOf(person)).toEqual(imported);
});

test('accounts made for rows that name them go too, what somebody changed since stays', async () => {
  const person = await newPerson(app);
  const { panel } = person.browser;
  const before = await stateOf(person);
  const { import_id, accounts_created } = await importCsv(panel, 'opp', DEALS, { options: { create_accounts: true } });
  expect(accounts_created).toBe(10);
  const found = (await person.rest('find_records', { kind: 'opp', query: 'Deal 7' })).body.items[0];
  await write(person, 'opp', { stage: 'Negotiation' }, found.id);

  const preview = await panel.undos.preview.query({ import_id });
  // The deal that was worked on stays, and so does its account.
  expect(preview.stays.map(({ kind, reason }) => [kind, reason]).sort()).toEqual([
    ['account', 'in_use'],
    ['opp', 'changed_since'],
  ]);
  await panel.undos.undo.mutate({ import_id, digest: preview.digest });
  const left = await stateOf(person);
  expect(left['opp']!.split('\r\n').filter(Boolean)).toHaveLength(2);
  expect(left['account']!.split('\r\n').filter(Boolean)).toHaveLength(2);
  expect(left['opp']).toContain('Negotiation');
  expect(left['contact']).toBe(before['contact']);
});

test('refused while it runs or for another workspace; empty for one that never began', async () => {
  const [person, other] = [await newPerson(app), await newPerson(app)];
  const { panel } = person.browser;
  const { import_id } = await importCsv(panel, 'account', ACCOUNTS);
  const refused = await other.browser.panel.undos.preview.query({ import_id }).catch(errorOf);
  expect(refused).toMatchObject({ code: 'not_found' });
  const waiting = await upload(panel, 'account', ACCOUNTS);
  expect(await panel.undos.preview.query({ import_id: waiting })).toMatchObject({ records: [], facts: 0 });
});
