import { NoteDialog } from '../../parts/note-dialog.tsx';
import { counted } from '../../parts/words.ts';
import { ask } from '../../trpc.ts';

type Props = {
  ids: string[];
  /** What is declined, in words. */
  of: string;
  onDone(count: number): Promise<void>;
  onClose(): void;
};

/** Declines proposed values, with the reason that the agent reads if there is one. */
export const DeclineValues = ({ ids, of, onDone, onClose }: Props) => (
  <NoteDialog
    title={ids.length === 1 ? 'Decline this value' : `Decline ${counted(ids.length, 'value')}`}
    act="Decline"
    onClose={onClose}
    run={async (said) => onDone((await ask.values.decline.mutate({ proposal_ids: ids, ...said })).decided.length)}
  >
    {of}: yours stands. When the agent sends the same again, it is told that you declined it, and why.
  </NoteDialog>
);
