/** The most numbers of a vector that are kept: models that make more of them put what matters first. */
const MOST_DIMENSIONS = 1_024;

/** The signs that the database compares; shorter vectors are filled up. */
const SIGNS = 512;

/** Vectors that are compared before other work of the process gets its turn: under a millisecond. */
const SLICE = 500;

/** Signed bytes as they travel to and from the database. */
export const toBase64 = (vector: Int8Array) =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.length).toString('base64');

/** A vector's direction as signed bytes; its length says nothing. */
export function quantized(vector: Float32Array): Int8Array {
  const kept = vector.subarray(0, MOST_DIMENSIONS);
  let most = 0;
  for (const part of kept) most = Math.max(most, Math.abs(part));
  const scale = most === 0 ? 0 : 127 / most;
  return Int8Array.from(kept, (part) => Math.round(part * scale));
}

/** `1` for each of the first 512 numbers above zero, `0` for the others. */
export function signsOf(vector: Int8Array): string {
  let signs = '';
  for (let at = 0; at < SIGNS; at += 1) signs += (vector[at] ?? 0) > 0 ? '1' : '0';
  return signs;
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * b[at]!;
  return sum;
}

/**
 * The cosines of a question's vector and each fact's (base64), -1 to 1, highest first, at most `limit`. Vectors of another length
 * are left out.
 */
export async function cosines(
  question: Int8Array,
  facts: readonly { fact_id: string; vector: string }[],
  limit: number,
): Promise<Map<string, number>> {
  const length = Math.sqrt(dot(question, question));
  const found: [string, number][] = [];
  for (let from = 0; from < facts.length; from += SLICE) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    for (const { fact_id: id, vector } of facts.slice(from, from + SLICE)) {
      const bytes = Buffer.from(vector, 'base64');
      if (bytes.length !== question.length) continue;
      const signed = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
      const both = length * Math.sqrt(dot(signed, signed));
      if (both > 0) found.push([id, dot(question, signed) / both]);
    }
  }
  const ranked = found.toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return new Map(ranked.slice(0, limit));
}
