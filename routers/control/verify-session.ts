import { z } from 'zod';
import { findDeclinedOf } from '../../db/statements/changesets.ts';
import { planOf } from '../../server/gate/principal.ts';
import { tool } from '../tool.ts';
import { plan, plugins } from './control-fields.ts';

/** Declined calls that are answered: the last ones. */
const MOST_DECLINED = 20;

export default tool({
  title: 'Verify the session',
  description:
    'Says who the key acts for: account, plan, entitled plugins, and whether it is a user or a team key. Call it first in every skill; it works before any purchase.',
  entitled: false,
  effect: 'read',
  // What a person decided is as it is, whatever waits.
  onProbation: 'direct',
  input: z.object({}),
  output: z.object({
    account: z
      .object({ id: z.string(), name: z.string(), email: z.string() })
      .describe('The acting account: the user the key was issued to.'),
    workspace_id: z.string().describe('The workspace the key reads and writes.'),
    plan,
    plugins,
    scope: z.enum(['team', 'user']).describe('Whether this is a team key or a user key.'),
    team: z.object({ id: z.string(), name: z.string() }).nullable().describe('The team of a team key.'),
    scopes: z.array(z.string()).describe('Scopes it holds.'),
    may_approve: z.boolean().describe('It may approve drafts.'),
    mode: z.enum(['write', 'propose']).describe('propose: what it writes waits for a person.'),
    declined: z
      .array(
        z.object({
          tool: z.string(),
          run_ref: z.string().nullable(),
          request_id: z.string(),
          input: z.string().describe('How it began.'),
          note: z.string().nullable().describe('Why.'),
          declined_at: z.string(),
        }),
      )
      .optional()
      .describe('Calls a person declined within 30 days, the last first; propose only. Do not send them again.'),
  }),
  example: {
    input: {},
    output: {
      account: { id: 'usr_01kaj6w6qk5x3v0c8m9n2p4r7t', name: 'Robin Vale', email: 'robin@example.com' },
      workspace_id: 'ws_01kaj6w6qk5x3v0c8m9n2p4r7t',
      plan: 'pro',
      plugins: ['account-planning', 'deal-desk'],
      scope: 'user',
      team: null,
      scopes: ['account.read', 'capture.write'],
      may_approve: false,
      mode: 'write',
    },
  },
  async handler({ principal, query, workspaceId }) {
    const declined = principal.proposes
      ? { declined: await query(findDeclinedOf, [workspaceId, principal.keyId, MOST_DECLINED]) }
      : {};
    return {
      account: principal.user,
      workspace_id: principal.workspaceId,
      plan: planOf(principal),
      plugins: [...principal.plugins],
      scope: principal.team === null ? ('user' as const) : ('team' as const),
      team: principal.team,
      scopes: [...principal.scopes],
      may_approve: principal.mayApprove,
      mode: principal.proposes ? ('propose' as const) : ('write' as const),
      ...declined,
    };
  },
});
