import { Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { AccountSelect } from './account-select.tsx';
import type { Filters, Kind } from './kinds.ts';
import classes from './list.module.css';

type Props = { kind: Kind; filters: Filters; onChange(change: Filters): void; owners: readonly string[] };

/** What few narrow a list by. */
export function FurtherFilters({ kind, filters, onChange, owners }: Props) {
  const soon = useDebouncedCallback(onChange, 250);
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
  return (
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
            data={owners}
            value={filters.owner ?? null}
            onChange={(owner) => onChange({ owner: owner ?? '' })}
          />
          {typed('close_from', 'Closes from', 'date')}
          {typed('close_to', 'Closes until', 'date')}
          {typed('amount_min', 'Amount from', 'text')}
          {typed('amount_max', 'Amount up to', 'text')}
          <Switch
            label="With gaps"
            checked={filters.gaps === 'yes'}
            onChange={(event) => onChange({ gaps: event.currentTarget.checked ? 'yes' : '' })}
          />
        </>
      )}
    </div>
  );
}
