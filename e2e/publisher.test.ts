import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { execute } from '../db/orm.ts';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { createServices } from '../server/create-services.ts';
import { readConfig } from '../server/config.ts';
import type { Call } from '../server/gate/call.ts';
import { Jobs } from '../server/jobs/jobs.ts';
import { type Service, startService } from '../server/process.ts';
import type { ChannelName } from '../server/channels/channels.ts';
import { checking } from '../server/drafts/queues.ts';
import { markSent } from '../server/drafts/mark-sent.ts';
import { QUEUES, startWorkers } from '../server/workers.ts';
import { type Child, startChild } from './harness/child.ts';
import { onPostgres } from './harness/databases.ts';
import { environment } from './harness/environment.ts';
import { createStore, type AppContext, provisioner, startTestApp, type Tenant, tenantOf } from './harness/app.ts';
import { type MailServer, startMailServer } from './harness/mail-server.ts';
import { type Behaviour, type Platforms, startPlatforms } from './harness/platforms.ts';
import { until } from './harness/until.ts';

const PLANTED = 'planted-9d41c7';
const MAIL_PASSWORD = `${PLANTED}-mail`;

let platforms: Platforms;
let mail: MailServer;
let app: AppContext;
let settings: Record<string, string>;

const CLIENTS = {
  LINKEDIN_CLIENT_ID: 'linkedin-app',
  LINKEDIN_CLIENT_SECRET: 'linkedin-app-secret',
  REDDIT_CLIENT_ID: 'reddit-app',
  REDDIT_CLIENT_SECRET: 'reddit-app-secret',
  GOOGLE_CLIENT_ID: 'google-app',
  GOOGLE_CLIENT_SECRET: 'google-app-secret',
};

beforeAll(async () => {
  platforms = await startPlatforms();
  mail = await startMailServer({ user: 'sender', pass: MAIL_PASSWORD });
  settings = { ...platforms.env, ...CLIENTS, SMTP_URL: mail.url };
  app = await startTestApp(settings);
});

afterAll(async () => {
  await app?.stop();
  await platforms?.close();
  await mail?.close();
});

const services = () => app.service.app.services;

const CONNECTED = ['linkedin', 'linkedin_company', 'youtube', 'reddit', 'google_drive'] as const;

type Connected = (typeof CONNECTED)[number];

const CONTENT: Record<ChannelName, Record<string, unknown>> = {
  linkedin: {},
  linkedin_company: { destination: { organization: '2414183' } },
  youtube: { title: 'A demo', destination: { video_id: 'dQw4w9WgXcQ' } },
  reddit: { title: 'A question', destination: { subreddit: 'r/sales' } },
  google_drive: { title: 'Proposal', destination: { folder_id: 'abc_DEF-1' } },
  email: { title: 'Your renewal', destination: { to: ['dana@example.com'] } },
  manual: {},
};

const NAMES: Record<Connected, string> = {
  linkedin: 'LinkedIn',
  linkedin_company: 'LinkedIn',
  youtube: 'YouTube',
  reddit: 'Reddit',
  google_drive: 'Google Drive',
};

/** Such a key may approve. */
const APPROVER = { mayApprove: true };

async function ok(who: Tenant, tool: string, input: unknown) {
  const { status, body, text } = await who.rest(tool, input);
  expect(status, text).toBe(200);
  return body;
}

type Staged = { draft_id: string; version: number };

let staged = 0;

/** A draft like no other: one that is the same as a pending one would be that one. */
const stage = (who: Tenant, channel: ChannelName, input: Record<string, unknown> = {}): Promise<Staged> =>
  ok(who, 'studio_stage_draft', {
    channel,
    body: 'Hello.',
    product: 'Sequencer',
    skill: `skill ${(staged += 1)}`,
    ...CONTENT[channel],
    ...input,
  });

const review = (who: Tenant, { draft_id, version }: Staged, input: Record<string, unknown>) =>
  ok(who, 'studio_review_draft', { draft_id, version, ...input });

const shown = async (who: Tenant, { draft_id }: { draft_id: string }) =>
  (await ok(who, 'studio_list_drafts', { draft_id })).drafts[0];

/** A draft of a channel, approved. */
async function approved(who: Tenant, channel: ChannelName, input: Record<string, unknown> = {}) {
  const draft = await stage(who, channel, input);
  const { approval } = await review(who, draft, { action: 'approve' });
  return { ...draft, approval };
}

const ended = (who: Tenant, draft: { draft_id: string }, withinMs = 20_000) =>
  until(
    () => shown(who, draft),
    ({ status }) => status === 'published' || status === 'failed',
    withinMs,
  );

/** A tenant with a channel connected by a token of its own. */
async function connected(channel: Connected, extra: Record<string, unknown> = {}) {
  const who = await app.newTenant(APPROVER);
  const token = `token-${newId('request')}`;
  await ok(who, 'connect_integration', { channel, access_token: token, ...extra });
  return { who, token };
}

