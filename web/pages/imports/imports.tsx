import { Alert, Button, FileButton, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { RowLink } from '../../parts/link.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Status } from '../../parts/status.tsx';
import { More, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { count } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import { type Kind, kindOf, KINDS } from './kinds.ts';
import { csvOfJson, isJson } from './json-file.ts';
import { partsOf, sizeOf } from './upload.ts';

/** What comes once a file was chosen. */
const Columns = lazy(async () => ({ default: (await import('./mapping.tsx')).Columns }));
const Choices = lazy(async () => ({ default: (await import('./mapping.tsx')).Choices }));
const PreviewTable = lazy(async () => ({ default: (await import('./preview.tsx')).PreviewTable }));
const SameNames = lazy(async () => ({ default: (await import('./preview.tsx')).SameNames }));

const MOST_BYTES = 50_000_000;

function History() {
  const imports = useInfiniteQuery({
    ...panel.imports.list.infiniteQueryOptions({}, nextPage),
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : 5_000),
  });
  const items = itemsOf(imports.data)?.filter(({ state }) => state !== 'uploading');
  if (items === undefined || items.length === 0) return null;
  return (
    <Section title="Earlier imports" flush>
      <Table
        label="Earlier imports"
        items={items}
        rowKey={({ import_id }) => import_id}
        columns={[
          {
            name: 'File',
            cell: ({ import_id, file_name, kind }) => (
              <Stack gap={0}>
                <RowLink to="/imports/$importId" params={{ importId: import_id }}>
                  {file_name}
                </RowLink>
                <Text size="xs" c="dimmed">
                  {kindOf(kind).label}
                </Text>
              </Stack>
            ),
          },
          {
            name: 'State',
            cell: ({ state }) => <Status state={state} {...(state === 'done' ? { tone: 'ok' } : {})} />,
          },
          { name: 'Created', align: 'end', cell: ({ created }) => count(created) },
          { name: 'Updated', align: 'end', cell: ({ updated }) => count(updated) },
          { name: 'Not imported', align: 'end', cell: ({ failed }) => count(failed) },
          { name: 'Started', cell: ({ created_at }) => <When at={created_at} /> },
        ]}
      />
      <More {...imports} shown={items.length} />
    </Section>
  );
}

/** Imports records from a CSV file: uploaded, seen first, then written by a job. */
export function Imports() {
  const navigate = useNavigate();
  const [kind, setKind] = useState<Kind>('account');
  const [pasted, setPasted] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [tooLarge, setTooLarge] = useState(false);
  const [sent, setSent] = useState<number>();
  const create = useMutation(panel.imports.create.mutationOptions());
  const addPart = useMutation(panel.imports.add_part.mutationOptions());
  const preview = useMutation(panel.imports.preview.mutationOptions());
  const start = useMutation(
    panel.imports.start.mutationOptions({
      onSuccess: ({ import_id: importId }) => void navigate({ to: '/imports/$importId', params: { importId } }),
    }),
  );
  const take = useMutation({
    mutationFn: async ({ name, text: given }: { name: string; text: string }) => {
      const text = isJson(given) ? csvOfJson(given) : given;
      preview.reset();
      start.reset();
      const { import_id } = await create.mutateAsync({ kind, file_name: name, bytes: sizeOf(text) });
      const parts = partsOf(text);
      for (const [place, part] of parts.entries()) {
        await addPart.mutateAsync({ import_id, place, text: part });
        setSent((place + 1) / parts.length);
      }
      setSent(undefined);
      await preview.mutateAsync({ import_id });
    },
  });
  const choose = async (file: File | null) => {
    if (file === null) return;
    setChosen(file.name);
    setTooLarge(file.size > MOST_BYTES);
    if (file.size <= MOST_BYTES) take.mutate({ name: file.name, text: (await file.text()).toWellFormed() });
  };
  const seen = preview.data;
  const bad = seen?.items.filter(({ errors }) => errors.length > 0).length ?? 0;
  return (
    <Page
      title="Import"
      about="From a CSV or JSON export of your CRM, up to 50 MB. You see the first rows before anything is saved; a row that names a record you have, by external reference, domain or e-mail address, updates it."
    >
      <Section title="File">
        <Stack>
          <SegmentedControl
            aria-label="What the rows are"
            size="xs"
            value={kind}
            onChange={(value) => setKind(value)}
            data={KINDS.map(({ value, label }) => ({ value, label }))}
            style={{ alignSelf: 'flex-start', maxWidth: '100%', flexWrap: 'wrap' }}
          />
          <Group>
            <FileButton
              accept=".csv,.tsv,.json,.jsonl,text/csv,text/tab-separated-values,application/json"
              onChange={(file) => void choose(file)}
            >
              {(props) => (
                <Button leftSection={<IconFileUpload size={16} />} loading={take.isPending} {...props}>
                  Choose a file
                </Button>
              )}
            </FileButton>
            <Text size="sm" c={chosen === undefined ? 'dimmed' : undefined} aria-live="polite" className="words">
              {chosen ?? 'or paste it below'}
              {sent !== undefined && ` · ${Math.round(sent * 100)} % uploaded`}
            </Text>
          </Group>
          <Textarea
            label="CSV or JSON"
            description="The first line names the columns."
            placeholder={`For example:\n${KINDS.find(({ value }) => value === kind)!.example}`}
            autosize
            minRows={4}
            maxRows={10}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8rem' } }}
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
          <Group>
            <Button
              variant="default"
              disabled={pasted.trim() === '' || take.isPending}
              onClick={() => {
                setChosen(undefined);
                take.mutate({ name: 'pasted.csv', text: pasted.toWellFormed() });
              }}
            >
              Preview
            </Button>
          </Group>
          {tooLarge && (
            <Alert color="red" variant="light" role="alert">
              The file is larger than 50 MB. Split it and import the parts one at a time.
            </Alert>
          )}
          {take.error !== null && <Problem error={take.error} />}
          {take.error === null && preview.error !== null && <Problem error={preview.error} />}
        </Stack>
      </Section>
      {seen !== undefined && (
        <Suspense>
          <Section
            title="Columns"
            about="The field each column is saved in. Columns without a field of their own become facts."
          >
            <Columns
              preview={seen}
              onChange={(columns) => preview.mutate({ import_id: seen.import_id, columns, options: seen.options })}
            />
          </Section>
          {seen.kind !== 'account' && (
            <Section title="Options">
              <Choices
                preview={seen}
                onChange={(options) => preview.mutate({ import_id: seen.import_id, columns: seen.columns, options })}
              />
            </Section>
          )}
          <SameNames preview={seen} />
          {start.error !== null && <Problem error={start.error} />}
          <Section
            title="Preview"
            about={
              [
                ...(seen.more ? [`The first ${seen.items.length} rows; all are checked as they are imported.`] : []),
                ...(bad > 0 ? ['Rows with errors are left out; you can download them afterwards.'] : []),
              ].join(' ') || undefined
            }
            actions={
              <Button
                loading={start.isPending}
                disabled={!seen.more && bad === seen.items.length}
                onClick={() =>
                  start.mutate({ import_id: seen.import_id, columns: seen.columns, options: seen.options })
                }
              >
                Import {kindOf(seen.kind).label.toLowerCase()}
              </Button>
            }
            flush
          >
            <PreviewTable preview={seen} />
          </Section>
        </Suspense>
      )}
      <History />
    </Page>
  );
}
