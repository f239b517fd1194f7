import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRole } from '../../db/migrations/0001-foundation.ts';
import { ROLES } from '../../db/roles.ts';
import type { Statement } from '../../db/statement.ts';
import type { Release } from './seed.ts';

/** The tables whose rows are counted when a release is kept and after the upgrade from it. */
export const COUNTED = {
  workspace: [
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
    'runs',
    'brain_states',
    'workspace_flags',
    'api_key_calls',
    'acts',
    'drafts',
    'draft_versions',
    'draft_reviews',
    'integration_tokens',
    'sends',
    'replies',
    'tier_proposals',
    'webhooks',
    'webhook_events',
    'webhook_deliveries',
  ],
  people: [
    'users',
    'workspaces',
    'teams',
    'team_members',
    'seat_packs',
    'catalogue',
    'entitlements',
    'api_keys',
    'api_key_secrets',
    'oauth_clients',
    'logins',
  ],
} as const;

export const countStatement = (table: string): Statement => ({
  name: `test_count_${table}`,
  text: `SELECT count(*)::int AS count FROM ${table}`,
});

/** The versions of the kept releases, oldest first. */
export function keptVersions(): string[] {
  return readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

const fileOf = (version: string, name: string) => readFileSync(join(import.meta.dirname, version, name), 'utf8');

// The moves a key has in a draft's state changed with 0002, on purpose: keys approve nothing without a right.
export const releaseOf = (version: string) =>
  JSON.parse(fileOf(version, 'release.json'), (key, value: unknown) =>
    key === 'moves' ? undefined : value,
  ) as Release;

/** SQL that makes a release's database in an empty one, with the roles it is granted to. */
export const databaseOf = (version: string) =>
  `${Object.values(ROLES).map(createRole).join(';\n')};\n${fileOf(version, 'database.sql')}`;
