import { type Embedder, noEmbedder } from './embedder.ts';
import { EndpointEmbedder } from './endpoint.ts';
import { PackagedEmbedder } from './packaged.ts';

export type EmbedderConfig = {
  EMBEDDINGS: 'off' | 'packaged' | 'endpoint';
  EMBEDDINGS_URL?: string | undefined;
  EMBEDDINGS_MODEL?: string | undefined;
  EMBEDDINGS_API_KEY?: string | undefined;
};

/** The embedder of the settings, whose parts are checked when they are read. */
export function createEmbedder(config: EmbedderConfig): Embedder {
  const { EMBEDDINGS: kind, EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: model, EMBEDDINGS_API_KEY: apiKey } = config;
  if (kind === 'endpoint') return new EndpointEmbedder({ url: url!, model: model!, apiKey });
  return kind === 'packaged' ? new PackagedEmbedder() : noEmbedder;
}