const eventsOf = statement(
  'test_events_of_type',
  'SELECT body FROM webhook_events WHERE workspace_id = $1 AND type = $2 ORDER BY id',
);
const sendsOf = statement(
  'test_sends_of',
  'SELECT draft_id, account_id, channel, provider, message_ref, user_id FROM sends WHERE workspace_id = $1 ORDER BY id',
);
const factsOf = statement(
  'test_draft_facts_of',
  `SELECT value, sentence, superseded_at IS NULL AS current FROM facts
   WHERE workspace_id = $1 AND attribute = 'draft_status' ORDER BY id`,
);
const tokenRow = statement(
  'test_token_row',
  'SELECT sealed, expires_at FROM integration_tokens WHERE workspace_id = $1',
);
const ageClaims = statement(
  'test_age_claims',
  `UPDATE drafts SET claimed_at = claimed_at - interval '1 hour' WHERE workspace_id = $1 AND state = 'publishing' RETURNING id`,
);

const read = <Row>(
  who: Tenant,
  query: Parameters<AppContext['service']['app']['services']['db']['read']>[1],
  values: unknown[] = [],
) => services().db.read<Row>(who.workspaceId, query, [who.workspaceId, ...values]);

const sendApproved = async (who: Tenant) =>
  (await read<{ body: string }>(who, eventsOf, ['send.approved'])).map(({ body }) => JSON.parse(body));

const expectApproval = (draft: { approval: { at: string } }) => draft.approval.at;

describe('what each platform is sent', () => {
  const body = 'Prices (2026) rise #renewals\n*really* @all {x|#|y} 🚀 "quoted" <b>\n--draft-x--';

  async function published(channel: Connected, text = body) {
    const { who, token } = await connected(channel);
    const draft = await approved(who, channel, { body: text, account_ref: 'Northwind' });
    expect(await ended(who, draft)).toMatchObject({ status: 'published', failure: null });
    const requests = platforms.publishedWith(token);
    expect(requests).toHaveLength(1);
    return { who, token, draft, request: requests[0]! };
  }

  test.each(['linkedin', 'linkedin_company'] as const)('a post: %s', async (channel) => {
    const { who, token, request } = await published(channel);
    expect(request).toMatchObject({ method: 'POST', path: '/rest/posts' });
    expect(request.headers).toMatchObject({
      'linkedin-version': '202605',
      'x-restli-protocol-version': '2.0.0',
      'content-type': 'application/json',
    });
    expect(JSON.parse(request.body)).toEqual({
      author: channel === 'linkedin' ? 'urn:li:person:782bbtaQ' : 'urn:li:organization:2414183',
      commentary:
        'Prices \\(2026\\) rise #renewals\n\\*really\\* \\@all \\{x\\|\\#\\|y\\} 🚀 "quoted" \\<b\\>\n--draft-x--',
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    });
    expect(platforms.with(token).filter(({ path }) => path === '/v2/userinfo')).toHaveLength(
      channel === 'linkedin' ? 1 : 0,
    );
    expect(await read(who, sendsOf)).toMatchObject([
      { channel, provider: 'linkedin', message_ref: 'urn:li:share:6844785523593134080', user_id: who.userId },
    ]);
  });

  test('a submission: reddit', async () => {
    const { who, request } = await published('reddit');
    expect(request).toMatchObject({ method: 'POST', path: '/api/submit' });
    expect(request.headers['user-agent']).toContain('sales-agent-tools');
    expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual({
      api_type: 'json',
      kind: 'self',
      sr: 'sales',
      title: 'A question',
      text: body,
      resubmit: 'true',
      sendreplies: 'true',
    });
    expect(await read(who, sendsOf)).toMatchObject([{ provider: 'reddit', message_ref: 't3_abc123' }]);
  });

  test('a video’s title and description, all else of it kept: youtube', async () => {
    const { request } = await published('youtube', 'What changed "this" quarter. 🚀');
    expect(request).toMatchObject({ method: 'PUT', path: '/youtube/v3/videos', query: { part: 'snippet' } });
    expect(JSON.parse(request.body)).toEqual({
      id: 'dQw4w9WgXcQ',
      snippet: {
        title: 'A demo',
        description: 'What changed "this" quarter. 🚀',
        categoryId: '27',
        tags: ['renewals', 'demo'],
        defaultLanguage: 'en',
      },
    });
  });

  test('a file of one multipart upload: google_drive', async () => {
    const { who, request } = await published('google_drive');
    expect(request).toMatchObject({
      method: 'POST',
      path: '/upload/drive/v3/files',
      query: { uploadType: 'multipart', supportsAllDrives: 'true', fields: 'id' },
    });
    const boundary = /^multipart\/related; boundary=(.+)$/.exec(request.headers['content-type']!)![1]!;
    const [before, file, content, after] = request.body.split(`--${boundary}`);
    expect([before, after]).toEqual(['', '--\r\n']);
    const [head, metadata] = file!.split('\r\n\r\n');
    expect(head).toContain('application/json; charset=UTF-8');
    expect(JSON.parse(metadata!)).toEqual({ name: 'Proposal', mimeType: 'text/plain', parents: ['abc_DEF-1'] });
    expect(content).toBe(`\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n${body}\r\n`);
    expect(await read(who, sendsOf)).toMatchObject([{ message_ref: '1dyUEebJaFnWa3Z4n0BFMVAXQ7mfUH11g' }]);
  });

  test('send.approved has exactly its fields, once, and the draft says when and what it was', async () => {
    const { who, draft } = await published('linkedin_company');
    expect(await sendApproved(who)).toEqual([
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
          approved_at: expectApproval(draft),
        },
      },
    ]);
    const { published_at, approval } = await shown(who, draft);
    expect(Date.parse(published_at)).toBeGreaterThanOrEqual(Date.parse(approval.at));
    expect(approval).toMatchObject({ version: 1, key_id: who.keyId });
  });

  test('where a draft about an account stands is a fact about the account, the newest one', async () => {
    const { who } = await connected('linkedin_company');
    const { id } = await ok(who, 'gtm_crm_write', { entity: 'account', facts: { name: 'Acme' } });
    const draft = await approved(who, 'linkedin_company', { account_id: id });
    await ended(who, draft);
    const facts = await read<{ value: string; sentence: string; current: boolean }>(who, factsOf);
    expect(facts.map(({ value, current }) => [value, current])).toEqual([
      ['pending', false],
      ['approved', false],
      ['published', true],
    ]);
    expect(facts[2]!.sentence).toBe('A LinkedIn company page draft is published.');
    expect(await read(who, sendsOf)).toMatchObject([{ draft_id: draft.draft_id, account_id: id }]);
  });
});

