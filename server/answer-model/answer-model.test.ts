import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerModelAt } from './answer-model.ts';
import { says, startChatServer } from './test/chat-server.ts';

const LINES = [
  { fact_id: 'fact_a', sentence: 'Dana approves\nevery purchase.' },
  { fact_id: 'fact_b', sentence: 'Headquarters in Oslo.' },
];

let server: Awaited<ReturnType<typeof startChatServer>>;
let warned: unknown[] = [];
const log = { warn: (...what: unknown[]) => void warned.push(what) };

beforeAll(async () => {
  server = await startChatServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
  warned = [];
});

const model = (more = {}) => answerModelAt({ url: server.url, model: 'picker', log: log as never, ...more });

test('is asked once, with the question and the lines by number', async () => {
  server.reply = says('1');
  const picked = await model({ apiKey: 'secret' }).pick('Who signs?', LINES);
  expect(picked).toEqual({ model: 'picker', fact_ids: ['fact_a'] });
  const [asked, ...more] = server.received;
  expect(more).toEqual([]);
  expect(asked).toMatchObject({ model: 'picker', temperature: 0, authorization: 'Bearer secret' });
  expect(asked!.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(asked!.messages[1]!.content).toBe(
    'Question: Who signs?\n\n1. Dana approves every purchase.\n2. Headquarters in Oslo.',
  );
});

test.each([
  ['2, 1', ['fact_b', 'fact_a']],
  ['[1]', ['fact_a']],
  ['None.', []],
  ['1, 1', ['fact_a']],
])('%j is a list', async (content, fact_ids) => {
  server.reply = says(content);
  expect(await model().pick('Who signs?', LINES)).toEqual({ model: 'picker', fact_ids });
});

test.each(['Dana signs.', 'Line 1, because Dana approves it.', '3', '0', '', '1 '.repeat(1_000)])(
  '%j is none, and the answer stands without it',
  async (content) => {
    server.reply = says(content);
    expect(await model().pick('Who signs?', LINES)).toBeUndefined();
    expect(warned).toHaveLength(1);
  },
);

test('a refusal, another shape, too much or nothing in time leave the answer as it is', async () => {
  for (const [reply, more] of [
    [(res) => res.writeHead(401).end(), {}],
    [(res) => res.writeHead(200).end('{"choices":[]}'), {}],
    [(res) => res.writeHead(200).end('x'.repeat(100_000)), {}],
    [() => {}, { timeoutMs: 50 }],
  ] as [typeof server.reply, object][]) {
    server.reply = reply;
    expect(await model(more).pick('Who signs?', LINES)).toBeUndefined();
  }
  expect(warned).toHaveLength(4);
});

test('after three failures in a row it is left alone for a while', async () => {
  server.reply = (res) => res.writeHead(500).end();
  const failing = model({ restMs: 200 });
  for (let n = 0; n < 4; n += 1) await failing.pick('Who signs?', LINES);
  expect(server.received).toHaveLength(3);
  server.reply = says('2');
  await expect.poll(() => failing.pick('Who signs?', LINES)).toEqual({ model: 'picker', fact_ids: ['fact_b'] });
});

test('without lines it is not asked', async () => {
  expect(await model().pick('Who signs?', [])).toBeUndefined();
  expect(server.received).toEqual([]);
});
