import { Button, Collapse, Group, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { panel } from '../../trpc.ts';
import { AccountSelect } from './account-select.tsx';
import { type Filters, type Kind, KINDS } from './kinds.ts';
import classes from './list.module.css';

type Props = { kind: Kind; filters: Filters; onChange(change: Filters): void };

const STANDS = [
  { value: 'open', label: 'Open' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
];

const FURTHER = ['account_id', 'owner', 'close_from', 'close_to', 'amount_min', 'amount_max', 'gaps'] as const;

/** What a list of records is narrowed by, and its order. */
export function FilterBar({ kind, filters, onChange }: Props) {
  const { data: words } = useQuery({ ...panel.records.words.queryOptions(), staleTime: 60_000 });
  const soon = useDebouncedCallback(onChange, 250);
  const further = kind === 'target_account' ? 0 : FURTHER.filter((name) => filters[name] !== undefined).length;
  const [open, setOpen] = useState(further > 0);
  const id = useId();
  const isArchived = filters.archived === 'yes';
  const choose = (name: 'stage' | 'owner' | 'list', label: string, any: string, data: readonly string[]) => (
    <Select
      aria-label={label}
      placeholder={any}
      clearable
      searchable
      disabled={isArchived}
      data={[...new Set([...data, ...(filters[name] === undefined ? [] : [filters[name]])])]}
      value={filters[name] ?? null}
      onChange={(value) => onChange({ [name]: value ?? '' })}
    />
  );
  const typed = (
    name: 'close_from' | 'close_to' | 'amount_min' | 'amount_max',
    label: string,
    type: 'date' | 'text',
  ) => (
    <TextInput
      label={label}
      type={type}
      inputMode={type === 'text' ? 'decimal' : undefined}
      defaultValue={filters[name] ?? ''}
      key={`${name} ${filters[name] === undefined}`}
      onChange={(event) => soon({ [name]: event.currentTarget.value.trim() })}
    />
  );
  const { many, orders } = KINDS[kind];
  return (
    <div role="search" aria-label="Filters">
      <div className={classes['filters']} data-kind={kind}>
        <TextInput
          aria-label={`Search ${many.toLowerCase()}`}
          placeholder={
            kind === 'opp' ? 'Deal or account' : kind === 'target_account' ? 'Name or domain' : 'Name, title or account'
          }
          leftSection={<IconSearch size={15} />}
          key={`search ${filters.search === undefined}`}
          defaultValue={filters.search ?? ''}
          onChange={(event) => soon({ search: event.currentTarget.value.trim() })}
        />
        {kind === 'opp' && (
          <>
            <Select
              aria-label="Status"
              placeholder="Open, won and lost"
              clearable
              disabled={isArchived}
              data={STANDS}
              value={filters.stage_kind ?? null}
              onChange={(value) => onChange({ stage_kind: value ?? '' })}
            />
            {choose('stage', 'Stage', 'Any stage', words?.stages ?? [])}
          </>
        )}
        {kind === 'target_account' && choose('list', 'List', 'Any list', words?.lists ?? [])}
        <Select
          aria-label="Order"
          allowDeselect={false}
          disabled={isArchived}
          data={orders}
          value={filters.sort ?? 'newest-desc'}
          onChange={(sort) => onChange({ sort: sort === 'newest-desc' || sort === null ? '' : sort })}
        />
        <Group gap="lg" wrap="nowrap">
          <Switch
            label="Archived"
            checked={isArchived}
            onChange={(event) => onChange({ archived: event.currentTarget.checked ? 'yes' : '' })}
          />
          {kind !== 'target_account' && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconAdjustmentsHorizontal size={15} />}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              {further === 0 ? 'More filters' : `More filters (${further})`}
            </Button>
          )}
        </Group>
      </div>
      {kind !== 'target_account' && (
        <Collapse expanded={open} id={id}>
          <div className={classes['further']}>
            <AccountSelect
              key={`account ${filters.account_id}`}
              label="Account"
              placeholder="Any account"
              value={filters.account_id ?? null}
              name={filters.account_name}
              onChange={(account_id, name) => onChange({ account_id: account_id ?? '', account_name: name ?? '' })}
            />
            {kind === 'opp' && (
              <>
                <Select
                  label="Owner"
                  placeholder="Anybody"
                  clearable
                  searchable
                  data={words?.owners ?? []}
                  value={filters.owner ?? null}
                  onChange={(owner) => onChange({ owner: owner ?? '' })}
                />
                {typed('close_from', 'Closes from', 'date')}
                {typed('close_to', 'Closes until', 'date')}
                {typed('amount_min', 'Amount from', 'text')}
                {typed('amount_max', 'Amount up to', 'text')}
                <Switch
                  label="With MEDDPICC gaps"
                  checked={filters.gaps === 'yes'}
                  onChange={(event) => onChange({ gaps: event.currentTarget.checked ? 'yes' : '' })}
                />
              </>
            )}
          </div>
        </Collapse>
      )}
    </div>
  );
}
