import { expect, test } from 'vitest';
import { readBody } from './read-body.ts';

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
