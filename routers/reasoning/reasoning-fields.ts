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
  established_by: z.object({
    user_id: z.string().nullable(),
    user_name: z.string().nullable(),
    key_id: z.string().nullable(),
    key_name: z.string().nullable(),
    tool: z.string(),
    provider: z.string().nullable(),
  }),
  at: z.string(),
  superseded_at: z.string().nullable().describe('Since when something newer holds; null while it holds.'),
  run_ref: z.string().nullable(),
  evidence: z
    .object({
      capture_id: z.string(),
      quote: z.string(),
      verified: z.boolean(),
      stated_by: z.enum(['customer', 'seller']).nullable(),
    })
    .nullable()
    .describe(
      'The quote it was stated to rest on: verified while the capture has these words and is not withdrawn, and whose they are.',
    ),
});

/** A fact that may bear on the question, in few words. */
const related = z.object({
  fact_id: z.string().describe('Its last 6 characters where all facts of a small account are given.'),
  sentence: z.string(),
  account_id: z.string().nullable().optional(),
  account_name: z.string().nullable().optional(),
  attribute: z.string().optional(),
  established_by: z.string().optional(),
  at: z.string().optional(),
  superseded_at: z.string().nullable().optional(),
});

/** The answer of both tools. */
export const answer = {
  answered: z.boolean().describe('Said outright.'),
  answer: z.string().describe('A cited sentence per fact, contradictions first.'),
  facts: z.array(fact).describe('The supporting facts, best first.'),
  contradictions: z
    .array(z.object({ statement: z.string(), fact_ids: z.array(z.string()) }))
    .describe('Supporting facts that cannot all be right.'),
  could_record: z
    .array(z.object({ what: z.string(), tool: z.string(), field: z.string() }))
    .describe('What to record so that the question finds an answer.'),
  related: z.array(related).describe('Facts that may bear on it, best first; all of a small account.'),
  use: z
    .object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) })
    .nullable()
    .describe('The call that answers it.'),
  picked: z
    .object({ model: z.string(), fact_ids: z.array(z.string()) })
    .nullable()
    .describe('Of related, what a language model took for the answer, where the operator set one up.'),
};

export const question = line('In plain words.');

export const exampleAnswer = {
  answered: true,
  answer:
    'Economic buyer of Pilot: Dana Reyes, CFO. [fact_01kaj6w6qk5x3v0c8m9n2p4r7t, set_meddpicc by Night agent, 2026-03-02]',
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
        key_name: 'Night agent',
        tool: 'set_meddpicc',
        provider: null,
      },
      at: '2026-03-02T09:30:00.000Z',
      superseded_at: null,
      run_ref: null,
      evidence: {
        capture_id: 'cap_01kaj6w6qk5x3v0c8m9n2p4r7t',
        quote: 'Dana Reyes signs for us',
        verified: true,
        stated_by: 'customer' as const,
      },
    },
  ],
  contradictions: [],
  could_record: [],
  related: [],
  use: null,
  picked: null,
};
