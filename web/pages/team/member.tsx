import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Shares } from '../../parts/shares.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { duration, spaced } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';

type TeamMemberProps = { teamId: string; userId: string; days: number; onClose: () => void };

/** The runs of one member, by plugin and the latest of them. */
export function TeamMember({ teamId, userId, days, onClose }: TeamMemberProps) {
  const { data, error } = useQuery(
    panel.team.member.queryOptions({ team_id: teamId, user_id: userId, window_days: days }),
  );
  return (
    <Dialog onClose={onClose} size="xl" title={data?.member.name ?? 'Member'}>
      {error !== null && <Problem error={error} />}
      <Stack gap="lg">
        <Shares
          label="Runs by plugin"
          of="run"
          items={data?.plugins.map(({ plugin, ok, error: failed }) => ({ name: spaced(plugin), ok, error: failed }))}
        />
        <Table
          label="Latest runs"
          items={data?.recent_runs}
          rowKey={({ started_at, plugin, skill }) => `${started_at} ${plugin} ${skill}`}
          empty={
            <Text size="sm" c="dimmed">
              No runs yet.
            </Text>
          }
          columns={[
            {
              name: 'Run',
              cell: ({ plugin, skill, account_ref }) => (
                <Stack gap={0}>
                  <Text size="sm" fw={500} className="words">
                    {skill ?? 'a run'}
                  </Text>
                  <Text size="xs" c="dimmed" className="words">
                    {[plugin, account_ref].filter((word) => word !== null).join(' · ')}
                  </Text>
                </Stack>
              ),
            },
            { name: 'State', cell: ({ status }) => <Status state={status} /> },
            {
              name: 'Duration',
              align: 'end',
              cell: ({ duration_ms }) => (duration_ms === null ? '' : duration(duration_ms)),
            },
            { name: 'Started', align: 'end', cell: ({ started_at }) => <When at={started_at} /> },
          ]}
        />
      </Stack>
    </Dialog>
  );
}
