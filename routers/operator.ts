import { z } from 'zod';
import { ALL_OAUTH_SCOPES, ALL_SCOPES } from '../server/gate/scopes.ts';
import { MAX_GRACE_HOURS } from '../server/provisioning/key-provisioning.ts';
import { listClients, registerClient, revokeClient } from '../server/oauth/clients.ts';
import { recount } from '../server/quotas/count-usage.ts';
import { setQuotas, usageOf } from '../server/quotas/quotas.ts';
import { listOperatorActivity } from '../server/operator/operator-activity.ts';
import { reencryptAll } from '../server/re-encryption.ts';
import { createWebhook, deleteWebhook, rotateWebhook, workspaceOfWebhook } from '../server/webhooks/endpoints.ts';
import { EVENT_TYPES } from '../server/webhooks/events.ts';
import { id, label, limit, rateLimit, timestamp } from './fields.ts';
import { audit, log, subjects, users, workspaces } from './operator-people.ts';
import { allowedIps, keyExpiry, keyMode } from './key-fields.ts';
import { operatorProcedure } from './operator-procedure.ts';
import { t } from './trpc.ts';

const user = id('user', 'The user.');
const team = id('team', 'The team.');
const key = id('key', 'The API key.');
const workspace = id('workspace', 'The workspace.');
const quota = (most: number, description: string) =>
  z.int().min(0).max(most).nullable().optional().describe(`${description} Null: the default again.`);
const webhook = id('webhook', 'The webhook.');
const moment = (description: string) => timestamp(description).transform((value) => new Date(value));
const starts_at = moment('When it begins; now when omitted.').optional();
const ends_at = moment('When it ends; never when omitted.').optional();
const scopes = z
  .union([z.array(z.enum(ALL_SCOPES)).max(50), z.literal('all')], {
    error: `expected "all" or a list of ${ALL_SCOPES.join(', ')}`,
  })
  .describe('What the key may do: "all" or a list of scopes.');
const narrowed = z
  .union([z.array(z.enum(ALL_OAUTH_SCOPES)).max(50), z.literal('all')])
  .describe("As for a new key; an application's token can hold scopes of its own, and only lose them.");
const mayApprove = z
  .boolean()
  .describe('Whether it may approve, schedule and reject drafts; else a person decides in the panel.');

