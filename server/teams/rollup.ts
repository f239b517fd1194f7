import { firstIdAt } from '../../db/ids.ts';
import {
  type ActionActivity,
  type Activity,
  countTeamActions,
  countTeamRuns,
  type RunActivity,
  type TeamRow,
} from '../../db/statements/teams.ts';
import { ROLES } from '../../db/roles.ts';
import { DAY_MS } from '../day.ts';
import { invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { Services } from '../services.ts';
import { ownedTeam } from './team.ts';

export type RollupInput = {
  team_id?: string | undefined;
  window_days: number;
  limit: number;
  cursor?: string | undefined;
};

/** What the members of a team did, in numbers only: runs, and calls that ended ok or wait for a person. @throws Fault not_team_owner */
export async function teamRollup(call: Call, input: RollupInput, services: Services) {
  const team = await ownedTeam(call, input.team_id, services);
  const since = (days: number) => new Date(call.now.getTime() - days * DAY_MS);
  const [window, week, twoWeeks] = [since(input.window_days), since(7), since(14)] as const;
  const who = [team.members.map(({ user_id }) => user_id), team.id] as const;
  const [runs, actions] = await Promise.all([
    services.db.as(ROLES.teams, countTeamRuns, [
      ...who,
      window.toISOString(),
      week.toISOString(),
      twoWeeks.toISOString(),
    ]),
    services.db.as(ROLES.teams, countTeamActions, [
      ...who,
      firstIdAt('call', window),
      firstIdAt('call', week),
      firstIdAt('call', twoWeeks),
    ]),
  ]);
  const { members, ...totals } = rollUp(team.members, runs, actions);
  const skipped = offsetOf(input.cursor);
  const page = members.slice(skipped, skipped + input.limit);
  const next = skipped + page.length;
  return {
    team: { id: team.id, name: team.name },
    window_days: input.window_days,
    members: page,
    next_cursor: next < members.length ? String(next) : null,
    ...totals,
  };
}

function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^\d{1,7}$/.test(cursor)) throw invalidField('cursor', 'is not a next_cursor of team_rollup');
  return Number(cursor);
}

const sum = (rows: readonly Activity[], field: keyof Activity) => rows.reduce((total, row) => total + row[field], 0);

type Run = Activity & { ok: number; error: number };

const outcomes = (rows: readonly Run[]) => ({
  runs: sum(rows, 'total'),
  ok: rows.reduce((total, { ok }) => total + ok, 0),
  error: rows.reduce((total, { error }) => total + error, 0),
});

const week = (field: 'this_week' | 'week_before', runs: readonly Activity[], actions: readonly Activity[]) => ({
  runs: sum(runs, field),
  actions: sum(actions, field),
});

/** Sums per member, plugin and week. Rank is by runs, then actions; ties share a rank (1, 1, 3). */
export function rollUp(members: TeamRow['members'], runs: readonly RunActivity[], actions: readonly ActionActivity[]) {
  const runsOf = Map.groupBy(runs, ({ user_id }) => user_id);
  const actionsOf = Map.groupBy(actions, ({ user_id }) => user_id);
  const ordered = members
    .map((member) => {
      const [own, acted] = [runsOf.get(member.user_id) ?? [], actionsOf.get(member.user_id) ?? []];
      return {
        ...member,
        ...outcomes(own),
        actions: sum(acted, 'total'),
        this_week: week('this_week', own, acted),
        week_before: week('week_before', own, acted),
      };
    })
    .sort((a, b) => b.runs - a.runs || b.actions - a.actions);
  let rank = 0;
  const ranked = ordered.map((member, index) => {
    const above = ordered[index - 1];
    if (above === undefined || above.runs !== member.runs || above.actions !== member.actions) rank = index + 1;
    return { rank, ...member };
  });
  return {
    members: ranked,
    members_total: members.length,
    plugins: [...Map.groupBy(runs, ({ plugin }) => plugin ?? 'unknown')]
      .map(([plugin, rows]) => ({
        plugin,
        ...outcomes(rows),
        runs_this_week: sum(rows, 'this_week'),
        runs_week_before: sum(rows, 'week_before'),
      }))
      .filter((each) => each.runs + each.runs_this_week + each.runs_week_before > 0)
      .sort((a, b) => b.runs - a.runs || (a.plugin < b.plugin ? -1 : 1)),
    this_week: week('this_week', runs, actions),
    week_before: week('week_before', runs, actions),
  };
}
