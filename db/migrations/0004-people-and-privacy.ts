import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';
import { createRole } from './0001-foundation.ts';

const { erasure } = ROLES;
const { operator, maintenance, oauth } = ROLES;

/** The tables of tenants as of this migration. */
const TENANT_TABLES = [
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
  'enrichments',
  'runs',
  'brain_states',
  'workspace_flags',
  'api_key_calls',
  'acts',
  'idempotency_records',
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
  'webhook_attempts',
  'oauth_authorizations',
];

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;

const ERASURE = [
  createRole(erasure),
  ...TENANT_TABLES.flatMap((table) => [
    `GRANT SELECT, UPDATE, DELETE ON ${table} TO ${erasure}`,
    `CREATE POLICY ${table}_erasure ON ${table} TO ${erasure} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
  ]),
  `GRANT INSERT ON acts TO ${erasure}`,
];

/** What the retention may see of a table to delete by: never what it says. */
const RETAINED = [
  { table: 'facts', columns: 'workspace_id, id, subject_type, subject_id, attribute, at, superseded_at' },
  { table: 'enrichments', columns: 'workspace_id, contact_key, provider, expires_at' },
  { table: 'captures', columns: 'workspace_id, id, created_at' },
  { table: 'drafts', columns: 'workspace_id, id, state, updated_at' },
  { table: 'draft_versions', columns: 'workspace_id, draft_id, version' },
  { table: 'draft_reviews', columns: 'workspace_id, id, draft_id' },
  { table: 'sends', columns: 'workspace_id, id, draft_id, sent_at' },
  { table: 'replies', columns: 'workspace_id, id, send_id, received_at' },
  { table: 'runs', columns: 'workspace_id, id, state, last_sign_at' },
  { table: 'brain_states', columns: 'workspace_id, id, scope, version, created_at' },
];

const RETENTION = [
  ...RETAINED.flatMap(({ table, columns }) => [
    `GRANT DELETE, SELECT (${columns}) ON ${table} TO ${maintenance}`,
    `CREATE POLICY ${table}_retention ON ${table} TO ${maintenance} USING (current_user = '${maintenance}')`,
  ]),
  `GRANT UPDATE (draft_id) ON sends TO ${maintenance}`,
  `GRANT DELETE, SELECT (id, at) ON operator_acts TO ${maintenance}`,
  `CREATE INDEX facts_superseded ON facts (superseded_at) WHERE superseded_at IS NOT NULL`,
  `CREATE INDEX enrichments_expired ON enrichments (expires_at)`,
];

/** People who were let go, the operator's own log, erasure and retention. */
export class PeopleAndPrivacy extends Migration {
  override name = '0004-people-and-privacy';

  override up(): void {
    const statements = [
      `ALTER TABLE users ADD COLUMN disabled_at timestamptz`,
      `GRANT SELECT (id, disabled_at) ON users TO ${oauth}`,
      `CREATE TABLE operator_acts (id text PRIMARY KEY, act text NOT NULL, subject_id text, user_id text, request_id text,
         detail jsonb NOT NULL DEFAULT '{}', at timestamptz NOT NULL DEFAULT now())`,
      `CREATE INDEX operator_acts_subject ON operator_acts (subject_id, id) WHERE subject_id IS NOT NULL`,
      `GRANT SELECT, INSERT ON operator_acts TO ${operator}`,
      ...ERASURE,
      ...RETENTION,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