type Fault = { behaviour: Behaviour; reason: RegExp };

const google = (code: number, message: string, reason: string) => ({
  status: code,
  json: { error: { code, message, errors: [{ message, domain: 'global', reason }] } },
});

/** What the platforms document of their refusals. */
const REFUSALS: Record<Connected, Record<'401' | '403' | 'refused' | 'limited', Behaviour>> = {
  linkedin: {
    401: {
      status: 401,
      json: { status: 401, serviceErrorCode: 65601, code: 'REVOKED_ACCESS_TOKEN', message: 'Revoked' },
    },
    403: { status: 403, json: { status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions' } },
    refused: { status: 422, json: { status: 422, message: 'Content is a duplicate of urn:li:share:1' } },
    limited: { status: 429, json: { status: 429, message: 'Resource level throttle limit reached' } },
  },
  linkedin_company: {
    401: { status: 401, json: { status: 401, code: 'EXPIRED_ACCESS_TOKEN', message: 'Expired' } },
    403: { status: 403, json: { status: 403, message: 'Not an administrator of the organization' } },
    refused: { status: 400, json: { status: 400, message: 'ERROR :: /commentary :: too long' } },
    limited: { status: 429, headers: { 'retry-after': '600' }, json: { status: 429, message: 'Throttled' } },
  },
  reddit: {
    401: { status: 401, json: { message: 'Unauthorized', error: 401 } },
    403: { status: 403, json: { reason: 'private', message: 'Forbidden', error: 403 } },
    refused: {
      status: 200,
      json: { json: { errors: [['SUBREDDIT_NOEXIST', "Hmm, that community doesn't exist.", 'sr']] } },
    },
    limited: { status: 429, raw: '<html>Too Many Requests</html>' },
  },
  youtube: {
    401: google(401, 'Invalid Credentials', 'authError'),
    403: google(403, 'The video cannot be modified', 'forbidden'),
    refused: google(400, 'The request metadata specifies an invalid video title.', 'invalidTitle'),
    limited: google(403, 'The request cannot be completed because you have exceeded your quota.', 'quotaExceeded'),
  },
  google_drive: {
    401: google(401, 'Invalid Credentials', 'authError'),
    403: google(403, 'The user does not have sufficient permissions', 'insufficientFilePermissions'),
    refused: google(404, 'File not found: abc_DEF-1.', 'notFound'),
    limited: google(403, 'User Rate Limit Exceeded', 'userRateLimitExceeded'),
  },
};

const ROUGH: Record<string, Fault> = {
  'a failure of its own (500)': {
    behaviour: { status: 500, raw: 'oops' },
    reason: /failed \(500\)\. Nobody knows whether it was published: look on/,
  },
  'a gateway that is away (503)': { behaviour: { status: 503 }, reason: /\(503\)\. Nobody knows/ },
  'a connection it resets': { behaviour: 'reset', reason: /broke the connection\. Nobody knows/ },
  garbage: {
    behaviour: { status: 200, raw: '<html>Welcome to the hotel network</html>' },
    reason: /Nobody knows whether it was published/,
  },
  'an endless answer': {
    behaviour: { status: 200, raw: 'x'.repeat(1_000_000) },
    reason: /Nobody knows whether it was published/,
  },
};

describe.each(CONNECTED)('%s', (channel) => {
  const name = NAMES[channel];
  const said = REFUSALS[channel];
  const faults: Record<string, Fault> = {
    'a revoked token (401)': {
      behaviour: said[401],
      reason: new RegExp(`^${name} refused the access token \\(401.*Nothing was published. Connect ${name} again`),
    },
    'a right it lacks (403)': {
      behaviour: said[403],
      reason: new RegExp(`^${name} does not allow this .*\\(403.*Nothing was published\\. Give the account the right`),
    },
    'a refusal of what is in it': {
      behaviour: said.refused,
      reason: new RegExp(`^${name} refused the .*“.+”.*Nothing was published. Edit it`),
    },
    'a limit': {
      behaviour: said.limited,
      reason: new RegExp(
        `^${name} lets the connected account publish no more for now .*Nothing was published. Approve`,
      ),
    },
    ...ROUGH,
  };

  test('fails, says what to do, and is never sent again by itself, whatever it meets', async () => {
    const meet = async (fault: string, { behaviour, reason }: Fault) => {
      const { who, token } = await connected(channel);
      platforms.behave(token, behaviour);
      const draft = await approved(who, channel);
      const after = await ended(who, draft, 60_000);
      expect(after, fault).toMatchObject({
        status: 'failed',
        published_at: null,
        moves: ['approve', 'hold', 'reject', 'edit'],
      });
      expect(after.failure, fault).toMatch(reason);
      expect(after.failure).not.toContain(token);
      expect(platforms.publishedWith(token), fault).toHaveLength(1);
      expect(await sendApproved(who)).toEqual([]);
      expect(await read(who, sendsOf)).toEqual([]);
      // A person may let it go once more, and then it does.
      platforms.behave(token, 'ok');
      await review(who, draft, { action: 'approve' });
      expect(await ended(who, draft, 60_000), fault).toMatchObject({ status: 'published', failure: null });
      expect(platforms.publishedWith(token), fault).toHaveLength(2);
      expect(await sendApproved(who)).toHaveLength(1);
    };
    await Promise.all(Object.entries(faults).map(([name, fault]) => meet(name, fault)));
  }, 120_000);

  test('is not connected', async () => {
    const who = await app.newTenant(APPROVER);
    // Somebody else's connection serves nobody but them.
    const other = await connected(channel);
    const after = await ended(who, await approved(who, channel));
    expect(after).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('is not connected in this workspace'),
    });
    expect(platforms.with(other.token)).toEqual([]);
  });
});

