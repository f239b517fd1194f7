import { expect, test } from 'vitest';
import { differences, type Write } from './ledger.ts';

const OK = { told: 'ok', requestId: 'req_1' };

const CASES: [what: string, write: Partial<Write>, count: number, wrong: RegExp | undefined][] = [
  ['an acknowledged write that is there', { told: ['ok'] }, 1, undefined],
  ['an acknowledged write that is lost', { told: ['ok'] }, 0, /acknowledged and is lost/],
  ['one that is there twice', { told: ['no answer', 'ok'], repeated: true }, 2, /there 2 times/],
  ['one refused as not written that is there', { told: ['unavailable'] }, 1, /refused as not written/],
  ['one refused that is not there', { told: ['unavailable'] }, 0, undefined],
  ['one of unknown outcome that is there', { told: ['outcome_unknown'] }, 1, undefined],
  ['one of unknown outcome that is not', { told: ['outcome_unknown'] }, 0, undefined],
  ['one that nobody was told of', { told: ['no answer'] }, 1, undefined],
  ['one repeated in vain', { told: ['no answer'], repeated: true }, 1, /never acknowledged/],
];

test.each(CASES)('%s', (_, write, count, wrong) => {
  const whole = { mark: 'a', repeated: false, told: [], ...write };
  const found = differences([whole], [OK], { counts: new Map([['a', count]]), audited: new Set(['req_1']) });
  expect(found).toHaveLength(wrong === undefined ? 0 : 1);
  if (wrong !== undefined) expect(found[0]).toMatch(wrong);
});

test('a call that was answered and has no audit row', () => {
  const kept = { counts: new Map(), audited: new Set(['req_1']) };
  const answered = [
    OK,
    { told: 'ok', requestId: 'req_2' },
    { told: 'ok', requestId: undefined },
    { told: 'no answer' },
  ];
  expect(differences([], answered, kept)).toHaveLength(2);
});
