import { Skeleton, Text } from '@mantine/core';
import { count, counted } from './words.ts';
import classes from './shares.module.css';

type Share = { name: string; ok: number; error: number };

/** How much of something each of a few has done, and how much of it failed; absent while it is being fetched. */
export function Shares({ label, of, items }: { label: string; of: string; items: readonly Share[] | undefined }) {
  if (items === undefined) return <Skeleton className={classes['shares']!} />;
  if (items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No {of} in this time.
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
          <span className={`num ${classes['told']}`}>
            {counted(ok + error, of)}
            {error > 0 && `, ${count(error)} failed`}
          </span>
        </li>
      ))}
    </ul>
  );
}
