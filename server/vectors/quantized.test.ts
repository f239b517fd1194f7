import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cosines, quantized, signsOf, toBase64 } from './quantized.ts';

const vector = (length: number) =>
  fc
    .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length })
    .filter((parts) => parts.some((part) => Math.abs(part) > 0.01))
    .map((parts) => Float32Array.from(parts));

const cosine = (a: Float32Array, b: Float32Array) => {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, part, at) => sum + part * y[at]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

const asBytes = (parts: Float32Array) => toBase64(quantized(parts));

test('signed bytes keep the cosine to two places', async () => {
  await fc.assert(
    fc.asyncProperty(vector(64), vector(64), async (a, b) => {
      const found = await cosines(quantized(a), [{ fact_id: 'fact_1', vector: asBytes(b) }], 1);
      expect(found.get('fact_1')).toBeCloseTo(cosine(a, b), 1.7);
    }),
  );
});

test('the highest come first, no more than asked for, equal ones in the order of their ids', async () => {
  const question = quantized(Float32Array.of(1, 0));
  const facts = [
    ['fact_d', [0, 1]],
    ['fact_c', [1, 1]],
    ['fact_b', [1, 0]],
    ['fact_a', [2, 0]],
    ['fact_e', [1, 0, 0]],
  ].map(([id, parts]) => ({ fact_id: id as string, vector: asBytes(Float32Array.from(parts as number[])) }));
  expect([...(await cosines(question, facts, 3))].map(([id]) => id)).toEqual(['fact_a', 'fact_b', 'fact_c']);
});

test('long vectors are cut, short ones have 512 signs all the same', () => {
  expect(quantized(new Float32Array(3_072).fill(0.5))).toHaveLength(1_024);
  expect(signsOf(quantized(Float32Array.of(0.5, -0.5)))).toBe(`10${'0'.repeat(510)}`);
  expect(signsOf(quantized(new Float32Array(1_024).fill(1)))).toBe('1'.repeat(512));
});

test('many vectors leave the process its turns', async () => {
  const facts = Array.from({ length: 5_000 }, (_, n) => ({
    fact_id: `fact_${n}`,
    vector: asBytes(new Float32Array(8).fill(1)),
  }));
  let done = false;
  const found = cosines(quantized(new Float32Array(8).fill(1)), facts, 12).finally(() => (done = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toBe(false);
  expect((await found).size).toBe(12);
});
