import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { nameOf } from '../../parts/name-of.ts';
import { RecordName } from '../../parts/record-name.tsx';
import { When } from '../../parts/when.tsx';
import { type Answers, panel } from '../../trpc.ts';
import { useNotDuplicates } from './not-duplicates.ts';
import { MATCHED } from './words.ts';

/** Loaded on demand. */
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }));
const UnmergeDialog = lazy(async () => ({ default: (await import('./unmerge-dialog.tsx')).UnmergeDialog }));

type Known = Answers['duplicates']['of']['items'][number];
type Twin = Known['possible_duplicates'][number];
type Part = Known['merged'][number];

/** Records that are asked about at once. */
const MOST_ASKED = 100;

/** The page of a record that may be the same. */
function TwinName({ twin }: { twin: Twin }) {
  const words = [nameOf(twin), twin.kind === 'account' ? null : twin.account_name].filter(Boolean).join(', ');
  return (
    <RecordName kind={twin.kind} accountId={twin.kind === 'account' ? twin.id : twin.account_id} strong={false}>
      {words}
    </RecordName>
  );
}

function PossibleDuplicate({ id, twin }: { id: string; twin: Twin }) {
  const [isMerging, setMerging] = useState(false);
  const notDuplicates = useNotDuplicates();
  const name = nameOf(twin);
  return (
    <Group gap="xs">
      <Text size="sm" component="span">
        Possible duplicate of <TwinName twin={twin} />
        <Text span size="xs" c="dimmed">
          {` ${(MATCHED[twin.matched] ?? twin.matched).toLowerCase()}`}
        </Text>
      </Text>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-label={`Merge with ${name}`}
        onClick={() => setMerging(true)}
      >
        Merge…
      </Anchor>
      <Anchor
        component="button"
        type="button"
        size="sm"
        c="dimmed"
        aria-label={`Not a duplicate of ${name}`}
        onClick={() => notDuplicates.mutate({ record_ids: [id, twin.id] })}
      >
        Not a duplicate
      </Anchor>
      {isMerging && (
        <Suspense>
          <MergeDialog ids={[id, twin.id]} onClose={() => setMerging(false)} />
        </Suspense>
      )}
    </Group>
  );
}

function MergedPart({ part }: { part: Part }) {
  const [isOpen, setOpen] = useState(false);
  const name = part.name ?? part.record_id;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" component="span" className="words">
        {[name, part.external_ref].filter(Boolean).join(' · ')} was merged into it <When at={part.merged_at} />
      </Text>
      {part.merger_id !== null && (
        <Anchor component="button" type="button" size="sm" aria-label={`Unmerge ${name}`} onClick={() => setOpen(true)}>
          Unmerge…
        </Anchor>
      )}
      {isOpen && (
        <Suspense>
          <UnmergeDialog mergerId={part.merger_id!} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Group>
  );
}

/**
 * Records that one may be the same as, and those that became part of it, each with what can be done; nothing for most.
 * @param ids the records shown beside it, which are asked about at once
 */
export function RecordNotes({ id, ids }: { id: string; ids: readonly string[] }) {
  const place = ids.indexOf(id);
  const first = place - (place % MOST_ASKED);
  const record_ids = ids.slice(first, first + MOST_ASKED);
  const { data } = useQuery(panel.duplicates.of.queryOptions({ record_ids }));
  const known = data?.items.find(({ record_id }) => record_id === id);
  if (known === undefined || known.possible_duplicates.length + known.merged.length === 0) return null;
  return (
    <Stack gap={2} mt={4}>
      {known.possible_duplicates.map((twin) => (
        <PossibleDuplicate key={twin.id} id={id} twin={twin} />
      ))}
      {known.merged.map((part) => (
        <MergedPart key={part.record_id} part={part} />
      ))}
    </Stack>
  );
}
