import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog, End } from '../../parts/dialog.tsx';
import { fieldErrors, saySo } from '../../parts/problem.tsx';
import { panel } from '../../trpc.ts';
import type { Draft } from './draft-data.ts';

/** What each decision with a note says of itself. */
const SAID = {
  hold: {
    title: 'Hold this draft',
    about: 'It stays in Held until someone approves or rejects it.',
    label: 'Note (optional)',
    act: 'Hold',
    done: 'Held',
  },
  reject: {
    title: 'Reject this draft',
    about: 'It is not sent. The agent that wrote it reads your reason and can write a new version.',
    label: 'Reason',
    act: 'Reject',
    done: 'Rejected',
  },
} as const;

type Props = { draft: Draft; action: keyof typeof SAID; onDone(): Promise<void>; onClose(): void };

/** Holds or rejects the version shown, with what the agent is to know. */
export function NoteDraft({ draft: { draft_id, version, status }, action, onDone, onClose }: Props) {
  const [note, setNote] = useState('');
  const { title, about, label, act, done } = SAID[action];
  const review = useMutation(
    panel.drafts.review.mutationOptions({
      onSuccess: async () => {
        onClose();
        await onDone();
        saySo(done);
      },
    }),
  );
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const said = note.trim() === '' ? {} : { note: note.trim() };
          review.mutate({ draft_id, version, status, action, ...said });
        }}
      >
        <Stack>
          <Text size="sm">{about}</Text>
          <Textarea
            label={label}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={2_000}
            data-autofocus
            value={note}
            error={fieldErrors(review.error, ['note'])['note']}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <End error={review.error} fields={['note']} onClose={onClose}>
            <Button
              type="submit"
              color={action === 'reject' ? 'red' : undefined}
              loading={review.isPending}
              disabled={action === 'reject' && note.trim() === ''}
            >
              {act}
            </Button>
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
