import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './table.module.css';

export type Column<Item> = {
  name: string;
  /** Before its name. */
  lead?: ReactNode;
  cell(item: Item): ReactNode;
  align?: 'end';
  /** As CSS has it. */
  width?: string;
  /** Left out on narrow screens. */
  wideOnly?: boolean;
  /** What the list is sorted by where its name is pressed. */
  sort?: string;
};

export type Direction = 'asc' | 'desc';

export type TableProps<Item> = {
  label: string;
  columns: readonly Column<NoInfer<Item>>[];
  /** Absent while they are being fetched. */
  items: readonly Item[] | undefined;
  rowKey(item: NoInfer<Item>): string;
  /** Shown in place of rows when there are none. */
  empty?: ReactNode;
  isChosen?(item: NoInfer<Item>): boolean;
  /** How many placeholder rows to show before the first answer. */
  expected?: number;
  /** By what the rows are sorted; with `onSort`, which columns with a `sort` call. */
  sorted?: { by: string; direction: Direction };
  onSort?(by: string, direction: Direction): void;
};

/** Rows under columns; on a phone, each row is a card with its columns named. */
export function Table<Item>(props: TableProps<Item>) {
  const { label, columns, items, rowKey, empty, isChosen, expected = 6, sorted, onSort } = props;
  if (items?.length === 0 && empty !== undefined) return empty;
  const columnProps = ({ name, align, wideOnly }: Column<Item>) => ({
    'data-label': name,
    'data-align': align,
    'data-wide-only': wideOnly === true ? true : undefined,
  });
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']} aria-label={label} aria-busy={items === undefined} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                role="columnheader"
                style={{ width: column.width }}
                {...columnProps(column)}
                aria-sort={
                  column.sort === undefined || column.sort !== sorted?.by
                    ? undefined
                    : sorted.direction === 'asc'
                      ? 'ascending'
                      : 'descending'
                }
              >
                <Head column={column} sorted={sorted} onSort={onSort} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {items === undefined
            ? Array.from({ length: expected }, (_, row) => (
                <tr key={row} role="row">
                  {columns.map((column, index) => (
                    <td key={column.name} role="cell" {...columnProps(column)}>
                      <Skeleton height={12} my={4} width={index === 0 ? '70%' : '45%'} />
                    </td>
                  ))}
                </tr>
              ))
            : items.map((item) => (
                <tr key={rowKey(item)} role="row" data-chosen={isChosen?.(item) === true ? true : undefined}>
                  {columns.map((column) => (
                    <td key={column.name} role="cell" {...columnProps(column)}>
                      {column.cell(item)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadProps<Item> = { column: Column<Item> } & Pick<TableProps<Item>, 'sorted' | 'onSort'>;

function Head<Item>({ column: { name, sort, lead }, sorted, onSort }: HeadProps<Item>) {
  const named =
    sort === undefined || onSort === undefined ? (
      name
    ) : (
      <SortButton by={sort} name={name} sorted={sorted} onSort={onSort} />
    );
  if (lead === undefined) return named;
  return (
    <Group gap="0.75rem" wrap="nowrap">
      {lead}
      <span>{named}</span>
    </Group>
  );
}

type SortProps = { by: string; name: string } & Required<Pick<TableProps<unknown>, 'onSort'>> &
  Pick<TableProps<unknown>, 'sorted'>;

/** The name of a column that sorts by it: upwards, then downwards. */
function SortButton({ by, name, sorted, onSort }: SortProps) {
  const way = sorted?.by === by ? sorted.direction : undefined;
  return (
    <button type="button" className={classes['sort']} onClick={() => onSort(by, way === 'asc' ? 'desc' : 'asc')}>
      {name}
      <span aria-hidden>{way === 'asc' ? ' ↑' : way === 'desc' ? ' ↓' : ''}</span>
    </button>
  );
}

export type MoreProps = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown; shown: number };

/** Below this many rows the end of a list needs no note. */
const FEW = 20;

/** The end of a list, with a button for its next page. */
export function More({ hasNextPage, isFetchingNextPage, fetchNextPage, shown }: MoreProps) {
  if (shown < FEW && !hasNextPage) return null;
  return (
    <Group justify="center" py="md">
      {hasNextPage ? (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {shown === 0 ? 'Show older' : 'Show more'}
        </Button>
      ) : (
        <Text size="xs" c="dimmed" className="num">
          All {shown} shown
        </Text>
      )}
    </Group>
  );
}
