import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus, IconTargetArrow, IconUser, IconUsers, IconListSearch, type TablerIcon } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useChoice, withChoice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { withoutEmpty } from '../../parts/filters.ts';
import { RowLink } from '../../parts/link.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { nameOf } from '../../parts/name-of.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { type Column, More, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { type Answers, type Asks, panel } from '../../trpc.ts';
import { Completeness } from '../accounts/completeness.tsx';
import { ArchiveBar, useArchiveMany } from './archive-many.tsx';
import { ArchiveButton } from './archive.tsx';
import { Edit } from './edit.tsx';
import { ExportLinks } from './export-links.tsx';
import { FilterBar } from './filters.tsx';
import { type Field, type Filters, type Kind, KINDS } from './kinds.ts';

const Views = lazy(async () => ({ default: (await import('./views.tsx')).Views }));

/** Loaded on demand. */
const AddRecord = lazy(async () => ({ default: (await import('./add.tsx')).AddRecord }));
const Archived = lazy(async () => ({ default: (await import('./archived.tsx')).Archived }));

type Listed = Exclude<Kind, 'account'>;
type Item = Answers['records']['list']['items'][number];
type Asked = Asks['records']['list'];

const ICONS: Record<Listed, TablerIcon> = {
  opp: IconTargetArrow,
  contact: IconUsers,
  prospect: IconUser,
  target_account: IconListSearch,
};

const EMPTY: Record<Listed, string> = {
  opp: 'Agents add deals as they work; you add one here or import a CSV file from your CRM.',
  contact: 'Agents add contacts, and gtm_enrich fills in missing details; you add one here or import them.',
  prospect: 'Agents add prospects as they find them; you add one here or import them.',
  target_account: 'Agents build lists with gtm_build_tam; you add a company here or import a list.',
};

const number = (text: string | undefined): number | undefined => {
  const value = Number(text);
  return text === undefined || Number.isNaN(value) ? undefined : value;
};

const date = (text: string | undefined) => (text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined);

/** The filters of a page's address as the service takes them. */
function askedOf(kind: Listed, filters: Filters): Asked {
  const [sort, way] = (filters.sort ?? 'newest-desc').split('-') as [NonNullable<Asked['sort']>, string];
  const asked = {
    search: filters.search,
    account_id: filters.account_id,
    stage: filters.stage,
    stage_kind: filters.stage_kind as Asked['stage_kind'],
    owner: filters.owner,
    list: filters.list,
    close_from: date(filters.close_from),
    close_to: date(filters.close_to),
    amount_min: number(filters.amount_min),
    amount_max: number(filters.amount_max),
  };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const has_gaps = filters.gaps === 'yes';
  return { kind, ...given, ...(has_gaps ? { has_gaps } : {}), sort, way: way === 'asc' ? 'asc' : 'desc' };
}

/** The column of a field: its value, edited where it stands. */
const columnOf = (field: Field): Column<Item> => ({
  name: field.label,
  ...(field.type === 'number' ? { align: 'end' as const } : {}),
  ...(field.wideOnly === true ? { wideOnly: true } : {}),
  ...(field.sort === undefined ? {} : { sort: field.sort }),
  cell: (record) => <Edit field={field} record={record} />,
});

const text = (value: unknown) => (typeof value === 'string' ? value : null);

function RecordList({ kind }: { kind: Listed }) {
  const filters = useSearch({ strict: false }) as Filters;
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const { many, one, about, path, fields } = KINDS[kind];
  const go = (search: Filters) => void navigate({ to: path, search: withoutEmpty(search) as never, replace: true });
  const filter = (change: Filters) => go({ ...filters, ...change });
  const records = useInfiniteQuery({
    ...panel.records.list.infiniteQueryOptions(askedOf(kind, filters), nextPage),
    placeholderData: keepPreviousData,
    enabled: filters.archived !== 'yes',
  });
  const items = itemsOf(records.data);
  const isNarrowed = Object.keys(filters).some((name) => name !== 'sort');
  const [sort, direction] = (filters.sort ?? 'newest-desc').split('-');
  const choice = useChoice(items, ({ id }) => id);
  const archive = useArchiveMany(kind, choice);
  const name: Column<Item> = {
    name: kind === 'target_account' ? 'Company' : one.replace(/^./, (first) => first.toUpperCase()),
    ...(kind === 'opp' ? {} : { sort: 'name' }),
    cell: (record) => (
      <Stack gap={0}>
        <RowLink to="/records/$recordId" params={{ recordId: record.id }} className="words">
          {nameOf(record)}
        </RowLink>
        <Text size="xs" c="dimmed" className="words">
          {text(record['account_name']) ?? ''}
        </Text>
      </Stack>
    ),
  };
  const columns: Column<Item>[] = [
    withChoice(name, { choice, nameOf, onAct: () => archive.mutate() }),
    ...fields.filter(({ listed }) => listed === true).map(columnOf),
    ...(kind === 'opp'
      ? [{ name: 'Evidence', cell: (record: Item) => <Completeness known={record['known'] as number | null} /> }]
      : []),
    { name: 'Updated', align: 'end', wideOnly: true, cell: ({ updated_at }) => <When at={updated_at} /> },
    { name: 'Archive', align: 'end', cell: (record) => <ArchiveButton id={record.id} name={nameOf(record)} /> },
  ];
  return (
    <Page
      title={many}
      about={about}
      actions={
        <>
          <Suspense fallback={<Skeleton height={36} width={96} />}>
            <Views kind={kind} search={withoutEmpty(filters) as Record<string, string>} onOpen={go} />
          </Suspense>
          <ExportLinks kind={kind} />
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            Add {one}
          </Button>
        </>
      }
    >
      <FilterBar key={filters.account_id} kind={kind} filters={filters} onChange={filter} />
      {filters.archived === 'yes' ? (
        <Suspense fallback={<Skeleton height={320} radius="lg" />}>
          <Archived kind={kind} search={filters.search} />
        </Suspense>
      ) : records.error !== null && items === undefined ? (
        <Problem error={records.error} retry={() => void records.refetch()} />
      ) : (
        <Section title={many} flush>
          <Table
            label={many}
            items={items}
            expected={10}
            rowKey={({ id }) => id}
            isChosen={choice.has}
            columns={columns}
            sorted={{ by: sort!, direction: direction === 'asc' ? 'asc' : 'desc' }}
            onSort={(by, way) => filter({ sort: `${by}-${way}` })}
            empty={
              isNarrowed ? (
                <Empty icon={ICONS[kind]} title={`No ${many.toLowerCase()} match these filters`}>
                  Search matches the start of words in names.
                </Empty>
              ) : (
                <Empty icon={ICONS[kind]} title={`No ${many.toLowerCase()} yet`}>
                  {EMPTY[kind]}
                </Empty>
              )
            }
          />
          <More {...records} shown={items?.length ?? 0} />
        </Section>
      )}
      <ArchiveBar choice={choice} act={archive} />
      {adding && (
        <Suspense>
          <AddRecord
            kind={kind}
            given={{ account_id: filters.account_id, list_name: filters.list }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </Page>
  );
}

export const Deals = () => <RecordList key="opp" kind="opp" />;
export const Contacts = () => <RecordList key="contact" kind="contact" />;
export const Prospects = () => <RecordList key="prospect" kind="prospect" />;
export const TargetLists = () => <RecordList key="target_account" kind="target_account" />;
