import { z } from 'zod';
import { connectIntegration } from '../../server/channels/integrations.ts';
import { nullableText } from '../fields.ts';
import { tool } from '../tool.ts';
import { connection } from './studio-fields.ts';

export default tool({
  title: 'Connect a publishing channel',
  description:
    'Keeps the OAuth token a connector obtained for a channel, encrypted, so that approved drafts can be published there; a new token replaces the old. The token is never returned.',
  appScope: 'integrations.write',
  entitled: true,
  effect: 'write',
  onProbation: 'refused',
  overwrites: true,
  synonyms: {
    token: 'access_token',
    oauth_token: 'access_token',
    scope: 'scopes',
    label: 'account_label',
    expires: 'expires_at',
  },
  idempotent: true,
  input: connection,
  output: z.object({
    integration_id: z.string().describe('The connection; the same while the channel stays connected.'),
    channel: z.string().describe('As given.'),
    account_label: nullableText.describe('As given.'),
    scopes: z.array(z.string()).describe('As given.'),
    connected_at: z.string().describe('When this token was kept.'),
    expires_at: nullableText.describe('As given.'),
    replaced: z.boolean().describe('Whether it took the place of an earlier token.'),
  }),
  example: {
    input: {
      channel: 'linkedin',
      access_token: 'AQX-example-token',
      scopes: ['w_member_social'],
      account_label: 'Robin Vale',
    },
    output: {
      integration_id: 'int_01kaj6w6qk5x3v0c8m9n2p4r7t',
      channel: 'linkedin',
      account_label: 'Robin Vale',
      scopes: ['w_member_social'],
      connected_at: '2026-03-02T09:30:00.000Z',
      expires_at: null,
      replaced: false,
    },
  },
  handler: connectIntegration,
});
