import { Skeleton, Text } from '@mantine/core';
import { count, counted } from './words.ts';
import classes from './shares.module.css';

type Share = { name: string; ok: number; error: number };

/** Amounts per name with the share that failed; items are undefined while they are fetched. */
export function Shares({ label, of, items }: { label: string; of: string; items: readonly Share[] | undefined }) {
  if (items === undefined) return <Skeleton className={classes['shares']!} />;
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No {of}s in this period.
      </Text>
    );
  }
  const most = Math.max(...items.map(({ ok, error }) => ok + error));
  const width = (value: number) => ({ width: `${(value / most) * 100}%` });
  return (
    <ul className={classes['shares']} aria-label={label}>
      {items.map(({ name, ok, error }) => (
        <li key={name}>
          <span>{name}</span>
          <span className={classes['track']} aria-hidden>
            {ok > 0 && <i style={width(ok)} />}
            {error > 0 && <i data-bad style={width(error)} />}
          </span>
          <span className={`num ${classes['amount']}`}>
            {counted(ok + error, of)}
            {error > 0 && `, ${count(error)} failed`}
          </span>
        </li>
      ))}
    </ul>
  );
}
