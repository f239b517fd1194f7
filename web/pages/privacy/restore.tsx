import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmPassword } from '../../parts/confirm-password.tsx';
import { Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { bytes } from '../../parts/words.ts';
import { ask } from '../../trpc.ts';
import { partsOfFile } from '../imports/upload.ts';

const MOST_BYTES = 200_000_000;

/** Brings an exported workspace back into an empty one. */
export function Restore() {
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const [tooLarge, setTooLarge] = useState(false);
  const [sent, setSent] = useState<number>();
  const [error, setError] = useState<unknown>();
  const choose = (chosen: File | null) => {
    if (chosen === null) return;
    setError(undefined);
    setTooLarge(chosen.size > MOST_BYTES);
    if (chosen.size <= MOST_BYTES) setFile(chosen);
  };
  const upload = async (chosen: File, import_id: string) => {
    setSent(0);
    try {
      let place = 0;
      for await (const text of partsOfFile(chosen)) {
        const { received_bytes } = await ask.imports.add_part.mutate({ import_id, place, text });
        place += 1;
        setSent(received_bytes / chosen.size);
      }
      await ask.privacy.start_restore.mutate({ import_id });
      await navigate({ to: '/imports/$importId', params: { importId: import_id } });
    } catch (problem) {
      setError(problem);
    }
    setSent(undefined);
  };
  return (
    <Section
      title="Restore"
      about="Bring such a file, up to 200 MB, back into an empty workspace, here or on another installation."
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Records, facts with their history, notes, plans and drafts come back as they were. Keys, connected channels,
          webhooks, runs, the audit log and activity do not. Drafts that were approved or scheduled are held until you
          decide again.
        </Text>
        <Group>
          <FileButton accept=".json,application/json" onChange={choose}>
            {(props) => (
              <Button
                variant="default"
                leftSection={<IconFileUpload size={16} aria-hidden />}
                loading={sent !== undefined}
                {...props}
              >
                Choose a file
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" aria-live="polite">
            {sent === undefined ? '' : `${Math.round(sent * 100)} % uploaded`}
          </Text>
        </Group>
        {tooLarge && (
          <Alert color="red" variant="light" role="alert">
            The file is larger than 200 MB, the most that can be restored.
          </Alert>
        )}
        {error !== undefined && <Problem error={error} />}
      </Stack>
      {file !== undefined && (
        <ConfirmPassword
          title="Restore into this workspace?"
          act="Restore"
          onClose={() => setFile(undefined)}
          run={async (password) => {
            const { import_id } = await ask.privacy.begin_restore.mutate({
              file_name: file.name,
              bytes: file.size,
              ...(password === undefined ? {} : { password }),
            });
            void upload(file, import_id);
          }}
        >
          {file.name} ({bytes(file.size)}) is uploaded and read first. Nothing is restored where the workspace holds
          anything, or the file is not whole.
        </ConfirmPassword>
      )}
    </Section>
  );
}
