import { z } from 'zod';
import { label, LABEL } from '../fields.ts';

export const plan = z.enum(['team', 'pro', 'free']).describe('The plan the key resolves against.');
export const plugins = z.array(z.string()).describe('Slugs of the plugins licensed now.');

export const plugin = z
  .string()
  .trim()
  .regex(/^[a-z0-9]+(?:[-_.][a-z0-9]+)*$/, 'expected a slug such as deal-desk')
  .max(64)
  .describe('Slug, such as deal-desk.');

export const skill = label('Skill; session-summary: work that triggered none.');

/** A run's reference, the agent's own or made by start_run. */
export const runRef = (description: string) =>
  z
    .string()
    .max(LABEL)
    .regex(/^[\x21-\x7e]+$/, 'expected 1 to 200 printable ASCII characters without spaces')
    .describe(description);

export const accountRef = z.string().trim().max(LABEL).describe('Label of the account; not looked up.');
