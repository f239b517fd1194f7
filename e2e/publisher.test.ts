import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { execute } from '../db/orm.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { readConfig } from '../server/config.ts';
import { createServices } from '../server/create-services.ts';
import { markSent } from '../server/drafts/mark-sent.ts';
import { checking } from '../server/drafts/queues.ts';
import type { Call } from '../server/gate/call.ts';
import { Jobs } from '../server/jobs/jobs.ts';
import { type Service, startService } from '../server/process.ts';
import { QUEUES, startWorkers } from '../server/workers.ts';
import { createStore, provisioner, type Tenant, tenantOf } from './harness/app.ts';
import { type Child, startChild } from './harness/child.ts';
import { onPostgres } from './harness/databases.ts';
import { environment } from './harness/environment.ts';
import {
  APPROVER,
  approved,
  CLIENTS,
  CONNECTED,
  type Connected,
  CONTENT,
  ended,
  eventsOf,
  factsOf,
  MAIL_PASSWORD,
  ok,
  PLANTED,
  type Publishing,
  review,
  sendsOf,
  shown,
  stage,
  startPublishing,
} from './harness/publishing.ts';
import { until } from './harness/until.ts';

/** When drafts go out, at most once, and what is told of it. */

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing();
});

afterAll(() => publishing?.stop());

const ageClaims = statement(
  'test_age_claims',
  `UPDATE drafts SET claimed_at = claimed_at - interval '1 hour' WHERE workspace_id = $1 AND state = 'publishing' RETURNING id`,
);

describe('a draft that was published', () => {
  test('send.approved has exactly its fields, once, and the draft says when and what it was', async () => {
    const { who, draft } = await publishing.published('linkedin_company');
    expect(await publishing.sendApproved(who)).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'send.approved',
        created_at: expect.stringMatching(/Z$/),
        data: {
          draft_id: draft.draft_id,
          product: 'Sequencer',
          account_ref: 'Northwind',
          channel: 'linkedin_company',
          provider: 'linkedin',
          approved_at: draft.approval.at,
        },
      },
    ]);
    const { published_at, approval } = await shown(who, draft);
    expect(Date.parse(published_at)).toBeGreaterThanOrEqual(Date.parse(approval.at));
    expect(approval).toMatchObject({ version: 1, key_id: who.keyId });
  });

  test('where a draft about an account stands is a fact about the account, the newest one', async () => {
    const { who } = await publishing.connected('linkedin_company');
    const { id } = await ok(who, 'gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } });
    const draft = await approved(who, 'linkedin_company', { account_id: id });
    await ended(who, draft);
    const facts = await publishing.read<{ value: string; sentence: string; current: boolean }>(who, factsOf);
    expect(facts.map(({ value, current }) => [value, current])).toEqual([
      ['pending', false],
      ['approved', false],
      ['published', true],
    ]);
    expect(facts[2]!.sentence).toBe('A LinkedIn company page draft is published.');
    expect(await publishing.read(who, sendsOf)).toMatchObject([{ draft_id: draft.draft_id, account_id: id }]);
  });
});

test.runIf(onPostgres)(
  'whoever never answers, or drips, is given up, and what became of it is asked of a person',
  async () => {
    const silent = async (channel: Connected, behaviour: 'hang' | 'drip') => {
      const { who, token } = await publishing.connected(channel);
      publishing.platforms.behave(token, behaviour);
      const after = await ended(who, await approved(who, channel), 100_000);
      expect(after.failure).toMatch(/gave no answer in time\. Nobody knows whether it was published/);
      expect(publishing.platforms.publishedWith(token)).toHaveLength(1);
    };
    const silentMail = async () => {
      const who = await publishing.app.newTenant(APPROVER);
      const draft = await approved(who, 'email', { destination: { to: ['hangs@example.com'] } });
      expect((await ended(who, draft, 100_000)).failure).toMatch(/Nobody knows whether it was sent/);
      expect(publishing.mail.attempts.filter((each) => each === 'hangs@example.com')).toHaveLength(1);
    };
    const hanging = CONNECTED.map((channel) => silent(channel, 'hang'));
    await Promise.all([...hanging, silent('reddit', 'drip'), silent('linkedin_company', 'drip'), silentMail()]);
  },
  120_000,
);

