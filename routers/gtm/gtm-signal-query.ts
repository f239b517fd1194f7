import { z } from 'zod';
import { gtmSignalQuery } from '../../server/scoring/signals.ts';
import { AS_NAMED, accountOrTarget, limit, nullableText } from '../fields.ts';
import { tool } from '../tool.ts';

export default tool({
  title: 'Query signals and scores',
  description:
    "Answers an account's stored signals and recorded scores, newest first. Use it to see how a score came about or changed; gtm_score with account_id records them.",
  scope: 'account.read',
  entitled: true,
  effect: 'read',
  input: z.object({
    account_id: accountOrTarget('Or target account.'),
    limit: limit(50),
    cursor: z
      .string()
      .regex(/^[0-9a-hjkmnp-tv-z]{26}$/, 'expected the next_cursor of the page before')
      .optional()
      .describe(AS_NAMED),
  }),
  output: z.object({
    account_id: z.string().describe('The account.'),
    signals: z
      .array(
        z.object({
          id: z.string(),
          key: z.string(),
          value: z.number(),
          at: z.string(),
          run_ref: nullableText,
          recorded_at: z.string(),
        }),
      )
      .describe('Signals, newest first; `at` is when it was observed.'),
    scores: z
      .array(
        z.object({
          id: z.string(),
          role: z.string(),
          value: z.number(),
          band: z.string(),
          drivers: z.array(z.record(z.string(), z.unknown())),
          weights_version: z.string(),
          run_ref: nullableText,
          recorded_at: z.string(),
        }),
      )
      .describe('Scores, newest first. Signals and scores together are at most limit.'),
    next_cursor: nullableText.describe('Where the next page starts; null: no more.'),
  }),
  example: {
    input: { account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t', limit: 2 },
    output: {
      account_id: 'acc_01kaj6w6qk5x3v0c8m9n2p4r7t',
      signals: [
        {
          id: 'sig_01kaj6w6qk5x3v0c8m9n2p4r7t',
          key: 'no_next_step',
          value: 0.9,
          at: '2026-03-02T09:00:00.000Z',
          run_ref: null,
          recorded_at: '2026-03-02T09:30:00.000Z',
        },
      ],
      scores: [
        {
          id: 'sco_01kaj6w6qk5x3v0c8m9n2p4r7t',
          role: 'deal-risk',
          value: 54.4,
          band: 'high',
          drivers: [{ key: 'no_next_step', value: 0.9, weight: 0.12, decay: 1, contribution: 43.2 }],
          weights_version: 'builtin:a08262ff3071',
          run_ref: null,
          recorded_at: '2026-03-02T09:30:00.000Z',
        },
      ],
      next_cursor: '01kaj6w6qk5x3v0c8m9n2p4r7t',
    },
  },
  handler: gtmSignalQuery,
});
