import { z } from 'zod';
import { DIMENSIONS } from '../../server/records/meddpicc.ts';
import { nullableText } from '../fields.ts';

/** Fields of an answer about a record's facts and its times. */
export const facts = z.record(z.string(), z.unknown()).describe('Facts without a field of their own.');
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
