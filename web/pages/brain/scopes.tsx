import { Text } from '@mantine/core';
import { IconBrain } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Empty } from '../../parts/empty.tsx';
import { RowLink } from '../../parts/link.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Table } from '../../parts/table.tsx';
import { useWho } from '../../parts/who.tsx';
import { When } from '../../parts/when.tsx';
import { bytes } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';

/** What agents store between runs, by scope. */
export function BrainScopes() {
  const whoOf = useWho();
  const { data, error, refetch } = useQuery({ ...panel.brain.list.queryOptions(), refetchInterval: 30_000 });
  return (
    <Page
      title="Brain"
      about="What your agents remember between runs. Every sync creates a version; the newest is used, and older ones can be restored."
    >
      {error !== null && data === undefined ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : (
        <Section title="Scopes" flush>
          <Table
            label="Brain scopes"
            items={data?.items}
            expected={4}
            rowKey={({ scope }) => scope}
            empty={
              <Empty
                icon={IconBrain}
                title="Nothing stored yet"
                call={{ tool: 'sync_brain', input: { scope: 'icp-registry', payload: { segments: ['mid-market'] } } }}
              >
                sync_brain stores what an agent has learned, up to 256 KB per scope. The scope signal-weights changes
                how gtm_score weighs signals here.
              </Empty>
            }
            columns={[
              {
                name: 'Scope',
                cell: ({ scope }) => (
                  <RowLink to="/brain/$scope" params={{ scope }} className="mono words">
                    {scope}
                  </RowLink>
                ),
              },
              { name: 'Version', align: 'end', cell: ({ version }) => version },
              { name: 'Size', align: 'end', cell: ({ bytes: size }) => bytes(size) },
              {
                name: 'By',
                cell: (item) => (
                  <Text size="sm" className="words">
                    {whoOf(item)}
                  </Text>
                ),
              },
              { name: 'Synced', align: 'end', cell: ({ synced_at }) => <When at={synced_at} /> },
            ]}
          />
        </Section>
      )}
    </Page>
  );
}