/** Provisioning by in-house systems, such as billing and single sign-on (decisions 3). */
export const operator = t.router({
  users,
  entitlements: t.router({
    grant: operatorProcedure
      .input(
        z.object({
          user_id: user,
          kind: z.enum(['plugin', 'bundle', 'suite', 'membership']).describe('What was bought.'),
          slug: label('Which one, such as deal-desk, seller, everything or pro.'),
          starts_at,
          ends_at,
        }),
      )
      .mutation(({ ctx, input }) => ctx.services.provisioning.grantEntitlement(input)),
    revoke: operatorProcedure
      .input(z.object({ entitlement_id: id('entitlement', 'The grant to end now.') }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.revokeEntitlement(input)),
  }),
  teams: t.router({
    create: operatorProcedure
      .input(z.object({ owner_user_id: user, name: label('The name of the team.') }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.createTeam(input)),
    add_member: operatorProcedure
      .input(z.object({ team_id: team, user_id: user }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.addTeamMember(input)),
    remove_member: operatorProcedure
      .input(z.object({ team_id: team, user_id: user }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.removeTeamMember(input)),
    add_seat_pack: operatorProcedure
      .input(
        z.object({
          team_id: team,
          plugin: label('Slug of the plugin it licenses.'),
          seats: z.int().min(1).max(100_000).describe('For how many members.'),
          starts_at,
          ends_at,
        }),
      )
      .mutation(({ ctx, input }) => ctx.services.provisioning.addSeatPack(input)),
    revoke_seat_pack: operatorProcedure
      .input(z.object({ seat_pack_id: id('seat_pack', 'The pack to end now.') }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.revokeSeatPack(input)),
  }),
  keys: t.router({
    create: operatorProcedure
      .input(
        z.object({
          user_id: user,
          team_id: team.describe('For a team key; the user must own the team.').optional(),
          name: label('What the key is for.'),
          scopes,
          may_approve: mayApprove.default(false),
          mode: keyMode.default('write'),
          rate_limit: rateLimit.optional(),
          expires_at: keyExpiry(
            'When it stops working; null for never. After KEY_DEFAULT_DAYS when omitted.',
          ).optional(),
          allowed_ips: allowedIps.optional(),
        }),
      )
      .mutation(({ ctx, input }) => ctx.services.provisioning.keys.create(input)),
    revoke: operatorProcedure
      .input(z.object({ key_id: key }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.keys.revoke(input)),
    rotate: operatorProcedure
      .input(
        z.object({
          key_id: key,
          grace_hours: z
            .number()
            .min(0)
            .max(MAX_GRACE_HOURS)
            .default(0)
            .describe(`Hours the old secret works on, 0 to ${MAX_GRACE_HOURS}.`),
        }),
      )
      .mutation(({ ctx, input }) => ctx.services.provisioning.keys.rotate(input)),
    set_rate_limit: operatorProcedure
      .input(z.object({ key_id: key, rate_limit: rateLimit }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.keys.setRateLimit(input)),
    set_scopes: operatorProcedure
      .input(z.object({ key_id: key, scopes: narrowed }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.keys.setScopes(input)),
    set_allowed_ips: operatorProcedure
      .input(z.object({ key_id: key, allowed_ips: allowedIps }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.keys.setAllowedIps(input)),
    set_expiry: operatorProcedure
      .input(z.object({ key_id: key, expires_at: keyExpiry('When it stops working; null for never.') }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.keys.setExpiry(input)),
    set_mode: operatorProcedure
      .input(z.object({ key_id: key, mode: keyMode }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.keys.setMode(input)),
    set_may_approve: operatorProcedure
      .input(z.object({ key_id: key, may_approve: mayApprove }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.keys.setMayApprove(input)),
  }),
  quotas: t.router({
    get: operatorProcedure
      .input(z.object({ workspace_id: workspace }))
      .query(async ({ ctx: { services }, input: { workspace_id } }) => ({
        workspace_id,
        ...(await usageOf(services.db, workspace_id, services.quotas)),
      })),
    set: operatorProcedure
      .input(
        z.object({
          workspace_id: workspace,
          rows: quota(1_000_000_000_000, 'Rows of records, captures, facts, runs and the like.'),
          bytes: quota(1_000_000_000_000_000, 'Bytes that these rows take, without their indexes.'),
          keys: quota(100_000, 'API keys that work.'),
        }),
      )
      .mutation(({ ctx: { services }, input }) => setQuotas(services.db, input, services.quotas)),
    recount: operatorProcedure
      .input(z.object({ workspace_id: workspace }))
      .mutation(async ({ ctx: { services }, input: { workspace_id } }) => {
        await usageOf(services.db, workspace_id, services.quotas);
        await recount(services, workspace_id);
        return { workspace_id, ...(await usageOf(services.db, workspace_id, services.quotas)) };
      }),
  }),
  oauth_clients: t.router({
    register: operatorProcedure
      .input(
        z.object({
          name: label('What people see when they are asked to let it in.').regex(
            /^[^\p{C}\p{Zl}\p{Zp}]+$/u,
            'must hold no control or invisible characters',
          ),
          redirect_uris: z
            .array(z.string().min(1).max(2_000))
            .min(1)
            .max(20)
            .describe('Where codes may be sent: https, http on the own machine, or an own scheme; matched exactly.'),
        }),
      )
      .mutation(({ ctx, input }) => registerClient(ctx.services.db, input)),
    list: operatorProcedure
      .input(
        z
          .object({ limit: limit(50), cursor: id('oauth_client', 'next_cursor of the page before.').optional() })
          .prefault({}),
      )
      .query(({ ctx, input }) => listClients(ctx.services.db, input)),
    revoke: operatorProcedure
      .input(z.object({ client_id: id('oauth_client', 'The client to withdraw, with all its tokens.') }))
      .mutation(({ ctx, input }) => revokeClient(ctx.services.db, input)),
  }),
  webhooks: t.router({
    create: operatorProcedure
      .input(
        z.object({
          user_id: user,
          url: z.string().trim().max(2_048).describe('Where events are posted: https, port 443 or 1024 to 65535.'),
          types: z.array(z.enum(EVENT_TYPES)).min(1).max(EVENT_TYPES.length).describe('All when omitted.').optional(),
        }),
      )
      .mutation(async ({ ctx: { services }, input }) =>
        createWebhook(services, await services.provisioning.workspaceOf(input.user_id), input),
      ),
    rotate: operatorProcedure
      .input(z.object({ webhook_id: webhook }))
      .mutation(async ({ ctx: { services }, input: { webhook_id } }) =>
        rotateWebhook(services, await workspaceOfWebhook(services, webhook_id), webhook_id),
      ),
    delete: operatorProcedure
      .input(z.object({ webhook_id: webhook }))
      .mutation(async ({ ctx: { services }, input: { webhook_id } }) =>
        deleteWebhook(services, await workspaceOfWebhook(services, webhook_id), webhook_id),
      ),
  }),
  workspaces,
  subjects,
  log,
  audit,
  activity: t.router({
    list: operatorProcedure
      .input(
        z
          .object({
            limit: limit(50),
            cursor: z
              .string()
              .regex(/^opa_[0-9a-z]{26}$/, 'is not a next_cursor')
              .describe('next_cursor of the page before.')
              .optional(),
            operator: label("Only what this token's name did.").optional(),
            subject_id: label('Only what concerns this id.').optional(),
          })
          .prefault({}),
      )
      .query(({ ctx, input }) => listOperatorActivity(ctx.services.db, input)),
  }),
  jobs: t.router({
    dead: operatorProcedure
      .input(z.object({ limit: z.int().min(1).max(200).default(50).describe('How many, newest first.') }))
      .query(async ({ ctx, input }) => ({ jobs: await ctx.services.jobs.dead(input.limit) })),
    retry: operatorProcedure
      .input(z.object({ job_id: z.uuid().describe('The dead job, from jobs.dead.') }))
      .mutation(({ ctx, input }) => ctx.services.jobs.retry(input.job_id)),
  }),
  encryption: t.router({
    rewrap: operatorProcedure.mutation(({ ctx }) => reencryptAll(ctx.services.db, ctx.services.encryptor)),
  }),
  flags: t.router({
    set: operatorProcedure
      .input(
        z.object({
          user_id: user,
          flag: z
            .string()
            .regex(/^[a-z][a-z0-9_]{0,63}$/, 'expected lower-case letters, digits and _')
            .describe('Name of the flag, such as second_approver, or stage_kinds for what stages mean.'),
          value: z
            .json()
            .describe('Any JSON; true turns a flag on. Of stage_kinds: { "On ice": "lost" }, kinds open, won, lost.'),
        }),
      )
      .mutation(({ ctx, input }) => ctx.services.provisioning.setFlag(input)),
  }),
});
