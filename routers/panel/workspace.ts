import { z } from 'zod';
import {
  restoreBrainVersion,
  listBrainScopes,
  listBrainVersions,
  readBrainVersion,
} from '../../server/panel/panel-brain.ts';
import { connectAsPerson, disconnect, listIntegrations } from '../../server/panel/panel-integrations.ts';
import { setKeyLimit } from '../../server/panel/panel-keys.ts';
import { readPlan, readTeam, setSecondFactorOfTeam } from '../../server/panel/panel-plan.ts';
import { findByText } from '../../server/panel/panel-search.ts';
import { CONNECTED_CHANNELS } from '../../server/channels/channels.ts';
import { teamMemberSummary } from '../../server/teams/member-summary.ts';
import { teamRollup } from '../../server/teams/rollup.ts';
import { cursor, id, label, limit } from '../fields.ts';
import { connection } from '../studio/studio-fields.ts';
import { t } from '../trpc.ts';
import {
  confirmedProcedure,
  entitledProcedure,
  growingProcedure,
  pageOf,
  panelProcedure,
  reading,
  words,
  writing,
} from './procedure.ts';

const channel = z.enum(CONNECTED_CHANNELS);

export const integrations = t.router({
  list: panelProcedure
    .output(
      z.object({
        channels: z.array(
          z.object({
            channel: z.string(),
            name: z.string(),
            by: z.enum(['connection', 'setting', 'person']).describe('What makes it work.'),
            connectable: z
              .boolean()
              .describe('Whether a person can connect it here: the operator has set a client for it.'),
            configured: z.boolean().nullable().describe('By a setting: whether there is one.'),
            connection: z
              .object({
                integration_id: z.string(),
                account_label: words,
                scopes: z.array(z.string()),
                expires_at: words,
                connected_at: z.string(),
                last_published_at: words,
              })
              .nullable(),
          }),
        ),
        providers: z.array(
          z.object({ provider: z.string(), name: z.string(), variable: z.string(), configured: z.boolean() }),
        ),
        embeddings: z
          .object({
            kind: z.enum(['off', 'packaged', 'endpoint']),
            model: words,
            state: z.enum(['off', 'idle', 'ok', 'failing', 'resting', 'not_installed']),
            reason: words,
          })
          .describe('What makes the vectors by which questions find facts said in other words, in this process.'),
      }),
    )
    .query(({ ctx }) => listIntegrations(reading(ctx), ctx.services)),
  connect: entitledProcedure
    .input(connection)
    .output(
      z.object({
        integration_id: z.string(),
        channel: z.string(),
        account_label: words,
        scopes: z.array(z.string()),
        connected_at: z.string(),
        expires_at: words,
        replaced: z.boolean(),
      }),
    )
    .mutation(({ ctx, input }) => connectAsPerson(ctx.gate, ctx.action, input, ctx.services)),
  disconnect: panelProcedure
    .input(z.object({ channel }))
    .output(z.object({ channel: z.string(), disconnected: z.literal(true) }))
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => disconnect(call, input.channel),
        () => ({ act: 'integration.disconnected', detail: { channel: input.channel } }),
      ),
    ),
});

const scope = label('Brain scope.');
const version = z.int().min(1).max(2_147_483_647);

const brainVersion = z.object({
  scope: z.string(),
  version: z.int(),
  bytes: z.int(),
  key_id: words.describe('Null: a person in the panel.'),
  user_id: z.string(),
  run_ref: words,
  account_ref: words,
  synced_at: z.string(),
});

export const brain = t.router({
  list: panelProcedure
    .output(z.object({ items: z.array(brainVersion.extend({ stale: z.boolean() })) }))
    .query(({ ctx }) => listBrainScopes(reading(ctx))),
  versions: panelProcedure
    .input(z.object({ scope, limit: limit(50), cursor }))
    .output(pageOf(brainVersion))
    .query(({ ctx, input }) => listBrainVersions(reading(ctx), input)),
  get: panelProcedure
    .input(z.object({ scope, version }))
    .output(brainVersion.extend({ payload: z.unknown() }))
    .query(({ ctx, input }) => readBrainVersion(reading(ctx), input)),
  bring_back: growingProcedure
    .input(z.object({ scope, version }))
    .output(
      z.object({
        scope: z.string(),
        version: z.int(),
        bytes: z.int(),
        synced_at: z.string(),
        brought_back: z.int(),
      }),
    )
    .mutation(({ ctx, input }) =>
      writing(
        ctx,
        (call) => restoreBrainVersion(call, input),
        ({ scope: of, version: made, brought_back }) => ({
          act: 'brain.brought_back',
          detail: { scope: of, version: made, brought_back },
        }),
      ),
    ),
});

const team_id = id('team', 'A team you own.');
const window_days = z.int().min(1).max(90).default(30);
const term = { starts_at: z.string(), ends_at: words, active: z.boolean() };

