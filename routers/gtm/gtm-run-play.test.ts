import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tenant } from '../../e2e/harness/app.ts';
import { startEnrichingApp } from '../../e2e/harness/enriching-app.ts';
import { HUNTER_EMAIL } from '../../server/enrichment/test/answers.ts';

const FINDER = '/v2/email-finder';
const ADA = { fullName: 'Ada Lovelace', domain: 'acme.test' };

let app: Awaited<ReturnType<typeof startEnrichingApp>>;
let providers: (typeof app)['providers'];
let tenant: Tenant;

beforeAll(async () => {
  app = await startEnrichingApp();
  ({ providers } = app);
});

beforeEach(async () => {
  providers.reset();
  tenant = await app.newTenant();
});

afterAll(() => app.stop());

test('a play enriches, scores and stages a draft for a person; what is missing is marked, never invented', async () => {
  providers.on(FINDER, { json: HUNTER_EMAIL });
  const { status, body } = await tenant.rest('gtm_run_play', {
    contact: { ...ADA, company: 'Acme' },
    wanted: ['email', 'phone'],
    role: 'awareness',
    signals: [{ key: 'pricing_page_visit', value: 1 }],
  });
  expect(status).toBe(200);
  expect(body.enrichment.missing).toEqual(['phone']);
  expect(body.score.role).toBe('awareness');
  expect(body.draft).toMatchObject({ status: 'pending', channel: 'manual', to: 'ada@acme.test' });
  expect(body.draft.body).toContain('[[missing: sender name]]');
  expect(body.draft.body).not.toContain('undefined');
  const queue = await tenant.rest('studio_list_drafts', { status: 'pending' });
  expect(queue.text).toContain(body.draft.draft_id);
});

test('an address given as domain is a bare domain in the draft and its label', async () => {
  const { body } = await tenant.rest('gtm_run_play', {
    contact: { fullName: 'Ada Lovelace', domain: `https://www.acme.test/${'x'.repeat(250)}` },
    wanted: ['phone'],
  });
  expect(body.draft.title).toBe('Idea for acme.test');
  const { drafts } = (await tenant.rest('studio_list_drafts')).body;
  expect(drafts[0]).toMatchObject({ account_ref: 'acme.test', account_id: null });
});

test('a play for an account that is not there asks no provider and stages nothing', async () => {
  providers.on(FINDER, { json: HUNTER_EMAIL });
  const otherTenant = await app.newTenant();
  const account = await otherTenant.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Theirs' } });
  const { status, body } = await tenant.rest('gtm_run_play', { contact: ADA, account_id: account.body.id });
  expect([status, body.error.code]).toEqual([404, 'not_found']);
  expect(providers.asked).toEqual([]);
  expect((await tenant.rest('studio_list_drafts')).body.drafts).toEqual([]);
});

test('a play without a role skips scoring, and one whose providers all fail still stages its draft', async () => {
  providers.on(FINDER, { status: 500, json: {} });
  const { status, body } = await tenant.rest('gtm_run_play', { contact: ADA, wanted: ['email'] });
  expect(status).toBe(200);
  expect(body.score).toBeNull();
  expect(body.draft.to).toBeNull();
  expect(body.draft.body).toContain('[[missing: email]]');
});

test('the same play again answers its pending draft, as a person left it; another play has its own', async () => {
  const account = (await tenant.rest('gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } })).body.id;
  const play = (changes: object = {}) =>
    tenant.rest('gtm_run_play', { contact: ADA, wanted: ['phone'], account_id: account, assignee: 'Dana', ...changes });
  const first = (await play()).body.draft;
  expect(first.created).toBe(true);
  const again = (await play()).body.draft;
  expect(again).toEqual({ ...first, created: false });
  const edit = { draft_id: first.draft_id, version: 1, channel: 'manual', body: 'Hi Ada, [[missing: sender name]]' };
  expect((await tenant.rest('studio_stage_draft', edit)).status).toBe(200);
  expect((await play()).body.draft).toMatchObject({
    draft_id: first.draft_id,
    created: false,
    version: 2,
    body: 'Hi Ada, [[missing: sender name]]',
    placeholders: ['sender name'],
  });
  expect((await play({ role: 'health' })).body.draft.created).toBe(true);
  expect((await play({ account_id: undefined })).body.draft.created).toBe(true);
  expect((await play({ contact: { ...ADA, fullName: 'Grace Hopper' } })).body.draft.created).toBe(true);
  await tenant.rest('studio_review_draft', { draft_id: first.draft_id, version: 2, action: 'hold' });
  const next = (await play()).body.draft;
  expect([next.created, next.draft_id === first.draft_id]).toEqual([true, false]);
});

test('ten of the same play at once stage one draft', async () => {
  const drafts = await Promise.all(
    Array.from(
      { length: 10 },
      async () => (await tenant.rest('gtm_run_play', { contact: ADA, wanted: ['phone'] })).body.draft,
    ),
  );
  expect(new Set(drafts.map(({ draft_id }) => draft_id)).size).toBe(1);
  expect(drafts.filter(({ created }) => created)).toHaveLength(1);
});
