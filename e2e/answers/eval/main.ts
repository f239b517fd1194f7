// npm run eval -- [--vectors off] [--large] [--size 500] [--set others-3] [--data folder] [--show]
//
// Asks the question sets over REST and prints how the answers fare, per set and style, with 95 % intervals: without
// vectors and with the packaged model's (--vectors names one of off, packaged, endpoint), on the accounts as they are, and
// with --large filled up to 500 and 2,000 text facts (--size names one). No figure of recall passes or fails; an answer of 2,000 tokens
// or more does.
// --data keeps what was told for the next run; --show prints what went wrong on fitted sets, never on unseen ones.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { parseArgs } from 'node:util';
import { type Question, questionSet, split } from '../question-sets.ts';
import { figuresOf, judge, type Judged, type Reply } from './judge.ts';
import { dataFolder, openTold, type Vectors } from './told.ts';

const LARGE = [500, 2_000];
const MOST_TOKENS = 2_000;
const VECTORS: readonly Vectors[] = ['off', 'packaged'];

const { values: options } = parseArgs({
  options: {
    vectors: { type: 'string', multiple: true },
    large: { type: 'boolean', default: false },
    size: { type: 'string', multiple: true },
    set: { type: 'string', multiple: true },
    data: { type: 'string' },
    show: { type: 'boolean', default: false },
  },
});

type Asked = { style: string; fitted: boolean; texts: number | null; judged: Judged };

const say = (line = '') => process.stdout.write(`${line}\n`);

type Told = Awaited<ReturnType<typeof openTold>>;

async function askSet(told: Told, name: string, texts: number | null, timed: Timed): Promise<Asked[]> {
  const set = questionSet(name);
  const fitted = split.fitted.includes(name);
  const { key, accounts } = await told.toldOf(name, set, texts);
  const all: (readonly [string | null, Question])[] = Object.entries(set.accounts).flatMap(([account, { questions }]) =>
    questions.map((question) => [account, question] as const),
  );
  if (texts === null) all.push(...set.acrossOrg.map((question) => [null, question] as const));
  await told.embed(all.map(([, { asked }]) => asked));
  const asked: Asked[] = [];
  for (const [account, question] of all) {
    const started = performance.now();
    const reply = (await (account === null
      ? told.call(key, 'answer_across_org', { question: question.asked })
      : told.call(key, 'answer_about_account', { account_id: accounts[account], question: question.asked }))) as Reply;
    timed.times.push(performance.now() - started);
    timed.longest = Math.max(timed.longest, countTokens(JSON.stringify(reply)));
    const judged = judge(question, reply);
    asked.push({ style: question.style, fitted, texts, judged });
    const isWrong = judged.answeredWrong || (judged.answerable && !judged.found);
    if (options.show && fitted && isWrong)
      say(
        `  ${judged.answeredWrong ? 'WRONG' : 'missed'} ${account ?? 'all'}: ${question.asked} -> ${reply.answer.slice(0, 300)}`,
      );
  }
  return asked;
}

function sayFigures(title: string, all: readonly Asked[]) {
  if (all.length === 0) return;
  say(`\n${title}`);
  for (const style of ['plain', 'natural']) {
    const of = all.filter((each) => each.style === style).map(({ judged }) => judged);
    if (of.length === 0) continue;
    say(`  ${style}`);
    for (const line of figuresOf(of)) say(`    ${line}`);
  }
}

/** What was asked took. */
type Timed = { times: number[]; longest: number };

async function evaluate(told: Told, vectors: Vectors) {
  const names = options.set ?? [...split.fitted, ...split.unseen];
  const sizes = [...(options.size?.map(Number) ?? [null]), ...(options.large ? LARGE : [])];
  const timed: Timed = { times: [], longest: 0 };
  const all: Asked[] = [];
  const how = vectors === 'off' ? 'no vectors' : `${vectors} vectors`;
  for (const texts of sizes) {
    const size = texts === null ? 'accounts as they are' : `${texts.toLocaleString('en')} text facts an account`;
    for (const name of names) {
      const asked = await askSet(told, name, texts, timed);
      all.push(...asked);
      sayFigures(`${name} (${split.fitted.includes(name) ? 'fitted' : 'unseen'}), ${size}, ${how}`, asked);
    }
    for (const fitted of [true, false]) {
      sayFigures(
        `ALL ${fitted ? 'FITTED' : 'UNSEEN'} SETS, ${size}, ${how}`,
        all.filter((each) => each.fitted === fitted && each.texts === texts),
      );
    }
  }
  const sorted = timed.times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!.toFixed(1);
  say(
    `\n${sorted.length} questions, ${how}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms over REST on the embedded database; longest answer ${timed.longest} tokens`,
  );
  if (timed.longest >= MOST_TOKENS) {
    say(`FAILED: an answer stays under ${MOST_TOKENS} tokens`);
    process.exitCode = 1;
  }
}

const data = dataFolder(options.data);
try {
  for (const vectors of (options.vectors as Vectors[] | undefined) ?? VECTORS) {
    const told = await openTold(data.path, vectors);
    try {
      await evaluate(told, vectors);
    } finally {
      await told.close();
    }
  }
} finally {
  data.remove();
}
