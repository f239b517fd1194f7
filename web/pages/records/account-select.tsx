import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { panel } from '../../trpc.ts';

type Props = Omit<SelectProps, 'data' | 'onChange'> & {
  /** What the chosen account is called, where it is known. */
  name?: string | undefined;
  onChange(id: string | null, name: string | null): void;
};

/** Chooses an account by the beginning of its name. */
export function AccountSelect({ value, name, onChange, ...props }: Props) {
  const [typed, setTyped] = useState(name ?? '');
  const [text] = useDebouncedValue(typed, 200);
  const { data } = useQuery({
    ...panel.records.suggest_accounts.queryOptions({ text: text === name ? '' : text.slice(0, 200) }),
    placeholderData: keepPreviousData,
  });
  const items = data?.items ?? [];
  const options = items.map(({ id, name: label }) => ({ value: id, label }));
  if (typeof value === 'string' && !items.some(({ id }) => id === value))
    options.unshift({ value, label: name ?? value });
  return (
    <Select
      {...props}
      searchable
      clearable
      // The service narrows them.
      filter={({ options: all }) => all}
      nothingFoundMessage="No account begins so"
      data={options}
      value={value ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id, option) => onChange(id, option?.label ?? null)}
    />
  );
}
