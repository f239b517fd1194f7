import { z } from 'zod';
import { syncBrain } from '../../server/brain/brain.ts';
import { unsaid } from '../fields.ts';
import { tool } from '../tool.ts';
import { accountRef, runRef } from './control-fields.ts';

export default tool({
  title: 'Sync brain state',
  description:
    'Keeps what an agent has learned for its next run: a new version of a scope, in force at once. signal-weights changes how gtm_score weighs. Raw e-mail addresses and phone numbers are refused.',
  appScope: 'brain.write',
  entitled: true,
  effect: 'write',
  overwrites: true,
  refusals: ['personal_data_refused'],
  maxBytes: 262_144,
  input: z.object({
    scope: z
      .string()
      .trim()
      .toLowerCase()
      .max(64)
      .regex(/^[a-z0-9]+(?:[ _.:/-][a-z0-9]+)*$/, 'expected a name such as icp-registry')
      .describe('Such as signal-weights, icp-registry or decision-log.'),
    payload: z
      .union([z.record(z.string(), z.unknown()), z.array(z.unknown())], 'expected an object or an array')
      .describe('The whole state, which replaces the version in force.'),
    run_ref: runRef(unsaid('The run that learned it.')).optional(),
    account_ref: accountRef.optional(),
  }),
  output: z.object({
    scope: z.string().describe('As kept.'),
    version: z.number().describe('The version now in force.'),
    bytes: z.number().describe('Size of the payload.'),
    synced_at: z.string().describe('When it was kept.'),
  }),
  example: {
    input: {
      scope: 'icp-registry',
      payload: { segments: [{ name: 'mid-market fintech', employees: '200-1000', weight: 0.8 }] },
    },
    output: { scope: 'icp-registry', version: 4, bytes: 80, synced_at: '2026-03-02T09:30:00.000Z' },
  },
  handler: syncBrain,
});
