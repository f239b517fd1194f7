import { createHash, randomBytes } from 'node:crypto';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROLES } from '../db/roles.ts';
import { statement } from '../db/statement.ts';
import { ALL_OAUTH_SCOPES, type Scope } from '../server/gate/scopes.ts';
import { readConfig } from '../server/config.ts';
import { prune } from '../server/privacy/retention.ts';
import { type AppContext, post, type RestAnswer, startTestApp, tenantOf } from './harness/app.ts';
import { letIn, newProof, queryOf, requestIn, type Sent, sentTo } from './harness/oauth.ts';
import { Browser, newPerson, PASSWORD, type Person } from './harness/person.ts';

const CALLBACK = 'https://agent.example.com/callback';

let app: AppContext;
let person: Person;
let clientId: string;

beforeAll(async () => {
  app = await startTestApp({ MCP_OAUTH_ENABLED: 'true' });
  person = await newPerson(app);
  clientId = await register('Night agent', CALLBACK);
});

afterAll(() => app.stop());

async function register(name: string, ...redirect_uris: string[]): Promise<string> {
  return (await app.operator.oauth_clients.register.mutate({ name, redirect_uris })).client_id;
}

const db = () => app.service.app.services.db;

/** A good request to authorize, but for what is changed. */
function authorizePath(changes: Sent = {}): string {
  const query = queryOf({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    scope: 'account.read capture.write',
    state: 'state-of-the-client',
    code_challenge: newProof().challenge,
    code_challenge_method: 'S256',
    ...changes,
  });
  return `/api/v1/oauth/authorize?${query.toString()}`;
}

const authorize = (changes: Sent = {}, browser = person.browser) => browser.fetch(authorizePath(changes));

/** What a person was asked after a good request. */
const asked = async (changes: Sent = {}, browser = person.browser) =>
  requestIn(sentTo(await authorize(changes, browser)));

type Grant = { code: string; verifier: string };

/** A code that was just given, and what redeems it. */
async function newCode(changes: Sent = {}, scopes?: readonly Scope[]): Promise<Grant> {
  const { verifier, challenge } = newProof();
  const url = new URL(authorizePath({ code_challenge: challenge, ...changes }), app.baseUrl);
  return { code: (await letIn(person.browser, url, scopes)).searchParams.get('code')!, verifier };
}

const sendForm = async (body: URLSearchParams): Promise<RestAnswer> => {
  const answer = await fetch(`${app.baseUrl}/api/v1/oauth/token`, { method: 'POST', body });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: JSON.parse(text), text };
};

const tokenRequest = ({ code, verifier }: Grant, changes: Sent = {}): Sent => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: CALLBACK,
  client_id: clientId,
  code_verifier: verifier,
  ...changes,
});

const redeem = (grant: Grant, changes: Sent = {}) => sendForm(queryOf(tokenRequest(grant, changes)));

async function newToken(scopes?: readonly Scope[]): Promise<string> {
  const { body } = await redeem(await newCode({}, scopes));
  return body.access_token as string;
}

/** Calls the service with a token as its key. */
const withToken = (key: string) =>
  tenantOf(app.baseUrl, { userId: person.userId, workspaceId: person.workspaceId, keyId: '', key });

const works = async (key: string) => (await withToken(key).rest('verify_session')).status === 200;

const expectError = (answer: RestAnswer, code: string, status = 400) => {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.body.error.code, answer.text).toBe(code);
  expect(answer.body.error.message).toBeTypeOf('string');
  expect(answer.headers.get('cache-control')).toBe('no-store');
};

async function expectDirect(answer: Response, message: RegExp): Promise<void> {
  expect(answer.status).toBe(400);
  expect(answer.headers.get('location')).toBeNull();
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  expect(error.code).toBe('invalid_request');
  expect(error.message).toMatch(message);
}

/** What the client is told by redirect. */
function expectRedirected(answer: Response, error: string): URLSearchParams {
  expect(answer.status).toBe(302);
  const { origin, pathname, searchParams } = sentTo(answer);
  expect(origin + pathname).toBe(CALLBACK);
  expect(searchParams.get('error')).toBe(error);
  expect(searchParams.get('iss')).toBe(app.baseUrl);
  expect(searchParams.getAll('iss')).toHaveLength(1);
  expect(searchParams.get('code')).toBeNull();
  return searchParams;
}