test.runIf(onPostgres)(
  'whoever never answers, or drips, is given up, and what became of it is asked of a person',
  async () => {
    const silent = async (channel: Connected, behaviour: 'hang' | 'drip') => {
      const { who, token } = await connected(channel);
      platforms.behave(token, behaviour);
      const after = await ended(who, await approved(who, channel), 100_000);
      expect(after.failure).toMatch(/gave no answer in time\. Nobody knows whether it was published/);
      expect(platforms.publishedWith(token)).toHaveLength(1);
    };
    const silentMail = async () => {
      const who = await app.newTenant(APPROVER);
      const draft = await approved(who, 'email', { destination: { to: ['hangs@example.com'] } });
      expect((await ended(who, draft, 100_000)).failure).toMatch(/Nobody knows whether it was sent/);
      expect(mail.attempts.filter((each) => each === 'hangs@example.com')).toHaveLength(1);
    };
    const hanging = CONNECTED.map((channel) => silent(channel, 'hang'));
    await Promise.all([...hanging, silent('reddit', 'drip'), silent('linkedin_company', 'drip'), silentMail()]);
  },
  120_000,
);

test('a look-up that fails publishes nothing and says so', async () => {
  for (const [channel, behaviour] of [
    ['linkedin', { status: 500 }],
    ['linkedin', { status: 200, raw: 'no JSON' }],
    ['youtube', 'reset'],
    ['youtube', { status: 200, json: { items: [] } }],
  ] as const) {
    const { who, token } = await connected(channel);
    platforms.behave(token, behaviour, 'look');
    const after = await ended(who, await approved(who, channel));
    expect(after).toMatchObject({ status: 'failed', failure: expect.stringContaining('Nothing was published.') });
    expect(platforms.publishedWith(token)).toEqual([]);
  }
});

