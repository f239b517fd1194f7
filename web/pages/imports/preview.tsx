import { Alert, Stack, Text } from '@mantine/core';
import { To } from '../../parts/link.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { counted } from '../../parts/words.ts';
import type { Preview } from './mapping.tsx';

/** How many rows would add accounts there are, and how their rows update them instead. */
export function SameNames({ preview: { items } }: { preview: Preview }) {
  const again = items.filter(({ same_name, errors }) => same_name !== null && errors.length === 0).length;
  if (again === 0) return null;
  return (
    <Alert
      role="status"
      color="yellow"
      variant="light"
      title={`${counted(again, 'row has', 'rows have')} the name of an account you have`}
    >
      {again === 1 ? 'It would be added' : 'They would be added'} again, as another account. A row updates the account
      that has its domain or external reference: give the file a column with one of them, or leave these rows out.
    </Alert>
  );
}

/** The first rows as they would be imported. */
export function PreviewTable({ preview }: { preview: Preview }) {
  return (
    <Table
      label="Preview of the import"
      items={preview.items}
      rowKey={({ line }) => String(line)}
      columns={[
        {
          name: 'Row',
          cell: ({ line, facts }) => (
            <Stack gap={0}>
              <Text size="sm" fw={500} className="words">
                {String(facts['name'] ?? facts['domain'] ?? facts['email'] ?? facts['external_ref'] ?? 'no name')}
              </Text>
              <Text size="xs" c="dimmed" className="num">
                line {line}
              </Text>
            </Stack>
          ),
        },
        {
          name: 'Result',
          cell: ({ action, errors, same_name }) =>
            errors.length > 0 ? (
              <Status state="error">Not importable</Status>
            ) : (
              <Stack gap={0}>
                <Status state={action} tone={action === 'create' ? 'ok' : 'accent'}>
                  {action === 'create' ? 'New' : 'Update'}
                </Status>
                {same_name !== null && (
                  <To to="/accounts/$accountId" params={{ accountId: same_name }} size="xs">
                    An account has this name
                  </To>
                )}
              </Stack>
            ),
        },
        {
          name: 'Errors',
          cell: ({ errors }) => (
            <Stack gap={0}>
              {errors.map(({ path, message }) => (
                <Text key={`${path} ${message}`} size="xs" c="var(--bad)" className="words">
                  {path === '' ? message : `${path} ${message}`}
                </Text>
              ))}
            </Stack>
          ),
        },
        {
          name: 'Fields',
          cell: ({ facts, account }) => (
            <Text size="xs" c="dimmed" className="words">
              {[...(account === null ? [] : [['account', account]]), ...Object.entries(facts)]
                .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
                .join(', ')}
            </Text>
          ),
        },
      ]}
    />
  );
}
