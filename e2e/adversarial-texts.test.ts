import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { registry } from '../routers/index.ts';
import { ADVERSARIAL } from './harness/adversarial-texts.ts';
import { ROOT } from './harness/child-environment.ts';
import { type Child, startChild } from './harness/child.ts';
import { createStore, type AppContext, provisioner, type Store, type Tenant } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { upload } from './harness/imports.ts';
import { Browser, PASSWORD } from './harness/person.ts';
import { Records } from './harness/records.ts';

/** A cell may be refused: what it says is not of its column. */
function isRefused(error: { data?: { error?: { code?: string } } }) {
  if (error.data?.error?.code !== 'invalid_input') throw error;
}

type Schema = {
  type?: string;
  maxLength?: number;
  enum?: unknown;
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
};

type Place = { path: (string | number)[]; most: number };

/** Of values that take anything: within the size of any body. */
const MOST_OF_ANY = 60_000;

/** The name of a field whose value, or whose name itself, is the text. */
const ANY_FIELD = 'anything';

/**
 * Places of text in a tool's input, with the most characters each takes: in alternatives, lists and values of any name,
 * and where a form is wanted, too, since telling that a text does not have it is work as well.
 */
function textsIn(schema: Schema, path: Place['path'] = []): Place[] {
  if (schema.type === 'string' && !schema.enum && schema.const === undefined) {
    return [{ path, most: schema.maxLength ?? 100_000 }];
  }
  const { anyOf = [], oneOf = [], allOf = [], properties = {}, items, additionalProperties: others } = schema;
  const ofOthers = typeof others === 'object' ? textsIn(others, [...path, ANY_FIELD]) : [];
  const isAny = typeof others === 'object' && Object.keys(others).length === 0;
  return [
    ...[...anyOf, ...oneOf, ...allOf].flatMap((part) => textsIn(part, path)),
    ...Object.entries(properties).flatMap(([name, part]) => textsIn(part, [...path, name])),
    ...(items === undefined ? [] : textsIn(items, [...path, 0])),
    ...(isAny ? [{ path: [...path, ANY_FIELD], most: MOST_OF_ANY }] : ofOthers),
  ];
}

/** One place each: the alternatives of a field may have several. */
const placesIn = (schema: Schema) => [
  ...new Map(textsIn(schema).map((place) => [place.path.join('.'), place])).values(),
];

/** An input with a text at a place, and what has to be around it. */
function placed(input: any, [key, ...rest]: Place['path'], text: string): any {
  if (key === undefined) return text;
  const copy = Array.isArray(input) ? [...input] : typeof key === 'number' ? [] : { ...input };
  copy[key] = placed(copy[key] ?? {}, rest, text);
  return copy;
}

/** Names, ids and the like: what is linear or square in so few characters stalls nothing, and a few texts show what is not. */
const SHORT = 500;
const FOR_SHORT = new Set([
  'one letter',
  'a long link among few words',
  'punctuation',
  'digits',
  'spaces',
  'addresses',
]);

/** Longest stall of the service's event loop that one call may cause, in processor time. */
const MAX_STALL_MS = 50;
const TURNS = 5;

