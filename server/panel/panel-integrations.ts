import { deleteIntegration, listIntegrations as listStatement } from '../../db/statements/panel-drafts.ts';
import { Fault } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import type { Gate } from '../gate/gate.ts';
import { type PersonAction, writeAsPerson } from '../identity/person-call.ts';
import type { Services } from '../services.ts';
import { CHANNEL_NAMES, CHANNELS, type ChannelName, CONNECTED_CHANNELS } from '../channels/channels.ts';
import { connectIntegration, connectionFact, type ConnectInput } from '../channels/integrations.ts';

/** Every channel with its state, the providers a deployment configures, and how vectors fare; never a token. */
export async function listIntegrations(call: Call, { config, embedder, channels: publishing }: Services) {
  const connections = await call.query(listStatement, [call.workspaceId]);
  const byChannel = new Map(connections.map(({ channel, ...connection }) => [channel, connection]));
  const channels = CHANNEL_NAMES.map((channel) => ({
    channel,
    name: CHANNELS[channel].name,
    by: byOf(channel),
    connection: byChannel.get(channel) ?? null,
    connectable: channel !== 'manual' && publishing[channel].connection?.client !== undefined,
    configured: channel === 'email' ? config.SMTP_URL !== undefined : null,
  }));
  const providers = [
    {
      provider: 'prospeo',
      name: 'Prospeo',
      variable: 'PROSPEO_API_KEY',
      configured: config.PROSPEO_API_KEY !== undefined,
    },
    { provider: 'hunter', name: 'Hunter', variable: 'HUNTER_API_KEY', configured: config.HUNTER_API_KEY !== undefined },
    { provider: 'apollo', name: 'Apollo', variable: 'APOLLO_API_KEY', configured: config.APOLLO_API_KEY !== undefined },
    {
      provider: 'pdl',
      name: 'People Data Labs',
      variable: 'PDL_API_KEY',
      configured: config.PDL_API_KEY !== undefined,
    },
  ];
  return { channels, providers, embeddings: embedder.state() };
}

/** Why a channel works: a connection of the workspace, a setting of the deployment, or a person. */
function byOf(channel: ChannelName): 'connection' | 'setting' | 'person' {
  if ((CONNECTED_CHANNELS as readonly string[]).includes(channel)) return 'connection';
  return channel === 'email' ? 'setting' : 'person';
}

/** Connects a channel for a person, with its activity entry. @throws as `connectIntegration` */
export const connectAsPerson = (gate: Gate, action: PersonAction, input: ConnectInput, services: Services) =>
  writeAsPerson(
    gate,
    action,
    (call) => connectIntegration(call, input, services),
    ({ integration_id }) => ({
      act: 'integration.connected',
      subject: integration_id,
      detail: { channel: input.channel },
    }),
  );

/** Deletes a channel's token; drafts approved for it fail until it is connected again. @throws Fault not_found */
export async function disconnect(call: Call, channel: string) {
  const [gone] = await call.query(deleteIntegration, [call.workspaceId, channel]);
  if (gone === undefined) throw new Fault('not_found', { message: 'This channel is not connected.' });
  call.recordFact(connectionFact(channel, 'disconnected'));
  return { channel, disconnected: true as const };
}
