import { Stack, Text } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { Empty } from '../../parts/empty.tsx';
import { RowLink } from '../../parts/link.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import type { Answers } from '../../trpc.ts';

type Overview = Answers['overview']['get'];

/** The newest runs and where each stands. */
export function LatestRuns({ runs }: { runs: Overview['recent_runs'] | undefined }) {
  return (
    <Table
      label="Latest runs"
      items={runs}
      expected={5}
      rowKey={({ run_id }) => run_id}
      empty={
        <Empty
          icon={IconRocket}
          title="No runs yet"
          call={{ tool: 'start_run', input: { plugin: 'deal-desk', skill: 'weekly-pipeline-review' } }}
        >
          A run appears here when an agent calls start_run.
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
