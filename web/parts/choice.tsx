import { type KeyboardEvent, useRef, useState } from 'react';
import classes from './choice.module.css';
import type { Column } from './table.tsx';

/** Rows that are chosen, among those that are shown. */
export type Choice<Item> = {
  /** Ids of the chosen rows, in the list's order. */
  ids: readonly string[];
  shown: number;
  has(item: Item): boolean;
  /** Chooses a row, or chooses it no more; with `isRange` every row between it and the one before, too. */
  set(item: Item, isOn: boolean, isRange: boolean): void;
  all(isOn: boolean): void;
};

/** @param items rows of a list; one that is no longer among them is chosen no more */
export function useChoice<Item>(items: readonly Item[] | undefined, idOf: (item: Item) => string): Choice<Item> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const before = useRef<string>(undefined);
  const shown = (items ?? []).map(idOf);
  const ids = shown.filter((id) => chosen.has(id));
  return {
    ids,
    shown: shown.length,
    has: (item) => chosen.has(idOf(item)),
    set(item, isOn, isRange) {
      const here = shown.indexOf(idOf(item));
      const from = isRange && before.current !== undefined ? shown.indexOf(before.current) : -1;
      const these = shown.slice(from < 0 ? here : Math.min(from, here), Math.max(from, here) + 1);
      before.current = idOf(item);
      setChosen(new Set(isOn ? [...ids, ...these] : ids.filter((id) => !these.includes(id))));
    },
    all: (isOn) => setChosen(new Set(isOn ? shown : [])),
  };
}

type ChooseProps<Item> = { item: Item; name: string; choice: Choice<Item>; onAct: () => void };

function Choose<Item>({ item, name, choice, onAct }: ChooseProps<Item>) {
  const isOn = choice.has(item);
  const keyed = (event: KeyboardEvent) => {
    if (event.key === 'Delete' && choice.ids.length > 0) onAct();
    else if (event.key === 'Escape') choice.all(false);
    else if (event.key === ' ' && event.shiftKey) choice.set(item, !isOn, true);
    else return;
    event.preventDefault();
  };
  return (
    <input
      type="checkbox"
      className={classes['box']!}
      aria-label={`Choose ${name}`}
      checked={isOn}
      // Else the text between two rows is marked.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onKeyDown={keyed}
      onChange={({ currentTarget, nativeEvent }) =>
        choice.set(item, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}

/** The first column of a list, with a box by which each of its rows is chosen; Delete there does what is done with them. */
export function withChoice<Item>(
  column: Column<Item>,
  { choice, nameOf, onAct }: { choice: Choice<Item>; nameOf(item: Item): string; onAct(): void },
): Column<Item> {
  return {
    ...column,
    lead: (
      <input
        type="checkbox"
        className={classes['box']!}
        aria-label="Choose all that are shown"
        checked={choice.shown > 0 && choice.ids.length === choice.shown}
        ref={(box) => {
          if (box !== null) box.indeterminate = choice.ids.length > 0 && choice.ids.length < choice.shown;
        }}
        onChange={({ currentTarget }) => choice.all(currentTarget.checked)}
      />
    ),
    cell: (item) => (
      <div className={classes['cell']}>
        <Choose item={item} name={nameOf(item)} choice={choice} onAct={onAct} />
        {column.cell(item)}
      </div>
    ),
  };
}
