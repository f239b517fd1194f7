import { Anchor, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';

/** A page that could not be shown, usually because a new version was deployed: reloading helps. */
export function Failed({ error }: { error: unknown }) {
  return (
    <Stack p="xl" gap="sm" maw={560} mx="auto" mt="10vh" role="alert">
      <Title order={1}>This page could not be shown</Title>
      <Text c="dimmed">If the service was just updated, reload the page. Nothing you saved is lost.</Text>
      <Code block>{error instanceof Error ? error.message : String(error)}</Code>
      <Group>
        <Button onClick={() => location.reload()}>Reload</Button>
        <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Go to the overview</Anchor>
      </Group>
    </Stack>
  );
}

export function Missing() {
  useDocumentTitle('Page not found · Sales Agent Tools');
  return (
    <Stack p="xl" gap="sm" maw={560} mx="auto" mt="10vh">
      <Title order={1}>Page not found</Title>
      <Text c="dimmed">The address may be wrong, or the page no longer exists.</Text>
      <Anchor renderRoot={(props) => <Link to="/" {...props} />}>Go to the overview</Anchor>
    </Stack>
  );
}
