import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { type AppContext, createStore, provisioner, type Store } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { type Child, startChild } from './harness/child.ts';
import { factsOf } from './harness/deals.ts';
import { dumpOf, makeWorld } from './harness/merge-world.ts';
import { Browser, newPerson, PASSWORD, type Person } from './harness/person.ts';
import { refusal, succeed } from './harness/tool-test.ts';

/** Merging by people, and taking it apart again. */

let app: AppContext;
let person: Person;

useQuietApp(async (started) => {
  app = started;
  person = await newPerson(app);
});

const write = async (entity: string, facts: object, id?: string): Promise<string> =>
  (await succeed(person, 'gtm_crm_write', { entity, facts, ...(id === undefined ? {} : { id }) })).id;

const account = (facts: object) => write('account', facts);

const of = async (id: string) => (await person.browser.panel.duplicates.of.query({ record_ids: [id] })).items[0]!;

const merge = async (kept_id: string, merged_ids: string[], choose: Record<string, string> = {}) => {
  const { merges } = person.browser.panel;
  const { digest } = await merges.preview.query({ kept_id, merged_ids });
  return merges.merge.mutate({ kept_id, merged_ids, choose, digest });
};

const unmerge = async (merger_id: string, not_duplicates = false) => {
  const { merges } = person.browser.panel;
  const { digest } = await merges.unmerge_preview.query({ merger_id });
  return merges.unmerge.mutate({ merger_id, digest, not_duplicates });
};

test('three accounts become one: each value as chosen, facts that say otherwise are no longer current', async () => {
  const { merges, activity } = person.browser.panel;
  const kept = await account({ name: 'Helios', tier: 'B', industry: 'Retail' });
  const one = await account({ name: 'Helios Inc', tier: 'A', employee_count: 40, region: 'EMEA' });
  const two = await account({ name: 'HELIOS', domain: 'helios.example', region: 'APAC' });
  const opp = await write('opp', { account_id: two, name: 'Pilot' });
  const preview = await merges.preview.query({ kept_id: kept, merged_ids: [one, two] });
  const fields = new Map(preview.fields.map((field) => [field.field, field]));
  expect(fields.get('tier')).toMatchObject({ stays: kept, differs: true });
  expect(fields.get('domain')).toMatchObject({ stays: two, differs: false });
  expect(fields.get('payload.region')).toMatchObject({ stays: one, differs: true });
  expect(preview.moves).toContainEqual({ what: 'opportunities', count: 1 });

  const { merger_id } = await merge(kept, [one, two], { tier: one, 'payload.region': two });
  const read = await succeed(person, 'read_account', { id: kept });
  const values = { name: 'Helios', tier: 'A', industry: 'Retail', domain: 'helios.example', employee_count: 40 };
  expect(read.account).toMatchObject({ ...values, facts: { region: 'APAC' } });
  expect(read.opps.items).toMatchObject([{ id: opp }]);
  const said = (await factsOf(app, person, kept)).filter(({ attribute }) => ['tier', 'region'].includes(attribute));
  expect(said.map(({ sentence }) => sentence).join(' ')).toMatch(/^(?!.*(EMEA|tier.* B)).*APAC.*/i);
  expect((await activity.list.query({ subject_id: kept })).items).toMatchObject([
    { act: 'records.merged', detail: { merger_id, merged_ids: [one, two] } },
  ]);
  // What a person chose is theirs: an agent's other value is proposed.
  const changed = await succeed(person, 'gtm_crm_write', { entity: 'account', id: kept, facts: { tier: 'C' } });
  expect(changed.proposed).toHaveLength(1);
  // The same merge again changes nothing, and is not noted twice.
  const again = await merges.merge.mutate({ kept_id: kept, merged_ids: [one, two], digest: preview.digest });
  expect(again).toEqual({ merger_id, kept_id: kept, merged_ids: [one, two], changed: false });
  expect((await activity.list.query({ subject_id: kept })).items).toHaveLength(1);
  expect((await of(kept)).merged.map(({ name }) => name).toSorted()).toEqual(['HELIOS', 'Helios Inc']);
});

