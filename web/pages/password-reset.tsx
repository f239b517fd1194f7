import { Alert, Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { forgotPassword, resetPassword } from '../session.ts';
import { BackToSignIn, EmailInput, isEmail, Outside, OutsideForm, Refusal } from './outside.tsx';

/** Asks for a link by mail. */
export function ForgotPassword() {
  const [refusal, setRefusal] = useState<string>();
  const [state, setState] = useState<'form' | 'busy' | 'asked'>('form');
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: isEmail },
  });
  const ask = form.onSubmit(async ({ email }) => {
    setState('busy');
    const refused = await forgotPassword(email);
    setRefusal(refused);
    setState(refused === undefined ? 'asked' : 'form');
  });
  return (
    <Outside title="Forgot your password?" about="A link to set a new one comes by mail" below={<BackToSignIn />}>
      {state === 'asked' ? (
        <Alert variant="light" role="status" className="card">
          If there is an account with that address, a link is on its way. It works once, within an hour.
        </Alert>
      ) : (
        <OutsideForm onSubmit={ask}>
          <Refusal text={refusal} />
          <EmailInput key={form.key('email')} {...form.getInputProps('email')} />
          <Button type="submit" size="md" loading={state === 'busy'} fullWidth>
            Send the link
          </Button>
        </OutsideForm>
      )}
    </Outside>
  );
}

/** Sets a password with the token behind `#` of the link. */
export function ResetPassword() {
  const [token] = useState(() => location.hash.slice(1));
  const [refusal, setRefusal] = useState<string>();
  const [state, setState] = useState<'form' | 'busy' | 'changed'>('form');
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { next: '', again: '' },
    validate: {
      next: (value) => (value.length < 8 ? 'At least 8 characters' : null),
      again: (value, { next }) => (value === next ? null : 'The passwords do not match'),
    },
  });
  const change = form.onSubmit(async ({ next }) => {
    setState('busy');
    const refused = await resetPassword(token, next);
    setRefusal(refused);
    setState(refused === undefined ? 'changed' : 'form');
  });
  return (
    <Outside title="Set a new password" about="It signs you out everywhere" below={<BackToSignIn />}>
      {state === 'changed' ? (
        <Alert variant="light" role="status" className="card">
          Your password is changed. Sign in with it now.
        </Alert>
      ) : (
        <OutsideForm onSubmit={change}>
          <Refusal text={token === '' ? 'The link is not whole. Open it from the mail again.' : refusal} />
          <PasswordInput
            label="New password"
            size="md"
            autoComplete="new-password"
            autoFocus
            key={form.key('next')}
            {...form.getInputProps('next')}
          />
          <PasswordInput
            label="Repeat new password"
            size="md"
            autoComplete="new-password"
            key={form.key('again')}
            {...form.getInputProps('again')}
          />
          <Button type="submit" size="md" loading={state === 'busy'} disabled={token === ''} fullWidth>
            Set password
          </Button>
        </OutsideForm>
      )}
    </Outside>
  );
}
