import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  heldOut,
  others,
  type OthersSet,
  type Question,
  type RecordedAccount,
  type Step,
  tuned,
} from './answers/question-sets.ts';
import { type Answer, callTool, TRANSPORTS } from './harness/transports.ts';
import { type AppContext, startTestApp, type Tenant } from './harness/app.ts';

/**
 * The evaluation set of the two reasoning tools: accounts told through the tools that agents use, and every question about
 * them asked over a transport. Prints what was found and refused; holds both halves to the goals.
 *
 * Beside it four sets of others, who had not seen the vocabulary. Each was measured before it was looked at. The first
 * three were tuned on since; nothing was tuned on the fourth, which tells how an unseen question fares. Answered and refused
 * at first:
 *
 * - first set: plain 43 of 48 and 21 of 22, natural 29 of 48 and 20 of 22
 * - second set: plain 46 of 49 and 22 of 23, natural 27 of 49 and 21 of 23
 * - third set: plain 71 of 76 and 32 of 36, natural 20 of 33 and 13 of 17
 * - fourth set: plain 65 of 68 and 33 of 34, natural 22 of 33 and 16 of 17
 */
const RECALL = 0.95;
const REFUSAL = 1;

/** Questions of a set asked at the same time. */
const AT_ONCE = 4;

type Fact = { attribute: string; sentence: string; value: string; superseded_at: string | null };
type Reply = { answered: boolean; answer: string; facts: Fact[] };
type Judged = { about: string; question: Question; fault: string | null; said: string };
type Floors = Record<Question['style'], { recall: number; refusal: number }>;
type Outcome = { account: string; asked: string; right: string | null; answered: boolean; rank: number; said: string };

let app: AppContext;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.newTenant();
});

afterAll(() => app.stop());

async function done(tool: string, input: unknown, { key } = tenant, transport: Answer['transport'] = 'rest') {
  const { result, text } = await callTool(transport, tool, input, { baseUrl: app.baseUrl, key });
  expect(result, text).toBeDefined();
  return result!;
}

/** The reply to a question about an account, or to one across the organization, over the transport whose turn it is. */
async function replyTo(accountId: string | null, question: string, turn: number, who = tenant): Promise<Reply> {
  const [tool, about] =
    accountId === null ? ['answer_across_org', {}] : ['answer_about_account', { account_id: accountId }];
  return (await done(tool, { ...about, question }, who, TRANSPORTS[turn % TRANSPORTS.length])) as Reply;
}

/** Tells the service all of an account, as a seller's agents would over some weeks. */
async function tell({
  account,
  opps,
  contacts,
  prospects = [],
  captures,
  meetings,
  plan,
}: RecordedAccount): Promise<string> {
  const { id } = await done('gtm_crm_write', { entity: 'account', facts: account });
  for (const { facts, evidence } of opps) {
    const opp = await done('gtm_crm_write', { entity: 'opp', facts: { ...facts, account_id: id } });
    if (Object.keys(evidence).length > 0) await done('set_meddpicc', { opp_id: opp['id'], ...evidence });
  }
  for (const contact of contacts) {
    await done('gtm_crm_write', { entity: 'contact', facts: { ...contact, account_id: id } });
  }
  for (const prospect of prospects) await done('update_prospect', { ...prospect, account_id: id });
  for (const text of captures) await done('log_capture', { source: 'notes', text, account_id: id });
  for (const meeting of meetings) await done('mark_meeting_outcome', { ...meeting, account_id: id });
  for (const [section, content] of Object.entries(plan)) {
    await done('add_to_plan', { account_id: id, section, content });
  }
  return id as string;
}

async function ask(accountId: string, account: string, [asked, right]: [string, string | null], turn: number) {
  const { answered, answer, facts } = await replyTo(accountId, asked, turn);
  const rank = right === null ? -1 : facts.findIndex(({ sentence, value }) => `${value} ${sentence}`.includes(right));
  return { account, asked, right, answered, rank, said: answer };
}

const percent = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;

function report(half: string, outcomes: Outcome[]) {
  const answerable = outcomes.filter(({ right }) => right !== null);
  const traps = outcomes.filter(({ right }) => right === null);
  const found = answerable.filter(({ rank }) => rank >= 0);
  const first = answerable.filter(({ rank }) => rank === 0);
  const refused = traps.filter(({ answered }) => !answered);
  const wrong = [...answerable.filter(({ rank }) => rank < 0), ...traps.filter(({ answered }) => answered)];
  const lines = wrong.map(({ account, asked, right, said }) => `  ${account}: ${asked} [${right}] -> ${said}`);
  process.stdout.write(
    `${[
      `answers, ${half}: ${outcomes.length} questions over ${new Set(outcomes.map(({ account }) => account)).size} accounts`,
      `  supported by the right fact: ${percent(found.length, answerable.length)}, as the first: ${percent(first.length, answerable.length)}`,
      `  unanswerable ones refused: ${percent(refused.length, traps.length)}`,
      ...lines,
    ].join('\n')}\n`,
  );
  return { recall: found.length / answerable.length, refusal: refused.length / traps.length, traps: traps.length };
}

