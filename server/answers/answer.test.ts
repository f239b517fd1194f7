import type { KnownFact } from '../../db/statements/calls.ts';
import { describe, expect, test } from 'vitest';
import { answerFrom } from './answer.ts';
import { readQuestion } from './question.ts';
import { toldBy } from './recordables.ts';
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
  answerFrom(readQuestion(question, OWN, [], toldBy(facts)), facts, { own: OWN, limit, nameOf: ({ tool }) => tool });

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

describe('what a question names', () => {
  const ofDeal = (deal: string, attribute: string, value: string, more: Partial<KnownFact> = {}) =>
    fact(attribute, value, {
      subject_id: `opp_${deal}`,
      sentence: `${attribute.charAt(0).toUpperCase()}${attribute.slice(1).replaceAll('_', ' ')} of ${deal}: ${value}.`,
      ...more,
    });
  const deals = [
    ofDeal('Group rollout', 'amount', '385000'),
    ofDeal('Renewal 2027', 'amount', '92000'),
    ofDeal('Renewal 2027', 'close_date', '2027-05-01'),
    ofDeal('Group rollout', 'champion', 'Dana Reyes'),
    fact('risks', 'Nobody defends us in Leeds', {
      single: false,
      subject_type: 'plan',
      sentence: 'Nobody defends us in Leeds',
    }),
  ];

  test('may be a deal, by words that mean something else elsewhere', () => {
    expect(values(ask('How much is the group rollout worth?', deals))).toEqual(['385000']);
    expect(values(ask('What is the renewal worth?', deals))).toEqual(['92000']);
    expect(values(ask('How big is the renewal, and when is it due?', deals))).toEqual(['92000', '2027-05-01']);
  });

  test('is not answered by another deal, but by what is so of the whole account', () => {
    expect(ask('Who is the champion of the renewal?', deals).answered).toBe(false);
    expect(values(ask('What are the risks of the renewal?', deals))).toContain('Nobody defends us in Leeds');
  });

  test('may be a field of the company’s own', () => {
    const fields = [fact('erp_system', 'IFS'), fact('timetable_system', 'Syllabus Plus')];
    expect(values(ask('Which ERP do they run?', fields))).toEqual(['IFS']);
    expect(values(ask('What do they use for timetabling?', fields))).toEqual(['Syllabus Plus']);
    expect(ask('Which CRM do they run?', fields).answered).toBe(false);
  });

  test('may be what was there before it was changed', () => {
    const history = [
      ofDeal('Renewal 2027', 'amount', '120000', { superseded_at: '2026-03-20T09:00:00.000Z' }),
      ofDeal('Renewal 2027', 'amount', '92000'),
    ];
    expect(values(ask('What was the renewal amount before we lowered it?', history))).toContain('120000');
  });
});

describe('where no fact holds all of a question', () => {
  const said = (text: string) =>
    text.split(' / ').map((value, index) =>
      fact('capture', value, {
        at: '2026-03-05T09:00:00.000Z',
        key_id: text,
        id: `fact_${text.slice(0, 9)}${index}`,
      }),
    );
  const facts = [
    ...said('The questionnaire about DORA was returned on 11 November.'),
    ...said('Grace prefers chat over mail.'),
    ...said('Before we go on I need your security certificate. / Please confirm where backups are kept. / Paul Brandt'),
    ...said('Workshop in Kinsale. / Sinead asked whether minibar counts can go in.'),
  ];

  test('one that holds its names and nouns answers it', () => {
    expect(values(ask('When did we send the DORA questionnaire back?', facts))).toEqual([facts[0]!.value]);
    expect(values(ask('How should I reach Grace?', facts))).toEqual([facts[1]!.value]);
    expect(values(ask('What did Sinead ask in the Kinsale workshop?', facts))).toContain(facts.at(-1)!.value);
  });

  test('whoever signed a text said all of it', () => {
    expect(values(ask('What did Paul ask us to confirm?', facts))).toContain('Please confirm where backups are kept.');
  });

  test('none answers that lacks a name, a noun or what was done', () => {
    for (const question of [
      'When did we send the HIPAA questionnaire back?',
      'When did we send the DORA contract back?',
      'When did they sign the DORA questionnaire?',
      'What is Grace’s phone number?',
      'Why did Grace quit?',
      'What did Sinead ask in the Dublin workshop?',
    ]) {
      expect(
        ask(question, facts).facts.map(({ value }) => value),
        question,
      ).toEqual([]);
    }
  });
});

test('two fields do not contradict each other, whatever figures they hold', () => {
  const facts = [
    fact('amount', '39000'),
    fact('pricing_page_score', '0.9'),
    fact('capture', 'The list price goes up 6%.'),
  ];
  expect(ask('What is the deal worth?', facts).contradictions).toEqual([]);
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
