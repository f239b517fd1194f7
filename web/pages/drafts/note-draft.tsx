import { NoteDialog } from '../../parts/note-dialog.tsx';
import { saySo } from '../../parts/problem.tsx';
import { ask } from '../../trpc.ts';
import type { Draft } from './draft-data.ts';

/** What each decision with a note says of itself. */
const SAID = {
  hold: {
    title: 'Hold this draft',
    children: 'It stays in Held until someone approves or rejects it.',
    label: 'Note (optional)',
    act: 'Hold',
    done: 'Held',
  },
  reject: {
    title: 'Reject this draft',
    children: 'It is not sent. The agent that wrote it reads your reason and can write a new version.',
    label: 'Reason',
    isNeeded: true,
    color: 'red',
    act: 'Reject',
    done: 'Rejected',
  },
} as const;

type Props = { draft: Draft; action: keyof typeof SAID; onDone(): Promise<void>; onClose(): void };

/** Holds or rejects the version shown, with what the agent is to know. */
export function NoteDraft({ draft: { draft_id, version, status }, action, onDone, onClose }: Props) {
  const { done, ...said } = SAID[action];
  return (
    <NoteDialog
      {...said}
      onClose={onClose}
      run={async (note) => {
        await ask.drafts.review.mutate({ draft_id, version, status, action, ...note });
        // The dialog closes meanwhile: once the page shows the decision, its keys may open the next one.
        void onDone().then(() => saySo(done));
      }}
    />
  );
}
