import { Button, Stack, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { RowLink } from '../../parts/link.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { useShortcut } from '../../shell/shortcuts.ts';
import { panel } from '../../trpc.ts';
import { DeadJobs } from './dead-jobs.tsx';
import { EndpointState } from './endpoint-state.tsx';

const CreateWebhook = lazy(async () => ({ default: (await import('./create.tsx')).CreateWebhook }));

/** The endpoints events are posted to, and background jobs that failed. */
export function WebhookList() {
  const [creating, setCreating] = useState(false);
  const { data: kinds } = useQuery({ ...panel.webhooks.types.queryOptions(), staleTime: Number.POSITIVE_INFINITY });
  const { data, error, refetch } = useQuery({ ...panel.webhooks.list.queryOptions(), refetchInterval: 10_000 });
  useShortcut('n', 'Add a webhook', 'Webhooks', () => setCreating(true));
  const full = data !== undefined && kinds !== undefined && data.items.length >= kinds.most_endpoints;
  const create = (
    <Button
      leftSection={<IconPlus size={16} />}
      onClick={() => setCreating(true)}
      disabled={full}
      title={full ? `There are ${kinds.most_endpoints} webhooks already` : undefined}
    >
      Add webhook
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      about="Signed events, posted to your addresses and retried for up to a day."
      actions={create}
    >
      {error !== null && data === undefined ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <Section
          title="Endpoints"
          flush
          about={data && kinds ? `${data.items.length} of ${kinds.most_endpoints}` : 'Your endpoints'}
        >
          <Table
            label="Webhooks"
            items={data?.items}
            expected={3}
            rowKey={({ webhook_id }) => webhook_id}
            empty={
              <Empty icon={IconWebhook} title="No webhooks yet" action={create}>
                Add an HTTPS address to receive an event when a draft is ready or sent, a reply arrives or a tier
                changes. Events never contain message texts, addresses or tokens.
              </Empty>
            }
            columns={[
              {
                name: 'Address',
                cell: (webhook) => (
                  <Stack gap={0}>
                    <RowLink
                      to="/webhooks/$webhookId"
                      params={{ webhookId: webhook.webhook_id }}
                      className="words mono"
                    >
                      {webhook.url}
                    </RowLink>
                    {webhook.disabled_reason !== null && (
                      <Text size="xs" c="var(--warn)">
                        {webhook.disabled_reason}
                      </Text>
                    )}
                  </Stack>
                ),
              },
              { name: 'State', cell: (webhook) => <EndpointState webhook={webhook} /> },
              {
                name: 'Events',
                cell: ({ types }) => <Text size="sm">{types === null ? 'All' : types.join(', ')}</Text>,
              },
              { name: 'Added', align: 'end', cell: ({ created_at }) => <When at={created_at} /> },
            ]}
          />
        </Section>
      )}
      <DeadJobs />
      <Suspense>
        {creating && kinds !== undefined && <CreateWebhook types={kinds.types} onClose={() => setCreating(false)} />}
      </Suspense>
    </Page>
  );
}
