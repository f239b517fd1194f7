import { Button, Text } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useChoice, withChoice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { More, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { panel } from '../../trpc.ts';
import { RestoreBar, useRestoreChosen } from './archive-many.tsx';
import { useRestore } from './archive.tsx';
import { type Kind, KINDS } from './kinds.ts';

/** Records of a kind that people archived, the last first. */
export function Archived({ kind, search }: { kind: Kind; search: string | undefined }) {
  const archived = useInfiniteQuery(
    panel.records.archived.infiniteQueryOptions({ kind, ...(search === undefined ? {} : { search }) }, nextPage),
  );
  const items = itemsOf(archived.data);
  const restore = useRestore();
  const choice = useChoice(items, ({ record_id }) => record_id);
  const restoreChosen = useRestoreChosen(kind, choice);
  if (archived.error !== null && items === undefined) {
    return <Problem error={archived.error} retry={() => void archived.refetch()} />;
  }
  const title = `Archived ${KINDS[kind].many.toLowerCase()}`;
  return (
    <>
      <Section title={title} flush>
        <Table
          label={title}
          items={items}
          isChosen={choice.has}
          rowKey={({ record_id }) => record_id}
          empty={
            <Empty icon={IconArchive} title="Nothing is archived">
              What you archive is kept here as it was, with what belongs to it, and can be restored.
            </Empty>
          }
          columns={[
            withChoice(
              {
                name: 'Name',
                cell: ({ name, record_id }) => (
                  <Text size="sm" fw={500} className="words">
                    {name ?? record_id}
                  </Text>
                ),
              },
              { choice, nameOf: ({ name, record_id }) => name ?? record_id, onAct: restoreChosen.mutate },
            ),
            { name: 'Archived by', cell: ({ by }) => by },
            { name: 'When', cell: ({ archived_at }) => <When at={archived_at} /> },
            {
              name: 'Restore',
              align: 'end',
              cell: ({ record_id, name }) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Restore ${name ?? record_id}`}
                  loading={restore.isPending && restore.variables.record_id === record_id}
                  onClick={() => restore.mutate({ record_id })}
                >
                  Restore
                </Button>
              ),
            },
          ]}
        />
        <More {...archived} shown={items?.length ?? 0} />
      </Section>
      <RestoreBar choice={choice} act={restoreChosen} />
    </>
  );
}
