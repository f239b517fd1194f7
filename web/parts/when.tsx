import { Text, Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { ago, moment, timeZone } from './words.ts';

const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function listen(listener: () => void) {
  if (listeners.size === 0) now = Date.now();
  listeners.add(listener);
  ticking ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 20_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** The current time, updated every 20 seconds. */
export const useNow = (): number => useSyncExternalStore(listen, () => now);

/** How long ago something was, with the exact moment and its zone on hover. */
export function When({ at, empty = 'never' }: { at: string | null | undefined; empty?: string }) {
  const now = useNow();
  if (at === null || at === undefined) return <Text span inherit c="dimmed">{`${empty}`}</Text>;
  return (
    <Tooltip label={`${moment(at)} (${timeZone()})`}>
      <time dateTime={at} className="num" style={{ whiteSpace: 'nowrap' }}>
        {ago(at, now)}
      </time>
    </Tooltip>
  );
}
