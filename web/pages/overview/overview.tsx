import { Grid, Group, SegmentedControl, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { To } from '../../parts/link.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Status } from '../../parts/status.tsx';
import { count, duration, shortDay, time } from '../../parts/words.ts';
import { useSession } from '../../session.ts';
import { type Answers, panel } from '../../trpc.ts';
import { CallsChart } from './calls-chart.tsx';
import { DealsWithGaps } from './deals-with-gaps.tsx';
import { LatestRuns } from './latest-runs.tsx';
import { Numbers } from './numbers.tsx';

const SPANS = [
  { value: '1', label: 'Hour' },
  { value: '24', label: 'Day' },
  { value: '168', label: 'Week' },
];

const latencyOf = ({ latency: { p50, p95 } }: Answers['overview']['calls']): string =>
  p50 === null || p95 === null ? 'no calls in this time' : `median ${duration(p50)}, p95 ${duration(p95)}`;

/** The state of the workspace, kept up to date. */
export function Overview() {
  const session = useSession();
  const [hours, setHours] = useState('1');
  const { data, error, refetch } = useQuery({ ...panel.overview.get.queryOptions(), refetchInterval: 5_000 });
  const { data: calls } = useQuery({
    ...panel.overview.calls.queryOptions({ hours: Number(hours) }),
    refetchInterval: 5_000,
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Overview"
      about={
        <Group gap="xs">
          <span>{session === undefined ? 'Your workspace' : session.workspace.name}</span>
          <Status state="live" tone="live">
            Live
          </Status>
        </Group>
      }
    >
      {error !== null && data === undefined ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <Numbers data={data} calls={calls} />
      )}
      <Section
        title="Calls"
        about={`All channels · ${calls === undefined ? 'median – ms, p95 – ms' : latencyOf(calls)}`}
        actions={
          <SegmentedControl size="xs" aria-label="How far back" value={hours} onChange={setHours} data={SPANS} />
        }
      >
        <CallsChart buckets={calls?.calls} label={calls !== undefined && calls.hours > 24 ? shortDay : time} />
        {calls?.counted_up_to != null && (
          <Text size="xs" c="dimmed">
            The chart shows the newest {count(calls.counted_up_to)} calls.
          </Text>
        )}
      </Section>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Section
            title="Deals with gaps"
            about="Open deals, those worth most first"
            actions={
              <To to="/accounts" search={{ gaps: 'yes' }} size="sm">
                All accounts with gaps
              </To>
            }
            flush
          >
            <DealsWithGaps deals={data?.deals_with_gaps.items} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <Section
            title="Latest runs"
            actions={
              <To to="/runs" size="sm">
                All runs
              </To>
            }
            flush
          >
            <LatestRuns runs={data?.recent_runs} />
          </Section>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
