import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { envelopeOf } from '../trpc.ts';
import { Copy } from './copy.tsx';

/** What a failed call says to a person: what happened, what to do next, and by which id support can find it. */
export function wordsOf(error: unknown) {
  const envelope = envelopeOf(error);
  if (envelope !== undefined) return envelope;
  return {
    code: 'unreachable',
    message: 'The service did not answer.',
    hint: 'Check your connection; the page tries again by itself.',
    issues: undefined,
    request_id: undefined,
  };
}

function Details({ error }: { error: unknown }) {
  const { code, hint, issues, request_id } = wordsOf(error);
  return (
    <Stack gap={6}>
      {hint !== undefined && (
        <Text size="sm" className="words">
          {hint}
        </Text>
      )}
      {issues !== undefined && issues.length > 0 && (
        <List size="sm" spacing={2}>
          {issues.map(({ path, message }) => (
            <List.Item key={`${path} ${message}`}>
              {path !== '' && <Code>{path}</Code>} {message}
            </List.Item>
          ))}
        </List>
      )}
      <Group gap={6} c="dimmed" wrap="wrap">
        <Text size="xs" className="mono">
          {code}
        </Text>
        {request_id !== undefined && (
          <>
            <Text size="xs" className="mono">
              · {request_id}
            </Text>
            <Copy text={request_id} label="Copy the request id" />
          </>
        )}
      </Group>
    </Stack>
  );
}

/** A call that failed, in the place of what it should have shown. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const { message, code } = wordsOf(error);
  // What is not there is not there when one asks again.
  const mayHelp = code !== 'not_found';
  return (
    <Alert
      role="alert"
      variant="light"
      color="red"
      radius="lg"
      title={message}
      icon={code === 'unreachable' ? <IconCloudOff /> : <IconAlertTriangle />}
    >
      <Stack gap="sm" align="flex-start">
        <Details error={error} />
        {retry !== undefined && mayHelp && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** A failed action, said in passing. */
export function sayProblem(error: unknown): void {
  notifications.show({
    color: 'red',
    title: wordsOf(error).message,
    message: <Details error={error} />,
    autoClose: 12_000,
  });
}

/** An action that went well, said in passing. */
export function saySo(title: string, message?: string): void {
  notifications.show({ title, message: message ?? '', color: 'petrol', autoClose: 4_000 });
}
