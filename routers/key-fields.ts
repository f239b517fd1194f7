import { z } from 'zod';
import { MAX_RANGES, normalRange } from '../server/gate/addresses.ts';
import { KEY_MODES } from '../server/provisioning/key-provisioning.ts';
import { timestamp } from './fields.ts';

/** What becomes of a key's writes. */
export const keyMode = z
  .enum(KEY_MODES)
  .describe('`propose`: what it writes waits for a person, who takes or declines it in the panel.');

/** Addresses a key may be used from, in one way of writing. */
export const allowedIps = z
  .array(
    z
      .string()
      .max(60)
      .transform((text, ctx) => {
        const range = normalRange(text);
        if (range !== undefined) return range;
        ctx.addIssue({
          code: 'custom',
          message: 'expected an address or a range, such as 203.0.113.0/24 or 2001:db8::/32',
        });
        return z.NEVER;
      }),
  )
  .max(MAX_RANGES)
  .transform((ranges) => [...new Set(ranges)])
  .describe('Addresses and ranges it may be used from; empty for any.');

/** When a key stops working, as a Date; null for never. */
export const keyExpiry = (description: string) =>
  timestamp(description)
    .transform((value) => new Date(value))
    .nullable();