describe('what is published', () => {
  test('the authorization server says what it can do', async () => {
    const answer = await fetch(`${app.baseUrl}/.well-known/oauth-authorization-server`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({
      issuer: app.baseUrl,
      authorization_endpoint: `${app.baseUrl}/api/v1/oauth/authorize`,
      token_endpoint: `${app.baseUrl}/api/v1/oauth/token`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: ALL_OAUTH_SCOPES,
    });
  });

  test.each(['', '/api/v1/mcp'])('the resource %s says who gives tokens for it', async (path) => {
    const answer = await fetch(`${app.baseUrl}/.well-known/oauth-protected-resource${path}`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      resource: app.baseUrl + path,
      authorization_servers: [app.baseUrl],
      bearer_methods_supported: ['header'],
      scopes_supported: ALL_OAUTH_SCOPES,
    });
  });

  test('every 401 leads there, and every missing scope', async () => {
    const root = `resource_metadata="${app.baseUrl}/.well-known/oauth-protected-resource"`;
    const mcp = `resource_metadata="${app.baseUrl}/.well-known/oauth-protected-resource/api/v1/mcp"`;
    const nobody = await post(`${app.baseUrl}/api/v1/tools/verify_session`, {}, {});
    expect(nobody.headers.get('www-authenticate')).toBe(`Bearer ${root}`);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const atMcp = await post(`${app.baseUrl}/api/v1/mcp`, list, {});
    expect(atMcp.headers.get('www-authenticate')).toBe(`Bearer ${mcp}`);
    const wrong = await post(`${app.baseUrl}/api/v1/mcp`, list, { authorization: 'Bearer sat_wrong' });
    expect(wrong.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${mcp}`);
    const overTrpc = await post(`${app.baseUrl}/trpc/tools.verify_session`, {}, {});
    expect(overTrpc.status).toBe(401);
    expect(overTrpc.headers.get('www-authenticate')).toBe(`Bearer ${root}`);
    const reader = await app.newKey(person.userId, { scopes: ['account.read'] });
    const call = { name: 'log_capture', arguments: { source: 'a', text: 'b' } };
    const narrow = await reader.mcp('tools/call', call);
    expect(narrow.status).toBe(403);
    expect(narrow.headers.get('www-authenticate')).toBe(
      `Bearer error="insufficient_scope", scope="capture.write", ${mcp}`,
    );
  });

  test('the address is the public one where there is one, whatever a request calls it', async () => {
    const issuer = 'https://tools.example.com';
    const open = await startTestApp({ MCP_OAUTH_ENABLED: 'true', PUBLIC_URL: issuer });
    try {
      const { port } = open.service.server.address() as { port: number };
      const base = `http://127.0.0.1:${port}`;
      const headers = { host: 'evil.example' };
      for (const path of ['oauth-authorization-server', 'oauth-protected-resource/api/v1/mcp']) {
        const text = await (await fetch(`${base}/.well-known/${path}`, { headers })).text();
        expect(text).toContain(issuer);
        expect(text).not.toMatch(/evil|127\.0\.0\.1/);
      }
      const nobody = await post(`${base}/api/v1/mcp`, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers);
      expect(nobody.headers.get('www-authenticate')).toBe(
        `Bearer resource_metadata="${issuer}/.well-known/oauth-protected-resource/api/v1/mcp"`,
      );
    } finally {
      await open.stop();
    }
  });

  test('the address is else the one that was asked', async () => {
    const { port } = new URL(app.baseUrl);
    const base = `http://localhost:${port}`;
    const { issuer } = (await (await fetch(`${base}/.well-known/oauth-authorization-server`)).json()) as {
      issuer: string;
    };
    expect(issuer).toBe(base);
  });
});

