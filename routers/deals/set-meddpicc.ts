import { z } from 'zod';
import { DIMENSIONS, evidenceOf } from '../../server/records/meddpicc.ts';
import { writeRecord } from '../../server/records/write-record.ts';
import { clearableLine, id, quotedEvidence, unsaid } from '../fields.ts';
import { tool } from '../tool.ts';
import { evidence } from './deals-fields.ts';

export default tool({
  title: 'Set MEDDPICC evidence',
  description:
    'Records what is known of a deal in the eight MEDDPICC dimensions: those you send overwrite, null clears, the others stay. Answers the gaps left. ' +
    'Send only what was learned, quoting a capture as evidence; no guesses.',
  scope: 'meddpicc.write',
  entitled: true,
  effect: 'write',
  idempotent: true,
  overwrites: true,
  proposes: true,
  input: z.object({
    opp_id: id('opp', unsaid('The deal; read_account lists the deals of an account.')),
    metrics: clearableLine(unsaid('The measurable outcome they buy.')).optional(),
    economic_buyer: clearableLine('Who can say yes to the money.').optional(),
    decision_criteria: clearableLine(unsaid('What they compare by.')).optional(),
    decision_process: clearableLine(unsaid('How and when they decide.')).optional(),
    paper_process: clearableLine('Legal, security and procurement steps.').optional(),
    identify_pain: clearableLine(unsaid('The pain that makes them act.')).optional(),
    champion: clearableLine('Who sells for us inside.').optional(),
    competition: clearableLine(unsaid('Who or what else they consider.')).optional(),
    evidence: quotedEvidence,
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
  async handler(call, { opp_id, evidence: quoted, ...sent }) {
    if (Object.values(sent).every((words) => words === undefined)) {
      call.warn('', `no dimension was sent, so nothing changed; the dimensions are ${DIMENSIONS.join(', ')}`);
    }
    const meddpicc = Object.fromEntries(Object.entries(sent).filter(([, words]) => words !== undefined));
    const { record, updated_at } = await writeRecord(
      call,
      'opp',
      opp_id,
      { columns: {}, meddpicc, payload: {} },
      { quoted },
    );
    return {
      opp_id,
      account_id: record['account_id'] as string,
      ...evidenceOf(record['meddpicc'] as Record<string, string>),
      updated_at,
    };
  },
});
