import type { Answers } from '../../trpc.ts';

/** What the queue and the page of one draft both know of it. */
export type DraftItem = Omit<Answers['drafts']['list']['items'][number], keyof Elsewhere>;

/** What only the queue tells. */
type Elsewhere = {
  account_name: unknown;
  staged_by_key_id: unknown;
  edited_by_key_id: unknown;
  needs_other_approver: unknown;
};

/** How a draft is called where there is little room. */
export const headOf = ({ title, body }: Pick<DraftItem, 'title' | 'body'>): string =>
  title ?? body.split('\n').find((line) => line.trim() !== '') ?? 'Untitled';

/** Where a draft goes beside its channel, field by field, as people read and write it. */
export const destinationOf = ({ destination }: Pick<DraftItem, 'destination'>): [field: string, text: string][] =>
  Object.entries(destination ?? {})
    .filter(([, value]) => value != null)
    .map(([field, value]) => [field, Array.isArray(value) ? value.join(', ') : String(value)]);

/** Whether all of its text came with the list; what nobody has read whole is not approved. */
export const isWhole = ({ body, body_chars }: DraftItem): boolean => [...body].length >= body_chars;
