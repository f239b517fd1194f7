import { z } from 'zod';
import { teamRollup } from '../../server/teams/rollup.ts';
import { cursor, limit } from '../fields.ts';
import { tool } from '../tool.ts';
import { outcomes, plugins, team, teamId, windowDays } from './teams-fields.ts';

const week = z.object({ runs: z.number(), actions: z.number() });

export default tool({
  title: 'Roll up a team',
  description:
    "Shows a team's owner what its members did: runs, actions (calls that ended ok, or wait for a person) and rank per member, totals per plugin, and the last 7 days against the 7 before. Numbers only, never what was written or read. Anyone but the owner is refused.",
  appScope: 'teams.read',
  entitled: false,
  effect: 'read',
  refusals: ['not_team_owner'],
  input: z.object({ window_days: windowDays, team_id: teamId, limit: limit(50), cursor }),
  output: z.object({
    team,
    window_days: z.number().describe('As asked.'),
    members: z
      .array(
        z.object({
          rank: z.number(),
          user_id: z.string(),
          name: z.string(),
          ...outcomes,
          actions: z.number(),
          this_week: week,
          week_before: week,
        }),
      )
      .describe('Members by rank: by runs, then actions; who is level shares a rank.'),
    next_cursor: z.string().nullable().describe('Asks for the next members; null on the last page.'),
    members_total: z.number().describe('How many members there are.'),
    plugins,
    this_week: week.describe('The team in the last 7 days.'),
    week_before: week.describe('The team in the 7 days before those.'),
  }),
  example: {
    input: { window_days: 30, team_id: 'team_01kaj6w6qk5x3v0c8m9n2p4r7t' },
    output: {
      team: { id: 'team_01kaj6w6qk5x3v0c8m9n2p4r7t', name: 'Mid-market' },
      window_days: 30,
      members: [
        {
          rank: 1,
          user_id: 'usr_01kaj6w6qk5x3v0c8m9n2p4r7t',
          name: 'Robin Vale',
          runs: 42,
          ok: 40,
          error: 2,
          actions: 612,
          this_week: { runs: 11, actions: 150 },
          week_before: { runs: 9, actions: 131 },
        },
      ],
      next_cursor: null,
      members_total: 1,
      plugins: [{ plugin: 'deal-desk', runs: 42, ok: 40, error: 2, runs_this_week: 11, runs_week_before: 9 }],
      this_week: { runs: 11, actions: 150 },
      week_before: { runs: 9, actions: 131 },
    },
  },
  handler: teamRollup,
});
