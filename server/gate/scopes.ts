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

/**
 * Scopes that only an application's token needs, for tools that every API key may call; each has a checkbox on the
 * consent page. None of them approves a draft; no application ever may.
 */
export const APP_SCOPES = {
  'drafts.read': 'Read drafts and their reviews',
  'drafts.write': 'Stage and edit drafts, for you to decide on',
  'drafts.hold': 'Hold drafts back; it can never approve, schedule or reject one',
  'integrations.write': 'Connect publishing channels, or replace the account that one publishes with',
  'brain.write': 'Read and write the settings and memory your agents work by (brain state)',
  'runs.write': 'Start runs and report that they go on',
  'telemetry.write': 'Report how runs ended',
  'teams.read': 'Read what the members of a team you own did, in numbers',
} as const;

/** All scopes an application can request and a person can grant. */
export const OAUTH_SCOPES = { ...SCOPES, ...APP_SCOPES } as const;

export type Scope = keyof typeof SCOPES;
export type AppScope = keyof typeof APP_SCOPES;
export type OAuthScope = keyof typeof OAUTH_SCOPES;

export const ALL_SCOPES = Object.keys(SCOPES) as Scope[];
export const ALL_OAUTH_SCOPES = Object.keys(OAUTH_SCOPES) as OAuthScope[];
