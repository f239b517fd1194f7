import { newId } from '../../db/ids.ts';
import { keepIntegration } from '../../db/statements/drafts.ts';
import type { Encryptor } from '../encryption.ts';
import { invalidField } from '../errors.ts';
import type { Call, NewFact } from '../gate/call.ts';
import { type ChannelName, CHANNELS } from './channels.ts';

/** What is encrypted of a connection. */
export type IntegrationSecret = { access_token: string; refresh_token: string | null };

/** The encryption context of a channel's token: it decrypts for no other workspace and no other channel. */
export const tokenOf = (workspaceId: string, channel: string) => ['integration', workspaceId, channel];

export type ConnectInput = {
  channel: string;
  access_token: string;
  refresh_token?: string | undefined;
  expires_at?: string | undefined;
  scopes?: string[] | undefined;
  account_label?: string | undefined;
};

type Connected = {
  integration_id: string;
  channel: string;
  account_label: string | null;
  scopes: string[];
  connected_at: string;
  expires_at: string | null;
  replaced: boolean;
};

/** The connection state of a channel, as a fact. */
export const connectionFact = (channel: string, value: 'connected' | 'disconnected', as = ''): NewFact => ({
  subjectType: 'channel',
  subjectId: channel,
  attribute: 'connection',
  value,
  sentence: `The channel ${CHANNELS[channel as ChannelName].name} is ${value}${as}.`,
  single: true,
});

/** Stores a channel's OAuth token, encrypted, in place of any earlier one. The token is never answered. */
export async function connectIntegration(
  call: Call,
  input: ConnectInput,
  { encryptor }: { encryptor: Encryptor },
): Promise<Connected> {
  if (input.expires_at !== undefined && input.refresh_token === undefined && new Date(input.expires_at) <= call.now) {
    throw invalidField('expires_at', 'is past, and without a refresh_token this connection could never be used');
  }
  const secret: IntegrationSecret = { access_token: input.access_token, refresh_token: input.refresh_token ?? null };
  const [kept] = await call.query(keepIntegration, [
    call.workspaceId,
    newId('integration'),
    input.channel,
    encryptor.encrypt(JSON.stringify(secret), tokenOf(call.workspaceId, input.channel)),
    encryptor.keyId,
    input.account_label ?? null,
    input.scopes ?? [],
    input.expires_at ?? null,
    call.principal.user.id,
    call.now.toISOString(),
  ]);
  const { channel, account_label: label } = kept!;
  call.recordFact(connectionFact(channel, 'connected', label === null ? '' : ` as ${label}`));
  return kept!;
}
