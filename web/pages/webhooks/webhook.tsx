import { Alert, Button, Code, Group, Menu, Select, Stack, Text } from '@mantine/core';
import { IconBellRinging, IconChevronDown, IconPlugOff, IconSend } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { confirm } from '../../parts/confirm.tsx';
import { Detail, Details } from '../../parts/details.tsx';
import { Dialog, End, SecretDialog } from '../../parts/dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Back } from '../../parts/link.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { AboutToCome, Page, Section } from '../../parts/page.tsx';
import { Problem, sayProblem, saySo } from '../../parts/problem.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { Status, Tag } from '../../parts/status.tsx';
import { More } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { counted, duration, spaced } from '../../parts/words.ts';
import { type Answers, ask, panel } from '../../trpc.ts';
import { EndpointState } from './endpoint-state.tsx';
import { SigningSecret } from './signing-secret.tsx';
import classes from './webhook.module.css';

type Delivery = Answers['webhooks']['deliveries']['items'][number];

const route = getRouteApi('/inside/webhooks/$webhookId');

const HOUR_MS = 3_600_000;

const SINCE = [
  { value: '1', label: 'the last hour' },
  { value: '24', label: 'the last day' },
  { value: '168', label: 'the last 7 days' },
  { value: '720', label: 'the last 30 days' },
];

function ReplayFailed({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [hours, setHours] = useState('24');
  const replay = useMutation(
    panel.webhooks.replay_failed.mutationOptions({
      onSuccess: ({ replayed }) => {
        saySo(replayed === 0 ? 'Nothing had failed' : `${counted(replayed, 'event')} sent again`);
        void queryClient.invalidateQueries({ queryKey: panel.webhooks.pathKey() });
        onClose();
      },
    }),
  );
  return (
    <Dialog onClose={onClose} title="Send again what failed">
      <Stack>
        <Text size="sm">
          Every event that failed is tried once more, with the same Webhook-Id, so that a receiver that had it can drop
          the copy.
        </Text>
        <Select
          label="Failed in"
          data={SINCE}
          value={hours}
          allowDeselect={false}
          onChange={(value) => setHours(value ?? '24')}
        />
        <End error={replay.error} onClose={onClose}>
          <Button
            loading={replay.isPending}
            onClick={() =>
              replay.mutate({
                webhook_id: webhookId,
                failed_since: new Date(Date.now() - Number(hours) * HOUR_MS).toISOString(),
              })
            }
          >
            Send again
          </Button>
        </End>
      </Stack>
    </Dialog>
  );
}

function Attempts({ delivery }: { delivery: Delivery }) {
  if (delivery.attempts.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Not tried yet.
      </Text>
    );
  }
  return (
    <ol className={classes['attempts']}>
      {delivery.attempts.map((attempt) => (
        <li key={attempt.at}>
          <Group gap="xs">
            <Status state={attempt.status !== null && attempt.status >= 200 && attempt.status < 300 ? 'ok' : 'error'}>
              {attempt.status === null ? (attempt.error ?? 'no answer') : `HTTP ${attempt.status}`}
            </Status>
            <Text size="xs" c="dimmed" className="num">
              {duration(attempt.duration_ms)}
            </Text>
            <Text size="xs" c="dimmed" component="span">
              <When at={attempt.at} />
            </Text>
            {attempt.replay && <Tag>Sent again</Tag>}
          </Group>
          {attempt.status !== null && attempt.error !== null && (
            <Text size="xs" c="dimmed">
              {attempt.error}
            </Text>
          )}
          {attempt.response !== null && attempt.response !== '' && (
            <Code block className={classes['response']!} tabIndex={0} aria-label="What the receiver answered">
              {attempt.response}
            </Code>
          )}
        </li>
      ))}
    </ol>
  );
}

function DeliveryRow({ delivery, onReplay, busy }: { delivery: Delivery; onReplay: () => void; busy: boolean }) {
  return (
    <details className={classes['delivery']}>
      <summary>
        <span className={classes['type']}>
          <span className="mono">{delivery.type}</span>
          <Text size="xs" c="dimmed" className="mono" span>
            {delivery.event_id}
          </Text>
        </span>
        <Status state={delivery.state}>
          {delivery.state === 'pending' && delivery.attempts.length > 0 ? 'Will be retried' : spaced(delivery.state)}
        </Status>
        <Text size="xs" c="dimmed" span className="num">
          {counted(delivery.attempts.length, 'try', 'tries')}
        </Text>
        <Text size="xs" c="dimmed" span>
          <When at={delivery.created_at} />
        </Text>
        <IconChevronDown size={16} aria-hidden />
      </summary>
      <Stack gap="sm" p="md" pt={0}>
        {delivery.next_attempt_at !== null && delivery.state === 'pending' && (
          <Text size="xs" c="dimmed">
            Next try <When at={delivery.next_attempt_at} />
          </Text>
        )}
        <Snippet text={JSON.stringify(JSON.parse(delivery.body), null, 2)} label="the body" />
        <Attempts delivery={delivery} />
        <Group>
          <Button size="xs" variant="default" leftSection={<IconSend size={14} />} loading={busy} onClick={onReplay}>
            Send again
          </Button>
        </Group>
      </Stack>
    </details>
  );
}

