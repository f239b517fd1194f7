import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { RowLink } from '../../parts/link.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Status, Tag } from '../../parts/status.tsx';
import { More, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { count } from '../../parts/words.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { type Answers, panel } from '../../trpc.ts';
import { scopeList } from './scopes.ts';

export type Key = Answers['keys']['list']['items'][number];

const CreateKey = lazy(async () => ({ default: (await import('./create.tsx')).CreateKey }));

const route = getRouteApi('/inside/keys');

export function KeyList() {
  const { show } = route.useSearch();
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const all = show === 'all';
  const keys = useInfiniteQuery({
    ...panel.keys.list.infiniteQueryOptions({ usable_only: !all }, nextPage),
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : 15_000),
    placeholderData: keepPreviousData,
  });
  const scopes = useQuery(scopeList);
  const everyScope = scopes.data?.scopes.length;
  const items = itemsOf(keys.data);
  useShortcut('n', 'Create an API key', 'API keys', () => setCreating(true));
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <Page
      title="API keys"
      about="Keys authenticate your agents. Each is shown once, has only the scopes you choose and can be revoked at any time."
      actions={create}
    >
      {keys.error !== null && items === undefined ? (
        <Problem error={keys.error} retry={() => void keys.refetch()} />
      ) : (
        <Section
          title={all ? 'All keys' : 'Active keys'}
          flush
          actions={
            <SegmentedControl
              size="xs"
              aria-label="Which keys"
              value={all ? 'all' : 'active'}
              onChange={(value) => void navigate({ to: '/keys', search: value === 'all' ? { show: 'all' } : {} })}
              data={[
                { value: 'active', label: 'Active' },
                { value: 'all', label: 'All' },
              ]}
            />
          }
        >
          <Table
            label="API keys"
            items={items}
            rowKey={({ key_id }) => key_id}
            empty={
              <Empty icon={IconKey} title="No keys yet" action={create}>
                An agent needs a key to call the tools over REST, MCP or tRPC. Ready-made snippets come with each key.
              </Empty>
            }
            columns={[
              {
                name: 'Key',
                cell: (key) => (
                  <Stack gap={0}>
                    <RowLink to="/keys/$keyId" params={{ keyId: key.key_id }} className="words">
                      {key.name}
                    </RowLink>
                    <Group gap={6}>
                      <Text size="xs" c="dimmed" className="mono">
                        {key.prefix}…
                      </Text>
                      {key.team !== null && <Tag>{`Team ${key.team.name}`}</Tag>}
                      {key.mode === 'propose' && <Tag tone="accent">Proposes</Tag>}
                      {key.may_approve && <Tag tone="warn">May approve</Tag>}
                    </Group>
                  </Stack>
                ),
              },
              { name: 'State', cell: (key) => <Status state={key.status} /> },
              {
                name: 'Scopes',
                cell: ({ scopes }) => (
                  <Text size="sm">
                    {scopes.length === everyScope
                      ? 'All'
                      : scopes.length === 0
                        ? 'None'
                        : scopes.length <= 2
                          ? scopes.join(', ')
                          : `${scopes.length} scopes`}
                  </Text>
                ),
              },
              {
                name: 'Limit',
                wideOnly: true,
                cell: ({ rate_limit }) => (
                  <span className="num">{rate_limit === null ? 'None' : `${count(rate_limit)}/min`}</span>
                ),
              },
              { name: 'Expires', wideOnly: true, cell: ({ expires_at }) => <When at={expires_at} /> },
              { name: 'Last used', align: 'end', cell: ({ last_used_at }) => <When at={last_used_at} /> },
            ]}
          />
          <More {...keys} shown={items?.length ?? 0} />
        </Section>
      )}
      <Suspense>{creating && <CreateKey onClose={() => setCreating(false)} />}</Suspense>
    </Page>
  );
}
