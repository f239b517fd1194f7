import { z } from 'zod';
import { ROLES } from './weights.ts';

/** One signal as an agent sends it. */
export const scoreSignal = z.object({
  key: z.string().min(1).max(100).describe('Such as no_next_step; keys the role does not know count little.'),
  value: z.number().min(0).max(1).describe('Strength: 0 not at all, 1 fully.'),
  at: z.iso
    .datetime({ offset: true, error: 'Expected an ISO 8601 timestamp with offset, e.g. 2026-03-01T09:00:00Z.' })
    .optional()
    .describe('When observed; omitted: the newest.'),
});

export const scoreInput = z.object({
  role: z.enum(ROLES).describe('What to score. In the three risks, higher is worse.'),
  signals: z.array(scoreSignal).max(1000).describe('The evidence, in any order; readings of one key share its weight.'),
});

export const scoreOutput = z.object({
  role: z.enum(ROLES).describe('The role scored.'),
  value: z.number().min(0).max(100).describe('Score, 0 to 100, one decimal. 0 without signals.'),
  band: z
    .string()
    .describe(
      'Quarter of the scale that value falls in, named for the role, lowest first e.g. cold, warm, hot, on-fire; see direction.',
    ),
  direction: z
    .enum(['higher_is_better', 'higher_is_worse'])
    .describe('Whether a high value is good news or bad news in this role.'),
  evidence: z
    .number()
    .min(0)
    .max(1)
    .describe('1: enough signals for the full scale. Below 1: too few, and the value is kept low in proportion.'),
  drivers: z
    .array(
      z.object({
        key: z.string().describe('Signal key.'),
        value: z.number().min(0).max(1).describe('Value of the signal, as given.'),
        weight: z
          .number()
          .min(0)
          .describe('Weight of the key in this role; of a repeated key, the part this reading has.'),
        decay: z.number().min(0).max(1).describe('Freshness: 1 for the newest, halved every 14 days of age.'),
        contribution: z.number().min(0).max(100).describe('Points of the value that come from this signal.'),
      }),
    )
    .max(5)
    .describe('The five signals that contribute most, largest first.'),
  unknown_keys: z
    .array(z.string())
    .describe('Keys sent that this role has no weight for, sorted; each counted with a small default weight.'),
  known_keys: z
    .array(z.string())
    .describe('The keys this role weighs, sorted, to name signals by next time; empty when unknown_keys is empty.'),
  weights_version: z
    .string()
    .describe('Identifies the weights used: builtin:… or workspace:… (synced with sync_brain, scope signal-weights).'),
});

export type ScoreInput = z.infer<typeof scoreInput>;
export type Score = z.infer<typeof scoreOutput>;
