import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Back, To } from '../../parts/link.tsx';
import { nameOf } from '../../parts/name-of.ts';
import { AboutToCome, Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Tag } from '../../parts/status.tsx';
import { When } from '../../parts/when.tsx';
import { spaced } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import { useArchive } from './archive.tsx';
import { Fields } from './fields.tsx';
import { type Field, KINDS } from './kinds.ts';

const route = getRouteApi('/inside/records/$recordId');

const DIMENSIONS = [
  'metrics',
  'economic_buyer',
  'decision_criteria',
  'decision_process',
  'paper_process',
  'identify_pain',
  'champion',
  'competition',
];

const EVIDENCE = DIMENSIONS.map((name): Field => ({ name, label: spaced(name), type: 'long' }));

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** A field of the record's own, as it is kept: only texts and numbers are typed here. */
const ownField = ([name, value]: [string, unknown]): Field => ({
  name,
  label: spaced(name),
  type: typeof value === 'number' ? 'number' : 'text',
});

/** One record: what is known of it field by field, edited where it stands. */
export function RecordPage() {
  const { recordId } = route.useParams();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(panel.records.get.queryOptions({ record_id: recordId }));
  const words = data === undefined ? undefined : KINDS[data.kind];
  const archive = useArchive(() => void navigate({ to: words?.path ?? '/accounts' }));
  const above = words !== undefined && <Back to={words.path}>{words.many}</Back>;
  if (error !== null && data === undefined) {
    return (
      <Page title="Record">
        <Problem error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  if (data === undefined || words === undefined) {
    return (
      <Page
        title="Record"
        about={<AboutToCome />}
        above={<Skeleton height={12} width={80} my={4} />}
        actions={<Skeleton height={36} width={112} />}
      >
        <Skeleton height={420} radius="lg" />
      </Page>
    );
  }
  const { record, kind } = data;
  const own = Object.entries((record['facts'] ?? {}) as Record<string, unknown>);
  const evidence = (record['meddpicc'] ?? {}) as Record<string, unknown>;
  const ref = record['external_ref'];
  return (
    <Page
      title={nameOf(record)}
      above={above}
      about={
        <Group gap="xs">
          <Tag>{words.one.replace(/^./, (first) => first.toUpperCase())}</Tag>
          {kind === 'opp' && <Tag tone="accent">{spaced(String(record['stage_kind']))}</Tag>}
          <span>
            Updated <When at={record['updated_at'] as string} />
          </span>
          {typeof ref === 'string' && <span className="words">Reference {ref}</span>}
          {kind === 'target_account' && typeof record['account_id'] === 'string' && (
            <To to="/accounts/$accountId" params={{ accountId: record['account_id'] }}>
              Its account
            </To>
          )}
        </Group>
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconArchive size={16} />}
          loading={archive.isPending}
          onClick={() => archive.mutate({ record_id: recordId })}
        >
          Archive
        </Button>
      }
    >
      <Stack gap="lg">
        <Section title="Fields" about="Press a value to change it. Each change is a new fact of yours; none is lost.">
          <Fields whole={data} fields={words.fields} values={record} />
        </Section>
        {kind === 'opp' && (
          <Section title="MEDDPICC" about="What is known of the sale’s qualification.">
            <Fields whole={data} fields={EVIDENCE} values={evidence} />
          </Section>
        )}
        {own.some(([, value]) => isPlain(value)) && (
          <Section title="Other fields">
            <Fields
              whole={data}
              fields={own.filter(([, value]) => isPlain(value)).map(ownField)}
              values={Object.fromEntries(own)}
            />
          </Section>
        )}
      </Stack>
    </Page>
  );
}
