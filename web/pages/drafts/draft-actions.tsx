import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconClock, IconHandStop, IconPencil, IconSend, IconX } from '@tabler/icons-react';
import { useShortcut } from '../../shell/shortcuts.ts';
import { confirmApproval, confirmSent } from './approve-draft.tsx';
import { type Draft, type DraftDetails, useRefreshDrafts } from './draft-data.ts';
import classes from './draft.module.css';
import { useGoOn } from './next-draft.ts';

type Move = 'edit' | 'approve' | 'schedule' | 'hold' | 'reject';

/** A decision that is made in a dialog. */
export type Deciding = 'schedule' | 'hold' | 'reject';

type DraftActionsProps = {
  draftId: string;
  /** The version shown; absent until it is fetched. */
  draft: Draft | undefined;
  found: DraftDetails | undefined;
  can(move: Move): boolean;
  canMarkSent: boolean;
  onEdit(): void;
  onDecide(how: Deciding): void;
};

/** What can be done with the version shown, as buttons and as keys. */
export function DraftActions({ draftId, draft, found, can, canMarkSent, onEdit, onDecide }: DraftActionsProps) {
  const refresh = useRefreshDrafts();
  const goOn = useGoOn(draftId);
  const decided = async () => {
    goOn();
    await refresh();
  };
  const approve = () => {
    if (draft === undefined || !can('approve')) return;
    // Whoever sends it by hand needs its text now.
    confirmApproval({ draft, leaves: found?.leaves, onDone: draft.channel === 'manual' ? refresh : decided });
  };
  const decide = (how: Deciding) => can(how) && onDecide(how);
  useShortcut('a', 'Approve the draft', 'Drafts', approve);
  useShortcut('h', 'Hold the draft', 'Drafts', () => decide('hold'));
  useShortcut('r', 'Reject the draft', 'Drafts', () => decide('reject'));
  useShortcut('e', 'Edit the draft', 'Drafts', () => can('edit') && onEdit());
  useShortcut('s', 'Schedule the draft', 'Drafts', () => decide('schedule'));
  if (draft === undefined) return null;
  return (
    <>
      {can('edit') && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={onEdit}>
          Edit
        </Button>
      )}
      {can('reject') && (
        <Button variant="default" leftSection={<IconX size={16} />} onClick={() => onDecide('reject')}>
          Reject
        </Button>
      )}
      {can('hold') && (
        <Button variant="default" leftSection={<IconHandStop size={16} />} onClick={() => onDecide('hold')}>
          Hold
        </Button>
      )}
      {canMarkSent && (
        <Button leftSection={<IconSend size={16} />} onClick={() => confirmSent({ draft, onDone: decided })}>
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
                <Menu.Item leftSection={<IconClock size={16} />} onClick={() => onDecide('schedule')}>
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
