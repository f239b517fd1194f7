import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { statement } from '../db/statement.ts';
import { registry } from '../routers/index.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';
import { useApp } from './harness/shared-app.ts';
import { newKey } from '../server/gate/key-format.ts';
import { withinReach } from './harness/machine.ts';
import { Records } from './harness/records.ts';
import { envelopeProblems } from './harness/schemas.ts';
import { until } from './harness/until.ts';
import { exchange, head, type Part, type WireAnswer } from './harness/wire.ts';

/** Whatever comes, a word of the catalogue or the 403 of form types (decisions 5); never a 5xx, and nothing written. */

const TOOL = '/api/v1/tools/log_capture';
const FINE = { source: 'test', text: 'fine' };

const countCaptures = statement(
  'test_count_captures',
  `SELECT text, count(*)::int AS count FROM captures GROUP BY text`,
);
const countWritten = statement(
  'test_count_written',
  `SELECT count(*)::int AS count FROM api_key_calls WHERE tool = 'log_capture' AND outcome = 'ok'`,
);
const failures = statement(
  'test_failures',
  `SELECT tool, error_code, request_id FROM api_key_calls WHERE error_code IN ('internal', 'unavailable')`,
);

let app: AppContext;
let tenant: Tenant;
let accepted = 0;

useApp(async (started) => {
  app = started;
  tenant = await app.newTenant();
});

afterAll(async () => {
  const { db } = app.service.app.services;
  // Every call that was acknowledged, and not one more; they all say the same, which is kept once.
  const captures = await db.read<{ text: string; count: number }>(tenant.workspaceId, countCaptures);
  expect(captures).toEqual(accepted === 0 ? [] : [{ text: 'fine', count: 1 }]);
  expect(await db.read(tenant.workspaceId, countWritten)).toEqual([{ count: accepted }]);
  expect(await db.read(tenant.workspaceId, failures)).toEqual([]);
});

const standard = (): [string, string][] => [
  ['Host', 'localhost'],
  ['Authorization', `Bearer ${tenant.key}`],
];

type Sent = {
  method?: string;
  path?: string;
  headers?: [string, string][];
  type?: string | null;
  body?: string | Uint8Array;
};

async function send({ method = 'POST', headers = [], type = 'application/json', body = '', ...sent }: Sent) {
  const path = sent.path ?? pathOf(body);
  const bytes = Buffer.from(body);
  const all: [string, string][] = [
    ...standard(),
    ...(type === null ? [] : [['Content-Type', type] as [string, string]]),
    ['Content-Length', String(bytes.length)],
    ...headers,
  ];
  return (await exchange(app.baseUrl, [head(method, path, all), bytes]))!;
}

function expectEnvelope(answer: WireAnswer | undefined, status: number, code: string | RegExp) {
  expect(answer).toBeDefined();
  expect(answer!.status, answer!.text).toBe(status);
  expect(envelopeProblems(answer!.body), answer!.text).toEqual([]);
  expect(answer!.body.error.code).toMatch(code instanceof RegExp ? code : new RegExp(`^${code}$`));
  expect(answer!.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer!.headers.get('x-request-id')).toBe(answer!.body.error.request_id);
}

function expectAccepted(answer: WireAnswer | undefined) {
  expect(answer?.status, answer?.text).toBe(200);
  accepted += 1;
}

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
/** Where any value is kept as given: a free field of a tool that has such. */
const FREE = '/api/v1/tools/update_prospect';
const withField = (json: string) => `{"name":"fine","fields":{"extra":${json}}}`;
const pathOf = (body: string | Uint8Array) => (typeof body === 'string' && body.startsWith('{"name"') ? FREE : TOOL);

