import { Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Empty } from '../../parts/empty.tsx';
import { Section } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { count, spaced } from '../../parts/words.ts';
import type { Answers } from '../../trpc.ts';

/** What a team's seats are licensed for; absent while it is being fetched. */
export function SeatPacks({ packs }: { packs: Answers['team']['get']['packs'] | undefined }) {
  return (
    <Section title="Seats" flush>
      <Table
        label="Seat packs"
        items={packs}
        expected={1}
        rowKey={({ seat_pack_id }) => seat_pack_id}
        empty={
          <Empty icon={IconUsers} title="No seat pack">
            A seat pack licenses a plugin to the first of its seats.
          </Empty>
        }
        columns={[
          {
            name: 'Plugin',
            cell: ({ plugin }) => (
              <Text size="sm" fw={500}>
                {spaced(plugin)}
              </Text>
            ),
          },
          { name: 'State', cell: ({ active }) => <Status state={active ? 'active' : 'ended'} /> },
          { name: 'Used', align: 'end', cell: ({ used, seats }) => `${count(used)} of ${count(seats)}` },
          { name: 'Until', align: 'end', cell: ({ ends_at }) => <When at={ends_at} empty="No end date" /> },
        ]}
      />
    </Section>
  );
}
