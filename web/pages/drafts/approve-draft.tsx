import { Alert, Stack, Text } from '@mantine/core';
import { confirm } from '../../parts/confirm.tsx';
import { saySo } from '../../parts/problem.tsx';
import { channelName } from '../../parts/words.ts';
import { ask } from '../../trpc.ts';
import type { Draft, DraftDetails } from './draft-data.ts';
import { Target } from './target.tsx';
import { Invisible } from './invisible.tsx';
import { Unfilled } from './unfilled.tsx';

/** Question and button of each channel that does not publish. */
const QUESTIONS: Record<string, string> = { manual: 'Approve this draft?', email: 'Send this e-mail?' };
const ACTIONS: Record<string, string> = { manual: 'Approve', email: 'Approve and send' };

type Approval = { draft: Draft; leaves: DraftDetails['leaves'] | undefined; onDone(): Promise<void> };

/** Asks before the version shown is approved, and so sent or published. */
export function confirmApproval({ draft, leaves, onDone }: Approval): void {
  const { draft_id, version, status } = draft;
  confirm({
    title: QUESTIONS[draft.channel] ?? `Publish on ${channelName(draft.channel)}?`,
    act: ACTIONS[draft.channel] ?? 'Approve and publish',
    calm: true,
    children: (
      <Stack gap="sm">
        <Text size="sm">
          {draft.channel === 'manual'
            ? 'You send it yourself; mark it as sent when you have.'
            : `Version ${version}, exactly as you see it, is sent now. This cannot be undone.`}
        </Text>
        <Target draft={draft} as={leaves?.as} />
        {leaves?.obstacle != null && (
          <Alert color="yellow" variant="light">
            {leaves.obstacle} Until this is fixed, publishing fails and the draft is marked as failed.
          </Alert>
        )}
        <Invisible draft={draft} />
        <Unfilled draft={draft} />
      </Stack>
    ),
    async run() {
      await ask.drafts.review.mutate({ draft_id, version, status, action: 'approve' });
      await onDone();
      saySo('Approved', draft.channel === 'manual' ? undefined : 'It is being published.');
    },
  });
}

/** Asks before a draft that is sent by hand counts as sent. */
export function confirmSent({ draft, onDone }: { draft: Draft; onDone(): Promise<void> }): void {
  confirm({
    title: 'Mark it as sent?',
    act: 'I have sent it',
    calm: true,
    children: 'The draft becomes published, and the webhook event send.approved is sent. This cannot be undone.',
    async run() {
      await ask.drafts.mark_sent.mutate({ draft_id: draft.draft_id, version: draft.version });
      await onDone();
      saySo('Marked as sent');
    },
  });
}