describe('JSON that is not', () => {
  test.each([
    ['nothing', ''],
    ['blanks', '  \n '],
    ['an array', '[]'],
    ['an array of objects', JSON.stringify([FINE])],
    ['a string', '"text"'],
    ['a number', '12'],
    ['null', 'null'],
    ['a boolean', 'true'],
    ['half an object', '{"source":"test","text":"fi'],
    ['an object and more', `${JSON.stringify(FINE)}{}`],
    ['a trailing comma', '{"source":"test","text":"fine",}'],
    ['a comment', '{"source":"test","text":"fine"/* */}'],
    ['single quotes', "{'source':'test','text':'fine'}"],
    ['NaN', withField('NaN')],
    ['Infinity', withField('-Infinity')],
    ['a raw NUL', '{"source":"test","text":"fi\0ne"}'],
    ['a raw line feed in a string', '{"source":"test","text":"fi\nne"}'],
    ['a form', 'source=test&text=fine'],
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"source":"test","text":"'), 0xff, 0xfe, 0x22, 0x7d])],
    ['an overlong NUL', Buffer.from([...Buffer.from('{"source":"test","text":"'), 0xc0, 0x80, 0x22, 0x7d])],
    ['a surrogate in UTF-8', Buffer.from([...Buffer.from('{"source":"t","text":"'), 0xed, 0xa0, 0x80, 0x22, 0x7d])],
    ['half a character', Buffer.from([...Buffer.from('{"source":"test","text":"'), 0xe2, 0x82, 0x22, 0x7d])],
    ['UTF-16', Buffer.from(`\ufeff${JSON.stringify(FINE)}`, 'utf16le')],
    ['noise', Buffer.from(Array.from({ length: 256 }, (_, index) => index))],
  ])('%s is invalid_json', async (_, body) => {
    expectEnvelope(await send({ body }), 400, 'invalid_json');
  });

  test('a byte order mark is no reason to refuse', async () => {
    expectAccepted(await send({ body: `\ufeff${JSON.stringify(FINE)}` }));
  });
});

