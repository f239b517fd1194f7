import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../db/ids.ts';
import { execute } from '../db/orm.ts';
import { statement } from '../db/statement.ts';
import { startTestApp, type Tenant } from './harness/app.ts';
import { type Behaviour, startPlatforms } from './harness/platforms.ts';
import {
  APPROVER,
  approved,
  CONNECTED,
  type Connected,
  CONTENT,
  ended,
  MAIL_PASSWORD,
  MARKED_UP,
  ok,
  type Publishing,
  review,
  sendsOf,
  stage,
  startPublishing,
} from './harness/publishing.ts';

/** What each platform and mail server is sent, and what is said of what it answers. */

let publishing: Publishing;

beforeAll(async () => {
  publishing = await startPublishing();
});

afterAll(() => publishing?.stop());

const NAMES: Record<Connected, string> = {
  linkedin: 'LinkedIn',
  linkedin_company: 'LinkedIn',
  youtube: 'YouTube',
  reddit: 'Reddit',
  google_drive: 'Google Drive',
};

const tokenRow = statement(
  'test_token_row',
  'SELECT sealed, expires_at FROM integration_tokens WHERE workspace_id = $1',
);
describe('what each platform is sent', () => {
  test.each(['linkedin', 'linkedin_company'] as const)('a post: %s', async (channel) => {
    const { who, token, request } = await publishing.published(channel);
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
    expect(publishing.platforms.with(token).filter(({ path }) => path === '/v2/userinfo')).toHaveLength(
      channel === 'linkedin' ? 1 : 0,
    );
    expect(await publishing.read(who, sendsOf)).toMatchObject([
      { channel, provider: 'linkedin', message_ref: 'urn:li:share:6844785523593134080', user_id: who.userId },
    ]);
  });

  test('a submission: reddit', async () => {
    const { who, request } = await publishing.published('reddit');
    expect(request).toMatchObject({ method: 'POST', path: '/api/submit' });
    expect(request.headers['user-agent']).toContain('sales-agent-tools');
    expect(request.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual({
      api_type: 'json',
      kind: 'self',
      sr: 'sales',
      title: 'A question',
      text: MARKED_UP,
      resubmit: 'true',
      sendreplies: 'true',
    });
    expect(await publishing.read(who, sendsOf)).toMatchObject([{ provider: 'reddit', message_ref: 't3_abc123' }]);
  });

  test('a video’s title and description, all else of it kept: youtube', async () => {
    const { request } = await publishing.published('youtube', 'What changed "this" quarter. 🚀');
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
    const { who, request } = await publishing.published('google_drive');
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
    expect(content).toBe(`\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n${MARKED_UP}\r\n`);
    expect(await publishing.read(who, sendsOf)).toMatchObject([{ message_ref: '1dyUEebJaFnWa3Z4n0BFMVAXQ7mfUH11g' }]);
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
      const { who, token } = await publishing.connected(channel);
      publishing.platforms.behave(token, behaviour);
      const draft = await approved(who, channel);
      const after = await ended(who, draft, 60_000);
      expect(after, fault).toMatchObject({
        status: 'failed',
        published_at: null,
        moves: ['approve', 'hold', 'reject', 'edit'],
      });
      expect(after.failure, fault).toMatch(reason);
      expect(after.failure).not.toContain(token);
      expect(publishing.platforms.publishedWith(token), fault).toHaveLength(1);
      expect(await publishing.sendApproved(who)).toEqual([]);
      expect(await publishing.read(who, sendsOf)).toEqual([]);
      // A person may let it go once more, and then it does.
      publishing.platforms.behave(token, 'ok');
      await review(who, draft, { action: 'approve' });
      expect(await ended(who, draft, 60_000), fault).toMatchObject({ status: 'published', failure: null });
      expect(publishing.platforms.publishedWith(token), fault).toHaveLength(2);
      expect(await publishing.sendApproved(who)).toHaveLength(1);
    };
    await Promise.all(Object.entries(faults).map(([name, fault]) => meet(name, fault)));
  }, 120_000);

  test('is not connected', async () => {
    const who = await publishing.app.newTenant(APPROVER);
    // Somebody else's connection serves nobody but them.
    const other = await publishing.connected(channel);
    const after = await ended(who, await approved(who, channel));
    expect(after).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('is not connected in this workspace'),
    });
    expect(publishing.platforms.with(other.token)).toEqual([]);
  });
});

