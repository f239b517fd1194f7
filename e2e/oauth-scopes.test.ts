import { describe, expect, test } from 'vitest';
import { errorOf } from '../client/index.ts';
import type { OAuthScope } from '../server/gate/scopes.ts';
import { CALLBACK, newApplication as newApplicationOf } from './harness/application.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useQuietApp } from './harness/shared-app.ts';
import { newProof, queryOf } from './harness/oauth.ts';
import { newPerson, type Person } from './harness/person.ts';

let app: AppContext;
let person: Person;
let clientId: string;

useQuietApp(async (started) => {
  app = started;
  person = await newPerson(app);
  const client = { name: 'Night agent', redirect_uris: [CALLBACK] };
  clientId = (await app.operator.oauth_clients.register.mutate(client)).client_id;
});

type Staged = { draft_id: string; version: number };

const call = (transport: (typeof TRANSPORTS)[number], { key }: Pick<Tenant, 'key'>, tool: string, input: unknown) =>
  callTool(transport, tool, input, { baseUrl: app.baseUrl, key });

async function stage(who: Tenant, transport: (typeof TRANSPORTS)[number] = 'rest'): Promise<Staged> {
  const { result, text } = await call(transport, who, 'studio_stage_draft', { channel: 'manual', body: 'Hello.' });
  expect(result, text).toBeDefined();
  return result as Staged;
}

const newApplication = (scope: string, ticked?: readonly OAuthScope[]) =>
  newApplicationOf(person, clientId, scope, ticked);

describe.each(TRANSPORTS)('over %s', (transport) => {
  /** What an application does with each of the tools that API keys need no scope for. */
  const deeds: [OAuthScope, string, () => Promise<unknown> | unknown][] = [
    ['drafts.write', 'studio_stage_draft', () => ({ channel: 'manual', body: 'Hello.' })],
    ['drafts.read', 'studio_list_drafts', () => ({})],
    ['drafts.hold', 'studio_review_draft', async () => ({ ...named(await stage(person)), action: 'hold' })],
    ['integrations.write', 'connect_integration', () => ({ channel: 'reddit', access_token: 'theirs' })],
    ['brain.write', 'sync_brain', () => ({ scope: 'icp-registry', payload: { a: 1 } })],
    ['runs.write', 'start_run', () => ({ plugin: 'deal-desk', skill: 'review' })],
    ['telemetry.write', 'emit_telemetry', () => ({ plugin: 'deal-desk', skill: 'review', outcome: 'ok' })],
  ];
  const named = ({ draft_id, version }: Staged) => ({ draft_id, version });

  test.each([
    ['asked for nothing', ' ', undefined],
    ['was allowed nothing', 'drafts.write integrations.write', []],
  ])('an application that %s can find out what it is, and do nothing', async (_, asked, ticked) => {
    const app = await newApplication(asked, ticked);
    expect(app.scope).toBe('');
    for (const [scope, tool, input] of deeds) {
      const { status, error, headers } = await call(transport, app, tool, await input());
      expect([status, error?.code], tool).toEqual([403, 'insufficient_scope']);
      expect(error!.message).toContain(scope);
      expect(headers.get('www-authenticate')).toContain(`error="insufficient_scope", scope="${scope}"`);
    }
    const always = [
      ['verify_session', {}],
      ['check_entitlement', { plugin: 'deal-desk' }],
      ['pull_config', {}],
    ] as const;
    for (const [tool, input] of always) {
      const { result, text } = await call(transport, app, tool, input);
      expect(result, text).toBeDefined();
    }
  });

  test('an application does what was ticked, and not what was unticked', async () => {
    const asked = deeds.map(([scope]) => scope);
    for (const unticked of asked.slice(0, 3)) {
      const ticked = asked.filter((scope) => scope !== unticked);
      const app = await newApplication(asked.join(' '), ticked);
      expect(app.scope.split(' ').toSorted()).toEqual(ticked.toSorted());
      for (const [scope, tool, input] of deeds) {
        const { result, error } = await call(transport, app, tool, await input());
        if (scope === unticked) expect(error?.code, tool).toBe('insufficient_scope');
        else expect(result, `${tool}: ${JSON.stringify(error)}`).toBeDefined();
      }
    }
  });

  test('an outreach play stages a draft, so an application needs both scopes', async () => {
    const input = { contact: { fullName: 'Ada Lovelace', company: 'Acme' }, wanted: ['email'] };
    const half = await newApplication('prospect.write');
    const refused = await call(transport, half, 'gtm_run_play', input);
    expect(refused.error).toMatchObject({ code: 'insufficient_scope' });
    expect(refused.headers.get('www-authenticate')).toContain('scope="drafts.write"');
    const whole = await newApplication('prospect.write drafts.write');
    expect((await call(transport, whole, 'gtm_run_play', input)).result).toMatchObject({
      draft: { status: 'pending' },
    });
  });
});

describe('what an application was allowed', () => {
  test('is no API key’s to hold, and can be narrowed in the panel but not widened', async () => {
    const { keys } = person.browser.panel;
    const set = (key_id: string, scopes: OAuthScope[]) =>
      keys.set_scopes.mutate({ key_id, scopes }).then(
        () => 'ok',
        (error: unknown) => errorOf(error)!.code,
      );
    expect(await set(person.keyId, ['drafts.write'])).toBe('invalid_input');
    const app = await newApplication('drafts.write drafts.read');
    expect(await set(app.keyId, ['drafts.write', 'brain.write'])).toBe('invalid_transition');
    expect(await set(app.keyId, ['drafts.read'])).toBe('ok');
    const input = { channel: 'manual', body: 'Hello.' };
    expect((await call('rest', app, 'studio_stage_draft', input)).error!.code).toBe('insufficient_scope');
    expect((await call('rest', app, 'studio_list_drafts', {})).result).toBeDefined();
  });

  test('holds none of what only the product’s own agents report', async () => {
    const application = await newApplication('drafts.write telemetry.write');
    const answer = await fetch(`${app.baseUrl}/trpc/hosted.record_send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${application.key}` },
      body: JSON.stringify({ channel: 'email' }),
    });
    const { error } = (await answer.json()) as { error: { data: { error: { code: string } } } };
    expect([answer.status, error.data.error.code]).toEqual([403, 'insufficient_scope']);
  });

  test('is no part of the list of tools, which is the same for all', async () => {
    const app = await newApplication(' ');
    const [theirs, own] = [await app.mcp('tools/list'), await person.mcp('tools/list')];
    expect(JSON.stringify(theirs.body.result)).toBe(JSON.stringify(own.body.result));
  });

  test('is asked for in words', async () => {
    const url = queryOf({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      scope: 'integrations.write drafts.hold',
      code_challenge: newProof().challenge,
      code_challenge_method: 'S256',
    });
    const asked = await person.browser.fetch(`/api/v1/oauth/authorize?${url.toString()}`);
    const request = new URL(asked.headers.get('location')!, app.baseUrl).searchParams.get('request')!;
    expect((await person.browser.panel.consent.get.query({ request })).scopes).toEqual([
      { scope: 'drafts.hold', description: expect.stringMatching(/never approve/) },
      { scope: 'integrations.write', description: expect.stringMatching(/replace the account/) },
    ]);
  });
});
