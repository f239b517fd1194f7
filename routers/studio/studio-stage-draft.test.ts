import { describe, expect } from 'vitest';
import { statement } from '../../db/statement.ts';
import { CHANNEL_NAMES } from '../../server/channels/channels.ts';
import type { AppContext, Tenant } from '../../e2e/harness/app.ts';
import { APPROVER, CONTENT, refused, shown, stage } from '../../e2e/harness/drafts.ts';
import { Records } from '../../e2e/harness/records.ts';
import { succeed, test } from '../../e2e/harness/tool-test.ts';

let app: AppContext;
let tenant: Tenant;

test.beforeEach(async ({ app: shared }) => {
  app = shared;
  tenant = await app.newTenant(APPROVER);
});

const db = () => app.service.app.services.db;

describe('staging', () => {
  test.each(CHANNEL_NAMES)(
    'a draft for %s waits for review, is shown whole, and is one version old',
    async (channel) => {
      const draft = await stage(tenant, {
        channel,
        body: '# A heading\n\nText with "quotes", ünïcödé and 🚀.',
        product: 'content-studio',
        skill: 'weekly-post',
        account_ref: 'Acme',
        ...CONTENT[channel],
      });
      expect(draft).toMatchObject({ status: 'pending', version: 1, channel });
      expect(await shown(tenant, draft.draft_id)).toMatchObject({
        channel,
        status: 'pending',
        version: 1,
        title: CONTENT[channel]['title'] ?? null,
        body: '# A heading\n\nText with "quotes", ünïcödé and 🚀.',
        product: 'content-studio',
        skill: 'weekly-post',
        account_ref: 'Acme',
        approval: null,
        failure: null,
        staged_by: { user_id: tenant.userId, key_id: tenant.keyId },
        moves: ['approve', 'schedule', 'hold', 'reject', 'edit'],
        reviews: [],
      });
    },
  );

  test('a run ref ties the draft to its run', async () => {
    const draft = await succeed(
      tenant,
      'studio_stage_draft',
      { channel: 'manual', body: 'Hello.' },
      { 'run-ref': 'run-of-mine' },
    );
    expect((await shown(tenant, draft.draft_id)).run_ref).toBe('run-of-mine');
  });

  const refusals: [string, Record<string, unknown>, string][] = [
    ['a channel nobody knows', { channel: 'fax' }, 'channel'],
    ['no body', { body: ' ' }, 'body'],
    ['a post over 3,000 characters', { body: 'x'.repeat(3_001) }, 'body'],
    ['a title where there is none', { title: 'A title' }, 'title'],
    ['a Reddit post without a title', { channel: 'reddit', destination: { subreddit: 'sales' } }, 'title'],
    ['a Reddit post without a subreddit', { channel: 'reddit', title: 'Hi' }, 'destination.subreddit'],
    [
      'a Reddit title over 300 characters',
      { channel: 'reddit', title: 'x'.repeat(301), destination: { subreddit: 'sales' } },
      'title',
    ],
    [
      'a Reddit text over 40,000 characters',
      { channel: 'reddit', title: 'Hi', body: 'x'.repeat(40_001), destination: { subreddit: 'sales' } },
      'body',
    ],
    [
      'a subreddit that cannot be one',
      { channel: 'reddit', title: 'Hi', destination: { subreddit: '../x' } },
      'destination.subreddit',
    ],
    ['a video title over 100 characters', { channel: 'youtube', ...CONTENT.youtube, title: 'x'.repeat(101) }, 'title'],
    [
      'a video description over 5,000 bytes',
      { channel: 'youtube', ...CONTENT.youtube, body: 'é'.repeat(2_501) },
      'body',
    ],
    [
      'a recipient that is no address',
      { channel: 'email', title: 'Hi', destination: { to: ['dana'] } },
      'destination.to.0',
    ],
    ['an e-mail to nobody', { channel: 'email', title: 'Hi', destination: { to: [] } }, 'destination.to'],
    [
      'a subject of two lines',
      { channel: 'email', title: 'Hi\nBcc: all@example.com', destination: { to: ['dana@example.com'] } },
      'title',
    ],
    ['a destination of another channel', { destination: { to: ['dana@example.com'] } }, 'destination.to'],
    ['a version without a draft', { version: 1 }, 'version'],
    ['a product that is too long', { product: 'x'.repeat(201) }, 'product'],
  ];

  test('says what an e-mail lacks', async () => {
    const { issues } = await refused(
      tenant,
      'studio_stage_draft',
      { channel: 'email', body: 'Hello.' },
      'invalid_input',
    );
    expect(issues![0]!.message).toBe('an e-mail draft needs a title');
  });

  test.each(refusals)('refuses %s and keeps nothing', async (_, input, path) => {
    const who = await app.newTenant(APPROVER);
    const error = await refused(
      who,
      'studio_stage_draft',
      { channel: 'linkedin', body: 'Hello.', ...input },
      'invalid_input',
    );
    expect(error.issues![0]!.path).toBe(path);
    expect(error.issues![0]!.message).not.toBe('');
    expect((await succeed(who, 'studio_list_drafts', {})).drafts).toEqual([]);
  });

  test("another workspace's account is not found and nothing is staged", async () => {
    const [who, otherTenant] = await Promise.all([app.newTenant(APPROVER), app.newTenant(APPROVER)]);
    const account = await new Records(app, otherTenant).id('account').catch(() => 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t');
    const input = { channel: 'manual', body: 'Hello.', account_id: account };
    expect((await refused(who, 'studio_stage_draft', input, 'not_found')).message).toContain('account');
    expect((await succeed(who, 'studio_list_drafts', {})).drafts).toEqual([]);
  });
});

describe('editing', () => {
  test('makes a new version; both are kept', async () => {
    const draft = await stage(tenant, { body: 'First.', product: 'content-studio' });
    const other = await app.newKey(tenant.userId);
    const edited = await stage(other, { draft_id: draft.draft_id, version: 1, body: 'Second.' });
    expect(edited).toMatchObject({ draft_id: draft.draft_id, version: 2, status: 'pending' });
    expect(await shown(tenant, draft.draft_id)).toMatchObject({
      body: 'Second.',
      product: 'content-studio',
      staged_by: { key_id: tenant.keyId },
      edited_by: { key_id: other.keyId },
    });
    const versions = statement(
      'test_versions_of',
      'SELECT version, body, key_id FROM draft_versions WHERE draft_id = $1 ORDER BY version',
    );
    expect(await db().read(tenant.workspaceId, versions, [draft.draft_id])).toEqual([
      { version: 1, body: 'First.', key_id: tenant.keyId },
      { version: 2, body: 'Second.', key_id: other.keyId },
    ]);
  });

  test('needs the version it is based on, and refuses an older one', async () => {
    const draft = await stage(tenant);
    const edit = { channel: 'linkedin', body: 'Again.', draft_id: draft.draft_id };
    expect((await refused(tenant, 'studio_stage_draft', edit, 'invalid_input')).issues![0]!.path).toBe('version');
    await succeed(tenant, 'studio_stage_draft', { ...edit, version: 1 });
    const error = await refused(tenant, 'studio_stage_draft', { ...edit, version: 1 }, 'invalid_transition');
    expect(error.message).toMatch(/named version 1, it is version 2.*pending.*approve, schedule, hold, reject, edit/);
    expect((await shown(tenant, draft.draft_id)).version).toBe(2);
  });

  test('cannot move a draft to another channel', async () => {
    const draft = await stage(tenant);
    const edit = { draft_id: draft.draft_id, version: 1, channel: 'manual', body: 'Again.' };
    const error = await refused(tenant, 'studio_stage_draft', edit, 'invalid_input');
    expect(error.issues).toEqual([{ path: 'channel', message: expect.stringContaining('linkedin') }]);
  });

  test('checks the new content like a new draft', async () => {
    const draft = await stage(tenant, { channel: 'reddit', ...CONTENT.reddit });
    const edit = { draft_id: draft.draft_id, version: 1, channel: 'reddit', title: 'Hi', body: 'Again.' };
    const error = await refused(tenant, 'studio_stage_draft', edit, 'invalid_input');
    expect(error.issues![0]!.path).toBe('destination.subreddit');
  });
});
