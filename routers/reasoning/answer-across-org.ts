import { z } from 'zod';
import { answerAcrossOrg } from '../../server/answers/ask-question.ts';
import { limit } from '../fields.ts';
import { tool } from '../tool.ts';
import { answer, exampleAnswer, question } from './reasoning-fields.ts';

export default tool({
  title: 'Answer across the organization',
  description:
    'Like answer_about_account over all accounts you may see, and those of the owner of a team you are in: ' +
    'when the account is known by name only, or not at all.',
  scope: 'account.read',
  entitled: true,
  effect: 'read',
  asksModels: true,
  costly: true,
  input: z.object({ question, limit: limit(20) }),
  output: z.object(answer),
  example: { input: { question: 'Who signs at Acme?' }, output: exampleAnswer },
  handler: answerAcrossOrg,
});
