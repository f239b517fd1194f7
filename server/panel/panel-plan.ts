import { findOwnTeam, findPlan, type OwnedTeam } from '../../db/statements/panel-plan.ts';
import { findWorkspaceConfig } from '../../db/statements/runs.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { planOf } from '../gate/principal.ts';
import { usageOf } from '../quotas/quotas.ts';
import type { Services } from '../services.ts';

/**
 * A person's licences with their source and end, the licences they lack, what their workspace may hold and holds, and its
 * flags.
 */
export async function readPlan(call: Call, { db, quotas }: Services) {
  const { principal, workspaceId } = call;
  const [row] = await db.as(ROLES.operator, findPlan, [principal.user.id]);
  const [config] = await call.query(findWorkspaceConfig, [workspaceId]);
  const usage = await usageOf(db, workspaceId, quotas);
  return { plan: planOf(principal), plugins: [...principal.plugins], usage, flags: config!.flags, ...row!.plan };
}

/** A team with its members, seats, and the keys whose limits its owner sets. @throws Fault not_team_owner */
export async function readTeam(call: Call, { db }: Services, teamId: string): Promise<OwnedTeam> {
  const [team] = await db.as(ROLES.operator, findOwnTeam, [call.principal.user.id, teamId]);
  if (team === undefined) throw new Fault('not_team_owner', { hint: 'session.get names the teams you own.' });
  return team;
}
