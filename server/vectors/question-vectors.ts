import { remember } from '../remember.ts';
import { within } from '../within.ts';
import type { Embedder } from './embedder.ts';
import { quantized } from './quantized.ts';

/** How long a call waits for its question's vector, and while the model is still being loaded. */
const CALL_WAITS_MS = 300;
const FIRST_WAITS_MS = 2_000;

/** How long the vector is awaited for the next call that asks the same. */
const LATE_MS = 5_000;

/** Agents ask the same questions of every account: vectors are kept of as many, up to this length. */
const MOST_KEPT = 1_000;
const LONGEST = 500;

type Vectors = Map<string, Promise<Int8Array | undefined>>;

const kept = new WeakMap<Embedder, Vectors>();

async function embedded(embedder: Embedder, question: string): Promise<Int8Array | undefined> {
  try {
    const [vector] = await embedder.embed([question], 'question', AbortSignal.timeout(LATE_MS));
    return quantized(vector!);
  } catch {
    return undefined;
  }
}

/**
 * A question's vector, or undefined when there is none within 300 ms (2 s before the first vector ever): the answer then
 * goes by words. One that comes late is kept for whoever asks the same again.
 */
export async function questionVector(embedder: Embedder, question: string): Promise<Int8Array | undefined> {
  const text = question.slice(0, LONGEST);
  let vectors = kept.get(embedder);
  if (vectors === undefined) kept.set(embedder, (vectors = new Map()));
  let pending = vectors.get(text);
  if (pending === undefined) {
    pending = embedded(embedder, text);
    remember(vectors, text, pending, MOST_KEPT);
    void pending.then((vector) => vector === undefined && vectors.delete(text));
  }
  const wait = embedder.state().state === 'idle' ? FIRST_WAITS_MS : CALL_WAITS_MS;
  return within(wait, pending);
}