describe('when', () => {
  test('a draft that waits for the platform is publishing, and nothing is told before it is out', async () => {
    const { who, token } = await publishing.connected('linkedin_company');
    let answer = () => {};
    publishing.platforms.behave(token, { until: new Promise((resolve) => (answer = resolve)) });
    const draft = await approved(who, 'linkedin_company');
    await until(
      async () => publishing.platforms.publishedWith(token).length,
      (count) => count === 1,
    );
    expect(await shown(who, draft)).toMatchObject({ status: 'publishing', moves: [] });
    expect(await publishing.sendApproved(who)).toEqual([]);
    answer();
    expect(await ended(who, draft)).toMatchObject({ status: 'published' });
    expect(await publishing.sendApproved(who)).toHaveLength(1);
  });

  test('a scheduled draft goes out at its time and not before; one that was held does not', async () => {
    const { who, token } = await publishing.connected('reddit');
    const [draft, held, later] = [await stage(who, 'reddit'), await stage(who, 'reddit'), await stage(who, 'reddit')];
    const at = Date.now() + 4_000;
    const time = { action: 'schedule', scheduled_for: new Date(at).toISOString() };
    await review(who, draft, time);
    await review(who, held, time);
    await review(who, later, { ...time, scheduled_for: new Date(at + 3_600_000).toISOString() });
    await review(who, held, { action: 'hold' });
    expect(await ended(who, draft)).toMatchObject({ status: 'published' });
    const [request, ...more] = publishing.platforms.publishedWith(token);
    expect(more).toEqual([]);
    expect(request!.at).toBeGreaterThanOrEqual(at);
    expect(await shown(who, held)).toMatchObject({ status: 'held' });
    expect(await shown(who, later)).toMatchObject({ status: 'scheduled' });
  });

  test('an approval taken back by an edit publishes nothing', async () => {
    // No worker here: the job is still waiting when the draft is edited.
    const store = await createStore();
    const waiting = await startService(
      readConfig(environment({ ...store.env, ...publishing.settings, WORKERS: 'off' })),
    );
    let working: Service | undefined;
    try {
      const who = await provisioner(waiting.baseUrl).newTenant(APPROVER);
      const token = `token-${newId('request')}`;
      await ok(who, 'connect_integration', { channel: 'reddit', access_token: token });
      const edited = await approved(who, 'reddit');
      await stage(who, 'reddit', { draft_id: edited.draft_id, version: edited.version, body: 'Other words.' });
      const twice = await approved(who, 'reddit');
      await stage(who, 'reddit', { draft_id: twice.draft_id, version: 1, body: 'As approved.' });
      await review(who, { draft_id: twice.draft_id, version: 2 }, { action: 'approve' });
      await waiting.stop();
      working = await startService(readConfig(environment({ ...store.env, ...publishing.settings })));
      const now = tenantOf(working.baseUrl, who);
      expect(await ended(now, twice)).toMatchObject({ status: 'published', version: 2 });
      await until(
        () => working!.app.services.jobs.depths(),
        (depths) => depths.every(({ name }) => name !== 'publish'),
      );
      const sent = publishing.platforms.publishedWith(token);
      expect(sent.map(({ body }) => new URLSearchParams(body).get('text'))).toEqual(['As approved.']);
      expect(await shown(now, edited)).toMatchObject({ status: 'pending', version: 2 });
    } finally {
      await (working ?? waiting).stop();
      await store.remove();
    }
  }, 60_000);
});

