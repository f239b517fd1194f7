import { countTeamRuns, findRecentRuns } from '../../db/statements/teams.ts';
import { ROLES } from '../../db/roles.ts';
import { DAY_MS } from '../day.ts';
import { STALE_MINUTES } from '../runs/runs.ts';
import { Fault } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { Services } from '../services.ts';
import { ownedTeam } from './team.ts';
import { rollUp } from './rollup.ts';

export type MemberSummaryInput = { user_id: string; team_id?: string | undefined; window_days: number; limit: number };

/**
 * One member's runs by plugin within the window, and the most recent ones at any time.
 * @throws Fault not_team_owner; not_found when the user is no member
 */
export async function teamMemberSummary(call: Call, input: MemberSummaryInput, services: Services) {
  const team = await ownedTeam(call, input.team_id, services);
  const member = team.members.find(({ user_id }) => user_id === input.user_id);
  if (member === undefined) throw new Fault('not_found', { message: 'No member with that id in this team.' });
  const since = (ms: number) => new Date(call.now.getTime() - ms).toISOString();
  const [runs, recent] = await Promise.all([
    services.db.as(ROLES.teams, countTeamRuns, [
      [member.user_id],
      team.id,
      since(input.window_days * DAY_MS),
      since(7 * DAY_MS),
      since(14 * DAY_MS),
    ]),
    services.db.as(ROLES.teams, findRecentRuns, [member.user_id, team.id, input.limit, since(STALE_MINUTES * 60_000)]),
  ]);
  return {
    team: { id: team.id, name: team.name },
    member,
    window_days: input.window_days,
    plugins: rollUp([member], runs, []).plugins,
    recent_runs: recent,
  };
}
