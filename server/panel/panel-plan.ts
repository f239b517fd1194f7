import { findOwnTeam, findPlan, type OwnedTeam } from '../../db/statements/panel-plan.ts';
import { execute } from '../../db/orm.ts';
import { requireSecondFactor } from '../../db/statements/second-factor.ts';
import { findWorkspaceConfig } from '../../db/statements/runs.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault } from '../errors.ts';
import { recordActivity } from '../identity/activity.ts';
import { activityActorOf, type PersonAction } from '../identity/person-call.ts';
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

/**
 * Says whether a team's people, its owner among them, need a second factor to use the panel. The owner has one first.
 * @throws Fault not_team_owner, invalid_transition
 */
export async function setSecondFactorOfTeam(
  { db }: Services,
  action: PersonAction,
  { team_id, required }: { team_id: string; required: boolean },
) {
  const { session } = action;
  if (required && !session.second_factor.on) {
    throw new Fault('invalid_transition', {
      message: 'Set up a second factor of your own first.',
      hint: 'In the panel under Sessions.',
    });
  }
  return db.forkAs(ROLES.operator).transactional(async (em) => {
    const changed = await execute(em, requireSecondFactor, [session.user.id, team_id, required]);
    if (changed.length === 0) throw new Fault('not_team_owner', { hint: 'session.get names the teams you own.' });
    await recordActivity(em, { workspaceId: session.workspace.id }, activityActorOf(action), {
      act: 'second_factor.required',
      subject: team_id,
      detail: { required },
    });
    return { team_id, required };
  });
}

/** A team with its members, seats, and the keys whose limits its owner sets. @throws Fault not_team_owner */
export async function readTeam(call: Call, { db }: Services, teamId: string): Promise<OwnedTeam> {
  const [team] = await db.as(ROLES.operator, findOwnTeam, [call.principal.user.id, teamId]);
  if (team === undefined) throw new Fault('not_team_owner', { hint: 'session.get names the teams you own.' });
  return team;
}
