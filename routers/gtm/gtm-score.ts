import { z } from 'zod';
import { invalidField } from '../../server/errors.ts';
import { keepScore, scoreSignals } from '../../server/scoring/keep-score.ts';
import { scoreInput, scoreOutput, scoreSignal } from '../../server/scoring/score-schema.ts';
import { accountOrTarget } from '../fields.ts';
import { tool } from '../tool.ts';

/** The most accounts one call scores. */
const MAX_ACCOUNTS = 100;

const scored = scoreOutput.extend({
  recorded: z
    .object({ account_id: z.string(), score_id: z.string(), signals: z.int() })
    .nullable()
    .describe('What was kept, and on what; null without account_id.'),
});

export default tool({
  title: 'Score signals',
  description:
    'Scores signals for a role from 0 to 100 by fixed weights and age, and says what drives it; the same input gives the same answer. ' +
    'With account_id it keeps signals and score on that account or target account, without it nothing. For several at once give each signal its account_id.',
  scope: 'account.read',
  entitled: true,
  effect: 'write',
  changesNothing: ({ account_id, signals }) =>
    account_id === undefined && signals.every((signal) => signal.account_id === undefined),
  input: scoreInput.extend({
    signals: z
      .array(
        scoreSignal.extend({
          account_id: accountOrTarget('Whose, for several at once.').optional(),
        }),
      )
      .max(1000)
      .describe(scoreInput.shape.signals.description!),
    account_id: accountOrTarget('Account or target account to keep them on.').optional(),
  }),
  output: scored.extend({
    scores: z
      .array(scored)
      .optional()
      .describe("With account_id in signals: each account's score, in order. The fields beside are the first's."),
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
    const byAccount = groupsOf(signals, account_id);
    const scores = [];
    // One after the other: they share the call's transaction.
    for (const [account, theirs] of byAccount) {
      const score = await scoreSignals(call, { role, signals: theirs });
      if (account !== undefined && theirs.length === 0) {
        call.warn(
          'signals',
          `none was sent: ${score.value} (${score.band}) was kept for ${account} and rests on nothing`,
        );
      }
      scores.push({ ...score, recorded: account === undefined ? null : await keepScore(call, account, theirs, score) });
    }
    const several = signals.some((signal) => signal.account_id !== undefined);
    return several ? { ...scores[0]!, scores } : scores[0]!;
  },
});

type Signal = z.output<typeof scoreSignal>;

/** The signals of each account, in the order they were first named. @throws Fault invalid_input */
function groupsOf(
  signals: (Signal & { account_id?: string | undefined })[],
  byDefault: string | undefined,
): Map<string | undefined, Signal[]> {
  const groups = new Map<string | undefined, Signal[]>(signals.length === 0 ? [[byDefault, []]] : []);
  for (const { account_id = byDefault, ...signal } of signals) {
    const group = groups.get(account_id);
    if (group === undefined) groups.set(account_id, [signal]);
    else group.push(signal);
  }
  if (groups.size > 1 && groups.has(undefined)) {
    const index = signals.findIndex((signal) => signal.account_id === undefined);
    throw invalidField(`signals.${index}.account_id`, 'is missing: other signals name an account');
  }
  if (groups.size > MAX_ACCOUNTS) {
    throw invalidField('signals', `names ${groups.size} accounts; the most in one call is ${MAX_ACCOUNTS}`);
  }
  return groups;
}
