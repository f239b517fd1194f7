/**
 * The database roles of the service, none of which can log in, owns a table or bypasses row level security. The login
 * role is a member of each and takes on one per transaction (or per connection, where a pool serves one purpose).
 */
export const ROLES = {
  /** Runs tool calls inside one workspace: row level security shows it that workspace only. */
  service: 'sat_service',
  /** The gate: reads keys and entitlements of everyone, appends captures, facts and audit rows, reads no sales data. */
  gate: 'sat_gate',
  /** Provisioning: people, keys, entitlements, teams. No sales data. */
  operator: 'sat_operator',
  /** Retention and key rotation: deletes old audit and idempotency rows, rewraps sealed tokens; sees no sales data. */
  maintenance: 'sat_maintenance',
  /** The publisher: inside one workspace, the only role that can claim a draft or say how its publishing went. */
  publisher: 'sat_publisher',
  /** Team reads: numbers and labels of members' runs and calls in every workspace, by column; no content whatever. */
  teams: 'sat_teams',
  /** The delivery worker: webhooks of every workspace, their events and deliveries, and nothing else. */
  delivery: 'sat_delivery',
  /** Sign-in and its sessions: who people are and how they prove it. No keys, no sales data. */
  login: 'sat_login',
  /** OAuth: what applications ask for, the codes they get, and the keys they get for those. No sales data. */
  oauth: 'sat_oauth',
  /** Owns the views for full text, which read every workspace; nobody takes it on, but to change them. */
  search: 'sat_search',
  /**
   * Export, erasure and deletion of a workspace's data: inside one workspace, the only role that may change or delete
   * what is append-only to all others.
   */
  erasure: 'sat_erasure',
} as const;

export type Role = (typeof ROLES)[keyof typeof ROLES];
