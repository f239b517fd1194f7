import { z } from 'zod';
import { DIMENSIONS } from '../../server/records/meddpicc.ts';
import { nullableText } from '../fields.ts';

/** Fields of an answer about a record's facts and its times. */
export const facts = z.record(z.string(), z.unknown()).describe('Facts without a field of their own.');
export const facts_omitted = z.array(z.string()).optional().describe('Facts left out for length, by name.');

/** The whole length of a text that may be shown as an excerpt. */
export const text_chars = z.int().nullable();

/** The latest score of a role. */
export const latestScore = z.object({
  id: z.string(),
  role: z.string(),
  value: z.number(),
  band: z.string(),
  at: z.string(),
});

export const stamps = { created_at: z.string(), updated_at: z.string() };

/** Fields of an answer about a deal's evidence. */
export const evidence = {
  meddpicc: z
    .object(
      Object.fromEntries(DIMENSIONS.map((name) => [name, nullableText])) as Record<
        (typeof DIMENSIONS)[number],
        typeof nullableText
      >,
    )
    .describe('The eight dimensions.'),
  gaps: z.array(z.enum(DIMENSIONS)).describe('Dimensions nothing is known of.'),
  completeness: z.int().describe('Dimensions known, of 8.'),
};
