import { describe, expect } from 'vitest';
import { newId } from '../../db/ids.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { factsOf, newAccount } from '../../e2e/harness/deals.ts';
import { refusal, succeed, test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;
let otherTenant: Tenant;

test.beforeEach(async ({ app: shared, tenant: own }) => {
  app = shared;
  tenant = own;
  otherTenant = await app.newTenant();
});

const call = (tool: string, input: Record<string, unknown>, who = tenant) => succeed(who, tool, input);
const refused = (tool: string, input: Record<string, unknown>, who = tenant) => refusal(who, tool, input);

describe('add_to_plan', () => {
  test('makes the plan once, appends in order, and keeps sections apart', async () => {
    const account_id = await newAccount(tenant);
    const first = await call('add_to_plan', { account_id, section: 'Next steps', content: 'Book the review.' });
    expect(first).toMatchObject({
      plan_created: true,
      section: 'next_steps',
      content: 'Book the review.',
      complete: true,
      entries: 1,
      sections: 1,
    });
    const second = await call('add_to_plan', { account_id, section: 'next_steps', content: 'Send the pack.' });
    expect(second).toMatchObject({
      plan_id: first.plan_id,
      plan_created: false,
      content: 'Book the review.\n\nSend the pack.',
      entries: 2,
    });
    const third = await call('add_to_plan', { account_id, section: 'risks', content: 'Legal is slow.' });
    expect(third).toMatchObject({ content: 'Legal is slow.', entries: 1, sections: 2 });
    const { plan } = await call('read_account', { id: account_id, include: ['plan'] });
    expect(plan.id).toBe(first.plan_id);
    expect(plan.items.map((item: { section: string; content: string }) => [item.section, item.content])).toEqual([
      ['risks', 'Legal is slow.'],
      ['next_steps', 'Send the pack.'],
      ['next_steps', 'Book the review.'],
    ]);
    expect(plan.sections.map(({ section, entries }: any) => [section, entries])).toEqual([
      ['risks', 1],
      ['next_steps', 2],
    ]);
    expect(await factsOf(app, tenant, account_id)).toContainEqual({
      attribute: 'risks',
      subject_type: 'plan',
      sentence: 'Legal is slow.',
    });
  });

  test('ten at once on an account without a plan make one plan with ten entries', async () => {
    const account_id = await newAccount(tenant);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => call('add_to_plan', { account_id, section: 'risks', content: `Risk ${n}` })),
    );
    expect(new Set(answers.map(({ plan_id }) => plan_id)).size).toBe(1);
    expect(answers.filter(({ plan_created }) => plan_created)).toHaveLength(1);
    expect(answers.map(({ entries }) => entries).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('answers the end of a long section and says so', async () => {
    const account_id = await newAccount(tenant);
    await call('add_to_plan', { account_id, section: 'notes', content: 'a'.repeat(15_000) });
    const { content, complete } = await call('add_to_plan', {
      account_id,
      section: 'notes',
      content: 'b'.repeat(15_000),
    });
    expect(complete).toBe(false);
    expect(content).toHaveLength(20_000);
    expect(content.endsWith('b')).toBe(true);
  });

  test('refuses a section without a name and an unknown account', async () => {
    const account_id = await newAccount(tenant);
    expect((await refused('add_to_plan', { account_id, section: '—!', content: 'x' })).issues[0]!.path).toBe('section');
    const unknown = await refused('add_to_plan', { account_id: newId('account'), section: 'risks', content: 'x' });
    expect(unknown).toMatchObject({ code: 'not_found', message: 'No account with that id in this workspace.' });
    expect((await refused('add_to_plan', { account_id, section: 'risks', content: 'x' }, otherTenant)).code).toBe(
      'not_found',
    );
  });
});

test('a section under another spelling is the section that is there, with a warning', async () => {
  const account_id = await newAccount(tenant);
  const add = (section: string) => call('add_to_plan', { account_id, section, content: `To ${section}.` });
  expect((await add('next_steps')).warnings).toBeUndefined();
  for (const other of ['Next Steps', 'next-steps', 'nextSteps', 'NEXT_STEPS']) {
    const answer = await add(other);
    expect(answer).toMatchObject({
      section: 'next_steps',
      sections: 1,
      warnings: [{ path: 'section', message: 'kept in the section next_steps' }],
    });
  }
  expect(await add('risks')).toMatchObject({ section: 'risks', sections: 2, entries: 1 });
});
