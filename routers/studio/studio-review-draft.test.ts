import { describe, expect } from 'vitest';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { APPROVER, HOUR, inAnHour, refused, review, shown, stage } from '../../e2e/harness/drafts.ts';
import { newColleague } from '../../e2e/harness/colleague.ts';
import { test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(async ({ app: shared }) => {
  app = shared;
  tenant = await app.newTenant(APPROVER);
});

describe('reviewing', () => {
  test('a version edited since is refused, and the refusal says what is there now', async () => {
    const draft = await stage(tenant);
    await stage(tenant, { draft_id: draft.draft_id, version: 1, body: 'Other words.' });
    for (const input of [
      { action: 'approve' },
      { action: 'hold' },
      { action: 'schedule', scheduled_for: inAnHour() },
    ]) {
      const error = await refused(
        tenant,
        'studio_review_draft',
        { draft_id: draft.draft_id, version: 1, ...input },
        'invalid_transition',
      );
      expect(error.message).toMatch(/named version 1, it is version 2.*It is pending, version 2/);
    }
    expect(await shown(tenant, draft.draft_id)).toMatchObject({ status: 'pending', version: 2, reviews: [] });
  });

  const times: [string, () => Record<string, unknown>][] = [
    ['without a time', () => ({ action: 'schedule' })],
    ['in the past', () => ({ action: 'schedule', scheduled_for: new Date(Date.now() - 1_000).toISOString() })],
    [
      'in two years',
      () => ({ action: 'schedule', scheduled_for: new Date(Date.now() + 730 * 24 * HOUR).toISOString() }),
    ],
    ['at no time at all', () => ({ action: 'schedule', scheduled_for: 'tomorrow' })],
    ['to approve at a time', () => ({ action: 'approve', scheduled_for: inAnHour() })],
  ];

  test.each(times)('refuses to schedule %s', async (_, input) => {
    const draft = await stage(tenant);
    const error = await refused(
      tenant,
      'studio_review_draft',
      { draft_id: draft.draft_id, version: 1, ...input() },
      'invalid_input',
    );
    expect(error.issues![0]!.path).toBe('scheduled_for');
    expect((await shown(tenant, draft.draft_id)).status).toBe('pending');
  });

  test('publish, published and failed are no reviews', async () => {
    const draft = await stage(tenant);
    for (const action of ['publish', 'published', 'publishing', 'failed', 'release', '__proto__', 'toString']) {
      const input = { draft_id: draft.draft_id, version: 1, action };
      expect((await refused(tenant, 'studio_review_draft', input, 'invalid_input')).issues![0]!.path).toBe('action');
    }
  });

  test('of many reviews at once that saw the same status one wins, and the others hear what it did', async () => {
    for (const rivals of [2, 3, 3, 10]) {
      const draft = await stage(tenant);
      const keys = await Promise.all(Array.from({ length: rivals }, () => app.newKey(tenant.userId, APPROVER)));
      const actions = ['hold', 'approve', 'schedule'];
      const answers = await Promise.all(
        keys.map((who, index) => {
          const action = actions[index % actions.length]!;
          const at = action === 'schedule' ? { scheduled_for: inAnHour() } : {};
          const seen = { draft_id: draft.draft_id, version: 1, status: 'pending' };
          return who.rest('studio_review_draft', { ...seen, action, ...at });
        }),
      );
      const after = await shown(tenant, draft.draft_id);
      const won = answers.flatMap(({ status, body }) => (status === 200 ? body : []));
      expect(won).toHaveLength(1);
      expect(after).toMatchObject({ status: won[0].status, approval: won[0].approval });
      expect(after.reviews).toHaveLength(1);
      for (const { status, body } of answers.filter((each) => each.status !== 200)) {
        expect([status, body.error.code]).toEqual([400, 'invalid_transition']);
        expect(body.error.message).toContain(`It is ${after.status}, version 1`);
      }
    }
  });

  test('one review after another is no race, unless it says that it saw the status before', async () => {
    const draft = await stage(tenant);
    await review(tenant, draft, { action: 'hold', status: 'pending' });
    const stale = { draft_id: draft.draft_id, version: 1, status: 'pending', action: 'approve' };
    const error = await refused(tenant, 'studio_review_draft', stale, 'invalid_transition');
    expect(error.message).toMatch(/pending no more.*held, version 1/);
    await review(tenant, draft, { action: 'approve' });
    expect((await shown(tenant, draft.draft_id)).reviews.map(({ action }: { action: string }) => action)).toEqual([
      'approve',
      'hold',
    ]);
  });

  test('of two approvals at once exactly one counts', async () => {
    for (let round = 0; round < 5; round += 1) {
      const draft = await stage(tenant);
      const keys = await Promise.all(Array.from({ length: 8 }, () => app.newKey(tenant.userId, APPROVER)));
      const answers = await Promise.all(
        keys.map((who) => who.rest('studio_review_draft', { draft_id: draft.draft_id, version: 1, action: 'approve' })),
      );
      const winners = keys.filter((_, index) => answers[index]!.status === 200);
      expect(winners).toHaveLength(1);
      const after = await shown(tenant, draft.draft_id);
      expect(after.approval.key_id).toBe(winners[0]!.keyId);
      expect(after.reviews).toHaveLength(1);
      for (const { status, body } of answers.filter((each) => each.status !== 200)) {
        expect([status, body.error.code]).toEqual([400, 'invalid_transition']);
        expect(body.error.message).toMatch(/approved, version 1/);
      }
    }
  });
});

describe('with a second approver wanted', () => {
  let author: Tenant;
  let editor: Tenant;
  let approver: Tenant;

  test.beforeEach(async () => {
    author = await app.newTenant(APPROVER);
    [editor, approver] = await Promise.all([newColleague(app, author), newColleague(app, author)]);
    await app.operator.flags.set.mutate({ user_id: author.userId, flag: 'second_approver', value: true });
  });

  const through = [
    { action: 'approve' },
    { action: 'schedule', scheduled_for: new Date(Date.now() + HOUR).toISOString() },
  ];

  test.each(through)('the person who staged or last edited cannot $action, and is told why', async (input) => {
    const draft = await stage(author);
    const edited = await stage(editor, { draft_id: draft.draft_id, version: 1, body: 'Better.' });
    for (const hand of [author, editor]) {
      const call = { draft_id: draft.draft_id, version: 2, ...input };
      const error = await refused(hand, 'studio_review_draft', call, 'invalid_transition');
      expect(error.message).toMatch(/second approver.*pending, version 2/);
    }
    expect(await review(approver, edited, input)).toMatchObject({ approval: { key_id: approver.keyId, version: 2 } });
  });

  test.each(through)('another key of that person cannot $action either', async (input) => {
    const draft = await stage(author);
    const call = { draft_id: draft.draft_id, version: 1, ...input };
    const other = await app.newKey(author.userId, APPROVER);
    const error = await refused(other, 'studio_review_draft', call, 'invalid_transition');
    expect(error.message).toMatch(/second approver.*whichever key or session/);
    expect(await shown(author, draft.draft_id)).toMatchObject({ status: 'pending', approval: null, reviews: [] });
    expect(await review(approver, draft, input)).toMatchObject({ approval: { user_id: approver.userId } });
  });

  test('it can still hold, and an older version is refused as such', async () => {
    const draft = await stage(author);
    const call = { draft_id: draft.draft_id, version: 7, action: 'approve' };
    expect((await refused(author, 'studio_review_draft', call, 'invalid_transition')).message).toMatch(/version 7/);
    expect(await review(author, draft, { action: 'hold' })).toMatchObject({ status: 'held' });
    expect(await review(approver, draft, { action: 'approve' })).toMatchObject({ status: 'approved' });
  });

  test('whoever edits an approved draft needs another approver again', async () => {
    const draft = await stage(author);
    await review(approver, draft, { action: 'approve' });
    await stage(approver, { draft_id: draft.draft_id, version: 1, body: 'As I like it.' });
    const call = { draft_id: draft.draft_id, version: 2, action: 'approve' };
    await refused(approver, 'studio_review_draft', call, 'invalid_transition');
    expect(await review(editor, { draft_id: draft.draft_id, version: 2 }, { action: 'approve' })).toMatchObject({
      status: 'approved',
    });
  });

  test('switched off, it counts no more', async () => {
    const who = await app.newTenant(APPROVER);
    for (const value of [false, 'true', 1]) {
      await app.operator.flags.set.mutate({ user_id: who.userId, flag: 'second_approver', value });
      expect(await review(who, await stage(who), { action: 'approve' })).toMatchObject({ status: 'approved' });
    }
  });
});
