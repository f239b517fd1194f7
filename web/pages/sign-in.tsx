import { Alert, Anchor, Button, Divider, PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { signIn, singleSignOn } from '../session.ts';
import { panel } from '../trpc.ts';
import { EmailInput, isEmail, Outside, OutsideForm, Refusal } from './outside.tsx';

const route = getRouteApi('/sign-in');

/** Where to go next: only ever a path of the panel. */
const nextPlace = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) ? `/app${next}` : '/app/';

export function SignIn() {
  const { next, error } = route.useSearch();
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [wantsCode, setWantsCode] = useState(false);
  const options = useQuery({ ...panel.sign_in.options.queryOptions(), staleTime: Number.POSITIVE_INFINITY });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', code: '' },
    validate: {
      email: isEmail,
      password: (value) => (value === '' ? 'Enter your password' : null),
    },
  });
  const enter = form.onSubmit(async (who) => {
    setBusy(true);
    setRefusal(undefined);
    const refused = await signIn({ ...who, code: wantsCode ? who.code : undefined });
    // A full page load, so that nothing of a previous person's data stays in memory.
    if (refused === undefined) return location.assign(nextPlace(next));
    if (!refused.wantsCode || wantsCode) setRefusal(refused.text);
    if (refused.wantsCode) setWantsCode(true);
    form.setFieldValue('code', '');
    setBusy(false);
  });
  const { password: byPassword = true, password_reset: resets, sso } = options.data ?? {};
  return (
    <Outside
      title="Sign in"
      about="Review drafts, manage keys and see what your agents do"
      below={
        <Text size="xs" c="dimmed" ta="center">
          Just installed? The first login is in <span className="mono">first-run.json</span> in the data folder.
          <br />
          New here? <Anchor href="/">Read the documentation</Anchor>.
        </Text>
      }
    >
      <OutsideForm onSubmit={enter}>
        {error === 'ended' && refusal === undefined && (
          <Alert variant="light" color="gray">
            Your session has ended. Sign in again to continue where you were.
          </Alert>
        )}
        <Refusal text={refusal} />
        {byPassword && (
          <>
            <EmailInput key={form.key('email')} {...form.getInputProps('email')} />
            <PasswordInput
              label="Password"
              size="md"
              autoComplete="current-password"
              key={form.key('password')}
              {...form.getInputProps('password')}
            />
            {wantsCode && (
              <TextInput
                label="Code"
                description="Of your authenticator app, or a backup code"
                size="md"
                autoComplete="one-time-code"
                autoFocus
                key={form.key('code')}
                {...form.getInputProps('code')}
              />
            )}
            <Button type="submit" size="md" loading={busy} fullWidth>
              Sign in
            </Button>
          </>
        )}
        {resets === true && (
          <Anchor component={Link} to="/forgot-password" size="sm" ta="center">
            Forgot your password?
          </Anchor>
        )}
        {sso != null && (
          <>
            {byPassword && <Divider label="or" />}
            <Button
              variant="default"
              size="md"
              fullWidth
              onClick={() => void singleSignOn(nextPlace(next)).then(setRefusal)}
            >
              Continue with {sso.name}
            </Button>
          </>
        )}
      </OutsideForm>
    </Outside>
  );
}
