import { expect, test } from 'vitest';
import { searchWorkspace } from '../server/records/duplicates.ts';
import type { AppContext } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { newPerson } from './harness/person.ts';
import { succeed } from './harness/tool-test.ts';

/** Finding what may be the same. */

let app: AppContext;

useQuietApp((started) => {
  app = started;
});

test('duplicates are found by domain, e-mail and name; what a person keeps apart never comes back', async () => {
  const own = await newPerson(app);
  const { duplicates, amendments } = own.browser.panel;
  const make = async (entity: string, facts: object): Promise<string> =>
    (await succeed(own, 'gtm_crm_write', { entity, facts })).id;
  const acme = [
    await make('account', { name: 'Acme', domain: 'acme.example' }),
    await make('account', { name: 'Acme Europe', domain: 'acme.example' }),
  ];
  const north = [
    await make('account', { name: 'North Wind' }),
    await make('account', { name: 'north-wind', domain: 'nw.example' }),
  ];
  await make('account', { name: 'Namesake', domain: 'one.example' });
  await make('account', { name: 'Namesake', domain: 'other.example' });
  const dana = [
    await make('contact', { name: 'Dana', email: 'dana@acme.example' }),
    await make('contact', { name: 'D. Reyes', email: 'DANA@acme.example' }),
  ];
  const deals = [
    await make('opp', { account_id: acme[0], name: 'Pilot' }),
    await make('opp', { account_id: acme[0], name: 'pilot' }),
  ];
  await make('opp', { account_id: acme[1], name: 'Pilot' });
  const found = async () => {
    await searchWorkspace(app.service.app.services.db, own.workspaceId);
    const kinds = ['account', 'contact', 'opp'] as const;
    const sets = await Promise.all(kinds.map((kind) => duplicates.list.query({ kind })));
    return sets.map(({ items }) => items.map(({ matched, records }) => [matched, records.map(({ id }) => id)]));
  };
  expect(await duplicates.state.query()).toMatchObject({ searched_at: null, searching: false });
  expect(await duplicates.search.mutate()).toEqual({ started: true });
  expect(await duplicates.search.mutate()).toEqual({ started: false });
  const sets = await found();
  expect(sets[0]!.toSorted()).toEqual([
    ['domain', acme],
    ['name', north],
  ]);
  expect(sets.slice(1)).toEqual([[['email', dana]], [['name', deals]]]);
  expect(await duplicates.state.query()).toMatchObject({
    searching: false,
    counts: { account: 2, contact: 1, opp: 1 },
  });

  const proposed = { action: 'propose_merge', id: acme[0], duplicate_id: acme[1], reason: 'The same.' };
  await succeed(own, 'amend_record', proposed);
  const twins = (await duplicates.of.query({ record_ids: [acme[0]!] })).items[0]!.possible_duplicates;
  expect(twins).toMatchObject([{ id: acme[1], matched: 'domain', name: 'Acme Europe' }]);
  expect(await duplicates.not_duplicates.mutate({ record_ids: acme })).toMatchObject({ pairs: 1 });
  expect((await amendments.merges.query({})).items).toEqual([]);
  expect((await duplicates.of.query({ record_ids: [acme[0]!] })).items[0]!.possible_duplicates).toEqual([]);
  expect((await duplicates.state.query()).counts.account).toBe(1);
  expect((await found())[0]).toEqual([['name', north]]);

  const { merges } = own.browser.panel;
  const asked = { kept_id: north[0]!, merged_ids: [north[1]!] };
  await merges.merge.mutate({ ...asked, digest: (await merges.preview.query(asked)).digest });
  expect((await duplicates.state.query()).counts.account).toBe(0);
  // A third one is a new question.
  const third = await make('account', { name: 'Acme Asia', domain: 'acme.example' });
  expect((await found())[0]).toEqual([['domain', [...acme, third]]]);
});

test('a page of duplicates reads only its sets, whatever there is beside them', async () => {
  const own = await newPerson(app);
  const { duplicates } = own.browser.panel;
  for (let n = 0; n < 5; n += 1) {
    for (const name of [`Pair ${n}`, `pair ${n}`])
      await succeed(own, 'gtm_crm_write', { entity: 'account', facts: { name } });
  }
  await searchWorkspace(app.service.app.services.db, own.workspaceId);
  const names: (string | null)[] = [];
  let cursor: string | undefined;
  do {
    const page = await duplicates.list.query({
      kind: 'account',
      limit: 2,
      ...(cursor === undefined ? {} : { cursor }),
    });
    names.push(...page.items.map(({ records }) => records[0]!.name));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(names).toEqual(['Pair 4', 'Pair 3', 'Pair 2', 'Pair 1', 'Pair 0']);
  await expect(duplicates.list.query({ kind: 'account', cursor: 'nothing' })).rejects.toThrow();
});
