import { Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';

/** A page that could not be shown. A new version deployed meanwhile is the usual reason: loading again helps. */
export function Failed({ error }: { error: unknown }) {
  return (
    <Stack p="xl" gap="sm" maw={560} mx="auto" mt="10vh" role="alert">
      <Title order={1}>This page could not be shown</Title>
      <Text c="dimmed">
        If the service was updated a moment ago, loading the page again is all it takes. Nothing you saved is lost.
      </Text>
      <Code block>{error instanceof Error ? error.message : String(error)}</Code>
      <Group>
        <Button onClick={() => location.reload()}>Load again</Button>
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Go to the overview</Anchor>
      </Group>
    </Stack>
  );
}

export function Missing() {
  useDocumentTitle('No such page · Sales Agent Tools');
  return (
    <Stack p="xl" gap="sm" maw={560} mx="auto" mt="10vh">
      <Title order={1}>There is no such page</Title>
      <Text c="dimmed">The address may be mistyped, or what it led to is gone.</Text>
      <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Go to the overview</Anchor>
    </Stack>
  );
}
