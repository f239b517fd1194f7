import { describe, expect, test } from 'vitest';
import { type Clause, readQuestion } from './question.ts';

const OWN = { id: 'acc_1', name: 'Northwind Logistics', domain: 'northwind.example' };
const OTHER = { id: 'acc_2', name: 'Globex Corporation', domain: null };

const read = (text: string) => readQuestion(text, OWN, [OTHER]);
const topicsOf = ({ readings }: Clause) =>
  readings[0]!.needs.flatMap((need) => (need.kind === 'topic' ? need.topics : []));
const namesOf = ({ readings }: Clause) =>
  readings[0]!.needs.filter(({ kind }) => kind === 'name').map(({ text }) => text);

test.each([
  ['Who signs?', 'economic_buyer'],
  ['who holds the purse strings', 'economic_buyer'],
  ['EB?', 'economic_buyer'],
  ['Who else are they looking at?', 'competition'],
  ['Who is pushing for us internally?', 'champion'],
  ['champoin?', 'champion'],
  ['whats the next step', 'next_step'],
  ['What hurts them?', 'identify_pain'],
  ['How will they decide?', 'decision_process'],
  ['Where does the deal stand?', 'stage'],
  ['How do they measure success?', 'metrics'],
])('%s asks for %s', (text, topic) => {
  expect(read(text).flatMap(topicsOf)).toContain(topic);
});

test.each([
  ['Who signs?', 'now'],
  ['Who signed before Dana?', 'before'],
  ['Who was the previous champion?', 'before'],
  ['How has the stage changed?', 'change'],
  ['Has the stage moved?', 'change'],
  ['Has the close date moved?', 'change'],
  ['Did the close date slip?', 'change'],
  ['How old is the contract?', 'now'],
] as const)('%s is about %s', (text, era) => {
  expect(read(text)[0]!.era).toBe(era);
});

test('several questions in one text are read one by one', () => {
  expect(read('Who signs, and when do they close? What hurts?')).toHaveLength(3);
  expect(read('I met them today. Who signs?').map(({ text }) => text)).toEqual(['Who signs']);
  expect(read('Terms and conditions of the contract?')).toHaveLength(1);
});

test('a question after another is about whom that one named', () => {
  const clauses = read('Who is Sofia Lindgren and what does she want from us?');
  expect(clauses.map(namesOf)).toEqual([['Sofia Lindgren'], ['Sofia Lindgren']]);
});

describe('companies', () => {
  test('the account’s own name is no part of what is asked', () => {
    for (const text of ['Who signs at Northwind?', 'Who signs at northwind logistics?', 'Who signs at Nortwind?']) {
      const [clause] = read(text) as [Clause];
      expect([clause.about, namesOf(clause)], text).toEqual([[], []]);
    }
  });

  test('another one is what the question is about, or stands beside it', () => {
    expect(read('Who signs at Globex?')[0]!.about).toEqual([OTHER]);
    expect(read('What is Globex’s budget?')[0]!.about).toEqual([OTHER]);
    const [beside] = read('How do they compare us with Globex?') as [Clause];
    expect(beside.about).toEqual([]);
  });

  test('one that nobody knows is a name that a fact must hold', () => {
    expect(namesOf(read('Who signs at Maersk?')[0]!)).toEqual(['Maersk']);
  });
});

test('a question of signs, or of nothing, reads as no question that a fact could answer', () => {
  for (const text of ['???', '', '🦊', '\n;\n']) {
    expect(read(text).flatMap(({ readings }) => readings.flatMap(({ needs }) => needs))).toEqual([]);
  }
});
