import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconClock, IconHandStop, IconPencil, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { sayProblem, saySo } from '../../parts/problem.tsx';
import { useShortcut } from '../../shell/shortcuts.ts';
import { panel } from '../../trpc.ts';
import { confirmApproval, confirmSent } from './approve-draft.tsx';
import { type Draft, type DraftDetails, useRefreshDrafts } from './draft-data.ts';
import classes from './draft.module.css';

type Move = 'edit' | 'approve' | 'schedule' | 'hold';

type DraftActionsProps = {
  /** The version shown; absent until it is fetched. */
  draft: Draft | undefined;
  found: DraftDetails | undefined;
  can(move: Move): boolean;
  canMarkSent: boolean;
  onEdit(): void;
  onSchedule(): void;
};

/** What can be done with the version shown, as buttons and as keys. */
export function DraftActions({ draft, found, can, canMarkSent, onEdit, onSchedule }: DraftActionsProps) {
  const refresh = useRefreshDrafts();
  const review = useMutation(panel.drafts.review.mutationOptions({ onSuccess: () => refresh(), onError: sayProblem }));
  const approve = () => {
    if (draft !== undefined && can('approve')) confirmApproval({ draft, leaves: found?.leaves, onDone: refresh });
  };
  const hold = () => {
    if (draft === undefined || !can('hold')) return;
    const { draft_id, version, status } = draft;
    review.mutate(
      { draft_id, version, status, action: 'hold' },
      { onSuccess: () => saySo('Held', 'It stays here until someone approves it.') },
    );
  };
  useShortcut('a', 'Approve the draft', 'Drafts', approve);
  useShortcut('h', 'Hold the draft', 'Drafts', hold);
  useShortcut('e', 'Edit the draft', 'Drafts', () => can('edit') && onEdit());
  useShortcut('s', 'Schedule the draft', 'Drafts', () => can('schedule') && onSchedule());
  if (draft === undefined) return null;
  return (
    <>
      {can('edit') && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={onEdit}>
          Edit
        </Button>
      )}
      {can('hold') && (
        <Button variant="default" leftSection={<IconHandStop size={16} />} loading={review.isPending} onClick={hold}>
          Hold
        </Button>
      )}
      {canMarkSent && (
        <Button leftSection={<IconSend size={16} />} onClick={() => confirmSent({ draft, onDone: refresh })}>
          Mark as sent
        </Button>
      )}
      {can('approve') && (
        <Button.Group>
          <Button leftSection={<IconCheck size={16} />} onClick={approve}>
            Approve
          </Button>
          {can('schedule') && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button px={8} aria-label="Other ways to approve" className={classes['more']!}>
                  <IconChevronDown size={16} />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconClock size={16} />} onClick={onSchedule}>
                  Schedule…
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </Button.Group>
      )}
    </>
  );
}
