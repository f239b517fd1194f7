import { z } from 'zod';
import type { Proposed, Warning } from '../../server/gate/call.ts';

/** The field that any tool's answer may have, besides its own. */
export const warnings = z
  .array(z.object({ path: z.string(), message: z.string() }))
  .optional()
  .describe('What was taken otherwise than sent, or not done; absent when there is nothing to say.');

/** The field that answers of tools which change records may have, besides. */
export const proposed = z
  .array(
    z.object({
      proposal_id: z.string(),
      record_id: z.string(),
      field: z.string(),
      current: z.unknown().describe('What a person set, and what still stands; null: cleared.'),
      proposed: z.unknown().describe('What was sent; null clears.'),
      status: z.enum(['waiting', 'declined']).describe('declined: by a person, before; nothing waits.'),
      reason: z.string().optional().describe('Why it was declined.'),
    }),
  )
  .optional()
  .describe('Values not written because a person set the field: a person accepts or declines them. Absent when none.');

export type WithWarnings<Result> = Result & {
  warnings?: Warning[] | undefined;
  proposed?: Proposed[] | undefined;
};
