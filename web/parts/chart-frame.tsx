import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { BarsProps } from './charts.tsx';

const Chart = lazy(async () => ({ default: (await import('./charts.tsx')).Bars }));

type Props = Omit<BarsProps, 'data'> & { data: BarsProps['data'] | undefined };

/** A bar chart; its room is kept while its data and the chart library are fetched. */
export function Bars({ data, height, ...rest }: Props) {
  const room = <Skeleton height={height} radius="md" />;
  return (
    <Suspense fallback={room}>{data === undefined ? room : <Chart data={data} height={height} {...rest} />}</Suspense>
  );
}
