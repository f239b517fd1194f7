import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { confirm } from '../../parts/confirm.tsx';
import { Section } from '../../parts/page.tsx';
import { saySo } from '../../parts/problem.tsx';
import { When } from '../../parts/when.tsx';
import { useWho } from '../../parts/who.tsx';
import { count, counted, moment } from '../../parts/words.ts';
import { ask } from '../../trpc.ts';
import type { Preview } from './words.ts';

type Undo = Preview['undos'][number];
type UndoJob = NonNullable<Undo['job']>;

/** Whether a job still does it, or takes it back. */
export const isRunning = ({ job }: Undo): boolean => job?.state === 'running';

/** How far a large undo got, or why it stopped. */
function Job({ job: { way, state, total, done, stays, reason } }: { job: UndoJob }) {
  const unit = way === 'undo' ? 'record' : 'part';
  if (state === 'running') {
    return (
      <Stack gap={4} mt={4} maw={420}>
        <Progress aria-label={`${unit}s done`} value={total === 0 ? 0 : Math.min(100, (100 * done) / total)} />
        <Text size="xs" c="dimmed" className="num" aria-live="polite">
          {way === 'undo' ? 'Undoing' : 'Taking back'}: {count(done)} of {counted(total, unit)}
        </Text>
      </Stack>
    );
  }
  return (
    <>
      {stays > 0 && ` · ${counted(stays, 'change')} of others since stay`}
      {state === 'failed' && (
        <Text size="xs" c="var(--bad)" className="words">
          Stopped: {reason}
        </Text>
      )}
    </>
  );
}

/** What was undone before, each to be taken back. */
export function Before({ undos, refresh }: { undos: Preview['undos']; refresh(): Promise<unknown> }) {
  const whoOf = useWho();
  const takeBack = (undo_id: string) =>
    confirm({
      title: 'Take the undo back?',
      act: 'Take back',
      calm: true,
      children:
        'Everything is as it was before the undo, but for what somebody changed since. Archived records and withdrawn facts are there again, held drafts wait again.',
      async run() {
        const { not_brought_back: not, in_parts } = await ask.undos.bring_back.mutate({ undo_id });
        await refresh();
        if (in_parts) saySo('The undo is taken back', 'It goes on when you leave this page.');
        else
          saySo(
            'Undo taken back',
            not.length === 0 ? undefined : `${counted(not.length, 'change')} of others since stay as they are.`,
          );
      },
    });
  return (
    <Section title="Undone before">
      <Stack gap="sm">
        {undos.map(({ undo_id, done_by, done_at, restored_by, restored_at, facts, since, job }) => (
          <Group key={undo_id} justify="space-between">
            <Text size="sm" component="div">
              Undone by {whoOf(done_by)}, <When at={done_at} />
              {since !== null && ` (since ${moment(since)})`} · {counted(facts, 'fact')} withdrawn
              {restored_by !== null && (
                <>
                  {' '}
                  · taken back by {whoOf(restored_by)}, <When at={restored_at} />
                </>
              )}
              {job !== null && <Job job={job} />}
            </Text>
            {restored_at === null && job?.state !== 'running' && (
              <Button variant="default" size="xs" onClick={() => takeBack(undo_id)}>
                Take back
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
