import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, panel } from '../trpc.ts';
import { useAttempt } from './attempt.ts';
import { Dialog, End } from './dialog.tsx';
import { fieldErrors } from './problem.tsx';

type Way = 'password' | 'code';

/** Asks for the password or a code of the second factor; whoever has neither signs in again. */
export function ConfirmWho({ onEnd }: { onEnd(confirmed: boolean): void }) {
  const { data } = useQuery({ ...panel.session.ways_to_confirm.queryOptions(), gcTime: 0 });
  const [other, setOther] = useState(false);
  const [given, setGiven] = useState('');
  const first: Way = data?.code === true ? 'code' : 'password';
  const way: Way = other ? (first === 'code' ? 'password' : 'code') : first;
  const { busy, error, submit } = useAttempt(
    () => ask.session.confirm.mutate(way === 'code' ? { code: given } : { password: given }),
    () => onEnd(true),
  );
  const wrong = fieldErrors(error, [way])[way];
  const neither = data !== undefined && !data.password && !data.code;
  const close = () => onEnd(false);
  const field = {
    value: given,
    error: wrong,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => setGiven(event.currentTarget.value),
  };
  return (
    <Dialog title="Confirm that it is you" onClose={close} closeOnClickOutside={false}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">
            {neither
              ? 'You signed in more than ten minutes ago. Sign out and in again, then repeat this.'
              : 'You confirmed it more than ten minutes ago, and this makes or shows a secret.'}
          </Text>
          {!neither &&
            (way === 'code' ? (
              <TextInput
                key="code"
                label="Code"
                description="Of your authenticator app, or a backup code."
                autoComplete="one-time-code"
                {...field}
              />
            ) : (
              <PasswordInput key="password" label="Current password" autoComplete="current-password" {...field} />
            ))}
          {data?.password === true && data.code && (
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="start"
              onClick={() => {
                setOther(!other);
                setGiven('');
              }}
            >
              {way === 'code' ? 'Use your password' : 'Use a code'}
            </Anchor>
          )}
          <End error={wrong === undefined ? error : undefined} onClose={close} startsHere={neither}>
            {!neither && (
              <Button type="submit" loading={busy} disabled={data === undefined || given.trim() === ''}>
                Confirm
              </Button>
            )}
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
