import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GUIDES } from '../adapters/docs/guides.ts';
import { registry } from '../routers/index.ts';
import { ERRORS } from '../server/error-catalogue.ts';
import { installClient, typeErrors } from './harness/client-package.ts';
import { type AppContext, post, startTestApp, type Tenant } from './harness/app.ts';
import { idPaths, Records } from './harness/records.ts';
import { type Snippet, snippetsOf } from './harness/snippets.ts';
import { until } from './harness/until.ts';

const run = promisify(execFile);

// Dozens of processes: a busy machine takes its time to start them.
vi.setConfig({ testTimeout: 150_000 });
const folder = mkdtempSync(join(tmpdir(), 'sat-docs-'));

const TOOLS = [...registry.values()];
const CODES = Object.keys(ERRORS);

let app: AppContext;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp({ MCP_OAUTH_ENABLED: 'true' });
  tenant = await app.newTenant({ rateLimit: 100_000 });
});

afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Got = { status: number; headers: Headers; text: string; type: string };

async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const response = await fetch(new URL(path, app.baseUrl), { method, headers, redirect: 'manual' });
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, headers: response.headers, text: await response.text(), type };
}

const twinOf = (path: string) => (path === '/' ? '/index.md' : `${path}.md`);

/** The pages as the sitemap lists them. */
async function pagePaths(): Promise<string[]> {
  const { text } = await get('/sitemap.xml');
  return Array.from(text.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address]) => new URL(address!).pathname);
}

