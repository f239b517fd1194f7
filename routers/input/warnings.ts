import { z } from 'zod';
import type { Warning } from '../../server/gate/call.ts';

/** The field that any tool's answer may have, besides its own. */
export const warnings = z
  .array(z.object({ path: z.string(), message: z.string() }))
  .optional()
  .describe('What was taken otherwise than sent, or not done; absent when there is nothing to say.');

export type WithWarnings<Result> = Result & { warnings?: Warning[] | undefined };
