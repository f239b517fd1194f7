import { z } from 'zod';
import { findWorkspaceBrain, findWorkspaceConfig } from '../../db/statements/runs.ts';
import { BRAIN_STALE_DAYS, scopeNamed } from '../../server/brain/brain.ts';
import { DAY_MS } from '../../server/day.ts';
import { planOf } from '../../server/gate/principal.ts';
import { label } from '../fields.ts';
import { tool } from '../tool.ts';
import { plan, plugins } from './control-fields.ts';

export default tool({
  title: 'Pull the configuration',
  description:
    'Gives what a skill should go by here: plan, entitled plugins, the feature flags of the workspace, and which brain versions are in force. Works before any purchase.',
  entitled: false,
  effect: 'read',
  input: z.object({
    brain: z.array(label('A scope.')).max(20).optional().describe('Brain scopes to answer with their payload.'),
  }),
  alsoNeeds: ({ brain = [] }) => [brain.length > 0 ? 'brain.write' : undefined],
  output: z.object({
    plan,
    plugins,
    flags: z.record(z.string(), z.unknown()).describe('Feature flags by name.'),
    brain: z
      .array(
        z.object({
          scope: z.string(),
          version: z.number(),
          bytes: z.number(),
          synced_at: z.string(),
          payload: z.unknown().optional().describe('What was synced; of the scopes asked for.'),
          stale: z.boolean().describe('Synced over 30 days ago: sync it again.'),
        }),
      )
      .describe('The version in force of each brain scope.'),
  }),
  example: {
    input: {},
    output: {
      plan: 'pro',
      plugins: ['account-planning', 'deal-desk'],
      flags: { second_approver: true },
      brain: [{ scope: 'signal-weights', version: 3, bytes: 412, synced_at: '2026-03-02T09:30:00.000Z', stale: false }],
    },
  },
  async handler(call, { brain: names = [] }) {
    const { principal, query, workspaceId, now } = call;
    const asked = names.map((name) => scopeNamed(name.toLowerCase()));
    const [config] =
      asked.length === 0
        ? await query(findWorkspaceConfig, [workspaceId])
        : await query(findWorkspaceBrain, [workspaceId, asked]);
    const staleBefore = now.getTime() - BRAIN_STALE_DAYS * DAY_MS;
    const wanted = new Set(asked);
    const kept = new Set(config!.brain.map(({ scope }) => scope));
    for (const [at, scope] of asked.entries()) {
      if (!kept.has(scope)) call.warn(`brain.${at}`, 'nothing was synced to this scope; brain lists those there are');
    }
    return {
      plan: planOf(principal),
      plugins: [...principal.plugins],
      flags: config!.flags,
      brain: config!.brain.map((version) => {
        const { payload, ...rest }: { payload?: unknown } & typeof version = version;
        const stale = Date.parse(version.synced_at) < staleBefore;
        return { ...rest, ...(wanted.has(version.scope) ? { payload } : {}), stale };
      }),
    };
  },
});