test('an unmerge leaves what was changed since, lists it, and refuses what it cannot do', async () => {
  const { merges, values } = person.browser.panel;
  const kept = await account({ name: 'Orbit', industry: 'Space' });
  const merged = await account({ name: 'Orbit Ltd', tier: 'A', employee_count: 7 });
  const third = await account({ name: 'Third' });
  const contact = await write('contact', { account_id: merged, name: 'Dana' });
  const stayed = await write('contact', { account_id: merged, name: 'Kim' });
  const { merger_id } = await merge(kept, [merged]);
  await values.set.mutate({ record_id: kept, fields: { tier: 'D' } });
  await write('contact', { account_id: third }, contact);
  const seen = await merges.unmerge_preview.query({ merger_id });
  expect(seen.fields).toMatchObject([
    { field: 'employee_count', now: 7, before: null, changed_since: false },
    { field: 'tier', now: 'D', before: null, changed_since: true },
  ]);
  expect(seen.stays.filter(({ kind }) => kind === 'contacts')).toEqual([
    { kind: 'contacts', record_id: contact, gone: false },
  ]);
  await values.set.mutate({ record_id: kept, fields: { industry: 'Sky' } });
  await expect(merges.unmerge.mutate({ merger_id, digest: seen.digest })).rejects.toThrow(/changed since the preview/);

  // Merged on, it is named what to take apart first.
  const next = await merge(third, [kept]);
  await expect(unmerge(merger_id)).rejects.toThrow(new RegExp(`became part of ${third}`));
  await unmerge(next.merger_id);
  await unmerge(merger_id, true);
  const [one, other] = await Promise.all([kept, merged].map((id) => succeed(person, 'read_account', { id })));
  expect(one.account).toMatchObject({ tier: 'D', industry: 'Sky', employee_count: null });
  expect(other.account).toMatchObject({ name: 'Orbit Ltd', tier: 'A', employee_count: 7 });
  expect(other.contacts.items.map(({ id }: { id: string }) => id)).toEqual([stayed]);
  await expect(merges.unmerge_preview.query({ merger_id })).rejects.toThrow(/taken apart before/);
  // It was said that they are two: no proposal to merge them is taken any more.
  const refused = await refusal(person, 'amend_record', {
    action: 'propose_merge',
    id: merged,
    duplicate_id: kept,
    reason: 'The same.',
  });
  expect([refused.code, refused.message]).toEqual(['invalid_transition', expect.stringContaining('not duplicates')]);
});

test('a reference of another system leads to the record that its own became part of', async () => {
  const kept = await account({ name: 'Ferrous', external_ref: 'crm-fe' });
  const merged = await account({ name: 'Ferrous Metals', external_ref: 'erp-fe' });
  await merge(kept, [merged]);
  expect((await of(kept)).merged).toMatchObject([{ record_id: merged, external_ref: 'erp-fe' }]);
  const facts = { name: 'Ferrous Metals', external_ref: 'erp-fe' };
  const refused = await refusal(person, 'gtm_crm_write', { entity: 'account', facts, on_match: 'refuse' });
  expect(JSON.stringify(refused)).toContain(`${kept} (same external_ref)`);
  const again = await succeed(person, 'gtm_crm_write', { entity: 'account', facts });
  expect(again.possible_duplicates).toEqual([{ id: kept, matched: 'external_ref' }]);
  // Its own could come back only beside another of the same reference.
  await expect(unmerge((await of(kept)).merged[0]!.merger_id!)).rejects.toThrow(/name or reference/);
});

test('a preview that is no longer true, a stranger, other kinds and records named twice are refused', async () => {
  const { merges, duplicates } = person.browser.panel;
  const [kept, merged] = [await account({ name: 'Stale' }), await account({ name: 'Stale Ltd' })];
  const { digest } = await merges.preview.query({ kept_id: kept, merged_ids: [merged] });
  await write('account', { tier: 'B' }, merged);
  await expect(merges.merge.mutate({ kept_id: kept, merged_ids: [merged], digest })).rejects.toThrow(/changed since/);
  const contact = await write('contact', { name: 'Dana' });
  await expect(merges.preview.query({ kept_id: kept, merged_ids: [contact] })).rejects.toThrow();
  await expect(merges.preview.query({ kept_id: kept, merged_ids: [kept] })).rejects.toThrow();
  await expect(merge(kept, [merged], { domain: merged })).rejects.toThrow();
  const { panel } = (await newPerson(app)).browser;
  await expect(panel.merges.preview.query({ kept_id: kept, merged_ids: [merged] })).rejects.toThrow(/no account/i);
  await expect(panel.duplicates.not_duplicates.mutate({ record_ids: [kept, merged] })).rejects.toThrow(/no account/i);
  expect((await panel.duplicates.of.query({ record_ids: [kept] })).items).toEqual([]);
  const { merger_id } = await merge(kept, [merged]);
  await expect(panel.merges.unmerge_preview.query({ merger_id })).rejects.toThrow(/no merge/i);
  await unmerge(merger_id);
  expect((await duplicates.of.query({ record_ids: [kept] })).items[0]!.merged).toEqual([]);
});

