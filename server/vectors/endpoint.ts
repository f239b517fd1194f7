import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { chunksOf } from '../chunks.ts';
import { createBreaker } from '../http/breaker.ts';
import { postJson } from '../http/post-json.ts';
import { readBody } from '../http/read-body.ts';
import { retryAfterMs } from '../http/retry-after.ts';
import { type Embedder, EmbedderFailure, type EmbedderState, type Urgency } from './embedder.ts';

/** Texts in one request: the smallest limit among the servers that speak this protocol. */
const BATCH = 32;

/** An answer of 32 vectors of 4,096 numbers takes 2 to 3 MB. */
const MOST_BYTES = 8_388_608;

/** How long one request may take, and how often it is made. */
const PATIENCE: Record<Urgency, { timeoutMs: number; attempts: number }> = {
  question: { timeoutMs: 2_000, attempts: 1 },
  facts: { timeoutMs: 30_000, attempts: 4 },
};

const LONGEST_WAIT_MS = 30_000;

const answer = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
});

export type EndpointOptions = {
  /** The address up to `/embeddings`, such as `http://127.0.0.1:11434/v1`. */
  url: string;
  model: string;
  apiKey?: string | undefined;
  /** Before the first repetition, in milliseconds; it doubles each time. */
  retryDelayMs?: number;
  /** How long the endpoint is left alone after three failures in a row. */
  restMs?: number;
};

/** Why a request failed, and whether and when another may do better. */
class RequestFailure extends EmbedderFailure {
  readonly again: boolean;
  readonly waitMs: number | undefined;

  constructor(message: string, again: boolean, waitMs?: number) {
    super(message);
    this.again = again;
    this.waitMs = waitMs;
  }
}

function refusal({ status, headers }: Response): RequestFailure {
  const wait = retryAfterMs(headers.get('retry-after'));
  if (status === 401 || status === 403) return new RequestFailure(`the API key is refused (${status})`, false);
  if (status === 429) return new RequestFailure('too many requests (429)', true, wait);
  if (status >= 500) return new RequestFailure(`the endpoint fails (${status})`, true, wait);
  return new RequestFailure(`the endpoint refuses the request (${status})`, false);
}

/** The vectors of an answer, in the order of the texts. @throws RequestFailure when there is not one for each, all alike */
function vectorsOf(text: string, count: number): Float32Array[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RequestFailure('the answer is not JSON', false);
  }
  const parsed = answer.safeParse(body);
  if (!parsed.success) throw new RequestFailure('the answer has no embeddings', false);
  const vectors = new Map(parsed.data.data.map(({ index, embedding }) => [index, embedding]));
  const found = Array.from({ length: count }, (_, index) => vectors.get(index));
  if (parsed.data.data.length !== count || found.includes(undefined)) {
    throw new RequestFailure(`the answer has ${parsed.data.data.length} embeddings for ${count} texts`, false);
  }
  if (new Set(found.map((vector) => vector!.length)).size > 1) {
    throw new RequestFailure('the answer has embeddings of different lengths', false);
  }
  return found.map((vector) => Float32Array.from(vector!));
}

/** An endpoint in the shape of OpenAI's embeddings: OpenAI, Ollama, Text Embeddings Inference, vLLM and others. */
export class EndpointEmbedder implements Embedder {
  readonly model: string;
  readonly #url: string;
  readonly #apiKey: string | undefined;
  readonly #retryDelayMs: number;
  readonly #breaker;
  readonly #closing = new AbortController();
  #state: EmbedderState['state'] = 'idle';
  #reason: string | null = null;

  constructor({ url, model, apiKey, retryDelayMs = 500, restMs }: EndpointOptions) {
    this.model = model;
    this.#url = `${url}/embeddings`;
    this.#apiKey = apiKey;
    this.#retryDelayMs = retryDelayMs;
    this.#breaker = createBreaker({ restMs });
  }

  async embed(texts: readonly string[], urgency: Urgency, signal: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    const open = AbortSignal.any([signal, this.#closing.signal]);
    for (const some of chunksOf(texts, BATCH)) vectors.push(...(await this.#batch(some, urgency, open)));
    return vectors;
  }

  state(): EmbedderState {
    const resting = this.#state === 'failing' && this.#breaker.resting('facts') && this.#breaker.resting('question');
    return { kind: 'endpoint', model: this.model, state: resting ? 'resting' : this.#state, reason: this.#reason };
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  async #batch(texts: readonly string[], urgency: Urgency, signal: AbortSignal): Promise<Float32Array[]> {
    if (this.#breaker.resting(urgency)) throw new EmbedderFailure(this.#reason ?? 'it failed three times in a row');
    const { attempts } = PATIENCE[urgency];
    for (let attempt = 1; ; attempt += 1) {
      try {
        const vectors = await this.#request(texts, urgency, signal);
        this.#breaker.succeeded(urgency);
        this.#state = 'ok';
        this.#reason = null;
        return vectors;
      } catch (error) {
        const failure = error as RequestFailure;
        this.#breaker.failed(urgency);
        this.#state = 'failing';
        this.#reason = failure.message;
        const wait = failure.waitMs ?? this.#retryDelayMs * 2 ** (attempt - 1);
        const mayRepeat = failure.again && attempt < attempts && !signal.aborted && !this.#breaker.resting(urgency);
        if (!mayRepeat || wait > LONGEST_WAIT_MS) throw failure;
        await sleep(wait, undefined, { signal }).catch(() => {
          throw failure;
        });
      }
    }
  }

  /** @throws RequestFailure */
  async #request(texts: readonly string[], urgency: Urgency, signal: AbortSignal): Promise<Float32Array[]> {
    const limit = AbortSignal.timeout(PATIENCE[urgency].timeoutMs);
    try {
      const response = await postJson(
        this.#url,
        { model: this.model, input: texts, encoding_format: 'float' },
        { apiKey: this.#apiKey, signal: AbortSignal.any([limit, signal]) },
      );
      if (response.status !== 200) {
        await response.body?.cancel();
        throw refusal(response);
      }
      const text = await readBody(response, MOST_BYTES);
      if (text === undefined) throw new RequestFailure('the answer is too large', false);
      return vectorsOf(text, texts.length);
    } catch (error) {
      if (error instanceof RequestFailure) throw error;
      if (limit.aborted || signal.aborted) throw new RequestFailure('no answer in time', true);
      throw new RequestFailure('the endpoint cannot be reached', true);
    }
  }
}