// The embedded database runs in the service's own process and stalls it by itself.
describe.runIf(onPostgres)('the event loop (needs TEST_DATABASE_URL)', () => {
  let store: Store;
  let folder: string;
  let stallsFile: string;
  let child: Child;
  let app: AppContext;
  let tenant: Tenant;
  let browser: Browser;

  beforeAll(async () => {
    store = await createStore();
    folder = mkdtempSync(join(tmpdir(), 'sat-stalls-'));
    stallsFile = join(folder, 'stalls');
    writeFileSync(stallsFile, '');
    child = await startChild({
      ...store.env,
      NODE_OPTIONS: `--import=${join(ROOT, 'e2e/harness/busy-turns.ts')}`,
      BUSY_TURNS: stallsFile,
      BUSY_TURN_MS: `${MAX_STALL_MS}`,
    });
    // Records of the tenant are made over the service's address and operator alone.
    app = provisioner(child.baseUrl) as AppContext;
    tenant = await app.newTenant();
    const email = 'robin@example.com';
    const { user_id } = await app.operator.users.create.mutate({ email, name: 'Robin Vale', password: PASSWORD });
    await app.operator.entitlements.grant.mutate({ user_id, kind: 'membership', slug: 'pro' });
    browser = new Browser(child.baseUrl);
    await browser.signIn(email, PASSWORD);
  });

  afterAll(async () => {
    await child.end('SIGTERM');
    await store.remove();
    rmSync(folder, { recursive: true });
  });

  let read = 0;

  /**
   * The longest stall since this was asked last, in milliseconds; 0 where none was too long. The request is answered in a
   * turn of its own, so that the turns before it are noted.
   */
  async function longestStall(): Promise<number> {
    await fetch(`${child.baseUrl}/healthz`);
    const stalls = readFileSync(stallsFile, 'utf8').split('\n').slice(0, -1).map(Number);
    const longest = Math.max(0, ...stalls.slice(read));
    read = stalls.length;
    return longest;
  }

  /** The shortest of the stalls that a call caused in some turns: what it causes by itself, it causes each time. */
  async function stallOf(call: () => Promise<unknown>): Promise<number> {
    let least = Infinity;
    for (let turn = 0; turn < TURNS && least > 0; turn += 1) {
      await longestStall();
      await call();
      least = Math.min(least, await longestStall());
    }
    return least;
  }

  type Call = { what: string; make: () => Promise<unknown> };

  /** The calls that stall it. Where all of them together did not, none does; else each half is made again. */
  async function slowOf(calls: Call[]): Promise<string[]> {
    await longestStall();
    for (const { make } of calls) await make();
    if ((await longestStall()) === 0) return [];
    if (calls.length > 1) {
      const half = Math.ceil(calls.length / 2);
      return [...(await slowOf(calls.slice(0, half))), ...(await slowOf(calls.slice(half)))];
    }
    const [{ what, make }] = calls as [Call];
    const took = await stallOf(make);
    return took > 0 ? [`${what}: ${took} ms`] : [];
  }

  const tools = [...registry.values()]
    .map((tool) => ({ tool, name: tool.name, texts: placesIn(z.toJSONSchema(tool.input, { io: 'input' }) as Schema) }))
    .filter(({ texts }) => texts.length > 0);

  test.each(tools)('$name: no text in any field stalls it', { timeout: 300_000 }, async ({ tool, texts }) => {
    const example = await new Records(app, tenant).exampleOf(tool);
    for (const [what, textOf] of Object.entries(ADVERSARIAL)) {
      const calls = texts
        .filter(({ most }) => most > SHORT || FOR_SHORT.has(what))
        .flatMap(({ path, most }) =>
          [...new Set([most > 2_000 ? 1_000 : most, most])].map((length): Call => {
            const input = placed(example, path, textOf(length).slice(0, most));
            return { what: `${path.join('.')}: ${what}, ${length}`, make: () => tenant.rest(tool.name, input) };
          }),
        );
      expect(await slowOf(calls)).toEqual([]);
    }
  });

  test('no long list stalls it', { timeout: 300_000 }, async () => {
    const fields = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`field_${n}`, 'twelve chars']));
    const list = (of: (n: number) => unknown, length: number) => ({
      list_name: 'Long',
      accounts: Array.from({ length }, (_, n) => of(n)),
    });
    const lists = {
      'as many as it takes': list((n) => ({ domain: `a${n}.example`, name: `A ${n}`, ...fields }), 10_000),
      'none of them right': list((n) => ({ domain: `a${n}`, employees: 'x', ...fields }), 10_000),
      'far too many': list(() => 1, 1_900_000),
    };
    const statuses = Object.values(lists).map(async (input) => (await tenant.rest('gtm_build_tam', input)).status);
    expect(await Promise.all(statuses)).toEqual([200, 400, 400]);
    const calls = Object.entries(lists).flatMap(([what, input]): Call[] => [
      { what: `${what}, REST`, make: () => tenant.rest('gtm_build_tam', input) },
      { what: `${what}, MCP`, make: () => tenant.mcp('tools/call', { name: 'gtm_build_tam', arguments: input }) },
      { what: `${what}, tags`, make: () => tenant.rest('log_capture', { tags: input.accounts.slice(0, 450_000) }) },
    ]);
    expect(await slowOf(calls)).toEqual([]);
  });

  test('no reply stalls it', { timeout: 300_000 }, async () => {
    const { send_id } = await tenant.client.hosted.record_send.mutate({ channel: 'email' });
    const calls = Object.entries(ADVERSARIAL).flatMap(([what, textOf]) =>
      ['', '<p>'].map((start): Call => {
        const text = `${start}${textOf(100_000)}`.slice(0, 100_000);
        return { what: `${start}${what}`, make: () => tenant.client.hosted.record_reply.mutate({ send_id, text }) };
      }),
    );
    expect(await slowOf(calls)).toEqual([]);
  });

  test('no cell of an import stalls it', { timeout: 300_000 }, async () => {
    const slow: string[] = [];
    for (const [what, textOf] of Object.entries(ADVERSARIAL)) {
      for (const column of ['notes', 'domain', 'employees']) {
        const csv = `external_ref,name,${column}\nx1,Acme,"${textOf(100_000).replaceAll('"', '""')}"\n`;
        const import_id = await upload(browser.panel, 'account', csv);
        const took = await stallOf(() => browser.panel.imports.preview.mutate({ import_id }).catch(isRefused));
        await browser.panel.imports.cancel.mutate({ import_id });
        if (took > 0) slow.push(`${column}: ${what}: ${took} ms`);
      }
    }
    expect(slow).toEqual([]);
  });
});
