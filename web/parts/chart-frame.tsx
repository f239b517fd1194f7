import { Center, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { BarsProps } from './charts.tsx';

const Chart = lazy(async () => ({ default: (await import('./charts.tsx')).Bars }));

type Props = Omit<BarsProps, 'data'> & {
  data: BarsProps['data'] | undefined;
  /** Said in its place when there is nothing to draw. */
  none: string;
};

/** A bar chart; a placeholder of its size stands while its data and the chart library are fetched. */
export function Bars({ data, height, none, ...rest }: Props) {
  if (data?.every((row) => rest.series.every(({ name }) => row[name] === 0)) === true) {
    return (
      <Center h={height}>
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      </Center>
    );
  }
  const placeholder = <Skeleton height={height} radius="md" />;
  return (
    <Suspense fallback={placeholder}>
      {data === undefined ? placeholder : <Chart data={data} height={height} {...rest} />}
    </Suspense>
  );
}
