import { z } from 'zod';
import { line } from '../fields.ts';

const fact = z.object({
  fact_id: z.string(),
  account_id: z.string().nullable(),
  account_name: z.string().nullable(),
  subject_type: z.string(),
  subject_id: z.string(),
  attribute: z.string(),
  value: z.string(),
  sentence: z.string().describe('The fact as it reads, or the words it came from.'),
  established_by: z
    .object({
      user_id: z.string().nullable(),
      user_name: z.string().nullable(),
      key_id: z.string().nullable(),
      tool: z.string(),
      provider: z.string().nullable(),
    })
    .describe('Who established it, with which key and tool, or from which provider.'),
  at: z.string(),
  superseded_at: z.string().nullable().describe('Since when something newer holds; null while it holds.'),
  run_ref: z.string().nullable(),
});

/** The answer of both tools. */
export const answer = {
  answered: z.boolean().describe('False when nothing recorded answers the question.'),
  answer: z.string().describe('A cited sentence per fact, contradictions first; or what is not recorded.'),
  facts: z.array(fact).describe('The supporting facts, best first.'),
  contradictions: z
    .array(z.object({ statement: z.string(), fact_ids: z.array(z.string()) }))
    .describe('Supporting facts that cannot all be right.'),
  could_record: z
    .array(z.object({ what: z.string(), tool: z.string(), field: z.string() }))
    .describe('What to record, with which tool, so that the question finds an answer.'),
};

export const question = line('The question in plain words, 1 to 2,000 characters.');

export const exampleAnswer = {
  answered: true,
  answer:
    'Economic buyer of Pilot: Dana Reyes, CFO. [fact_01kaj6w6qk5x3v0c8m9n2p4r7t, set_meddpicc by Sam Ode, 2026-03-02]',
  facts: [
    {
      fact_id: 'fact_01kaj6w6qk5x3v0c8m9n2p4r7t',
      account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
      account_name: 'Acme',
      subject_type: 'opp',
      subject_id: 'opp_01kaj6w6qk5x3v0c8m9n2p4r7t',
      attribute: 'economic_buyer',
      value: 'Dana Reyes, CFO',
      sentence: 'Economic buyer of Pilot: Dana Reyes, CFO.',
      established_by: {
        user_id: 'usr_01kaj6w6qk5x3v0c8m9n2p4r7t',
        user_name: 'Sam Ode',
        key_id: 'key_01kaj6w6qk5x3v0c8m9n2p4r7t',
        tool: 'set_meddpicc',
        provider: null,
      },
      at: '2026-03-02T09:30:00.000Z',
      superseded_at: null,
      run_ref: null,
    },
  ],
  contradictions: [],
  could_record: [],
};