test(
  'merges at once of the same records, with calls of agents between, make one of them',
  { timeout: 120_000 },
  async () => {
    const own = await newPerson(app);
    const world = await makeWorld(own, 1);
    const before = await dumpOf(app, own);
    const done = await mergeAtOnce([own.browser, own.browser], own, world.accounts);
    expect(done.merged).toHaveLength(3);
    expect(done.left).toHaveLength(1);
    for (const merger_id of done.mergers.toReversed()) {
      const { merges } = own.browser.panel;
      const { digest } = await merges.unmerge_preview.query({ merger_id });
      await merges.unmerge.mutate({ merger_id, digest });
    }
    const changed = new Set(['captures', 'facts', 'merge_proposals'].flatMap((of) => [of, `every_${of}`]));
    const comparable = (rows: Awaited<ReturnType<typeof dumpOf>>) =>
      rows.filter((row) => !changed.has(row.of) && !row.row.includes('"meanwhile"')).map(({ row }) => row);
    expect(comparable(await dumpOf(app, own))).toEqual(comparable(before));
  },
);

/** Merges every account into every other, all at once, from several windows, until one is left. */
async function mergeAtOnce(browsers: Browser[], who: Person, ids: string[]) {
  const merged = new Set<string>();
  const mergers: string[] = [];
  const one = async (browser: Browser, kept_id: string, merged_id: string) => {
    const { merges } = browser.panel;
    try {
      const asked = { kept_id, merged_ids: [merged_id] };
      const { digest } = await merges.preview.query(asked);
      const { merger_id, changed } = await merges.merge.mutate({ ...asked, digest });
      if (!changed) return;
      merged.add(merged_id);
      mergers.push(merger_id);
    } catch (error) {
      expect(String(error)).toMatch(/was merged into|changed since|no account/i);
    }
  };
  const log = (account_id: string, n: number) =>
    who.rest('log_capture', { source: 'call', account_id, text: `Said at once ${n} about ${account_id}.` });
  for (let round = 0; round < 6 && merged.size < ids.length - 1; round += 1) {
    const left = ids.filter((id) => !merged.has(id));
    const pairs = left.flatMap((kept) => left.filter((id) => id !== kept).map((id) => [kept, id] as const));
    await Promise.all([
      ...pairs.map(([kept, id], n) => one(browsers[n % browsers.length]!, kept, id)),
      ...left.map((id, n) => log(id, round * 100 + n)),
    ]);
  }
  return { merged: [...merged], mergers: mergers.toSorted(), left: ids.filter((id) => !merged.has(id)) };
}

/** A person of a service that runs as a child. */
async function personOf({ baseUrl }: Child): Promise<Person> {
  const { operator, newKey } = provisioner(baseUrl);
  const email = `${newId('user')}@example.com`;
  const { user_id, workspace_id } = await operator.users.create.mutate({ email, name: 'Both', password: PASSWORD });
  await operator.entitlements.grant.mutate({ user_id, kind: 'membership', slug: 'pro' });
  const browser = new Browser(baseUrl);
  await browser.signIn(email, PASSWORD);
  return { ...(await newKey(user_id)), workspaceId: workspace_id, email, password: PASSWORD, browser };
}

const shared = process.env['TEST_DATABASE_URL'] !== undefined && process.env['TEST_REDIS_URL'] !== undefined;

describe.skipIf(!shared)('over two processes (needs TEST_DATABASE_URL and TEST_REDIS_URL)', () => {
  let store: Store;
  let children: Child[] = [];

  beforeAll(async () => {
    store = await createStore();
    children = await Promise.all([startChild(store.env), startChild(store.env)]);
  });

  afterAll(async () => {
    await Promise.all(children.map((child) => child.end('SIGKILL')));
    await store?.remove();
  });

  test('merges of the same records at once make one of them', { timeout: 120_000 }, async () => {
    const own = await personOf(children[0]!);
    const world = await makeWorld(own, 2);
    const browsers = await Promise.all(
      children.map(async ({ baseUrl }) => {
        const browser = new Browser(baseUrl);
        await browser.signIn(own.email, own.password);
        return browser;
      }),
    );
    const { merged, left, mergers } = await mergeAtOnce(browsers, own, world.accounts);
    expect([merged.length, left.length, mergers.length]).toEqual([3, 1, 3]);
  });
});
