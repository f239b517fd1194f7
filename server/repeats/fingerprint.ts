import { hash } from 'node:crypto';

/**
 * The digest by which the repeat of a record within 7 days is recognised (decisions 6). `parts` is all that makes two of
 * a kind the same, as JSON values, in a fixed order.
 */
export const fingerprintOf = (kind: 'capture' | 'meeting' | 'plan_entry' | 'draft', ...parts: readonly unknown[]) =>
  hash('sha256', JSON.stringify([kind, ...parts]), 'base64url').slice(0, 32);
