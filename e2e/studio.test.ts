import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../routers/index.ts';
import { type Database, execute } from '../db/orm.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { readConfig } from '../server/config.ts';
import { startService } from '../server/process.ts';
import { CHANNEL_NAMES, CONNECTED_CHANNELS } from '../server/channels/channels.ts';
import { AFTER_EDIT, DRAFT_STATES, type DraftState, movesFrom, REVIEWS } from '../server/drafts/draft-states.ts';
import { tokenOf } from '../server/channels/integrations.ts';
import {
  claimForPublishing,
  findDue,
  markFailed,
  markPublished,
  releaseAtItsTime,
} from '../server/drafts/publisher.ts';
import { encryptionContext } from '../server/webhooks/encryption-context.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';
import { environment } from './harness/environment.ts';
import { createStore, type AppContext, provisioner, startTestApp, type Tenant } from './harness/app.ts';
import { Records } from './harness/records.ts';

let app: AppContext;
let tenant: Tenant;
let db: Database;

beforeAll(async () => {
  // The publisher's moves are made by hand here; nothing else may make them.
  app = await startTestApp({ WORKERS: 'off' });
  tenant = await app.newTenant();
  db = app.service.app.services.db;
});

afterAll(() => app.stop());

const HOUR = 3_600_000;

const inAnHour = () => new Date(Date.now() + HOUR).toISOString();

const CONTENT: Record<(typeof CHANNEL_NAMES)[number], Record<string, unknown>> = {
  linkedin: {},
  linkedin_company: { destination: { organization: 'urn:li:organization:5' } },
  youtube: { title: 'A demo', destination: { video_id: 'dQw4w9WgXcQ' } },
  reddit: { title: 'A question', destination: { subreddit: 'r/sales' } },
  google_drive: { title: 'Proposal', destination: { folder_id: 'abc_DEF-1' } },
  email: { title: 'Your renewal', destination: { to: ['dana@example.com'], cc: ['robin@example.com'] } },
  manual: { destination: { note: 'Hand it over at lunch.' } },
};

async function ok(who: Tenant, tool: string, input: unknown, headers?: Record<string, string>) {
  const { status, body, text } = await who.rest(tool, input, headers);
  expect(status, text).toBe(200);
  return body;
}

async function refused(who: Tenant, tool: string, input: unknown, code: string) {
  const { body, text } = await who.rest(tool, input);
  expect(body.error?.code, text).toBe(code);
  return body.error as { code: string; message: string; hint?: string; issues?: { path: string; message: string }[] };
}

const stage = (who: Tenant, input: Record<string, unknown> = {}) =>
  ok(who, 'studio_stage_draft', { channel: 'linkedin', body: 'Hello.', ...input });

const review = (who: Tenant, draft: { draft_id: string; version: number }, input: Record<string, unknown>) =>
  ok(who, 'studio_review_draft', { draft_id: draft.draft_id, version: draft.version, ...input });

const shown = async (who: Tenant, draftId: string) =>
  (await ok(who, 'studio_list_drafts', { draft_id: draftId })).drafts[0];

const refTo = (who: Tenant, draft: { draft_id: string }) => ({
  workspaceId: who.workspaceId,
  draftId: draft.draft_id,
});

const SENT = { provider: 'linkedin', messageRef: null };

