import { Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../parts/confirm.tsx';
import { Empty } from '../parts/empty.tsx';
import { To } from '../parts/link.tsx';
import { itemsOf, nextPage } from '../parts/list.ts';
import { Page, Section } from '../parts/page.tsx';
import { Problem, saySo } from '../parts/problem.tsx';
import { Status } from '../parts/status.tsx';
import { More, Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';
import { useSession } from '../session.ts';
import { type Answers, ask, panel } from '../trpc.ts';

type App = Answers['apps']['list']['items'][number];

/** The name of the app, out of its key's: `OAuth (<client>)`. */
const clientOf = ({ name }: App) => /^OAuth \((.*)\)$/s.exec(name)?.[1] ?? name;

/** Apps that hold a key of this workspace through OAuth. */
export function ConnectedApps() {
  const session = useSession();
  const queryClient = useQueryClient();
  const apps = useInfiniteQuery(panel.apps.list.infiniteQueryOptions({}, nextPage));
  const items = itemsOf(apps.data);
  const revoke = (app: App) =>
    confirm({
      title: `Disconnect ${clientOf(app)}?`,
      act: 'Disconnect app',
      children: 'Its next call is refused. To connect again, the app has to ask you.',
      async run() {
        await ask.apps.revoke.mutate({ key_id: app.key_id });
        await queryClient.invalidateQueries({ queryKey: panel.apps.pathKey() });
        saySo(`${clientOf(app)} disconnected`);
      },
    });
  return (
    <Page
      title="Connected apps"
      about="Apps you connected with OAuth. Each has its own key, with the same limits and audit log as any other."
    >
      {apps.error !== null && items === undefined ? (
        <Problem error={apps.error} retry={() => void apps.refetch()} />
      ) : (
        <Section title="Apps" flush>
          <Table
            label="Connected apps"
            items={items}
            expected={3}
            rowKey={({ key_id }) => key_id}
            empty={
              <Empty
                icon={IconShieldCheck}
                title="No connected apps"
                action={
                  <Button component="a" href="/docs/oauth" variant="default">
                    How apps connect
                  </Button>
                }
              >
                {session?.service.oauth_enabled === false
                  ? 'OAuth is switched off. The operator can turn it on with MCP_OAUTH_ENABLED; until then agents use an API key.'
                  : 'An app that connects with OAuth asks you which scopes it may have. Apps you allow are listed here until you disconnect them.'}
              </Empty>
            }
            columns={[
              {
                name: 'App',
                cell: (app) => (
                  <Stack gap={0}>
                    <Text size="sm" fw={500} className="words">
                      {clientOf(app)}
                    </Text>
                    <Text size="xs" c="dimmed" className="mono">
                      {app.prefix}…
                    </Text>
                  </Stack>
                ),
              },
              {
                name: 'State',
                cell: ({ status }) => <Status state={status} />,
              },
              { name: 'Scopes', cell: ({ scopes }) => <Text size="sm">{scopes.join(', ') || 'none'}</Text> },
              { name: 'Allowed', cell: ({ created_at }) => <When at={created_at} /> },
              { name: 'Last used', cell: ({ last_used_at }) => <When at={last_used_at} /> },
              {
                name: 'Manage',
                align: 'end',
                cell: (app) => (
                  <Group gap="xs" justify="flex-end">
                    <To to="/audit" search={{ key_id: app.key_id }} size="sm">
                      Calls
                    </To>
                    {app.status === 'active' && (
                      <Button size="compact-sm" variant="subtle" color="red" onClick={() => revoke(app)}>
                        Disconnect
                      </Button>
                    )}
                  </Group>
                ),
              },
            ]}
          />
          <More {...apps} shown={items?.length ?? 0} />
        </Section>
      )}
    </Page>
  );
}
