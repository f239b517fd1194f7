import { z } from 'zod';
import { confirmWho, waysToConfirm } from '../../server/identity/confirm-identity.ts';
import {
  beginSetUp,
  finishSetUp,
  readSecondFactor,
  removeOwn,
  renewBackupCodes,
} from '../../server/identity/second-factor.ts';
import { canMailLinks } from '../../server/channels/notice.ts';
import { changePassword } from '../../server/identity/password.ts';
import { endOtherOwnSessions, endOwnSession, listOwnSessions } from '../../server/identity/own-sessions.ts';
import { waitingFor } from '../../server/panel/panel-overview.ts';
import { planOf } from '../../server/gate/principal.ts';
import { id } from '../fields.ts';
import { t } from '../trpc.ts';
import { confirmedProcedure, panelProcedure, reading, words } from './procedure.ts';

const count = z.int().describe('Counted up to 1,000.');

/** What the sign-in page needs before anyone is signed in. */
export const signIn = t.router({
  options: t.procedure
    .output(
      z.object({
        password: z.boolean().describe('Whether people sign in with a password.'),
        password_reset: z.boolean().describe('Whether a forgotten password can be reset by mail.'),
        sso: z.object({ name: z.string() }).nullable(),
      }),
    )
    .query(({ ctx: { services } }) => ({
      password: services.config.PASSWORD_SIGN_IN,
      password_reset: services.config.PASSWORD_SIGN_IN && canMailLinks(services.config),
      sso: services.config.OIDC_ISSUER === undefined ? null : { name: services.config.OIDC_NAME },
    })),
});

export const session = t.router({
  get: panelProcedure
    .output(
      z.object({
        session: z.object({
          session_id: z.string(),
          created_at: z.string(),
          expires_at: z.string().describe('Its end, whatever happens.'),
          idle_ends_at: z.string().describe('Its end unless something is done in it before.'),
        }),
        second_factor: z.object({ on: z.boolean(), owed: z.boolean().describe('To be set up before anything else.') }),
        user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
        workspace: z.object({ id: z.string(), name: z.string() }),
        plan: z.enum(['team', 'pro', 'free']),
        plugins: z.array(z.string()),
        entitled: z.boolean(),
        teams_owned: z.array(z.object({ id: z.string(), name: z.string() })),
        service: z.object({
          base_url: words.describe('PUBLIC_URL; null: the address the browser is at.'),
          version: z.string(),
          oauth_enabled: z.boolean(),
          smtp_configured: z.boolean(),
          sso: z.boolean(),
        }),
        waiting: z.object({
          drafts: count,
          failed_drafts: count.describe('Drafts that were approved and not sent.'),
          failing_webhooks: z.int(),
          tier_proposals: count,
          value_proposals: count,
          changesets: count.describe('Runs whose writes wait for a person.'),
        }),
      }),
    )
    .query(async ({ ctx }) => {
      const { user, workspace, plugins, teams, ...own } = ctx.session;
      const { config } = ctx.services;
      return {
        session: {
          session_id: own.id,
          created_at: own.created_at,
          expires_at: own.expires_at,
          idle_ends_at: own.idle_ends_at,
        },
        second_factor: own.second_factor,
        user,
        workspace,
        plan: planOf({ team: null, plugins }),
        plugins,
        entitled: plugins.length > 0,
        teams_owned: teams,
        service: {
          base_url: config.PUBLIC_URL ?? null,
          version: '1.0.0',
          oauth_enabled: config.MCP_OAUTH_ENABLED,
          smtp_configured: config.SMTP_URL !== undefined,
          sso: config.OIDC_ISSUER !== undefined,
        },
        waiting: await waitingFor(reading(ctx)),
      };
    }),
  ways_to_confirm: panelProcedure
    .output(z.object({ password: z.boolean(), code: z.boolean() }))
    .query(({ ctx }) => waysToConfirm(ctx.services, ctx.session)),
  confirm: panelProcedure
    .input(
      z
        .object({ password: z.string().min(1).max(200), code: z.string().min(1).max(50) })
        .partial()
        .refine(
          ({ password: given, code: shown }) => (given === undefined) !== (shown === undefined),
          'takes one of both',
        ),
    )
    .output(z.object({ confirmed: z.literal(true) }))
    .mutation(({ ctx, input }) => confirmWho(ctx.services, ctx.action, input)),
});

export const sessions = t.router({
  list: panelProcedure
    .output(
      z.object({
        items: z.array(
          z.object({
            session_id: z.string(),
            current: z.boolean(),
            created_at: z.string(),
            seen_at: z.string(),
            expires_at: z.string(),
            ip_address: words,
            user_agent: words,
          }),
        ),
      }),
    )
    .query(async ({ ctx }) => ({ items: await listOwnSessions(ctx.services, ctx.session) })),
  revoke: panelProcedure
    .input(z.object({ session_id: id('session', 'The session to end.') }))
    .output(z.object({ session_id: z.string(), ended: z.literal(true) }))
    .mutation(({ ctx, input }) => endOwnSession(ctx.services, ctx.session, input.session_id)),
  revoke_others: panelProcedure
    .output(z.object({ ended: z.int() }))
    .mutation(({ ctx }) => endOtherOwnSessions(ctx.services, ctx.session, ctx.session.id)),
  revoke_all: panelProcedure
    .output(z.object({ ended: z.int().describe('This one included.') }))
    .mutation(({ ctx }) => endOtherOwnSessions(ctx.services, ctx.session, null)),
});

const backupCodes = z.array(z.string()).describe('Each good for once: answered here and never again.');
const code = z.string().min(1).max(50);

/** The second factor of signing in (decisions 28). */
export const secondFactor = t.router({
  get: panelProcedure
    .output(
      z.object({
        on: z.boolean(),
        owed: z.boolean().describe('Whether a team wants one, and nothing else can be done without it.'),
        since: words,
        backup_codes_left: z.int(),
      }),
    )
    .query(({ ctx }) => readSecondFactor(ctx.services, ctx.action)),
  begin: confirmedProcedure
    .output(
      z.object({
        secret: z.string().describe('Base32, for typing into an authenticator app.'),
        uri: z.string().describe('otpauth://, for a QR code.'),
      }),
    )
    .mutation(({ ctx }) => beginSetUp(ctx.services, ctx.action)),
  finish: confirmedProcedure
    .input(z.object({ code }))
    .output(z.object({ backup_codes: backupCodes, ended: z.int().describe('Sessions elsewhere that it ended.') }))
    .mutation(({ ctx, input }) => finishSetUp(ctx.services, ctx.action, input.code)),
  renew_backup_codes: confirmedProcedure
    .output(z.object({ backup_codes: backupCodes }))
    .mutation(({ ctx }) => renewBackupCodes(ctx.services, ctx.action)),
  remove: confirmedProcedure
    .output(z.object({ removed: z.literal(true) }))
    .mutation(({ ctx }) => removeOwn(ctx.services, ctx.action)),
});

export const password = t.router({
  change: panelProcedure
    .input(
      z.object({
        current: z.string().min(1).max(200),
        next: z.string().min(8, 'wants at least 8 characters').max(200),
      }),
    )
    .output(z.object({ changed: z.literal(true), ended: z.int().describe('Sessions elsewhere that it ended.') }))
    .mutation(({ ctx, input }) => changePassword(ctx.services, ctx.action, input)),
});
