import type { Call } from '../gate/call.ts';
import { planOf } from '../gate/principal.ts';

/** Who the key acts for, as the gate found it: no look-up of its own. */
export async function verifySession({ principal }: Call) {
  return {
    account: principal.user,
    workspace_id: principal.workspaceId,
    plan: planOf(principal),
    plugins: [...principal.plugins],
    scope: principal.team === null ? ('user' as const) : ('team' as const),
    team: principal.team,
    scopes: [...principal.scopes],
    may_approve: principal.mayApprove,
  };
}
