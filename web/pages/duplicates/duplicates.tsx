import { Button, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { IconCopyCheck, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { AboutToCome, Page, Section } from '../../parts/page.tsx';
import { Problem, sayProblem } from '../../parts/problem.tsx';
import { More } from '../../parts/table.tsx';
import { useNow, When } from '../../parts/when.tsx';
import { count } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import { ProposedMerges, useProposals } from './proposed.tsx';
import { DuplicateSet } from './set.tsx';
import { type Kind, KINDS, MATCHED } from './words.ts';

const route = getRouteApi('/inside/duplicates');

/** How often the page asks whether a search has ended. */
const ASK_MS = 1_000;

/** A search older than this is made anew when the page is opened. */
const OLD_MS = 10 * 60_000;

/** The last search; one is started where there is none, or an old one. */
function useSearch() {
  const queryClient = useQueryClient();
  const state = useQuery({
    ...panel.duplicates.state.queryOptions(),
    refetchInterval: ({ state: { data } }) => (data?.searching === true ? ASK_MS : false),
  });
  const search = useMutation(
    panel.duplicates.search.mutationOptions({
      onError: sayProblem,
      onSuccess: () => queryClient.invalidateQueries({ queryKey: panel.duplicates.state.queryKey() }),
    }),
  );
  const { data } = state;
  const now = useNow();
  const searchedAt = data?.searched_at;
  const isOld =
    data !== undefined && !data.searching && (data.searched_at === null || Date.parse(data.searched_at) < now - OLD_MS);
  const start = useEffectEvent(() => search.mutate());
  useEffect(() => {
    if (isOld) start();
  }, [isOld]);
  useEffect(() => {
    if (searchedAt != null) void queryClient.invalidateQueries({ queryKey: panel.duplicates.list.pathKey() });
  }, [queryClient, searchedAt]);
  return { state, search: () => search.mutate() };
}

function Sets({ kind, isSearched }: { kind: Kind; isSearched: boolean }) {
  const sets = useInfiniteQuery({
    ...panel.duplicates.list.infiniteQueryOptions({ kind }, nextPage),
    enabled: isSearched,
  });
  const items = itemsOf(sets.data);
  if (sets.error !== null && items === undefined) {
    return <Problem error={sets.error} retry={() => void sets.refetch()} />;
  }
  if (items === undefined) return <Skeleton height={220} radius="md" />;
  return (
    <>
      {items.length === 0 ? (
        <Empty icon={IconCopyCheck} title="No duplicates">
          Records with the same domain, e-mail or name appear here, for you to merge or to keep apart.
        </Empty>
      ) : (
        <Stack gap="md">
          {items.map(({ set_id, records, count: many, matched }) => (
            <DuplicateSet key={set_id} records={records} count={many} matched={MATCHED[matched] ?? matched} />
          ))}
        </Stack>
      )}
      <More {...sets} shown={items.length} />
    </>
  );
}

/** Records that may be the same: what agents propose, and what a search of the workspace finds. */
export function Duplicates() {
  const { kind: asked } = route.useSearch();
  const kind = KINDS.find(({ value }) => value === asked)?.value ?? 'account';
  const navigate = useNavigate();
  const {
    state: { data, error, refetch },
    search,
  } = useSearch();
  const isSearched = data?.searched_at != null;
  const merges = useProposals();
  return (
    <Page
      title="Duplicates"
      about={
        data === undefined ? (
          <AboutToCome />
        ) : isSearched ? (
          <>
            Searched <When at={data.searched_at!} />. Nothing is merged until you do, and you can unmerge.
          </>
        ) : (
          'Searching the workspace…'
        )
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={data === undefined || data.searching}
          onClick={search}
        >
          Search again
        </Button>
      }
    >
      {error !== null && data === undefined && <Problem error={error} retry={() => void refetch()} />}
      {merges.isPending ? (
        <Skeleton height={420} radius="lg" />
      ) : (
        <>
          <ProposedMerges merges={merges} />
          <Section title="Found" about="With the same domain, e-mail or name, whatever its case and spaces.">
            <Tabs
              value={kind}
              keepMounted={false}
              onChange={(next) =>
                void navigate({
                  to: '/duplicates',
                  search: next === null || next === 'account' ? {} : { kind: next },
                  replace: true,
                })
              }
            >
              <Tabs.List mb="lg" style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden' }}>
                {KINDS.map(({ value, many }) => (
                  <Tabs.Tab key={value} value={value}>
                    {many}
                    {isSearched && (
                      <Text span size="xs" c="dimmed" className="num">
                        {` ${count(data.counts[value] ?? 0)}`}
                      </Text>
                    )}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              {KINDS.map(({ value }) => (
                <Tabs.Panel key={value} value={value}>
                  <Sets kind={value} isSearched={isSearched} />
                </Tabs.Panel>
              ))}
            </Tabs>
          </Section>
        </>
      )}
    </Page>
  );
}
