import { z } from 'zod';
import { evidenceOf } from '../../server/records/meddpicc.ts';
import { writeRecord } from '../../server/records/write-record.ts';
import { id, line } from '../fields.ts';
import { tool } from '../tool.ts';
import { evidence } from './deals-fields.ts';

export default tool({
  title: 'Set MEDDPICC evidence',
  description:
    'Records what is known of a deal in the eight MEDDPICC dimensions: those you send overwrite, the others stay. Answers the gaps left. ' +
    'Send only what was learned, in the words of a source; an empty dimension is better than a guess.',
  scope: 'meddpicc.write',
  entitled: true,
  effect: 'write',
  idempotent: true,
  input: z.object({
    opp_id: id('opp', 'The deal; read_account lists the deals of an account.'),
    metrics: line('The measurable outcome they buy.').optional(),
    economic_buyer: line('Who can say yes to the money.').optional(),
    decision_criteria: line('What they compare by.').optional(),
    decision_process: line('How and when they decide.').optional(),
    paper_process: line('Legal, security and procurement steps.').optional(),
    identify_pain: line('The pain that makes them act.').optional(),
    champion: line('Who sells for us inside.').optional(),
    competition: line('Who or what else they consider.').optional(),
  }),
  output: z.object({
    opp_id: z.string().describe('The deal.'),
    account_id: z.string().describe('Its account.'),
    ...evidence,
    updated_at: z.string().describe('When.'),
  }),
  example: {
    input: { opp_id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t', economic_buyer: 'Dana Reyes', champion: 'Lee Park' },
    output: {
      opp_id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t',
      account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
      meddpicc: {
        metrics: null,
        economic_buyer: 'Dana Reyes',
        decision_criteria: null,
        decision_process: null,
        paper_process: null,
        identify_pain: null,
        champion: 'Lee Park',
        competition: null,
      },
      gaps: ['metrics', 'decision_criteria', 'decision_process', 'paper_process', 'identify_pain', 'competition'],
      completeness: 2,
      updated_at: '2026-03-02T09:30:00.000Z',
    },
  },
  async handler(call, { opp_id, ...sent }) {
    const meddpicc = Object.fromEntries(Object.entries(sent).filter(([, words]) => words !== undefined));
    const { record, updated_at } = await writeRecord(call, 'opp', opp_id, { columns: {}, meddpicc, payload: {} });
    return {
      opp_id,
      account_id: record['account_id'] as string,
      ...evidenceOf(record['meddpicc'] as Record<string, string>),
      updated_at,
    };
  },
});
