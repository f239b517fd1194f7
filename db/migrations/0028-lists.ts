import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const { service, erasure, maintenance } = ROLES;

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;

/** Records that a person archived are kept as undos keep what they archive. */
const ARCHIVED = [
  `ALTER TABLE undos ADD COLUMN record_id text, ADD COLUMN record_kind text, ADD COLUMN record_name text`,
  `ALTER TABLE undos DROP CONSTRAINT undos_of_check,
     ADD CONSTRAINT undos_of_check CHECK (num_nonnulls(run_ref, call_id, key_id, record_id) = 1)`,
  `CREATE UNIQUE INDEX undos_record ON undos (workspace_id, record_id) WHERE record_id IS NOT NULL AND restored_at IS NULL`,
  `CREATE INDEX undos_archived ON undos (workspace_id, record_kind, id) WHERE record_id IS NOT NULL AND restored_at IS NULL`,
];

const VIEWS = [
  `CREATE TABLE saved_views (workspace_id text NOT NULL, id text NOT NULL, user_id text NOT NULL, kind text NOT NULL,
     name text NOT NULL, search jsonb NOT NULL, shared boolean NOT NULL DEFAULT false,
     created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (workspace_id, id),
     CONSTRAINT saved_views_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id))`,
  `CREATE UNIQUE INDEX saved_views_name ON saved_views (workspace_id, user_id, kind, name)`,
  `ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE saved_views FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY saved_views_tenant ON saved_views TO ${service} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON saved_views TO ${service}`,
  `GRANT SELECT, UPDATE, DELETE ON saved_views TO ${erasure}`,
  `CREATE POLICY saved_views_erasure ON saved_views TO ${erasure} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
];

/** The orders of the panel's lists. */
const ORDERS = [
  `CREATE INDEX opportunities_of_account ON opportunities (workspace_id, account_id, COALESCE(amount, -10000000000000000), id)
     INCLUDE (closes) WHERE stage_kind = 'open'`,
  `CREATE INDEX contacts_sorted ON contacts (workspace_id, COALESCE(name_key, ''), id)`,
  `CREATE INDEX prospects_sorted ON prospects (workspace_id, COALESCE(name_key, ''), id)`,
  `CREATE INDEX target_accounts_listed ON target_accounts (workspace_id, list_name, id)`,
  `CREATE INDEX target_accounts_sorted ON target_accounts (workspace_id, COALESCE(name, domain, ''), id)`,
];

/** Proposals that were decided are deleted by their age, by a role that sees nothing of what they say. */
const RETENTION = ['value_proposals', 'merge_proposals'].flatMap((table) => [
  `CREATE INDEX ${table}_decided ON ${table} (decided_at) WHERE decided_at IS NOT NULL`,
  `GRANT SELECT (workspace_id, id, decided_at), DELETE ON ${table} TO ${maintenance}`,
  `CREATE POLICY ${table}_retention ON ${table} TO ${maintenance} USING (current_user = '${maintenance}' AND decided_at IS NOT NULL)`,
]);

/** Lists of records with views of people's own, records archived by people, and the retention of decided proposals. */
export class Lists extends Migration {
  override name = '0028-lists';

  override up(): void {
    for (const statement of [...ARCHIVED, ...VIEWS, ...ORDERS, ...RETENTION]) this.addSql(statement);
  }
}
