import { z } from 'zod';
import { answerAboutAccount, answerAcrossOrg } from '../server/answers/ask-question.ts';
import { id, limit, line } from './fields.ts';
import { tool } from './tool.ts';

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

const answer = {
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

const question = line('The question in plain words, 1 to 2,000 characters.');

const example = {
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

export const reasoning = {
  answer_about_account: tool({
    name: 'answer_about_account',
    title: 'Answer about an account',
    description:
      'Answers a question about one account from established facts only, each cited with who established it and when: who signs, what hurts, who else they look at, next steps, dates, what was said. ' +
      'Past values only when the question asks for them; contradictions are stated. It never guesses: when nothing recorded answers, it says so and what to record.',
    scope: 'account.read',
    entitled: true,
    effect: 'read',
    input: z.object({
      account_id: id('account', 'Account the question is about.'),
      question,
      limit: limit(10),
    }),
    output: z.object({ account_id: z.string().describe('The account asked about.'), ...answer }),
    example: {
      input: { account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t', question: 'Who signs?' },
      output: { account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t', ...example },
    },
    handler: answerAboutAccount,
  }),

  answer_across_org: tool({
    name: 'answer_across_org',
    title: 'Answer across the organization',
    description:
      'Answers a question from the facts of every account you may see, and of the owner of a team you are in, cited like answer_about_account. ' +
      'Use it to find which accounts something holds for, or when the account is only known by name. It never guesses.',
    scope: 'account.read',
    entitled: true,
    effect: 'read',
    input: z.object({ question, limit: limit(20) }),
    output: z.object(answer),
    example: { input: { question: 'Who signs at Acme?' }, output: example },
    handler: answerAcrossOrg,
  }),
};
