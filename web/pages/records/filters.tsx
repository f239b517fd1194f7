import { Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { spaced } from '../../parts/words.ts';
import { panel } from '../../trpc.ts';
import { type Filters, type Kind, KINDS } from './kinds.ts';
import classes from './list.module.css';

/** Fetched when somebody asks for it. */
const FurtherFilters = lazy(async () => ({ default: (await import('./further-filters.tsx')).FurtherFilters }));

type Props = { kind: Kind; filters: Filters; onChange(change: Filters): void };

const STANDS = [
  { value: 'open', label: 'Open' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
];

type Choice = { value: string; label: string };

const choices = (words: readonly string[] = []): Choice[] =>
  words.map((word) => ({ value: word, label: spaced(word) }));

/** The choices with the one that stands in the address, which may be of another case or no more there. */
const withPresent = (data: readonly Choice[], present: string | undefined): readonly Choice[] =>
  present === undefined || data.some(({ value }) => value === present)
    ? data
    : [...data, { value: present, label: present }];

const FURTHER = ['account_id', 'owner', 'close_from', 'close_to', 'amount_min', 'amount_max', 'gaps'] as const;

/** What a list of records is narrowed by, and its order. */
export function FilterBar({ kind, filters, onChange }: Props) {
  const { data: words } = useQuery({ ...panel.records.words.queryOptions(), staleTime: 60_000 });
  const soon = useDebouncedCallback(onChange, 250);
  const further = kind === 'target_account' ? 0 : FURTHER.filter((name) => filters[name] !== undefined).length;
  const [chosen, setOpen] = useState<boolean>();
  const open = chosen ?? further > 0;
  const id = useId();
  const isArchived = filters.archived === 'yes';
  const choose = (name: 'stage' | 'list' | 'stage_kind', label: string, any: string, data: readonly Choice[]) => (
    <NativeSelect
      aria-label={label}
      disabled={isArchived}
      data={[{ value: '', label: any }, ...withPresent(data, filters[name])]}
      value={filters[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
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
            {choose('stage_kind', 'Status', 'Open, won and lost', STANDS)}
            {choose('stage', 'Stage', 'Any stage', choices(words?.stages))}
          </>
        )}
        {kind === 'target_account' && choose('list', 'List', 'Any list', choices(words?.lists))}
        <NativeSelect
          aria-label="Order"
          disabled={isArchived}
          data={[...orders]}
          value={filters.sort ?? 'newest-desc'}
          onChange={({ currentTarget: { value } }) => onChange({ sort: value === 'newest-desc' ? '' : value })}
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
        <div id={id} hidden={!open}>
          {open && (
            <Suspense>
              <FurtherFilters kind={kind} filters={filters} onChange={onChange} owners={words?.owners ?? []} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}
