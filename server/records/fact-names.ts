import { spellingOf } from './spelling.ts';

/** Other names people have for typed fields: spellings without case and marks. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  // Before `name`: of a record that belongs to an account, the company's name is not its own.
  account_id: [
    'account',
    'accountname',
    'accountref',
    'company',
    'companyname',
    'companyid',
    'organization',
    'organisation',
  ],
  amount: ['value', 'dealvalue', 'dealsize', 'dealamount', 'arr', 'acv', 'price'],
  close_date: ['closingdate', 'expectedclosedate', 'expectedclose', 'closeson'],
  domain: ['website', 'companydomain', 'emaildomain'],
  email: ['emailaddress', 'mail', 'workemail'],
  employee_count: ['employees', 'headcount', 'companysize', 'numberofemployees', 'numemployees'],
  identify_pain: ['pain', 'identifiedpain', 'painpoint', 'painpoints'],
  economic_buyer: ['eb', 'buyer'],
  competition: ['competitor', 'competitors'],
  industry: ['sector', 'vertical'],
  linkedin: ['linkedinurl', 'linkedinprofile'],
  list_name: ['list'],
  name: ['fullname', 'displayname', 'companyname', 'accountname'],
  notes: ['note', 'comment', 'comments'],
  owner: ['ownername', 'dealowner', 'accountexecutive', 'salesrep'],
  phone: ['phonenumber', 'mobile', 'mobilephone', 'telephone', 'tel'],
  stage: ['dealstage', 'phase', 'pipelinestage'],
  tier: ['accounttier', 'segment'],
  title: ['jobtitle', 'position'],
};

/** The typed field, of `fields`, that a free fact's name is another name of. */
export function fieldFor(fact: string, fields: readonly string[]): string | undefined {
  const spelling = spellingOf(fact);
  return Object.keys(OTHER_NAMES).find((field) => fields.includes(field) && OTHER_NAMES[field]!.includes(spelling));
}
