import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EmbedderFailure } from './embedder.ts';
import { EndpointEmbedder } from './endpoint.ts';
import {
  documented,
  type EmbeddingsServer,
  json,
  meaningOf,
  type Reply,
  startEmbeddingsServer,
  status,
} from './test/embeddings-server.ts';

let server: EmbeddingsServer;

beforeAll(async () => {
  server = await startEmbeddingsServer();
});

afterAll(() => server.close());

beforeEach(() => {
  server.received.length = 0;
  server.next.length = 0;
  server.always = undefined;
});

const made = (options = {}) =>
  new EndpointEmbedder({ url: server.url, model: 'some-model', apiKey: 'secret', retryDelayMs: 1, ...options });

const anyTime = new AbortController().signal;
const texts = (count: number) => Array.from({ length: count }, (_, n) => `Text number ${n}`);

test('embeds in batches of 32, and puts the vectors in the order of the texts', async () => {
  const embedder = made();
  expect(embedder.state().state).toBe('idle');
  const vectors = await embedder.embed(texts(70), 'facts', anyTime);
  expect(vectors.map((vector) => [...vector])).toEqual(
    texts(70).map((text) => [...Float32Array.from(meaningOf(text))]),
  );
  expect(server.received.map(({ input }) => input.length)).toEqual([32, 32, 6]);
  expect(server.received[0]).toMatchObject({ model: 'some-model', authorization: 'Bearer secret' });
  expect(embedder.state()).toEqual({ kind: 'endpoint', model: 'some-model', state: 'ok', reason: null });
});

test('without an API key it sends none', async () => {
  await made({ apiKey: undefined }).embed(['x'], 'facts', anyTime);
  expect(server.received[0]!.authorization).toBeUndefined();
});

test.each<[string, Reply]>([
  ['429 with Retry-After', status(429, { 'retry-after': '0' })],
  ['500', status(500)],
  ['a connection that is cut', (res) => res.destroy()],
])('facts are asked again after %s', async (_, reply) => {
  server.next.push(reply, reply);
  const embedder = made();
  expect(await embedder.embed(['x'], 'facts', anyTime)).toHaveLength(1);
  expect(server.received).toHaveLength(3);
  expect(embedder.state().state).toBe('ok');
});

const data = (body: (input: string[]) => unknown[]) => json(({ input }) => ({ data: body(input) }));
const embedding = (index: number, length = 4) => ({ index, embedding: Array.from({ length }, () => 1) });

test.each<[string, Reply, string]>([
  ['too few', data(() => [embedding(0)]), '1 embeddings for 2 texts'],
  ['too many', data(() => [0, 1, 2].map((index) => embedding(index))), '3 embeddings for 2 texts'],
  ['one twice', data(() => [embedding(0), embedding(0)]), '2 embeddings for 2 texts'],
  ['different lengths', data(() => [embedding(0), embedding(1, 5)]), 'different lengths'],
  ['empty ones', data(() => [embedding(0, 0), embedding(1, 0)]), 'no embeddings'],
  ['no numbers', data((input) => input.map((text, index) => ({ index, embedding: [text] }))), 'no embeddings'],
  ['another shape', json(() => ({ embeddings: [[1]] })), 'no embeddings'],
  ['no JSON', (res) => res.end('<html>'), 'not JSON'],
  ['401', status(401), 'API key is refused (401)'],
  ['404', status(404), 'refuses the request (404)'],
  ['a redirect', status(302, { location: 'http://127.0.0.1:1/' }), 'refuses the request (302)'],
  ['429 for an hour', status(429, { 'retry-after': '3600' }), 'too many requests'],
])('an answer with %s is a failure that no repetition mends', async (_, reply, reason) => {
  server.always = reply;
  const embedder = made();
  await expect(embedder.embed(['a', 'b'], 'facts', anyTime)).rejects.toThrow(EmbedderFailure);
  expect(server.received).toHaveLength(1);
  expect(embedder.state()).toMatchObject({ state: 'failing', reason: expect.stringContaining(reason) });
});

describe('a question', () => {
  test('is asked once, for a call waits', async () => {
    server.next.push(status(500));
    await expect(made().embed(['x'], 'question', anyTime)).rejects.toThrow('the endpoint fails (500)');
    expect(server.received).toHaveLength(1);
  });

  test('ends with the time it was given', async () => {
    server.always = () => {};
    await expect(made().embed(['x'], 'question', AbortSignal.timeout(20))).rejects.toThrow('no answer in time');
  });
});

test('after three failures in a row it is left alone for a while, then asked again', async () => {
  const embedder = made({ restMs: 60 });
  server.always = status(500);
  await expect(embedder.embed(['x'], 'facts', anyTime)).rejects.toThrow('the endpoint fails');
  expect(server.received).toHaveLength(3);
  await expect(embedder.embed(['x'], 'facts', anyTime)).rejects.toThrow('the endpoint fails');
  expect(server.received).toHaveLength(3);
  // Questions are asked all the same: they have their own time limit.
  await expect(embedder.embed(['x'], 'question', anyTime)).rejects.toThrow('the endpoint fails');
  expect(server.received).toHaveLength(4);
  server.always = documented;
  await expect.poll(() => embedder.embed(['x'], 'facts', anyTime).catch(() => [])).toHaveLength(1);
  expect(embedder.state().state).toBe('ok');
});

test('closing ends what is under way', async () => {
  server.always = () => {};
  const embedder = made();
  const pending = embedder.embed(['x'], 'facts', anyTime);
  await embedder.close();
  await expect(pending).rejects.toThrow(EmbedderFailure);
});
