import { describe, expect, test } from 'vitest';
import { classifyReply, type Intent, INTENTS } from './intent.ts';
import { HELD_OUT, type LabelledReply, PROSPECTS, PROSPECTS_UNSEEN, TUNED_ON } from './test/labelled-replies.ts';

type Score = { replies: number; right: number; unclear: number; wrong: number };

function scoreOf(replies: readonly LabelledReply[]): Record<Intent | 'all', Score> {
  const scores = Object.fromEntries(
    [...INTENTS, 'all'].map((intent) => [intent, { replies: 0, right: 0, unclear: 0, wrong: 0 }]),
  ) as Record<Intent | 'all', Score>;
  for (const { intent: wanted, text, subject } of replies) {
    const got = classifyReply(text, subject);
    const outcome = got === wanted ? 'right' : got === 'unclear' ? 'unclear' : 'wrong';
    for (const score of [scores[wanted], scores.all]) {
      score.replies += 1;
      score[outcome] += 1;
    }
  }
  return scores;
}

const share = (part: number, { replies }: Score) => part / replies;

const line = (name: string, score: Score) =>
  `  ${name.padEnd(16)}${String(score.replies).padStart(4)} replies  ${(100 * share(score.right, score)).toFixed(1).padStart(5)} % right` +
  `  ${score.unclear} unclear instead  ${score.wrong} wrong\n`;

const shown = (set: string, scores: ReturnType<typeof scoreOf>) =>
  process.stdout.write(
    `Intents of replies ${set}:\n${Object.entries(scores)
      .map(([name, score]) => line(name, score))
      .join('')}`,
  );

describe.each([
  { set: 'tuned on', replies: TUNED_ON, least: 0.97 },
  { set: 'held out', replies: HELD_OUT, least: 0.93 },
])('of the replies $set', ({ set, replies, least }) => {
  const scores = scoreOf(replies);
  shown(set, scores);

  test('nearly all are understood, in every class', () => {
    expect(share(scores.all.right, scores.all)).toBeGreaterThanOrEqual(least);
    for (const intent of INTENTS) expect(share(scores[intent].right, scores[intent]), intent).toBeGreaterThan(0.85);
  });

  test('hardly any is taken for something else', () => {
    expect(share(scores.all.wrong, scores.all)).toBeLessThanOrEqual(0.04);
  });
});

// Nothing was fitted to their words: most are understood, and what is not counts as unclear rather than as another intent.
test.each([
  { set: 'of prospects', replies: PROSPECTS },
  { set: 'of prospects, unseen', replies: PROSPECTS_UNSEEN },
])('of the replies $set hardly any is taken for something else', ({ set, replies }) => {
  const scores = scoreOf(replies);
  shown(set, scores);
  expect(share(scores.all.right, scores.all)).toBeGreaterThan(0.65);
  expect(share(scores.all.wrong, scores.all)).toBeLessThanOrEqual(0.05);
});

test('the two sets share no reply, and each class is in both', () => {
  const tuned = new Set(TUNED_ON.map(({ text }) => text.toLowerCase()));
  expect(HELD_OUT.filter(({ text }) => text !== '' && tuned.has(text.toLowerCase()))).toEqual([]);
  expect(TUNED_ON.length + HELD_OUT.length).toBeGreaterThan(150);
  for (const set of [TUNED_ON, HELD_OUT]) expect(new Set(set.map(({ intent }) => intent))).toEqual(new Set(INTENTS));
});

const QUOTED =
  '\n\nOn Tue, Mar 3, 2026 at 9:14 AM Lena Ortiz <lena@vendor.example> wrote:\n> Are you interested in a demo? If not, reply "no thanks" or unsubscribe.\n> Ask Maria if you like, or I come back next quarter.';

test.each([
  ['interested', 'Yes, send me the details.'],
  ['not-interested', 'No thanks.'],
  ['referred', 'Please contact Julia Brand.'],
  ['later', 'Try me again in October.'],
  ['unclear', 'Thanks.'],
] as const)('what is quoted and what stands in the signature change nothing: %s', (intent, said) => {
  const signature =
    '\n\nKind regards,\nTom Baker\nNot interested in paper? Read this on screen.\nBook a demo: cal.example.com';
  for (const reply of [said, said + QUOTED, said + signature, said + signature + QUOTED, `Hi Lena,\n\n${said}`]) {
    expect(classifyReply(reply), reply).toBe(intent);
    expect(classifyReply(reply.replaceAll('\n', '\r\n')), reply).toBe(intent);
  }
  const html = `<div>${said}</div><blockquote>Not interested? Unsubscribe, or ask Maria.</blockquote>`;
  expect(classifyReply(html)).toBe(intent);
});

test.each([
  ['not uninterested', 'I am not uninterested.', 'interested'],
  ['wouldn’t say no', "I wouldn't say no to a demo.", 'interested'],
  ['not that we are not', "It's not that we're not interested, send me the price.", 'interested'],
  ["can't say that I am", "Can't say I'm interested.", 'not-interested'],
  ['no longer', 'We are no longer interested.', 'not-interested'],
  ['a refusal taken back', 'We said no last year, but now I would like to see a demo.', 'interested'],
  ['an interest taken back', 'It sounds great, but we already use Acme.', 'not-interested'],
  ['both, and no turn', 'No thanks. Send me the price list.', 'unclear'],
] as const)('negation: %s', (_, reply, intent) => {
  expect(classifyReply(reply)).toBe(intent);
});

test('nothing in another language is guessed at', () => {
  for (const reply of [
    'Kein Interesse, danke.',
    'Pas maintenant, merci.',
    '興味がありません',
    'لا شكرا',
    'Não, obrigado.',
  ]) {
    expect(classifyReply(reply), reply).toBe('unclear');
  }
});

test('any text at all has an intent, and always the same', () => {
  for (const part of ['our ', 'Anna, who our ', 'not ', 'a@', 'the team who ', '(', '+', 'call me next ', '\n', '']) {
    const reply = part.repeat(Math.ceil(100_000 / Math.max(part.length, 1)));
    expect(INTENTS).toContain(classifyReply(reply));
    expect(classifyReply(reply)).toBe(classifyReply(reply));
  }
});
