import { Stack, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type Choice, ChoiceBar } from '../../parts/choice.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { refocus } from '../../parts/focus.ts';
import { sayProblem, saySo } from '../../parts/problem.tsx';
import { counted } from '../../parts/words.ts';
import { ask, panel } from '../../trpc.ts';
import { sayArchived } from './archive.tsx';
import { useRecordsChanged } from './edit.tsx';
import { type Kind, KINDS } from './kinds.ts';

/** As many as the service takes at once. */
const MOST = 100;

const countedOf = (kind: Kind, count: number) => counted(count, KINDS[kind].one, KINDS[kind].several);

/** What belongs to records, by its kind: one, and several. */
const GOES: Record<string, [string, string]> = {
  opp: ['deal', 'deals'],
  contact: ['contact', 'contacts'],
  prospect: ['prospect', 'prospects'],
  plan: ['plan', 'plans'],
  signal: ['signal', 'signals'],
};
const STAYS: Record<string, [string, string]> = {
  capture: ['note', 'notes'],
  meeting: ['meeting', 'meetings'],
};

type Belonging = { kind: string; count: number };

const list = new Intl.ListFormat('en', { type: 'conjunction' });

const listed = (belonging: readonly Belonging[], names: typeof GOES) =>
  list.format(
    belonging.flatMap(({ kind, count }) => (names[kind] === undefined ? [] : counted(count, ...names[kind]))),
  );

function Belongs({ belonging }: { belonging: readonly Belonging[] }) {
  const going = listed(belonging, GOES);
  const notes = listed(belonging, STAYS);
  const drafts = belonging.find(({ kind }) => kind === 'draft')?.count ?? 0;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {going === '' ? '' : `With them go ${going}. `}They and what is known of them are gone from every list and
        answer.
      </Text>
      {notes !== '' && <Text size="sm">{`${notes} that belong to nothing else are withdrawn.`}</Text>}
      {drafts > 0 && (
        <Text size="sm">{`${counted(drafts, 'waiting draft')} of theirs ${drafts === 1 ? 'is' : 'are'} held.`}</Text>
      )}
      <Text size="sm" c="dimmed">
        All of it is kept, and comes back when you restore them.
      </Text>
    </Stack>
  );
}

/** Brings archived records back at once. */
function useRestoreMany(kind: Kind, onDone?: () => void) {
  const changed = useRecordsChanged();
  return useMutation(
    panel.records.restore_many.mutationOptions({
      onError: sayProblem,
      onSuccess: async ({ record_ids, not_brought_back: not }) => {
        await changed();
        onDone?.();
        saySo(
          `${countedOf(kind, record_ids.length)} ${record_ids.length === 1 ? 'is' : 'are'} back`,
          not.length === 0
            ? undefined
            : `${counted(not.length, 'thing')} of them changed since and stayed as they are.`,
        );
        refocus();
      },
    }),
  );
}

/** Archives chosen records at once, once a person has confirmed it. */
export function useArchiveMany<Item>(kind: Kind, choice: Choice<Item>) {
  const changed = useRecordsChanged();
  const restore = useRestoreMany(kind);
  const { ids: record_ids } = choice;
  return useMutation({
    mutationFn: () => ask.records.archive_preview.query({ record_ids: [...record_ids] }),
    onError: sayProblem,
    onSuccess: ({ records, belonging }) =>
      confirm({
        title: `Archive ${countedOf(kind, records)}?`,
        act: `Archive ${records}`,
        children: <Belongs belonging={belonging} />,
        async run() {
          const done = await ask.records.archive_many.mutate({ record_ids: [...record_ids] });
          choice.all(false);
          await changed();
          const { length } = done.record_ids;
          sayArchived(
            `${countedOf(kind, length)} ${length === 1 ? 'is' : 'are'} archived`,
            done.records > length
              ? `With ${counted(done.records - length, 'record')} of theirs.`
              : 'They are under Archived.',
            () => restore.mutate({ record_ids: done.record_ids }),
          );
        },
      }),
  });
}

type BarProps<Item> = { choice: Choice<Item>; act: { isPending: boolean; mutate(): void } };

export const ArchiveBar = <Item,>({ choice, act }: BarProps<Item>) => (
  <ChoiceBar
    choice={choice}
    most={MOST}
    act="Archive"
    icon={<IconArchive size={14} aria-hidden />}
    isBusy={act.isPending}
    onAct={() => act.mutate()}
  />
);

/** Restores chosen records at once; all of them, or none where one cannot come back. */
export function useRestoreChosen<Item>(kind: Kind, choice: Choice<Item>) {
  const { isPending, mutate } = useRestoreMany(kind, () => choice.all(false));
  return { isPending, mutate: () => mutate({ record_ids: [...choice.ids] }) };
}

export const RestoreBar = <Item,>({ choice, act }: BarProps<Item>) => (
  <ChoiceBar
    choice={choice}
    most={MOST}
    act="Restore"
    icon={<IconArchiveOff size={14} aria-hidden />}
    isBusy={act.isPending}
    onAct={() => act.mutate()}
  />
);
