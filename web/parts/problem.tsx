import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { envelopeOf } from '../trpc.ts';
import { Copy } from './copy.tsx';

/** A failed call in words: what happened, what to do next, and the request id for support. */
export function wordsOf(error: unknown) {
  const envelope = envelopeOf(error);
  if (envelope !== undefined) return envelope;
  return {
    code: 'unreachable',
    message: 'The service did not answer.',
    hint: 'Check your connection; the page retries automatically.',
    issues: undefined,
    request_id: undefined,
  };
}

/** A failed call's messages by the field of the form they are about. */
export function fieldErrors(error: unknown, fields: readonly string[]): Record<string, string> {
  const issues = wordsOf(error).issues ?? [];
  return Object.fromEntries(
    issues.filter(({ path }) => fields.includes(path)).map(({ path, message }) => [path, message]),
  );
}

/** Whether the form's fields show everything there is to say of a failed call. */
export function isOnFields(error: unknown, fields: readonly string[] = []): boolean {
  const issues = wordsOf(error).issues ?? [];
  return issues.length > 0 && issues.every(({ path }) => fields.includes(path));
}

type DetailsProps = {
  error: unknown;
  /** Fields of the form that show their messages themselves. */
  fields?: readonly string[] | undefined;
};

function Details({ error, fields }: DetailsProps) {
  const { code, hint, issues: all, request_id } = wordsOf(error);
  const issues = all?.filter(({ path }) => fields?.includes(path) !== true);
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

/** A failed call, in place of its result. */
export function Problem({ error, fields, retry }: DetailsProps & { retry?: () => void }) {
  const { message, code } = wordsOf(error);
  // A retry cannot find what does not exist.
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
        <Details error={error} fields={fields} />
        {retry !== undefined && mayHelp && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** A failed action, as a notification. */
export function sayProblem(error: unknown): void {
  notifications.show({
    color: 'red',
    title: wordsOf(error).message,
    message: <Details error={error} />,
    autoClose: 12_000,
  });
}

/** A successful action, as a notification. */
export function saySo(title: string, message?: string): void {
  notifications.show({ title, message: message ?? '', color: 'petrol', autoClose: 4_000 });
}
