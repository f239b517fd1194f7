import { Group, Kbd, Stack, Text, Title } from '@mantine/core';
import { Dialog } from '../parts/dialog.tsx';
import { SEARCH_KEYS, useShortcuts } from './shortcuts.ts';

/** The keyboard shortcuts of the current page. */
export function Help({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts();
  const groups = Map.groupBy(shortcuts, ({ group }) => group);
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" size="lg">
      <Stack gap="lg">
        {[...groups].toReversed().map(([group, members]) => (
          <Stack key={group} gap={6}>
            <Title order={3} c="dimmed">
              {group}
            </Title>
            {[...new Map(members.map((member) => [member.keys, member])).values()].map(({ keys, does }) => (
              <Group key={keys} justify="space-between" wrap="nowrap">
                <Text size="sm">{does}</Text>
                <Group gap={4} wrap="nowrap">
                  {keys
                    .replace('mod+k', SEARCH_KEYS)
                    .split(' ')
                    .map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                </Group>
              </Group>
            ))}
          </Stack>
        ))}
      </Stack>
    </Dialog>
  );
}
