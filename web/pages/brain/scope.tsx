import { Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { confirm } from '../../parts/confirm.tsx';
import { Back } from '../../parts/link.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Problem, saySo } from '../../parts/problem.tsx';
import { Snippet } from '../../parts/snippet.tsx';
import { Tag } from '../../parts/status.tsx';
import { useWho } from '../../parts/who.tsx';
import { When } from '../../parts/when.tsx';
import { bytes } from '../../parts/words.ts';
import { ask, panel } from '../../trpc.ts';
import classes from './scope.module.css';

const Diff = lazy(async () => ({ default: (await import('./version-diff.tsx')).Diff }));

const route = getRouteApi('/inside/brain/$scope');

/** A payload as text that can be compared line by line, its keys sorted. */
const written = (payload: unknown): string =>
  JSON.stringify(
    payload,
    (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    2,
  );

/** One scope of the brain: its versions, what changed between them, and how to restore one. */
export function BrainScope() {
  const { scope } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const whoOf = useWho();
  const [view, setView] = useState<'payload' | 'diff'>('diff');
  const versions = useInfiniteQuery(panel.brain.versions.infiniteQueryOptions({ scope }, nextPage));
  const items = itemsOf(versions.data);
  const newest = items?.[0]?.version;
  const shown = search.version === undefined ? newest : Number(search.version);
  const against = search.against === undefined ? (shown === undefined ? undefined : shown - 1) : Number(search.against);
  const payload = useQuery(panel.brain.get.queryOptions(shown === undefined ? skipToken : { scope, version: shown }));
  const other = useQuery(
    panel.brain.get.queryOptions(against === undefined || against < 1 ? skipToken : { scope, version: against }),
  );
  const above = <Back to="/brain">Brain</Back>;
  if (versions.error !== null && items === undefined) {
    return (
      <Page title={scope} above={above}>
        <Problem error={versions.error} retry={() => void versions.refetch()} />
      </Page>
    );
  }
  const restore = (version: number) =>
    confirm({
      title: `Restore version ${version}?`,
      act: 'Restore',
      calm: true,
      children: `It becomes the newest version and is used at once. Version ${newest} stays in the history.`,
      async run() {
        const restored = await ask.brain.bring_back.mutate({ scope, version });
        await queryClient.invalidateQueries({ queryKey: panel.brain.pathKey() });
        await navigate({ to: '/brain/$scope', params: { scope }, search: {} });
        saySo(`Version ${restored.version} is current`, `It has the content of version ${version}.`);
      },
    });
  const now = payload.data === undefined ? undefined : written(payload.data.payload);
  const before = other.data === undefined ? undefined : written(other.data.payload);
  return (
    <Page title={scope} above={above} about="Newest first. Select a version to see its content and changes.">
      <div className={classes['split']}>
        <Section title="Versions" flush>
          <ol className={classes['versions']}>
            {items?.map((item) => (
              <li key={item.version}>
                <button
                  type="button"
                  aria-current={item.version === shown ? 'true' : undefined}
                  onClick={() =>
                    void navigate({
                      to: '/brain/$scope',
                      params: { scope },
                      search: { version: String(item.version) },
                      replace: true,
                    })
                  }
                >
                  <Group gap="xs" justify="space-between">
                    <Text size="sm" fw={500} className="num">
                      Version {item.version}
                    </Text>
                    {item.version === newest && <Tag tone="ok">Current</Tag>}
                  </Group>
                  <Text size="xs" c="dimmed" className="words">
                    <When at={item.synced_at} /> · {whoOf(item)} · {bytes(item.bytes)}
                  </Text>
                </button>
              </li>
            ))}
          </ol>
          {versions.hasNextPage && (
            <Button
              m="sm"
              size="xs"
              variant="default"
              loading={versions.isFetchingNextPage}
              onClick={() => void versions.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </Section>
        <Section
          title={shown === undefined ? 'Version' : `Version ${shown}`}
          actions={
            <>
              <SegmentedControl
                size="xs"
                aria-label="View"
                value={view}
                onChange={(value) => setView(value as typeof view)}
                data={[
                  { value: 'diff', label: 'Changes' },
                  { value: 'payload', label: 'Content' },
                ]}
              />
              {shown !== undefined && newest !== undefined && shown !== newest && (
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconHistory size={14} />}
                  onClick={() => restore(shown)}
                >
                  Restore
                </Button>
              )}
            </>
          }
        >
          <Stack gap="sm">
            {payload.error !== null && <Problem error={payload.error} retry={() => void payload.refetch()} />}
            {view === 'diff' && shown !== undefined && shown > 1 && (
              <NativeSelect
                size="xs"
                w={200}
                label="Compared with"
                value={String(against)}
                data={(items ?? [])
                  .filter(({ version }) => version !== shown)
                  .map(({ version }) => ({ value: String(version), label: `Version ${version}` }))}
                onChange={({ currentTarget: { value } }) =>
                  void navigate({
                    to: '/brain/$scope',
                    params: { scope },
                    search: { version: String(shown), against: value },
                    replace: true,
                  })
                }
              />
            )}
            {now !== undefined &&
              (view === 'diff' && before !== undefined ? (
                <Suspense>
                  <Diff before={before} after={now} />
                </Suspense>
              ) : (
                <Snippet text={now} label="the payload" />
              ))}
          </Stack>
        </Section>
      </div>
    </Page>
  );
}
