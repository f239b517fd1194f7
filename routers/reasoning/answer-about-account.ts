import { z } from 'zod';
import { answerAboutAccount } from '../../server/answers/ask-question.ts';
import { AS_NAMED, id, limit } from '../fields.ts';
import { tool } from '../tool.ts';
import { answer, exampleAnswer, question } from './reasoning-fields.ts';

export default tool({
  title: 'Answer about an account',
  description:
    'Answers a question about one account from recorded facts. answered: the cited facts say it outright; ' +
    'else related facts may bear on it, for you to judge. use: the call for sums, lists and time ranges.',
  scope: 'account.read',
  entitled: true,
  effect: 'read',
  asksModels: true,
  costly: true,
  input: z.object({
    account_id: id('account', AS_NAMED),
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
