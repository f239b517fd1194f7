import type { Asks } from '../../trpc.ts';

export type Kind = Asks['imports']['create']['kind'];

/** Kinds of records that can be imported, in words, each with what a file of them looks like. */
export const KINDS: { value: Kind; label: string; one: string; example: string }[] = [
  {
    value: 'account',
    label: 'Accounts',
    one: 'account',
    example: 'Company name,Website,Industry,Employees\nAcme Corp,acme.example,Manufacturing,420',
  },
  {
    value: 'opp',
    label: 'Deals',
    one: 'deal',
    example: 'Deal,Account,Stage,Amount,Close date\nRenewal 2027,Acme Corp,Proposal,48000,2027-03-31',
  },
  {
    value: 'contact',
    label: 'Contacts',
    one: 'contact',
    example: 'Name,Email,Title,Account\nDana Reyes,dana@acme.example,CFO,Acme Corp',
  },
  {
    value: 'prospect',
    label: 'Prospects',
    one: 'prospect',
    example: 'Name,Email,Title\nLee Park,lee@borealis.example,Head of operations',
  },
  {
    value: 'target_account',
    label: 'Target accounts',
    one: 'target account',
    example: 'Company,Domain,List\nBorealis Foods,borealis.example,Food 2027',
  },
];

/** An export that is restored, which is listed among imports. */
const WORKSPACE = { value: 'workspace', label: 'Whole workspace', one: 'workspace' } as const;

export const kindOf = (kind: string) =>
  kind === 'workspace' ? WORKSPACE : (KINDS.find(({ value }) => value === kind) ?? KINDS[0]!);
