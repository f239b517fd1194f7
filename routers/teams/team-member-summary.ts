import { z } from 'zod';
import { teamMemberSummary } from '../../server/teams/member-summary.ts';
import { AS_NAMED, id, limit } from '../fields.ts';
import { tool } from '../tool.ts';
import { plugins, team, teamId, windowDays } from './teams-fields.ts';

export default tool({
  title: 'Summarize a team member',
  description:
    "Shows a team's owner one member's runs by plugin and the most recent runs: plugin, skill, status, counts and account label. Never what was written or read. team_rollup names the members. Anyone but the owner is refused.",
  appScope: 'teams.read',
  entitled: false,
  effect: 'read',
  refusals: ['not_team_owner'],
  input: z.object({
    user_id: id('user', AS_NAMED),
    window_days: windowDays,
    team_id: teamId,
    limit: limit(20),
  }),
  output: z.object({
    team,
    member: z.object({ user_id: z.string(), name: z.string() }).describe('The member.'),
    window_days: z.number().describe('As asked.'),
    plugins,
    recent_runs: z
      .array(
        z.object({
          plugin: z.string().nullable(),
          skill: z.string().nullable(),
          status: z.enum(['running', 'stale', 'ok', 'error']),
          counts: z.record(z.string(), z.number()).nullable(),
          error_code: z.string().nullable(),
          account_ref: z.string().nullable(),
          started_at: z.string(),
          settled_at: z.string().nullable(),
          duration_ms: z.number().nullable(),
        }),
      )
      .describe('Newest first, also from before the window.'),
  }),
  example: {
    input: { user_id: 'usr_01kaj6w6qk5x3v0c8m9n2p4r7t', team_id: 'team_01kaj6w6qk5x3v0c8m9n2p4r7t' },
    output: {
      team: { id: 'team_01kaj6w6qk5x3v0c8m9n2p4r7t', name: 'Mid-market' },
      member: { user_id: 'usr_01kaj6w6qk5x3v0c8m9n2p4r7t', name: 'Robin Vale' },
      window_days: 30,
      plugins: [{ plugin: 'deal-desk', runs: 42, ok: 40, error: 2, runs_this_week: 11, runs_week_before: 9 }],
      recent_runs: [
        {
          plugin: 'deal-desk',
          skill: 'weekly-pipeline-review',
          status: 'ok',
          counts: { accounts_read: 12, captures: 3 },
          error_code: null,
          account_ref: 'Acme',
          started_at: '2026-03-02T09:30:00.000Z',
          settled_at: '2026-03-02T09:31:00.000Z',
          duration_ms: 48_200,
        },
      ],
    },
  },
  handler: teamMemberSummary,
});
