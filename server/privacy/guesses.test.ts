import { expect, test } from 'vitest';
import { Guesses } from './guesses.ts';
import { Redactor } from './redactor.ts';

const guessesIn = (texts: unknown[], phrases = ['dana reyes', 'reyes, dana']) => {
  const guesses = new Guesses(phrases);
  for (const text of texts) guesses.add([text], (each) => each);
  return guesses.list();
};

test.each([
  ['Met D. Reyes today', 'D. Reyes'],
  ['Met D Reyes today', 'D Reyes'],
  ['d.reyes signs', 'd.reyes'],
  ['Ask Dana R. about it', 'Dana R.'],
  ['Reyes Dana came', 'Reyes Dana'],
  ['With Dana & Tom Reyes', 'Dana & Tom Reyes'],
  ['With Dana and Tom Reyes', 'Dana and Tom Reyes'],
  [{ note: ['Dana und Tom Réyes'] }, 'Dana und Tom Réyes'],
])('%j may mean the person', (text, spelling) => {
  expect(guessesIn([text])).toEqual([{ text: spelling, count: 1 }]);
  const also = new Redactor({ emails: [], phones: [], phrases: [spelling] });
  expect(JSON.stringify(also.value(text))).toContain('[erased]');
});

test.each(['Tom Reyes', 'E. Reyes', 'Dana Reyesberg', 'Reyes. Dana', 'Dana S.', 'Dana and Tom Smith', 'Ed Reyes'])(
  '%s does not',
  (text) => {
    expect(guessesIn([text])).toEqual([]);
  },
);

test('spellings are counted by rows, the commonest first, at most 20', () => {
  expect(guessesIn(['D. Reyes and D. REYES', 'Dana R. came', 'd. reyes'])).toEqual([
    { text: 'D. REYES', count: 2 },
    { text: 'Dana R.', count: 1 },
  ]);
  expect(guessesIn(Array.from({ length: 30 }, (_, n) => `Dana & T${n} Reyes`))).toHaveLength(20);
});

test('a surname of two letters is not looked for', () => {
  const guesses = new Guesses(['dana ng', 'linkedin.com/in/dana-reyes']);
  expect(guesses.patterns).toEqual([]);
  expect(new Guesses(['dana reyes']).patterns).toEqual(['%reyes%', '%dana% r.%']);
});
