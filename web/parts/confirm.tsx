import { Button, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, useState } from 'react';
import { useAttempt } from './attempt.ts';
import { End } from './dialog.tsx';
import { opener, useFocusBack } from './focus.ts';

type Question = {
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The button that does it, as a verb: `Revoke key`. */
  act: string;
  /** Does it; a failure is shown in the dialog, which stays open. */
  run(): Promise<unknown>;
  /** Words to type first, for what can never be undone. */
  type?: string;
  calm?: boolean;
};

type ConfirmationProps = Question & { from: HTMLElement | undefined; close(): void };

function Confirmation({ children, act, run, type, calm = false, from, close }: ConfirmationProps) {
  useFocusBack(from);
  const [typed, setTyped] = useState('');
  const { busy, error, submit } = useAttempt(run, close);
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text component="div" size="sm">
          {children}
        </Text>
        {type !== undefined && (
          <TextInput
            label={`Type “${type}” to confirm`}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        <End error={error} onClose={close} startsHere={type === undefined && !calm}>
          <Button
            type="submit"
            data-autofocus={type === undefined && calm ? true : undefined}
            color={calm ? 'petrol' : 'red'}
            loading={busy}
            disabled={type !== undefined && typed.trim() !== type}
          >
            {act}
          </Button>
        </End>
      </Stack>
    </form>
  );
}

/** Asks for confirmation first. */
export function confirm(question: Question): void {
  const from = opener();
  const id = modals.open({
    title: question.title,
    children: <Confirmation {...question} from={from} close={() => modals.close(id)} />,
  });
}
