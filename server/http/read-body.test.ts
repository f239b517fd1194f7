import { expect, test } from 'vitest';
import { readBody, readJson } from './read-body.ts';

const inChunks = (chunks: (string | Uint8Array)[], cancelled: () => void = () => {}) =>
  new Response(
    new ReadableStream({
      pull(controller) {
        const next = chunks.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(typeof next === 'string' ? Buffer.from(next) : next);
      },
      cancel: cancelled,
    }),
  );

test('a body up to the limit is read whole, a character over two chunks included', async () => {
  const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
  expect(await readBody(inChunks(['caf', first, second]), 5)).toBe('café');
  expect(await readBody(new Response(null), 5)).toBe('');
});

test('a longer body is given up where it passes the limit', async () => {
  let isCancelled = false;
  const chunks = ['12345', '6', '7', '8', '9'];
  expect(
    await readBody(
      inChunks(chunks, () => (isCancelled = true)),
      5,
    ),
  ).toBeUndefined();
  expect(isCancelled).toBe(true);
  expect(chunks.length).toBeGreaterThan(0);
});

test('JSON that is none, or too long, is undefined', async () => {
  expect(await readJson(inChunks(['{"a"', ':1}']), 7)).toEqual({ a: 1 });
  expect(await readJson(inChunks(['{"a"', ':1}']), 6)).toBeUndefined();
  expect(await readJson(inChunks(['<html>']), 100)).toBeUndefined();
  expect(await readJson(new Response(null), 100)).toBeUndefined();
});
