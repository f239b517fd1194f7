import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Choice } from '../../parts/choice.tsx';
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
    onSuccess: async ({ records, belonging }) => {
      const { confirmArchive } = await import('./confirm-archive.tsx');
      confirmArchive(countedOf(kind, records), { records, belonging }, async () => {
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
      });
    },
  });
}

/** Shown once something is chosen. */
const ChoiceBar = lazy(async () => ({ default: (await import('../../parts/choice-bar.tsx')).ChoiceBar }));

type BarProps<Item> = { choice: Choice<Item>; act: { isPending: boolean; mutate(): void } };

function Bar<Item>({ choice, act, verb }: BarProps<Item> & { verb: string }) {
  if (choice.ids.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ChoiceBar
        count={choice.ids.length}
        most={MOST}
        act={verb}
        isBusy={act.isPending}
        onAct={act.mutate}
        onNone={() => choice.all(false)}
      />
    </Suspense>
  );
}

export const ArchiveBar = <Item,>(props: BarProps<Item>) => <Bar {...props} verb="Archive" />;

/** Restores chosen records at once; all of them, or none where one cannot come back. */
export function useRestoreChosen<Item>(kind: Kind, choice: Choice<Item>) {
  const { isPending, mutate } = useRestoreMany(kind, () => choice.all(false));
  return { isPending, mutate: () => mutate({ record_ids: [...choice.ids] }) };
}

export const RestoreBar = <Item,>(props: BarProps<Item>) => <Bar {...props} verb="Restore" />;
