import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useCallback, useContext, useEffect, useRef } from 'react';
import { useFocusBack } from './focus.ts';
import { isOnFields, Problem } from './problem.tsx';
import { Typed, useUnsaved } from './unsaved.ts';

type DialogProps = Pick<
  ModalProps,
  'title' | 'size' | 'closeOnClickOutside' | 'closeOnEscape' | 'onClose' | 'children'
>;

/** Fields whose text someone would have to write again: not a password, a code, a number or what only narrows a list. */
const WRITTEN = 'textarea, input[type="text"]:not([aria-haspopup], [inputmode], [autocomplete="one-time-code"])';

/**
 * A dialog that is there while it is rendered; the focus goes back to what opened it. Whoever typed into it is asked before
 * it closes without having been submitted.
 */
export function Dialog({ onClose, children, ...props }: DialogProps) {
  useFocusBack();
  const hasFailed = useRef(false);
  const typedInto = useRef(new Set<HTMLElement>());
  // A field that is gone was saved by itself, as one that is edited in its row.
  const leave = useUnsaved(() => hasFailed.current || [...typedInto.current].some(({ isConnected }) => isConnected));
  const failed = useCallback(() => {
    hasFailed.current = true;
  }, []);
  return (
    <Modal
      opened
      {...props}
      onClose={() => leave(onClose)}
      onInput={({ target }: FormEvent<HTMLElement>) => {
        if (target instanceof HTMLElement && target.matches(WRITTEN)) typedInto.current.add(target);
      }}
      onSubmit={() => {
        // What it saves may open another page before the dialog has closed.
        hasFailed.current = false;
        typedInto.current.clear();
      }}
    >
      <Typed value={{ leave, failed }}>{children}</Typed>
    </Modal>
  );
}

type EndProps = {
  /** Why the last attempt failed. */
  error?: unknown;
  /** Fields of the form that show the error's messages themselves. */
  fields?: readonly string[];
  onClose(): void;
  /** Whether Cancel has the focus first, so that a key pressed too soon does nothing. */
  startsHere?: boolean;
  /** The button that submits. */
  children: ReactNode;
};

/** The end of a form: its error, Cancel and its own button. A field that says the error itself gets the focus. */
export function End({ error, fields, onClose, startsHere = false, children }: EndProps) {
  const end = useRef<HTMLDivElement>(null);
  const onFields = error != null && isOnFields(error, fields);
  const { leave, failed } = useContext(Typed);
  useEffect(() => {
    if (onFields) end.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [onFields]);
  useEffect(() => {
    if (error != null) failed();
  }, [error, failed]);
  return (
    <>
      {error != null && !onFields && <Problem error={error} fields={fields} />}
      <Group ref={end} justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => leave(onClose)} data-autofocus={startsHere || undefined}>
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
  /** The secret and the dialog's new title; absent until it is created. */
  made: { title: string; shown: ReactNode } | undefined;
  /** The form that creates it. */
  children?: ReactNode;
};

/** A dialog that creates a secret and shows it once; then neither Escape nor a click beside it closes it. */
export function SecretDialog({ title, onClose, made, children }: SecretDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={made?.title ?? title}
      closeOnClickOutside={made === undefined}
      closeOnEscape={made === undefined}
    >
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
