import { Alert, Anchor, Button, Divider, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { signIn, singleSignOn } from '../session.ts';
import { panel } from '../trpc.ts';
import { Mark } from '../shell/mark.tsx';
import classes from './sign-in.module.css';

const route = getRouteApi('/sign-in');

/** Where to go next: only ever a path of the panel. */
const nextPlace = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) ? `/app${next}` : '/app/';

export function SignIn() {
  useDocumentTitle('Sign in · Sales Agent Tools');
  const { next, error } = route.useSearch();
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const options = useQuery({ ...panel.sign_in.options.queryOptions(), staleTime: Number.POSITIVE_INFINITY });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (/^\S+@\S+$/.test(value) ? null : 'Enter your e-mail address'),
      password: (value) => (value === '' ? 'Enter your password' : null),
    },
  });
  const enter = form.onSubmit(async (who) => {
    setBusy(true);
    setRefusal(undefined);
    const refused = await signIn(who);
    // A full page load, so that nothing of a previous person's data stays in memory.
    if (refused === undefined) return location.assign(nextPlace(next));
    setRefusal(refused);
    setBusy(false);
  });
  return (
    <main className={classes['ground']}>
      <div className={classes['box']}>
        <Stack gap={6} align="center">
          <Mark size={40} />
          <Title order={1} mt="xs">
            Sign in
          </Title>
          <Text size="sm" c="dimmed" ta="center">
            Review drafts, manage keys and see what your agents do
          </Text>
        </Stack>
        <form onSubmit={enter} noValidate className={`card ${classes['form']}`}>
          <Stack gap="md">
            {error === 'ended' && refusal === undefined && (
              <Alert variant="light" color="gray">
                Your session has ended. Sign in again to continue where you were.
              </Alert>
            )}
            {refusal !== undefined && (
              <Alert variant="light" color="red" role="alert">
                {refusal}
              </Alert>
            )}
            <TextInput
              label="E-mail"
              type="email"
              size="md"
              autoComplete="username"
              autoFocus
              key={form.key('email')}
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label="Password"
              size="md"
              autoComplete="current-password"
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            <Button type="submit" size="md" loading={busy} fullWidth>
              Sign in
            </Button>
            {options.data?.sso != null && (
              <>
                <Divider label="or" />
                <Button
                  variant="default"
                  size="md"
                  fullWidth
                  onClick={() => void singleSignOn(nextPlace(next)).then(setRefusal)}
                >
                  Continue with {options.data.sso.name}
                </Button>
              </>
            )}
          </Stack>
        </form>
        <Text size="xs" c="dimmed" ta="center">
          Just installed? The first login is in <span className="mono">first-run.json</span> in the data folder.
          <br />
          New here? <Anchor href="/">Read the documentation</Anchor>.
        </Text>
      </div>
    </main>
  );
}
