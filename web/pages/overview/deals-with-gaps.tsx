import { Stack, Text } from '@mantine/core';
import { IconConfetti } from '@tabler/icons-react';
import { Empty } from '../../parts/empty.tsx';
import { RowLink } from '../../parts/link.tsx';
import { Table } from '../../parts/table.tsx';
import { money, spaced } from '../../parts/words.ts';
import type { Answers } from '../../trpc.ts';

type Overview = Answers['overview']['get'];

/** Open deals whose MEDDPICC evidence is incomplete. */
export function DealsWithGaps({ deals }: { deals: Overview['deals_with_gaps']['items'] | undefined }) {
  return (
    <Table
      label="Deals with gaps"
      items={deals}
      expected={4}
      rowKey={({ opp_id }) => opp_id}
      empty={
        <Empty icon={IconConfetti} title="No deals with gaps">
          Open deals whose MEDDPICC evidence is incomplete are listed here.
        </Empty>
      }
      columns={[
        {
          name: 'Deal',
          cell: (deal) => (
            <Stack gap={0}>
              <RowLink to="/accounts/$accountId" params={{ accountId: deal.account_id }}>
                {deal.name ?? deal.opp_id}
              </RowLink>
              <Text size="xs" c="dimmed">
                {deal.account_name ?? deal.account_id}
                {deal.stage !== null && ` · ${deal.stage}`}
              </Text>
            </Stack>
          ),
        },
        {
          name: 'Amount',
          align: 'end',
          cell: ({ amount, currency }) => <span style={{ whiteSpace: 'nowrap' }}>{money(amount, currency)}</span>,
        },
        {
          name: 'Missing',
          cell: ({ gaps }) => (
            <Text size="xs" c="dimmed">
              {gaps.slice(0, 3).map(spaced).join(', ')}
              {gaps.length > 3 && ` and ${gaps.length - 3} more`}
            </Text>
          ),
        },
      ]}
    />
  );
}
