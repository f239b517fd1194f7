import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useAttempt } from '../../parts/attempt.ts';
import { Dialog, End } from '../../parts/dialog.tsx';
import { fieldErrors } from '../../parts/problem.tsx';
import { counted } from '../../parts/words.ts';
import { ask } from '../../trpc.ts';

type Props = {
  ids: string[];
  /** What is declined, in words. */
  of: string;
  onDone(count: number): Promise<void>;
  onClose(): void;
};

/** Declines proposed values, with the reason that the agent reads if there is one. */
export function DeclineValues({ ids, of, onDone, onClose }: Props) {
  const [note, setNote] = useState('');
  const { busy, error, submit } = useAttempt(async () => {
    const said = note.trim() === '' ? {} : { note: note.trim() };
    const { decided } = await ask.values.decline.mutate({ proposal_ids: ids, ...said });
    await onDone(decided.length);
  }, onClose);
  return (
    <Dialog
      title={ids.length === 1 ? 'Decline this value' : `Decline ${counted(ids.length, 'value')}`}
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" className="words">
            {of}: yours stands. When the agent sends the same again, it is told that you declined it, and why.
          </Text>
          <Textarea
            label="Reason (optional)"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2_000}
            data-autofocus
            value={note}
            error={fieldErrors(error, ['note'])['note']}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <End error={error} fields={['note']} onClose={onClose}>
            <Button type="submit" loading={busy}>
              Decline
            </Button>
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
