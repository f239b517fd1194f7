import { Alert } from '@mantine/core';
import type { DraftDetails } from './draft-data.ts';
import { Invisible } from './invisible.tsx';
import { Unfilled } from './unfilled.tsx';

/** States of a draft that can still be published. */
const UNPUBLISHED = new Set(['pending', 'held', 'scheduled', 'approved', 'failed']);

/** Why a draft was not published, or cannot be yet. */
export function DraftNotices({ found: { draft, leaves, needs_other_approver } }: { found: DraftDetails }) {
  const mayLeave = draft.moves.includes('approve') || draft.moves.includes('schedule');
  return (
    <>
      {draft.failure !== null && draft.status === 'failed' && (
        <Alert color="red" variant="light" title="It was not published" role="alert" className="words">
          {draft.failure}
        </Alert>
      )}
      {needs_other_approver && mayLeave && (
        <Alert color="gray" variant="light" title="Someone else has to approve it">
          This workspace requires a second approver, and you, or an agent with a key of yours, created or last edited
          this draft. You can hold it.
        </Alert>
      )}
      {UNPUBLISHED.has(draft.status) && <Invisible draft={draft} />}
      {UNPUBLISHED.has(draft.status) && <Unfilled draft={draft} />}
      {leaves.obstacle !== null && UNPUBLISHED.has(draft.status) && (
        <Alert color="yellow" variant="light" title="It cannot be sent yet">
          {leaves.obstacle} Approved before that is put right, it fails.
        </Alert>
      )}
    </>
  );
}
