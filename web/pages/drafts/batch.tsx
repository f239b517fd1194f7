import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { saySo, wordsOf } from '../../parts/problem.tsx';
import { Status } from '../../parts/status.tsx';
import { counted } from '../../parts/words.ts';
import { ask, panel } from '../../trpc.ts';
import { Body } from './body.tsx';
import classes from './batch.module.css';
import { type DraftItem, headOf, isWhole } from './item.ts';
import { Target } from './target.tsx';
import { Invisible } from './invisible.tsx';
import { Unfilled } from './unfilled.tsx';

type Decision = 'approve' | 'hold' | 'skip';

type Outcome = { done: true; status: string } | { done: false; why: string };

/** Reviews several drafts, each shown in full: only the versions shown here are approved or held. */
export function Batch({ drafts, onClose }: { drafts: readonly DraftItem[]; onClose: () => void }) {
  const queryClient = useQueryClient();
  // As they were when the dialog opened; later changes are refused by their version.
  const [shown] = useState(drafts);
  const [decisions, setDecisions] = useState<Record<string, Decision>>({});
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({});
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const decisionOf = (id: string) => decisions[id] ?? 'skip';
  const decideAll = (decision: Decision) =>
    setDecisions(
      Object.fromEntries(
        shown.map((draft) => [draft.draft_id, decision === 'approve' && !isWhole(draft) ? 'skip' : decision]),
      ),
    );
  const decided = shown.filter(({ draft_id }) => decisionOf(draft_id) !== 'skip' && outcomes[draft_id]?.done !== true);
  const approvals = decided.filter(({ draft_id }) => decisionOf(draft_id) === 'approve').length;

  const submit = async () => {
    setBusy(true);
    const results: Record<string, Outcome> = {};
    for (const action of ['approve', 'hold'] as const) {
      const these = decided.filter(({ draft_id }) => decisionOf(draft_id) === action);
      if (these.length === 0) continue;
      const seen = these.map(({ draft_id, version, status }) => ({ draft_id, version, status }));
      try {
        const { items } = await ask.drafts.review_many.mutate({
          drafts: seen,
          action,
          ...(note.trim() === '' ? {} : { note: note.trim() }),
        });
        for (const item of items) {
          results[item.draft_id] = item.ok
            ? { done: true, status: item.result.status }
            : { done: false, why: item.error.message };
        }
      } catch (error) {
        for (const { draft_id } of seen) results[draft_id] = { done: false, why: wordsOf(error).message };
      }
    }
    setOutcomes((before) => ({ ...before, ...results }));
    const done = Object.values(results).filter((outcome) => outcome.done).length;
    await queryClient.invalidateQueries({ queryKey: panel.drafts.pathKey() });
    await queryClient.invalidateQueries({ queryKey: panel.session.pathKey() });
    setBusy(false);
    if (done === decided.length) {
      saySo(`${counted(done, 'draft')} reviewed`);
      onClose();
    }
  };

  return (
    <Dialog onClose={onClose} size="xl" title={`Review ${counted(shown.length, 'draft')}`}>
      <Stack gap="lg">
        <Group justify="space-between">
          <Text size="sm" c="dimmed" maw={420}>
            Approved drafts are sent to their channel. A draft that changes while you read it is not sent.
          </Text>
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => decideAll('hold')}>
              Hold all
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => decideAll('approve')}>
              Approve all
            </Button>
          </Group>
        </Group>
        {shown.map((draft) => {
          const outcome = outcomes[draft.draft_id];
          return (
            <article key={draft.draft_id} className={classes['draft']} aria-label={headOf(draft)}>
              <Group justify="space-between" align="flex-start">
                <Title order={3} className="words" style={{ flex: 1 }}>
                  {headOf(draft)}
                </Title>
                {outcome?.done === true ? (
                  <Status state={outcome.status} />
                ) : (
                  <SegmentedControl
                    size="xs"
                    aria-label={`Decision about ${headOf(draft)}`}
                    value={decisionOf(draft.draft_id)}
                    onChange={(value) => setDecisions((before) => ({ ...before, [draft.draft_id]: value as Decision }))}
                    data={[
                      { value: 'skip', label: 'Skip' },
                      { value: 'hold', label: 'Hold' },
                      { value: 'approve', label: 'Approve', disabled: !isWhole(draft) },
                    ]}
                  />
                )}
              </Group>
              <Target draft={draft} />
              <Invisible draft={draft} />
              <Unfilled draft={draft} />
              <div className={classes['body']}>
                <Body text={draft.body} />
                {!isWhole(draft) && (
                  <Text size="sm" c="var(--warn)" mt="sm">
                    Only the beginning of its {draft.body_chars} characters is shown. Open the draft to approve it.
                  </Text>
                )}
              </div>
              {outcome?.done === false && (
                <Alert color="red" variant="light" role="alert">
                  {outcome.why}
                </Alert>
              )}
            </article>
          );
        })}
        <TextInput
          label="Note"
          description="Saved with each review."
          maxLength={2_000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button disabled={decided.length === 0} loading={busy} onClick={() => void submit()}>
            {approvals > 0 ? `Approve ${approvals}` : ''}
            {approvals > 0 && decided.length > approvals ? ' and ' : ''}
            {decided.length > approvals ? `hold ${decided.length - approvals}` : ''}
            {decided.length === 0 ? 'Review' : ''}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
