import { Worker } from 'node:worker_threads';
import { chunksOf } from '../chunks.ts';
import { type Embedder, EmbedderFailure, type EmbedderState, type Urgency } from './embedder.ts';
import type { Answered, Asked, Loaded } from './packaged-worker.ts';

/** Texts that the worker gets at once: a question waits for no more than these. */
const AT_ONCE = 4;

/** How long a worker that ended by itself is not started again. */
const REST_MS = 60_000;

/** How long one request may take before the thread counts as stuck. */
const STUCK_MS = 60_000;

/** What the model computes with is garbage after each text: with V8's own size 1,500 texts left 130 MB more, in no less time. */
const LIMITS = { maxYoungGenerationSizeMb: 8 };

type Task = {
  texts: readonly string[];
  signal: AbortSignal;
  resolve(vectors: Float32Array[]): void;
  reject(failure: EmbedderFailure): void;
};

/**
 * The model that comes with the service (Universal Sentence Encoder lite, English, 512 numbers), in a thread of its own
 * that is started by the first text. Questions come before facts.
 */
export class PackagedEmbedder implements Embedder {
  readonly model = 'universal-sentence-encoder-lite-2';
  readonly #waiting: Record<Urgency, Task[]> = { question: [], facts: [] };
  #worker: Worker | undefined;
  #loaded = false;
  #current: (Task & { id: number }) | undefined;
  #asked = 0;
  #state: EmbedderState['state'] = 'idle';
  #reason: string | null = null;
  #restsUntil = 0;
  #watchdog: NodeJS.Timeout | undefined;

  async embed(texts: readonly string[], urgency: Urgency, signal: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const some of chunksOf(texts, AT_ONCE)) vectors.push(...(await this.#enqueue(some, urgency, signal)));
    return vectors;
  }

  state(): EmbedderState {
    return { kind: 'packaged', model: this.model, state: this.#state, reason: this.#reason };
  }

  async close(): Promise<void> {
    this.#restsUntil = Infinity;
    const worker = this.#worker;
    this.#fail('the service stops', this.#state);
    await worker?.terminate();
  }

  #enqueue(texts: readonly string[], urgency: Urgency, signal: AbortSignal): Promise<Float32Array[]> {
    if (this.#restsUntil > Date.now()) {
      return Promise.reject(new EmbedderFailure(this.#reason ?? 'the model does not run'));
    }
    return new Promise((resolve, reject) => {
      const task: Task = { texts, signal, resolve, reject };
      signal.addEventListener('abort', () => reject(new EmbedderFailure('no vector in time')), { once: true });
      this.#waiting[urgency].push(task);
      this.#worker ??= this.#start();
      this.#next();
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./packaged-worker.ts', import.meta.url), { resourceLimits: LIMITS });
    // Whoever waits for vectors keeps the process; the thread by itself does not.
    worker.unref();
    worker.on('message', (message: Loaded | Answered) => {
      if (worker !== this.#worker) return;
      if ('loaded' in message) this.#onLoaded(message);
      else this.#onAnswered(message);
    });
    worker.on('error', (error) => {
      if (worker === this.#worker) this.#fail(error.message, 'failing');
    });
    worker.on('exit', () => {
      if (worker === this.#worker) this.#fail('the model’s thread ended', 'failing');
    });
    return worker;
  }

  #onLoaded(message: Loaded): void {
    if (message.loaded) {
      this.#loaded = true;
      this.#state = 'ok';
      this.#reason = null;
      return this.#next();
    }
    const worker = this.#worker;
    if (message.missing) this.#fail('its packages are not installed', 'not_installed');
    else this.#fail(message.reason, 'failing');
    void worker?.terminate();
  }

  #onAnswered(message: Answered): void {
    const task = this.#current;
    if (task?.id !== message.id) return;
    this.#current = undefined;
    clearTimeout(this.#watchdog);
    if ('reason' in message) {
      this.#reason = message.reason;
      task.reject(new EmbedderFailure(message.reason));
    } else {
      this.#reason = null;
      const { vectors, dimensions } = message;
      task.resolve(task.texts.map((_, at) => vectors.subarray(at * dimensions, (at + 1) * dimensions)));
    }
    this.#next();
  }

  /** Gives the worker what is due: questions first, nothing that nobody waits for any more. */
  #next(): void {
    if (!this.#loaded || this.#current !== undefined) return;
    const { question, facts } = this.#waiting;
    let task = question.shift() ?? facts.shift();
    while (task?.signal.aborted === true) task = question.shift() ?? facts.shift();
    if (task === undefined) return;
    this.#asked += 1;
    this.#current = { ...task, id: this.#asked };
    this.#worker!.postMessage({ id: this.#asked, texts: task.texts } satisfies Asked, []);
    this.#watchdog = setTimeout(() => {
      const worker = this.#worker;
      this.#fail('the model’s thread is stuck', 'failing');
      void worker?.terminate();
    }, STUCK_MS).unref();
  }

  /** Whoever waits is told; the next text after a rest starts a new worker. */
  #fail(reason: string, state: EmbedderState['state']): void {
    clearTimeout(this.#watchdog);
    this.#worker = undefined;
    this.#loaded = false;
    this.#state = state;
    this.#reason = reason;
    this.#restsUntil = Math.max(this.#restsUntil, Date.now() + REST_MS);
    const { question, facts } = this.#waiting;
    const waiting = [
      ...(this.#current === undefined ? [] : [this.#current]),
      ...question.splice(0),
      ...facts.splice(0),
    ];
    this.#current = undefined;
    for (const { reject } of waiting) reject(new EmbedderFailure(reason));
  }
}
