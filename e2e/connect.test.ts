import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppContext, startTestApp } from './harness/app.ts';
import { newPerson } from './harness/person.ts';
import { type Platforms, startPlatforms } from './harness/platforms.ts';

let app: AppContext;
let platforms: Platforms;

beforeAll(async () => {
  platforms = await startPlatforms();
  const { origin } = platforms;
  app = await startTestApp({
    LINKEDIN_BASE_URL: origin,
    LINKEDIN_CLIENT_ID: 'linkedin-client',
    LINKEDIN_CLIENT_SECRET: 'linkedin-secret',
    REDDIT_BASE_URL: origin,
    REDDIT_CLIENT_ID: 'reddit-client',
    REDDIT_CLIENT_SECRET: 'reddit-secret',
    YOUTUBE_BASE_URL: origin,
    GOOGLE_DRIVE_BASE_URL: origin,
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_CLIENT_SECRET: 'google-secret',
  });
});

afterAll(async () => {
  await app.stop();
  await platforms.close();
});

const person = () => newPerson(app);
type Browser = Awaited<ReturnType<typeof person>>['browser'];

const GOOGLE = { access_type: 'offline', prompt: 'consent' };
const CHANNELS = {
  linkedin: { path: '/oauth/v2/authorization', scope: 'openid profile w_member_social', label: 'Robin Vale', more: {} },
  linkedin_company: {
    path: '/oauth/v2/authorization',
    scope: 'openid profile w_organization_social',
    label: 'Robin Vale',
    more: {},
  },
  reddit: { path: '/api/v1/authorize', scope: 'identity submit', label: 'robin_vale', more: { duration: 'permanent' } },
  youtube: {
    path: '/o/oauth2/v2/auth',
    scope: 'openid email https://www.googleapis.com/auth/youtube.force-ssl',
    label: 'robin@example.com',
    more: GOOGLE,
  },
  google_drive: {
    path: '/o/oauth2/v2/auth',
    scope: 'openid email https://www.googleapis.com/auth/drive.file',
    label: 'robin@example.com',
    more: GOOGLE,
  },
} as const;
type Channel = keyof typeof CHANNELS;

const own = { 'sec-fetch-site': 'same-origin' };
/** A browser that comes back from another site. */
const returning = { 'sec-fetch-site': 'cross-site', origin: '' };

async function begin(browser: Browser, channel: string): Promise<URL> {
  const answer = await browser.fetch(`/app/connect/${channel}`, { headers: own });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location')!, app.baseUrl);
}

async function finish(
  browser: Browser,
  channel: string,
  query: Record<string, string>,
): Promise<Record<string, string>> {
  const path = `/app/connect/${channel}/callback?${new URLSearchParams(query).toString()}`;
  const answer = await browser.fetch(path, { headers: returning });
  expect(answer.status).toBe(303);
  const to = new URL(answer.headers.get('location')!, app.baseUrl);
  expect(to.origin + to.pathname).toBe(`${app.baseUrl}/app/integrations`);
  return Object.fromEntries(to.searchParams);
}

const connectionOf = async (browser: Browser, channel: string) =>
  (await browser.panel.integrations.list.query()).channels.find((each) => each.channel === channel)!.connection;

