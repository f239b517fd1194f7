import { Button, Code, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Section } from '../../parts/page.tsx';
import { sayProblem, saySo } from '../../parts/problem.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { panel } from '../../trpc.ts';

/** Background jobs that are no longer retried; shown when there are any. */
export function DeadJobs() {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...panel.jobs.dead.queryOptions(), refetchInterval: 20_000 });
  const retry = useMutation(
    panel.jobs.retry.mutationOptions({
      onSuccess: () => {
        saySo('Job queued again');
        void queryClient.invalidateQueries({ queryKey: panel.jobs.pathKey() });
      },
      onError: sayProblem,
    }),
  );
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Section title="Failed jobs" about="Background jobs that failed repeatedly. Fix the cause, then retry." flush>
      <Table
        label="Failed jobs"
        items={data.items}
        rowKey={({ job_id }) => job_id}
        columns={[
          {
            name: 'Job',
            cell: ({ queue, job_id }) => (
              <Stack gap={0}>
                <Text size="sm" fw={500}>
                  {queue}
                </Text>
                <Text size="xs" c="dimmed" className="mono">
                  {job_id}
                </Text>
              </Stack>
            ),
          },
          { name: 'Reason', cell: ({ reason }) => <Code className="words">{reason}</Code> },
          { name: 'When', align: 'end', cell: ({ died_at }) => <When at={died_at} /> },
          {
            name: 'Retry',
            align: 'end',
            cell: ({ job_id }) => (
              <Button
                size="compact-sm"
                variant="default"
                loading={retry.isPending && retry.variables.job_id === job_id}
                onClick={() => retry.mutate({ job_id })}
              >
                Retry
              </Button>
            ),
          },
        ]}
      />
    </Section>
  );
}