describe('the whole way', () => {
  test('oauth4webapi goes it, and holds a key that is like any other', async () => {
    const options = { [oauth.allowInsecureRequests]: true };
    const mcpUrl = new URL(`${app.baseUrl}/api/v1/mcp`);
    const resource = await oauth.processResourceDiscoveryResponse(
      mcpUrl,
      await oauth.resourceDiscoveryRequest(mcpUrl, options),
    );
    const issuer = new URL(resource.authorization_servers![0]!);
    const as = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options }),
    );
    const client = { client_id: clientId };
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(as.authorization_endpoint!);
    url.search = queryOf({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      scope: 'capture.write account.read',
      resource: resource.resource,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();
    const back = await letIn(person.browser, url);
    const parameters = oauth.validateAuthResponse(as, client, back, state);
    const answer = await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), parameters, CALLBACK, verifier, {
      additionalParameters: { resource: resource.resource },
      ...options,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const token = await oauth.processAuthorizationCodeResponse(as, client, answer);
    expect(token).toMatchObject({ token_type: 'bearer', scope: 'capture.write account.read' });
    expect(Object.keys(token).toSorted()).toEqual(['access_token', 'scope', 'token_type']);

    const agent = withToken(token.access_token);
    expect((await agent.rest('log_capture', { source: 'agent', text: 'Through OAuth' })).status).toBe(200);
    const session = await agent.rest('verify_session');
    expect(session.body.account).toMatchObject({ id: person.userId });
    expect(session.headers.get('ratelimit-limit')).toBe('60');
    expect((await agent.rest('pull_brief')).body.error.code).toBe('insufficient_scope');

    const { items } = await person.browser.panel.apps.list.query({});
    const oauthApp = items.find(({ prefix }) => token.access_token.startsWith(prefix))!;
    expect(oauthApp).toMatchObject({
      name: 'OAuth (Night agent)',
      oauth_client_id: clientId,
      scopes: ['capture.write', 'account.read'],
      expires_at: null,
      status: 'active',
    });
    const log = await person.browser.panel.audit.list.query({ key_id: oauthApp.key_id });
    expect(log.items.map(({ tool }) => tool).toSorted()).toEqual(['log_capture', 'pull_brief', 'verify_session']);

    await person.browser.panel.apps.revoke.mutate({ key_id: oauthApp.key_id });
    expect(await works(token.access_token)).toBe(false);
  });

  test('the code may be redeemed with JSON', async () => {
    const answer = await post(
      `${app.baseUrl}/api/v1/oauth/token`,
      { ...tokenRequest(await newCode()), resource: [app.baseUrl, `${app.baseUrl}/api/v1/mcp`] },
      {},
    );
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ token_type: 'Bearer', scope: 'capture.write account.read' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await works(answer.body.access_token)).toBe(true);
  });

  test('whoever is not signed in signs in first and comes back', async () => {
    const visitor = await newPerson(app, { signedIn: false });
    const path = authorizePath();
    const away = sentTo(await visitor.browser.fetch(path));
    expect(away.pathname).toBe('/app/consent');
    expect(away.searchParams.get('request')).toBeNull();
    const query = away.searchParams.get('continue')!;
    expect(`/api/v1/oauth/authorize?${query}`).toBe(path);
    expect((await visitor.browser.signIn(visitor.email, PASSWORD)).status).toBe(200);
    const consent = sentTo(await visitor.browser.fetch(`/api/v1/oauth/authorize?${query}`));
    expect(await visitor.browser.panel.consent.get.query({ request: requestIn(consent) })).toMatchObject({
      client: { name: 'Night agent' },
    });
  });

  test('the person is told who asks for what, and where the answer goes', async () => {
    const cursor = await register('Desk app', 'cursor://anysphere.cursor-mcp/oauth/callback');
    const request = await asked({ scope: 'brief.read plan.write' });
    expect(await person.browser.panel.consent.get.query({ request })).toEqual({
      request,
      client: { client_id: clientId, name: 'Night agent' },
      redirect_host: 'agent.example.com',
      scopes: [
        { scope: 'plan.write', description: 'Add to account plans' },
        { scope: 'brief.read', description: 'Read briefs' },
      ],
      workspace: { id: person.workspaceId, name: expect.any(String) },
      user: { name: 'Test Person', email: person.email },
      expires_at: expect.stringMatching(/Z$/),
    });
    const own = await asked({ client_id: cursor, redirect_uri: 'cursor://anysphere.cursor-mcp/oauth/callback' });
    expect(await person.browser.panel.consent.get.query({ request: own })).toMatchObject({ redirect_host: 'cursor:' });
  });

  test('whoever says no sends the client away empty-handed', async () => {
    const request = await asked();
    const { redirect_to } = await person.browser.panel.consent.decide.mutate({ request, allow: false });
    const { origin, pathname, searchParams } = new URL(redirect_to);
    expect(origin + pathname).toBe(CALLBACK);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'state-of-the-client',
      iss: app.baseUrl,
    });
    expect(searchParams.has('code')).toBe(false);
  });

  test('what a redirect address had in its query stays', async () => {
    const uri = 'http://127.0.0.1:8123/cb?tenant=a%20b&x';
    const client_id = await register('With a query', uri);
    const url = new URL(authorizePath({ client_id, redirect_uri: uri, state: undefined }), app.baseUrl);
    const back = await letIn(person.browser, url);
    expect(back.href.startsWith(`${uri}&code=`)).toBe(true);
    expect(back.searchParams.has('state')).toBe(false);
  });
});

describe('registration', () => {
  test.each([
    'http://agent.example.com/callback',
    'https://agent.example.com/callback#done',
    'https://user:password@agent.example.com/callback',
    'https://user@agent.example.com/callback',
    'https://*.example.com/callback',
    'https://agent.example.com\\@evil.example/',
    'https://agent.example.com/call back',
    'javascript:alert(1)//',
    'data:text/html,hello',
    'file:///etc/passwd',
    '/callback',
    'callback',
  ])('of %s is refused', async (uri) => {
    const refused = app.operator.oauth_clients.register.mutate({ name: 'x', redirect_uris: [CALLBACK, uri] });
    await expect(refused).rejects.toMatchObject({
      data: { error: { code: 'invalid_input', issues: [{ path: 'redirect_uris.1' }] } },
    });
  });

  test('takes https, the own machine and an application’s own scheme', async () => {
    const id = await register(
      'All kinds',
      'https://agent.example.com:8443/cb?a=b',
      'http://localhost:3118/callback',
      'http://127.0.0.1:33418/',
      'http://[::1]:9000/cb',
      'com.example.app:/oauth',
    );
    expect(id).toMatch(/^cli_/);
  });

  test('of nothing, and of a name that hides something, is refused', async () => {
    const { register: asOperator } = app.operator.oauth_clients;
    await expect(asOperator.mutate({ name: 'x', redirect_uris: [] })).rejects.toThrow();
    await expect(asOperator.mutate({ name: 'x\u202ey', redirect_uris: [CALLBACK] })).rejects.toThrow();
  });

  test('is open to nobody else', async () => {
    const answer = await post(
      `${app.baseUrl}/trpc/operator.oauth_clients.register`,
      { name: 'x', redirect_uris: [CALLBACK] },
      { authorization: `Bearer ${person.key}` },
    );
    expect(answer.status).toBe(401);
    expect((await post(`${app.baseUrl}/api/v1/oauth/register`, {}, {})).status).toBe(404);
  });

  test('can be withdrawn, and every token with it', async () => {
    const client_id = await register('Short-lived', CALLBACK);
    const { body } = await redeem(await newCode({ client_id }), { client_id });
    const open = await newCode({ client_id });
    expect(await works(body.access_token)).toBe(true);
    expect(await app.operator.oauth_clients.revoke.mutate({ client_id })).toEqual({ client_id, tokens_revoked: 1 });
    expect(await works(body.access_token)).toBe(false);
    expectError(await redeem(open, { client_id }), 'invalid_client');
    await expectDirect(await authorize({ client_id }), /No application/);
    const { items } = await app.operator.oauth_clients.list.query();
    expect(items.find((each) => each.client_id === client_id)).toMatchObject({
      name: 'Short-lived',
      revoked_at: expect.any(String),
    });
  });
});

