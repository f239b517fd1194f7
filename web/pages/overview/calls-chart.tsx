import { VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import legend from '../../parts/legend.module.css';
import { labelEvery, ticksUpTo } from '../../parts/scale.ts';
import { brief, count, counted } from '../../parts/words.ts';
import classes from './calls-chart.module.css';

type Bucket = { at: string; ok: number; error: number; denied: number };

const OUTCOMES = [
  { name: 'ok', label: 'Ok' },
  { name: 'denied', label: 'Denied' },
  { name: 'error', label: 'Errors' },
] as const;

const HEIGHT = 220;
const LEFT = 44;
const TOP = 8;
const BOTTOM = 24;
const LABEL_WIDTH = 64;

const totalOf = ({ ok, error, denied }: Bucket) => ok + error + denied;

/**
 * Calls over time, stacked by outcome. Drawn here and not with the chart library of the other pages, which alone is half
 * of what the first page may weigh.
 */
export function CallsChart({
  buckets,
  label,
}: {
  buckets: readonly Bucket[] | undefined;
  label: (at: string) => string;
}) {
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number>();
  const columns = buckets?.length ?? 0;
  const ticks = ticksUpTo(Math.max(0, ...(buckets ?? []).map(totalOf)));
  const top = ticks.at(-1)!;
  const inner = { width: Math.max(0, width - LEFT), height: HEIGHT - TOP - BOTTOM };
  const column = columns === 0 ? 0 : inner.width / columns;
  const bar = Math.max(1, Math.min(28, column * 0.78));
  const y = (value: number) => TOP + inner.height * (1 - value / top);
  const middle = (index: number) => LEFT + column * (index + 0.5);
  const every = labelEvery(columns, inner.width, LABEL_WIDTH);
  const shown = pointed === undefined ? undefined : buckets?.[pointed];
  return (
    <div className={classes['chart']}>
      <div ref={ref} className={classes['plot']} aria-hidden onPointerLeave={() => setPointed(undefined)}>
        <svg width={width} height={HEIGHT}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                className={classes['grid']}
                x1={LEFT}
                x2={width}
                y1={y(tick)}
                y2={y(tick)}
                data-base={tick === 0 || undefined}
              />
              <text className={classes['mark']} x={LEFT - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                {brief(tick)}
              </text>
            </g>
          ))}
          {width > 0 &&
            buckets?.map((bucket, index) => {
              let below = 0;
              return (
                <g key={bucket.at}>
                  <rect
                    className={classes['column']}
                    data-pointed={index === pointed || undefined}
                    x={LEFT + column * index}
                    y={TOP}
                    width={column}
                    height={inner.height}
                    onPointerEnter={() => setPointed(index)}
                  />
                  {OUTCOMES.map(({ name }) => {
                    const from = below;
                    below += bucket[name];
                    return (
                      bucket[name] > 0 && (
                        <rect
                          key={name}
                          className={classes['bar']}
                          data-outcome={name}
                          x={middle(index) - bar / 2}
                          y={y(below)}
                          width={bar}
                          height={y(from) - y(below)}
                        />
                      )
                    );
                  })}
                  {index % every === 0 && (
                    <text className={classes['mark']} x={middle(index)} y={HEIGHT - 6} textAnchor="middle">
                      {label(bucket.at)}
                    </text>
                  )}
                </g>
              );
            })}
        </svg>
        {shown !== undefined && pointed !== undefined && (
          <div
            className={classes['tip']}
            style={{ insetInlineStart: Math.min(Math.max(middle(pointed), 80), Math.max(80, width - 80)) }}
          >
            <strong>{label(shown.at)}</strong>
            {OUTCOMES.map(({ name, label: words }) => (
              <span key={name}>
                <i data-outcome={name} />
                {words}
                <b>{count(shown[name])}</b>
              </span>
            ))}
          </div>
        )}
      </div>
      <ul className={`${legend['legend']} ${classes['legend']}`} aria-label="Colours">
        {OUTCOMES.map(({ name, label: words }) => (
          <li key={name}>
            <i data-outcome={name} aria-hidden />
            {words}
          </li>
        ))}
      </ul>
      <VisuallyHidden>
        <ul aria-label="Calls by time">
          {buckets
            ?.filter((bucket) => totalOf(bucket) > 0)
            .map((bucket) => (
              <li key={bucket.at}>
                {label(bucket.at)}: {counted(totalOf(bucket), 'call')}, {bucket.denied} denied, {bucket.error} failed
              </li>
            ))}
        </ul>
      </VisuallyHidden>
    </div>
  );
}
