import { z } from 'zod';
import { keepScore, scoreSignals } from '../../server/scoring/keep-score.ts';
import { scoreInput, scoreOutput } from '../../server/scoring/score-schema.ts';
import { id } from '../fields.ts';
import { tool } from '../tool.ts';

export default tool({
  title: 'Score signals',
  description:
    'Scores signals for a role from 0 to 100 by fixed weights and age, and says what drives the score: the same input always gives the same answer. ' +
    'With account_id it also keeps the signals and the score on that account; without, it keeps nothing.',
  scope: 'account.read',
  entitled: true,
  effect: 'write',
  changesNothing: ({ account_id }) => account_id === undefined,
  input: scoreInput.extend({
    account_id: id('account', 'Account to keep the signals and the score on.').optional(),
  }),
  output: scoreOutput.extend({
    recorded: z
      .object({ account_id: z.string(), score_id: z.string(), signals: z.int() })
      .nullable()
      .describe('What was kept on the account; null without account_id.'),
  }),
  example: {
    input: {
      role: 'deal-risk',
      signals: [
        { key: 'no_next_step', value: 0.9, at: '2026-03-02T09:00:00Z' },
        { key: 'no_champion', value: 0.4, at: '2026-02-16T09:00:00Z' },
      ],
    },
    output: {
      role: 'deal-risk',
      value: 54.4,
      band: 'high',
      direction: 'higher_is_worse',
      evidence: 0.76,
      drivers: [
        { key: 'no_next_step', value: 0.9, weight: 0.12, decay: 1, contribution: 43.2 },
        { key: 'no_champion', value: 0.4, weight: 0.14, decay: 0.5, contribution: 11.2 },
      ],
      unknown_keys: [],
      known_keys: [],
      weights_version: 'builtin:a08262ff3071',
      recorded: null,
    },
  },
  async handler(call, { account_id, role, signals }) {
    const score = await scoreSignals(call, { role, signals });
    return { ...score, recorded: account_id === undefined ? null : await keepScore(call, account_id, signals, score) };
  },
});
