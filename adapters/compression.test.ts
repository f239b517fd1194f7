import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { sendJson } from './answer.ts';

const textOf = (length: number) => JSON.stringify({ text: 'x'.repeat(length) });

const server = createServer((req, res) =>
  sendJson(res, 200, textOf(Number(req.url!.slice(1))), { requestId: 'req_1' }),
);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());

const ask = (length: number, encoding: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${length}`, {
    headers: { 'Accept-Encoding': encoding },
  });

test.each([
  ['a short answer', 100, 'gzip, br', null],
  ['a long one, for a client that takes gzip', 20_000, 'gzip', 'gzip'],
  ['a long one, for a client that also takes brotli', 20_000, 'gzip, br', 'br'],
  ['a long one, for a client that takes no encoding', 20_000, 'identity', null],
])('%s', async (_, length, encoding, expected) => {
  const answer = await ask(length, encoding);
  expect(answer.headers.get('content-encoding')).toBe(expected);
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
  expect(answer.headers.get('content-length')).toBe(expected === null ? String(textOf(length).length) : null);
  expect(await answer.text()).toBe(textOf(length));
});
