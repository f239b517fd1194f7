import { z } from 'zod';
import { ALL_OAUTH_SCOPES } from '../../server/gate/scopes.ts';
import { checkConfirmed } from '../../server/identity/confirm-identity.ts';
import { decideRequest, readRequest } from '../../server/oauth/consent.ts';
import { id } from '../fields.ts';
import { t } from '../trpc.ts';
import { panelProcedure } from './procedure.ts';

const request = id('authorization', 'The request, from the address the application sent the person to.');
const scope = z.enum(ALL_OAUTH_SCOPES);

/** An application's request to the person, and their answer (decisions 16). */
export const consent = t.router({
  get: panelProcedure
    .input(z.object({ request }))
    .output(
      z.object({
        request: z.string(),
        client: z.object({ client_id: z.string(), name: z.string() }),
        redirect_host: z.string().describe('Where the answer goes; a scheme such as cursor: for a program.'),
        scopes: z.array(z.object({ scope, description: z.string() })),
        workspace: z.object({ id: z.string(), name: z.string() }),
        user: z.object({ name: z.string(), email: z.string() }),
        expires_at: z.string(),
      }),
    )
    .query(({ ctx, input }) => readRequest(ctx.services, ctx.session, input.request)),
  decide: panelProcedure
    .input(
      z.object({
        request,
        allow: z.boolean(),
        scopes: z.array(scope).max(50).describe('What is granted of what was asked; all when omitted.').optional(),
      }),
    )
    .output(z.object({ redirect_to: z.string().describe('Where the browser goes now.') }))
    .mutation(({ ctx, input }) => {
      // An application's token is a key.
      if (input.allow) checkConfirmed(ctx.session);
      return decideRequest(ctx.services, ctx.action, input);
    }),
});
