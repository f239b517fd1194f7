import { Alert, Button, FileButton, Group, Select, SimpleGrid, Stack, Switch, Text, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Back } from '../../parts/link.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Problem, saySo } from '../../parts/problem.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { count, counted, spaced } from '../../parts/words.ts';
import { type Answers, panel } from '../../trpc.ts';

type Preview = Answers['accounts']['import_preview'];
type Column = Preview['columns'][number];

const MOST_BYTES = 3_000_000;

const LEFT_OUT = '';

const EXAMPLE = `Company name,Website,Industry,Employees,Tier
Acme Corp,acme.example,Manufacturing,420,A
Borealis Foods,borealis.example,Food,95,B`;

function Columns({ preview, onChange }: { preview: Preview; onChange: (columns: Column[]) => void }) {
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

/** Imports accounts from a CSV file: a preview first, then all rows or none. */
export function AccountImport() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [csv, setCsv] = useState('');
  const [pasted, setPasted] = useState('');
  const [tooLarge, setTooLarge] = useState(false);
  const [skip, setSkip] = useState(false);
  const preview = useMutation(panel.accounts.import_preview.mutationOptions());
  const run = useMutation(
    panel.accounts.import.mutationOptions({
      onSuccess: ({ created, updated, skipped }) => {
        saySo(
          `${counted(created, 'account')} created, ${updated} updated`,
          skipped > 0 ? `${counted(skipped, 'row')} left out` : undefined,
        );
        void queryClient.invalidateQueries({ queryKey: panel.accounts.pathKey() });
        void navigate({ to: '/accounts' });
      },
    }),
  );
  const look = (text: string, columns?: Column[]) => {
    setCsv(text);
    run.reset();
    preview.mutate({ csv: text, ...(columns === undefined ? {} : { columns }) });
  };
  const take = async (file: File | null) => {
    if (file === null) return;
    setTooLarge(file.size > MOST_BYTES);
    if (file.size <= MOST_BYTES) look(await file.text());
  };
  const seen = preview.data;
  const good = seen === undefined ? 0 : seen.create + seen.update;
  return (
    <Page
      title="Import accounts"
      above={<Back to="/accounts">Accounts</Back>}
      about="From a CSV export of your CRM, up to 2,000 rows at a time. You see a preview before anything is saved; a row with the domain or external reference of an existing account updates it."
    >
      <Section title="File">
        <Stack>
          <Group>
            <FileButton accept=".csv,.tsv,text/csv,text/tab-separated-values" onChange={(file) => void take(file)}>
              {(props) => (
                <Button leftSection={<IconFileUpload size={16} />} loading={preview.isPending} {...props}>
                  Choose a file
                </Button>
              )}
            </FileButton>
            <Text size="sm" c="dimmed">
              or paste it below
            </Text>
          </Group>
          <Textarea
            aria-label="CSV"
            placeholder={EXAMPLE}
            autosize
            minRows={4}
            maxRows={10}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8rem' } }}
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
          <Group>
            <Button variant="default" disabled={pasted.trim() === ''} onClick={() => look(pasted)}>
              Preview
            </Button>
          </Group>
          {tooLarge && (
            <Alert color="red" variant="light" role="alert">
              The file is larger than 3 MB. Split it and import the parts one at a time.
            </Alert>
          )}
          {preview.error !== null && <Problem error={preview.error} />}
        </Stack>
      </Section>
      {seen !== undefined && (
        <>
          <Section
            title="Columns"
            about="The field each column is saved in. Columns without a field of their own become facts."
          >
            <Columns preview={seen} onChange={(columns) => look(csv, columns)} />
          </Section>
          <Stats>
            <Stat name="Rows" value={count(seen.rows)} />
            <Stat name="New accounts" value={count(seen.create)} />
            <Stat name="Updates" value={count(seen.update)} />
            <Stat
              name="With errors"
              value={count(seen.invalid)}
              {...(seen.invalid > 0 ? { tone: 'bad' as const } : {})}
            />
          </Stats>
          <Section
            title="Preview"
            about={
              seen.rows > seen.items.length ? `The first ${seen.items.length} rows, those with errors first` : undefined
            }
            flush
          >
            <Table
              label="Preview of the import"
              items={seen.items}
              rowKey={({ line }) => String(line)}
              columns={[
                {
                  name: 'Row',
                  cell: ({ line, facts }) => (
                    <Stack gap={0}>
                      <Text size="sm" fw={500} className="words">
                        {String(facts['name'] ?? facts['domain'] ?? 'no name')}
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
                  name: 'Facts',
                  cell: ({ facts }) => (
                    <Text size="xs" c="dimmed" className="words">
                      {Object.entries(facts)
                        .map(([name, value]) => `${name}: ${value}`)
                        .join(', ')}
                    </Text>
                  ),
                },
              ]}
            />
          </Section>
          {run.error !== null && <Problem error={run.error} />}
          <Group justify="flex-end">
            {seen.invalid > 0 && (
              <Switch
                label={`Leave out ${counted(seen.invalid, 'row')} with errors`}
                checked={skip}
                onChange={(event) => setSkip(event.currentTarget.checked)}
              />
            )}
            <Button
              loading={run.isPending}
              disabled={good === 0 || (seen.invalid > 0 && !skip)}
              onClick={() =>
                run.mutate({
                  csv,
                  columns: seen.columns.map(({ column, field }) => ({ column, field })),
                  skip_invalid: skip,
                })
              }
            >
              Import {counted(good, 'account')}
            </Button>
          </Group>
        </>
      )}
    </Page>
  );
}