export const team = t.router({
  get: panelProcedure
    .input(z.object({ team_id }))
    .output(
      z.object({
        id: z.string(),
        name: z.string(),
        created_at: z.string(),
        require_second_factor: z.boolean().describe('Whether its people need one to use the panel.'),
        members: z.array(
          z.object({
            user_id: z.string(),
            name: z.string(),
            email: z.string(),
            joined_at: z.string(),
            second_factor: z.boolean(),
            seat: z.int(),
          }),
        ),
        packs: z.array(
          z.object({ seat_pack_id: z.string(), plugin: z.string(), seats: z.int(), used: z.int(), ...term }),
        ),
        keys: z.array(
          z.object({
            key_id: z.string(),
            name: z.string(),
            prefix: z.string(),
            user_id: z.string(),
            user_name: z.string(),
            of_team: z.boolean(),
            rate_limit: z.int().nullable(),
            expires_at: words,
            created_at: z.string(),
          }),
        ),
      }),
    )
    .query(({ ctx, input }) => readTeam(reading(ctx), ctx.services, input.team_id)),
  rollup: panelProcedure
    .input(z.object({ team_id, window_days, limit: limit(50), cursor }))
    .query(({ ctx, input }) => teamRollup(reading(ctx), input, ctx.services)),
  member: panelProcedure
    .input(z.object({ team_id, user_id: id('user', 'The member.'), window_days, limit: limit(20) }))
    .query(({ ctx, input }) => teamMemberSummary(reading(ctx), input, ctx.services)),
  set_second_factor: confirmedProcedure
    .input(z.object({ team_id, required: z.boolean() }))
    .output(z.object({ team_id: z.string(), required: z.boolean() }))
    .mutation(({ ctx, input }) => setSecondFactorOfTeam(ctx.services, ctx.action, input)),
  set_rate_limit: panelProcedure
    .input(
      z.object({
        key_id: id('key', 'A key of the team, or of a member.'),
        rate_limit: z.int().min(1).max(1_000_000).nullable().describe('Calls a minute; null for no limit.'),
      }),
    )
    .output(z.object({ key_id: z.string(), rate_limit: z.int().nullable() }))
    .mutation(({ ctx, input }) => setKeyLimit(ctx.services, ctx.action, input)),
});

const used = z.object({ limit: z.number(), used: z.number(), by_default: z.boolean() });

const bought = { kind: z.string(), slug: z.string(), name: z.string(), plugins: z.array(z.string()) };

export const plan = t.router({
  get: panelProcedure
    .output(
      z.object({
        plan: z.enum(['team', 'pro', 'free']),
        plugins: z.array(z.string()),
        usage: z.object({ rows: used, bytes: used, keys: used, counted_at: words }),
        flags: z.record(z.string(), z.unknown()),
        entitlements: z.array(z.object({ entitlement_id: z.string(), ...bought, revoked_at: words, ...term })),
        seats: z.array(
          z.object({
            team_id: z.string(),
            team_name: z.string(),
            owner_name: z.string(),
            joined_at: z.string(),
            packs: z.array(
              z.object({ plugin: z.string(), covered: z.boolean().describe('The seat is within the pack.'), ...term }),
            ),
          }),
        ),
        catalogue: z.array(z.object(bought)),
      }),
    )
    .query(({ ctx }) => readPlan(reading(ctx), ctx.services)),
});

export const jobs = t.router({
  dead: panelProcedure
    .input(z.object({ limit: limit(50) }).prefault({}))
    .output(
      z.object({
        items: z.array(
          z.object({
            job_id: z.string(),
            queue: z.string(),
            data: z.record(z.string(), z.unknown()),
            reason: z.string(),
            died_at: z.string(),
          }),
        ),
      }),
    )
    .query(async ({ ctx: { services, session }, input }) => ({
      items: await services.jobs.dead(input.limit, session.workspace.id),
    })),
  retry: panelProcedure
    .input(z.object({ job_id: z.uuid() }))
    .output(z.object({ job_id: z.string(), retried: z.literal(true) }))
    .mutation(async ({ ctx, input: { job_id } }) => {
      const { services, session } = ctx;
      // Recorded before the retry: the queue has its own transactions.
      await services.jobs.retry(job_id, session.workspace.id, (queue) =>
        writing(
          ctx,
          async () => {},
          () => ({ act: 'job.retried', detail: { queue, job_id } }),
        ),
      );
      return { job_id, retried: true as const };
    }),
});

export const search = t.router({
  find: panelProcedure
    .input(z.object({ text: z.string().trim().max(200) }))
    .output(
      z.object({
        items: z.array(z.object({ kind: z.string(), id: z.string(), label: words, detail: words, account_id: words })),
      }),
    )
    .query(({ ctx, input }) => findByText(reading(ctx), ctx.services, input.text)),
});
