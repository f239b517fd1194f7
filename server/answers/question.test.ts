import { describe, expect, test } from 'vitest';
import { readQuestion, searchWords } from './question.ts';

describe('what a question asks for', () => {
  test.each([
    ['Who signs?', 'person', 'now'],
    ['When does it close?', 'date', 'now'],
    ['how many sites do they have', 'number', 'now'],
    ['How long is the contract?', 'duration', 'now'],
    ['Where are they based?', 'place', 'now'],
    ['Why did we lose?', 'reason', 'now'],
    ['What is her e-mail address?', 'contact', 'now'],
    ['Who was the champion before Ada?', 'person', 'past'],
    ['How has the stage changed?', undefined, 'change'],
  ])('%s', (text, kind, era) => {
    expect(readQuestion(text)).toMatchObject({ kind, era });
  });

  test.each([
    ['Which deals have no economic buyer?', ['negation', 'list']],
    ['pipeline total', ['total']],
    ["who haven't we met in 14 days", ['negation', 'time range']],
    ['What closes this quarter?', ['time range']],
    ['Which deal is the biggest?', ['comparison']],
    ['Who signs at Flint Works, our largest client?', ['comparison']],
    ['What is the amount?', []],
  ])('%s cannot be answered by facts for its %j', (text, shapes) => {
    expect([...readQuestion(text).shapes].toSorted()).toEqual(shapes.toSorted());
  });

  test('names are words written large, but not the first, months or questions in capitals', () => {
    const names = (text: string) => readQuestion(text).names.map((name) => name.map(({ word }) => word).join(' '));
    expect(names('What did Henk Jansen of Maasport say in March?')).toEqual(['henk jansen', 'maasport']);
    expect(names('Ravi’s title?')).toEqual(['ravi']);
    expect(names('WHO SIGNS THE CONTRACT')).toEqual([]);
    expect(names('Which ERPs does Van der Berg run?')).toEqual(['erps', 'van', 'berg']);
    expect(names('Wann endet der Vertrag mit der Spedition?')).toEqual([]);
    expect(names('Was sagt der Einkäufer Henk Jansen zum Preis?')).toEqual(['einkaufer henk jansen']);
  });

  test('the longest term of the glossary is meant', () => {
    const [first, ...more] = readQuestion('Who owns the company?').topics;
    expect([first!.topic.name, more]).toEqual(['the ownership', []]);
  });
});

test('the database is asked for words only, whatever a question holds', () => {
  expect(searchWords(readQuestion(`signs' | !('x') :* \\ & <->`)).all).toMatch(
    /^'[\p{L}\p{N} ]+'(?: \| '[\p{L}\p{N} ]+')*$/u,
  );
  expect(searchWords(readQuestion('¿¡？'))).toEqual({ own: '', all: '' });
});