describe('a token that can be renewed', () => {
  const PATHS: Record<Connected, string> = {
    linkedin: '/oauth/v2/accessToken',
    linkedin_company: '/oauth/v2/accessToken',
    youtube: '/token',
    reddit: '/api/v1/access_token',
    google_drive: '/token',
  };
  const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

  test.each(CONNECTED)('is renewed when its time is over: %s', async (channel) => {
    const fresh = `fresh-${newId('request')}`;
    const { who, token } = await connected(channel, { refresh_token: `renews-${fresh}`, expires_at: hourAgo() });
    const [before] = await read<{ sealed: string }>(who, tokenRow);
    expect(await ended(who, await approved(who, channel))).toMatchObject({ status: 'published' });
    expect(platforms.with(token)).toEqual([]);
    expect(platforms.publishedWith(fresh)).toHaveLength(1);
    const renewal = platforms.asked.find(({ body }) => body.includes(fresh))!;
    expect(renewal.path).toBe(PATHS[channel]);
    const form = new URLSearchParams(renewal.body);
    expect(form.get('grant_type')).toBe('refresh_token');
    const app = channel.startsWith('linkedin') ? 'linkedin' : channel === 'reddit' ? 'reddit' : 'google';
    if (channel === 'reddit') {
      const basic = Buffer.from(`${app}-app:${app}-app-secret`).toString('base64');
      expect(renewal.headers.authorization).toBe(`Basic ${basic}`);
    } else {
      expect(form.get('client_id')).toBe(`${app}-app`);
      expect(form.get('client_secret')).toBe(`${app}-app-secret`);
    }
    const [after] = await read<{ sealed: string; expires_at: Date | string }>(who, tokenRow);
    expect(after!.sealed).not.toBe(before!.sealed);
    expect(after!.sealed).not.toContain(fresh);
    expect(new Date(after!.expires_at).getTime()).toBeGreaterThan(Date.now() + 1_800_000);
    // The next one uses what was kept.
    expect(await ended(who, await approved(who, channel))).toMatchObject({ status: 'published' });
    expect(platforms.publishedWith(fresh)).toHaveLength(2);
    expect(platforms.asked.filter(({ body }) => body.includes(`renews-${fresh}`))).toHaveLength(1);
  });

  test('is renewed when it is refused, and the draft goes out once', async () => {
    const fresh = `fresh-${newId('request')}`;
    const { who, token } = await connected('reddit', { refresh_token: `renews-${fresh}` });
    platforms.behave(token, REFUSALS.reddit[401]);
    expect(await ended(who, await approved(who, 'reddit'))).toMatchObject({ status: 'published' });
    expect([platforms.publishedWith(token).length, platforms.publishedWith(fresh).length]).toEqual([1, 1]);
    expect(await sendApproved(who)).toHaveLength(1);
  });

  test('is not renewed twice: refused again, it is for a person', async () => {
    const fresh = `fresh-${newId('request')}`;
    const { who, token } = await connected('reddit', { refresh_token: `renews-${fresh}` });
    for (const each of [token, fresh]) platforms.behave(each, REFUSALS.reddit[401]);
    const after = await ended(who, await approved(who, 'reddit'));
    expect(after.failure).toMatch(/refused the access token.*Connect Reddit again/);
    expect([platforms.publishedWith(token).length, platforms.publishedWith(fresh).length]).toEqual([1, 1]);
  });

  test('was revoked: connect again', async () => {
    const { who, token } = await connected('youtube', { refresh_token: 'revoked', expires_at: hourAgo() });
    const after = await ended(who, await approved(who, 'youtube'));
    expect(after.failure).toMatch(
      /did not renew the token \(400\).*Access was revoked or has ended: connect YouTube again/,
    );
    expect(platforms.with(token)).toEqual([]);
  });
});

