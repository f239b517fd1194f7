import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmPassword } from '../../parts/confirm-password.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { useSession } from '../../session.ts';
import { ask } from '../../trpc.ts';
import { Restore } from './restore.tsx';
import { Subject } from './subject.tsx';

/** The data of people in the workspace, its export and its deletion. */
export function PrivacyPage() {
  const session = useSession();
  const [deleting, setDeleting] = useState(false);
  return (
    <Page
      title="Data and privacy"
      about="Find, export or erase what is kept about one person, take your data with you and back, or delete the workspace."
    >
      <Subject />
      <Section title="Export" about="Everything in this workspace as one JSON file, without secrets.">
        <Group>
          <Button
            component="a"
            href="/app/workspace.json"
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download all data
          </Button>
        </Group>
      </Section>
      <Restore />
      <Section title="Delete the workspace" about="Nothing of it can be brought back.">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            All data, keys, connected apps and webhooks are deleted, and your account and the teams you own with them.
          </Text>
          <Button color="red" variant="light" onClick={() => setDeleting(true)}>
            Delete workspace
          </Button>
        </Stack>
      </Section>
      {deleting && (
        <ConfirmPassword
          title="Delete the workspace for ever?"
          act="Delete for ever"
          onClose={() => setDeleting(false)}
          run={async (password) => {
            await ask.privacy.delete_workspace.mutate(password === undefined ? {} : { password });
            location.assign('/app/sign-in');
          }}
        >
          {session?.workspace.name ?? 'It'} is closed at once: you are signed out, and every key stops working. Export
          your data first if you want to keep it.
        </ConfirmPassword>
      )}
    </Page>
  );
}