describe('connecting a channel', () => {
  test.each(Object.entries(CHANNELS))('%s, as its platform documents it', async (channel, documented) => {
    const { browser } = await person();
    const url = await begin(browser, channel);
    expect([url.origin, url.pathname]).toEqual([platforms.origin, documented.path]);
    const { state, code_challenge: challenge, ...sent } = Object.fromEntries(url.searchParams);
    const redirect_uri = `${app.baseUrl}/app/connect/${channel}/callback`;
    expect(sent).toMatchObject({ response_type: 'code', redirect_uri, scope: documented.scope, ...documented.more });
    const token = `${channel}-token`;
    const done = await finish(browser, channel, { state: state!, code: `code-${token}` });
    expect(done).toEqual({ channel, connected: 'yes' });
    const asked = platforms.asked.find(({ body }) => new URLSearchParams(body).get('code') === `code-${token}`)!;
    const form = Object.fromEntries(new URLSearchParams(asked.body));
    expect(form).toMatchObject({ grant_type: 'authorization_code', redirect_uri });
    expect(createHash('sha256').update(form['code_verifier']!).digest('base64url')).toBe(challenge);
    const client = channel === 'reddit' ? asked.headers.authorization : form['client_secret'];
    expect(client).toBe(
      channel === 'reddit'
        ? `Basic ${Buffer.from('reddit-client:reddit-secret').toString('base64')}`
        : `${channel.startsWith('linkedin') ? 'linkedin' : 'google'}-secret`,
    );
    const connection = (await connectionOf(browser, channel))!;
    expect(connection).toMatchObject({ account_label: documented.label, scopes: ['openid', 'w_member_social'] });
    expect(Date.parse(connection.expires_at!) - Date.now()).toBeGreaterThan(59 * 86_400_000);
    const { items } = await browser.panel.activity.list.query({});
    expect(items[0]).toMatchObject({ act: 'integration.connected', detail: { channel } });
    // A second answer of the platform with the same state connects nothing.
    expect(await finish(browser, channel, { state: state!, code: 'code-again' })).toEqual({
      channel,
      failed: 'expired',
    });
  });

  test('what another browser began, another channel, a wrong state and a no are not taken', async () => {
    const [one, other] = [(await person()).browser, (await person()).browser];
    const state = (await begin(one, 'linkedin')).searchParams.get('state')!;
    const code = 'code-stolen';
    await begin(other, 'linkedin');
    expect(await finish(other, 'linkedin', { state, code })).toEqual({ channel: 'linkedin', failed: 'expired' });
    expect(await finish(one, 'reddit', { state, code })).toEqual({ channel: 'reddit', failed: 'expired' });
    const again = (await begin(one, 'linkedin')).searchParams.get('state')!;
    expect(await finish(one, 'linkedin', { state: `${again}x`, code })).toMatchObject({ failed: 'expired' });
    const third = (await begin(one, 'linkedin')).searchParams.get('state')!;
    const no = { state: third, error: 'user_cancelled_login' };
    expect(await finish(one, 'linkedin', no)).toEqual({ channel: 'linkedin', failed: 'refused' });
    const fourth = (await begin(one, 'linkedin')).searchParams.get('state')!;
    expect(await finish(one, 'linkedin', { state: fourth, code: 'wrong' })).toMatchObject({ failed: 'no_token' });
    for (const channel of ['linkedin', 'reddit'] satisfies Channel[]) {
      expect(await connectionOf(one, channel)).toBeNull();
      expect(await connectionOf(other, channel)).toBeNull();
    }
    expect(platforms.asked.some(({ body }) => body.includes('code-stolen'))).toBe(false);
  });

  test('begins from the panel only, for a person in a session, where there is a client', async () => {
    const { browser } = await person();
    const elsewhere = await browser.fetch('/app/connect/linkedin', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(elsewhere.headers.get('location')).toBe('/app/integrations?channel=linkedin&failed=foreign_origin');
    const stranger = await fetch(new URL('/app/connect/linkedin', app.baseUrl), { redirect: 'manual' });
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/app/sign-in']);
    expect((await browser.fetch('/app/connect/email', { headers: own })).headers.get('location')).toContain(
      'not_found',
    );
    const bare = await startTestApp();
    try {
      const there = (await newPerson(bare)).browser;
      const answer = await there.fetch('/app/connect/linkedin', { headers: own });
      expect(answer.headers.get('location')).toContain('failed=invalid_transition');
      const { channels } = await there.panel.integrations.list.query();
      expect(channels.some(({ connectable }) => connectable)).toBe(false);
    } finally {
      await bare.stop();
    }
    const { channels } = await browser.panel.integrations.list.query();
    expect(
      channels
        .filter(({ connectable }) => connectable)
        .map(({ channel }) => channel)
        .sort(),
    ).toEqual(Object.keys(CHANNELS).sort());
  });
});
