import { Button, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAttempt } from './attempt.ts';
import { Dialog, End } from './dialog.tsx';
import { fieldErrors } from './problem.tsx';

type Props = {
  title: string;
  /** What it means, and who reads the note. */
  children: ReactNode;
  /** The button that does it, as a verb. */
  act: string;
  label?: string;
  /** Whether it is refused without a note. */
  isNeeded?: boolean;
  color?: string;
  run(said: { note?: string }): Promise<unknown>;
  onClose(): void;
};

/** Decides about what an agent wrote or proposed, with a note that the agent reads. */
export function NoteDialog({
  title,
  children,
  act,
  label = 'Reason (optional)',
  isNeeded = false,
  color,
  run,
  onClose,
}: Props) {
  const [text, setText] = useState('');
  const note = text.trim();
  const { busy, error, submit } = useAttempt(() => run(note === '' ? {} : { note }), onClose);
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm" className="words">
            {children}
          </Text>
          <Textarea
            label={label}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={2_000}
            data-autofocus
            value={text}
            error={fieldErrors(error, ['note'])['note']}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <End error={error} fields={['note']} onClose={onClose}>
            <Button type="submit" color={color} loading={busy} disabled={isNeeded && note === ''}>
              {act}
            </Button>
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
