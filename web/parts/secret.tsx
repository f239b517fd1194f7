import { Alert, Stack, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyWide } from './copy.tsx';
import classes from './secret.module.css';

/** A secret, shown this once. */
export function Secret({ secret, what, children }: { secret: string; what: string; children?: ReactNode }) {
  return (
    <Stack gap="md">
      <Alert variant="light" color="yellow" icon={<IconEyeOff />} title="Shown once">
        Copy it now. Only its fingerprint is kept here, so nobody can show it again, us included.
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
