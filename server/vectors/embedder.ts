/** How an embedder fares, as `/readyz` and the panel show it. */
export type EmbedderState = {
  kind: 'off' | 'packaged' | 'endpoint';
  /** The model's name; null when vectors are off. */
  model: string | null;
  /** `idle`: not asked yet. `failing`: the last attempt failed. `resting`: not asked for a while after failures. */
  state: 'off' | 'idle' | 'ok' | 'failing' | 'resting' | 'not_installed';
  /** Why it fails, for whoever runs the service; no content. */
  reason: string | null;
};

/** How urgent texts are: a call waits for a `question`; `facts` wait for nobody. */
export type Urgency = 'question' | 'facts';

/** Turns texts into vectors whose angle says how alike the texts are in meaning. */
export interface Embedder {
  /** Names the model; null when there is none. Vectors of different models are never compared. */
  readonly model: string | null;
  /**
   * One vector a text, in their order, all of the same length.
   * @throws EmbedderFailure
   */
  embed(texts: readonly string[], urgency: Urgency, signal: AbortSignal): Promise<Float32Array[]>;
  state(): EmbedderState;
  close(): Promise<void>;
}

/** Why texts have no vector now; the message is for the log and for whoever runs the service. */
export class EmbedderFailure extends Error {}

/** No vectors: facts are found by their words. */
export const noEmbedder: Embedder = {
  model: null,
  async embed() {
    throw new EmbedderFailure('vectors are off');
  },
  state: () => ({ kind: 'off', model: null, state: 'off', reason: null }),
  async close() {},
};

/** One line for `/readyz`. */
export function describeState({ kind, model, state, reason }: EmbedderState): string {
  if (kind === 'off') return 'off';
  const words = { off: 'off', idle: 'ok', ok: 'ok', failing: 'failing', resting: 'failing', not_installed: 'failing' };
  const effect = words[state] === 'failing' ? ': facts are found by their words' : '';
  return `${words[state]} (${kind} ${model}${reason === null ? '' : `: ${reason}`})${effect}`;
}
