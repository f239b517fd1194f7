import { SegmentedControl, Stack, Text } from '@mantine/core';
import { IconGitPullRequest } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Empty } from '../../parts/empty.tsx';
import { RowLink, To } from '../../parts/link.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { More, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { count } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import { titleOf } from './words.ts';

const route = getRouteApi('/inside/proposed');

/** What keys on probation would write, run by run. */
export function ProposedList() {
  const { show } = route.useSearch();
  const navigate = useNavigate();
  const whoOf = useWho();
  const isDecided = show === 'decided';
  const changesets = useInfiniteQuery({
    ...panel.changesets.list.infiniteQueryOptions({ state: isDecided ? 'closed' : 'open' }, nextPage),
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : 15_000),
    placeholderData: keepPreviousData,
  });
  const items = itemsOf(changesets.data);
  return (
    <Page
      title="Proposed"
      about="What agents would write with keys whose writes wait for you. Nothing changes until you take it."
    >
      {changesets.error !== null && items === undefined ? (
        <Problem error={changesets.error} retry={() => void changesets.refetch()} />
      ) : (
        <Section
          title={isDecided ? 'Decided' : 'Waiting'}
          flush
          actions={
            <SegmentedControl
              size="xs"
              aria-label="Which runs"
              value={isDecided ? 'decided' : 'waiting'}
              onChange={(value) =>
                void navigate({ to: '/proposed', search: value === 'decided' ? { show: 'decided' } : {} })
              }
              data={[
                { value: 'waiting', label: 'Waiting' },
                { value: 'decided', label: 'Decided' },
              ]}
            />
          }
        >
          <Table
            label={isDecided ? 'Decided runs' : 'Waiting runs'}
            items={items}
            rowKey={({ changeset_id }) => changeset_id}
            empty={
              <Empty icon={IconGitPullRequest} title={isDecided ? 'Nothing decided yet' : 'Nothing waits'}>
                Let a key propose its writes under <To to="/keys">API keys</To>, and what its agent would change appears
                here, one list a run.
              </Empty>
            }
            columns={[
              {
                name: 'Run',
                cell: (item) => (
                  <Stack gap={0}>
                    <RowLink to="/proposed/$changesetId" params={{ changesetId: item.changeset_id }} className="words">
                      {titleOf(item)}
                    </RowLink>
                    <Text size="xs" c="dimmed" className="words">
                      {item.plugin ?? (item.run_ref === null ? 'without a run' : 'no plugin')} · {whoOf(item)}
                    </Text>
                  </Stack>
                ),
              },
              isDecided
                ? {
                    name: 'Taken',
                    align: 'end',
                    cell: ({ taken, declined }) => (
                      <span className="num">
                        {count(taken)} of {count(taken + declined)}
                      </span>
                    ),
                  }
                : {
                    name: 'Calls waiting',
                    align: 'end',
                    cell: ({ waiting }) => <span className="num">{count(waiting)}</span>,
                  },
              { name: 'Last call', align: 'end', cell: ({ updated_at }) => <When at={updated_at} /> },
            ]}
          />
          <More {...changesets} shown={items?.length ?? 0} />
        </Section>
      )}
    </Page>
  );
}