describe('values that cannot be kept', () => {
  test.each([
    ['a NUL', '{"source":"test","text":"fi\\u0000ne"}'],
    ['a NUL in a free field', withField('{"a":["\\u0000"]}')],
    ['a NUL in a key', withField('{"a\\u0000":1}')],
    ['a lone high surrogate', '{"source":"test","text":"\\ud800"}'],
    ['a lone low surrogate', '{"source":"test","text":"a\\udc00b"}'],
    ['surrogates the wrong way round', '{"source":"test","text":"\\udc00\\ud800"}'],
    ['a lone surrogate in a key', withField('{"\\ud800":1}')],
    ['a number beyond a double', withField('1e999')],
    ['a number beyond a double, below zero', withField('[-1e999]')],
    ['65 levels', withField(nested(63))],
    ['100,000 levels', withField(nested(100_000))],
    ['100,000 levels of objects', withField('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000))],
    ['__proto__', '{"source":"test","text":"fine","__proto__":{"admin":true}}'],
    ['__proto__ further in', withField('{"a":[{"__proto__":{}}]}')],
    ['__proto__ in disguise', '{"source":"test","text":"fine","\\u005f_proto__":{}}'],
    ['constructor', withField('{"constructor":{"prototype":{}}}')],
    ['prototype', withField('{"prototype":{}}')],
    ['the same key twice', '{"source":"test","text":"first","text":"fine"}'],
    ['the same key twice, once in disguise', '{"source":"test","text":"first","\\u0074ext":"fine"}'],
    ['the same key twice further in', withField('[{"a":1,"b":{},"a":2}]')],
    ['a string for an object', '{"source":{"toString":"test"},"text":"fine"}'],
    ['an id that is an object', '{"source":"test","text":"fine","account_id":{"id":"acc_1"}}'],
    ['an id that is an array', '{"source":"test","text":"fine","account_id":["acc_01kaj6w6qk5x3v0c8m9n2p4r7t"]}'],
    ['an id that is a number', '{"source":"test","text":"fine","account_id":7}'],
    ['an id of no type', '{"source":"test","text":"fine","account_id":"7"}'],
    ['an id in capitals', '{"source":"test","text":"fine","account_id":"ACC_01KAJ6W6QK5X3V0C8M9N2P4R7T"}'],
    ['an id with SQL', `{"source":"test","text":"fine","account_id":"acc_' OR 1=1 --"}`],
    ['too many tags', JSON.stringify({ ...FINE, tags: Array(51).fill('tag') })],
    ['a tag too long', JSON.stringify({ ...FINE, tags: ['t'.repeat(201)] })],
    ['a source too long', JSON.stringify({ ...FINE, source: 's'.repeat(201) })],
    ['an empty text', JSON.stringify({ ...FINE, text: '' })],
    ['a blank text', JSON.stringify({ ...FINE, text: ' \n\t ' })],
    ['a text too long', JSON.stringify({ ...FINE, text: 'x'.repeat(100_001) })],
    ['no text', '{"source":"test"}'],
  ])('%s is invalid_input', async (_, body) => {
    const answer = await send({ body });
    expectEnvelope(answer, 400, 'invalid_input');
    expect(answer.body.error.issues.length).toBeGreaterThan(0);
  });

  test('an id of another type says what was expected and what came', async () => {
    const body = JSON.stringify({ ...FINE, account_id: 'pro_01kaj6w6qk5x3v0c8m9n2p4r7t' });
    const { error } = (await send({ body })).body;
    expect(error.issues).toEqual([
      { path: 'account_id', message: 'expected an account id (acc_…), got a prospect id' },
    ]);
  });

  test('what only looks odd is kept', async () => {
    for (const json of [
      nested(62),
      '{"a:b":"{\\"a\\":1,\\"a\\":2}","c\\\\":"\\\\\\":"}',
      '"\\ud83d\\ude00"',
      '[1e308,-0,0.1e-400,12345678901234567890]',
      '{"a":{"a":{"a":1}},"hasOwnProperty":1,"toString":2}',
    ]) {
      const { status, text } = await send({ body: withField(json) });
      expect(status, text).toBe(200);
    }
  });
});

describe('dates that are not ISO 8601', () => {
  const dated = [...registry.values()].flatMap((tool) => {
    const { properties = {} } = z.toJSONSchema(tool.input, { io: 'input' });
    return Object.entries(properties)
      .filter(([, schema]) => (schema as { format?: string }).format === 'date-time')
      .map(([field]) => ({ name: tool.name, tool, field }));
  });

  test('some tool takes one', () => expect(dated.length).toBeGreaterThan(0));

  test.each(dated)('$name refuses them in $field', async ({ tool, field }) => {
    const example = await new Records(app, tenant).exampleOf(tool);
    const path = `/api/v1/tools/${tool.name}`;
    const never = [
      'yesterday',
      '',
      '2026-03-01',
      '2026-03-01T09:30:00',
      '2026-02-30T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-03-01T25:00:00Z',
      '2026-03-01 09:30:00Z',
      '01/03/2026',
      '20260301T093000Z',
      1_772_000_000,
      { $date: '2026-03-01T09:30:00Z' },
      ['2026-03-01T09:30:00Z'],
      true,
    ];
    for (const value of never) {
      expectEnvelope(await send({ path, body: JSON.stringify({ ...example, [field]: value }) }), 400, 'invalid_input');
    }
    // Beyond what the database keeps: refused by name.
    for (const value of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00']) {
      const { text } = await send({ path, body: JSON.stringify({ ...example, [field]: value }) });
      expect(JSON.parse(text).error, text).toMatchObject({ code: 'invalid_input', issues: [{ path: field }] });
    }
    // An offset that ISO 8601 has and PostgreSQL has not.
    for (const value of ['2026-12-01T09:30:00+23:00', '2026-12-01T09:30:00-23:00']) {
      const { text } = await send({ path, body: JSON.stringify({ ...example, [field]: value }) });
      expect(text).not.toContain('database');
    }
  });
});

describe('content types', () => {
  test.each([
    null,
    '',
    'text/plain',
    'TEXT/Plain; charset=utf-8',
    'application/x-www-form-urlencoded',
    'Application/X-WWW-Form-URLencoded;charset=utf-8',
    'multipart/form-data; boundary=x',
    'MULTIPART/form-data',
    '  text/plain  ',
  ])('%j is a form another site could post: 403 before anything else', async (type) => {
    for (const path of [TOOL, '/api/v1/tools/no_such_tool', '/api/nothing', '/api', '/API/v1/tools/log_capture']) {
      const answer = await send({ path, type, body: JSON.stringify(FINE) });
      expect(answer.status, path).toBe(403);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(answer.text).toMatch(/cross-site POST form submissions are forbidden/i);
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
      expect(answer.headers.get('ratelimit-limit')).toBeUndefined();
    }
  });

  test.each([
    'application/xml',
    'application/json5',
    'application/jsonl',
    'application/vnd.api+json',
    'application/octet-stream',
    'json',
    ',',
    ';',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json;charset="latin1"',
    'application/json; charset=utf-8x',
  ])('%j is no JSON in UTF-8', async (type) => {
    expectEnvelope(await send({ type, body: JSON.stringify(FINE) }), 400, 'invalid_json');
  });

  test.each([
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json ; charset=utf8; profile=x',
  ])('%j is JSON', async (type) => {
    expectAccepted(await send({ type, body: JSON.stringify(FINE) }));
  });

  test('a compressed body is no JSON', async () => {
    const { gzipSync } = await import('node:zlib');
    const body = gzipSync(JSON.stringify(FINE));
    expectEnvelope(await send({ body, headers: [['Content-Encoding', 'gzip']] }), 400, 'invalid_json');
  });
});

describe('sizes', () => {
  const sized = (bytes: number) => JSON.stringify(FINE).padEnd(bytes);
  const chunked = (body: string, size: number): Part[] => {
    const parts: Part[] = [
      head('POST', TOOL, [...standard(), ['Content-Type', 'application/json'], ['Transfer-Encoding', 'chunked']]),
    ];
    for (let from = 0; from < body.length; from += size) {
      const chunk = body.slice(from, from + size);
      parts.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
    }
    return [...parts, '0\r\n\r\n'];
  };

  test('one million bytes are accepted, one more is not', async () => {
    expectAccepted(await send({ body: sized(1_000_000) }));
    expectEnvelope(await send({ body: sized(1_000_001) }), 400, 'payload_too_large');
  });

  test('bytes count, not characters', async () => {
    const body = withField(`"${'é'.repeat(600_000)}"`);
    expect(body.length).toBeLessThan(1_000_000);
    expectEnvelope(await send({ body }), 400, 'payload_too_large');
  });

  test('five million bytes are answered, not cut off', async () => {
    expectEnvelope(await send({ body: sized(5_000_000) }), 400, 'payload_too_large');
  });

  test('uploads in chunks are read, and measured', async () => {
    expectAccepted(await exchange(app.baseUrl, chunked(JSON.stringify(FINE), 3)));
    expectEnvelope(await exchange(app.baseUrl, chunked(sized(1_000_001), 50_000)), 400, 'payload_too_large');
    expectEnvelope(await exchange(app.baseUrl, chunked(sized(6_000_000), 60_000)), 400, 'payload_too_large');
  });

  test('what is too large is read to its end, so that the connection can be used again', async () => {
    const body = JSON.stringify(FINE);
    const next = head('POST', TOOL, [
      ...standard(),
      ['Content-Type', 'application/json'],
      ['Content-Length', String(body.length)],
    ]);
    const parts = [...chunked(sized(20_000_000), 500_000), next, body];
    expectAccepted(await exchange(app.baseUrl, parts, { skip: 1 }));
  });

  test('an upload that never ends is answered at the limit', async () => {
    const chunk = `ffff\r\n${'x'.repeat(0xffff)}\r\n`;
    const parts = chunked('', 1).slice(0, 1);
    const answer = await exchange(app.baseUrl, [...parts, ...Array<string>(100).fill(chunk)]);
    expectEnvelope(answer, 400, 'payload_too_large');
  });

  test('the key is asked for before the size', async () => {
    const headers: [string, string][] = [
      ['Host', 'localhost'],
      ['Content-Type', 'application/json'],
      ['Content-Length', '50000000'],
    ];
    expectEnvelope(await exchange(app.baseUrl, [head('POST', TOOL, headers)]), 401, 'missing_key');
  });
});

describe('long bodies', () => {
  const upload = (path: string, key: string | undefined, length = 4_000_000) =>
    head('POST', path, [
      ['Host', 'localhost'],
      ...(key === undefined ? [] : [['Authorization', `Bearer ${key}`] as [string, string]]),
      ['Content-Type', 'application/json'],
      ['Content-Length', String(length)],
    ]);
  const LONG = '/api/v1/tools/gtm_build_tam';

  test.each(['/api/v1/mcp', LONG, '/trpc/tools.gtm_build_tam', '/trpc/hosted.record_send?batch=1'])(
    'are not waited for at %s unless the key is one',
    async (path) => {
      const keys = { missing_key: undefined, invalid_key: 'sat_nonsense' };
      for (const [code, key] of [...Object.entries(keys), ['invalid_key', newKey()]] as [
        string,
        string | undefined,
      ][]) {
        const answer = await exchange(app.baseUrl, [upload(path, key)]);
        expect(answer?.status).toBe(401);
        // tRPC answers in chunks, which this reader of bytes does not put together.
        if (!path.startsWith('/trpc')) expect(answer?.text).toContain(code);
      }
    },
  );

  test.each(['/trpc/operator.users.create', '/trpc/panel.keys.create', '/app/auth/sign-in/email'])(
    'are not read at %s from anybody',
    async (path) => {
      const answer = await exchange(app.baseUrl, [upload(path, 'nobody')]);
      expect(answer?.status).toBeGreaterThanOrEqual(400);
      expect(answer?.status).toBeLessThan(500);
    },
  );

  test('are in progress for a key up to 16 MB at once, and nobody else is kept waiting', async () => {
    const who = await app.newTenant();
    const other = await app.newTenant();
    const held = Promise.withResolvers<void>();
    const hold = () =>
      exchange(app.baseUrl, [upload(LONG, who.key), '{', { until: held.promise }], { hangUp: 'destroy' });
    const uploads = Array.from({ length: 4 }, hold);
    const busy = await until(
      () => exchange(app.baseUrl, [upload('/api/v1/mcp', who.key, 100_000), '{}'.padEnd(100_000)]),
      (answer) => {
        if (answer?.status === 429) return true;
        // On a busy machine one of the four may have been given up for its slowness.
        uploads.push(hold());
        return false;
      },
    );
    expectEnvelope(busy, 429, 'overloaded');
    expect(busy!.headers.get('retry-after')).toBe('1');
    expectEnvelope(await exchange(app.baseUrl, [upload(LONG, who.key)]), 429, 'overloaded');
    // Short calls of the key, and long ones of others, go on.
    expect((await who.rest('verify_session')).status).toBe(200);
    const body = JSON.stringify({ list: 'l', accounts: [] }).padEnd(100_000);
    expectEnvelope(await exchange(app.baseUrl, [upload(LONG, other.key, 100_000), body]), 400, 'invalid_input');
    held.resolve();
    await Promise.all(uploads);
    await until(
      () => exchange(app.baseUrl, [upload(LONG, who.key, 100_000), body]),
      (answer) => answer?.status === 400,
    );
    const rows = await app.auditOf(who);
    expect(rows.filter(({ error_code: code }) => code === 'overloaded').length).toBeGreaterThan(0);
  });
});

describe('uploads that are not what they say', () => {
  const body = JSON.stringify(FINE);
  const announced = (length: string, extra: [string, string][] = []) =>
    head('POST', TOOL, [...standard(), ['Content-Type', 'application/json'], ['Content-Length', length], ...extra]);

  test('a hang-up before the end is nobody’s call', async () => {
    const before = (await app.auditOf(tenant)).length;
    for (const hangUp of ['end', 'destroy'] as const) {
      const answer = await exchange(app.baseUrl, [announced('5000'), body, { waitMs: 20 }], { hangUp });
      expect(answer?.status ?? 400).toBe(400);
    }
    const half = [announced('5000').replace('Content-Length: 5000', 'Transfer-Encoding: chunked'), '1e\r\n{"source"'];
    await exchange(app.baseUrl, [...half, { waitMs: 20 }], { hangUp: 'destroy' });
    expect(await app.auditOf(tenant)).toHaveLength(before);
  });

  test('a body longer than announced is cut where it was announced', async () => {
    expectEnvelope(await exchange(app.baseUrl, [announced('10'), body]), 400, 'invalid_json');
  });

  test.each([
    ['-1', []],
    ['ten', []],
    ['1 0', []],
    ['0x10', []],
    ['99999999999999999999999', []],
    [String(body.length), [['Content-Length', '3']]],
    [String(body.length), [['Transfer-Encoding', 'chunked']]],
    ['', []],
  ] as [string, [string, string][]][])('Content-Length %j %j is refused', async (length, extra) => {
    expectEnvelope(await exchange(app.baseUrl, [announced(length, extra), body]), 400, /^invalid_json$/);
  });

  test.each(['zz\r\n', '-5\r\n{}\r\n', 'fffffffffffffffff\r\n{', '5 5\r\nhello\r\n', '5\r\nhello--\r\n'])(
    'the chunk %j is refused',
    async (chunk) => {
      const start = announced('0').replace('Content-Length: 0', 'Transfer-Encoding: chunked');
      expectEnvelope(await exchange(app.baseUrl, [start, chunk, '0\r\n\r\n']), 400, 'invalid_json');
    },
  );

  test('Expect: 100-continue is served; other expectations are ignored', async () => {
    const length = String(body.length);
    expectAccepted(await exchange(app.baseUrl, [announced(length, [['Expect', '100-continue']]), body]));
    const odd = await exchange(app.baseUrl, [announced(length, [['Expect', 'miracles']]), body]);
    expectAccepted(odd);
  });
});

describe('requests that are not HTTP', () => {
  test.each([
    'GARBAGE\r\n\r\n',
    'POST\r\n\r\n',
    `POST ${TOOL} HTTP/9.9\r\nHost: x\r\n\r\n`,
    `post ${TOOL} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `BREW ${TOOL} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `POST /api/v1/to ols HTTP/1.1\r\nHost: x\r\n\r\n`,
    `POST /api/v1/\0 HTTP/1.1\r\nHost: x\r\n\r\n`,
    `POST ${TOOL} HTTP/1.1\r\nHost x\r\n\r\n`,
    `POST ${TOOL} HTTP/1.1\r\nHost: x\r\nBad Name: y\r\n\r\n`,
    `POST ${TOOL} HTTP/1.1\r\nHost: x\r\n: empty\r\n\r\n`,
    `POST ${TOOL} HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    '{"source":"test","text":"fine"}\r\n\r\n',
  ])('%j is refused with the envelope', async (bytes) => {
    expectEnvelope(await exchange(app.baseUrl, [Buffer.from(bytes, 'latin1')]), 400, 'invalid_json');
  });

  test.each([`POST ${TOOL}\r\n\r\n`, `POST ${TOOL} HTTP/2.0\r\nHost: x\r\n\r\n`])(
    '%j, which Node can read, is a form another site could post',
    async (bytes) => {
      const answer = await exchange(app.baseUrl, [bytes]);
      expect(answer!.status).toBe(403);
      expect(answer!.headers.get('x-request-id')).toMatch(/^req_/);
    },
  );

  test('a request without Host is refused with the envelope', async () => {
    const bytes = `POST ${TOOL} HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
    expectEnvelope(await exchange(app.baseUrl, [bytes]), 400, 'invalid_json');
  });

  test('headers of 20 KB are refused, many small ones are not', async () => {
    const large: [string, string][] = [['X-Large', 'x'.repeat(20_000)]];
    expectEnvelope(await send({ headers: large, body: JSON.stringify(FINE) }), 400, 'payload_too_large');
    const many = Array.from({ length: 3_000 }, (_, index): [string, string] => [`X-${index}`, 'y']);
    expectEnvelope(await send({ headers: many, body: JSON.stringify(FINE) }), 400, 'payload_too_large');
    expectAccepted(await send({ headers: many.slice(0, 900), body: JSON.stringify(FINE) }));
    const long = await send({ path: `/api/v1/tools/${'x'.repeat(20_000)}`, body: '{}' });
    expectEnvelope(long, 400, 'payload_too_large');
  });

  test('an upgrade is not taken up, and the call is answered', async () => {
    for (const protocol of ['websocket', 'h2c', 'TLS/1.3']) {
      const headers: [string, string][] = [
        ['Connection', 'Upgrade'],
        ['Upgrade', protocol],
        ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
        ['Sec-WebSocket-Version', '13'],
      ];
      expectAccepted(await send({ headers, body: JSON.stringify(FINE) }));
    }
  });

  test('CONNECT is not served', async () => {
    const answer = await exchange(app.baseUrl, ['CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n']);
    expect(answer?.status ?? 400).toBeGreaterThanOrEqual(400);
    expect(answer?.status ?? 400).toBeLessThan(500);
  });

  test('HTTP/1.0 is served', async () => {
    const body = JSON.stringify(FINE);
    const start = head('POST', TOOL, [
      ...standard(),
      ['Content-Type', 'application/json'],
      ['Content-Length', String(body.length)],
    ]);
    expectAccepted(await exchange(app.baseUrl, [start.replace('HTTP/1.1', 'HTTP/1.0'), body]));
  });
});

describe('addresses', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/v1',
    '/api/v1/',
    '/api/v1/tools',
    '/api/v1/tools/',
    '/api/v2/tools/log_capture',
    '/api/v1/tools/log_capture/more',
    '/api/v1/tools/constructor',
    '/api/v1/tools/__proto__',
    '/api/v1/tools/hasOwnProperty',
    '/api/v1/tools/toString',
    '/api/v1/tools/%5f%5fproto%5f%5f',
    '/api/v1/tools/log_capture%00',
    '/api/v1/tools/log_capture%20',
    '/api/v1/tools/LOG_CAPTURE',
    '/api/v1/tools/..%2f..%2fetc%2fpasswd',
    '/api/v1/tools/%zz',
    '/api/v1/tools/%',
    '/api/v1/tools/%c0%80',
    '/api/v1/tools/%ff',
    '/api/v1/tools/%ed%a0%80',
    `/api/v1/tools/${'x'.repeat(8_000)}`,
    `/api/v1/tools/${'%F0%9F%98%80'.repeat(100)}`,
    '//api/v1/tools/log_capture',
    '/api//v1/tools/log_capture',
    '/api/v1//tools/log_capture',
    '/api/v1/tools//log_capture',
    '/api/../api/v1/tools/x',
  ])('%j is not found', async (path) => {
    const answer = await send({ path, body: JSON.stringify(FINE) });
    if (path.startsWith('//')) expect([404, 400]).toContain(answer.status);
    else expectEnvelope(answer, 404, 'not_found');
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY'])(
    '%s on a tool is not found',
    async (method) => {
      expectEnvelope(await send({ method, body: JSON.stringify(FINE) }), 404, 'not_found');
    },
  );

  test('OPTIONS on a tool says what it takes', async () => {
    const answer = await send({ method: 'OPTIONS', body: '' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
  });

  test('HEAD on a tool is not found, without a body', async () => {
    const bytes = head('HEAD', TOOL, [...standard(), ['Connection', 'close']]);
    const answer = await exchange(app.baseUrl, [bytes]);
    expect(answer!.status).toBe(404);
    expect(answer!.text).toBe('');
  });

  test.each(['/', '//', '/nothing', '/%zz', '*', 'http://[/', 'http://evil.example/api/nothing', '/?a=%zz'])(
    '%j outside of /api is never a failure',
    async (path) => {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await send({ method, path, body: method === 'POST' ? '{}' : '' });
        expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(500);
      }
    },
  );

  test('queries, fragments and absolute addresses do not confuse a tool', async () => {
    const body = JSON.stringify(FINE);
    expectAccepted(await send({ path: `${TOOL}?a[]=%zz&__proto__[x]=1`, body }));
    expectAccepted(await send({ path: '/api/v1/tools/log%5Fcapture', body }));
    expectAccepted(await send({ path: `http://elsewhere.example${TOOL}`, body }));
  });
});

describe('headers with a meaning', () => {
  const body = JSON.stringify(FINE);

  test.each(['', 'Bearer', 'Bearer  ', 'Basic dXNlcjpwYXNz', 'sat_123', 'Bearer a b', 'Bearer\u00e9'])(
    'Authorization %j brings no key',
    async (value) => {
      const headers: [string, string][] = [
        ['Host', 'localhost'],
        ['Authorization', value],
        ['Content-Type', 'application/json'],
        ['Content-Length', String(body.length)],
      ];
      const answer = await exchange(app.baseUrl, [Buffer.from(head('POST', TOOL, headers) + body, 'latin1')]);
      expectEnvelope(answer, 401, 'missing_key');
    },
  );

  test.each(['x'.repeat(10_000), 'sat_', `sat_${'é'.repeat(40)}`, '__proto__', `sat_${'0'.repeat(40)}`, '\u00ff'])(
    'the key %j is none',
    async (value) => {
      const headers: [string, string][] = [
        ['Host', 'localhost'],
        ['Authorization', `Bearer ${value}`],
        ['Content-Type', 'application/json'],
        ['Content-Length', String(body.length)],
      ];
      const answer = await exchange(app.baseUrl, [Buffer.from(head('POST', TOOL, headers) + body, 'latin1')]);
      expectEnvelope(answer, 401, 'invalid_key');
    },
  );

  test.each([
    ['Idempotency-Key', 'x'.repeat(256)],
    ['Idempotency-Key', 'a b'],
    ['Idempotency-Key', ''],
    ['Idempotency-Key', '\u00e9'],
    ['Run-Ref', 'x'.repeat(201)],
    ['Run-Ref', 'a\tb'],
    ['Run-Ref', '\u00fc'],
    ['Run-Ref', ''],
  ])('%s: %j is refused', async (name, value) => {
    const headers: [string, string][] = [
      ...standard(),
      [name, value],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(body.length)],
    ];
    const answer = await exchange(app.baseUrl, [Buffer.from(head('POST', TOOL, headers) + body, 'latin1')]);
    expectEnvelope(answer, 400, 'invalid_input');
    expect(answer!.body.error.issues[0].path).toBe(name);
  });
});

