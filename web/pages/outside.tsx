import { Alert, Anchor, Stack, Text, TextInput, type TextInputProps, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { Mark } from '../shell/mark.tsx';
import classes from './sign-in.module.css';

type OutsideProps = { title: string; about: string; below: ReactNode; children: ReactNode };

/** A page outside the panel, as sign-in is: a heading, and one form. */
export function Outside({ title, about, below, children }: OutsideProps) {
  useDocumentTitle(`${title} · Sales Agent Tools`);
  return (
    <main className={classes['ground']}>
      <div className={classes['box']}>
        <Stack gap={6} align="center">
          <Mark size={40} />
          <Title order={1} mt="xs">
            {title}
          </Title>
          <Text size="sm" c="dimmed" ta="center">
            {about}
          </Text>
        </Stack>
        {children}
        {below}
      </div>
    </main>
  );
}

type FormProps = { onSubmit(event?: FormEvent<HTMLFormElement>): unknown; children: ReactNode };

export const OutsideForm = ({ onSubmit, children }: FormProps) => (
  <form onSubmit={onSubmit} noValidate className={`card ${classes['form']}`}>
    <Stack gap="md">{children}</Stack>
  </form>
);

/** Why it was refused, read out at once. */
export const Refusal = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <Alert variant="light" color="red" role="alert">
      {text}
    </Alert>
  );

export const isEmail = (value: string) => (/^\S+@\S+$/.test(value) ? null : 'Enter your e-mail address');

export const EmailInput = (props: TextInputProps) => (
  <TextInput label="E-mail" type="email" size="md" autoComplete="username" autoFocus {...props} />
);

export const BackToSignIn = () => (
  <Text size="sm" ta="center">
    <Anchor component={Link} to="/sign-in">
      Back to sign-in
    </Anchor>
  </Text>
);
