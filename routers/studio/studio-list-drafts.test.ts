import { describe, expect } from 'vitest';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { APPROVER, CONTENT, refused, review, shown, stage } from '../../e2e/harness/drafts.ts';
import { succeed, test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(async ({ app: shared }) => {
  app = shared;
  tenant = await app.newTenant(APPROVER);
});

describe('listing', () => {
  test('newest first, by status, page by page', async () => {
    const who = await app.newTenant(APPROVER);
    const staged: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const draft = await stage(who, { body: `Draft ${index}` });
      staged.push(draft.draft_id);
      if (index % 3 === 0) await review(who, draft, { action: 'hold' });
    }
    const pages = async (input: Record<string, unknown>) => {
      const found: { draft_id: string; status: string }[] = [];
      let cursor: string | null = null;
      do {
        const page: { drafts: typeof found; next_cursor: string | null } = await succeed(who, 'studio_list_drafts', {
          ...input,
          ...(cursor === null ? {} : { cursor }),
        });
        found.push(...page.drafts);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return found;
    };
    const newestFirst = [...staged].reverse();
    for (const limit of [1, 4, 5, 12, 200]) {
      expect((await pages({ limit })).map(({ draft_id }) => draft_id)).toEqual(newestFirst);
    }
    const held = await pages({ status: 'held', limit: 2 });
    expect(held.map(({ draft_id }) => draft_id)).toEqual(newestFirst.filter((id) => staged.indexOf(id) % 3 === 0));
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set(['held']));
    expect(await pages({ status: 'published' })).toEqual([]);
  });

  test('cuts long bodies, and shows one draft whole', async () => {
    const body = 'é'.repeat(40_000);
    const draft = await stage(tenant, { channel: 'reddit', ...CONTENT.reddit, body });
    const listed = (await succeed(tenant, 'studio_list_drafts', { limit: 1 })).drafts[0];
    expect(listed).toMatchObject({ draft_id: draft.draft_id, body: 'é'.repeat(5_000), body_chars: 40_000 });
    expect(listed).not.toHaveProperty('reviews');
    expect((await shown(tenant, draft.draft_id)).body).toBe(body);
  });

  const refusals: [string, Record<string, unknown>, string][] = [
    ['a status nobody knows', { status: 'sent' }, 'status'],
    ['a cursor of another list', { cursor: 'cap_01kaj6w6qk5x3v0c8m9n2p4r7t' }, 'cursor'],
    ['a cursor that is none', { cursor: "' OR 1=1 --" }, 'cursor'],
    ['a limit over 200', { limit: 201 }, 'limit'],
    ['an id of another type', { draft_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t' }, 'draft_id'],
  ];

  test.each(refusals)('refuses %s', async (_, input, path) => {
    expect((await refused(tenant, 'studio_list_drafts', input, 'invalid_input')).issues![0]!.path).toBe(path);
  });
});

test('lists what a person is to decide, in any letter case', async () => {
  const who = await app.newTenant(APPROVER);
  const mine = await stage(who, { assignee: 'Dana Reyes' });
  await stage(who, { assignee: 'Lee Park' });
  await stage(who, {});
  const { drafts } = await succeed(who, 'studio_list_drafts', { assignee: 'dana reyes', status: 'pending' });
  expect(drafts).toEqual([expect.objectContaining({ draft_id: mine.draft_id, assignee: 'Dana Reyes' })]);
  const text = { channel: 'linkedin', body: 'Changed.', draft_id: mine.draft_id };
  const edited = await succeed(who, 'studio_stage_draft', { ...text, version: 1 });
  expect(edited.version).toBe(2);
  expect((await shown(who, mine.draft_id)).assignee).toBe('Dana Reyes');
  await succeed(who, 'studio_stage_draft', { ...text, version: 2, assignee: 'Lee Park' });
  expect((await succeed(who, 'studio_list_drafts', { assignee: 'Dana Reyes' })).drafts).toEqual([]);
});
