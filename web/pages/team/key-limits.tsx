import { Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { Section } from '../../parts/page.tsx';
import { Tag } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { count } from '../../parts/words.ts';
import { type Answers, ask, panel } from '../../trpc.ts';

type TeamKey = Answers['team']['get']['keys'][number];

const Limit = lazy(async () => ({ default: (await import('../keys/limit.tsx')).Limit }));

/** The keys of a team and of its members, with the limit of each. */
export function KeyLimits({ keys }: { keys: TeamKey[] | undefined }) {
  const queryClient = useQueryClient();
  const [limiting, setLimiting] = useState<TeamKey>();
  return (
    <>
      <Section title="Key limits" about="Your team keys and your members' own keys." flush>
        <Table
          label="Keys of the team"
          items={keys}
          expected={2}
          rowKey={({ key_id }) => key_id}
          empty={
            <Empty icon={IconUsers} title="No keys yet">
              Keys of the team and its members appear here with their limits.
            </Empty>
          }
          columns={[
            {
              name: 'Key',
              cell: ({ name, prefix, of_team }) => (
                <Stack gap={0}>
                  <Group gap={6}>
                    <Text size="sm" fw={500} className="words">
                      {name}
                    </Text>
                    {of_team && <Tag tone="accent">Team key</Tag>}
                  </Group>
                  <Text size="xs" c="dimmed" className="mono">
                    {prefix}…
                  </Text>
                </Stack>
              ),
            },
            { name: 'Owner', cell: ({ user_name }) => <span className="words">{user_name}</span> },
            {
              name: 'Limit',
              align: 'end',
              cell: ({ rate_limit }) => (rate_limit === null ? 'None' : `${count(rate_limit)}/min`),
            },
            {
              name: 'Change',
              align: 'end',
              cell: (item) => (
                <Button size="compact-sm" variant="subtle" onClick={() => setLimiting(item)}>
                  Change limit
                </Button>
              ),
            },
          ]}
        />
      </Section>
      <Suspense>
        {limiting !== undefined && (
          <Limit
            name={limiting.name}
            limit={limiting.rate_limit}
            mayRaise
            save={(rate_limit) => ask.team.set_rate_limit.mutate({ key_id: limiting.key_id, rate_limit })}
            onSaved={() => queryClient.invalidateQueries({ queryKey: panel.team.pathKey() })}
            onClose={() => setLimiting(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
