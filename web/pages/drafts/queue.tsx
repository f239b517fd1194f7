import { Button, Checkbox, Group, Skeleton, Text } from '@mantine/core';
import { IconChecks, IconFileCheck } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Empty } from '../../parts/empty.tsx';
import { withoutEmpty } from '../../parts/filters.ts';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Page } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { scrollTo } from '../../parts/scroll-to.ts';
import { Status } from '../../parts/status.tsx';
import { More } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { channelName, upTo } from '../../parts/words.ts';
import { useSession } from '../../session.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { type Asks, panel } from '../../trpc.ts';
import { Batch } from './batch.tsx';
import { headOf } from './item.ts';
import { NextDraft } from './next-draft.ts';
import classes from './queue.module.css';

const DraftFilters = lazy(async () => ({ default: (await import('./queue-filters.tsx')).DraftFilters }));

const route = getRouteApi('/inside/drafts');

const VIEWS = [
  { value: 'pending', label: 'Waiting' },
  { value: 'held', label: 'Held' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'approved', label: 'Approved' },
  { value: 'failed', label: 'Failed' },
  { value: 'published', label: 'Published' },
  { value: 'all', label: 'All' },
] as const;

/** The drafts in a state, beside the one that is open. */
export function DraftQueue() {
  const { status = 'pending', ...filters } = route.useSearch();
  const { draftId } = useParams({ strict: false });
  const navigate = useNavigate();
  const failed = useSession()?.waiting.failed_drafts ?? 0;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [deciding, setDeciding] = useState(false);
  const asked = { ...filters, ...(status === 'all' ? {} : { status }) } as NonNullable<Asks['drafts']['list']>;
  const drafts = useInfiniteQuery({
    ...panel.drafts.list.infiniteQueryOptions(asked, nextPage),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 2 ? false : 5_000),
  });
  const items = itemsOf(drafts.data);
  const filtered = Object.keys(filters).length > 0;
  const open = (id: string) =>
    void navigate({ to: '/drafts/$draftId', params: { draftId: id }, search: (search) => search });
  const move = (by: 1 | -1) => {
    if (items === undefined || items.length === 0) return;
    const at = items.findIndex(({ draft_id }) => draft_id === draftId);
    const next =
      items[at === -1 ? (by === 1 ? 0 : items.length - 1) : Math.min(items.length - 1, Math.max(0, at + by))];
    open(next!.draft_id);
  };
  const after = (id: string) => {
    const at = items?.findIndex(({ draft_id }) => draft_id === id) ?? -1;
    return at === -1 ? undefined : (items![at + 1] ?? items![at - 1])?.draft_id;
  };
  const choose = (id: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  useShortcut('j', 'Next draft', 'Drafts', () => move(1));
  useShortcut('k', 'Previous draft', 'Drafts', () => move(-1));
  useShortcut('x', 'Select this draft', 'Drafts', () => {
    if (draftId !== undefined) choose(draftId);
  });

  const selected = items?.filter(({ draft_id }) => chosen.has(draft_id)) ?? [];
  return (
    <div className={classes['split']} data-open={draftId === undefined ? undefined : true}>
      <div className={classes['queue']}>
        <Page title="Drafts" about="Written by your agents. Nothing is sent until someone approves it.">
          <div className={classes['tabs']} role="group" aria-label="Which drafts">
            {VIEWS.map(({ value, label }) => (
              <Link
                key={value}
                to="/drafts"
                // Otherwise the router marks "Waiting" as current beside the chosen one.
                activeOptions={{ exact: true }}
                search={value === 'pending' ? filters : { ...filters, status: value }}
                aria-current={value === status ? 'true' : undefined}
                className={classes['tab']!}
                onClick={() => setChosen(new Set())}
              >
                {label}
                {value === 'failed' && failed > 0 && <span className={classes['failed']}> {upTo(failed)}</span>}
              </Link>
            ))}
          </div>
          <Suspense fallback={<Skeleton height={30} />}>
            <DraftFilters
              filters={filters}
              onFilter={(change) =>
                void navigate({
                  to: '/drafts',
                  search: withoutEmpty({ ...filters, status: status === 'pending' ? undefined : status, ...change }),
                  replace: true,
                })
              }
            />
          </Suspense>
          {selected.length > 0 && (
            <Group className={classes['batch']!} justify="space-between">
              <Text size="sm">{selected.length} selected</Text>
              <Group gap="xs">
                <Button size="compact-sm" variant="subtle" onClick={() => setChosen(new Set())}>
                  Clear
                </Button>
                <Button size="compact-sm" leftSection={<IconChecks size={15} />} onClick={() => setDeciding(true)}>
                  Review {selected.length}
                </Button>
              </Group>
            </Group>
          )}
          {drafts.error !== null && items === undefined ? (
            <Problem error={drafts.error} retry={() => void drafts.refetch()} />
          ) : items === undefined ? (
            <div className={classes['list']}>
              {Array.from({ length: 6 }, (_, index) => (
                <div key={index} className={classes['item']}>
                  <Skeleton height={12} width="75%" my={4} />
                  <Skeleton height={10} width="50%" my={4} />
                </div>
              ))}
            </div>
          ) : items.length === 0 ? (
            <Empty
              icon={IconFileCheck}
              title={status === 'pending' && !filtered ? 'No drafts waiting' : 'No drafts'}
              {...(status === 'pending' && !filtered
                ? {
                    call: {
                      tool: 'studio_stage_draft',
                      input: {
                        channel: 'linkedin',
                        body: 'Three things our customers taught us about renewals this quarter.',
                        product: 'content-studio',
                        skill: 'weekly-post',
                      },
                    },
                  }
                : {})}
            >
              {filtered
                ? 'No draft in this state matches the filters.'
                : status === 'pending'
                  ? 'Drafts from your agents wait here until you approve, schedule, hold or reject them.'
                  : 'No draft is in this state.'}
            </Empty>
          ) : (
            <ul className={classes['list']} aria-label="Drafts">
              {items.map((draft) => (
                <li
                  key={draft.draft_id}
                  className={classes['item']}
                  data-current={draft.draft_id === draftId || undefined}
                >
                  <Checkbox
                    size="xs"
                    aria-label={`Select ${headOf(draft)}`}
                    checked={chosen.has(draft.draft_id)}
                    onChange={() => choose(draft.draft_id)}
                  />
                  <Link
                    to="/drafts/$draftId"
                    params={{ draftId: draft.draft_id }}
                    search={(search) => search}
                    className={classes['link']!}
                    ref={(element) => {
                      if (draft.draft_id === draftId && element !== null) scrollTo(element);
                    }}
                  >
                    <span className={classes['head']}>{headOf(draft)}</span>
                    <span className={classes['about']}>
                      {channelName(draft.channel)}
                      {(draft.account_name ?? draft.account_ref ?? draft.account_id) !== null &&
                        ` · ${draft.account_name ?? draft.account_ref ?? 'an account'}`}
                      {draft.assignee !== null && ` · for ${draft.assignee}`} · <When at={draft.created_at} />
                    </span>
                  </Link>
                  {status === 'all' && <Status state={draft.status} />}
                </li>
              ))}
            </ul>
          )}
          {items !== undefined && <More {...drafts} shown={items.length} />}
        </Page>
      </div>
      <div className={classes['detail']}>
        {draftId === undefined ? (
          <div className={classes['none']}>
            <Text size="sm" c="dimmed">
              Select a draft, or press <kbd>j</kbd>.
            </Text>
          </div>
        ) : (
          <NextDraft value={after}>
            <Outlet />
          </NextDraft>
        )}
      </div>
      {deciding && (
        <Batch
          drafts={selected}
          onClose={() => {
            setDeciding(false);
            setChosen(new Set());
          }}
        />
      )}
    </div>
  );
}
