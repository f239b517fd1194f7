/** The session setting that has the database note which rows a transaction changes. */
export const NOTING_SETTING = 'app.noting';

/** The session setting that has the database give what a transaction writes another time than its own: that of a call made again. */
export const CALL_TIME_SETTING = 'app.call_time';

/** Tables whose changes are noted: what tools write and a person decides about. */
export const NOTED_TABLES = [
  'accounts',
  'opportunities',
  'contacts',
  'prospects',
  'target_accounts',
  'meetings',
  'captures',
  'plans',
  'plan_entries',
  'signals',
  'scores',
  'facts',
  'drafts',
  'brain_states',
  'tier_proposals',
  'merge_proposals',
  'value_proposals',
] as const;

export type NotedTable = (typeof NOTED_TABLES)[number];

/** A row as it was and as it became; null before it was made. */
export type NotedChange = {
  table: NotedTable;
  id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};