describe.each([
  { half: 'the half it was tuned on', accounts: tuned },
  { half: 'the half held out', accounts: heldOut },
])('$half', ({ half, accounts }) => {
  const outcomes: Outcome[] = [];

  beforeAll(async () => {
    for (const each of accounts) {
      const id = await tell(each);
      for (const question of each.questions) {
        outcomes.push(await ask(id, each.account.name, question, outcomes.length));
      }
    }
  });

  test('finds the right fact, and refuses what nothing recorded answers', () => {
    const { recall, refusal, traps } = report(half, outcomes);
    expect(traps / outcomes.length).toBeGreaterThan(1 / 3);
    expect(recall).toBeGreaterThanOrEqual(RECALL);
    expect(refusal).toBeGreaterThanOrEqual(REFUSAL);
  });
});

test('asks at least 150 questions over at least 6 accounts', () => {
  const all = [...tuned, ...heldOut];
  expect(all.length).toBeGreaterThanOrEqual(6);
  expect(all.reduce((sum, { questions }) => sum + questions.length, 0)).toBeGreaterThanOrEqual(150);
});

/** Tells the service of an account in the steps written for it, and answers the id of the account. */
async function tellSteps(steps: Step[], who: Tenant): Promise<string> {
  const ids: Record<string, string> = {};
  const idFor = (_: string, value: unknown) =>
    typeof value === 'string' && value.startsWith('$') ? (ids[value.slice(1)] ?? value) : value;
  for (const [tool, input, savedAs] of steps) {
    const { id } = await done(tool, JSON.parse(JSON.stringify(input), idFor), who);
    if (savedAs !== undefined) ids[savedAs] = id as string;
  }
  return ids['acc']!;
}

/** What is wrong with a reply, or null. */
function faultOf(question: Question, { answered, facts }: Reply): string | null {
  const texts = facts.map(({ attribute, value, sentence }) => `${attribute} | ${value} | ${sentence}`);
  const cited = (pattern: RegExp) => texts.some((text) => pattern.test(text));
  if ('trap' in question) {
    const { accept } = question;
    const accepted = accept !== undefined && texts.every((text) => accept.test(text));
    return answered && !accepted ? 'false answer' : null;
  }
  if (!answered) return 'wrong refusal';
  if (!question.expected.every(cited)) return 'expected fact not cited';
  if (question.past !== true && facts.some((fact) => fact.superseded_at !== null)) return 'superseded fact cited';
  return question.not !== undefined && cited(question.not) ? 'forbidden fact cited' : null;
}

describe.each([
  {
    set: 'the first set of others',
    of: others[0]!,
    floors: { plain: { recall: 0.95, refusal: 0.95 }, natural: { recall: 0.6, refusal: 0.9 } },
  },
  {
    set: 'the second set of others',
    of: others[1]!,
    floors: { plain: { recall: 0.95, refusal: 0.95 }, natural: { recall: 0.6, refusal: 0.9 } },
  },
  {
    set: 'the third set of others',
    of: others[2]!,
    floors: { plain: { recall: 0.9, refusal: 0.9 }, natural: { recall: 0.4, refusal: 0.85 } },
  },
  {
    set: 'the fourth set of others, which nothing was tuned on',
    of: others[3]!,
    floors: { plain: { recall: 0.95, refusal: 0.95 }, natural: { recall: 0.6, refusal: 0.9 } },
  },
])('$set', ({ set, of, floors }: { set: string; of: OthersSet; floors: Floors }) => {
  const judged: Judged[] = [];

  beforeAll(async () => {
    const who = await app.newTenant();
    const told = await Promise.all(
      Object.entries(of.accounts).map(async ([name, { steps, questions }]) => {
        const id = await tellSteps(steps, who);
        return questions.map((question) => ({ about: name, id, question }));
      }),
    );
    const across = of.acrossOrg.map((question) => ({ about: 'across the organization', id: null, question }));
    const queue = [...told.flat(), ...across].entries();
    const asking = Array.from({ length: AT_ONCE }, async () => {
      for (const [turn, { about, id, question }] of queue) {
        const reply = await replyTo(id, question.asked, turn, who);
        judged[turn] = { about, question, fault: faultOf(question, reply), said: reply.answer };
      }
    });
    await Promise.all(asking);
  });

  test.each(['plain', 'natural'] as const)('%s questions', (style) => {
    const asked = judged.filter(({ question }) => question.style === style);
    const answerable = asked.filter(({ question }) => 'expected' in question);
    const traps = asked.filter(({ question }) => 'trap' in question);
    const right = (list: Judged[]) => list.filter(({ fault }) => fault === null).length;
    const wrong = asked.filter(({ fault }) => fault !== null);
    const lines = wrong.map(
      ({ about, question, fault, said }) => `  ${about}: ${question.asked} [${fault}] -> ${said}`,
    );
    process.stdout.write(
      `${[
        `answers, ${set}, ${style}: ${asked.length} questions`,
        `  supported by the right fact: ${percent(right(answerable), answerable.length)}`,
        `  unanswerable ones refused: ${percent(right(traps), traps.length)}`,
        ...lines,
      ].join('\n')}\n`,
    );
    expect(right(answerable) / answerable.length).toBeGreaterThanOrEqual(floors[style].recall);
    expect(right(traps) / traps.length).toBeGreaterThanOrEqual(floors[style].refusal);
  });
});
