import type { KnownFact } from '../../db/queries/audit.ts';
import { describe, expect, test } from 'vitest';
import { answerFrom } from './answer.ts';
import { readQuestion } from './question.ts';
import { registry } from '../../routers/index.ts';
import { topics } from './vocabulary.ts';

const OWN = { id: 'acc_1', name: 'Northwind' };

let made = 0;

function fact(attribute: string, value: string, more: Partial<KnownFact> = {}): KnownFact {
  made += 1;
  const single = attribute !== 'capture';
  return {
    id: `fact_${String(made).padStart(3, '0')}`,
    account_id: OWN.id,
    subject_type: single ? 'opp' : 'account',
    subject_id: single ? 'opp_1' : OWN.id,
    attribute,
    value,
    sentence: single
      ? `${attribute.charAt(0).toUpperCase()}${attribute.slice(1).replaceAll('_', ' ')} of Pilot: ${value}.`
      : value,
    single,
    tool: single ? 'set_meddpicc' : 'log_capture',
    provider: null,
    key_id: `key_${made}`,
    user_id: 'usr_1',
    run_ref: null,
    at: `2026-03-${String(1 + (made % 27)).padStart(2, '0')}T09:00:00.000Z`,
    superseded_at: null,
    ...more,
  };
}

const ask = (question: string, facts: KnownFact[], limit = 10) =>
  answerFrom(readQuestion(question, OWN, []), facts, { own: OWN, limit, nameOf: ({ tool }) => tool });

const values = ({ facts }: { facts: KnownFact[] }) => facts.map(({ value }) => value);

describe('support', () => {
  const facts = [
    fact('economic_buyer', 'Dana Reyes, CFO'),
    fact('champion', 'Lee Park'),
    fact('capture', 'The licence of Temenos expires in May.'),
    fact('capture', 'They run SAP in Hamburg.'),
  ];

  test('is the fact of the attribute asked for, and no other', () => {
    expect(values(ask('Who signs?', facts))).toEqual(['Dana Reyes, CFO']);
    expect(values(ask('Who sells for us inside?', facts))).toEqual(['Lee Park']);
  });

  test('is what was said, when it holds everything asked for', () => {
    expect(values(ask('When does the Temenos licence expire?', facts))).toEqual([facts[2]!.value]);
    expect(ask('When does the Oracle licence expire?', facts).answered).toBe(false);
    expect(ask('How much is the Temenos licence?', facts).answered).toBe(false);
  });

  test('does not depend on the order of the facts', () => {
    const { answer } = ask('Who signs?', facts);
    expect(ask('Who signs?', facts.toReversed()).answer).toBe(answer);
  });

  test('of something emptied is none', () => {
    expect(ask('Who signs?', [fact('economic_buyer', 'no longer known')]).answered).toBe(false);
  });
});

describe('contradictions', () => {
  test('are two names, figures or dates for one thing', () => {
    const two = [fact('economic_buyer', 'Dana Reyes'), fact('capture', 'Lee Park signs the contract.')];
    expect(ask('Who signs?', two).contradictions[0]!.fact_ids.toSorted()).toEqual(two.map(({ id }) => id));
    const dates = [fact('close_date', '2026-06-30'), fact('capture', 'They will close in September.')];
    expect(ask('When do they close?', dates).contradictions).toHaveLength(1);
  });

  test('are not one thing said twice, nor what no longer holds', () => {
    const twice = [fact('economic_buyer', 'Dana Reyes, CFO'), fact('capture', 'Dana Reyes signs the contract.')];
    expect(ask('Who signs?', twice).contradictions).toEqual([]);
    const past = [
      fact('economic_buyer', 'Piers Holt', { superseded_at: '2026-03-20T09:00:00.000Z' }),
      fact('economic_buyer', 'Dana Reyes'),
    ];
    expect(ask('Who signs?', past)).toMatchObject({ contradictions: [], facts: [{ value: 'Dana Reyes' }] });
  });
});

test('what could be recorded names a tool that there is, and a field that it takes', () => {
  for (const [name, { record }] of Object.entries(topics)) {
    const [tool, field] = record;
    const input = registry.get(tool)?.input.shape;
    expect(input, `${name}: ${tool}`).toBeDefined();
    const [first] = field.split(/[ .]/) as [string];
    expect(first in input! || 'facts' in input!, `${name}: ${tool} takes ${field}`).toBe(true);
  }
});

test('one fact is cited once, however many questions it answers', () => {
  const facts = [fact('economic_buyer', 'Dana Reyes, CFO')];
  expect(values(ask('Who signs? And who owns the budget?', facts))).toEqual(['Dana Reyes, CFO']);
});
