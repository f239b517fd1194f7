import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { likePatterns, writtenDigits } from './identifiers.ts';
import { ERASED, Redactor } from './redactor.ts';

const DANA = {
  emails: ['dana.reyes@acme.example'],
  phones: ['+49 30 1234567', '+1 (415) 555-0100'],
  phrases: ['Dana Reyes', 'Reyes, Dana', 'linkedin.com/in/dana-reyes', 'Zoë Ngô'],
};

const redactor = new Redactor(DANA);

describe('a text that names the person', () => {
  test.each([
    ['Dana Reyes signs.', '[erased] signs.'],
    ['DANA   reyes, and dana\nreyes', '[erased], and [erased]'],
    ['Ask Reyes, Dana (CFO)', 'Ask [erased] (CFO)'],
    ['Mail <Dana.Reyes@ACME.example>.', 'Mail <[erased]>.'],
    ['dana.reyes@acme.example; x@acme.example', '[erased]; x@acme.example'],
    ['https://www.linkedin.com/in/dana-reyes?x=1', 'https://www.[erased]?x=1'],
    ['Tel. +49 30 1234567, 030/1234567, 0049 (0)30 12 34 567.', 'Tel. [erased], [erased], [erased].'],
    ['+49301234567', '[erased]'],
    ['Dana Reyes (+49 30 1234567)', '[erased] ([erased])'],
    ['415-555-0100 or (415) 555 0100', '[erased] or [erased]'],
    ['Call at 9 030 1234567 today', 'Call at 9 [erased] today'],
    ['Zoe\u0308 Ngo\u0302 came', '[erased] came'],
    ['Dana Reyes’s budget', '[erased]’s budget'],
    ['notes_on_dana_reyes', 'notes_on_[erased]'],
    ['zoë_ngô', '[erased]'],
    ['{"to":["dana.reyes@acme.example"],"n":1}', '{"to":["[erased]"],"n":1}'],
    ['[dana reyes, not JSON', '[[erased], not JSON'],
  ])('%s', (text, redacted) => {
    expect(redactor.text(text)).toBe(redacted);
  });
});

describe('a text that names somebody else', () => {
  test.each([
    'Joana Reyes signs.',
    'Dana Reyesberg, Dana Reyes-Smith and Anna-Dana Reyes',
    'Dana and Reyes',
    'joana_reyes and dana_reyesberg',
    'x.dana.reyes@acme.example',
    'dana.reyes@acme.example.org, dana.reyes@acme.example-mail.example',
    'linkedin.com/in/dana-reyes-2',
    '+49 30 12345678, +49 30 1234568, 130 1234567',
    '+1 515 555 0100',
    '4930123 then 4567',
    '{"a":"b"}',
  ])('%s', (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});

test('JSON is redacted in texts, keys and numbers, and stays the very value when nothing names them', () => {
  const value = { 'dana.reyes@acme.example': { phone: 4155550100 }, list: ['Dana Reyes', 1, null], [ERASED]: true };
  expect(redactor.value(value)).toEqual({
    '[erased] 2': { phone: ERASED },
    list: [ERASED, 1, null],
    [ERASED]: true,
  });
  const other = { a: [{ b: 'Joana Reyes' }] };
  expect(redactor.value(other)).toBe(other);
});

test('labels stay apart, and equal ones equal', () => {
  const [a, b, again] = ['run Dana Reyes', 'run dana reyes', 'run Dana Reyes'].map((text) => redactor.label(text));
  expect(a).toBe(again);
  expect(a).not.toBe(b);
  expect(a).toMatch(/^run \[erased [0-9a-f]{12}\]$/);
  expect(redactor.label('run Joana Reyes')).toBe('run Joana Reyes');
});

test('numbers too short to tell anybody apart are not looked for', () => {
  expect(writtenDigits('110')).toEqual([]);
  expect(writtenDigits('+49 110')).toEqual([]);
});

test('what the database is asked for holds whatever is redacted', () => {
  const { texts, digits } = likePatterns(DANA);
  expect(texts).toContain('%dana%reyes%');
  expect(texts).toContain('%zo%%ng%%');
  expect(digits).toEqual(['%301234567%', '%4155550100%']);
});

test('any text is redacted of what it holds, and only of that', () => {
  const other = fc.string({ unit: fc.constantFrom('x', ' ', 'é', '7', '.', '\n', '😀'), maxLength: 30 });
  fc.assert(
    fc.property(other, other, fc.constantFrom('Dana Reyes', 'dana.reyes@acme.example'), (before, after, name) => {
      const redacted = redactor.text(`${before} ${name} ${after}`);
      expect(redacted).toBe(`${before} ${ERASED} ${after}`);
      expect(redactor.text(redacted)).toBe(redacted);
    }),
  );
});
