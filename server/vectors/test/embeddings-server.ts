import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Words of one meaning, each a direction of the server's vectors. */
const MEANINGS: readonly string[][] = [
  ['signs', 'signature', 'buyer', 'approves', 'decides'],
  ['worries', 'fear', 'risk', 'downtime', 'afraid'],
  ['money', 'budget', 'pay', 'dollars', 'price'],
  ['rival', 'competitor', 'against', 'vendor'],
  ['based', 'headquarters', 'office', 'located'],
];

const DIMENSIONS = 64;

/** The vector of a text: how often each meaning occurs in it, with a trace of its letters so that no two are alike. */
export function meaningOf(text: string, dimensions: number = DIMENSIONS): number[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const vector = Array.from({ length: dimensions }, (_, at) => -0.001 * (at + 1));
  for (const [at, meaning] of MEANINGS.entries()) {
    vector[at]! += words.filter((word) => meaning.includes(word)).length;
  }
  for (const letter of text) vector[(letter.codePointAt(0)! % (dimensions - 8)) + 8]! += 0.01;
  return vector;
}

export type ReceivedTexts = { model: string; input: string[]; authorization: string | undefined };

/** Answers one request instead of the documented way. */
export type Reply = (res: ServerResponse, asked: ReceivedTexts) => void;

export type EmbeddingsServer = {
  /** The address up to `/embeddings`. */
  url: string;
  received: ReceivedTexts[];
  /** Replies for the next requests, in order. */
  next: Reply[];
  /** The reply to every request that has none of its own; undefined: the documented one. */
  always: Reply | undefined;
  close(): Promise<void>;
};

export const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  (res) =>
    res.writeHead(code, { 'content-type': 'application/json', ...headers }).end('{"error":{"message":"no"}}');

export const json =
  (body: (asked: ReceivedTexts) => unknown): Reply =>
  (res, asked) =>
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body(asked)));

/** The documented answer, with its embeddings in any order, as the index says. */
export const documented = json(({ model, input }) => ({
  object: 'list',
  model,
  data: input.map((text, index) => ({ object: 'embedding', index, embedding: meaningOf(text) })).toReversed(),
  usage: { prompt_tokens: 1, total_tokens: 1 },
}));

/** A small server in the shape of OpenAI's embeddings, as documented. */
export async function startEmbeddingsServer(): Promise<EmbeddingsServer> {
  const server = createServer((req, res) => {
    const chunks: Uint8Array[] = [];
    req.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    req.on('end', () => {
      if (req.method !== 'POST' || req.url !== '/v1/embeddings') return status(404)(res, undefined!);
      const { model, input } = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedTexts;
      const asked = { model, input, authorization: req.headers.authorization };
      made.received.push(asked);
      (made.next.shift() ?? made.always ?? documented)(res, asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const made: EmbeddingsServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received: [],
    next: [],
    always: undefined,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return made;
}
