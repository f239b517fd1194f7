import type { Answers } from '../../trpc.ts';

export type Preview = Answers['undos']['preview'];
export type UndoneRecord = Preview['records'][number];
export type Stay = Preview['stays'][number];
export type Left = Preview['left'][number];

const KINDS: Record<string, string> = {
  opp: 'Deal',
  capture: 'Capture',
  meeting: 'Meeting',
  plan_entry: 'Plan entry',
  target_account: 'Target account',
  target_list: 'Target list',
  brain: 'Brain scope',
  proposal: 'Tier proposal',
  merge: 'Merge proposal',
  value_proposal: 'Proposed value',
};

export const kindOf = (kind: string) => KINDS[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

export const ACTS: Record<UndoneRecord['act'], { state: string; words: string }> = {
  archived: { state: 'denied', words: 'Will be archived' },
  withdrawn: { state: 'denied', words: 'Will be withdrawn' },
  changed: { state: 'approved', words: 'Will be changed back' },
  held: { state: 'held', words: 'Will be held' },
};

export const REASONS: Record<Stay['reason'], string> = {
  changed_since: 'Changed since',
  in_use: 'Other records belong to it',
  decided: 'Decided since',
  gone: 'Merged or erased since',
  not_kept: 'What stood before is no longer kept',
  form: 'What stood before is kept in words only',
};

export const LEFT: Record<Left['kind'], string> = {
  published: 'Published',
  sent: 'Sent',
  delivered: 'Delivered to webhooks',
  delivering: 'On its way to webhooks',
};
