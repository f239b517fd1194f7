import { z } from 'zod';
import { answerAboutAccount } from '../../server/answers/ask-question.ts';
import { id, limit } from '../fields.ts';
import { tool } from '../tool.ts';
import { answer, exampleAnswer, question } from './reasoning-fields.ts';

export default tool({
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
    output: { account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t', ...exampleAnswer },
  },
  handler: answerAboutAccount,
});
