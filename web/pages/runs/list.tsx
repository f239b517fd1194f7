import { Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Empty } from '../../parts/empty.tsx';
import { withoutEmpty } from '../../parts/filters.ts';
import { RowLink } from '../../parts/link.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Status } from '../../parts/status.tsx';
import { More, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { duration } from '../../parts/words.ts';
import { type Asks, panel } from '../../trpc.ts';

const route = getRouteApi('/inside/runs');

const STATES = [
  { value: '', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'stale', label: 'Stale' },
  { value: 'ok', label: 'Ok' },
  { value: 'error', label: 'Error' },
];

/** What agents are doing and have done. */
export function RunList() {
  const filters = route.useSearch();
  const navigate = useNavigate();
  const filter = (change: typeof filters) =>
    void navigate({
      to: '/runs',
      search: withoutEmpty({ ...filters, ...change }),
      replace: true,
    });
  const { data: words } = useQuery({ ...panel.runs.filters.queryOptions(), staleTime: 60_000 });
  const runs = useInfiniteQuery({
    ...panel.runs.list.infiniteQueryOptions(filters as NonNullable<Asks['runs']['list']>, nextPage),
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : 5_000),
  });
  const items = itemsOf(runs.data);
  return (
    <Page title="Runs" about="Runs your agents started or reported. A run without a heartbeat for 30 minutes is stale.">
      <Group gap="sm" align="flex-end" role="search" aria-label="Filters">
        <SegmentedControl
          aria-label="State"
          size="xs"
          value={filters.status ?? ''}
          onChange={(status) => filter({ status })}
          data={STATES}
        />
        <Select
          aria-label="Plugin"
          placeholder="Any plugin"
          clearable
          size="xs"
          style={{ flex: '1 1 9rem', maxWidth: 220 }}
          data={words?.plugins ?? []}
          value={filters.plugin ?? null}
          onChange={(plugin) => filter({ plugin: plugin ?? '' })}
        />
        <Select
          aria-label="Skill"
          placeholder="Any skill"
          clearable
          searchable
          size="xs"
          style={{ flex: '1 1 9rem', maxWidth: 220 }}
          data={words?.skills ?? []}
          value={filters.skill ?? null}
          onChange={(skill) => filter({ skill: skill ?? '' })}
        />
      </Group>
      {runs.error !== null && items === undefined ? (
        <Problem error={runs.error} retry={() => void runs.refetch()} />
      ) : (
        <Section title="Runs" flush>
          <Table
            label="Runs"
            items={items}
            expected={10}
            rowKey={({ run_id }) => run_id}
            empty={
              Object.keys(filters).length > 0 ? (
                <Empty icon={IconActivity} title="No runs match these filters">
                  Clear a filter to see more.
                </Empty>
              ) : (
                <Empty
                  icon={IconActivity}
                  title="No runs yet"
                  call={{ tool: 'start_run', input: { plugin: 'deal-desk', skill: 'weekly-pipeline-review' } }}
                >
                  A run appears here when an agent calls start_run, and ends with emit_telemetry and the same run_ref.
                </Empty>
              )
            }
            columns={[
              {
                name: 'Run',
                cell: (run) => (
                  <Stack gap={0}>
                    <RowLink to="/runs/$runRef" params={{ runRef: run.run_ref }} className="words">
                      {run.skill ?? run.run_ref}
                    </RowLink>
                    <Text size="xs" c="dimmed">
                      {run.plugin ?? 'no plugin'}
                      {run.account_ref !== null && ` · ${run.account_ref}`}
                    </Text>
                  </Stack>
                ),
              },
              {
                name: 'State',
                cell: ({ status, error_code }) => (
                  <Group gap={6}>
                    <Status state={status} />
                    {error_code !== null && (
                      <Text size="xs" c="dimmed" className="mono">
                        {error_code}
                      </Text>
                    )}
                  </Group>
                ),
              },
              {
                name: 'Outcome',
                wideOnly: true,
                cell: ({ outcome }) => <span className="words">{outcome ?? ''}</span>,
              },
              {
                name: 'Duration',
                align: 'end',
                cell: ({ duration_ms }) => (duration_ms === null ? '' : duration(duration_ms)),
              },
              { name: 'Last heartbeat', wideOnly: true, cell: ({ last_sign_at }) => <When at={last_sign_at} /> },
              { name: 'Started', align: 'end', cell: ({ created_at }) => <When at={created_at} /> },
            ]}
          />
          <More {...runs} shown={items?.length ?? 0} />
        </Section>
      )}
    </Page>
  );
}
