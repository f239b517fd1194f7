import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArchive } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { refocus } from '../../parts/focus.ts';
import { sayProblem, saySo } from '../../parts/problem.tsx';
import { counted } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import classes from './edit.module.css';
import { useRecordsChanged } from './edit.tsx';

/** Brings an archived record back. */
export function useRestore(onDone?: () => void) {
  const changed = useRecordsChanged();
  return useMutation(
    panel.records.restore.mutationOptions({
      onError: sayProblem,
      onSuccess: async ({ name, record_id, not_brought_back: not }) => {
        await changed();
        onDone?.();
        saySo(
          `${name ?? record_id} is back`,
          not.length === 0 ? undefined : `${counted(not.length, 'thing')} of it changed since and stayed as it is.`,
        );
        refocus();
      },
    }),
  );
}

/** Says what is archived, with a way back. */
export function sayArchived(title: string, message: string, undo: () => void): void {
  const id = `archived-${title}`;
  notifications.show({
    id,
    color: 'petrol',
    title,
    autoClose: 15_000,
    message: (
      <Group justify="space-between" gap="sm">
        {message}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}

/** Archives a record, with a way back in the notification. */
export function useArchive(onDone?: () => void) {
  const changed = useRecordsChanged();
  const restore = useRestore();
  return useMutation(
    panel.records.archive.mutationOptions({
      onError: sayProblem,
      onSuccess: async ({ record_id, name, records }) => {
        await changed();
        onDone?.();
        sayArchived(
          `${name ?? record_id} is archived`,
          records > 1 ? `With ${counted(records - 1, 'record')} of it.` : 'It is under Archived.',
          () => restore.mutate({ record_id }),
        );
        refocus();
      },
    }),
  );
}

/** The button of a list's row that archives its record. */
export function ArchiveButton({ id, name }: { id: string; name: string }) {
  const archive = useArchive();
  return (
    <div>
      <Tooltip label="Archive">
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes['act']!}
          aria-label={`Archive ${name}`}
          loading={archive.isPending}
          onClick={() => archive.mutate({ record_id: id })}
        >
          <IconArchive size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
