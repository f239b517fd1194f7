import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import { ticksUpTo } from './scale.ts';

export type Series = { name: string; label: string; color: string };

type Row = Record<string, string | number>;

export type BarsProps = {
  /** What the chart shows, in a sentence, for those who do not see it. */
  label: string;
  data: Row[];
  /** The field of a row that is its place on the x axis. */
  x: string;
  series: Series[];
  height: number;
  stacked?: boolean;
  xLabel?: (value: string) => string;
  yLabel?: (value: number) => string;
};

const axis = { tickLine: true, axisLine: true, fontSize: 11 };

/** The place a tooltip is about; none while it points nowhere. */
const labelText = (value: unknown, xLabel: (value: string) => string) =>
  value === undefined || value === '' ? '' : xLabel(String(value));

/** The same numbers as a table, for readers of the screen. */
function Spoken({ label, data, x, series, xLabel = String }: Omit<BarsProps, 'height'>) {
  const some = data.filter((row) => series.some(({ name }) => row[name] !== 0));
  return (
    <VisuallyHidden>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th>Time</th>
            {series.map(({ name, label: words }) => (
              <th key={name}>{words}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {some.map((row) => (
            <tr key={String(row[x])}>
              <td>{xLabel(String(row[x]))}</td>
              {series.map(({ name }) => (
                <td key={name}>{row[name]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

/** Something counted per day or per name. */
export function Bars(props: BarsProps) {
  const { data, x, series, height, stacked = true, xLabel, yLabel } = props;
  const tall = (row: Row) => {
    const values = series.map(({ name }) => Number(row[name]));
    return stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  };
  const ticks = ticksUpTo(Math.max(0, ...data.map(tall)));
  return (
    <div>
      <div aria-hidden>
        <BarChart
          h={height}
          data={data}
          dataKey={x}
          series={series}
          type={stacked ? 'stacked' : 'default'}
          gridAxis="x"
          tickLine="xy"
          xAxisProps={{ ...axis, minTickGap: 16, ...(xLabel === undefined ? {} : { tickFormatter: xLabel }) }}
          yAxisProps={{
            ...axis,
            width: 44,
            ticks,
            interval: 0,
            domain: [0, ticks.at(-1)!],
            ...(yLabel === undefined ? {} : { tickFormatter: yLabel }),
          }}
          barProps={{ isAnimationActive: false }}
          // Screen readers get the list below; nothing in the chart takes the focus.
          barChartProps={{ accessibilityLayer: false }}
          maxBarWidth={28}
          tooltipAnimationDuration={0}
          tooltipProps={xLabel === undefined ? {} : { labelFormatter: (value) => labelText(value, xLabel) }}
          withLegend={series.length > 1}
          legendProps={{ verticalAlign: 'bottom', height: 28, itemSorter: null }}
        />
      </div>
      <Spoken {...props} />
    </div>
  );
}
