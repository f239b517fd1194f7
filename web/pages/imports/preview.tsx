import { Stack, Text } from '@mantine/core';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import type { Preview } from './mapping.tsx';

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
          cell: ({ action, errors }) =>
            errors.length > 0 ? (
              <Status state="error">Not importable</Status>
            ) : (
              <Status state={action} tone={action === 'create' ? 'ok' : 'accent'}>
                {action === 'create' ? 'New' : 'Update'}
              </Status>
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
