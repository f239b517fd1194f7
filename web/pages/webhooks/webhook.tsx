import { Alert, Button, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { IconBellRinging, IconChevronDown, IconPlugOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { confirm } from '../../parts/confirm.tsx';
import { Detail, Details } from '../../parts/details.tsx';
import { SecretDialog } from '../../parts/dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Back } from '../../parts/link.tsx';
import { AboutToCome, Page, Section } from '../../parts/page.tsx';
import { Problem, sayProblem, saySo } from '../../parts/problem.tsx';
import { When } from '../../parts/when.tsx';
import { ask, panel } from '../../trpc.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { SigningSecret } from './signing-secret.tsx';

const DeliveryChart = lazy(async () => ({ default: (await import('./delivery-chart.tsx')).DeliveryChart }));
const ReplayFailed = lazy(async () => ({ default: (await import('./replay-failed.tsx')).ReplayFailed }));
const EditWebhook = lazy(async () => ({ default: (await import('./edit.tsx')).EditWebhook }));

const route = getRouteApi('/inside/webhooks/$webhookId');

/** One endpoint: which events it gets, whether they arrive, and how to repair it. */
export function WebhookPage() {
  const { webhookId } = route.useParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string>();
  const [replaying, setReplaying] = useState(false);
  const [editing, setEditing] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: panel.webhooks.pathKey() });
  const list = useQuery({ ...panel.webhooks.list.queryOptions(), refetchInterval: 5_000 });
  const test = useMutation(
    panel.webhooks.test.mutationOptions({
      onSuccess: () => {
        saySo('Test event sent', 'It appears below in a moment.');
        void refresh();
      },
      onError: sayProblem,
    }),
  );
  const enable = useMutation(
    panel.webhooks.enable.mutationOptions({
      onSuccess: () => {
        saySo('Switched on', 'Events stopped in the meantime can be sent again.');
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
        <Empty icon={IconPlugOff} title="Webhook not found">
          It was deleted, or the address is wrong.
        </Empty>
      </Page>
    );
  }
  const rotate = () =>
    confirm({
      title: 'Create a new signing secret?',
      act: 'Create secret',
      children:
        'The old secret stops signing at once, retries included. Receivers that check signatures reject events until they have the new one.',
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
        'Events waiting for it are stopped. After it is switched on again it gets new events; send the stopped ones again yourself.',
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
      children: 'Its delivery log is deleted too, and waiting events are never sent. This cannot be undone.',
      async run() {
        await ask.webhooks.delete.mutate({ webhook_id: webhookId });
        saySo('Webhook deleted');
        await navigate({ to: '/webhooks' });
        await refresh();
      },
    });
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
              <Menu.Item onClick={() => setEditing(true)}>Edit address and events…</Menu.Item>
              <Menu.Item onClick={() => setReplaying(true)}>Send failed events again…</Menu.Item>
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
      <Suspense fallback={<Skeleton height={262} radius="lg" />}>
        <DeliveryChart webhookId={webhookId} />
      </Suspense>
      <Deliveries webhookId={webhookId} />
      {editing && webhook !== undefined && (
        <Suspense>
          <EditWebhook webhook={webhook} onClose={() => setEditing(false)} />
        </Suspense>
      )}
      {replaying && (
        <Suspense>
          <ReplayFailed webhookId={webhookId} onClose={() => setReplaying(false)} />
        </Suspense>
      )}
      {secret !== undefined && (
        <SecretDialog
          onClose={() => setSecret(undefined)}
          title="New signing secret"
          made={{ title: 'New signing secret', shown: <SigningSecret secret={secret} /> }}
        />
      )}
    </Page>
  );
}
