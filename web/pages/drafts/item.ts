import { named } from '../../parts/invisible.tsx';
import type { Answers } from '../../trpc.ts';

/** What both the queue and a draft's page know of it. */
export type DraftItem = Omit<Answers['drafts']['list']['items'][number], keyof Elsewhere>;

/** Fields only the queue has. */
type Elsewhere = {
  account_name: unknown;
  assignee: unknown;
  staged_by_key_id: unknown;
  edited_by_key_id: unknown;
  needs_other_approver: unknown;
};

/** A draft's title, or the first line of its text, with what is not to be seen by name. */
export const headOf = ({ title, body }: Pick<DraftItem, 'title' | 'body'>): string =>
  named(title ?? body.split('\n').find((line) => line.trim() !== '') ?? 'Untitled');

/** Where a draft goes beside its channel, field by field, as people read and write it. */
export const destinationOf = ({ destination }: Pick<DraftItem, 'destination'>): [field: string, text: string][] =>
  Object.entries(destination ?? {})
    .filter(([, value]) => value != null)
    .map(([field, value]) => [field, Array.isArray(value) ? value.join(', ') : String(value)]);

/** Whether the list holds its full text; only a draft shown in full can be approved. */
export const isWhole = ({ body, body_chars }: DraftItem): boolean => [...body].length >= body_chars;
