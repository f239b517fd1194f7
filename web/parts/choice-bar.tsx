import { Button, Group, Paper, Text } from '@mantine/core';
import classes from './choice.module.css';
import { count as shownCount } from './words.ts';

type Props = {
  /** How many are chosen, and how many may be at once. */
  count: number;
  most: number;
  /** What is done with them, as a verb. */
  act: string;
  isBusy: boolean;
  onAct(): void;
  onNone(): void;
};

/** How many rows are chosen and what is done with them, over the end of the page. */
export function ChoiceBar({ count, most, act, isBusy, onAct, onNone }: Props) {
  return (
    <Paper className={classes['bar']!} withBorder shadow="md" radius="lg" role="region" aria-label="Chosen rows">
      <Group gap="sm" justify="space-between">
        <Text size="sm" className="num" role="status">
          {count > most
            ? `${shownCount(count)} chosen, ${shownCount(most)} at most at once`
            : `${shownCount(count)} chosen`}
        </Text>
        <Text size="xs" c="dimmed" visibleFrom="md">
          {`Shift chooses all between two, Delete on a box does the same as ${act}`}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="subtle" onClick={onNone}>
            Choose none
          </Button>
          <Button size="xs" variant="default" disabled={count > most} loading={isBusy} onClick={() => onAct()}>
            {`${act} ${shownCount(count)}`}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
