import { expect, test } from 'vitest';
import { isOneSlip, stemsOf, tokensOf } from './words.ts';

test.each([
  ['Who signs the contract?', ['who', 'sign', 'the', 'contract']],
  ['Lucía’s e-mail', ['lucia', 'email']],
  ['1,400 trucks, 6.4 %', ['1,400', 'truck', '6.4']],
  ['pre-notification', ['pre', 'notif']],
  ['don’t', ["don't"]],
  ['Deal 1C1I7A6R, 20k', ['deal', '1c1i7a6r', '20k']],
  ['¿¡？！', []],
])('the stems of %j', (text, stems) => {
  expect(stemsOf(text)).toEqual(stems);
});

test('a word is the first of its sentence after a full stop, a question mark or a colon', () => {
  const first = tokensOf('Dana left. Then v1.2 came: Ola signs?').filter(({ initial }) => initial);
  expect(first.map(({ text }) => text)).toEqual(['Dana', 'Then', 'Ola']);
});

test('a possessive is told, and no part of the word', () => {
  expect(tokensOf("Globex's budget")[0]).toMatchObject({ text: 'Globex', owns: true, capital: true });
});

test.each([
  ['1C1I7A6R', true],
  ['0I6U3MQ6', true],
  ['1c1i7a6r', false],
  ['2017Q3', false],
  ['20K', false],
  ['4TB', false],
  ['Zoë', true],
])('%s written as a name: %s', (word, capital) => {
  expect(tokensOf(`about ${word}`)[1]).toMatchObject({ text: word, capital });
});

test.each([
  ['champion', 'champoin', true],
  ['certus', 'cetrus', true],
  ['certus', 'certu', true],
  ['certus', 'certuss', true],
  ['certus', 'cirtas', false],
  ['kiosk', 'kiosks', true],
  ['a', 'abc', false],
])('%s and %s differ by one slip: %s', (a, b, is) => {
  expect(isOneSlip(a, b)).toBe(is);
});
