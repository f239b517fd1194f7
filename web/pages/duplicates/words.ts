import { count, spaced, withLocalTimes } from '../../parts/words.ts';
import type { Answers } from '../../trpc.ts';

export type Kind = Answers['duplicates']['list']['items'][number]['kind'];
export type Alike = Answers['duplicates']['list']['items'][number]['records'][number];

/** Kinds of records that can be merged, in the order they are shown in. */
export const KINDS: { value: Kind; many: string; one: string }[] = [
  { value: 'account', many: 'Accounts', one: 'account' },
  { value: 'contact', many: 'Contacts', one: 'contact' },
  { value: 'opp', many: 'Deals', one: 'deal' },
  { value: 'prospect', many: 'Prospects', one: 'prospect' },
  { value: 'target_account', many: 'Target accounts', one: 'target account' },
];

export const kindName = (kind: string): string => KINDS.find(({ value }) => value === kind)?.one ?? spaced(kind);

/** What records have in common. */
export const MATCHED: Record<string, string> = {
  external_ref: 'Same external ID',
  domain: 'Same domain',
  email: 'Same e-mail',
  name: 'Same name',
  proposal: 'Proposed by an agent',
};

const TABLES: Record<string, [one: string, many: string]> = {
  captures: ['note', 'notes'],
  contacts: ['contact', 'contacts'],
  drafts: ['draft', 'drafts'],
  facts: ['fact', 'facts'],
  meetings: ['meeting', 'meetings'],
  opportunities: ['deal', 'deals'],
  plan_entries: ['plan entry', 'plan entries'],
  prospects: ['prospect', 'prospects'],
  scores: ['score', 'scores'],
  sends: ['sent message', 'sent messages'],
  signals: ['signal', 'signals'],
  target_accounts: ['target account', 'target accounts'],
  tier_proposals: ['tier proposal', 'tier proposals'],
  value_proposals: ['proposed value', 'proposed values'],
};

export const tableName = (table: string): string => TABLES[table]?.[0] ?? spaced(table);

/** `3 deals, 12 notes`. */
export const movesInWords = (moves: readonly { what: string; count: number }[]): string =>
  moves
    .map(({ what, count: many }) => `${count(many)} ${TABLES[what]?.[many === 1 ? 0 : 1] ?? spaced(what)}`)
    .join(', ');

const FIELDS: Record<string, string> = { account_id: 'Account', external_ref: 'External ID', list_name: 'List' };

/** A field by its own name: `payload.region` is “Region”. */
export const fieldName = (field: string): string => FIELDS[field] ?? spaced(field.replace(/^(payload|meddpicc)\./, ''));

export const shownValue = (value: unknown): string =>
  value === null || value === undefined
    ? '–'
    : typeof value === 'string'
      ? withLocalTimes(value)
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