describe('at most once', () => {
  test('many workers and many drafts that are due at the same time', async () => {
    const { who, token } = await publishing.connected('reddit');
    const { config, secrets, db, log } = publishing.app.service.app.services;
    const jobs = await Jobs.open({ db, log, queues: QUEUES, working: true });
    const stopOthers = await startWorkers(createServices({ config, secrets, db, jobs, log }));
    try {
      const drafts = await Promise.all(Array.from({ length: 16 }, () => stage(who, 'reddit')));
      const at = new Date(Date.now() + 2_000).toISOString();
      for (const draft of drafts) await review(who, draft, { action: 'schedule', scheduled_for: at });
      for (const draft of drafts) expect(await ended(who, draft, 40_000)).toMatchObject({ status: 'published' });
      expect(publishing.platforms.publishedWith(token)).toHaveLength(16);
      const told = (await publishing.sendApproved(who)).map(({ data }) => data.draft_id);
      expect(told.toSorted()).toEqual(drafts.map(({ draft_id }) => draft_id).toSorted());
    } finally {
      await stopOthers();
      await jobs.close();
    }
  }, 90_000);

  test.runIf(onPostgres)(
    'two processes on one database (needs TEST_DATABASE_URL)',
    async () => {
      const store = await createStore();
      const children = await Promise.all([
        startChild({ ...store.env, ...publishing.settings }),
        startChild({ ...store.env, ...publishing.settings }),
      ]);
      try {
        const who = await provisioner(children[0]!.baseUrl).newTenant(APPROVER);
        const token = `token-${newId('request')}`;
        await ok(who, 'connect_integration', { channel: 'reddit', access_token: token });
        const drafts = await Promise.all(Array.from({ length: 20 }, () => stage(who, 'reddit')));
        const at = new Date(Date.now() + 3_000).toISOString();
        for (const [n, draft] of drafts.entries()) {
          await review(who, draft, n % 2 === 0 ? { action: 'approve' } : { action: 'schedule', scheduled_for: at });
        }
        for (const draft of drafts) expect(await ended(who, draft, 60_000)).toMatchObject({ status: 'published' });
        expect(publishing.platforms.publishedWith(token)).toHaveLength(20);
      } finally {
        await Promise.all(children.map((child) => child.end('SIGTERM')));
        await store.remove();
      }
    },
    120_000,
  );

  test('killed between claim and send, or before it heard the answer, it is for a person, and never sent again', async () => {
    const store = await createStore();
    let child: Child | undefined = await startChild({ ...store.env, ...publishing.settings });
    let service: Service | undefined;
    try {
      const first = await provisioner(child.baseUrl).newTenant(APPROVER);
      const tokens = { linkedin: `before-${newId('request')}`, reddit: `after-${newId('request')}` };
      for (const [channel, access_token] of Object.entries(tokens)) {
        await ok(first, 'connect_integration', { channel, access_token });
      }
      // The one hangs before it sends, on the member's id; the other once it has sent.
      publishing.platforms.behave(tokens.linkedin, 'hang', 'look');
      publishing.platforms.behave(tokens.reddit, 'hang');
      const [before, after] = [await approved(first, 'linkedin'), await approved(first, 'reddit')];
      await until(
        async () => Object.values(tokens).map((token) => publishing.platforms.with(token).length),
        (counts) => counts.every((count) => count === 1),
      );
      await child.end('SIGKILL');
      child = undefined;
      for (const token of Object.values(tokens)) publishing.platforms.behave(token, 'ok');

      service = await startService(readConfig(environment({ ...store.env, ...publishing.settings })));
      const who = tenantOf(service.baseUrl, first);
      expect(await shown(who, before)).toMatchObject({ status: 'publishing' });
      const { db } = service.app.services;
      const aged = await db
        .fork(who.workspaceId, ROLES.publisher)
        .transactional((em) => execute(em, ageClaims, [who.workspaceId]));
      expect(aged).toHaveLength(2);
      // What its schedule does every minute.
      await service.app.services.jobs.send(checking, {});
      for (const draft of [before, after]) {
        const found = await ended(who, draft);
        expect(found).toMatchObject({ status: 'failed', moves: ['approve', 'hold', 'reject', 'edit'] });
        expect(found.failure).toMatch(/ended before it knew the outcome\. Nobody knows/);
      }
      expect(publishing.platforms.publishedWith(tokens.linkedin)).toHaveLength(0);
      expect(publishing.platforms.publishedWith(tokens.reddit)).toHaveLength(1);
      await review(who, before, { action: 'approve' });
      expect(await ended(who, before)).toMatchObject({ status: 'published' });
      expect(publishing.platforms.publishedWith(tokens.linkedin)).toHaveLength(1);
      expect(publishing.platforms.publishedWith(tokens.reddit)).toHaveLength(1);
    } finally {
      await child?.end('SIGKILL');
      await service?.stop();
      await store.remove();
    }
  }, 120_000);
});

