import { Alert, Button, Code, Group, SimpleGrid, Skeleton, Text, ThemeIcon, Title } from '@mantine/core';
import {
  IconBrandGoogleDrive,
  IconBrandLinkedin,
  IconBrandReddit,
  IconBrandYoutube,
  IconHandStop,
  IconMail,
  IconPlugConnected,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { confirm } from '../parts/confirm.tsx';
import { curlCall } from '../parts/examples.ts';
import { Page, Section } from '../parts/page.tsx';
import { Problem, saySo } from '../parts/problem.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Status, Tag, type Tone } from '../parts/status.tsx';
import { Table } from '../parts/table.tsx';
import { useNow, When } from '../parts/when.tsx';
import { channelName } from '../parts/words.ts';
import { type Answers, type Asks, ask, panel } from '../trpc.ts';
import classes from './integrations.module.css';

const route = getRouteApi('/inside/integrations');

type Channel = Answers['integrations']['list']['channels'][number];
type Embeddings = Answers['integrations']['list']['embeddings'];
type Connected = Asks['integrations']['disconnect']['channel'];

const ICONS: Record<string, TablerIcon> = {
  linkedin: IconBrandLinkedin,
  linkedin_company: IconBrandLinkedin,
  youtube: IconBrandYoutube,
  reddit: IconBrandReddit,
  google_drive: IconBrandGoogleDrive,
  email: IconMail,
  manual: IconHandStop,
};

/** Whether drafts can be sent over the channel now, and why not. */
function connectionState(
  { by, configured, connection, connectable }: Channel,
  now: number,
): { tone: Tone; word: string; about: string } {
  if (by === 'person') return { tone: 'ok', word: 'Always on', about: 'You send the draft and mark it as sent.' };
  if (by === 'setting') {
    return configured === true
      ? { tone: 'ok', word: 'Configured', about: 'Sent by your mail server.' }
      : {
          tone: 'calm',
          word: 'Off',
          about: 'Set SMTP_URL on the server to send drafts as e-mail. Until then, drafts that are approved fail.',
        };
  }
  if (connection === null) {
    const about = connectable
      ? 'Drafts approved for it fail until you connect an account; approve them again then.'
      : 'Drafts approved for it fail until a connector provides a token; approve them again then.';
    return { tone: 'calm', word: 'Not connected', about };
  }
  return connection.expires_at !== null && Date.parse(connection.expires_at) <= now
    ? {
        tone: 'warn',
        word: 'Token expired',
        about: 'It is renewed automatically if possible; otherwise connect it again.',
      }
    : { tone: 'ok', word: 'Connected', about: '' };
}

function ChannelCard({ channel, onDisconnect }: { channel: Channel; onDisconnect: () => void }) {
  const Icon = ICONS[channel.channel] ?? IconPlugConnected;
  const { tone, word, about } = connectionState(channel, useNow());
  const { connection } = channel;
  return (
    <article className={`card ${classes['channel']}`} aria-label={channel.name}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <ThemeIcon variant="light" size={36} radius="md" color={tone === 'ok' ? 'petrol' : 'gray'}>
            <Icon size={20} stroke={1.6} />
          </ThemeIcon>
          <div>
            <Title order={2} size="h3">
              {channelName(channel.channel)}
            </Title>
            {connection?.account_label != null && (
              <Text size="xs" c="dimmed" className="words">
                {connection.account_label}
              </Text>
            )}
          </div>
        </Group>
        <Status state={word} tone={tone}>
          {word}
        </Status>
      </Group>
      {connection !== null && connection.scopes.length > 0 && (
        <Group gap={4}>
          {connection.scopes.map((scope) => (
            <Tag key={scope}>{scope}</Tag>
          ))}
        </Group>
      )}
      <Text size="xs" c="dimmed" component="div" mt="auto">
        {about}{' '}
        {connection !== null && (
          <>
            Connected <When at={connection.connected_at} />
            {connection.expires_at !== null && (
              <>
                , token until <When at={connection.expires_at} />
              </>
            )}
            . Last used <When at={connection.last_published_at} />.
          </>
        )}
      </Text>
      {(connection !== null || channel.connectable) && (
        <Group>
          {channel.connectable && (
            <Button size="compact-sm" variant="light" component="a" href={`/app/connect/${channel.channel}`}>
              {connection === null ? 'Connect' : 'Connect again'}
            </Button>
          )}
          {connection !== null && (
            <Button size="compact-sm" variant="subtle" color="red" onClick={onDisconnect}>
              Disconnect
            </Button>
          )}
        </Group>
      )}
    </article>
  );
}

/** How questions find facts that say the same in other words, in one row. */
function embeddingState({ kind, state }: Embeddings): { tone: Tone; word: string; about: string } {
  if (kind === 'off') {
    return { tone: 'calm', word: 'Off', about: 'Facts are found by their words only.' };
  }
  if (state === 'ok') return { tone: 'ok', word: 'Working', about: 'Facts are found by words and by meaning.' };
  if (state === 'idle') return { tone: 'ok', word: 'Ready', about: 'Starts with the first fact or question.' };
  const about = 'Facts are found by their words until it works again.';
  return { tone: 'warn', word: state === 'not_installed' ? 'Not installed' : 'Failing', about };
}

function EmbeddingRow({ embeddings }: { embeddings: Embeddings }) {
  const { tone, word, about } = embeddingState(embeddings);
  return (
    <Group justify="space-between" p="md" wrap="nowrap">
      <div>
        <Text size="sm" fw={500}>
          {embeddings.model ?? 'No model'}
        </Text>
        <Text size="xs" c="dimmed">
          {about} {embeddings.reason !== null && `Reason: ${embeddings.reason}. `}Setting: <Code>EMBEDDINGS</Code>
        </Text>
      </div>
      <Status state={word} tone={tone}>
        {word}
      </Status>
    </Group>
  );
}

const FAILED: Record<string, string> = {
  refused: 'The platform was told not to allow it, or refused.',
  expired: 'It took too long, or was begun in another window. Start again.',
  unreachable: 'The platform could not be reached. Try again later.',
  no_token: 'The platform gave no token. Check its client id, secret and callback address on the server.',
  invalid_transition: 'The server has no client for this channel.',
  quota_exceeded: 'The workspace is full.',
};

/** How connecting an account at a platform ended. */
function Outcome({ channel, connected, failed }: { channel?: string; connected?: string; failed?: string }) {
  if (channel === undefined || (connected === undefined && failed === undefined)) return null;
  const name = channelName(channel);
  return failed === undefined ? (
    <Alert role="status" variant="light" color="green" title={`${name} is connected`}>
      Approved drafts for it are published now.
    </Alert>
  ) : (
    <Alert role="status" variant="light" color="yellow" title={`${name} was not connected`}>
      {FAILED[failed] ?? 'Something went wrong. Try again.'}
    </Alert>
  );
}

/** Channels that drafts are published to, and enrichment providers. */
export function Integrations() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(panel.integrations.list.queryOptions());
  const outcome = route.useSearch();
  const disconnect = (channel: Channel) =>
    confirm({
      title: `Disconnect ${channelName(channel.channel)}?`,
      act: 'Disconnect',
      children:
        'Its token is deleted. Drafts approved for this channel fail until it is connected again; approve them again then.',
      async run() {
        await ask.integrations.disconnect.mutate({ channel: channel.channel as Connected });
        await queryClient.invalidateQueries({ queryKey: panel.integrations.pathKey() });
        saySo(`${channelName(channel.channel)} disconnected`);
      },
    });
  return (
    <Page
      title="Integrations"
      about="Channels that approved drafts are published to. Tokens are stored encrypted and never shown."
    >
      <Outcome {...outcome} />
      {error !== null && data === undefined && <Problem error={error} retry={() => void refetch()} />}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        {data === undefined &&
          error === null &&
          Array.from({ length: 7 }, (_, n) => <Skeleton key={n} className={classes['channel']!} radius="lg" />)}
        {data?.channels.map((channel) => (
          <ChannelCard key={channel.channel} channel={channel} onDisconnect={() => disconnect(channel)} />
        ))}
      </SimpleGrid>
      <Section
        title="Connect a channel"
        about="Where Connect is not offered, a connector gets the token from the platform and passes it on with connect_integration. E-mail uses SMTP_URL instead."
      >
        <Snippet
          label="connect_integration"
          text={curlCall('connect_integration', {
            channel: 'linkedin',
            access_token: '<token from LinkedIn>',
            account_label: 'Robin Vale',
          })}
        />
      </Section>
      <Section title="Enrichment providers" about="Used to look up people and companies, cheapest first." flush>
        <Table
          label="Enrichment providers"
          items={data?.providers}
          expected={4}
          rowKey={({ provider }) => provider}
          columns={[
            {
              name: 'Provider',
              cell: ({ name }) => (
                <Text size="sm" fw={500}>
                  {name}
                </Text>
              ),
            },
            {
              name: 'State',
              cell: ({ configured }) => (
                <Status state={configured ? 'connected' : 'off'} tone={configured ? 'ok' : 'calm'}>
                  {configured ? 'Configured' : 'Not configured'}
                </Status>
              ),
            },
            { name: 'Setting', cell: ({ variable }) => <Code>{variable}</Code> },
          ]}
        />
      </Section>
      <Section title="Search by meaning" about="Finds facts that say in other words what is asked." flush>
        {data === undefined ? <Skeleton h={64} /> : <EmbeddingRow embeddings={data.embeddings} />}
      </Section>
    </Page>
  );
}
