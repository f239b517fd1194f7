import { findOwnedTeams, type TeamRow } from '../../db/statements/teams.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { Services } from '../services.ts';

/**
 * The team a call may read: the one named, a team key's own, or the only one the calling account owns. Another owner's
 * team and a nonexistent one are refused with the same message.
 * @throws Fault not_team_owner; invalid_input when several are owned and none is named
 */
export async function ownedTeam({ principal }: Call, teamId: string | undefined, { db }: Services): Promise<TeamRow> {
  const keyTeam = principal.team?.id;
  if (keyTeam !== undefined && teamId !== undefined && keyTeam !== teamId) throw notOwner();
  const teams = await db.as(ROLES.teams, findOwnedTeams, [principal.user.id, teamId ?? keyTeam ?? null]);
  if (teams.length > 1) {
    const names = teams.slice(0, 20).map(({ id, name }) => `${id} (${name})`);
    throw invalidField('team_id', `name one of the ${teams.length} teams you own: ${names.join(', ')}`);
  }
  return teams[0] ?? notOwner();
}

/** @throws Fault not_team_owner */
export function notOwner(): never {
  throw new Fault('not_team_owner', {
    hint: 'Call with a key of the account that owns the team; verify_session tells whose key this is.',
  });
}
