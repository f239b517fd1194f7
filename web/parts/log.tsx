import { Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toIso, toLocal } from './filters.ts';
import classes from './log.module.css';
import { MomentPicker } from './moment-picker.tsx';
import { Page, Section } from './page.tsx';
import { Problem } from './problem.tsx';
import { More, type MoreProps, Table, type TableProps } from './table.tsx';

type Span = { from?: string | undefined; to?: string | undefined };

type LogProps<Item> = {
  title: string;
  about: string;
  /** What its rows are: `Calls`. */
  of: string;
  /** Address of its CSV export. */
  csv: string;
  /** Address of its export with the seals that prove it. */
  proof?: string;
  /** Beside the title: how far it is sealed. */
  badge?: ReactNode;
  filters: Span;
  onFilter(change: Span): void;
  onClear(): void;
  /** Filters besides the time. */
  children: ReactNode;
  query: Omit<MoreProps, 'shown'> & { error: unknown; refetch(): unknown };
  none: ReactNode;
  noneMatch: ReactNode;
} & Pick<TableProps<Item>, 'items' | 'rowKey' | 'columns'>;

/** A page for an append-only log: filters, rows and a CSV export. */
export function Log<Item>({
  title,
  about,
  of,
  csv,
  proof,
  badge,
  filters,
  onFilter,
  onClear,
  ...rest
}: LogProps<Item>) {
  const { children, query, none, noneMatch, items, rowKey, columns } = rest;
  const filtered = Object.keys(filters).length > 0;
  const asked = new URLSearchParams(filters as Record<string, string>);
  return (
    <Page
      title={title}
      about={`${about} Entries cannot be changed or deleted.`}
      actions={
        <>
          {badge}
          {proof !== undefined && (
            <Button component="a" href={`${proof}?${asked}`} download variant="default">
              Export with proof
            </Button>
          )}
          <Button
            component="a"
            href={`${csv}?${asked}`}
            download
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            {filtered ? 'Export these as CSV' : 'Export as CSV'}
          </Button>
        </>
      }
    >
      <div className={classes['filters']} role="search" aria-label="Filters">
        {children}
        <MomentPicker
          label="From"
          placeholder="Any time"
          clearable
          value={toLocal(filters.from)}
          onChange={(from) => onFilter({ from: toIso(from) ?? '' })}
        />
        <MomentPicker
          label="To"
          placeholder="Now"
          clearable
          value={toLocal(filters.to)}
          onChange={(to) => onFilter({ to: toIso(to) ?? '' })}
        />
      </div>
      {query.error !== null && items === undefined ? (
        <Problem error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Section
          title={of}
          flush
          actions={
            filtered && (
              <Button size="compact-sm" variant="subtle" leftSection={<IconX size={14} />} onClick={onClear}>
                Clear filters
              </Button>
            )
          }
        >
          <Table
            label={of}
            items={items}
            expected={12}
            rowKey={rowKey}
            empty={filtered ? noneMatch : none}
            columns={columns}
          />
          <More {...query} shown={items?.length ?? 0} />
        </Section>
      )}
    </Page>
  );
}
