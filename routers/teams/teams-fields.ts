import { z } from 'zod';
import { id } from '../fields.ts';

export const teamId = id('team', 'Needed when you own several.').optional();

export const windowDays = z.int().min(1).max(90).default(30).describe('1 to 90; default 30.');

export const team = z.object({ id: z.string(), name: z.string() }).describe('The team.');

export const outcomes = { runs: z.number(), ok: z.number(), error: z.number() };

export const plugins = z
  .array(z.object({ plugin: z.string(), ...outcomes, runs_this_week: z.number(), runs_week_before: z.number() }))
  .describe('Runs by plugin, most first.');
