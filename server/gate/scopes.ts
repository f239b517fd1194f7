/** The scopes a key can hold, one per kind of action (decisions 4), each in words for people. */
export const SCOPES = {
  'capture.write': 'Log captures',
  'meddpicc.write': 'Write MEDDPICC evidence',
  'prospect.write': 'Create and change prospects, accounts, opportunities and contacts',
  'plan.write': 'Add to account plans',
  'meeting.write': 'Record meetings and their outcomes',
  'account.read': 'Read accounts, scores, signals and facts',
  'brief.read': 'Read briefs',
} as const;

export type Scope = keyof typeof SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];
