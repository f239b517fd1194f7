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

/** The field of the form that an issue is about: `allowed_ips` for `allowed_ips.0`, an entry of what is typed there. */
const fieldOf = (path: string, fields: readonly string[]) =>
  fields.find((field) => path === field || path.startsWith(`${field}.`));

/** A failed call's messages by the field of the form they are about, of each field the first. */
export function fieldErrors(error: unknown, fields: readonly string[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of wordsOf(error).issues ?? []) {
    const field = fieldOf(path, fields);
    if (field !== undefined) errors[field] ??= message;
  }
  return errors;
}

/** Whether the form's fields show everything there is to say of a failed call. */
export function isOnFields(error: unknown, fields: readonly string[] = []): boolean {
  const issues = wordsOf(error).issues ?? [];
  return issues.length > 0 && issues.every(({ path }) => fieldOf(path, fields) !== undefined);
}

type DetailsProps = {
  error: unknown;
  /** Fields of the form that show their messages themselves. */
  fields?: readonly string[] | undefined;
};

function Details({ error, fields }: DetailsProps) {
  const { code, hint, issues: all, request_id } = wordsOf(error);
  const issues = all?.filter(({ path }) => fieldOf(path, fields ?? []) === undefined);
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
