import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { nameOf } from '../../parts/name-of.ts';
import { RecordName } from '../../parts/record-name.tsx';
import { Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { counted } from '../../parts/words.ts';
import classes from './duplicates.module.css';
import { useDeclineMerge, useNotDuplicates, useRefuseMerge } from './not-duplicates.ts';
import { type Alike, kindName } from './words.ts';

/** Loaded on demand. */
const NoteDialog = lazy(async () => ({ default: (await import('../../parts/note-dialog.tsx')).NoteDialog }));
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }));

/** Most records that are merged at once. */
const MOST = 10;

/** What tells records of the same name apart. */
const detailsOf = ({ name, domain, email, title, stage, account_name, external_ref }: Alike) =>
  [name === null ? null : domain, name === null ? null : email, title, stage, account_name, external_ref]
    .filter((each) => each !== null)
    .join(' · ');

const toggled = (ids: ReadonlySet<string>, id: string) =>
  new Set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]);

type SetProps = {
  records: readonly Alike[];
  /** How many there are, where not all are named. */
  count?: number;
  matched: string;
  /** The agent's proposal to merge them: who made it and why. */
  proposal?: { id: string; about: ReactNode };
};

/** Records that may be the same: to be merged, or said not to be. */
export function DuplicateSet({ records, count = records.length, matched, proposal }: SetProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isMerging, setMerging] = useState(false);
  const [asked, setAsked] = useState<'decline' | 'refuse'>();
  const notDuplicates = useNotDuplicates();
  const refuse = useRefuseMerge(records);
  const decline = useDeclineMerge();
  const taken = records.filter(({ id }) => !left.has(id)).slice(0, MOST);
  const first = records[0]!;
  const name = nameOf(first);
  return (
    <section className={classes['set']} aria-label={`${kindName(first.kind)} ${name}`}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Stack gap={2} style={{ flex: '1 1 14rem', minWidth: 0 }}>
            <Group gap="xs">
              <Tag tone="accent">{matched}</Tag>
              {count > records.length && <Text size="xs">{`${records.length} of ${counted(count, 'record')}`}</Text>}
            </Group>
            {proposal?.about}
          </Stack>
          <Group gap="xs">
            {proposal !== undefined && (
              <Button variant="default" size="xs" aria-label={`Decline: ${name}`} onClick={() => setAsked('decline')}>
                Decline
              </Button>
            )}
            <Button
              variant="default"
              size="xs"
              loading={notDuplicates.isPending}
              aria-label={`Not duplicates: ${name}`}
              onClick={() =>
                proposal === undefined
                  ? notDuplicates.mutate({ record_ids: records.map(({ id }) => id) })
                  : setAsked('refuse')
              }
            >
              Not duplicates
            </Button>
            <Button
              size="xs"
              disabled={taken.length < 2}
              aria-label={`Merge ${name}`}
              leftSection={<IconArrowMerge size={14} aria-hidden />}
              onClick={() => setMerging(true)}
            >
              Merge…
            </Button>
          </Group>
        </Group>
        <ul className={classes['records']}>
          {records.map((record) => (
            <li key={record.id}>
              {records.length > 2 && (
                <Checkbox
                  size="xs"
                  aria-label={`Merge ${nameOf(record)} ${detailsOf(record)}`}
                  checked={!left.has(record.id)}
                  onChange={() => setLeft(toggled(left, record.id))}
                />
              )}
              <RecordName kind={record.kind} accountId={record.kind === 'account' ? record.id : record.account_id}>
                {nameOf(record)}
              </RecordName>
              <Text size="xs" c="dimmed" className="words" component="span">
                {detailsOf(record)}
              </Text>
              <Text size="xs" c="dimmed" component="span">
                made <When at={record.created_at} />
              </Text>
            </li>
          ))}
        </ul>
      </Stack>
      {asked === 'refuse' && (
        <Suspense>
          <NoteDialog title="Not duplicates" act="Not duplicates" run={refuse} onClose={() => setAsked(undefined)}>
            Both stay as they are, and are not shown as duplicates again. An agent that proposes to merge them is told
            so, and why.
          </NoteDialog>
        </Suspense>
      )}
      {asked === 'decline' && proposal !== undefined && (
        <Suspense>
          <NoteDialog
            title="Decline this merge"
            act="Decline"
            run={(said) => decline(proposal.id, said)}
            onClose={() => setAsked(undefined)}
          >
            Both stay as they are. If an agent proposes it again, it is told that you declined it, and why.
          </NoteDialog>
        </Suspense>
      )}
      {isMerging && (
        <Suspense>
          <MergeDialog ids={taken.map(({ id }) => id)} onClose={() => setMerging(false)} />
        </Suspense>
      )}
    </section>
  );
}
