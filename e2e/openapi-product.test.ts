import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { breakingChanges } from '../adapters/openapi-breaking.ts';
import { callerOf, type ToolSet } from '../routers/index.ts';
import { readRegistry } from '../routers/registry.ts';
import { named, tool } from '../routers/tool.ts';
import { t } from '../routers/trpc.ts';
import { createApp } from '../server/app.ts';
import { callTool } from './harness/transports.ts';
import { type AppContext, post, type Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'sat-openapi-'));
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

let app: AppContext;
let tenant: Tenant;
let text: string;

useApp(async (started) => {
  app = started;
  tenant = await app.newTenant();
  text = await (await fetch(`${app.baseUrl}/openapi.json`)).text();
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('spectral', () => {
  const lint = async (document: string) => {
    const spectral = new spectralCore.Spectral();
    spectral.setRuleset({ extends: [[spectralRulesets.oas as never, 'recommended']] });
    const found = await spectral.run(document);
    return found.map(({ code, message, path }) => `${code}: ${message} at ${path.join('/')}`);
  };

  test('finds nothing to say of the document, its examples included', async () => {
    expect(await lint(text)).toEqual([]);
  });

  test('would find what is wrong', async () => {
    const document = JSON.parse(text);
    const { '/api/v1/tools/log_capture': capture, '/api/v1/tools/verify_session': session } = document.paths;
    document.paths = { '/api/v1/tools/log_capture': capture, '/api/v1/tools/verify_session': session };
    capture.post.requestBody.content['application/json'].example = { source: 5 };
    session.post.operationId = 'log_capture';
    const found = (await lint(JSON.stringify(document))).join('\n');
    expect(found).toContain('oas3-valid-media-example');
    expect(found).toContain('operation-operationId-unique');
  });
});

test('breaks no client of the committed document', () => {
  const committed = JSON.parse(readFileSync(here('../openapi.json'), 'utf8'));
  expect(breakingChanges(committed, JSON.parse(text))).toEqual([]);
});

test('every part a reader meets is described: operations, tags, fields of inputs and results', () => {
  const { tags, paths } = JSON.parse(text);
  for (const { description } of tags) expect(description.length).toBeGreaterThan(20);
  for (const { post: operation } of Object.values<any>(paths)) {
    expect(operation.summary.length).toBeGreaterThan(5);
    expect(operation.description.length).toBeGreaterThan(80);
    const { schema: input } = operation.requestBody.content['application/json'];
    const { schema: output } = operation.responses['200'].content['application/json'];
    for (const properties of [input.properties ?? {}, output.properties]) {
      for (const [name, field] of Object.entries<any>(properties)) {
        expect(field.description, `${operation.operationId} ${name}`).toMatch(/\S{2,}/);
      }
    }
  }
});

const PROGRAM = `
import createFetch from 'openapi-fetch';
import type { paths } from './api.d.ts';
import { client } from './hey/client.gen.ts';
import { gtmCrmWrite, logCapture, readAccount } from './hey/sdk.gen.ts';

declare const process: { env: Record<string, string> };
const headers = { Authorization: 'Bearer ' + process.env.API_KEY! };

const api = createFetch<paths>({ baseUrl: process.env.BASE_URL!, headers });
const session = await api.POST('/api/v1/tools/verify_session', { body: {} });
const scope: 'user' | 'team' | undefined = session.data?.scope;
const capture = await api.POST('/api/v1/tools/log_capture', { body: { source: 'test', text: 'Generated.' } });
const captureId: string | undefined = capture.data?.capture_id;
// @ts-expect-error the text is required
const refused = await api.POST('/api/v1/tools/log_capture', { body: { source: 'test' } });
const code: string | undefined = refused.error?.error.code;

client.setConfig({ baseUrl: process.env.BASE_URL!, headers });
const made = await gtmCrmWrite({ body: { entity: 'account', facts: { name: 'Acme' } }, throwOnError: true });
const read = await readAccount({ body: { id: made.data.id }, throwOnError: true });
const name: string | null = read.data.account.name;
const keyed = { body: { source: 'test', text: 'Once.' }, headers: { 'Idempotency-Key': 'generated-once' }, throwOnError: true } as const;
const once = [await logCapture(keyed), await logCapture(keyed)].map(({ data }) => data.capture_id);
// @ts-expect-error no such entity
const wrong = await gtmCrmWrite({ body: { entity: 'planet', facts: {} } });
const wrongCode: string | undefined = wrong.error?.error.code;

console.log(JSON.stringify({ scope, captureId, code, name, same: once[0] === once[1], wrongCode }));
`;

test(
  'clients made by openapi-typescript and openapi-ts are typed right and work',
  { timeout: 240_000 },
  async ({ skip }) => {
    for (const name of ['package.json', 'package-lock.json']) cpSync(here(`generators/${name}`), join(folder, name));
    const inFolder = { cwd: folder, timeout: 120_000 };
    try {
      await run('npm', ['ci', '--no-audit', '--no-fund'], inFolder);
    } catch (error) {
      if (process.env['CI'] === 'true') throw error;
      skip('The generators could not be installed: is the package registry out of reach?');
    }
    writeFileSync(join(folder, 'openapi.json'), text);
    const hey = { input: './openapi.json', output: { path: './hey', module: { extension: '.ts' } } };
    writeFileSync(
      join(folder, 'hey.config.mjs'),
      `export default ${JSON.stringify({ ...hey, plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript'] })};`,
    );
    const bin = (name: string) => join(folder, 'node_modules/.bin', name);
    await run(bin('openapi-typescript'), ['openapi.json', '-o', 'api.d.ts'], inFolder);
    await run(bin('openapi-ts'), ['-f', 'hey.config.mjs'], inFolder);

    writeFileSync(join(folder, 'main.ts'), PROGRAM);
    const flags = '--noEmit --strict --target es2022 --module nodenext --allowImportingTsExtensions --skipLibCheck';
    const compiled = await run(
      bin('tsc'),
      [...flags.split(' '), '--lib', 'es2022,dom,dom.iterable', 'main.ts'],
      inFolder,
    ).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(compiled).toBe('');
    const { stdout } = await run(process.execPath, ['main.ts'], {
      ...inFolder,
      env: { PATH: process.env['PATH'], BASE_URL: app.baseUrl, API_KEY: tenant.key },
    });
    expect(JSON.parse(stdout)).toEqual({
      scope: 'user',
      captureId: expect.stringMatching(/^cap_/),
      code: 'invalid_input',
      name: 'Acme',
      same: true,
      wrongCode: 'invalid_input',
    });
  },
);

describe('a tool that will go', () => {
  const declared = (deprecation?: { announced: string; sunset: string; advice: string }) =>
    tool({
      title: 'Look something up',
      description: 'Looks something up by its name and says whether it is there. It exists only in this test.',
      appScope: 'teams.read',
      entitled: false,
      effect: 'read',
      ...(deprecation === undefined ? {} : { deprecation }),
      input: z.object({ name: z.string().describe('What to look up.') }),
      output: z.object({ found: z.boolean().describe('Whether it is there.') }),
      example: { input: { name: 'x' }, output: { found: true } },
      handler: async () => ({ found: true }),
    });

  const OLD = { announced: '2026-01-01', sunset: '2026-12-31', advice: 'Call new_lookup.' };

  function toolsOf(declarations: Record<string, ReturnType<typeof declared>>): ToolSet {
    const tools = t.router(named(declarations));
    return {
      registry: readRegistry(tools._def.procedures as never),
      familyOf: new Map(Object.keys(declarations).map((name) => [name, 'control'])),
      callTool: callerOf(tools as never),
      router: t.router({ tools }) as never,
    };
  }

  let server: Server;
  let baseUrl: string;

  beforeAll(async () => {
    const { config, secrets, db, jobs, log } = app.service.app.services;
    const tools = toolsOf({ old_lookup: declared(OLD), new_lookup: declared() });
    const { handler } = createApp({ config, secrets, db, redis: undefined, jobs, log }, tools);
    server = createServer(handler);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });

  const HEADERS = {
    deprecation: 'true',
    sunset: 'Thu, 31 Dec 2026 00:00:00 GMT',
    link: '</docs/tools/old_lookup>; rel="deprecation"',
  };

  const told = (headers: Headers) =>
    Object.fromEntries(Object.keys(HEADERS).flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : [])));

  test.each(['rest', 'trpc'] as const)('says so in every answer over %s, and no other tool does', async (transport) => {
    const call = (name: string, input: unknown, key?: string) => callTool(transport, name, input, { baseUrl, key });
    for (const answer of [
      await call('old_lookup', { name: 'x' }, tenant.key),
      await call('old_lookup', {}, tenant.key),
      await call('old_lookup', { name: 'x' }),
    ]) {
      expect(told(answer.headers), answer.text).toEqual(HEADERS);
    }
    const other = await call('new_lookup', { name: 'x' }, tenant.key);
    expect(other.status, other.text).toBe(200);
    expect(told(other.headers)).toEqual({});
  });

  test('says so in the list of tools over MCP', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const answer = await post(`${baseUrl}/api/v1/mcp`, body, { authorization: `Bearer ${tenant.key}` });
    const [old, other] = answer.body.result.tools;
    expect(old.description).toMatch(/^Deprecated, gone from 2026-12-31: Call new_lookup\. Looks something up/);
    expect(other.description).toMatch(/^Looks something up/);
  });

  test('is marked in the OpenAPI document, which stays clean, and on its page', async () => {
    const served = await (await fetch(`${baseUrl}/openapi.json`)).text();
    const { paths } = JSON.parse(served);
    expect(paths['/api/v1/tools/old_lookup'].post.deprecated).toBe(true);
    expect(paths['/api/v1/tools/new_lookup'].post).not.toHaveProperty('deprecated');
    const config = await createConfig({ extends: ['recommended-strict'] });
    const found = await lintFromString({ source: served, absoluteRef: '/openapi.json', config });
    // Two tools use few of the shared parts.
    expect(found.map(({ ruleId }) => ruleId).filter((rule) => rule !== 'no-unused-components')).toEqual([]);
    const page = await (await fetch(`${baseUrl}/docs/tools/old_lookup.md`)).text();
    expect(page).toContain('> **Deprecated.** It answers until 2026-12-31. Call new_lookup.');
  });

  test('with less than 180 days of notice the service does not start', () => {
    const hasty = { ...OLD, sunset: '2026-06-29' };
    expect(() => toolsOf({ old_lookup: declared(hasty) })).toThrow(
      'old_lookup is deprecated with 179 days of notice; at least 180 are promised',
    );
  });

  test('nothing the service has today is deprecated', () => {
    expect(text).not.toContain('"deprecated":true');
  });
});