describe('e-mail', () => {
  let who: Tenant;
  let email: string;

  beforeAll(async () => {
    who = await app.newTenant(APPROVER);
    email = (await ok(who, 'verify_session', {})).account.email;
  });

  const written = (to: string[], extra: Record<string, unknown> = {}) =>
    approved(who, 'email', { destination: { to }, ...extra });

  test('goes to its recipients and nobody else, in the name of whoever approved it', async () => {
    const [to, cc, bcc] = ['to', 'cc', 'bcc'].map((kind) => `${kind}-${newId('request')}@example.com`) as [
      string,
      string,
      string,
    ];
    const text = 'Hi Dana,\n\n.\nQUIT\nBcc: all@example.com\n\nBye — Ünïcödé 🚀';
    const draft = await written([to], {
      title: 'Überprüfung: "Angebot" <b> 🚀',
      body: text,
      destination: { to: [to], cc: [cc], bcc: [bcc] },
    });
    expect(await ended(who, draft)).toMatchObject({ status: 'published', failure: null });
    const [got, ...more] = mail.to(to);
    expect(more).toEqual([]);
    expect(got!.to.toSorted()).toEqual([to, cc, bcc].toSorted());
    expect(got!.from).toBe(email);
    const { parsed } = got!;
    expect(parsed.from).toEqual({ name: 'Test Person', address: email });
    expect(parsed.to!.map(({ address }) => address)).toEqual([to]);
    expect(parsed.cc!.map(({ address }) => address)).toEqual([cc]);
    expect(parsed.subject).toBe('Überprüfung: "Angebot" <b> 🚀');
    expect(parsed.text!.trimEnd()).toBe(text);
    expect(got!.raw).not.toContain(bcc);
    expect(await read(who, sendsOf)).toContainEqual(
      expect.objectContaining({ draft_id: draft.draft_id, provider: 'smtp', message_ref: parsed.messageId }),
    );
    expect((await sendApproved(who)).at(-1).data).toMatchObject({ channel: 'email', provider: 'smtp' });
  });

  test('cannot be given a header: neither by a subject nor by an address', async () => {
    const tries = [
      { title: 'Hi\r\nBcc: all@example.com' },
      { destination: { to: ['dana@example.com\r\nBcc: all@example.com'] } },
      { destination: { to: ['Dana <dana@example.com>'] } },
      { destination: { to: ['dana@example.com, all@example.com'] } },
      { destination: { to: ['group: a@example.com, b@example.com;'] } },
    ];
    for (const input of tries) {
      const call = { channel: 'email', body: 'Hello.', ...CONTENT.email, ...input };
      expect((await who.rest('studio_stage_draft', call)).body.error.code).toBe('invalid_input');
    }
    // Were it stored in spite of that, it would not leave.
    const draft = await stage(who, 'email', { destination: { to: ['before@example.com'] } });
    await services()
      .db.fork(who.workspaceId)
      .transactional((em) =>
        execute(em, tamper, [
          draft.draft_id,
          'Hi\r\nBcc: all@example.com',
          JSON.stringify({ to: ['ok@example.com\r\nBcc: all@example.com'] }),
        ]),
      );
    await review(who, draft, { action: 'approve' });
    expect((await ended(who, draft)).failure).toMatch(/no e-mail address\. Nothing was published/);
    const subject = await stage(who, 'email', { destination: { to: ['subject@example.com'] } });
    await services()
      .db.fork(who.workspaceId)
      .transactional((em) =>
        execute(em, tamper, [
          subject.draft_id,
          'Hi\r\nBcc: all@example.com\r\n\r\nbody',
          JSON.stringify({ to: ['subject@example.com'] }),
        ]),
      );
    await review(who, subject, { action: 'approve' });
    expect(await ended(who, subject)).toMatchObject({ status: 'published' });
    const [got] = mail.to('subject@example.com');
    expect(got!.to).toEqual(['subject@example.com']);
    expect(got!.parsed.subject).toBe('Hi Bcc: all@example.com body');
    expect(got!.parsed.bcc ?? []).toEqual([]);
  });

  const faults: [string, string, RegExp, number][] = [
    [
      'a recipient it does not know',
      'refused@example.com',
      /refused the message \(550: “.*No such user here”\)\. Nothing/,
      0,
    ],
    [
      'a server that puts it off',
      'later@example.com',
      /put it off \(451: “.*Greylisted.*”\)\. Nothing was published\. Approve/,
      0,
    ],
    ['a server that refuses the content', 'full@example.com', /refused the message \(552: “.*full”\)\. Nothing/, 1],
    ['a server that breaks off before the content', 'drops-before@example.com', /broke off .*Nothing was published/, 0],
    ['a server that breaks off after it', 'drops-after@example.com', /Nobody knows whether it was sent/, 1],
  ];

  test.each(faults)(
    'meets %s',
    async (_, to, reason, times) => {
      const before = mail.attempts.filter((each) => each === to).length;
      const after = await ended(who, await written([to]), 60_000);
      expect(after.status).toBe('failed');
      expect(after.failure).toMatch(reason);
      expect(mail.attempts.filter((each) => each === to).length - before).toBe(times);
      expect(mail.to(to)).toEqual([]);
    },
    80_000,
  );

  test('that some recipients were refused is said of what went to the others', async () => {
    const to = `part-${newId('request')}@example.com`;
    const after = await ended(who, await written([to, 'refused@example.com']));
    expect(after).toMatchObject({ status: 'published', failure: expect.stringContaining('refused@example.com') });
    expect(mail.to(to)).toHaveLength(1);
  });

  test('a sender of the deployment answers to the person; without SMTP_URL, a wrong login or no server nothing leaves', async () => {
    const cases: [Record<string, string>, RegExp | undefined][] = [
      [{ SMTP_URL: mail.url, SMTP_FROM: 'sales@corp.example' }, undefined],
      [{}, /SMTP_URL is not set/],
      [{ SMTP_URL: mail.url.replace(MAIL_PASSWORD, 'wrong') }, /refused the login \(535\)/],
      [{ SMTP_URL: 'smtp://127.0.0.1:1' }, /could not be reached or broke off \(ESOCKET\)\. Nothing/],
    ];
    for (const [env, reason] of cases) {
      const other = await startTestApp(env);
      try {
        const person = await other.newTenant(APPROVER);
        const to = `case-${newId('request')}@example.com`;
        const after = await ended(person, await approved(person, 'email', { destination: { to: [to] } }));
        if (reason === undefined) {
          expect(after).toMatchObject({ status: 'published' });
          const [got] = mail.to(to);
          expect(got!.from).toBe('sales@corp.example');
          expect(got!.parsed.from).toEqual({ name: 'Test Person', address: 'sales@corp.example' });
          expect(got!.parsed.replyTo!.map(({ address }) => address)).toEqual([
            (await ok(person, 'verify_session', {})).account.email,
          ]);
        } else {
          expect(after.failure).toMatch(reason);
          expect(after.failure).not.toContain('wrong');
          expect(mail.to(to)).toEqual([]);
        }
      } finally {
        await other.stop();
      }
    }
  }, 120_000);
});

