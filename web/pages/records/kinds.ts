import type { Asks } from '../../trpc.ts';

/** A kind of record that people list, add, edit and archive. */
export type Kind = Asks['records']['create']['kind'];

/** A field that people edit: how it is typed, and where it is shown. */
export type Field = {
  name: string;
  label: string;
  type: 'text' | 'email' | 'number' | 'date' | 'account' | 'long';
  /** Whether a list shows it. */
  listed?: boolean;
  wideOnly?: boolean;
  /** Whether a new record needs it. */
  needed?: boolean;
  /** The order of the list by it. */
  sort?: string;
};

/** What a list is narrowed by, as its page's address has it. */
export type Filters = {
  [
    name in
      | 'search'
      | 'sort'
      | 'archived'
      | 'stage'
      | 'stage_kind'
      | 'owner'
      | 'account_id'
      | 'account_name'
      | 'close_from'
      | 'close_to'
      | 'amount_min'
      | 'amount_max'
      | 'gaps'
      | 'list'
  ]?: string;
};

const account: Field = { name: 'account_id', label: 'Account', type: 'account' };
const email: Field = { name: 'email', label: 'E-mail', type: 'email', listed: true };
const company: Field[] = [
  { name: 'domain', label: 'Domain', type: 'text', listed: true },
  { name: 'industry', label: 'Industry', type: 'text', listed: true },
  { name: 'employee_count', label: 'Employees', type: 'number', listed: true, wideOnly: true },
];

const NEWEST = [{ value: 'newest-desc', label: 'Newest first' }];
const BY_NAME = [...NEWEST, { value: 'name-asc', label: 'By name' }];

export type KindWords = {
  /** One of them, several, and their page. */
  one: string;
  several: string;
  many: string;
  /** What the list is of, in a sentence. */
  about: string;
  path: string;
  fields: readonly Field[];
  orders: readonly { value: string; label: string }[];
};

/** What the panel says of each kind, its fields in order. */
export const KINDS: Record<Kind, KindWords> = {
  account: {
    one: 'account',
    several: 'accounts',
    many: 'Accounts',
    about: 'The companies you sell to, from your agents and imports.',
    path: '/accounts',
    fields: [
      { name: 'name', label: 'Name', type: 'text', needed: true },
      ...company,
      { name: 'tier', label: 'Tier', type: 'text', listed: true },
    ],
    orders: [],
  },
  opp: {
    one: 'deal',
    several: 'deals',
    many: 'Deals',
    about: 'Every possible sale, with its stage, amount and close date.',
    path: '/deals',
    fields: [
      { name: 'name', label: 'Name', type: 'text', needed: true },
      { ...account, needed: true },
      { name: 'stage', label: 'Stage', type: 'text', listed: true },
      { name: 'amount', label: 'Amount', type: 'number', listed: true, sort: 'amount' },
      { name: 'currency', label: 'Currency', type: 'text' },
      { name: 'close_date', label: 'Closes', type: 'date', listed: true, sort: 'close_date' },
      { name: 'owner', label: 'Owner', type: 'text', listed: true, wideOnly: true },
    ],
    orders: [
      ...NEWEST,
      { value: 'updated-desc', label: 'Changed last' },
      { value: 'amount-desc', label: 'Largest first' },
      { value: 'amount-asc', label: 'Smallest first' },
      { value: 'close_date-asc', label: 'Closing first' },
      { value: 'close_date-desc', label: 'Closing last' },
    ],
  },
  contact: {
    one: 'contact',
    several: 'contacts',
    many: 'Contacts',
    about: 'The people at your accounts.',
    path: '/contacts',
    fields: [
      { name: 'name', label: 'Name', type: 'text', needed: true, sort: 'name' },
      account,
      { name: 'title', label: 'Title', type: 'text', listed: true },
      email,
      { name: 'phone', label: 'Phone', type: 'text', listed: true },
      { name: 'linkedin', label: 'LinkedIn', type: 'text' },
    ],
    orders: BY_NAME,
  },
  prospect: {
    one: 'prospect',
    several: 'prospects',
    many: 'Prospects',
    about: 'People nobody has worked with yet.',
    path: '/prospects',
    fields: [
      { name: 'name', label: 'Name', type: 'text', needed: true, sort: 'name' },
      account,
      { name: 'title', label: 'Title', type: 'text', listed: true },
      email,
      { name: 'notes', label: 'Notes', type: 'long' },
    ],
    orders: BY_NAME,
  },
  target_account: {
    one: 'target company',
    several: 'target companies',
    many: 'Target lists',
    about: 'Companies that could buy, by list. One that an agent takes on becomes an account.',
    path: '/target-lists',
    fields: [
      { name: 'name', label: 'Name', type: 'text', needed: true, sort: 'name' },
      { name: 'list_name', label: 'List', type: 'text', listed: true, needed: true },
      ...company,
    ],
    orders: BY_NAME,
  },
};

/** A typed value as the service takes it: nothing clears it. */
export function valueOf({ type }: Field, typed: string): string | number | null {
  const text = typed.trim();
  if (text === '') return null;
  const number = Number(text.replaceAll(/[\s,'’]/g, ''));
  return type === 'number' && !Number.isNaN(number) ? number : text;
}
