import { z } from 'zod';
import { answerAcrossOrg } from '../../server/answers/ask-question.ts';
import { limit } from '../fields.ts';
import { tool } from '../tool.ts';
import { answer, exampleAnswer, question } from './reasoning-fields.ts';

export default tool({
  title: 'Answer across the organization',
  description:
    'Answers a question from the facts of every account you may see, and of the owner of a team you are in, cited like answer_about_account. ' +
    'Use it to find which accounts something holds for, or when the account is only known by name. It never guesses.',
  scope: 'account.read',
  entitled: true,
  effect: 'read',
  input: z.object({ question, limit: limit(20) }),
  output: z.object(answer),
  example: { input: { question: 'Who signs at Acme?' }, output: exampleAnswer },
  handler: answerAcrossOrg,
});