test('a look-up that fails publishes nothing and says so', async () => {
  for (const [channel, behaviour] of [
    ['linkedin', { status: 500 }],
    ['linkedin', { status: 200, raw: 'no JSON' }],
    ['youtube', 'reset'],
    ['youtube', { status: 200, json: { items: [] } }],
  ] as const) {
    const { who, token } = await publishing.connected(channel);
    publishing.platforms.behave(token, behaviour, 'look');
    const after = await ended(who, await approved(who, channel));
    expect(after).toMatchObject({ status: 'failed', failure: expect.stringContaining('Nothing was published.') });
    expect(publishing.platforms.publishedWith(token)).toEqual([]);
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
    const { who, token } = await publishing.connected(channel, {
      refresh_token: `renews-${fresh}`,
      expires_at: hourAgo(),
    });
    const [before] = await publishing.read<{ sealed: string }>(who, tokenRow);
    expect(await ended(who, await approved(who, channel))).toMatchObject({ status: 'published' });
    expect(publishing.platforms.with(token)).toEqual([]);
    expect(publishing.platforms.publishedWith(fresh)).toHaveLength(1);
    const renewal = publishing.platforms.asked.find(({ body }) => body.includes(fresh))!;
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
    const [after] = await publishing.read<{ sealed: string; expires_at: Date | string }>(who, tokenRow);
    expect(after!.sealed).not.toBe(before!.sealed);
    expect(after!.sealed).not.toContain(fresh);
    expect(new Date(after!.expires_at).getTime()).toBeGreaterThan(Date.now() + 1_800_000);
    // The next one uses what was kept.
    expect(await ended(who, await approved(who, channel))).toMatchObject({ status: 'published' });
    expect(publishing.platforms.publishedWith(fresh)).toHaveLength(2);
    expect(publishing.platforms.asked.filter(({ body }) => body.includes(`renews-${fresh}`))).toHaveLength(1);
  });

  test('is renewed when it is refused, and the draft goes out once', async () => {
    const fresh = `fresh-${newId('request')}`;
    const { who, token } = await publishing.connected('reddit', { refresh_token: `renews-${fresh}` });
    publishing.platforms.behave(token, REFUSALS.reddit[401]);
    expect(await ended(who, await approved(who, 'reddit'))).toMatchObject({ status: 'published' });
    expect([
      publishing.platforms.publishedWith(token).length,
      publishing.platforms.publishedWith(fresh).length,
    ]).toEqual([1, 1]);
    expect(await publishing.sendApproved(who)).toHaveLength(1);
  });

  test('is not renewed twice: refused again, it is for a person', async () => {
    const fresh = `fresh-${newId('request')}`;
    const { who, token } = await publishing.connected('reddit', { refresh_token: `renews-${fresh}` });
    for (const each of [token, fresh]) publishing.platforms.behave(each, REFUSALS.reddit[401]);
    const after = await ended(who, await approved(who, 'reddit'));
    expect(after.failure).toMatch(/refused the access token.*Connect Reddit again/);
    expect([
      publishing.platforms.publishedWith(token).length,
      publishing.platforms.publishedWith(fresh).length,
    ]).toEqual([1, 1]);
  });

  test('was revoked: connect again', async () => {
    const { who, token } = await publishing.connected('youtube', { refresh_token: 'revoked', expires_at: hourAgo() });
    const after = await ended(who, await approved(who, 'youtube'));
    expect(after.failure).toMatch(
      /did not renew the token \(400\).*Access was revoked or has ended: connect YouTube again/,
    );
    expect(publishing.platforms.with(token)).toEqual([]);
  });
});

describe('e-mail', () => {
  let who: Tenant;
  let email: string;

  beforeAll(async () => {
    who = await publishing.app.newTenant(APPROVER);
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
    const [got, ...more] = publishing.mail.to(to);
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
    expect(await publishing.read(who, sendsOf)).toContainEqual(
      expect.objectContaining({ draft_id: draft.draft_id, provider: 'smtp', message_ref: parsed.messageId }),
    );
    expect((await publishing.sendApproved(who)).at(-1).data).toMatchObject({ channel: 'email', provider: 'smtp' });
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
    await publishing.app.service.app.services.db
      .fork(who.workspaceId)
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
    await publishing.app.service.app.services.db
      .fork(who.workspaceId)
      .transactional((em) =>
        execute(em, tamper, [
          subject.draft_id,
          'Hi\r\nBcc: all@example.com\r\n\r\nbody',
          JSON.stringify({ to: ['subject@example.com'] }),
        ]),
      );
    await review(who, subject, { action: 'approve' });
    expect(await ended(who, subject)).toMatchObject({ status: 'published' });
    const [got] = publishing.mail.to('subject@example.com');
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
      const before = publishing.mail.attempts.filter((each) => each === to).length;
      const after = await ended(who, await written([to]), 60_000);
      expect(after.status).toBe('failed');
      expect(after.failure).toMatch(reason);
      expect(publishing.mail.attempts.filter((each) => each === to).length - before).toBe(times);
      expect(publishing.mail.to(to)).toEqual([]);
    },
    80_000,
  );

  test('that some recipients were refused is said of what went to the others', async () => {
    const to = `part-${newId('request')}@example.com`;
    const after = await ended(who, await written([to, 'refused@example.com']));
    expect(after).toMatchObject({ status: 'published', failure: expect.stringContaining('refused@example.com') });
    expect(publishing.mail.to(to)).toHaveLength(1);
  });

  test('a sender of the deployment answers to the person; without SMTP_URL, a wrong login or no server nothing leaves', async () => {
    const cases: [Record<string, string>, RegExp | undefined][] = [
      [{ SMTP_URL: publishing.mail.url, SMTP_FROM: 'sales@corp.example' }, undefined],
      [{}, /SMTP_URL is not set/],
      [{ SMTP_URL: publishing.mail.url.replace(MAIL_PASSWORD, 'wrong') }, /refused the login \(535\)/],
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
          const [got] = publishing.mail.to(to);
          expect(got!.from).toBe('sales@corp.example');
          expect(got!.parsed.from).toEqual({ name: 'Test Person', address: 'sales@corp.example' });
          expect(got!.parsed.replyTo!.map(({ address }) => address)).toEqual([
            (await ok(person, 'verify_session', {})).account.email,
          ]);
        } else {
          expect(after.failure).toMatch(reason);
          expect(after.failure).not.toContain('wrong');
          expect(publishing.mail.to(to)).toEqual([]);
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
  const other = await startTestApp(
    Object.fromEntries(Object.keys(publishing.platforms.env).map((key) => [key, nowhere])),
  );
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
