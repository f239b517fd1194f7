import { Button, Group, NativeSelect, Skeleton, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBuilding, IconFileUpload, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useChoice, withChoice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { withoutEmpty } from '../../parts/filters.ts';
import { RowLink, To } from '../../parts/link.tsx';
import { itemsOf, nextPage } from '../../parts/list.ts';
import { nameOf } from '../../parts/name-of.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Tag } from '../../parts/status.tsx';
import { type Column, More, Table } from '../../parts/table.tsx';
import { When } from '../../parts/when.tsx';
import { money, upTo } from '../../parts/words.ts';
import { type Answers, panel } from '../../trpc.ts';
import { ArchiveBar, useArchiveMany } from '../records/archive-many.tsx';
import { ArchiveButton } from '../records/archive.tsx';
import { Edit } from '../records/edit.tsx';
import { ExportLinks } from '../records/export-links.tsx';
import { type Field, KINDS } from '../records/kinds.ts';
import { Completeness } from './completeness.tsx';
import classes from './list.module.css';

const route = getRouteApi('/inside/accounts');

const Views = lazy(async () => ({ default: (await import('../records/views.tsx')).Views }));

/** Loaded on demand. */
const AddRecord = lazy(async () => ({ default: (await import('../records/add.tsx')).AddRecord }));
const Archived = lazy(async () => ({ default: (await import('../records/archived.tsx')).Archived }));

const SORTS = ['name', 'newest', 'largest', 'closing'] as const;

const ORDERS = [
  { value: 'name', label: 'By name' },
  { value: 'newest', label: 'Newest first' },
  { value: 'largest', label: 'Largest open deal' },
  { value: 'closing', label: 'Closing next' },
];

/** What stands in the address, until the others are known. */
const present = (word: string | undefined) => (word === undefined ? [] : [word]);

const field = (name: string): Field => KINDS.account.fields.find((each) => each.name === name)!;
const [TIER, EMPLOYEES] = [field('tier'), field('employee_count')];

type Item = Answers['accounts']['list']['items'][number];

const NAME: Column<Item> = {
  name: 'Account',
  cell: (account) => (
    <Stack gap={0}>
      <RowLink to="/accounts/$accountId" params={{ accountId: account.id }} className="words">
        {account.name ?? account.domain ?? account.id}
      </RowLink>
      <Text size="xs" c="dimmed" className="words">
        {[account.name === null ? null : account.domain, account.industry].filter((word) => word !== null).join(' · ')}
      </Text>
    </Stack>
  ),
};

const COLUMNS: Column<Item>[] = [
  {
    name: 'Tier',
    cell: (account) => (
      <Group gap={6}>
        <Edit field={TIER} record={account} />
        {account.proposed_tier !== null && <Tag tone="accent">{`→ ${account.proposed_tier}?`}</Tag>}
      </Group>
    ),
  },
  { name: 'Open deals', align: 'end', cell: ({ open_deals }) => upTo(open_deals, 2_000) },
  {
    name: 'Open amount',
    align: 'end',
    cell: ({ open_deals, open_amount, currency, currencies }) =>
      open_deals === 0
        ? ''
        : open_amount !== null
          ? money(open_amount, currency)
          : currencies > 1
            ? 'several currencies'
            : 'unknown',
  },
  { name: 'Evidence', cell: ({ completeness }) => <Completeness known={completeness} /> },
  {
    name: 'Employees',
    align: 'end',
    wideOnly: true,
    cell: (account) => <Edit field={EMPLOYEES} record={account} />,
  },
  {
    name: 'Last touch',
    align: 'end',
    cell: ({ last_activity_at }) => <When at={last_activity_at} empty="none" />,
  },
  {
    name: 'Archive',
    align: 'end',
    cell: (account) => <ArchiveButton id={account.id} name={nameOf(account)} />,
  },
];

/** The companies sold to, with their open deals. */
export function AccountList() {
  const filters = route.useSearch();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const { data: words } = useQuery({ ...panel.accounts.filters.queryOptions(), staleTime: 60_000 });
  const filter = (change: typeof filters) =>
    void navigate({
      to: '/accounts',
      search: withoutEmpty({ ...filters, ...change }),
      replace: true,
    });
  const filterSoon = useDebouncedCallback(filter, 250);
  const accounts = useInfiniteQuery({
    ...panel.accounts.list.infiniteQueryOptions(
      {
        ...(filters.search === undefined ? {} : { search: filters.search }),
        ...(filters.tier === undefined ? {} : { tier: filters.tier }),
        ...(filters.industry === undefined ? {} : { industry: filters.industry }),
        has_gaps: filters.gaps === 'yes',
        tier_proposed: filters.proposed === 'yes',
        sort: SORTS.find((value) => value === filters.sort) ?? 'name',
      },
      nextPage,
    ),
    placeholderData: keepPreviousData,
    enabled: filters.archived !== 'yes',
  });
  const items = itemsOf(accounts.data);
  const choice = useChoice(items, ({ id }) => id);
  const archive = useArchiveMany('account', choice);
  const filtered = Object.keys(filters).some((name) => name !== 'sort');
  return (
    <Page
      title="Accounts"
      about="The companies you sell to, from your agents and imports."
      actions={
        <>
          <Suspense fallback={<Skeleton height={36} width={96} />}>
            <Views
              kind="account"
              search={withoutEmpty(filters) as Record<string, string>}
              onOpen={(search) => void navigate({ to: '/accounts', search, replace: true })}
            />
          </Suspense>
          <ExportLinks kind="account" />
          <Button
            variant="default"
            leftSection={<IconFileUpload size={16} />}
            renderRoot={(props) => <To to="/imports" underline="never" {...props} />}
          >
            Import CSV
          </Button>
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            Add account
          </Button>
        </>
      }
    >
      <div className={classes['filters']} role="search" aria-label="Filters">
        <TextInput
          aria-label="Search accounts"
          placeholder="Name or domain"
          leftSection={<IconSearch size={15} />}
          defaultValue={filters.search ?? ''}
          onChange={(event) => filterSoon({ search: event.currentTarget.value.trim() })}
        />
        <NativeSelect
          aria-label="Tier"
          data={[{ value: '', label: 'Any tier' }, ...(words?.tiers ?? present(filters.tier))]}
          value={filters.tier ?? ''}
          onChange={(event) => filter({ tier: event.currentTarget.value })}
        />
        <NativeSelect
          aria-label="Industry"
          data={[{ value: '', label: 'Any industry' }, ...(words?.industries ?? present(filters.industry))]}
          value={filters.industry ?? ''}
          onChange={(event) => filter({ industry: event.currentTarget.value })}
        />
        <NativeSelect
          aria-label="Order"
          data={ORDERS}
          value={filters.sort ?? 'name'}
          onChange={({ currentTarget: { value } }) => filter({ sort: value === 'name' ? '' : value })}
        />
        <Group gap="lg">
          <Switch
            label="With gaps"
            checked={filters.gaps === 'yes'}
            onChange={(event) => filter({ gaps: event.currentTarget.checked ? 'yes' : '' })}
          />
          <Switch
            label="Tier proposed"
            checked={filters.proposed === 'yes'}
            onChange={(event) => filter({ proposed: event.currentTarget.checked ? 'yes' : '' })}
          />
          <Switch
            label="Archived"
            checked={filters.archived === 'yes'}
            onChange={(event) => filter({ archived: event.currentTarget.checked ? 'yes' : '' })}
          />
        </Group>
      </div>
      {filters.archived === 'yes' ? (
        <Suspense fallback={<Skeleton height={320} radius="lg" />}>
          <Archived kind="account" search={filters.search} />
        </Suspense>
      ) : accounts.error !== null && items === undefined ? (
        <Problem error={accounts.error} retry={() => void accounts.refetch()} />
      ) : (
        <Section title="Accounts" flush>
          <Table
            label="Accounts"
            items={items}
            expected={10}
            rowKey={({ id }) => id}
            empty={
              filtered ? (
                <Empty icon={IconBuilding} title="No accounts match these filters">
                  Search matches the start of words in names and domains.
                </Empty>
              ) : (
                <Empty
                  icon={IconBuilding}
                  title="No accounts yet"
                  call={{
                    tool: 'gtm_crm_write',
                    input: { entity: 'account', facts: { name: 'Acme', domain: 'acme.example', tier: 'B' } },
                  }}
                >
                  Agents create accounts as they work, or you import a CSV file from your CRM.
                </Empty>
              )
            }
            isChosen={choice.has}
            columns={[withChoice(NAME, { choice, nameOf, onAct: () => archive.mutate() }), ...COLUMNS]}
          />
          <More {...accounts} shown={items?.length ?? 0} />
        </Section>
      )}
      <ArchiveBar choice={choice} act={archive} />
      {adding && (
        <Suspense>
          <AddRecord kind="account" onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Page>
  );
}
