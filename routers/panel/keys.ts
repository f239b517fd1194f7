import { z } from 'zod';
import { ALL_OAUTH_SCOPES, ALL_SCOPES, APP_SCOPES, type AppScope, SCOPES } from '../../server/gate/scopes.ts';
import {
  createKey,
  listKeys,
  namesOfKeys,
  readKey,
  PRESETS,
  setKeyLimit,
  UNUSED_DAYS,
  usageOfKey,
} from '../../server/panel/panel-keys.ts';
import { type PersonAction, activityActorOf } from '../../server/identity/person-call.ts';
import { DEFAULT_RATE_LIMIT, MAX_GRACE_HOURS } from '../../server/provisioning/key-provisioning.ts';
import { cursor, id, label, limit, rateLimit } from '../fields.ts';
import { allowedIps, keyExpiry, keyMode } from '../key-fields.ts';
import type { Registry } from '../registry.ts';
import { t } from '../trpc.ts';
import { confirmedProcedure, pageOf, panelProcedure, reading, words } from './procedure.ts';

const scope = z.enum(ALL_SCOPES);
const oauthScope = z.enum(ALL_OAUTH_SCOPES);
const key = id('key', 'The API key.');
const scopes = z.union([z.array(scope).max(50), z.literal('all')]).describe('What the key may do: "all" or a list.');
const mayApprove = z.boolean().describe('Whether it may approve, schedule and reject drafts.');

const shown = z.object({
  key_id: z.string(),
  name: z.string(),
  prefix: z.string(),
  may_approve: z.boolean(),
  mode: keyMode,
});

export const keyView = shown.extend({
  scopes: z.array(z.string()),
  rate_limit: z.int().nullable(),
  team: z.object({ id: z.string(), name: z.string() }).nullable(),
  oauth_client_id: words,
  status: z.enum(['active', 'expired', 'revoked']),
  created_at: z.string(),
  expires_at: words,
  allowed_ips: z.array(z.string()).describe('Ranges it may be used from; empty for any address.'),
  revoked_at: words,
  last_used_at: words,
  grace_until: words.describe('Until when the secret before the last rotation works.'),
});

const secret = z.object({
  key_id: z.string(),
  key: z.string().describe('The raw key: answered here and never again.'),
  prefix: z.string(),
});

/** On keys of the person's workspace only, and recorded as the person's. */
const inOwnWorkspace = (action: PersonAction) => ({
  workspace_id: action.session.workspace.id,
  by: activityActorOf(action),
});

