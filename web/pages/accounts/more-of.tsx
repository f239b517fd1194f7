import { useInfiniteQuery } from '@tanstack/react-query';
import { More } from '../../parts/table.tsx';
import { ask } from '../../trpc.ts';
import type { Account } from './account-data.ts';

type List = 'opps' | 'contacts' | 'meetings' | 'captures' | 'plan';

type ItemOf<Name extends List> = NonNullable<Account[Name]>['items'][number];

/** A list of an account: its first page, and more pages on request. */
export function useMoreOf<Name extends List>(account: Account, name: Name) {
  const first = account[name];
  const cursor = first?.next_cursor ?? null;
  const more = useInfiniteQuery({
    queryKey: ['more of', account.account.id, name, cursor],
    queryFn: async ({ pageParam }: { pageParam: string }) => {
      const page = await ask.accounts.get.query({ account_id: account.account.id, cursors: { [name]: pageParam } });
      return page[name]!;
    },
    initialPageParam: cursor ?? '',
    getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined,
    enabled: false,
  });
  const beyond = more.data?.pages.flatMap(({ items }) => items as ItemOf<Name>[]) ?? [];
  const items = [...((first?.items ?? []) as ItemOf<Name>[]), ...beyond];
  const hasNextPage = more.data === undefined ? cursor !== null : more.hasNextPage;
  const foot = (
    <More
      shown={items.length}
      hasNextPage={hasNextPage}
      isFetchingNextPage={more.isFetching}
      fetchNextPage={() => (more.data === undefined ? more.refetch() : more.fetchNextPage())}
    />
  );
  return { items, foot };
}