/** A draft brought into a state the way drafts get there. */
async function draftIn(state: DraftState, who: Tenant) {
  const draft = await stage(who);
  const ref = refTo(who, draft);
  if (state === 'held') await review(who, draft, { action: 'hold' });
  if (state === 'scheduled') await review(who, draft, { action: 'schedule', scheduled_for: inAnHour() });
  if (['approved', 'publishing', 'published', 'failed'].includes(state)) {
    await review(who, draft, { action: 'approve' });
  }
  if (['publishing', 'published', 'failed'].includes(state)) {
    const claimed = (await claimForPublishing(db, ref, new Date()))!;
    expect(claimed).toMatchObject({ draft_id: draft.draft_id });
    if (state === 'published') expect(await markPublished(db, claimed, SENT, new Date())).toBe(true);
    if (state === 'failed') expect(await markFailed(db, claimed, 'The token was revoked.', new Date())).toBe(true);
  }
  return draft as { draft_id: string; version: number };
}

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
        moves: ['approve', 'schedule', 'hold', 'edit'],
        reviews: [],
      });
    },
  );

  test('a run ref ties the draft to its run', async () => {
    const draft = await ok(
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
    const who = await app.newTenant();
    const error = await refused(
      who,
      'studio_stage_draft',
      { channel: 'linkedin', body: 'Hello.', ...input },
      'invalid_input',
    );
    expect(error.issues![0]!.path).toBe(path);
    expect(error.issues![0]!.message).not.toBe('');
    expect((await ok(who, 'studio_list_drafts', {})).drafts).toEqual([]);
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
    expect(await db.read(tenant.workspaceId, versions, [draft.draft_id])).toEqual([
      { version: 1, body: 'First.', key_id: tenant.keyId },
      { version: 2, body: 'Second.', key_id: other.keyId },
    ]);
  });

  test('needs the version it is based on, and refuses an older one', async () => {
    const draft = await stage(tenant);
    const edit = { channel: 'linkedin', body: 'Again.', draft_id: draft.draft_id };
    expect((await refused(tenant, 'studio_stage_draft', edit, 'invalid_input')).issues![0]!.path).toBe('version');
    await ok(tenant, 'studio_stage_draft', { ...edit, version: 1 });
    const error = await refused(tenant, 'studio_stage_draft', { ...edit, version: 1 }, 'invalid_transition');
    expect(error.message).toMatch(/named version 1, it is version 2.*pending.*approve, schedule, hold, edit/);
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

describe.each(DRAFT_STATES)('a draft that is %s', (state) => {
  const moves = Object.entries(REVIEWS).map(([action, { from, to }]) => ({
    action,
    from: from as readonly string[],
    to,
  }));

  test.each(moves)('by $action moves as the machine says', async ({ action, from, to }) => {
    const draft = await draftIn(state, tenant);
    const before = await shown(tenant, draft.draft_id);
    expect(before).toMatchObject({ status: state, version: 1, moves: movesFrom(state) });
    const input = {
      draft_id: draft.draft_id,
      version: 1,
      action,
      note: 'Because.',
      ...(action === 'schedule' ? { scheduled_for: inAnHour() } : {}),
    };
    if (from.includes(state)) {
      const result = await ok(tenant, 'studio_review_draft', input);
      expect(result).toMatchObject({ status: to, version: 1 });
      const after = await shown(tenant, draft.draft_id);
      expect(after.status).toBe(to);
      expect(after.reviews[0]).toMatchObject({ action, version: 1, note: 'Because.', key_id: tenant.keyId });
      expect(after.approval).toEqual(
        action === 'hold'
          ? null
          : {
              version: 1,
              user_id: tenant.userId,
              user_name: 'Test Person',
              key_id: tenant.keyId,
              at: result.updated_at,
            },
      );
      if (action === 'schedule') expect(after.scheduled_for).toBe((input as { scheduled_for: string }).scheduled_for);
    } else {
      const error = await refused(tenant, 'studio_review_draft', input, 'invalid_transition');
      expect(error.message).toContain(`It is ${state}, version 1`);
      expect(error.message).toContain(movesFrom(state).join(', ') || 'nothing');
      expect(await shown(tenant, draft.draft_id)).toEqual(before);
    }
  });

  test('by an edit moves as the machine says', async () => {
    const draft = await draftIn(state, tenant);
    const edit = { draft_id: draft.draft_id, version: 1, channel: 'linkedin', body: 'Other words.' };
    const to = (AFTER_EDIT as Partial<Record<DraftState, DraftState>>)[state];
    if (to === undefined) {
      const error = await refused(tenant, 'studio_stage_draft', edit, 'invalid_transition');
      expect(error.message).toContain(`It is ${state}, version 1; allowed from there: nothing.`);
      expect(await shown(tenant, draft.draft_id)).toMatchObject({ version: 1, body: 'Hello.' });
      return;
    }
    expect(await ok(tenant, 'studio_stage_draft', edit)).toMatchObject({ status: to, version: 2 });
    expect(await shown(tenant, draft.draft_id)).toMatchObject({
      status: to,
      body: 'Other words.',
      approval: null,
      scheduled_for: null,
    });
  });

  test('cannot be given a state of the publisher by the role that tools run under', async () => {
    const draft = await draftIn(state, tenant);
    const force = statement(`test_force_${state}`, 'UPDATE drafts SET state = $2 WHERE id = $1 RETURNING id');
    const forced = async (to: string) =>
      db.fork(tenant.workspaceId).transactional((em) => execute(em, force, [draft.draft_id, to]));
    for (const to of ['publishing', 'published', 'failed']) {
      const rows = await forced(to).catch((error: Error) => {
        expect(error.message).toMatch(/row-level security/);
        return [];
      });
      expect(rows).toEqual([]);
    }
    if (state === 'publishing' || state === 'published') expect(await forced('pending')).toEqual([]);
    expect((await shown(tenant, draft.draft_id)).status).toBe(state);
  });
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

  test.each(TRANSPORTS)(
    'a draft of another workspace is not found, in the words of one that never was, over %s',
    async (transport) => {
      const stranger = await app.newTenant();
      const { draft_id: theirs } = await stage(stranger);
      const never = 'dra_01kaj6w6qk5x3v0c8m9n2p4r7t';
      const calls = [
        ['studio_review_draft', { version: 1, action: 'approve' }],
        ['studio_stage_draft', { version: 1, channel: 'linkedin', body: 'Mine now.' }],
        ['studio_list_drafts', {}],
      ] as const;
      for (const [tool, input] of calls) {
        const [a, b] = await Promise.all(
          [theirs, never].map((draft_id) =>
            callTool(transport, tool, { ...input, draft_id }, { baseUrl: app.baseUrl, key: tenant.key }),
          ),
        );
        expect(a!.error).toMatchObject({ code: 'not_found', message: 'No draft with that id in this workspace.' });
        expect({ ...a!.error, request_id: '' }).toEqual({ ...b!.error, request_id: '' });
      }
      expect((await shown(stranger, theirs)).version).toBe(1);
    },
  );

  test("a stranger's account is not found and nothing is staged", async () => {
    const [who, stranger] = await Promise.all([app.newTenant(), app.newTenant()]);
    const account = await new Records(app, stranger).id('account').catch(() => 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t');
    const input = { channel: 'manual', body: 'Hello.', account_id: account };
    expect((await refused(who, 'studio_stage_draft', input, 'not_found')).message).toContain('account');
    expect((await ok(who, 'studio_list_drafts', {})).drafts).toEqual([]);
  });

  test('of many reviews at once that saw the same status one wins, and the others hear what it did', async () => {
    for (const rivals of [2, 3, 3, 10]) {
      const draft = await stage(tenant);
      const keys = await Promise.all(Array.from({ length: rivals }, () => app.newKey(tenant.userId)));
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
      const keys = await Promise.all(Array.from({ length: 8 }, () => app.newKey(tenant.userId)));
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

  test('an approval and an edit at once: what is approved is what was seen, or nothing is', async () => {
    for (let round = 0; round < 8; round += 1) {
      const draft = await stage(tenant);
      const other = await app.newKey(tenant.userId);
      const [approved, edited] = await Promise.all([
        tenant.rest('studio_review_draft', { draft_id: draft.draft_id, version: 1, action: 'approve' }),
        other.rest('studio_stage_draft', { draft_id: draft.draft_id, version: 1, channel: 'linkedin', body: 'Other.' }),
      ]);
      // An approved draft may be edited, so the edit always gets through; it takes the approval with it.
      expect(edited.status).toBe(200);
      if (approved.status !== 200) expect(approved.body.error.code).toBe('invalid_transition');
      expect(await shown(tenant, draft.draft_id)).toMatchObject({ status: 'pending', version: 2, approval: null });
      expect(await claimForPublishing(db, refTo(tenant, draft), new Date())).toBeUndefined();
    }
  });
});

describe('with a second approver wanted', () => {
  let author: Tenant;
  let editor: Tenant;
  let approver: Tenant;

  beforeAll(async () => {
    author = await app.newTenant();
    [editor, approver] = await Promise.all([app.newKey(author.userId), app.newKey(author.userId)]);
    await app.operator.flags.set.mutate({ user_id: author.userId, flag: 'second_approver', value: true });
  });

  const through = [
    { action: 'approve' },
    { action: 'schedule', scheduled_for: new Date(Date.now() + HOUR).toISOString() },
  ];

  test.each(through)('the key that staged or last edited cannot $action, and is told why', async (input) => {
    const draft = await stage(author);
    const edited = await stage(editor, { draft_id: draft.draft_id, version: 1, body: 'Better.' });
    for (const hand of [author, editor]) {
      const call = { draft_id: draft.draft_id, version: 2, ...input };
      const error = await refused(hand, 'studio_review_draft', call, 'invalid_transition');
      expect(error.message).toMatch(/second approver.*pending, version 2/);
    }
    expect(await review(approver, edited, input)).toMatchObject({ approval: { key_id: approver.keyId, version: 2 } });
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
    const who = await app.newTenant();
    for (const value of [false, 'true', 1]) {
      await app.operator.flags.set.mutate({ user_id: who.userId, flag: 'second_approver', value });
      expect(await review(who, await stage(who), { action: 'approve' })).toMatchObject({ status: 'approved' });
    }
  });
});

describe('the publisher', () => {
  test('gets an approved draft once, however many try', async () => {
    const draft = await draftIn('approved', tenant);
    const claims = await Promise.all(
      Array.from({ length: 10 }, () => claimForPublishing(db, refTo(tenant, draft), new Date())),
    );
    const won = claims.filter((claim) => claim !== undefined);
    expect(won).toHaveLength(1);
    expect(won[0]).toMatchObject({ version: 1, body: 'Hello.', approval: { version: 1, key_id: tenant.keyId } });
    expect(await markFailed(db, { ...won[0]!, claimed_at: '2026-01-01T00:00:00.000Z' }, 'old', new Date())).toBe(false);
    expect(await markPublished(db, won[0]!, SENT, new Date())).toBe(true);
    expect(await markPublished(db, won[0]!, SENT, new Date())).toBe(false);
    expect(await markFailed(db, won[0]!, 'late', new Date())).toBe(false);
    const after = await shown(tenant, draft.draft_id);
    expect(after).toMatchObject({ status: 'published', failure: null, approval: { version: 1 } });
    expect(after.published_at).toMatch(/Z$/);
  });

  test.each(DRAFT_STATES.filter((state) => state !== 'approved'))('gets nothing that is %s', async (state) => {
    const draft = await draftIn(state, tenant);
    expect(await claimForPublishing(db, refTo(tenant, draft), new Date())).toBeUndefined();
    expect((await shown(tenant, draft.draft_id)).status).toBe(state);
  });

  test("gets nothing under another workspace's name", async () => {
    const draft = await draftIn('approved', tenant);
    const stranger = await app.newTenant();
    expect(await claimForPublishing(db, refTo(stranger, draft), new Date())).toBeUndefined();
  });

  test('lets a scheduled draft go at its time, not before, and not once it was held', async () => {
    const draft = await stage(tenant);
    const at = new Date(Date.now() + HOUR);
    await review(tenant, draft, { action: 'schedule', scheduled_for: at.toISOString() });
    const ref = refTo(tenant, draft);
    const due = async (now: Date) => (await findDue(db, now, 1_000)).map(({ draftId }) => draftId);
    const early = new Date(at.getTime() - 1);
    expect(await due(early)).not.toContain(draft.draft_id);
    expect(await releaseAtItsTime(db, ref, early)).toBe(false);
    expect(await due(at)).toContain(draft.draft_id);
    expect(await releaseAtItsTime(db, ref, at)).toBe(true);
    expect(await releaseAtItsTime(db, ref, at)).toBe(false);
    expect(await shown(tenant, draft.draft_id)).toMatchObject({
      status: 'approved',
      approval: { key_id: tenant.keyId },
    });

    const held = await draftIn('scheduled', tenant);
    await review(tenant, held, { action: 'hold' });
    expect(await releaseAtItsTime(db, refTo(tenant, held), at)).toBe(false);
  });

  test('says why it failed; the reason stays through a hold and an edit, and goes with the next approval', async () => {
    const draft = await draftIn('failed', tenant);
    expect(await shown(tenant, draft.draft_id)).toMatchObject({ status: 'failed', failure: 'The token was revoked.' });
    await review(tenant, draft, { action: 'hold' });
    await stage(tenant, { draft_id: draft.draft_id, version: 1, body: 'Again.' });
    expect(await shown(tenant, draft.draft_id)).toMatchObject({ status: 'held', failure: 'The token was revoked.' });
    await review(tenant, { draft_id: draft.draft_id, version: 2 }, { action: 'approve' });
    expect(await shown(tenant, draft.draft_id)).toMatchObject({ status: 'approved', failure: null });
  });
});

describe('listing', () => {
  test('newest first, by status, page by page', async () => {
    const who = await app.newTenant();
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
        const page: { drafts: typeof found; next_cursor: string | null } = await ok(who, 'studio_list_drafts', {
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
    const listed = (await ok(tenant, 'studio_list_drafts', { limit: 1 })).drafts[0];
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

test('a draft establishes where it stands, each new standing superseding the last, and a connection that it is there', async () => {
  const who = await app.newTenant();
  const account = 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t';
  const insert = statement('test_account', 'INSERT INTO accounts (workspace_id, id, name) VALUES ($1, $2, $3)');
  await db.fork(who.workspaceId).transactional((em) => execute(em, insert, [who.workspaceId, account, 'Acme']));
  const draft = await stage(who, { channel: 'email', ...CONTENT.email, account_id: account });
  await stage(who, { draft_id: draft.draft_id, version: 1, channel: 'email', ...CONTENT.email });
  await review(who, { draft_id: draft.draft_id, version: 2 }, { action: 'approve' });
  await stage(who);
  await ok(who, 'connect_integration', { channel: 'linkedin', access_token: 'token', account_label: 'Robin' });
  const facts = statement(
    'test_draft_facts',
    `SELECT value, sentence, account_id, tool, key_id, superseded_at IS NULL AS stands FROM facts ORDER BY id`,
  );
  const shared = { account_id: account, key_id: who.keyId };
  const waits = 'The e-mail draft "Your renewal" waits for review.';
  expect(await db.read(who.workspaceId, facts)).toEqual([
    { ...shared, value: 'pending', sentence: waits, tool: 'studio_stage_draft', stands: false },
    {
      ...shared,
      value: 'approved',
      sentence: 'The e-mail draft "Your renewal" is approved.',
      tool: 'studio_review_draft',
      stands: true,
    },
    {
      account_id: null,
      key_id: who.keyId,
      value: 'pending',
      sentence: 'A LinkedIn draft waits for review.',
      tool: 'studio_stage_draft',
      stands: true,
    },
    {
      account_id: null,
      key_id: who.keyId,
      value: 'connected',
      sentence: 'The channel LinkedIn is connected as Robin.',
      tool: 'connect_integration',
      stands: true,
    },
  ]);
});

const sealedTokens = statement(
  'test_sealed_tokens',
  'SELECT id, channel, sealed, encryption_key_id, scopes, account_label FROM integration_tokens ORDER BY channel',
);

const sealedWebhooks = statement(
  'test_sealed_webhooks',
  'SELECT workspace_id, id, sealed_target, sealed_secret FROM webhooks',
);

type Kept = { id: string; channel: string; sealed: string; encryption_key_id: string };

describe('connecting', () => {
  test('keeps one sealed token a channel, the newest, and answers without it', async () => {
    const who = await app.newTenant();
    const expires_at = inAnHour();
    for (const [index, channel] of CONNECTED_CHANNELS.entries()) {
      const first = await ok(who, 'connect_integration', { channel, access_token: `first-token-${index}` });
      expect(first).toMatchObject({ channel, replaced: false, expires_at: null, account_label: null, scopes: [] });
      expect(first.integration_id).toMatch(/^int_/);
      const second = await ok(who, 'connect_integration', {
        channel,
        access_token: `second-token-${index}`,
        refresh_token: `refresh-token-${index}`,
        expires_at,
        scopes: ['post'],
        account_label: 'Robin',
      });
      expect(second).toMatchObject({
        integration_id: first.integration_id,
        replaced: true,
        expires_at,
        scopes: ['post'],
        account_label: 'Robin',
      });
      expect(JSON.stringify([first, second])).not.toMatch(/-token-/);
    }
    const kept = await db.read<Kept>(who.workspaceId, sealedTokens);
    expect(kept).toHaveLength(CONNECTED_CHANNELS.length);
    const { encryptor } = app.service.app.services;
    for (const { channel, sealed, encryption_key_id } of kept) {
      const index = (CONNECTED_CHANNELS as readonly string[]).indexOf(channel);
      expect(sealed).not.toContain('token');
      expect(encryption_key_id).toBe('k1');
      expect(JSON.parse(encryptor.open(sealed, tokenOf(who.workspaceId, channel)))).toEqual({
        access_token: `second-token-${index}`,
        refresh_token: `refresh-token-${index}`,
      });
      expect(() => encryptor.open(sealed, tokenOf(tenant.workspaceId, channel))).toThrow();
      expect(() => encryptor.open(sealed, tokenOf(who.workspaceId, 'other'))).toThrow();
    }
    expect(await db.read(tenant.workspaceId, sealedTokens)).toEqual([]);
  });

  const refusals: [string, Record<string, unknown>, string][] = [
    ['a channel without tokens', { channel: 'email' }, 'channel'],
    ['a channel nobody knows', { channel: 'fax' }, 'channel'],
    ['no token', { access_token: '' }, 'access_token'],
    ['a token of two lines', { access_token: 'one\ntwo' }, 'access_token'],
    ['a token of 16,001 characters', { access_token: 'x'.repeat(16_001) }, 'access_token'],
    ['an expiry that is past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an expiry that is none', { expires_at: 'soon' }, 'expires_at'],
  ];

  test.each(refusals)('refuses %s', async (_, input, path) => {
    const who = await app.newTenant();
    const call = { channel: 'linkedin', access_token: 'planted-token', ...input };
    const error = await refused(who, 'connect_integration', call, 'invalid_input');
    expect(error.issues![0]!.path).toBe(path);
    expect(JSON.stringify(error)).not.toContain('planted-token');
    expect(await db.read(who.workspaceId, sealedTokens)).toEqual([]);
  });

  test('an expired token that can be refreshed is kept', async () => {
    const call = { channel: 'youtube', access_token: 'old', refresh_token: 'new', expires_at: '2020-01-01T00:00:00Z' };
    expect((await ok(await app.newTenant(), 'connect_integration', call)).expires_at).toBe('2020-01-01T00:00:00.000Z');
  });
});

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test('a planted token is in no answer of any transport, no log line, no metric and no table', async () => {
  const PLANTED = 'planted-4f1c9e';
  const store = await createStore();
  const env = environment({ ...store.env, LOG_LEVEL: 'trace' });
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    const baseUrl = await untilListening(() => output);
    const { newTenant } = provisioner(baseUrl);
    const who = await newTenant();
    const seen: string[] = [];
    const call = async (transport: (typeof TRANSPORTS)[number], tool: string, input: unknown, headers = {}) => {
      const answer = await callTool(transport, tool, input, { baseUrl, key: who.key, headers });
      seen.push(answer.text, JSON.stringify([...answer.headers]));
      return answer;
    };
    const secret = { access_token: `${PLANTED}-access`, refresh_token: `${PLANTED}-refresh` };
    for (const transport of TRANSPORTS) {
      for (const channel of CONNECTED_CHANNELS) {
        expect((await call(transport, 'connect_integration', { channel, ...secret })).status).toBe(200);
      }
      const refusals = [
        { channel: 'fax', ...secret },
        { channel: 'linkedin', access_token: `${PLANTED}\n`, refresh_token: secret.refresh_token },
        { channel: 'linkedin', access_token: `${PLANTED}${'x'.repeat(16_000)}` },
        { channel: 'linkedin', ...secret, expires_at: 'soon' },
        { channel: 'linkedin', access_token: [`${PLANTED}`] },
      ];
      for (const input of refusals) expect((await call(transport, 'connect_integration', input)).error).toBeDefined();
      const once = { 'idempotency-key': `once-${transport}` };
      const input = { channel: 'linkedin', ...secret };
      await call(transport, 'connect_integration', input, once);
      expect((await call(transport, 'connect_integration', input, once)).headers.get('idempotent-replayed')).toBe(
        'true',
      );
      const other = await call(transport, 'connect_integration', { ...input, channel: 'reddit' }, once);
      expect(other.error?.code).toBe('idempotency_conflict');
      for (const tool of registry.values()) {
        if (tool.effect === 'read') await call(transport, tool.name, tool.example.input);
      }
    }
    const broken = await fetch(`${baseUrl}/api/v1/tools/connect_integration`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.key}`, 'content-type': 'application/json' },
      body: `{"channel":"linkedin","access_token":"${PLANTED}`,
    });
    expect(broken.status).toBe(400);
    seen.push(await broken.text());
    for (const path of ['/metrics', '/openapi.json', '/readyz', '/healthz']) {
      seen.push(await (await fetch(`${baseUrl}${path}`)).text());
    }
    expect(seen.length).toBeGreaterThan(50);
    expect(seen.filter((text) => text.includes(PLANTED))).toEqual([]);
    child.kill('SIGTERM');
    await once(child, 'exit');
    expect(output).toContain('/api/v1/tools/connect_integration');
    expect(output).not.toContain(PLANTED);
    await expectInNoTable(store.env, PLANTED);
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await store.remove();
  }
});

async function untilListening(output: () => string): Promise<string> {
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp;) {
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output());
    if (found !== null) return found[0];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Nothing listens:\n${output()}`);
}

/** Every row of every table as text, read by the owner of the tables. */
async function expectInNoTable(env: Record<string, string>, text: string) {
  const service = await startService(readConfig(environment(env)));
  try {
    const connection = service.app.services.db.orm.em.getConnection();
    const tables = await connection.execute<{ name: string }[]>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    expect(tables.length).toBeGreaterThan(20);
    let rows = 0;
    for (const { name } of tables) {
      await connection.execute(`ALTER TABLE "${name}" NO FORCE ROW LEVEL SECURITY`);
      const found = await connection.execute<{ line: string }[]>(`SELECT t::text AS line FROM "${name}" t`);
      rows += found.length;
      expect(
        found.filter(({ line }) => line.includes(text)),
        name,
      ).toEqual([]);
    }
    expect(rows).toBeGreaterThan(50);
  } finally {
    await service.stop();
  }
}

test('rotation: rewrapping moves every token under the first key, can be repeated, and names what cannot be opened', async () => {
  const store = await createStore();
  const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
  const [k1, k2, k3] = [key('k1', 1), key('k2', 2), key('k3', 3)];
  const start = async (keys: string) => {
    const service = await startService(
      readConfig(environment({ ...store.env, ENCRYPTION_KEYS: keys, WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8' })),
    );
    return { ...provisioner(service.baseUrl), service };
  };
  const workspaces: string[] = [];
  const connected: Record<string, string>[] = [];
  try {
    let running = await start(k1);
    for (let index = 0; index < 4; index += 1) {
      const who = await running.newTenant();
      workspaces.push(who.workspaceId);
      for (const channel of CONNECTED_CHANNELS) {
        connected.push(
          await ok(who, 'connect_integration', { channel, access_token: `${who.workspaceId}-${channel}` }),
        );
      }
    }
    const { webhook_id } = await running.operator.webhooks.create.mutate({
      user_id: (await running.newTenant()).userId,
      url: 'https://10.0.0.8/hook?tenant=1',
    });
    await running.service.stop();

    running = await start(`${k2},${k1}`);
    const late = await running.newTenant();
    workspaces.push(late.workspaceId);
    await running.operator.webhooks.create.mutate({ user_id: late.userId, url: 'https://10.0.0.7/hook' });
    await ok(late, 'connect_integration', { channel: 'reddit', access_token: `${late.workspaceId}-reddit` });
    // Two at once get in nobody's way, as does one that was stopped half way: what is rewrapped is skipped.
    const both = await Promise.all([
      running.operator.encryption.rewrap.mutate(),
      running.operator.encryption.rewrap.mutate(),
    ]);
    expect(both[0].rewrapped + both[1].rewrapped).toBe(22);
    expect(await running.operator.encryption.rewrap.mutate()).toEqual({
      encryption_key_id: 'k2',
      rewrapped: 0,
      unreadable: [],
    });
    await running.service.stop();

    running = await start(k2);
    const { encryptor, db: reopened } = running.service.app.services;
    for (const workspace of workspaces) {
      for (const kept of await reopened.read<Kept>(workspace, sealedTokens)) {
        expect(kept.encryption_key_id).toBe('k2');
        const opened = JSON.parse(encryptor.open(kept.sealed, tokenOf(workspace, kept.channel)));
        expect(opened.access_token).toBe(`${workspace}-${kept.channel}`);
      }
    }
    const { sealed_target, sealed_secret, workspace_id } = (
      await reopened.as<Record<string, string>>(ROLES.maintenance, sealedWebhooks)
    ).find(({ id }) => id === webhook_id) as Record<string, string>;
    expect(encryptor.open(sealed_target!, encryptionContext(workspace_id!, webhook_id, 'target'))).toBe(
      '/hook?tenant=1',
    );
    expect(encryptor.open(sealed_secret!, encryptionContext(workspace_id!, webhook_id, 'secret'))).toMatch(/^whsec_/);
    await running.service.stop();

    running = await start(k3);
    const lost = await running.operator.encryption.rewrap.mutate();
    expect(lost).toMatchObject({ encryption_key_id: 'k3', rewrapped: 0 });
    expect(lost.unreadable).toHaveLength(23);
    expect(lost.unreadable).toEqual(
      expect.arrayContaining([webhook_id, ...connected.map((each) => each['integration_id'])]),
    );
    await running.service.stop();
  } finally {
    await store.remove();
  }
});

test('rewrapping is for operators', async () => {
  await expect(tenant.client.operator.encryption.rewrap.mutate()).rejects.toThrow(/operator token/);
});
