import type { Asks } from '../../trpc.ts';

export type Kind = Asks['imports']['create']['kind'];

/** Kinds of records that can be imported, in words. */
export const KINDS: { value: Kind; label: string; one: string }[] = [
  { value: 'account', label: 'Accounts', one: 'account' },
  { value: 'opp', label: 'Deals', one: 'deal' },
  { value: 'contact', label: 'Contacts', one: 'contact' },
  { value: 'prospect', label: 'Prospects', one: 'prospect' },
  { value: 'target_account', label: 'Target accounts', one: 'target account' },
];

/** An export that is restored, which is listed among imports. */
const WORKSPACE = { value: 'workspace', label: 'Whole workspace', one: 'workspace' } as const;

export const kindOf = (kind: string) =>
  kind === 'workspace' ? WORKSPACE : (KINDS.find(({ value }) => value === kind) ?? KINDS[0]!);