test('a client that is withdrawn while its codes are redeemed keeps no token', async () => {
  const client_id = await register('Withdrawn meanwhile', CALLBACK);
  const grants: Grant[] = [];
  for (let n = 0; n < 10; n += 1) grants.push(await newCode({ client_id }));
  const [answers] = await Promise.all([
    Promise.all(grants.map((grant) => redeem(grant, { client_id }))),
    app.operator.oauth_clients.revoke.mutate({ client_id }),
  ]);
  const given = answers.filter(({ status }) => status === 200).map(({ body }) => body.access_token as string);
  for (const key of given) expect(await works(key)).toBe(false);
  for (const grant of grants) expectError(await redeem(grant, { client_id }), 'invalid_client');
});

describe('authorize', () => {
  test.each([
    ['a client nobody registered', 'cli_01kaj6w6qk5x3v0c8m9n2p4r7t'],
    ['no client', undefined],
    ['an empty client', ''],
    ['something that is no id', 'x\u0000\u{1F600}'],
    ['a key', 'key_01kaj6w6qk5x3v0c8m9n2p4r7t'],
  ])('refuses %s directly', async (_, client_id) => {
    await expectDirect(await authorize({ client_id }), /client_id/);
  });

  test.each([
    ['none', undefined],
    ['an empty one', ''],
    ['a slash at the end', `${CALLBACK}/`],
    ['another case of the path', 'https://agent.example.com/Callback'],
    ['another case of the host', 'https://AGENT.example.com/callback'],
    ['another case of the scheme', 'HTTPS://agent.example.com/callback'],
    ['the default port', 'https://agent.example.com:443/callback'],
    ['another port', 'https://agent.example.com:8443/callback'],
    ['a query', `${CALLBACK}?next=1`],
    ['an empty query', `${CALLBACK}?`],
    ['a fragment', `${CALLBACK}#`],
    ['a subdomain', 'https://evil.agent.example.com/callback'],
    ['a parent domain', 'https://example.com/callback'],
    ['a longer host', 'https://agent.example.com.evil.example/callback'],
    ['a user', 'https://user@agent.example.com/callback'],
    ['the host as a user', 'https://agent.example.com@evil.example/callback'],
    ['an encoded letter', 'https://agent.example.com/%63allback'],
    ['an encoded slash', 'https://agent.example.com%2Fcallback'],
    ['a longer path', `${CALLBACK}/more`],
    ['a longer name', `${CALLBACK}s`],
    ['a shorter path', 'https://agent.example.com/call'],
    ['dots', 'https://agent.example.com/x/../callback'],
    ['http', 'http://agent.example.com/callback'],
    ['no scheme', '//agent.example.com/callback'],
    ['a script', 'javascript:alert(1)'],
    ['a backslash', 'https:\\\\agent.example.com/callback'],
    ['a space before it', ` ${CALLBACK}`],
    ['a line break after it', `${CALLBACK}\n`],
    ['a NUL', `${CALLBACK}\u0000`],
    ['another client’s', 'https://other.example.com/callback'],
  ])('refuses a redirect_uri with %s directly', async (_, redirect_uri) => {
    await register('Other', 'https://other.example.com/callback');
    await expectDirect(await authorize({ redirect_uri }), /redirect_uri/);
  });

  test('takes no other port of the own machine than the registered one', async () => {
    const client_id = await register('Local', 'http://127.0.0.1:3118/callback', 'http://localhost/callback');
    for (const redirect_uri of [
      'http://127.0.0.1:3119/callback',
      'http://127.0.0.1/callback',
      'http://localhost:1/callback',
    ])
      await expectDirect(await authorize({ client_id, redirect_uri }), /redirect_uri/);
    expect(await asked({ client_id, redirect_uri: 'http://127.0.0.1:3118/callback' })).toMatch(/^aut_/);
  });

  test('refuses a client or a redirect address named twice directly', async () => {
    await expectDirect(await authorize({ client_id: [clientId, clientId] }), /more than once/);
    await expectDirect(await authorize({ redirect_uri: [CALLBACK, CALLBACK] }), /more than once/);
    await expectDirect(await authorize({ redirect_uri: [CALLBACK, 'https://evil.example/'] }), /more than once/);
  });

  test('checks the client before the redirect address, and both before all else', async () => {
    await expectDirect(await authorize({ client_id: 'x', redirect_uri: 'x', response_type: 'x' }), /client_id/);
    await expectDirect(await authorize({ redirect_uri: 'x', response_type: 'x', code_challenge: 'x' }), /redirect_uri/);
  });

  test.each<[string, string, Sent]>([
    ['no response_type', 'invalid_request', { response_type: undefined }],
    ['another response_type', 'unsupported_response_type', { response_type: 'token' }],
    ['two response types', 'unsupported_response_type', { response_type: 'code token' }],
    ['another response_mode', 'invalid_request', { response_mode: 'fragment' }],
    ['no PKCE', 'invalid_request', { code_challenge: undefined, code_challenge_method: undefined }],
    ['no challenge', 'invalid_request', { code_challenge: undefined }],
    ['no method, which means plain', 'invalid_request', { code_challenge_method: undefined }],
    ['the method plain', 'invalid_request', { code_challenge_method: 'plain' }],
    ['a method in lower case', 'invalid_request', { code_challenge_method: 's256' }],
    ['a challenge too short', 'invalid_request', { code_challenge: 'a'.repeat(42) }],
    ['a challenge too long', 'invalid_request', { code_challenge: 'a'.repeat(44) }],
    ['a challenge of other letters', 'invalid_request', { code_challenge: `${'a'.repeat(42)}+` }],
    ['an unknown scope', 'invalid_scope', { scope: 'account.read admin' }],
    ['a scope in another case', 'invalid_scope', { scope: 'Account.Read' }],
    ['another resource', 'invalid_target', { resource: 'https://evil.example/api/v1/mcp' }],
    ['a relative resource', 'invalid_target', { resource: '/api/v1/mcp' }],
    ['one resource of two', 'invalid_target', { resource: ['https://evil.example', 'https://evil.example'] }],
    ['two scopes', 'invalid_request', { scope: ['account.read', 'brief.read'] }],
    ['two challenges', 'invalid_request', { code_challenge: ['a'.repeat(43), 'b'.repeat(43)] }],
    ['two methods', 'invalid_request', { code_challenge_method: ['S256', 'plain'] }],
    ['two response types apart', 'invalid_request', { response_type: ['code', 'code'] }],
  ])('tells the client of %s: %s', async (_, error, changes) => {
    const told = expectRedirected(await authorize(changes), error);
    expect(told.get('state')).toBe('state-of-the-client');
    expect(told.get('error_description')).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  test('tells the client without anybody signing in', async () => {
    expectRedirected(await authorize({ response_type: 'x' }, new Browser(app.baseUrl)), 'unsupported_response_type');
  });

  test('gives a state that is there twice back not at all', async () => {
    const told = expectRedirected(await authorize({ state: ['one', 'two'] }), 'invalid_request');
    expect(told.has('state')).toBe(false);
  });

  test('refuses a state that cannot be kept', async () => {
    expectRedirected(await authorize({ state: 'a\u0000b' }), 'invalid_request');
  });

  test('gives any state back as it came', async () => {
    const state = ' &=#?%20+"\'<>;/\\~';
    const back = await letIn(person.browser, new URL(authorizePath({ state }), app.baseUrl));
    expect(back.searchParams.get('state')).toBe(state);
  });

  test('ignores parameters it does not know', async () => {
    expect(await asked({ prompt: 'login', nonce: ['a', 'b'] })).toMatch(/^aut_/);
  });

  test('asks for everything when no scope is named', async () => {
    for (const scope of [undefined, '']) {
      const request = await asked({ scope });
      const { scopes } = await person.browser.panel.consent.get.query({ request });
      expect(scopes.map((each) => each.scope)).toEqual(ALL_OAUTH_SCOPES);
    }
  });

  test.each(['', '/', '/api/v1/mcp', '/api/v1/mcp/'])(
    'takes this service’s address with %s as a resource',
    async (path) => {
      expect(await asked({ resource: app.baseUrl + path })).toMatch(/^aut_/);
    },
  );

  test('takes GET alone, and a form from another page not at all', async () => {
    const answer = await post(`${app.baseUrl}/api/v1/oauth/authorize`, {}, {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET');
    const form = await fetch(`${app.baseUrl}/api/v1/oauth/authorize`, { method: 'POST', body: queryOf({ a: 'b' }) });
    expect(form.status).toBe(403);
  });

  test('never redirects with 307, caches nothing and is shown in no frame', async () => {
    const signedOut = new Browser(app.baseUrl);
    for (const answer of [await authorize(), await authorize({ scope: 'x' }), await authorize({}, signedOut)]) {
      expect(answer.status).toBe(302);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });
});

describe('consent', () => {
  const codeOf = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'ok',
      (error: { data?: { error?: { code: string } } }) => error.data?.error?.code ?? String(error),
    );

  test('can be given from a page of the panel only', async () => {
    const request = await asked();
    const decide = (headers: Record<string, string>) => {
      const elsewhere = new Browser(app.baseUrl, headers);
      for (const [name, value] of person.browser.cookies) elsewhere.cookies.set(name, value);
      return elsewhere.panel.consent.decide.mutate({ request, allow: true });
    };
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: CALLBACK },
      { origin: app.baseUrl, 'sec-fetch-site': 'cross-site' },
      { origin: app.baseUrl, 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) expect(await codeOf(decide(headers))).toBe('foreign_origin');
    // Neither header: no browser's page sent it.
    const cookie = Array.from(person.browser.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const bare = await post(`${app.baseUrl}/trpc/panel.consent.decide`, { request, allow: true }, { cookie });
    expect(bare.body.error.data.error.code).toBe('foreign_origin');
    const form = await fetch(`${app.baseUrl}/trpc/panel.consent.decide`, {
      method: 'POST',
      headers: { cookie, origin: 'https://evil.example' },
      body: queryOf({ request, allow: 'true' }),
    });
    expect(form.status).toBe(403);
    expect((await person.browser.panel.consent.get.query({ request })).request).toBe(request);
  });

  test('is nothing a GET can give', async () => {
    const request = await asked();
    const input = encodeURIComponent(JSON.stringify({ request, allow: true }));
    const answer = await person.browser.fetch(`/trpc/panel.consent.decide?input=${input}`);
    expect(answer.ok).toBe(false);
    expect((await person.browser.panel.consent.get.query({ request })).request).toBe(request);
  });

  test('is shown in no frame', async () => {
    const page = await person.browser.fetch(`/app/consent?request=${await asked()}`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('needs a session', async () => {
    const request = await asked();
    const nobody = new Browser(app.baseUrl);
    expect(await codeOf(nobody.panel.consent.decide.mutate({ request, allow: true }))).toBe('not_signed_in');
    expect(await codeOf(nobody.panel.consent.get.query({ request }))).toBe('not_signed_in');
  });

  test('belongs to the session it was asked in, the same person’s other sessions and others’ excluded', async () => {
    const request = await asked();
    const another = new Browser(app.baseUrl);
    await another.signIn(person.email, PASSWORD);
    const stranger = await newPerson(app);
    for (const browser of [another, stranger.browser]) {
      expect(await codeOf(browser.panel.consent.get.query({ request }))).toBe('not_found');
      expect(await codeOf(browser.panel.consent.decide.mutate({ request, allow: true }))).toBe('not_found');
    }
    expect(await codeOf(person.browser.panel.consent.decide.mutate({ request, allow: true }))).toBe('ok');
  });

  test('is given once, of twenty answers at the same time', async () => {
    const request = await asked();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        codeOf(person.browser.panel.consent.decide.mutate({ request, allow: n % 2 === 0 })),
      ),
    );
    expect(answers.filter((code) => code === 'ok')).toHaveLength(1);
    expect(answers.filter((code) => code === 'not_found')).toHaveLength(19);
    expect(await codeOf(person.browser.panel.consent.get.query({ request }))).toBe('not_found');
  });

  test('can no longer be given when it was waited for too long', async () => {
    const request = await asked();
    const age = statement(
      'test_age_request',
      `UPDATE oauth_authorizations SET expires_at = now() - interval '1 second' WHERE id = $1`,
    );
    await db().as(ROLES.oauth, age, [request]);
    expect(await codeOf(person.browser.panel.consent.get.query({ request }))).toBe('not_found');
    expect(await codeOf(person.browser.panel.consent.decide.mutate({ request, allow: true }))).toBe('not_found');
  });

  test('can be for less than was asked, never for more', async () => {
    const token = await newToken(['account.read']);
    expect((await withToken(token).rest('log_capture', { source: 'a', text: 'b' })).body.error.code).toBe(
      'insufficient_scope',
    );
    const request = await asked({ scope: 'account.read' });
    const more = person.browser.panel.consent.decide.mutate({
      request,
      allow: true,
      scopes: ['account.read', 'plan.write'],
    });
    expect(await codeOf(more)).toBe('invalid_input');
    const { verifier, challenge } = newProof();
    const none = new URL(authorizePath({ code_challenge: challenge }), app.baseUrl);
    const code = (await letIn(person.browser, none, [])).searchParams.get('code')!;
    const { body } = await redeem({ code, verifier });
    expect(body.scope).toBe('');
    expect(await works(body.access_token)).toBe(true);
  });

  test('cannot be widened afterwards: not by the client, not in the panel, not by an operator', async () => {
    const grant = await newCode({ scope: 'account.read capture.write' });
    const { body } = await redeem(grant, { scope: ALL_OAUTH_SCOPES.join(' ') });
    expect(body.scope).toBe('capture.write account.read');
    const { items } = await person.browser.panel.apps.list.query({});
    const { key_id } = items.find(({ prefix }) => body.access_token.startsWith(prefix))!;
    const { panel } = person.browser;
    expect(await codeOf(panel.keys.set_scopes.mutate({ key_id, scopes: 'all' }))).toBe('invalid_transition');
    expect(await codeOf(app.operator.keys.set_scopes.mutate({ key_id, scopes: 'all' }))).toBe('invalid_transition');
    expect(await codeOf(panel.keys.set_scopes.mutate({ key_id, scopes: ['account.read'] }))).toBe('ok');
    expect(await codeOf(panel.keys.set_scopes.mutate({ key_id, scopes: ['capture.write'] }))).toBe(
      'invalid_transition',
    );
    expect((await withToken(body.access_token).rest('log_capture', { source: 'a', text: 'b' })).status).toBe(403);
    expect(await codeOf(panel.keys.rotate.mutate({ key_id }))).toBe('invalid_transition');
    expect(await works(body.access_token)).toBe(true);
  });
});

describe('token', () => {
  test('is given once for a code; a second time takes the token back', async () => {
    const grant = await newCode();
    const { body } = await redeem(grant);
    expect(await works(body.access_token)).toBe(true);
    expectError(await redeem(grant), 'invalid_grant');
    expect(await works(body.access_token)).toBe(false);
    const { items } = await person.browser.panel.apps.list.query({ usable_only: false });
    expect(items.find(({ prefix }) => body.access_token.startsWith(prefix))).toMatchObject({ status: 'revoked' });
  });

  test('is taken back whoever brings the code again, and however', async () => {
    const grant = await newCode();
    const { body } = await redeem(grant);
    const other = await register('Thief', 'https://thief.example/callback');
    expectError(
      await redeem(grant, {
        client_id: other,
        redirect_uri: 'https://thief.example/callback',
        code_verifier: 'x'.repeat(43),
      }),
      'invalid_grant',
    );
    expect(await works(body.access_token)).toBe(false);
  });

  test('is given to one of fifty that bring the code at the same time', async () => {
    const grant = await newCode();
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(grant)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code))).toEqual(
      new Set(['invalid_grant']),
    );
    // The others came a second time.
    expect(await works(won[0]!.body.access_token)).toBe(false);
    const made = statement('test_keys_of_client', `SELECT id FROM api_keys WHERE prefix = $1`);
    expect(await db().as(ROLES.operator, made, [won[0]!.body.access_token.slice(0, 12)])).toHaveLength(1);
  });

  test('is not given for a code that is ten minutes old', async () => {
    const grant = await newCode();
    const hash = createHash('sha256').update(grant.code).digest('hex');
    const left = statement(
      'test_code_left',
      `SELECT extract(epoch FROM code_expires_at - decided_at) AS seconds FROM oauth_authorizations WHERE code_hash = $1`,
    );
    const [code] = await db().as<{ seconds: string }>(ROLES.oauth, left, [hash]);
    expect(Number(code!.seconds)).toBe(600);
    const age = statement(
      'test_age_code',
      `UPDATE oauth_authorizations SET code_expires_at = now() - interval '1 millisecond' WHERE code_hash = $1`,
    );
    await db().as(ROLES.oauth, age, [hash]);
    const answer = await redeem(grant);
    expectError(answer, 'invalid_grant');
    expect(answer.body.error.message).toMatch(/expired/);
  });

  test('is not given for a code nobody gave', async () => {
    const { verifier } = newProof();
    expectError(await redeem({ code: randomBytes(32).toString('base64url'), verifier }), 'invalid_grant');
    expectError(await redeem({ code: '\u0000', verifier }), 'invalid_grant');
  });

  test('is not given to another client, at another address, or without the verifier; the code stays good', async () => {
    const grant = await newCode();
    const other = await register('Another', CALLBACK);
    expectError(await redeem(grant, { client_id: other }), 'invalid_grant');
    for (const redirect_uri of [`${CALLBACK}/`, 'https://agent.example.com', 'https://evil.example/callback']) {
      expectError(await redeem(grant, { redirect_uri }), 'invalid_grant');
    }
    expectError(await redeem(grant, { code_verifier: newProof().verifier }), 'invalid_grant');
    const challenge = createHash('sha256').update(grant.verifier).digest('base64url');
    expectError(await redeem(grant, { code_verifier: challenge }), 'invalid_grant');
    expect((await redeem(grant)).status).toBe(200);
  });

  test('is not given for a verifier too short, though it is the right one', async () => {
    const verifier = 'a'.repeat(42);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const { code } = await newCode({ code_challenge: challenge });
    expectError(await redeem({ code, verifier }), 'invalid_request');
  });

  test.each<[string, string, Sent]>([
    ['no grant type', 'invalid_request', { grant_type: undefined }],
    ['another grant type', 'unsupported_grant_type', { grant_type: 'client_credentials' }],
    ['a refresh', 'unsupported_grant_type', { grant_type: 'refresh_token' }],
    ['no code', 'invalid_request', { code: undefined }],
    ['an empty code', 'invalid_request', { code: '' }],
    ['no redirect_uri', 'invalid_request', { redirect_uri: undefined }],
    ['no client_id', 'invalid_request', { client_id: undefined }],
    ['no verifier', 'invalid_request', { code_verifier: undefined }],
    ['a verifier too long', 'invalid_request', { code_verifier: 'a'.repeat(129) }],
    ['a verifier of other letters', 'invalid_request', { code_verifier: `${'a'.repeat(43)} ` }],
    ['an unknown client', 'invalid_client', { client_id: 'cli_01kaj6w6qk5x3v0c8m9n2p4r7t' }],
    ['something that is no client', 'invalid_client', { client_id: 'nobody' }],
    ['another resource', 'invalid_target', { resource: 'https://evil.example' }],
    ['one resource of two', 'invalid_target', { resource: ['https://evil.example/a', 'https://evil.example/b'] }],
    ['two grant types', 'invalid_request', { grant_type: ['authorization_code', 'authorization_code'] }],
    ['two codes', 'invalid_request', { code: ['a', 'b'] }],
    ['two clients', 'invalid_request', { client_id: ['a', 'b'] }],
    ['two redirect addresses', 'invalid_request', { redirect_uri: [CALLBACK, CALLBACK] }],
    ['two verifiers', 'invalid_request', { code_verifier: ['a'.repeat(43), 'b'.repeat(43)] }],
  ])('is not given for %s: %s', async (_, code, changes) => {
    const grant = { code: 'never-given', verifier: 'v'.repeat(43) };
    expectError(await redeem(grant, changes), code);
    const json = await post(`${app.baseUrl}/api/v1/oauth/token`, tokenRequest(grant, changes), {});
    expectError(json, code);
  });

  test.each([
    ['nothing', '', 'application/json'],
    ['no JSON', '{', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['numbers', '{"grant_type":1}', 'application/json'],
    ['an object', '{"code":{"a":1}}', 'application/json'],
    ['a key twice', '{"code":"a","code":"b"}', 'application/json'],
    ['plain text', 'grant_type=authorization_code', 'text/plain'],
    ['parts', '--x--', 'multipart/form-data; boundary=x'],
    ['too much', `grant_type=${'x'.repeat(20_000)}`, 'application/x-www-form-urlencoded'],
  ])('is not given for a body of %s', async (_, body, type) => {
    expectError(await post(`${app.baseUrl}/api/v1/oauth/token`, body, { 'content-type': type }), 'invalid_request');
  });

  test('is asked for with POST', async () => {
    const answer = await fetch(`${app.baseUrl}/api/v1/oauth/token`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  test('is stored as little as the code', async () => {
    const grant = await newCode();
    const { body } = await redeem(grant);
    const rows = statement('test_oauth_rows', `SELECT json_agg(a) AS all FROM oauth_authorizations a`);
    const [kept] = await db().as<{ all: unknown }>(ROLES.oauth, rows, []);
    const text = JSON.stringify(kept);
    for (const secret of [grant.code, grant.verifier, body.access_token]) expect(text).not.toContain(secret);
  });
});

describe('the database', () => {
  test('shows what applications ask to the role of OAuth alone', async () => {
    await asked();
    const count = statement('test_count_authorizations', `SELECT count(*)::int AS count FROM oauth_authorizations`);
    const [seen] = await db().as<{ count: number }>(ROLES.oauth, count);
    expect(seen!.count).toBeGreaterThan(0);
    for (const role of [ROLES.gate, ROLES.operator, ROLES.login]) {
      await expect(db().as(role, count)).rejects.toThrow(/permission denied/);
    }
    await expect(db().read(person.workspaceId, count)).rejects.toThrow(/permission denied/);
  });

  test('shows the role of OAuth no secrets, no people and no sales data', async () => {
    const sees = (what: string, table: string) =>
      statement(`test_oauth_sees_${what}_${table}`, `SELECT count(${what}) FROM ${table}`);
    for (const table of ['api_key_secrets', 'accounts', 'facts', 'sessions', 'logins']) {
      await expect(db().as(ROLES.oauth, sees('*', table))).rejects.toThrow(/permission denied/);
    }
    // Whether somebody was disabled, and nothing else of people.
    for (const column of ['name', 'email']) {
      await expect(db().as(ROLES.oauth, sees(column, 'users'))).rejects.toThrow(/permission denied/);
    }
  });

  test('forgets after a month', async () => {
    const grant = await newCode();
    const hash = createHash('sha256').update(grant.code).digest('hex');
    const age = statement(
      'test_age_authorization',
      `UPDATE oauth_authorizations SET created_at = now() - interval '31 days' WHERE code_hash = $1`,
    );
    await db().as(ROLES.oauth, age, [hash]);
    expect((await prune(db(), readConfig({}))).authorizations).toBe(1);
    expectError(await redeem(grant), 'invalid_grant');
  });
});

describe('where it is not enabled', () => {
  let closed: AppContext;
  let closedPerson: Person;

  beforeAll(async () => {
    closed = await startTestApp();
    closedPerson = await newPerson(closed);
  });

  afterAll(() => closed.stop());

  test.each([
    ['GET', '/.well-known/oauth-authorization-server'],
    ['GET', '/.well-known/oauth-protected-resource'],
    ['GET', '/.well-known/oauth-protected-resource/api/v1/mcp'],
    ['GET', '/api/v1/oauth/authorize'],
    ['POST', '/api/v1/oauth/token'],
  ])('%s %s is 404', async (method, path) => {
    const init = method === 'POST' ? { method, body: queryOf({ grant_type: 'authorization_code' }) } : { method };
    const answer = await fetch(closed.baseUrl + path, init);
    expect(answer.status).toBe(404);
    if (path.startsWith('/api/')) {
      expect(((await answer.json()) as { error: { code: string } }).error.code).toBe('not_found');
    }
  });

  test('consent is nobody’s to give, and a 401 leads nowhere', async () => {
    const request = 'aut_01kaj6w6qk5x3v0c8m9n2p4r7t';
    await expect(closedPerson.browser.panel.consent.get.query({ request })).rejects.toMatchObject({
      data: { error: { code: 'not_found' } },
    });
    await expect(closedPerson.browser.panel.consent.decide.mutate({ request, allow: true })).rejects.toMatchObject({
      data: { error: { code: 'not_found' } },
    });
    const nobody = await post(`${closed.baseUrl}/api/v1/mcp`, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, {});
    expect(nobody.headers.get('www-authenticate')).toBe('Bearer');
  });
});