/** One endpoint: what it is told, whether that arrives, and how to repair it. */
export function WebhookPage() {
  const { webhookId } = route.useParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [replaying, setReplaying] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: panel.webhooks.pathKey() });
  const list = useQuery({ ...panel.webhooks.list.queryOptions(), refetchInterval: 5_000 });
  const deliveries = useInfiniteQuery({
    ...panel.webhooks.deliveries.infiniteQueryOptions({ webhook_id: webhookId }, nextPage),
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 2 ? false : 3_000),
  });
  const test = useMutation(
    panel.webhooks.test.mutationOptions({
      onSuccess: () => {
        saySo('Test event sent', 'It shows below in a moment.');
        void refresh();
      },
      onError: sayProblem,
    }),
  );
  const enable = useMutation(
    panel.webhooks.enable.mutationOptions({
      onSuccess: () => {
        saySo('Switched on', 'What was stopped meanwhile can be sent again.');
        void refresh();
      },
      onError: sayProblem,
    }),
  );
  const replay = useMutation(
    panel.webhooks.replay.mutationOptions({
      onSuccess: () => {
        saySo('Sent again');
        void refresh();
      },
      onError: sayProblem,
    }),
  );
  const above = <Back to="/webhooks">Webhooks</Back>;
  const webhook = list.data?.items.find(({ webhook_id }) => webhook_id === webhookId);
  if (list.error !== null && list.data === undefined) {
    return (
      <Page title="Webhook" above={above}>
        <Problem error={list.error} retry={() => void list.refetch()} />
      </Page>
    );
  }
  if (list.data !== undefined && webhook === undefined) {
    return (
      <Page title="Webhook" above={above}>
        <Empty icon={IconPlugOff} title="This webhook is gone">
          It was deleted, or the address is mistyped.
        </Empty>
      </Page>
    );
  }
  const rotate = () =>
    confirm({
      title: 'Give it a new secret?',
      act: 'New secret',
      children:
        'The old one signs nothing more from this moment, retries included. Receivers that check it refuse until they have the new one.',
      async run() {
        setSecret((await ask.webhooks.rotate.mutate({ webhook_id: webhookId })).secret);
        await refresh();
      },
    });
  const switchOff = () =>
    confirm({
      title: 'Switch this webhook off?',
      act: 'Switch off',
      children:
        'Events that wait for it are stopped. Switched on again, it gets new ones, and those if you send them again.',
      async run() {
        await ask.webhooks.disable.mutate({ webhook_id: webhookId });
        saySo('Switched off');
        await refresh();
      },
    });
  const remove = () =>
    confirm({
      title: 'Delete this webhook?',
      act: 'Delete webhook',
      children: 'Its delivery log goes with it, and events that wait for it are never sent. This cannot be undone.',
      async run() {
        await ask.webhooks.delete.mutate({ webhook_id: webhookId });
        saySo('Webhook deleted');
        await navigate({ to: '/webhooks' });
        await refresh();
      },
    });
  const items = itemsOf(deliveries.data);
  return (
    <Page
      title={webhook === undefined ? 'Webhook' : new URL(webhook.url).host}
      above={above}
      about={webhook === undefined ? <AboutToCome /> : <EndpointState webhook={webhook} />}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconBellRinging size={16} />}
            loading={test.isPending}
            disabled={webhook?.enabled !== true}
            onClick={() => test.mutate({ webhook_id: webhookId })}
          >
            Send test event
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" disabled={webhook === undefined} rightSection={<IconChevronDown size={14} />}>
                More
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setReplaying(true)}>Send again what failed…</Menu.Item>
              <Menu.Item onClick={rotate}>New signing secret…</Menu.Item>
              {webhook?.enabled === true && <Menu.Item onClick={switchOff}>Switch off…</Menu.Item>}
              <Menu.Divider />
              <Menu.Item color="var(--bad)" onClick={remove}>
                Delete…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      {webhook?.enabled === false && (
        <Alert color="yellow" variant="light" title="Switched off" role="status">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">{webhook.disabled_reason ?? 'Nothing is sent to it.'}</Text>
            <Button size="xs" loading={enable.isPending} onClick={() => enable.mutate({ webhook_id: webhookId })}>
              Switch on
            </Button>
          </Stack>
        </Alert>
      )}
      <Section title="About">
        <Details>
          <Detail name="Address">{webhook && <span className="mono words">{webhook.url}</span>}</Detail>
          <Detail name="Events">{webhook && (webhook.types === null ? 'All' : webhook.types.join(', '))}</Detail>
          <Detail name="Added">{webhook && <When at={webhook.created_at} />}</Detail>
          <Detail name="Failing since">{webhook && <When at={webhook.failing_since} empty="not failing" />}</Detail>
        </Details>
      </Section>
      <Section title="Deliveries" about="Kept for 30 days, each with every try." flush>
        {deliveries.error !== null && items === undefined ? (
          <div style={{ padding: '0 1.25rem 1.25rem' }}>
            <Problem error={deliveries.error} retry={() => void deliveries.refetch()} />
          </div>
        ) : items?.length === 0 ? (
          <Empty
            icon={IconSend}
            title="Nothing sent yet"
            call={{
              tool: 'studio_stage_draft',
              input: { channel: 'manual', body: 'Hello', product: 'content-studio', skill: 'first-try' },
            }}
          >
            Send a test event, or stage a draft: that posts draft.ready.
          </Empty>
        ) : (
          <div className={classes['deliveries']}>
            {items?.map((delivery) => (
              <DeliveryRow
                key={delivery.event_id}
                delivery={delivery}
                busy={replay.isPending && replay.variables.event_id === delivery.event_id}
                onReplay={() => replay.mutate({ webhook_id: webhookId, event_id: delivery.event_id })}
              />
            ))}
            <More {...deliveries} shown={items?.length ?? 0} />
          </div>
        )}
      </Section>
      {replaying && <ReplayFailed webhookId={webhookId} onClose={() => setReplaying(false)} />}
      {secret !== undefined && (
        <SecretDialog
          onClose={() => setSecret(undefined)}
          title="New signing secret"
          made={{ title: 'Its new signing secret', shown: <SigningSecret secret={secret} /> }}
        />
      )}
    </Page>
  );
}