/** @param registry the tools, for the scopes each needs; a function, because the router is created before it */
export const keysRouter = (registry: () => Registry) =>
  t.router({
    scopes: panelProcedure
      .output(
        z.object({
          scopes: z.array(z.object({ scope, description: z.string(), tools: z.array(z.string()) })),
          app_scopes: z
            .array(z.object({ scope: oauthScope, description: z.string(), tools: z.array(z.string()) }))
            .describe("What an application's token needs besides."),
          without_scope: z.array(z.string()).describe('Tools that need none.'),
          presets: z.array(z.object({ name: z.string(), description: z.string(), scopes: z.array(scope) })),
          default_rate_limit: z.int(),
          default_days: z
            .int()
            .nullable()
            .describe('After how many days a new key expires unless something else is chosen.'),
          max_grace_hours: z.int(),
        }),
      )
      .query(({ ctx }) => {
        const tools = [...registry().values()];
        const needing = (wanted: string | null) =>
          tools.filter((tool) => tool.scope === wanted).map(({ name }) => name);
        return {
          scopes: ALL_SCOPES.map((each) => ({ scope: each, description: SCOPES[each], tools: needing(each) })),
          app_scopes: (Object.keys(APP_SCOPES) as AppScope[]).map((each) => ({
            scope: each,
            description: APP_SCOPES[each],
            tools: tools.filter(({ appScope }) => appScope === each).map(({ name }) => name),
          })),
          without_scope: needing(null),
          presets: PRESETS.map((preset) => ({ ...preset, scopes: [...preset.scopes] })),
          default_rate_limit: DEFAULT_RATE_LIMIT,
          default_days: ctx.services.config.KEY_DEFAULT_DAYS ?? null,
          max_grace_hours: MAX_GRACE_HOURS,
        };
      }),
    list: panelProcedure
      .input(z.object({ usable_only: z.boolean().default(false), limit: limit(50), cursor }).prefault({}))
      .output(pageOf(keyView))
      .query(({ ctx, input }) => listKeys(reading(ctx), ctx.services, { ...input, oauth: false })),
    get: panelProcedure
      .input(z.object({ key_id: key }))
      .output(keyView)
      .query(({ ctx, input }) => readKey(reading(ctx), ctx.services, input.key_id)),
    names: panelProcedure
      .output(z.object({ items: z.array(shown) }))
      .query(({ ctx }) => namesOfKeys(reading(ctx), ctx.services)),
    usage: panelProcedure
      .input(z.object({ key_id: key, days: z.int().min(1).max(90).default(UNUSED_DAYS) }))
      .output(
        z.object({
          key_id: z.string(),
          last_used_at: words,
          days: z.array(z.object({ day: z.string(), ok: z.int(), error: z.int(), denied: z.int() })).describe('UTC.'),
          tools: z.array(z.object({ tool: z.string(), calls: z.int() })),
          unused_scopes: z
            .array(oauthScope)
            .describe(`Held, and needed by no call of the last ${UNUSED_DAYS} days that count.`),
          counted_days: z
            .int()
            .describe('Days counted, today included: fewer than asked for when there are too many calls.'),
        }),
      )
      .query(({ ctx, input }) =>
        usageOfKey(reading(ctx), ctx.services, input, (tool) => {
          const { scope: ofAll, appScope } = registry().get(tool) ?? {};
          return [ofAll, appScope];
        }),
      ),
    create: confirmedProcedure
      .input(
        z.object({
          name: label('What the key is for.'),
          scopes,
          may_approve: mayApprove.default(false),
          mode: keyMode.default('write'),
          rate_limit: rateLimit.optional(),
          expires_at: keyExpiry('When it stops working; null for never. By default after default_days.').optional(),
          allowed_ips: allowedIps.optional(),
          team_id: id('team', 'For a team key; a team of yours.').optional(),
        }),
      )
      .output(secret)
      .mutation(({ ctx, input }) => createKey(ctx.services, ctx.action, input)),
    rotate: confirmedProcedure
      .input(z.object({ key_id: key, grace_hours: z.number().min(0).max(MAX_GRACE_HOURS).default(0) }))
      .output(secret)
      .mutation(({ ctx: { services, action }, input }) =>
        services.provisioning.keys.rotate({ ...input, ...inOwnWorkspace(action) }),
      ),
    revoke: panelProcedure
      .input(z.object({ key_id: key }))
      .output(z.object({ key_id: z.string(), revoked: z.boolean() }))
      .mutation(({ ctx: { services, action }, input }) =>
        services.provisioning.keys.revoke({ ...input, ...inOwnWorkspace(action) }),
      ),
    rename: panelProcedure
      .input(z.object({ key_id: key, name: label('What the key is for.') }))
      .output(z.object({ key_id: z.string(), name: z.string() }))
      .mutation(({ ctx: { services, action }, input }) =>
        services.provisioning.keys.rename({ ...input, ...inOwnWorkspace(action) }),
      ),
    set_scopes: panelProcedure
      .input(z.object({ key_id: key, scopes: z.union([z.array(oauthScope).max(50), z.literal('all')]) }))
      .output(z.object({ key_id: z.string(), scopes: z.array(oauthScope) }))
      .mutation(({ ctx: { services, action }, input }) =>
        services.provisioning.keys.setScopes({ ...input, ...inOwnWorkspace(action) }),
      ),
    set_may_approve: panelProcedure
      .input(z.object({ key_id: key, may_approve: mayApprove }))
      .output(z.object({ key_id: z.string(), may_approve: z.boolean() }))
      .mutation(({ ctx: { services, action }, input }) =>
        services.provisioning.keys.setMayApprove({ ...input, ...inOwnWorkspace(action) }),
      ),
    set_mode: panelProcedure
      .input(z.object({ key_id: key, mode: keyMode }))
      .output(z.object({ key_id: z.string(), mode: keyMode }))
      .mutation(({ ctx: { services, action }, input }) =>
        services.provisioning.keys.setMode({ ...input, ...inOwnWorkspace(action) }),
      ),
    set_allowed_ips: panelProcedure
      .input(z.object({ key_id: key, allowed_ips: allowedIps }))
      .output(z.object({ key_id: z.string(), allowed_ips: z.array(z.string()) }))
      .mutation(({ ctx: { services, action }, input }) =>
        services.provisioning.keys.setAllowedIps({ ...input, ...inOwnWorkspace(action) }),
      ),
    set_expiry: panelProcedure
      .input(z.object({ key_id: key, expires_at: keyExpiry('When it stops working; null for never.') }))
      .output(z.object({ key_id: z.string(), expires_at: words }))
      .mutation(({ ctx: { services, action }, input }) =>
        services.provisioning.keys.setExpiry({ ...input, ...inOwnWorkspace(action) }),
      ),
    set_rate_limit: panelProcedure
      .input(z.object({ key_id: key, rate_limit: rateLimit }))
      .output(z.object({ key_id: z.string(), rate_limit: z.int().nullable() }))
      .mutation(({ ctx, input }) => setKeyLimit(ctx.services, ctx.action, input)),
  });

/** Applications with an OAuth token of the person's: each token is a key like any other. */
export const apps = t.router({
  list: panelProcedure
    .input(z.object({ usable_only: z.boolean().default(true), limit: limit(50), cursor }).prefault({}))
    .output(pageOf(keyView))
    .query(({ ctx, input }) => listKeys(reading(ctx), ctx.services, { ...input, oauth: true })),
  revoke: panelProcedure
    .input(z.object({ key_id: key }))
    .output(z.object({ key_id: z.string(), revoked: z.boolean() }))
    .mutation(({ ctx: { services, action }, input }) =>
      services.provisioning.keys.revoke({ ...input, ...inOwnWorkspace(action) }),
    ),
});
