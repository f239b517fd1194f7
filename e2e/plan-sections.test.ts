import { expect } from 'vitest';
import { statement } from '../db/statement.ts';
import { newAccount } from './harness/deals.ts';
import { expectCountedSections } from './harness/plan-sections.ts';
import { newPerson } from './harness/person.ts';
import { inside, read, succeed, test } from './harness/tool-test.ts';

// The entries of a plan's sections, which triggers count, however they come and go.

const sections = statement('test_plan_sections', 'SELECT section, entries FROM plan_sections ORDER BY section');
const addEntries = statement(
  'test_add_entries',
  `INSERT INTO plan_entries (workspace_id, id, plan_id, section, content)
   SELECT $1, 'pen_' || n, $2, CASE WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END, 'Entry ' || n FROM generate_series(1, 11) n`,
);

const append = (who: Parameters<typeof succeed>[0], account_id: string, section: string, content: string) =>
  succeed(who, 'add_to_plan', { account_id, section, content });

test('many at once, half of which are withdrawn meanwhile, are counted', async ({ app, tenant }) => {
  const account_id = await newAccount(tenant);
  const { plan_id } = await append(tenant, account_id, 'risks', 'The first one.');
  await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const { entry_id } = await append(tenant, account_id, n % 3 === 0 ? 'risks' : 'next_steps', `Entry ${n}.`);
      if (n % 2 === 0) await succeed(tenant, 'amend_record', { action: 'withdraw', id: entry_id, reason: 'Wrong.' });
    }),
  );
  expect(await read(app, tenant, sections)).toEqual([
    { section: 'next_steps', entries: 4 },
    { section: 'risks', entries: 3 },
  ]);
  await inside(app, tenant, addEntries, [tenant.workspaceId, plan_id]);
  await expectCountedSections(app, tenant);
  expect(await read(app, tenant, sections)).toContainEqual({ section: 'odd', entries: 6 });
});

test('a section without entries has no row, until one comes back', async ({ app, tenant }) => {
  const account_id = await newAccount(tenant);
  const { entry_id } = await append(tenant, account_id, 'risks', 'Legal is slow.');
  await succeed(tenant, 'amend_record', { action: 'withdraw', id: entry_id, reason: 'Wrong.' });
  expect(await read(app, tenant, sections)).toEqual([]);
  expect((await succeed(tenant, 'read_account', { id: account_id, include: ['plan'] })).plan.sections).toEqual([]);
  await succeed(tenant, 'amend_record', { action: 'restore', id: entry_id });
  expect(await read(app, tenant, sections)).toEqual([{ section: 'risks', entries: 1 }]);
});

test('what names a person is erased with the entry', async ({ app, tenant }) => {
  const account_id = await newAccount(tenant);
  await succeed(tenant, 'gtm_crm_write', {
    entity: 'contact',
    facts: { name: 'Orsolya Quillfeather', email: 'orsolya@quillfeather.example', account_id },
  });
  await append(tenant, account_id, 'Orsolya Quillfeather', 'She decides.');
  const { workspaceId: workspace_id } = tenant;
  await app.operator.subjects.erase.mutate({ workspace_id, email: 'orsolya@quillfeather.example' });
  await expectCountedSections(app, tenant);
  expect(JSON.stringify(await read(app, tenant, sections))).not.toMatch(/quill/i);
});

test('a merge moves them and an unmerge moves them back', async ({ app }) => {
  const person = await newPerson(app);
  const [kept_id, merged] = await Promise.all([newAccount(person), newAccount(person)]);
  await append(person, kept_id, 'risks', 'Legal is slow.');
  await append(person, merged, 'risks', 'Procurement is slower.');
  await append(person, merged, 'next_steps', 'Send the pack.');
  const { merges } = person.browser.panel;
  const asked = { kept_id, merged_ids: [merged] };
  const { digest } = await merges.preview.query(asked);
  const { merger_id } = await merges.merge.mutate({ ...asked, choose: {}, digest });
  await expectCountedSections(app, person);
  expect(await read(app, person, sections)).toEqual([
    { section: 'next_steps', entries: 1 },
    { section: 'risks', entries: 2 },
  ]);
  const back = await merges.unmerge_preview.query({ merger_id });
  await merges.unmerge.mutate({ merger_id, digest: back.digest, not_duplicates: false });
  await expectCountedSections(app, person);
  expect(await read(app, person, sections)).toHaveLength(3);
});
