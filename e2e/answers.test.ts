import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { judge, SHOWN, type Reply } from './answers/eval/judge.ts';
import { type Question, questionSet, type Step } from './answers/question-sets.ts';
import { callTool, TRANSPORTS } from './harness/transports.ts';
import type { AppContext, Tenant } from './harness/app.ts';
import { useApp } from './harness/shared-app.ts';

/**
 * Two of the question sets over the transports: the engine was fitted on them, so that every rule of the contract can be
 * held against each of their questions. How unseen questions fare is what `npm run eval` says; no test judges that.
 */
const SETS = ['tuned', 'others-2'];

/** Questions asked at the same time. */
const AT_ONCE = 4;

const MOST_TOKENS = 2_000;

type Asked = { question: Question; reply: Reply };

let app: AppContext;
let who: Tenant;
const asked: Asked[] = [];

async function done(tool: string, input: unknown, turn = 0) {
  const transport = TRANSPORTS[turn % TRANSPORTS.length]!;
  const { result, text } = await callTool(transport, tool, input, { baseUrl: app.baseUrl, key: who.key });
  expect(result, text).toBeDefined();
  return result!;
}

/** Tells the service of an account, as a seller's agents would over some weeks, and answers its id. */
async function tell(steps: readonly Step[]): Promise<string> {
  const ids: Record<string, string> = {};
  const withId = (_: string, value: unknown) =>
    typeof value === 'string' && value.startsWith('$') ? (ids[value.slice(1)] ?? value) : value;
  for (const [tool, input, savedAs] of steps) {
    const { id } = await done(tool, JSON.parse(JSON.stringify(input), withId));
    if (savedAs !== undefined) ids[savedAs] = id as string;
  }
  return ids['acc']!;
}

useApp(async (started) => {
  app = started;
  who = await app.newTenant();
  const accounts = SETS.flatMap((name) => Object.values(questionSet(name).accounts));
  const told = await Promise.all(
    accounts.map(async ({ steps, questions }) => {
      const account_id = await tell(steps);
      return questions.map((question) => ({ account_id, question }));
    }),
  );
  const queue = told.flat().entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [turn, { account_id, question }] of queue) {
        const reply = await done('answer_about_account', { account_id, question: question.asked }, turn);
        asked[turn] = { question, reply: reply as Reply };
      }
    }),
  );
});

const share = (all: readonly Asked[], is: (each: Asked) => boolean) => all.filter(is).length / all.length;

describe('the questions the engine was fitted on', () => {
  test('are not answered wrongly', () => {
    const wrong = asked.filter(({ question, reply }) => judge(question, reply).answeredWrong);
    expect(wrong.map(({ question, reply }) => `${question.asked} -> ${reply.answer}`)).toEqual([]);
  });

  test('find their fact among those cited or the first twelve related', () => {
    const answerable = asked.filter(({ question }) => 'expected' in question);
    expect(answerable.length).toBeGreaterThan(150);
    expect(share(answerable, ({ question, reply }) => judge(question, reply).found)).toBeGreaterThanOrEqual(0.97);
    expect(share(answerable, ({ question, reply }) => judge(question, reply).answeredRight)).toBeGreaterThan(0.2);
  });

  test('cite no superseded value unless the past is asked for', () => {
    const stale = asked.filter(
      ({ question, reply }) =>
        !('past' in question) && 'expected' in question && reply.facts.some(({ superseded_at: at }) => at !== null),
    );
    expect(stale.map(({ question }) => question.asked)).toEqual([]);
  });

  test('are answered within 2,000 tokens, with twelve related facts or all of a small account', () => {
    for (const { question, reply } of asked) {
      expect(countTokens(JSON.stringify(reply)), question.asked).toBeLessThan(MOST_TOKENS);
      const { related = [] } = reply;
      if (related.length > SHOWN) expect(Object.keys(related[0]!), question.asked).toEqual(['fact_id', 'sentence']);
      expect(reply.answered, question.asked).toBe(reply.facts.length > 0);
    }
  });
});

describe('an account of 600 text facts', () => {
  test('gives up the few that bear on a question', async () => {
    const { id } = await done('gtm_crm_write', { entity: 'account', facts: { name: 'Larchmont Mills' } });
    const about = ['the rollout', 'the pilot', 'training', 'the invoice', 'the audit', 'the mobile app'];
    for (let note = 0; note < 3; note += 1) {
      const sentences = Array.from({ length: 200 }, (_, n) =>
        note === 1 && n === 77
          ? 'Philippa Orde is on parental leave until 9 March.'
          : `Team ${note * 200 + n} had ${n + 2} remarks about ${about[n % about.length]}.`,
      );
      await done('log_capture', { source: 'call', text: sentences.join(' '), account_id: id });
    }
    for (const question of ['when is philippa back?', 'Who is on holiday?', 'Until when is Philippa Orde away?']) {
      const { related } = (await done('answer_about_account', { account_id: id, question })) as unknown as Reply;
      expect(related!.map(({ sentence }) => sentence).join(' '), question).toContain('parental leave');
      expect(related!.length).toBeLessThanOrEqual(SHOWN);
    }
  });
});