test.runIf(onPostgres)(
  'slow clients are cut off: headers after 10 s, bodies after 15 s',
  { timeout: 60_000 },
  async () => {
    const drip = (count: number, everyMs: number, bytes: string) =>
      Array.from({ length: count }, () => [{ waitMs: everyMs }, bytes]).flat();
    const start = `POST ${TOOL} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${tenant.key}\r\n`;
    const began = Date.now();
    const timed = async (parts: Part[]) => {
      const answer = await exchange(app.baseUrl, parts, { timeoutMs: 50_000 });
      return { answer, seconds: (Date.now() - began) / 1000 };
    };
    const [headers, silence, upload, chunks] = await Promise.all([
      timed([start, ...drip(40, 1_000, 'X-A: a\r\n')]),
      timed([start, { waitMs: 40_000 }]),
      timed([`${start}Content-Length: 100\r\n\r\n`, ...drip(45, 1_000, ' ')]),
      timed([`${start}Transfer-Encoding: chunked\r\n\r\n`, ...drip(45, 1_000, '1\r\n \r\n')]),
    ]);
    for (const { answer, seconds } of [headers, silence]) {
      expectEnvelope(answer, 400, 'invalid_json');
      expect(seconds).toBeGreaterThan(9);
      expect(seconds).toBeLessThan(withinReach(20));
    }
    for (const { answer, seconds } of [upload, chunks]) {
      expectEnvelope(answer, 400, 'invalid_json');
      expect(seconds).toBeGreaterThan(14);
      expect(seconds).toBeLessThan(withinReach(25));
    }
  },
);
