import { Alert, Stack, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyWide } from './copy.tsx';
import classes from './secret.module.css';

type SecretProps = {
  secret: string;
  what: string;
  /** How the service stores it. */
  stored: string;
  children?: ReactNode;
};

/** A secret that is shown only once. */
export function Secret({ secret, what, stored, children }: SecretProps) {
  return (
    <Stack gap="md">
      <Alert variant="light" color="yellow" icon={<IconEyeOff />} title="Shown once">
        Copy it now. {stored}
      </Alert>
      <div className={classes['secret']}>
        <Text component="code" className={classes['text']} data-testid="secret" tabIndex={0} aria-label={what}>
          {secret}
        </Text>
        <CopyWide text={secret} label={`Copy ${what}`} />
      </div>
      {children}
    </Stack>
  );
}
