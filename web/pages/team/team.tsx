import { Box, SegmentedControl, Select } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Empty } from '../../parts/empty.tsx';
import { withoutEmpty } from '../../parts/filters.ts';
import { nextPage } from '../../parts/list.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Shares } from '../../parts/shares.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { count, counted, spaced } from '../../parts/words.ts';
import { useSession } from '../../session.ts';
import { panel } from '../../trpc.ts';
import { KeyLimits } from './key-limits.tsx';
import { TeamMembers } from './members.tsx';
import { SeatPacks } from './seat-packs.tsx';
import { comparedWith } from './week.ts';

const Snippet = lazy(async () => ({ default: (await import('../../parts/snippet.tsx')).Snippet }));
const TeamMember = lazy(async () => ({ default: (await import('./member.tsx')).TeamMember }));
const TeamSecondFactor = lazy(async () => ({ default: (await import('./second-factor.tsx')).TeamSecondFactor }));

const route = getRouteApi('/inside/team');

const WINDOWS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

const teamCommand = (userId: string): string =>
  `npm run -s admin -- teams.create '${JSON.stringify({ owner_user_id: userId, name: 'Mid-market' })}'`;

/** What a team's members do: counts and outcomes, and the limits of their keys. */
export function TeamPage() {
  const session = useSession();
  const { team: wanted, days = '30', member } = route.useSearch();
  const navigate = useNavigate();
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
  const search = (change: { team?: string; days?: string; member?: string }) =>
    void navigate({
      to: '/team',
      search: withoutEmpty({ team: teamId, days, ...change }),
      replace: true,
    });
  if (session !== undefined && owned.length === 0) {
    return (
      <Page title="Team" about="Counts and outcomes of your members' runs, never their content.">
        <Section title="Your teams">
          <Empty
            icon={IconUsers}
            title="You own no team"
            action={
              <Box w="100%" maw={620}>
                <Suspense fallback={<Box h={80} />}>
                  <Snippet label="the command" text={teamCommand(session.user.id)} />
                </Suspense>
              </Box>
            }
          >
            A team's owner sees its seats, runs and limits here. The operator of this service creates a team with this
            command, then adds members and a seat pack.
          </Empty>
        </Section>
      </Page>
    );
  }
  return (
    <Page
      title={team.data?.name ?? 'Team'}
      about="Counts and outcomes of your members' runs, never their content."
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
          about={first && comparedWith(first.this_week.runs, first.week_before.runs)}
        />
        <Stat
          name="Actions this week"
          value={first && count(first.this_week.actions)}
          about={first && comparedWith(first.this_week.actions, first.week_before.actions)}
        />
      </Stats>
      <Section title="Runs by plugin" about={`In the last ${days} days`}>
        <Shares
          label={`Runs by plugin in the last ${days} days`}
          of="run"
          items={first?.plugins.map(({ plugin, ok, error }) => ({ name: spaced(plugin), ok, error }))}
        />
      </Section>
      <TeamMembers team={team.data} members={members} query={rollup} />
      <Suspense fallback={null}>{team.data !== undefined && <TeamSecondFactor team={team.data} />}</Suspense>
      <SeatPacks packs={team.data?.packs} />
      <KeyLimits keys={team.data?.keys} />
      {teamId !== undefined && member !== undefined && (
        <Suspense>
          <TeamMember teamId={teamId} userId={member} days={windowDays} onClose={() => search({ member: '' })} />
        </Suspense>
      )}
    </Page>
  );
}
