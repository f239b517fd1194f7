import { Grid, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconConfetti, IconRocket } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { RowLink, To } from '../../parts/link.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { brief, count, counted, duration, money, percent, shortDay, spaced, time } from '../../parts/words.ts';
import { useSession } from '../../session.ts';
import { type Answers, panel } from '../../trpc.ts';
import { CallsChart } from './calls-chart.tsx';

type Overview = Answers['overview']['get'];
type Calls = Answers['overview']['calls'];

const SPANS = [
  { value: '1', label: 'Hour' },
  { value: '24', label: 'Day' },
  { value: '168', label: 'Week' },
];

function Numbers({ data, calls }: { data: Overview | undefined; calls: Calls | undefined }) {
  const span = calls?.hours === 168 ? 'week' : calls?.hours === 24 ? 'day' : 'hour';
  const failed = calls?.calls.reduce((sum, { error, denied }) => sum + error + denied, 0) ?? 0;
  return (
    <Stats>
      <Stat
        name="Drafts waiting"
        value={data && count(data.drafts.pending)}
        about={data && `${data.drafts.scheduled} scheduled, ${data.drafts.held} held`}
        link={<To to="/drafts">Drafts</To>}
      />
      <Stat
        name="Runs now"
        value={data && count(data.runs.running)}
        about={
          data && (data.runs.stale > 0 ? `${data.runs.stale} stale` : `${data.runs.ok + data.runs.error} ended today`)
        }
        {...(data !== undefined && data.runs.stale > 0 ? { tone: 'warn' as const } : {})}
        link={<To to="/runs">Runs</To>}
      />
      <Stat
        name={`Calls, last ${span}`}
        value={calls && brief(calls.total)}
        about={calls && `${calls.total === 0 ? 0 : calls.per_minute.toFixed(1)} a minute`}
        link={<To to="/audit">Audit log</To>}
      />
      <Stat
        name={`Errors, last ${span}`}
        value={calls && percent(calls.error_share)}
        about={calls && `${count(failed)} refused or failed`}
        {...(calls !== undefined && calls.error_share > 0.05 ? { tone: 'bad' as const } : {})}
        link={
          <To to="/audit" search={{ outcome: 'error' }}>
            Errors
          </To>
        }
      />
      <Stat
        name="Deals with gaps"
        value={data && count(data.deals_with_gaps.total)}
        about="MEDDPICC incomplete"
        link={
          <To to="/accounts" search={{ gaps: 'yes' }}>
            Accounts with gaps
          </To>
        }
      />
      <Stat
        name="Webhooks failing"
        value={data && count(data.webhooks.failing + data.webhooks.disabled)}
        about={
          data &&
          (data.webhooks.disabled > 0
            ? `${data.webhooks.disabled} switched off`
            : data.webhooks.failed_events > 0
              ? `${counted(data.webhooks.failed_events, 'event')} failed in 7 days`
              : data.webhooks.enabled === 0
                ? 'none set up'
                : `${counted(data.webhooks.enabled, 'endpoint')} on`)
        }
        {...(data !== undefined && data.webhooks.failing + data.webhooks.disabled > 0 ? { tone: 'bad' as const } : {})}
        link={<To to="/webhooks">Webhooks</To>}
      />
    </Stats>
  );
}

function Deals({ deals }: { deals: Overview['deals_with_gaps']['items'] | undefined }) {
  return (
    <Table
      label="Deals with gaps"
      items={deals}
      expected={4}
      rowKey={({ opp_id }) => opp_id}
      empty={
        <Empty icon={IconConfetti} title="No deal has a gap">
          Open deals whose MEDDPICC evidence is incomplete are listed here.
        </Empty>
      }
      columns={[
        {
          name: 'Deal',
          cell: (deal) => (
            <Stack gap={0}>
              <RowLink to="/accounts/$accountId" params={{ accountId: deal.account_id }}>
                {deal.name ?? deal.opp_id}
              </RowLink>
              <Text size="xs" c="dimmed">
                {deal.account_name ?? deal.account_id}
                {deal.stage !== null && ` · ${deal.stage}`}
              </Text>
            </Stack>
          ),
        },
        { name: 'Amount', align: 'end', cell: ({ amount, currency }) => money(amount, currency) },
        {
          name: 'Missing',
          cell: ({ gaps }) => (
            <Text size="xs" c="dimmed">
              {gaps.slice(0, 3).map(spaced).join(', ')}
              {gaps.length > 3 && ` and ${gaps.length - 3} more`}
            </Text>
          ),
        },
      ]}
    />
  );
}

function Runs({ runs }: { runs: Overview['recent_runs'] | undefined }) {
  return (
    <Table
      label="Latest runs"
      items={runs}
      expected={5}
      rowKey={({ run_id }) => run_id}
      empty={
        <Empty
          icon={IconRocket}
          title="No run yet"
          call={{ tool: 'start_run', input: { plugin: 'deal-desk', skill: 'weekly-pipeline-review' } }}
        >
          When an agent says it has started, its run shows here at once.
        </Empty>
      }
      columns={[
        {
          name: 'Run',
          cell: (run) => (
            <Stack gap={0}>
              <RowLink to="/runs/$runRef" params={{ runRef: run.run_ref }}>
                {run.skill ?? run.run_ref}
              </RowLink>
              <Text size="xs" c="dimmed">
                {run.plugin ?? 'no plugin'}
              </Text>
            </Stack>
          ),
        },
        { name: 'State', cell: ({ status }) => <Status state={status} /> },
        { name: 'Started', align: 'end', cell: ({ created_at }) => <When at={created_at} /> },
      ]}
    />
  );
}

/** What goes on and what waits for somebody; kept up to date by itself. */
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
        about={
          calls === undefined
            ? 'Over every transport. Half answered within – ms, 95 % within – ms'
            : calls.latency.p50 === null || calls.latency.p95 === null
              ? 'Over every transport. No call was made in this time, so nothing was timed.'
              : `Over every transport. Half answered within ${duration(calls.latency.p50)}, 95 % within ${duration(calls.latency.p95)}`
        }
        actions={
          <SegmentedControl size="xs" aria-label="How far back" value={hours} onChange={setHours} data={SPANS} />
        }
      >
        <CallsChart buckets={calls?.calls} label={calls !== undefined && calls.hours > 24 ? shortDay : time} />
        {calls?.counted_up_to != null && (
          <Text size="xs" c="dimmed">
            Charted: the newest {count(calls.counted_up_to)} calls.
          </Text>
        )}
      </Section>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <Section
            title="Deals with gaps"
            actions={
              <To to="/accounts" search={{ gaps: 'yes' }} size="sm">
                All accounts with gaps
              </To>
            }
            flush
          >
            <Deals deals={data?.deals_with_gaps.items} />
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
            <Runs runs={data?.recent_runs} />
          </Section>
        </Grid.Col>
      </Grid>
    </Page>
  );
}
