import { expect, test } from 'vitest';
import { checkFilters, type FindInput, type FindKind } from '../finding/find-input.ts';
import { readQuestion } from './question.ts';
import { useFor } from './use.ts';

const NOW = new Date('2026-05-20T10:00:00Z');
const OWNERS = ['Lee Ode', 'Priya Nair'];
const callFor = (question: string) => useFor(readQuestion(question), undefined, NOW, OWNERS)?.arguments;

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
  ['which deals are in marketing', undefined],
  ['overdue deals', { kind: 'opp', stage_kind: 'open', close_to: '2026-05-19' }],
  ["Which accounts haven't we met in 14 days?", { kind: 'account', no_activity_since: '2026-05-06' }],
  ['what is the pipeline total', { kind: 'opp', stage_kind: 'open' }],
  [
    'which deals did we lose last month: all lost deals',
    { kind: 'opp', stage_kind: 'lost', close_from: '2026-04-01', close_to: '2026-04-30' },
  ],
  ['list all deals over 100k', { kind: 'opp', stage_kind: 'open', amount_min: 100_000 }],
  ['which prospects were added in the last 7 days', { kind: 'prospect', created_since: '2026-05-13' }],
  ['which prospects were added last week', undefined],
  ['Which accounts use NetSuite?', undefined],
  ['Which deals did we win?', { kind: 'opp', stage_kind: 'won' }],
  [
    'Which opportunities did we lose this month?',
    { kind: 'opp', stage_kind: 'lost', close_from: '2026-05-01', close_to: '2026-05-31' },
  ],
  [
    'How many deals closed last quarter?',
    { kind: 'opp', stage_kind: 'won', close_from: '2026-01-01', close_to: '2026-03-31' },
  ],
  [
    'Which deals closed in November?',
    { kind: 'opp', stage_kind: 'won', close_from: '2025-11-01', close_to: '2025-11-30' },
  ],
  [
    'which deals were lost since February',
    { kind: 'opp', stage_kind: 'lost', close_from: '2026-02-01', close_to: '2026-05-20' },
  ],
  ['what closes by July?', { kind: 'opp', stage_kind: 'open', close_to: '2026-07-31' }],
  [
    'which deals close in the next 2 weeks',
    { kind: 'opp', stage_kind: 'open', close_from: '2026-05-20', close_to: '2026-06-03' },
  ],
  ['Which deals did not close this quarter?', undefined],
  ['How many deals were created this month?', { kind: 'opp', created_since: '2026-05-01' }],
  ['Which accounts did we not talk to in 3 weeks?', { kind: 'account', no_activity_since: '2026-04-29' }],
  ['which customers have not been contacted since April', { kind: 'account', no_activity_since: '2026-04-01' }],
  ["Which accounts haven't we met last month?", undefined],
  ['deals below 20,000', { kind: 'opp', stage_kind: 'open', amount_max: 20_000 }],
  ['all deals of at least 1.5m', { kind: 'opp', stage_kind: 'open', amount_min: 1_500_000 }],
  ['Which deals does Priya own?', { kind: 'opp', stage_kind: 'open', owner: 'Priya Nair' }],
  ["list Lee Ode's deals over 10k", { kind: 'opp', stage_kind: 'open', amount_min: 10_000, owner: 'Lee Ode' }],
  ['Which deals does Maud Tierney own?', undefined],
  ['Which deals do we own?', undefined],
  ['Which deals have Copperwell as competitor?', undefined],
  ['Which companies mentioned Copperwell?', undefined],
  ['Which notes mention Copperwell?', { kind: 'capture', query: 'Copperwell' }],
  ['What is our pipeline in USD?', { kind: 'opp', stage_kind: 'open' }],
  ['which deals are in USD', undefined],
  ['Which accounts are in tier B?', undefined],
  ['Which customers are angry about the price?', undefined],
  ['Which accounts have no next step?', undefined],
  ['How many customers do we have?', { kind: 'account' }],
  ['Which drafts are waiting?', { kind: 'draft', status: 'pending' }],
  ['Which deals have we won or lost?', undefined],
  ['which drafts are rejected', { kind: 'draft', status: 'rejected' }],
  ['Which meetings stalled?', undefined],
  ['Which account has the most deals?', undefined],
  ['How many customers have deals closing this month?', undefined],
  ['which customers have no activity in more than 30 days', { kind: 'account', no_activity_since: '2026-04-20' }],
  ['which runs failed today', { kind: 'run', created_since: '2026-05-20', status: 'error' }],
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
