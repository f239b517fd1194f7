import { Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Empty } from '../../parts/empty.tsx';
import { RowLink } from '../../parts/link.tsx';
import { Section } from '../../parts/page.tsx';
import { More, type MoreProps, Table } from '../../parts/table.tsx';
import { count, counted } from '../../parts/words.ts';
import type { Answers } from '../../trpc.ts';
import { comparedWith } from './week.ts';

type Team = Answers['team']['get'];

type TeamMembersProps = {
  team: Team | undefined;
  members: Answers['team']['rollup']['members'] | undefined;
  query: Omit<MoreProps, 'shown'>;
};

/** The members of a team and how much each does. */
export function TeamMembers({ team, members, query }: TeamMembersProps) {
  const seats = new Map(team?.members.map((member) => [member.user_id, member]));
  return (
    <Section title="Members" flush>
      <Table
        label="Members"
        items={members}
        expected={2}
        rowKey={({ user_id }) => user_id}
        empty={
          <Empty icon={IconUsers} title="No seats assigned yet">
            Members appear here once they have a seat.
          </Empty>
        }
        columns={[
          {
            name: 'Member',
            cell: ({ name, user_id }) => (
              <Stack gap={0}>
                <RowLink to="/team" search={(before) => ({ ...before, member: user_id })} className="words">
                  {name}
                </RowLink>
                <Text size="xs" c="dimmed" className="words">
                  {seats.get(user_id)?.email}
                </Text>
              </Stack>
            ),
          },
          { name: 'Seat', align: 'end', cell: ({ user_id }) => seats.get(user_id)?.seat ?? (team && 'Owner') },
          { name: 'Rank', align: 'end', cell: ({ rank }) => rank },
          { name: 'Runs', align: 'end', cell: ({ runs }) => count(runs) },
          { name: 'Errors', align: 'end', cell: ({ error }) => count(error) },
          { name: 'Actions', align: 'end', cell: ({ actions }) => count(actions) },
          {
            name: 'This week',
            align: 'end',
            cell: ({ this_week, week_before }) => (
              <span title={comparedWith(this_week.runs, week_before.runs)}>
                {count(this_week.runs)} {counted(this_week.runs, 'run').replace(/^\S+ /, '')}
              </span>
            ),
          },
        ]}
      />
      <More {...query} shown={members?.length ?? 0} />
    </Section>
  );
}
