import { expect, test } from 'vitest';
import { newKey } from '../server/gate/key-format.ts';
import type { AppContext, RestAnswer, Tenant } from './harness/app.ts';
import { newPerson } from './harness/person.ts';
import { newAccount } from './harness/deals.ts';
import { useApp } from './harness/shared-app.ts';
import { envelopeProblems } from './harness/schemas.ts';

let app: AppContext;
let tenant: Tenant;

useApp(async (started) => {
  app = started;
  tenant = await app.newTenant({ rateLimit: 10_000 });
});

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.baseUrl}/trpc/${path}`, {
    method,
    headers: { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) } as RestAnswer;
}

const errorsOf = (answer: RestAnswer) => [answer.body].flat().map((one) => one.error?.data.error);

test('a mutation asked for with GET is not found, and changes nothing', async () => {
  const input = encodeURIComponent(JSON.stringify({ source: 'get', text: 'never' }));
  const answer = await ask('GET', `tools.log_capture?input=${input}`);
  expect(answer.status).toBe(404);
  const [error] = errorsOf(answer);
  expect(error.code).toBe('not_found');
  expect(envelopeProblems({ error })).toEqual([]);
  expect(error.request_id).toBe(answer.headers.get('x-request-id'));
});

test('a query reads its input from the address as strictly as from a body', async () => {
  expect((await ask('GET', 'tools.verify_session?input={}')).status).toBe(200);
  expect((await ask('GET', 'tools.verify_session')).status).toBe(200);
  for (const [input, code] of [
    ['{', 'invalid_json'],
    ['{"a":1e999}', 'invalid_input'],
    ['{"a":1,"a":2}', 'invalid_input'],
    ['{"__proto__":1}', 'invalid_input'],
  ] as const) {
    const answer = await ask('GET', `tools.verify_session?input=${encodeURIComponent(input)}`);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)[0].code).toBe(code);
  }
});

test('each call of a batch is counted, answered and audited for itself', async () => {
  const who = await app.newKey(tenant.userId, { rateLimit: 3 });
  const paths = ['tools.verify_session', 'tools.no_such_tool', 'tools.verify_session', 'tools.verify_session'];
  const answer = await ask('POST', `${paths.join(',')}?batch=1`, {}, { authorization: `Bearer ${who.key}` });
  expect(answer.status).toBe(207);
  const codes = errorsOf(answer).map((error) => error?.code ?? 'ok');
  // Which of the four is the one too many is the limiter's to say; the unknown tool never succeeds.
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(1);
  expect(codes[1]).not.toBe('ok');
  expect(answer.headers.get('ratelimit-remaining')).toBe('0');
  expect(answer.headers.get('retry-after')).toBe('60');
  const rows = await app.auditOf(who);
  expect(rows.map((row) => row.error_code ?? 'ok').sort()).toEqual(codes.sort());
});

test('what a call of a batch wrote is found and undone apart from the others’', async () => {
  const person = await newPerson(app);
  const account_id = await newAccount(person, { name: 'Acme' });
  const texts = ['The first is about budget.', '', 'The second is about time.'];
  const answer = await ask(
    'POST',
    `${texts.map(() => 'tools.log_capture').join(',')}?batch=1`,
    { ...texts.map((text) => ({ source: 'call', account_id, text })) },
    { authorization: `Bearer ${person.key}`, 'run-ref': 'run-batch' },
  );
  const [, refused] = errorsOf(answer);
  const rows = (await app.auditOf(person)).filter(({ tool }) => tool === 'log_capture');
  expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(3);
  expect(rows.map(({ request_id }) => request_id)).toContain(answer.headers.get('x-request-id'));
  expect(rows.find(({ outcome }) => outcome === 'error')).toMatchObject({ request_id: refused.request_id });

  const { panel } = person.browser;
  const [first, , second] = answer.body as { result: { data: { capture_id: string } } }[];
  const { id: call_id } = rows.find(({ outcome }) => outcome === 'ok')!;
  const { totals, digest } = await panel.undos.preview.query({ call_id });
  expect(totals.records).toBe(1);
  await panel.undos.undo.mutate({ call_id, digest });
  const { items } = (await person.rest('find_records', { kind: 'capture' })).body;
  const ids = [first!, second!].map(({ result }) => result.data.capture_id);
  expect(items).toHaveLength(1);
  expect(ids).toContain(items[0].id);
});

test('a batch with a bad key is refused with 401 call by call', async () => {
  const answer = await ask(
    'POST',
    'tools.verify_session,tools.no_such_tool?batch=1',
    {},
    { authorization: 'Bearer x' },
  );
  expect(answer.status).toBe(401);
  expect(errorsOf(answer).map(({ code }) => code)).toEqual(['invalid_key', 'invalid_key']);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
});

test('bodies that are no batch, and batches that are too large, are the caller’s mistake', async () => {
  for (const body of [5, 'text', null, [1], {}]) {
    const answer = await ask('POST', 'tools.log_capture,tools.log_capture?batch=1', body);
    expect(answer.status, answer.text).toBe(400);
    for (const error of errorsOf(answer)) expect(error.code).toBe('invalid_input');
  }
  const many = await ask('POST', `${Array(51).fill('tools.verify_session').join(',')}?batch=1`, {});
  expect(many.status).toBe(400);
  expect(errorsOf(many)[0].code).toBe('invalid_input');
  expect(many.headers.get('x-request-id')).toMatch(/^req_/);
  const mixed = await ask('POST', 'tools.verify_session,tools.log_capture?batch=1', {});
  expect(mixed.status).toBe(400);
});

test('a content type that is not JSON is refused by the gate, after the key', async () => {
  for (const type of ['application/xml', 'text/plain', 'multipart/form-data', 'application/octet-stream']) {
    const answer = await ask('POST', 'tools.verify_session', {}, { 'content-type': type });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)[0].code).toBe('invalid_json');
    expect(answer.headers.get('ratelimit-limit')).toBe('10000');
    const stranger = await ask(
      'POST',
      'tools.verify_session',
      {},
      {
        'content-type': type,
        authorization: `Bearer ${newKey()}`,
      },
    );
    expect(stranger.status).toBe(401);
  }
});

test.each(['trpc-accept', 'accept'])('answers leave whole, with rate headers, whatever %s asks for', async (header) => {
  const answer = await ask('POST', 'tools.verify_session?batch=1', { 0: {} }, { [header]: 'application/jsonl' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('ratelimit-limit')).toBe('10000');
  expect(answer.body[0].result.data.scope).toBe('user');
});

test.each([
  'tools',
  'tools.',
  'tools.verify_session.',
  '',
  'constructor',
  '__proto__',
  'operator.constructor',
  'x%0Ay',
])('the path %j is not found', async (path) => {
  for (const method of ['GET', 'POST']) {
    const answer = await ask(method, path, method === 'POST' ? {} : undefined);
    expect(answer.status, answer.text).toBe(404);
    expect(errorsOf(answer)[0].code).toBe('not_found');
  }
});

test('operator procedures take the operator token and nothing else', async () => {
  const create = (headers: Record<string, string>) =>
    ask('POST', 'operator.users.create', { email: 'who@example.com', name: 'Who' }, headers);
  for (const authorization of [`Bearer ${tenant.key}`, 'Bearer x', 'Bearer ']) {
    const answer = await create({ authorization });
    expect(answer.status).toBe(401);
  }
});
