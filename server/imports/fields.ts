import type { Entity } from '../../db/statements/records.ts';
import { snakeCase } from './values.ts';

/** Fields that say which account a deal or a person belongs to. */
export const ACCOUNT_FIELDS = ['account_id', 'account_ref', 'account_domain', 'account_name'] as const;

const company = {
  name: ['account', 'accountname', 'company', 'companyname'],
  domain: ['website', 'url', 'companydomain', 'companydomainname'],
  industry: ['sector'],
  employee_count: ['employees', 'numberofemployees', 'headcount'],
} as const;

const REF = ['id', 'recordid', 'externalid'] as const;

const tie = {
  account_id: [],
  account_ref: ['accountref', 'companyid', 'accountexternalid'],
  account_domain: ['accountwebsite', 'companydomain', 'companydomainname', 'website', 'domain'],
  account_name: ['account', 'company', 'companyname', 'organization', 'associatedcompany'],
} as const;

const person = {
  name: ['fullname', 'contact', 'contactname'],
  first_name: ['firstname', 'givenname'],
  last_name: ['lastname', 'surname', 'familyname'],
  title: ['jobtitle', 'role', 'position'],
  email: ['emailaddress', 'mail'],
} as const;

/** The fields of each kind that a column can go to, with other names that CRM exports have for them (letters and digits). */
const FIELDS: Record<Entity, Record<string, readonly string[]>> = {
  account: { ...company, tier: [], external_ref: [...REF, 'accountid'] },
  opp: {
    ...tie,
    name: ['opportunity', 'opportunityname', 'deal', 'dealname'],
    stage: ['dealstage', 'salesstage', 'status'],
    amount: ['value', 'closevalue', 'dealvalue', 'dealamount'],
    currency: ['currencycode', 'currencyisocode', 'dealcurrency'],
    close_date: ['closingdate', 'expectedclosedate', 'closes'],
    owner: ['salesagent', 'dealowner', 'opportunityowner', 'salesrep'],
    external_ref: [...REF, 'opportunityid', 'dealid'],
  },
  contact: {
    ...tie,
    ...person,
    phone: ['phonenumber', 'mobile', 'mobilephone', 'telephone'],
    linkedin: ['linkedinurl', 'linkedinprofile'],
    external_ref: [...REF, 'contactid'],
  },
  prospect: { ...tie, ...person, notes: ['note'], external_ref: [...REF, 'prospectid', 'leadid'] },
  target_account: { ...company, list_name: ['list', 'listname'], external_ref: [...REF] },
};

/** What a row of each kind must have: one of these fields. */
export const TELLING: Record<Entity, readonly string[]> = {
  account: ['name', 'domain'],
  opp: ['name', 'external_ref'],
  contact: ['name', 'last_name', 'email', 'external_ref'],
  prospect: ['name', 'last_name', 'email', 'external_ref'],
  target_account: ['name', 'domain'],
};

/** The fields of a kind with a meaning of their own; a column under any other name is kept among the facts. */
export const importFields = (kind: Entity): string[] => Object.keys(FIELDS[kind]);

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const KNOWN = Object.fromEntries(
  Object.entries(FIELDS).map(([kind, fields]) => [
    kind,
    new Map(Object.entries(fields).flatMap(([field, names]) => [plain(field), ...names].map((name) => [name, field]))),
  ]),
) as unknown as Record<Entity, ReadonlyMap<string, string>>;

/** The field that a column's name suggests: a typed one, else a fact of that name; null for a column without a name. */
export const guessField = (kind: Entity, column: string): string | null =>
  KNOWN[kind].get(plain(column)) ?? (snakeCase(column) || null);
