import { Button, Checkbox, Group, Paper, Text } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import classes from './choice.module.css';
import type { Column } from './table.tsx';
import { count } from './words.ts';

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
    <Checkbox
      size="xs"
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
      <Checkbox
        size="xs"
        aria-label="Choose all that are shown"
        checked={choice.shown > 0 && choice.ids.length === choice.shown}
        indeterminate={choice.ids.length > 0 && choice.ids.length < choice.shown}
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

type BarProps<Item> = {
  choice: Choice<Item>;
  /** How many may be chosen at once. */
  most: number;
  /** What is done with them, as a verb. */
  act: string;
  icon: ReactNode;
  isBusy: boolean;
  onAct(): void;
};

/** How many rows are chosen and what is done with them, over the end of the page. */
export function ChoiceBar<Item>({ choice, most, act, icon, isBusy, onAct }: BarProps<Item>) {
  const { length } = choice.ids;
  if (length === 0) return null;
  return (
    <Paper className={classes['bar']!} withBorder shadow="md" radius="lg" role="region" aria-label="Chosen rows">
      <Group gap="sm" justify="space-between">
        <Text size="sm" className="num" role="status">
          {length > most ? `${count(length)} chosen, ${count(most)} at most at once` : `${count(length)} chosen`}
        </Text>
        <Text size="xs" c="dimmed" visibleFrom="md">
          {`Shift chooses all between two, Delete on a box does the same as ${act}`}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="subtle" onClick={() => choice.all(false)}>
            Choose none
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={icon}
            disabled={length > most}
            loading={isBusy}
            onClick={onAct}
          >
            {`${act} ${count(length)}`}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
