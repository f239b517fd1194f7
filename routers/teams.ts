import { z } from 'zod';
import { teamMemberSummary } from '../server/teams/member-summary.ts';
import { teamRollup } from '../server/teams/rollup.ts';
import { cursor, id, limit } from './fields.ts';
import { tool } from './tool.ts';

const teamId = id('team', 'The team; needed only when you own several. A team key reads its own team.').optional();

const windowDays = z.int().min(1).max(90).default(30).describe('Trailing days to count, 1 to 90; 30 when omitted.');

const team = z.object({ id: z.string(), name: z.string() }).describe('The team.');

const outcomes = { runs: z.number(), ok: z.number(), error: z.number() };

const week = z.object({ runs: z.number(), actions: z.number() });

const plugins = z
  .array(z.object({ plugin: z.string(), ...outcomes, runs_this_week: z.number(), runs_week_before: z.number() }))
  .describe('Runs by plugin, most first.');

export const teams = {
  team_rollup: tool({
    name: 'team_rollup',
    title: 'Roll up a team',
    description:
      "Shows a team's owner what its members did: runs, actions (calls that ended ok) and rank per member, totals per plugin, and the last 7 days against the 7 before. Numbers only, never what was written or read. Anyone but the owner is refused.",
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
  }),

  team_member_summary: tool({
    name: 'team_member_summary',
    title: 'Summarize a team member',
    description:
      "Shows a team's owner one member's runs by plugin and the most recent runs: plugin, skill, status, counts and account label. Never what was written or read. team_rollup names the members. Anyone but the owner is refused.",
    appScope: 'teams.read',
    entitled: false,
    effect: 'read',
    refusals: ['not_team_owner'],
    input: z.object({
      user_id: id('user', 'The member.'),
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
  }),
};
