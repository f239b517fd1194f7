import { expect, test } from 'vitest';
import { checkFilters, type FindInput, type FindKind } from '../finding/find-input.ts';
import { readQuestion } from './question.ts';
import { useFor } from './use.ts';

const NOW = new Date('2026-05-20T10:00:00Z');
const callFor = (question: string) => useFor(readQuestion(question), undefined, NOW)?.arguments;

const QUESTIONS: [question: string, call: object | undefined][] = [
  ['Which deals have no economic buyer?', { kind: 'opp', stage_kind: 'open', missing: ['economic_buyer'] }],
  [
    'which opportunities lack a champion and metrics',
    { kind: 'opp', stage_kind: 'open', missing: ['champion', 'metrics'] },
  ],
  [
    'Deals closing this quarter?',
    { kind: 'opp', stage_kind: 'open', close_from: '2026-04-01', close_to: '2026-06-30' },
  ],
  ['What closes in December?', { kind: 'opp', stage_kind: 'open', close_from: '2026-12-01', close_to: '2026-12-31' }],
  ['which deals close in Q3', { kind: 'opp', stage_kind: 'open', close_from: '2026-07-01', close_to: '2026-09-30' }],
  ['which deals are in marketing', { kind: 'opp', stage_kind: 'open' }],
  ['overdue deals', { kind: 'opp', stage_kind: 'open', close_to: '2026-05-19' }],
  ["Which accounts haven't we met in 14 days?", { kind: 'account', no_activity_since: '2026-05-06' }],
  ['what is the pipeline total', { kind: 'opp', stage_kind: 'open' }],
  [
    'which deals did we lose last month: all lost deals',
    { kind: 'opp', stage_kind: 'lost', close_from: '2026-04-01', close_to: '2026-04-30' },
  ],
  ['list all deals over 100k', { kind: 'opp', stage_kind: 'open', amount_min: 100_000 }],
  ['which prospects were added last week', { kind: 'prospect', created_since: '2026-05-11' }],
  ['Which accounts use NetSuite?', { kind: 'account', query: 'NetSuite' }],
  ['Who signs?', undefined],
  ['What is the stage of the renewal?', undefined],
];

test.each(QUESTIONS)('%s', (question, call) => {
  expect(callFor(question)).toEqual(call);
});

const ALSO = [
  'which captures were updated last week',
  'list all notes since Monday of last week',
  'how many drafts were created in the last 3 days',
  'which runs failed today',
  'all meetings this month',
  'list all people added this quarter',
  'which accounts were updated yesterday or in the past 2 days',
  'biggest deals over 20k closing next year',
];

test.each([...QUESTIONS.map(([question]) => question), ...ALSO])('find_records takes the call for: %s', (question) => {
  const own = { id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t', name: 'Acme' };
  for (const account of [undefined, own]) {
    const { kind, ...input } = useFor(readQuestion(question), account, NOW)?.arguments ?? { kind: 'opp' };
    expect(() => checkFilters(kind as FindKind, { limit: 20, ...input } as FindInput)).not.toThrow();
  }
});
