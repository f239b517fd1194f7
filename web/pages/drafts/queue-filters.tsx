import { Select, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { channelName } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';

export type QueueFilters = { channel?: string; account_id?: string; assignee?: string };

type Props = { filters: QueueFilters; onFilter(change: { [name in keyof QueueFilters]: string }): void };

/** Narrows the queue by channel, account and assignee. */
export function DraftFilters({ filters, onFilter }: Props) {
  const { data } = useQuery({ ...panel.drafts.filters.queryOptions(), staleTime: 30_000 });
  const channels = data?.channels ?? [];
  const accounts = data?.accounts ?? [];
  const assignees = data?.assignees ?? [];
  const common = { size: 'xs', clearable: true, comboboxProps: { width: 'max-content' } } as const;
  return (
    <SimpleGrid cols={3} spacing={6} role="search" aria-label="Filters">
      <Select
        {...common}
        aria-label="Channel"
        placeholder="Channel"
        data={channels.map((channel) => ({ value: channel, label: channelName(channel) }))}
        value={filters.channel ?? null}
        onChange={(channel) => onFilter({ channel: channel ?? '' })}
      />
      <Select
        {...common}
        aria-label="Account"
        placeholder="Account"
        searchable
        data={accounts.map(({ id, name }) => ({ value: id, label: name ?? id }))}
        value={filters.account_id ?? null}
        onChange={(account_id) => onFilter({ account_id: account_id ?? '' })}
      />
      <Select
        {...common}
        aria-label="Assignee"
        placeholder="Assignee"
        searchable
        data={assignees}
        value={filters.assignee ?? null}
        onChange={(assignee) => onFilter({ assignee: assignee ?? '' })}
      />
    </SimpleGrid>
  );
}
