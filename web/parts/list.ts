import type { InfiniteData } from '@tanstack/react-query';

/** All items of the pages fetched so far; undefined before the first. */
export const itemsOf = <Item>(data: InfiniteData<{ items: Item[] }> | undefined): Item[] | undefined =>
  data?.pages.flatMap(({ items }) => items);

/** The cursor of the next page. */
export const nextPage = { getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor ?? undefined };
