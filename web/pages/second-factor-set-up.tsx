import { Alert, Anchor, Box, Button, Code, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { encode } from 'uqr';
import { useAttempt } from '../parts/attempt.ts';
import { CopyWide } from '../parts/copy.tsx';
import { Dialog, End, SecretDialog } from '../parts/dialog.tsx';
import { fieldErrors, Problem } from '../parts/problem.tsx';
import { ask } from '../trpc.ts';

/** A QR code, dark on light by day and night: apps read nothing else. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <Box component="svg" viewBox={`0 0 ${size} ${size}`} w={200} h={200} role="img" aria-label="QR code of the secret">
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join('')} fill="#000" shapeRendering="crispEdges" />
    </Box>
  );
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Stack gap="md">
      <Alert variant="light" color="yellow" icon={<IconEyeOff />} title="Shown once">
        Keep these codes where you find them without your phone. Each signs you in once in place of the app.
      </Alert>
      <Code block data-testid="backup-codes" tabIndex={0} aria-label="Backup codes">
        {codes.join('\n')}
      </Code>
      <CopyWide text={codes.join('\n')} label="Copy backup codes" />
    </Stack>
  );
}

/** Sets up a second factor: the secret for the app, a code of it, then the backup codes. */
export function SetUp({ onClose }: { onClose: () => void }) {
  const [begun, setBegun] = useState<{ secret: string; uri: string }>();
  const [failure, setFailure] = useState<unknown>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [code, setCode] = useState('');
  useEffect(() => {
    ask.second_factor.begin.mutate().then(setBegun, setFailure);
  }, []);
  const { busy, error, submit } = useAttempt(
    async () => setCodes((await ask.second_factor.finish.mutate({ code })).backup_codes),
    () => {},
  );
  const wrong = fieldErrors(error, ['code'])['code'];
  return (
    <SecretDialog
      title="Set up a second factor"
      onClose={onClose}
      made={codes === undefined ? undefined : { title: 'Your backup codes', shown: <BackupCodes codes={codes} /> }}
    >
      {failure !== undefined && <Problem error={failure} />}
      {begun === undefined && failure === undefined && <Loader size="sm" aria-label="Loading" />}
      {begun !== undefined && (
        <form onSubmit={submit}>
          <Stack gap="md">
            <Text size="sm">
              Scan this with an authenticator app, or <Anchor href={begun.uri}>open it in one on this device</Anchor>.
            </Text>
            <Group align="flex-start">
              <QrCode text={begun.uri} />
              <Stack gap="xs" maw={240}>
                <Text size="sm" c="dimmed">
                  Or type this into the app:
                </Text>
                <Code data-testid="totp-secret" style={{ overflowWrap: 'anywhere' }}>
                  {begun.secret.match(/.{1,4}/g)!.join(' ')}
                </Code>
              </Stack>
            </Group>
            <TextInput
              label="Code that the app shows"
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={10}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              error={wrong}
              autoFocus
              data-autofocus
            />
            <End error={wrong === undefined ? error : undefined} onClose={onClose}>
              <Button type="submit" loading={busy} disabled={code.trim() === ''}>
                Turn on
              </Button>
            </End>
          </Stack>
        </form>
      )}
    </SecretDialog>
  );
}

/** Makes new backup codes in place of the old ones. */
export function Renew({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const { busy, error, submit } = useAttempt(
    async () => setCodes((await ask.second_factor.renew_backup_codes.mutate()).backup_codes),
    () => {},
  );
  if (codes !== undefined) {
    return (
      <SecretDialog
        title=""
        onClose={onClose}
        made={{ title: 'Your backup codes', shown: <BackupCodes codes={codes} /> }}
      />
    );
  }
  return (
    <Dialog title="Make new backup codes?" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">The old ones stop working at once.</Text>
          <End error={error} onClose={onClose} startsHere>
            <Button type="submit" loading={busy}>
              Make new codes
            </Button>
          </End>
        </Stack>
      </form>
    </Dialog>
  );
}
