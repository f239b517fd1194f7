import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from './focus.ts';
import { Problem } from './problem.tsx';

type DialogProps = Pick<ModalProps, 'title' | 'size' | 'closeOnClickOutside' | 'onClose' | 'children'>;

/** A dialog that is there while it is rendered; the focus goes back to what opened it. */
export function Dialog(props: DialogProps) {
  useFocusBack();
  return <Modal opened {...props} />;
}

type EndProps = {
  /** Why what was tried failed, if it did. */
  error?: unknown;
  onClose(): void;
  /** Whether the way out has the focus first, so that a key pressed too soon does nothing. */
  startsHere?: boolean;
  /** The button that does it. */
  children: ReactNode;
};

/** The end of what is filled in: what went wrong, the way out and the way on. */
export function End({ error, onClose, startsHere = false, children }: EndProps) {
  return (
    <>
      {error != null && <Problem error={error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus={startsHere || undefined}>
          Cancel
        </Button>
        {children}
      </Group>
    </>
  );
}

type SecretDialogProps = {
  title: string;
  onClose(): void;
  /** What was made, and its name; absent until it is. */
  made: { title: string; shown: ReactNode } | undefined;
  /** What is filled in to make it. */
  children?: ReactNode;
};

/** A dialog that makes a secret and shows it this once: then a click beside it closes nothing. */
export function SecretDialog({ title, onClose, made, children }: SecretDialogProps) {
  return (
    <Dialog onClose={onClose} size="lg" title={made?.title ?? title} closeOnClickOutside={made === undefined}>
      {made === undefined ? (
        children
      ) : (
        <Stack>
          {made.shown}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Done
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
