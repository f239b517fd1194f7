import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Back, To } from '../../parts/link.tsx';
import { AboutToCome, Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { Status } from '../../parts/status.tsx';
import { Table } from '../../parts/table.tsx';
import { count, counted, spaced } from '../../parts/words.ts';
import { type Answers, panel } from '../../trpc.ts';
import { kindOf } from './kinds.ts';

const route = getRouteApi('/inside/imports/$importId');

type View = Answers['imports']['get'];

function Rows({ view }: { view: View }) {
  const { total_rows: total, done, state } = view;
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Status state={state} {...(state === 'done' ? { tone: 'ok' as const } : {})} />
        <Text size="sm" className="num" aria-live="polite">
          {total === null ? 'Counting rows' : `${count(done)} of ${counted(total, 'row')}`}
        </Text>
      </Group>
      <Progress aria-label="Rows done" value={total === null || total === 0 ? 0 : (100 * done) / total} />
    </Stack>
  );
}

/** Of a workspace's file: what was not brought back, and why drafts wait. */
function LeftOut({ restore }: { restore: NonNullable<View['restore']> }) {
  const rows = Object.entries(restore.left_out).map(([table, left]) => ({ table, left }));
  return (
    <>
      {restore.held > 0 && (
        <Alert variant="light" color="yellow">
          {counted(restore.held, 'draft')} had been approved or scheduled and not sent:{' '}
          {restore.held === 1 ? 'it is' : 'they are'} held until you decide again.
        </Alert>
      )}
      {rows.length > 0 && (
        <Section
          title="Left out"
          about="What an export has beside your data: logs, rights, work under way and what is made again by itself."
          flush
        >
          <Table
            label="Left out"
            items={rows}
            rowKey={({ table }) => table}
            columns={[
              { name: 'What', cell: ({ table }) => spaced(table) },
              { name: 'Rows', align: 'end', cell: ({ left }) => count(left) },
            ]}
          />
        </Section>
      )}
    </>
  );
}

function Errors({ view }: { view: View }) {
  const errors = useQuery({
    ...panel.imports.errors.queryOptions({ import_id: view.import_id }),
    enabled: view.failed > 0,
    refetchInterval: view.state === 'running' ? 3_000 : false,
  });
  const { refetch } = errors;
  const { state, failed } = view;
  // The last rows may have failed since they were asked for.
  useEffect(() => {
    if (state !== 'running' && failed > 0) void refetch();
  }, [refetch, state, failed]);
  if (view.failed === 0) return null;
  return (
    <Section
      title="Rows that were not imported"
      about={view.failed > 50 ? 'The first 50; the file has all of them.' : undefined}
      actions={
        <Button
          size="xs"
          variant="default"
          component="a"
          href={`/app/imports/${encodeURIComponent(view.import_id)}/errors.csv`}
          download
        >
          Download as CSV
        </Button>
      }
      flush
    >
      <Table
        label="Rows that were not imported"
        items={errors.data?.items}
        rowKey={({ line }) => String(line)}
        columns={[
          { name: 'Line', width: '5rem', cell: ({ line }) => <span className="num">{line}</span> },
          {
            name: 'Why',
            cell: ({ errors: why }) => (
              <Text size="sm" className="words">
                {why.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')}
              </Text>
            ),
          },
          {
            name: 'Row',
            wideOnly: true,
            cell: ({ cells }) => (
              <Text size="xs" c="dimmed" className="words" lineClamp={2}>
                {cells.join(', ')}
              </Text>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** One import: how far it is, what it came to, and the rows it left out. */
export function ImportPage() {
  const { importId } = route.useParams();
  const queryClient = useQueryClient();
  const view = useQuery({
    ...panel.imports.get.queryOptions({ import_id: importId }),
    refetchInterval: (query) => (query.state.data?.state === 'running' ? 1_000 : false),
  });
  const onSuccess = () => void queryClient.invalidateQueries({ queryKey: panel.imports.pathKey() });
  const cancel = useMutation(panel.imports.cancel.mutationOptions({ onSuccess }));
  const resume = useMutation(panel.imports.resume.mutationOptions({ onSuccess }));
  const { data } = view;
  return (
    <Page
      title={data?.file_name ?? 'Import'}
      above={<Back to="/imports">Import</Back>}
      about={
        data === undefined ? (
          <AboutToCome />
        ) : data.kind === 'workspace' ? (
          'A workspace that is restored'
        ) : (
          `Import of ${kindOf(data.kind).label.toLowerCase()}`
        )
      }
      actions={
        data !== undefined && (
          <>
            {data.state === 'failed' && data.total_rows !== null && (
              <Button loading={resume.isPending} onClick={() => resume.mutate({ import_id: importId })}>
                Resume
              </Button>
            )}
            {data.restore === null &&
              data.ended_at !== null &&
              data.created + data.updated + data.accounts_created > 0 && (
                <Button
                  variant="default"
                  renderRoot={(props) => (
                    <To to="/undo" search={{ import_id: importId }} underline="never" {...props} />
                  )}
                >
                  Undo import
                </Button>
              )}
            {['uploading', 'running', 'failed'].includes(data.state) && (
              <Button
                variant="default"
                loading={cancel.isPending}
                onClick={() => cancel.mutate({ import_id: importId })}
              >
                Cancel
              </Button>
            )}
          </>
        )
      }
    >
      {view.error !== null && <Problem error={view.error} retry={() => void view.refetch()} />}
      {cancel.error !== null && <Problem error={cancel.error} />}
      {resume.error !== null && <Problem error={resume.error} />}
      {data !== undefined && (
        <>
          <Rows view={data} />
          {data.reason !== null && (
            <Alert color="red" variant="light" role="alert">
              {data.reason}
            </Alert>
          )}
          {data.state === 'cancelled' && data.done > 0 && (
            <Text size="sm" c="dimmed">
              What was written before it was cancelled is still there.
            </Text>
          )}
          <Stats>
            <Stat name={data.restore === null ? 'Created' : 'Restored'} value={count(data.created)} />
            {data.restore === null && <Stat name="Updated" value={count(data.updated)} />}
            {data.accounts_created > 0 && <Stat name="Accounts created" value={count(data.accounts_created)} />}
            <Stat
              name={data.restore === null ? 'Not imported' : 'Refused'}
              value={count(data.failed)}
              {...(data.failed > 0 ? { tone: 'bad' as const } : {})}
            />
          </Stats>
          <Errors view={data} />
          {data.restore !== null && <LeftOut restore={data.restore} />}
        </>
      )}
    </Page>
  );
}
