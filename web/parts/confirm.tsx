import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, useState } from 'react';
import { Problem } from './problem.tsx';

type Question = {
  title: string;
  /** What will happen, and that it cannot be undone. */
  children: ReactNode;
  /** The button that does it, as a verb: `Revoke key`. */
  act: string;
  /** Does it; a failure is shown in the dialog, which stays open. */
  run(): Promise<unknown>;
  /** Words to type first, for what can never be undone. */
  type?: string;
  calm?: boolean;
};

function Dialog({ children, act, run, type, calm = false, close }: Question & { close(): void }) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const attempt = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await run();
      close();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void attempt();
      }}
    >
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
        {error !== undefined && <Problem error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} data-autofocus={type === undefined && !calm ? true : undefined}>
            Cancel
          </Button>
          <Button
            type="submit"
            data-autofocus={type === undefined && calm ? true : undefined}
            color={calm ? 'petrol' : 'red'}
            loading={busy}
            disabled={type !== undefined && typed.trim() !== type}
          >
            {act}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Asks before doing what cannot be undone. */
export function confirm(question: Question): void {
  const id = modals.open({
    title: question.title,
    children: <Dialog {...question} close={() => modals.close(id)} />,
  });
}
