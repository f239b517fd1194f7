import { Box, Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { withoutEmpty } from '../parts/filters.ts';
import { RowLink } from '../parts/link.tsx';
import { nextPage } from '../parts/list.ts';
import { Page, Section } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Shares } from '../parts/shares.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Stat, Stats } from '../parts/stat.tsx';
import { Status, Tag } from '../parts/status.tsx';
import { More, Table } from '../parts/table.tsx';
import { When } from '../parts/when.tsx';
import { count, counted, duration, spaced } from '../parts/words.ts';
import { useSession } from '../session.ts';
import { type Answers, ask, panel } from '../trpc.ts';

type TeamKey = Answers['team']['get']['keys'][number];

const Limit = lazy(async () => ({ default: (await import('./keys/limit.tsx')).Limit }));

const route = getRouteApi('/inside/team');

const WINDOWS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

const teamCommand = (userId: string): string =>
  `npm run -s admin -- teams.create '${JSON.stringify({ owner_user_id: userId, name: 'Mid-market' })}'`;

/** How a week compares with the one before. */
const against = (now: number, before: number): string => {
  if (before === 0) return now === 0 ? 'as the week before' : 'none the week before';
  const change = Math.round(((now - before) / before) * 100);
  return change === 0 ? 'as the week before' : `${change > 0 ? '+' : '−'}${Math.abs(change)} % on the week before`;
};

function Member({
  teamId,
  userId,
  days,
  onClose,
}: {
  teamId: string;
  userId: string;
  days: number;
  onClose: () => void;
}) {
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
              No run yet.
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
              name: 'Took',
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

/** What a team's members do: counts and outcomes, and the limits of their keys. */
export function TeamPage() {
  const session = useSession();
  const { team: wanted, days = '30', member } = route.useSearch();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [limiting, setLimiting] = useState<TeamKey>();
  const owned = session?.teams_owned ?? [];
  const teamId = owned.find(({ id }) => id === wanted)?.id ?? owned[0]?.id;
  const windowDays = Number(days);
  const team = useQuery({
    ...panel.team.get.queryOptions(teamId === undefined ? skipToken : { team_id: teamId }),
  });
  const rollup = useInfiniteQuery({
    ...panel.team.rollup.infiniteQueryOptions(
      teamId === undefined ? skipToken : { team_id: teamId, window_days: windowDays },
      nextPage,
    ),
    placeholderData: keepPreviousData,
  });
  const first = rollup.data?.pages[0];
  const members = rollup.data?.pages.flatMap((page) => page.members);
  const seats = new Map(team.data?.members.map((member) => [member.user_id, member]));
  const search = (change: { team?: string; days?: string; member?: string }) =>
    void navigate({
      to: '/team',
      search: withoutEmpty({ team: teamId, days, ...change }),
      replace: true,
    });
  if (session !== undefined && owned.length === 0) {
    return (
      <Page
        title="Team"
        about="What a team's owner sees of its members' work: counts and outcomes, never what was written."
      >
        <Section title="Your teams">
          <Empty
            icon={IconUsers}
            title="You own no team"
            action={
              <Box w="100%" maw={620}>
                <Snippet label="the command" text={teamCommand(session.user.id)} />
              </Box>
            }
          >
            A team's owner sees its seats, runs and limits here. Whoever runs this service makes one with this command,
            then adds members and a seat pack.
          </Empty>
        </Section>
      </Page>
    );
  }
  return (
    <Page
      title={team.data?.name ?? 'Team'}
      about="Counts and outcomes of your members' runs; never what was written or read."
      actions={
        <>
          {owned.length > 1 && (
            <Select
              aria-label="Team"
              allowDeselect={false}
              data={owned.map(({ id, name }) => ({ value: id, label: name }))}
              value={teamId ?? null}
              onChange={(id) => search({ team: id ?? '', member: '' })}
            />
          )}
          <SegmentedControl
            aria-label="Window"
            value={days}
            onChange={(value) => search({ days: value })}
            data={WINDOWS}
          />
        </>
      }
    >
      {(team.error ?? rollup.error) !== null && <Problem error={team.error ?? rollup.error} />}
      <Stats>
        <Stat
          name="Members"
          value={first && count(first.members_total)}
          about={team.data && counted(team.data.packs.filter(({ active }) => active).length, 'active seat pack')}
        />
        <Stat
          name="Runs this week"
          value={first && count(first.this_week.runs)}
          about={first && against(first.this_week.runs, first.week_before.runs)}
        />
        <Stat
          name="Actions this week"
          value={first && count(first.this_week.actions)}
          about={first && against(first.this_week.actions, first.week_before.actions)}
        />
      </Stats>
      <Section title="Runs by plugin" about={`In the last ${days} days`}>
        <Shares
          label={`Runs by plugin in the last ${days} days`}
          of="run"
          items={first?.plugins.map(({ plugin, ok, error }) => ({ name: spaced(plugin), ok, error }))}
        />
      </Section>
      <Section title="Members" flush>
        <Table
          label="Members"
          items={members}
          expected={2}
          rowKey={({ user_id }) => user_id}
          empty={
            <Empty icon={IconUsers} title="Nobody has a seat yet">
              Members show here from their first seat on.
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
            { name: 'Seat', align: 'end', cell: ({ user_id }) => seats.get(user_id)?.seat ?? (team.data && 'Owner') },
            { name: 'Rank', align: 'end', cell: ({ rank }) => rank },
            { name: 'Runs', align: 'end', cell: ({ runs }) => count(runs) },
            { name: 'Errors', align: 'end', cell: ({ error }) => count(error) },
            { name: 'Actions', align: 'end', cell: ({ actions }) => count(actions) },
            {
              name: 'This week',
              align: 'end',
              cell: ({ this_week, week_before }) => (
                <span title={against(this_week.runs, week_before.runs)}>
                  {count(this_week.runs)} {counted(this_week.runs, 'run').replace(/^\S+ /, '')}
                </span>
              ),
            },
          ]}
        />
        <More {...rollup} shown={members?.length ?? 0} />
      </Section>
      <Section title="Seats" flush>
        <Table
          label="Seat packs"
          items={team.data?.packs}
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
            { name: 'Until', align: 'end', cell: ({ ends_at }) => <When at={ends_at} empty="for good" /> },
          ]}
        />
      </Section>
      <Section title="Keys and their limits" about="Yours for the team, and your members' own." flush>
        <Table
          label="Keys of the team"
          items={team.data?.keys}
          expected={2}
          rowKey={({ key_id }) => key_id}
          empty={
            <Empty icon={IconUsers} title="No key yet">
              Keys of the team and of its members show here with their limits.
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
            { name: 'Whose', cell: ({ user_name }) => <span className="words">{user_name}</span> },
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
      {teamId !== undefined && member !== undefined && (
        <Member teamId={teamId} userId={member} days={windowDays} onClose={() => search({ member: '' })} />
      )}
    </Page>
  );
}