describe('what a person sends by hand', () => {
  /** The rule as the panel calls it: inside a transaction of the workspace. */
  const mark = (who: Tenant, input: { draft_id: string; version: number }) =>
    publishing.app.service.app.services.db.fork(who.workspaceId).transactional((em) =>
      markSent(
        {
          workspaceId: who.workspaceId,
          now: new Date(),
          principal: { keyId: null, user: { id: who.userId } },
          em,
          query: (query: Parameters<Call['query']>[0], values: readonly unknown[]) => execute(em, query, values),
        } as never,
        input,
      ),
    );

  test('waits for them, is marked by them once, and is told then', async () => {
    const who = await publishing.app.newTenant(APPROVER);
    const draft = await approved(who, 'manual');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await shown(who, draft)).toMatchObject({ status: 'approved' });
    const marked = await Promise.allSettled(Array.from({ length: 4 }, () => mark(who, draft)));
    expect(marked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of marked) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'invalid_transition' });
    }
    expect(await shown(who, draft)).toMatchObject({ status: 'published', failure: null });
    expect((await publishing.sendApproved(who)).map(({ data }) => data)).toEqual([
      {
        draft_id: draft.draft_id,
        product: 'Sequencer',
        account_ref: null,
        channel: 'manual',
        provider: null,
        approved_at: draft.approval.at,
      },
    ]);
    expect(await publishing.read(who, sendsOf)).toMatchObject([
      { channel: 'manual', provider: null, user_id: who.userId },
    ]);
  });

  test('cannot be marked before it is approved, in another version, on another channel, or by another workspace', async () => {
    const [who, stranger] = [await publishing.app.newTenant(APPROVER), await publishing.app.newTenant(APPROVER)];
    const pending = await stage(who, 'manual');
    await expect(mark(who, pending)).rejects.toMatchObject({ code: 'invalid_transition' });
    await review(who, pending, { action: 'approve' });
    await expect(mark(who, { ...pending, version: 2 })).rejects.toMatchObject({ code: 'invalid_transition' });
    await expect(mark(stranger, pending)).rejects.toMatchObject({ code: 'not_found' });
    const post = await stage(who, 'linkedin');
    await expect(mark(who, post)).rejects.toMatchObject({ code: 'invalid_transition' });
    expect(await shown(who, pending)).toMatchObject({ status: 'approved' });
    expect(await publishing.sendApproved(who)).toEqual([]);
  });
});

test('nothing private is in any event of what was published', async () => {
  const who = await publishing.app.newTenant(APPROVER);
  const secret = (what: string) => `${PLANTED}-${what}`;
  const token = secret('access');
  for (const channel of CONNECTED) {
    await ok(who, 'connect_integration', {
      channel,
      access_token: token,
      refresh_token: secret('refresh'),
      account_label: secret('label'),
    });
  }
  const address = `${PLANTED}@victim.example`;
  for (const channel of [...CONNECTED, 'email'] as const) {
    const { title, destination } = CONTENT[channel] as { title?: string; destination?: object };
    const draft = await approved(who, channel, {
      ...(title === undefined ? {} : { title: secret('title') }),
      body: `${secret('body')} ${address}`,
      destination: channel === 'email' ? { to: [address], bcc: [address] } : destination,
      account_ref: `Corp ${address} ${who.key}`,
      product: `For ${address}`,
      skill: secret('skill').replace(PLANTED, 'open'),
    });
    expect(await ended(who, draft)).toMatchObject({ status: 'published' });
  }
  const told = await publishing.sendApproved(who);
  expect(told).toHaveLength(CONNECTED.length + 1);
  const all = JSON.stringify([...told, ...(await publishing.read<{ body: string }>(who, eventsOf, ['draft.ready']))]);
  for (const each of [PLANTED, who.key, MAIL_PASSWORD, '@victim.example', ...Object.values(CLIENTS)]) {
    expect(all).not.toContain(each);
  }
  expect(all).toContain('Corp [removed] [removed]');
});
