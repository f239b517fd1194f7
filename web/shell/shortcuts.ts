import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export type Shortcut = { keys: string; does: string; group: string };

type Held = Shortcut & { run: () => void };

let held: readonly Held[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Held[]): void {
  held = next;
  for (const listener of listeners) listener();
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]'));

const isInDialog = () => document.querySelector('[role="dialog"]') !== null;

/** The first key of a pair such as `g d`, until the second comes or too much time passes. */
let before = '';
let forget: ReturnType<typeof setTimeout> | undefined;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target) || isInDialog() || event.key.length > 1) return;
  const key = event.key.toLowerCase();
  const pair = before === '' ? key : `${before} ${key}`;
  const found = held.findLast(({ keys }) => keys === pair) ?? held.findLast(({ keys }) => keys === key);
  clearTimeout(forget);
  before = '';
  if (found !== undefined) {
    event.preventDefault();
    found.run();
  } else if (held.some(({ keys }) => keys.startsWith(`${key} `))) {
    before = key;
    forget = setTimeout(() => {
      before = '';
    }, 1_200);
  }
}

/** Does something at a key, or at two in a row (`g d`), while nothing is being typed and no dialog is open. */
export function useShortcut(keys: string, does: string, group: string, run: () => void): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (held.length === 0) addEventListener('keydown', onKeyDown);
    const mine = { keys, does, group, run: () => latest() };
    change([...held, mine]);
    return () => {
      change(held.filter((other) => other !== mine));
      if (held.length === 0) removeEventListener('keydown', onKeyDown);
    };
  }, [keys, does, group]);
}

/** The shortcuts in force, for the page that explains them. */
export const useShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => held,
  );
