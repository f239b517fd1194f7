import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Fault } from '../server/errors.ts';
import { ALL_OAUTH_SCOPES, ALL_SCOPES } from '../server/gate/scopes.ts';
import { MAX_GRACE_HOURS } from '../server/provisioning/key-provisioning.ts';
import { listClients, registerClient, revokeClient } from '../server/oauth/clients.ts';
import { reencryptAll } from '../server/re-encryption.ts';
import { createWebhook, deleteWebhook, rotateWebhook, workspaceOfWebhook } from '../server/webhooks/endpoints.ts';
import { EVENT_TYPES } from '../server/webhooks/events.ts';
import { id, label, limit, timestamp } from './fields.ts';
import { errorIn, t, trpcError } from './trpc.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** For in-house systems with the operator token only; every change is logged. */
const operatorProcedure = t.procedure.use(async ({ ctx, path, next }) => {
  const { token, requestId, bodyFault } = ctx.nextIncoming();
  if (token === undefined) throw trpcError(new Fault('missing_key', { message: 'No operator token was sent.' }));
  if (!timingSafeEqual(digest(token), digest(ctx.services.secrets.operatorToken))) {
    throw trpcError(
      new Fault('invalid_key', { message: 'The operator token is wrong.', hint: 'It is OPERATOR_TOKEN.' }),
    );
  }
  if (bodyFault !== undefined) throw trpcError(bodyFault);
  const result = await next();
  if (!result.ok) throw trpcError(ctx.gate.faultOf(errorIn(result.error), requestId));
  ctx.services.log.info({ request_id: requestId, procedure: path }, 'operator');
  return result;
});

const user = id('user', 'The user.');
const team = id('team', 'The team.');
const key = id('key', 'The API key.');
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
  .describe('Whether it may approve and schedule drafts; else a person decides in the panel.');
const rateLimit = z.int().min(1).max(1_000_000).nullable().describe('Calls a minute; null for no limit.');

/** Provisioning by in-house systems, such as billing and single sign-on (decisions 3). */
export const operator = t.router({
  users: t.router({
    create: operatorProcedure
      .input(
        z.object({
          email: z.email().max(254).describe('For the login; one user per address.'),
          name: label('The name people see.'),
          password: z.string().min(8).max(200).optional().describe('For the panel; without one there is no login.'),
        }),
      )
      .mutation(({ ctx, input }) => ctx.services.provisioning.createUser(input)),
  }),
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
          rate_limit: rateLimit.optional(),
          expires_at: moment('When it stops working; never when omitted.').optional(),
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
    set_may_approve: operatorProcedure
      .input(z.object({ key_id: key, may_approve: mayApprove }))
      .mutation(({ ctx, input }) => ctx.services.provisioning.keys.setMayApprove(input)),
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
          url: z.string().max(2_048).describe('Where events are posted: https, port 443 or 1024 to 65535.'),
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
            .describe('Name of the flag, such as second_approver.'),
          value: z.json().describe('Any JSON; true turns a flag on.'),
        }),
      )
      .mutation(({ ctx, input }) => ctx.services.provisioning.setFlag(input)),
  }),
});
