import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

export type Shortcut = { keys: string; does: string; group: string };

/** The keys that open the search wherever something is typed, as the reader's keyboard has them. */
export const SEARCH_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

type Registered = Shortcut & { run: () => void };

let registered: readonly Registered[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Registered[]): void {
  registered = next;
  for (const listener of listeners) listener();
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]'));

const isInDialog = () => document.querySelector('[role="dialog"]') !== null;

/** The first key of a pair such as `g d`, until the second is pressed or 1.2 s pass. */
let before = '';
let forget: ReturnType<typeof setTimeout> | undefined;

function onKeyDown(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
    const search = registered.findLast(({ keys }) => keys === 'mod+k');
    if (search === undefined || isInDialog()) return;
    // Wherever something is being typed, and in place of the browser's own.
    event.preventDefault();
    search.run();
    return;
  }
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target) || isInDialog() || event.key.length > 1) return;
  const key = event.key.toLowerCase();
  const pair = before === '' ? key : `${before} ${key}`;
  const found = registered.findLast(({ keys }) => keys === pair) ?? registered.findLast(({ keys }) => keys === key);
  clearTimeout(forget);
  before = '';
  if (found !== undefined) {
    event.preventDefault();
    found.run();
  } else if (registered.some(({ keys }) => keys.startsWith(`${key} `))) {
    before = key;
    forget = setTimeout(() => {
      before = '';
    }, 1_200);
  }
}

/** Runs something on a key, or two in a row (`g d`), while nothing is being typed and no dialog is open. */
export function useShortcut(keys: string, does: string, group: string, run: () => void): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (registered.length === 0) addEventListener('keydown', onKeyDown);
    const mine = { keys, does, group, run: () => latest() };
    change([...registered, mine]);
    return () => {
      change(registered.filter((other) => other !== mine));
      if (registered.length === 0) removeEventListener('keydown', onKeyDown);
    };
  }, [keys, does, group]);
}

/** The shortcuts that are active now. */
export const useShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => registered,
  );
