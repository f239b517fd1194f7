import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AnswerReader, NoAnswer } from './answer.ts';

/** What is read of an answer that comes in the pieces given. */
function read(...pieces: (string | Buffer)[]) {
  const reader = new AnswerReader();
  for (const piece of pieces) if (!reader.ended) reader.push(Buffer.from(piece));
  const { status, ended, keeps, keepMs, retryAfter, excerpt } = reader;
  return { status, ended, keeps, keepMs, retryAfter, excerpt };
}

const OK = 'HTTP/1.1 200 OK\r\n';

describe('the end of an answer', () => {
  test.each([
    ['a length', `${OK}Content-Length: 2\r\n\r\nok`, 'ok', true],
    ['a length of nothing', `${OK}content-length:0\r\n\r\n`, '', true],
    ['chunks', `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n3;x=y\r\n, a\r\n0\r\nT: 1\r\n\r\n`, 'ok, a', true],
    ['204', 'HTTP/1.1 204 No Content\r\n\r\n', '', true],
    ['no reason phrase', 'HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n', '', true],
    ['connection: close', `${OK}Connection: close\r\nContent-Length: 2\r\n\r\nok`, 'ok', false],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok', 'ok', false],
    ['chunks and a length', `${OK}Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, '', false],
    ['more than was announced', `${OK}Content-Length: 2\r\n\r\nokHTTP/1.1 500 No\r\n\r\n`, 'ok', false],
    ['a chunk of no size', `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n`, 'ok', false],
    ['a chunk longer than its size', `${OK}Transfer-Encoding: chunked\r\n\r\n1\r\nok\r\n`, 'o', false],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nContent-Length: 0\r\n\r\n', '', false],
  ])('%s', (_name, text, excerpt, keeps) => {
    expect(read(text)).toMatchObject({ status: Number(text.slice(9, 12)), ended: true, keeps, excerpt });
  });

  test.each([
    ['neither length nor chunks', `${OK}\r\nok`],
    ['two lengths', `${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nok`],
    ['a length that is none', `${OK}Content-Length: -2\r\n\r\nok`],
    ['another encoding', `${OK}Transfer-Encoding: gzip, chunked\r\n\r\nok`],
  ])('%s: it is the connection’s end', (_name, text) => {
    expect(read(text)).toMatchObject({ status: 200, ended: false, keeps: false, excerpt: 'ok' });
  });
});

test('interim answers are passed over', () => {
  const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
  expect(read(`${interim}HTTP/1.1 503 Busy\r\nRetry-After: 7 \r\nContent-Length: 0\r\n\r\n`)).toMatchObject({
    status: 503,
    keeps: true,
    retryAfter: '7',
  });
});

test('how long the receiver keeps the connection', () => {
  expect(read(`${OK}Keep-Alive: timeout=5, max=9\r\nContent-Length: 0\r\n\r\n`).keepMs).toBe(5_000);
  expect(read(`${OK}Content-Length: 0\r\n\r\n`).keepMs).toBe(Infinity);
});

test('16 KiB of a body are read and the first 4 KiB kept, whole characters without NUL', () => {
  const long = read(`${OK}Content-Length: 200000\r\n\r\n`, 'x'.repeat(16_384), 'x');
  expect(long).toMatchObject({ ended: true, keeps: false, excerpt: 'x'.repeat(4_096) });
  const just = read(`${OK}Content-Length: 16384\r\n\r\n`, 'x'.repeat(16_384));
  expect(just).toMatchObject({ ended: true, keeps: true });
  expect(read(`${OK}\r\n`, `a\0${'€'.repeat(2_000)}`).excerpt).toBe(`a${'€'.repeat(1_364)}`);
});

test.each([
  ['no status line', 'SSH-2.0-OpenSSH\r\n\r\n'],
  ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
  ['a status that is none', 'HTTP/1.1 2000 OK\r\n\r\n'],
  ['a head without end', `${OK}${'X-Drip: 1\r\n'.repeat(2_000)}`],
  ['interim answers without end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000)],
])('%s is no answer', (_name, text) => {
  expect(() => read(text)).toThrow(NoAnswer);
});

test('an answer is read the same, whatever pieces it comes in', () => {
  const body = fc.string({ unit: 'binary', maxLength: 300 }).map((text) => Buffer.from(text));
  const cuts = fc.array(fc.nat(900), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(body, { maxLength: 3 }), fc.boolean(), cuts, (parts, chunked, at) => {
      const pieces = parts.filter(({ length }) => length > 0);
      const whole = Buffer.concat(pieces);
      const framed = pieces.map((part) =>
        Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
      );
      const bytes = chunked
        ? Buffer.concat([Buffer.from(`${OK}Transfer-Encoding: chunked\r\n\r\n`), ...framed, Buffer.from('0\r\n\r\n')])
        : Buffer.concat([Buffer.from(`${OK}Content-Length: ${whole.length}\r\n\r\n`), whole]);
      const places = [0, ...at.filter((place) => place < bytes.length).sort((a, b) => a - b), bytes.length];
      const came = places.slice(1).map((place, n) => bytes.subarray(places[n], place));
      const { status, ended, keeps, excerpt } = read(...came.filter(({ length }) => length > 0));
      expect({ status, ended, keeps }).toEqual({ status: 200, ended: true, keeps: true });
      expect(excerpt).toBe(whole.toString('utf8').replaceAll('\0', '').toWellFormed());
    }),
  );
});

test('whatever comes, it ends or throws NoAnswer, and keeps little', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }), fc.boolean(), (pieces, headed) => {
      const reader = new AnswerReader();
      try {
        if (headed) reader.push(Buffer.from(`${OK}Transfer-Encoding: chunked\r\n\r\n`));
        for (const piece of pieces) if (!reader.ended) reader.push(Buffer.from(piece));
      } catch (error) {
        expect(error).toBeInstanceOf(NoAnswer);
      }
      expect(reader.excerpt.length).toBeLessThanOrEqual(4_096);
    }),
  );
});