const linksIn = (html: string, attribute: string) =>
  Array.from(html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g')), ([, link]) => link!.replaceAll('&amp;', '&'));

describe('the list of pages', () => {
  test('has the landing page, every guide, a page for every tool and every error code', async () => {
    const paths = await pagePaths();
    const wanted = [
      '/',
      '/docs',
      '/docs/reference',
      '/docs/tools',
      ...GUIDES.map(({ name }) => `/docs/${name}`),
      ...TOOLS.map(({ name }) => `/docs/tools/${name}`),
      ...CODES.map((code) => `/docs/errors/${code}`),
    ];
    expect(paths.toSorted()).toEqual(wanted.toSorted());
  });

  test('is the same in every index', async () => {
    const paths = await pagePaths();
    const twins = paths.map((path) => `${app.baseUrl}${twinOf(path)}`);
    for (const [index, type] of [
      ['/markdown-index.md', 'text/markdown; charset=utf-8'],
      ['/llms.txt', 'text/plain; charset=utf-8'],
    ] as const) {
      const got = await get(index);
      expect([got.status, got.type]).toEqual([200, type]);
      const listed = Array.from(got.text.matchAll(/^- \[.+?\]\((\S+\.md)\): .+$/gm), ([, address]) => address!);
      const left = index === '/llms.txt' ? [`${app.baseUrl}/docs.md`] : [];
      expect([...listed, ...left].toSorted(), index).toEqual(twins.toSorted());
    }
    const full = await get('/llms-full.txt');
    for (const path of paths.filter((one) => one !== '/docs')) {
      expect(full.text).toContain(`<!-- ${app.baseUrl}${path} -->`);
    }
    expect((await get('/robots.txt')).text).toContain(`Sitemap: ${app.baseUrl}/sitemap.xml`);
  });

  test('llms.txt has the form of llmstxt.org: a title, a summary, lists of links', async () => {
    const { text } = await get('/llms.txt');
    expect(text).toMatch(/^# \S.*\n\n> \S.*\n/);
    expect(text.match(/^## /gm)!.length).toBeGreaterThan(2);
  });
});

describe('every page', () => {
  test('is HTML that loads its own files only, runs no inline script and has one heading', async () => {
    for (const path of await pagePaths()) {
      const { status, type, text, headers } = await get(path, { accept: 'text/html,*/*;q=0.8' });
      expect([status, type], path).toEqual([200, 'text/html; charset=utf-8']);
      const policy = headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text, path).not.toMatch(/<script(?![^>]*\bsrc=)|<style|<[^>]*\s(style|on\w+)=|="javascript:/);
      expect(text.match(/<h1[ >]/g), path).toHaveLength(1);
      expect(text).toContain('<html lang="en">');
      expect(text).toMatch(/<title>[^<]{5,}<\/title>/);
      for (const loaded of [...linksIn(text, 'src'), ...linksIn(text, 'href')]) {
        expect(loaded.startsWith('/') || loaded.startsWith('#') || loaded.startsWith(app.baseUrl), loaded).toBe(true);
      }
      expect(headers.get('link')).toBe(`<${twinOf(path)}>; rel="alternate"; type="text/markdown"`);
      expect(text).toContain(`<link rel="canonical" href="${app.baseUrl}${path}">`);
    }
  });

  test('has a Markdown twin that begins with a link to the index, also for whoever asks for Markdown', async () => {
    for (const path of await pagePaths()) {
      const twin = await get(twinOf(path));
      expect([twin.status, twin.type], path).toEqual([200, 'text/markdown; charset=utf-8']);
      expect(twin.text.startsWith(`[Index of all pages](${app.baseUrl}/markdown-index.md)\n\n# `), path).toBe(true);
      expect(twin.text).not.toContain('{{');
      const asked = await get(path, { accept: 'text/markdown' });
      expect(asked.text).toBe(twin.text);
      expect(asked.headers.get('vary')).toContain('Accept');
    }
    expect((await get('/.md')).text).toBe((await get('/index.md')).text);
  });

  test('says of a tool and of a code what registry and catalogue say', async () => {
    for (const tool of TOOLS) {
      const { text } = await get(`/docs/tools/${tool.name}.md`);
      expect(text).toContain(tool.description);
      for (const field of [...Object.keys(tool.input.shape), ...Object.keys(tool.output.shape)]) {
        expect(text, tool.name).toContain(`\`${field}\``);
      }
      for (const code of tool.refusals) expect(text).toContain(`/docs/errors/${code}.md`);
      if (tool.scope !== null) expect(text).toContain(`\`${tool.scope}\``);
      // What answers `created: false` for a repeat says so.
      expect(text.includes('| Calling it twice | Does it twice'), tool.name).toBe(
        tool.effect !== 'read' && !tool.idempotent && tool.sameAnswers === null,
      );
    }
    for (const [code, { message, status }] of Object.entries(ERRORS)) {
      const { text } = await get(`/docs/errors/${code}.md`);
      expect(text).toContain(message);
      expect(text).toContain(`| HTTP | ${status} |`);
      expect(text, code).toContain('## What to do');
    }
  });

  test('is kept by caches, zipped, and answered to HEAD', async () => {
    for (const path of ['/', '/docs/quickstart', '/docs/quickstart.md', '/llms.txt', '/docs/assets/site.css']) {
      const plain = await get(path, { 'accept-encoding': 'identity' });
      const etag = plain.headers.get('etag')!;
      expect(plain.headers.get('cache-control')).toContain('public');
      const same = await get(path, { 'if-none-match': etag, 'cache-control': 'max-age=0' });
      expect([same.status, same.text], path).toEqual([304, '']);
      const zipped = await get(path, { 'accept-encoding': 'gzip' });
      expect(zipped.headers.get('content-encoding')).toBe('gzip');
      expect(zipped.text).toBe(plain.text);
      const head = await get(path, { 'accept-encoding': 'identity' }, 'HEAD');
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(plain.headers.get('content-length'));
    }
    const landing = (await get('/')).text;
    const style = linksIn(landing, 'href').find((link) => link.includes('site.css'));
    expect((await get(style!)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });
});

describe('addresses', () => {
  test('a slash too many leads to the page, and nowhere else', async () => {
    const { status, headers } = await get('/docs/quickstart/');
    expect([status, headers.get('location')]).toEqual([308, '/docs/quickstart']);
    for (const path of ['//example.com/', '/docs//', '/docs/nothing/', '/docs/assets/../../package.json']) {
      const got = await get(`${app.baseUrl}${path}`);
      if (got.status === 308) expect(got.headers.get('location')).toMatch(/^\/[a-z]/);
      else expect(got.status, path).toBe(404);
    }
  });

  test('what is not there is 404, as a page for people and a line for programs', async () => {
    for (const path of ['/nothing', '/docs/tools/no_such_tool', '/docs/assets/constructor', '/docs/quickstart.html']) {
      const page = await get(path, { accept: 'text/html' });
      expect([page.status, page.type], path).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toContain('There is no page here');
      const line = await get(path, { accept: '*/*' });
      expect([line.status, line.type], path).toEqual([404, 'text/plain; charset=utf-8']);
    }
    expect((await get('/docs/quickstart', {}, 'POST')).status).toBe(404);
    expect((await get('/api/v1/nothing', { accept: 'text/html' })).type).toContain('application/json');
  });

  test('a search finds pages and their parts: by words, names, beginnings and with a slip', async () => {
    const find = async (query: string) => {
      const { status, text, headers } = await get(`/docs/search?q=${encodeURIComponent(query)}`, {
        accept: 'text/html',
      });
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      return text;
    };
    const first = async (query: string) => /<ol class="hits"><li><a href="([^"]+)">/.exec(await find(query))?.[1];
    expect(await first('rate_limited')).toBe('/docs/errors/rate_limited');
    expect(await first('log_capture')).toBe('/docs/tools/log_capture');
    expect(await first('verify signatures of webhooks')).toMatch(/^\/docs\/webhooks/);
    expect(await first('idempotncy')).toMatch(/^\/docs\//);
    const [path, anchor] = (await first('second rotation of a key'))?.split('#') ?? [];
    if (anchor !== undefined) expect((await get(path!, { accept: 'text/html' })).text).toContain(`id="${anchor}"`);
    const text = await find('<script>qqqqqqqq</script> xyzzyx');
    expect(text).toContain('for “&lt;script&gt;qqqqqqqq&lt;/script&gt; xyzzyx”');
    expect(text).not.toContain('<script>qqqq');
    expect((await get('/docs/search', { accept: 'text/html' })).status).toBe(200);
    expect(await find('a'.repeat(5_000))).toContain('Nothing found');
  });

  test('the public address is in all of them when it is set, and the Host header never is', async () => {
    const elsewhere = await startTestApp({ PUBLIC_URL: 'https://tools.example.com' });
    try {
      const { port } = elsewhere.service.server.address() as { port: number };
      for (const path of ['/llms.txt', '/docs/mcp.md', '/sitemap.xml', '/server.json', '/']) {
        const text = await (
          await fetch(`http://127.0.0.1:${port}${path}`, { headers: { host: 'evil.example' } })
        ).text();
        expect(text, path).toContain('https://tools.example.com');
        expect(text, path).not.toMatch(/127\.0\.0\.1|evil\.example/);
      }
      const named = (await (await fetch(`http://127.0.0.1:${port}/server.json`)).json()) as { name: string };
      expect(named.name).toBe('com.example.tools/sales-agent-tools');
    } finally {
      await elsewhere.stop();
    }
  });
});

test('every link leads somewhere: pages, twins, files, and places inside pages', async () => {
  const seen = new Map<string, Promise<Got>>();
  const broken: string[] = [];
  const visit = (path: string) => {
    let found = seen.get(path);
    if (found === undefined) seen.set(path, (found = get(path, { accept: 'text/html,*/*;q=0.8' })));
    return found;
  };
  const queue = ['/', '/llms.txt', '/markdown-index.md', '/llms-full.txt', '/sitemap.xml', '/server.json'];
  const done = new Set(queue);
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const { text, type } = await visit(path);
    const links = type.startsWith('text/html')
      ? [...linksIn(text, 'href'), ...linksIn(text, 'src')]
      : Array.from(
          text.matchAll(/\]\(((?:https?:|\/)[^)\s]+)\)|<loc>([^<]+)<\/loc>/g),
          ([, link, loc]) => (link ?? loc)!,
        );
    for (const link of links) {
      const target = new URL(link, new URL(path, app.baseUrl));
      if (target.origin !== new URL(app.baseUrl).origin) {
        broken.push(`${path} leads outside: ${link}`);
        continue;
      }
      const address = target.pathname + target.search;
      // The panel is not of the documents: its own tests open it.
      if (target.pathname.startsWith('/app')) continue;
      const got = await visit(address);
      if (got.status !== 200) broken.push(`${path} -> ${link}: ${got.status}`);
      const place = decodeURIComponent(target.hash.slice(1));
      // What follows #/ is the reference's own; docs-browser.test.ts opens one.
      const isPlace = place !== '' && !place.startsWith('/') && got.type.startsWith('text/html');
      if (isPlace && !got.text.includes(`id="${place}"`)) broken.push(`${path} -> ${link}: no such place`);
      if (!done.has(address) && /^text\/(html|markdown)/.test(got.type)) queue.push(address);
      done.add(address);
    }
  }
  expect(broken).toEqual([]);
  for (const path of await pagePaths()) expect([...seen.keys()]).toContain(path);
});

test('server.json is what MCP registries take, and leads to the endpoint', async () => {
  const { text, type } = await get('/server.json');
  expect(type).toBe('application/json; charset=utf-8');
  const server = JSON.parse(text);
  expect(server.$schema).toMatch(
    /^https:\/\/static\.modelcontextprotocol\.io\/schemas\/\d{4}-\d\d-\d\d\/server\.schema\.json$/,
  );
  expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(server.description.length).toBeLessThanOrEqual(100);
  expect(server.title.length).toBeLessThanOrEqual(100);
  expect(server.version).toMatch(/^\d+\.\d+\.\d+$/);
  const [remote, ...others] = server.remotes;
  expect(others).toEqual([]);
  expect(remote.type).toBe('streamable-http');
  const [header] = remote.headers;
  expect(header).toMatchObject({ name: 'Authorization', isRequired: true, isSecret: true });
  await listsTools(remote.url, { [header.name]: header.value.replace('{api_key}', tenant.key) });
});

/** A real client connects as a configuration says, and sees every tool. */
async function listsTools(url: string, headers: Record<string, string>) {
  const client = new Client({ name: 'docs', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }) as never);
  const { tools } = await client.listTools();
  await client.close();
  expect(tools.map(({ name }) => name).toSorted()).toEqual([...registry.keys()].toSorted());
}

describe('every snippet runs', () => {
  const PRELUDE = `
set -euo pipefail
# What the command line of the client would do with these arguments.
claude() {
  [[ $1 == mcp && $2 == add && $3 == --transport && $4 == http && $5 == sales && $7 == --header ]]
  curl -sf "$6" -H "$8" -H 'Content-Type: application/json' -d '{ "jsonrpc": "2.0", "id": 1, "method": "tools/list" }'
}
`;

  let snippets: Snippet[];
  let project: string;

  beforeAll(async () => {
    const paths = await pagePaths();
    const pages = await Promise.all(paths.map(async (path) => ({ path, text: (await get(twinOf(path))).text })));
    snippets = pages.flatMap(({ path, text }) => snippetsOf(path, text));
    ({ project } = installClient(folder));
    symlinkSync(
      fileURLToPath(new URL('../node_modules/@modelcontextprotocol', import.meta.url)),
      join(project, 'node_modules/@modelcontextprotocol'),
    );
  });

  const toolOf = ({ page }: Snippet) => registry.get(page.replace('/docs/tools/', ''));

  /** A snippet of a tool's page with ids of this tenant's in place of the made-up ones. */
  async function real(snippet: Snippet): Promise<string> {
    const tool = toolOf(snippet);
    if (tool === undefined) return snippet.code;
    const input = await new Records(app, tenant).exampleOf(tool);
    const madeUp = idPaths(tool.example.input);
    const known = idPaths(input);
    return madeUp.reduce((code, { path }, at) => {
      const from = path.reduce<any>((value, key) => value[key], tool.example.input) as string;
      const to = known[at]!.path.reduce<any>((value, key) => value[key], input) as string;
      return code.replaceAll(from, to);
    }, snippet.code);
  }

  const env = () => ({ PATH: process.env['PATH'], BASE_URL: app.baseUrl, API_KEY: tenant.key });

  const of = (language: string, filter: (snippet: Snippet) => boolean = () => true) =>
    snippets.filter((snippet) => snippet.language === language && filter(snippet));

  const isWebhookGuide = ({ page }: Snippet) => page === '/docs/webhooks';

  test('and there is none of another kind', () => {
    const kinds = new Set(snippets.map(({ language, caption }) => `${language} ${caption}`.trim()));
    expect([...kinds].toSorted()).toEqual(
      [
        'sh',
        'sh curl',
        'sh refused',
        'ts',
        'ts TypeScript',
        'python',
        'console',
        'json answer',
        'json request',
        'json MCP',
        'json .mcp.json',
        'json claude_desktop_config.json',
        'json ~/.cursor/mcp.json',
        'json .vscode/mcp.json',
        'json ~/.gemini/settings.json',
        'json mcp_config.json',
        'toml ~/.codex/config.toml',
      ].toSorted(),
    );
    // webhook-verifiers.test.ts runs those of the guide on webhooks.
    expect(of('python', (snippet) => !isWebhookGuide(snippet))).toEqual([]);
  });

  test('shell', async () => {
    const scripts = of('sh', (snippet) => !isWebhookGuide(snippet));
    expect(scripts.length).toBeGreaterThan(TOOLS.length + 10);
    const tryOut = async (snippet: Snippet) => {
      const { stdout } = await run('bash', ['--norc', '-c', PRELUDE + (await real(snippet))], { env: env() });
      const about = `${snippet.page}\n${snippet.code}\n${stdout}`;
      const refused = stdout.includes('{"error":');
      expect(refused, about).toBe(snippet.caption === 'refused');
      const isSetting = snippet.code.startsWith('export ');
      expect(stdout !== '', about).toBe(!isSetting);
      if (snippet.code.includes('-D -')) expect(stdout.toLowerCase()).toContain('ratelimit-remaining: ');
      else if (snippet.code.includes('curl -s -i')) expect(stdout).toContain('HTTP/1.1 200 OK');
      else if (!isSetting) expect(stdout.trim(), about).toMatch(/^\{[\s\S]*\}$/);
    };
    // A few at a time: nearly all of it is waiting for processes to start.
    const left = [...scripts];
    const lane = async () => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) await tryOut(next);
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
  });

  test('what the guides promise of retries and runs is what happens', async () => {
    const [retry] = of('sh', ({ page }) => page === '/docs/retries');
    const { stdout } = await run('bash', ['--norc', '-c', PRELUDE + retry!.code], { env: env() });
    const ids = Array.from(stdout.matchAll(/"capture_id":"(\w+)"/g), ([, id]) => id);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect(stdout.toLowerCase().match(/idempotent-replayed: true/g)).toHaveLength(1);

    const [whole] = of('sh', ({ page }) => page === '/docs/runs');
    const { stdout: said } = await run('bash', ['--norc', '-c', PRELUDE + whole!.code], { env: env() });
    expect(said).toContain('"running":true');
    expect(said).toContain('"status":"ok"');
  });

  test('TypeScript, type-checked and run', async () => {
    const programs = await Promise.all(
      of('ts', (snippet) => !isWebhookGuide(snippet)).map(async (snippet, at) => {
        const file = `snippet-${at}.ts`;
        writeFileSync(join(project, file), await real(snippet));
        return { file, snippet };
      }),
    );
    expect(programs.length).toBeGreaterThan(TOOLS.length);
    const types = fileURLToPath(new URL('../node_modules/@types', import.meta.url));
    const extra = ['--skipLibCheck', '--types', 'node', '--typeRoots', types];
    expect(
      typeErrors(
        project,
        programs.map(({ file }) => file),
        extra,
      ),
    ).toEqual([]);
    // Those that serve do not end; the test below runs them.
    const ending = programs.filter(({ snippet }) => !snippet.code.includes('createServer('));
    const all = ending.map(({ file }) => `await import('./${file}');`).join('\n');
    writeFileSync(join(project, 'all.ts'), `${all}\nconsole.log('all of them');\n`);
    const { stdout } = await run(process.execPath, ['all.ts'], { cwd: project, env: env(), timeout: 120_000 });
    expect(stdout.trim().endsWith('all of them')).toBe(true);
  });

  test('a receiver of webhooks', async () => {
    const [receiver] = of('ts', ({ code }) => code.includes('createServer('));
    writeFileSync(
      join(project, 'receiver.ts'),
      receiver!.code.replace(
        'server.listen(',
        'server.on("listening", () => console.log(`port ${(server.address() as { port: number }).port}`));\nserver.listen(',
      ),
    );
    const secret = 'whsec_Zm9yIHRoZSBkb2N1bWVudHM';
    const child = spawn(process.execPath, ['receiver.ts'], {
      cwd: project,
      env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const port = await until(
        async () => /port (\d+)/.exec(output)?.[1],
        (found) => found !== undefined,
        30_000,
      );
      const body =
        '{"id":"evt_1","type":"draft.ready","created_at":"2026-01-01T00:00:00.000Z","data":{"draft_id":"dra_1"}}';
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const sign = (key: string) => `v1=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`;
      const deliver = (signature: string) =>
        fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          body,
          headers: { 'webhook-timestamp': timestamp, 'webhook-signature': signature },
        });
      expect((await deliver(sign(secret))).status).toBe(204);
      expect((await deliver(sign('another'))).status).toBe(400);
      await until(
        async () => output,
        (text) => text.includes('draft.ready'),
      );
    } finally {
      child.kill('SIGKILL');
    }
  });

  test('JSON-RPC messages', async () => {
    const messages = [...of('json', ({ caption }) => caption === 'MCP' || caption === 'request')];
    expect(messages.length).toBeGreaterThan(TOOLS.length);
    for (const snippet of messages) {
      const answer = await post(`${app.baseUrl}/api/v1/mcp`, await real(snippet), {
        authorization: `Bearer ${tenant.key}`,
      });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.result, `${snippet.page} ${answer.text}`).toBeDefined();
      expect(answer.body.result.isError ?? false, answer.text).toBe(false);
    }
  });

  test('answers are JSON, those of errors the envelope', () => {
    for (const { page, code } of of('json', ({ caption }) => caption === 'answer')) {
      const answer = JSON.parse(code);
      const errorOf = /^\/docs\/errors\/(\w+)$/.exec(page)?.[1];
      if (errorOf !== undefined) expect(answer.error.code).toBe(errorOf);
    }
  });

  test('configurations of MCP clients', async () => {
    const filled = (text: string) =>
      text.replace(/\$\{(env:)?API_KEY\}|\$API_KEY|\$\{input:sales-key\}|sat_…/g, tenant.key);
    const configs = of('json', ({ page, caption }) => page === '/docs/mcp' && caption.endsWith('.json'));
    expect(configs).toHaveLength(6);
    for (const { code, caption } of configs) {
      const config = JSON.parse(code);
      const { sales } = config.mcpServers ?? config.servers;
      if (sales.command === undefined) {
        const headers = { Authorization: filled(sales.headers.Authorization) };
        expect(headers.Authorization, caption).toBe(`Bearer ${tenant.key}`);
        await listsTools(sales.url ?? sales.httpUrl ?? sales.serverUrl, headers);
      } else {
        // The bridge puts its environment into the header it is told to send.
        const [, , url, flag, header] = sales.args as string[];
        expect([sales.command, sales.args[1], flag]).toEqual(['npx', 'mcp-remote', '--header']);
        const [name, value] = header!.split(':') as [string, string];
        const sent = value.replace(/\$\{(\w+)\}/g, (_, variable: string) => filled(sales.env[variable]));
        await listsTools(url!, { [name]: sent });
      }
    }
    const byOAuth = of('json', ({ page, caption }) => page === '/docs/oauth' && caption.endsWith('.json'));
    expect(byOAuth).toHaveLength(4);
    for (const { code } of byOAuth) {
      const { sales } = JSON.parse(code).mcpServers ?? JSON.parse(code).servers;
      expect(sales.url ?? sales.httpUrl).toBe(`${app.baseUrl}/api/v1/mcp`);
      expect(sales).not.toHaveProperty('headers');
    }
    const [toml] = of('toml');
    const value = (key: string) => new RegExp(`^${key} = "(.*)"$`, 'm').exec(toml!.code)![1]!;
    const variables: Record<string, string> = env() as never;
    await listsTools(value('url'), { Authorization: `Bearer ${variables[value('bearer_token_env_var')]}` });
  });
});
