import { describe, expect, test } from 'vitest';
import { findPersonalData } from '../server/brain/personal-data.ts';
import { factsOfText } from '../server/facts/text-facts.ts';
import { firstWordsIn } from '../server/answers/companies.ts';
import { readQuestion, searchWords } from '../server/answers/question.ts';
import { useFor } from '../server/answers/use.ts';
import { classifyReply } from '../server/outreach/intent.ts';
import { newWordsOf } from '../server/outreach/reply-text.ts';
import { ADVERSARIAL } from './harness/adversarial-texts.ts';

const READINGS: Record<string, { most: number; read: (text: string) => unknown }> = {
  'facts of a text': {
    most: 100_000,
    read: (text) =>
      factsOfText({ accountId: null, subjectType: 'capture', subjectId: 'x', attribute: 'capture' }, text),
  },
  'the words of a reply': { most: 100_000, read: newWordsOf },
  'the words of a reply in HTML': { most: 100_000, read: (text) => newWordsOf(`<p>${text}`.slice(0, 100_000)) },
  'the intent of a reply': { most: 100_000, read: (text) => classifyReply(text) },
  'a question': {
    most: 2_000,
    read: (text) => {
      const question = readQuestion(text);
      return [searchWords(question), firstWordsIn(question.tokens), useFor(question, undefined, new Date(0))];
    },
  },
  'contact data in a payload': { most: 64_000, read: (text) => findPersonalData({ text }, 'payload') },
};

/** Processor time in ms of the fastest of some turns: a busy machine slows turns down, and speeds none up. */
function fastest(turns: number, work: () => unknown): number {
  const times = Array.from({ length: turns }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

/** Processor time that nothing may be above: far more than any takes, far less than what backtracks. */
const MAX_MS = 200;

describe.each(Object.entries(READINGS))('reading %s', (_, { most, read }) => {
  test.each(Object.entries(ADVERSARIAL))('takes time linear in %s', (__, textOf) => {
    read(textOf(1_000));
    const half = fastest(3, () => read(textOf(most / 2)));
    const whole = fastest(5, () => read(textOf(most)));
    // Of twice the text a square takes four times as long; what takes a few ms says nothing of growth.
    expect(whole).toBeLessThan(Math.max(20, 3 * half));
    expect(whole).toBeLessThan(MAX_MS);
  });
});
