import { Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { spaced } from '../../parts/words.ts';
import type { Answers } from '../../trpc.ts';

export type Preview = Answers['imports']['preview'];
export type Column = Preview['columns'][number];
export type Options = Preview['options'];

const LEFT_OUT = '';

const DATES: { value: Options['date_format']; label: string }[] = [
  { value: 'YYYY-MM-DD', label: '2026-03-27' },
  { value: 'M/D/YYYY', label: '3/27/2026 (month first)' },
  { value: 'D/M/YYYY', label: '27/3/2026 (day first)' },
  { value: 'D.M.YYYY', label: '27.3.2026' },
];

/** The field that each column of the file goes to. */
export function Columns({ preview, onChange }: { preview: Preview; onChange: (columns: Column[]) => void }) {
  const known = preview.fields.map((field) => ({ value: field, label: spaced(field) }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} spacing="sm">
      {preview.columns.map(({ column, field }, index) => {
        const extra =
          field !== null && !preview.fields.includes(field) ? [{ value: field, label: `Fact “${field}”` }] : [];
        return (
          <Select
            key={`${index} ${column}`}
            label={column === '' ? `Column ${index + 1}` : column}
            size="xs"
            allowDeselect={false}
            data={[...known, ...extra, { value: LEFT_OUT, label: 'Leave out' }]}
            value={field ?? LEFT_OUT}
            onChange={(value) =>
              onChange(
                preview.columns.map((each, at) =>
                  at === index ? { ...each, field: value === null || value === LEFT_OUT ? null : value } : each,
                ),
              )
            }
          />
        );
      })}
    </SimpleGrid>
  );
}

/** How the cells are read, as far as the kind of record leaves a choice. */
export function Choices({ preview, onChange }: { preview: Preview; onChange: (options: Options) => void }) {
  const { options, kind } = preview;
  const set = (change: Partial<Options>) => onChange({ ...options, ...change });
  const named = (value: string) => (value.trim() === '' ? null : value.trim());
  return (
    <Stack gap="sm" maw={420}>
      {kind === 'opp' && (
        <Select
          label="Dates are written as"
          size="xs"
          allowDeselect={false}
          data={DATES}
          value={options.date_format}
          onChange={(value) => set({ date_format: value! })}
        />
      )}
      {preview.of_accounts && (
        <Switch
          label="Create accounts that are named and not there yet"
          checked={options.create_accounts}
          onChange={(event) => set({ create_accounts: event.currentTarget.checked })}
        />
      )}
      {kind === 'opp' && (
        <TextInput
          label="Account of deals that name none"
          description="By its name. Left empty, such rows are not imported."
          size="xs"
          maxLength={200}
          defaultValue={options.default_account ?? ''}
          onBlur={(event) => set({ default_account: named(event.currentTarget.value) })}
        />
      )}
      {kind === 'target_account' && (
        <TextInput
          label="List"
          description="For rows that name none."
          size="xs"
          maxLength={200}
          defaultValue={options.list_name ?? ''}
          onBlur={(event) => set({ list_name: named(event.currentTarget.value) })}
        />
      )}
    </Stack>
  );
}
