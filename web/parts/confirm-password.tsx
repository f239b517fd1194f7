import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { panel } from '../trpc.ts';
import { useAttempt } from './attempt.ts';
import { Dialog, End } from './dialog.tsx';
import { fieldErrors } from './problem.tsx';

type Props = {
  title: string;
  /** What will happen, and that it cannot be undone. */
  children: ReactNode;
  /** The button that does it, as a verb. */
  act: string;
  /** Does it; a failure is shown in the dialog, which stays open. */
  run(password: string | undefined): Promise<unknown>;
  onClose(): void;
};

/** Has a person confirm by their password what cannot be undone; without a password, by having just signed in. */
export function ConfirmPassword({ title, children, act, run, onClose }: Props) {
  const { data } = useQuery(panel.privacy.confirmation.queryOptions());
  const [password, setPassword] = useState('');
  const given = data?.password === true ? password : undefined;
  const { busy, error, submit } = useAttempt(() => run(given), onClose);
  const asks = data?.password !== false;
  const wrong = fieldErrors(error, ['password'])['password'];
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text component="div" size="sm">
            {children}
          </Text>
          {asks ? (
            <PasswordInput
              label="Current password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={wrong}
              data-autofocus
            />
          ) : (
            <Text size="sm" c="dimmed">
              You sign in without a password here: sign in again first if that was more than ten minutes ago.
            </Text>
          )}
          <End error={wrong === undefined ? error : undefined} onClose={onClose} startsHere={!asks}>
            <Button type="submit" color="red" loading={busy} disabled={data === undefined || (asks && password === '')}>
              {act}
            </Button>
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
