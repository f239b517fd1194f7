import { findWorkspaceConfig } from '../../db/statements/runs.ts';
import type { Call } from '../gate/call.ts';
import { planOf } from '../gate/principal.ts';

/** A brain version that was synced longer ago than this is stale: in force still, but due for a sync. */
export const BRAIN_STALE_DAYS = 30;

/** What a skill may do here and by which brain versions: plan, plugins, the workspace's flags, versions in force. */
export async function pullConfig(call: Call) {
  const { principal, workspaceId, now } = call;
  const [config] = await call.query(findWorkspaceConfig, [workspaceId]);
  const staleBefore = now.getTime() - BRAIN_STALE_DAYS * 86_400_000;
  return {
    plan: planOf(principal),
    plugins: [...principal.plugins],
    flags: config!.flags,
    brain: config!.brain.map((version) => ({ ...version, stale: Date.parse(version.synced_at) < staleBefore })),
  };
}