const tamper = statement(
  'test_tamper_draft',
  'UPDATE drafts SET title = $2, destination = $3::jsonb WHERE id = $1 RETURNING id',
);

test('a platform that cannot be reached was sent nothing', async () => {
  const gone = await startPlatforms();
  await gone.close();
  const nowhere = gone.origin;
  const other = await startTestApp(Object.fromEntries(Object.keys(platforms.env).map((key) => [key, nowhere])));
  try {
    const who = await other.newTenant(APPROVER);
    for (const channel of CONNECTED) {
      await ok(who, 'connect_integration', { channel, access_token: 'token' });
      const after = await ended(who, await approved(who, channel));
      expect(after.failure).toMatch(/could not be reached \(ECONNREFUSED\)\. Nothing was published\. Approve/);
    }
    const expired = { channel: 'reddit', access_token: 'old', refresh_token: 'r', expires_at: '2026-01-01T00:00:00Z' };
    await ok(who, 'connect_integration', expired);
    const after = await ended(who, await approved(who, 'reddit'));
    expect(after.failure).toMatch(/connection expired on 2026-01-01.*Connect Reddit again/);
  } finally {
    await other.stop();
  }
}, 60_000);

describe('when', () => {
  test('a draft that waits for the platform is publishing, and nothing is told before it is out', async () => {
    const { who, token } = await connected('linkedin_company');
    let answer = () => {};
    platforms.behave(token, { until: new Promise((resolve) => (answer = resolve)) });
    const draft = await approved(who, 'linkedin_company');
    await until(
      async () => platforms.publishedWith(token).length,
      (count) => count === 1,
    );
    expect(await shown(who, draft)).toMatchObject({ status: 'publishing', moves: [] });
    expect(await sendApproved(who)).toEqual([]);
    answer();
    expect(await ended(who, draft)).toMatchObject({ status: 'published' });
    expect(await sendApproved(who)).toHaveLength(1);
  });

  test('a scheduled draft goes out at its time and not before; one that was held does not', async () => {
    const { who, token } = await connected('reddit');
    const [draft, held, later] = [await stage(who, 'reddit'), await stage(who, 'reddit'), await stage(who, 'reddit')];
    const at = Date.now() + 4_000;
    const time = { action: 'schedule', scheduled_for: new Date(at).toISOString() };
    await review(who, draft, time);
    await review(who, held, time);
    await review(who, later, { ...time, scheduled_for: new Date(at + 3_600_000).toISOString() });
    await review(who, held, { action: 'hold' });
    expect(await ended(who, draft)).toMatchObject({ status: 'published' });
    const [request, ...more] = platforms.publishedWith(token);
    expect(more).toEqual([]);
    expect(request!.at).toBeGreaterThanOrEqual(at);
    expect(await shown(who, held)).toMatchObject({ status: 'held' });
    expect(await shown(who, later)).toMatchObject({ status: 'scheduled' });
  });

  test('an approval taken back by an edit publishes nothing', async () => {
    // No worker here: the job is still waiting when the draft is edited.
    const store = await createStore();
    const waiting = await startService(readConfig(environment({ ...store.env, ...settings, WORKERS: 'off' })));
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
      working = await startService(readConfig(environment({ ...store.env, ...settings })));
      const now = tenantOf(working.baseUrl, who);
      expect(await ended(now, twice)).toMatchObject({ status: 'published', version: 2 });
      await until(
        () => working!.app.services.jobs.depths(),
        (depths) => depths.every(({ name }) => name !== 'publish'),
      );
      const sent = platforms.publishedWith(token);
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
    const { who, token } = await connected('reddit');
    const { config, secrets, db, log } = services();
    const jobs = await Jobs.open({ db, log, queues: QUEUES, working: true });
    const stopOthers = await startWorkers(createServices({ config, secrets, db, jobs, log }));
    try {
      const drafts = await Promise.all(Array.from({ length: 16 }, () => stage(who, 'reddit')));
      const at = new Date(Date.now() + 2_000).toISOString();
      for (const draft of drafts) await review(who, draft, { action: 'schedule', scheduled_for: at });
      for (const draft of drafts) expect(await ended(who, draft, 40_000)).toMatchObject({ status: 'published' });
      expect(platforms.publishedWith(token)).toHaveLength(16);
      const told = (await sendApproved(who)).map(({ data }) => data.draft_id);
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
        startChild({ ...store.env, ...settings }),
        startChild({ ...store.env, ...settings }),
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
        expect(platforms.publishedWith(token)).toHaveLength(20);
      } finally {
        await Promise.all(children.map((child) => child.end('SIGTERM')));
        await store.remove();
      }
    },
    120_000,
  );

  test('killed between claim and send, or before it heard the answer, it is for a person, and never sent again', async () => {
    const store = await createStore();
    let child: Child | undefined = await startChild({ ...store.env, ...settings });
    let service: Service | undefined;
    try {
      const first = await provisioner(child.baseUrl).newTenant(APPROVER);
      const tokens = { linkedin: `before-${newId('request')}`, reddit: `after-${newId('request')}` };
      for (const [channel, access_token] of Object.entries(tokens)) {
        await ok(first, 'connect_integration', { channel, access_token });
      }
      // The one hangs before it sends, on the member's id; the other once it has sent.
      platforms.behave(tokens.linkedin, 'hang', 'look');
      platforms.behave(tokens.reddit, 'hang');
      const [before, after] = [await approved(first, 'linkedin'), await approved(first, 'reddit')];
      await until(
        async () => Object.values(tokens).map((token) => platforms.with(token).length),
        (counts) => counts.every((count) => count === 1),
      );
      await child.end('SIGKILL');
      child = undefined;
      for (const token of Object.values(tokens)) platforms.behave(token, 'ok');

      service = await startService(readConfig(environment({ ...store.env, ...settings })));
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
      expect(platforms.publishedWith(tokens.linkedin)).toHaveLength(0);
      expect(platforms.publishedWith(tokens.reddit)).toHaveLength(1);
      await review(who, before, { action: 'approve' });
      expect(await ended(who, before)).toMatchObject({ status: 'published' });
      expect(platforms.publishedWith(tokens.linkedin)).toHaveLength(1);
      expect(platforms.publishedWith(tokens.reddit)).toHaveLength(1);
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
    services()
      .db.fork(who.workspaceId)
      .transactional((em) =>
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
    const who = await app.newTenant(APPROVER);
    const draft = await approved(who, 'manual');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await shown(who, draft)).toMatchObject({ status: 'approved' });
    const marked = await Promise.allSettled(Array.from({ length: 4 }, () => mark(who, draft)));
    expect(marked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of marked) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'invalid_transition' });
    }
    expect(await shown(who, draft)).toMatchObject({ status: 'published', failure: null });
    expect((await sendApproved(who)).map(({ data }) => data)).toEqual([
      {
        draft_id: draft.draft_id,
        product: 'Sequencer',
        account_ref: null,
        channel: 'manual',
        provider: null,
        approved_at: expectApproval(draft),
      },
    ]);
    expect(await read(who, sendsOf)).toMatchObject([{ channel: 'manual', provider: null, user_id: who.userId }]);
  });

  test('cannot be marked before it is approved, in another version, on another channel, or by another workspace', async () => {
    const [who, stranger] = [await app.newTenant(APPROVER), await app.newTenant(APPROVER)];
    const pending = await stage(who, 'manual');
    await expect(mark(who, pending)).rejects.toMatchObject({ code: 'invalid_transition' });
    await review(who, pending, { action: 'approve' });
    await expect(mark(who, { ...pending, version: 2 })).rejects.toMatchObject({ code: 'invalid_transition' });
    await expect(mark(stranger, pending)).rejects.toMatchObject({ code: 'not_found' });
    const post = await stage(who, 'linkedin');
    await expect(mark(who, post)).rejects.toMatchObject({ code: 'invalid_transition' });
    expect(await shown(who, pending)).toMatchObject({ status: 'approved' });
    expect(await sendApproved(who)).toEqual([]);
  });
});

test('nothing private is in any event of what was published', async () => {
  const who = await app.newTenant(APPROVER);
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
  const told = await sendApproved(who);
  expect(told).toHaveLength(CONNECTED.length + 1);
  const all = JSON.stringify([...told, ...(await read<{ body: string }>(who, eventsOf, ['draft.ready']))]);
  for (const each of [PLANTED, who.key, MAIL_PASSWORD, '@victim.example', ...Object.values(CLIENTS)]) {
    expect(all).not.toContain(each);
  }
  expect(all).toContain('Corp [removed] [removed]');
});
