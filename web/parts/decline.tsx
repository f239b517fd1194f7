import { Button, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAttempt } from './attempt.ts';
import { Dialog, End } from './dialog.tsx';
import { fieldErrors } from './problem.tsx';

type Props = {
  title: string;
  /** What it means, and who reads the reason. */
  children: ReactNode;
  /** The button that does it, as a verb. */
  act: string;
  run(said: { note?: string }): Promise<unknown>;
  onClose(): void;
};

/** Declines what an agent proposed, with the reason that the agent reads if there is one. */
export function Decline({ title, children, act, run, onClose }: Props) {
  const [note, setNote] = useState('');
  const { busy, error, submit } = useAttempt(() => run(note.trim() === '' ? {} : { note: note.trim() }), onClose);
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" className="words">
            {children}
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
              {act}
            </Button>
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
