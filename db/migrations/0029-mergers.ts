import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const { service, erasure } = ROLES;

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;

const TABLES = [
  `CREATE TABLE mergers (workspace_id text NOT NULL, id text NOT NULL, kind text NOT NULL, kept_id text NOT NULL,
     merged_ids text[] NOT NULL, before jsonb NOT NULL, after jsonb, superseded text[] NOT NULL DEFAULT '{}',
     facts_moved jsonb NOT NULL DEFAULT '[]', done_by jsonb NOT NULL, done_at timestamptz NOT NULL, unmerged_by jsonb,
     unmerged_at timestamptz, PRIMARY KEY (workspace_id, id),
     CONSTRAINT mergers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id))`,
  `CREATE INDEX mergers_kept ON mergers (workspace_id, kept_id, id)`,
  `CREATE TABLE duplicate_sets (workspace_id text NOT NULL, id text NOT NULL, kind text NOT NULL, matched text NOT NULL,
     record_ids text[] NOT NULL, count integer NOT NULL, newest text NOT NULL, PRIMARY KEY (workspace_id, id),
     CONSTRAINT duplicate_sets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id))`,
  `CREATE INDEX duplicate_sets_newest ON duplicate_sets (workspace_id, kind, newest, id)`,
  `CREATE TABLE duplicate_searches (workspace_id text NOT NULL, started_at timestamptz NOT NULL, ended_at timestamptz,
     found jsonb NOT NULL DEFAULT '{}', PRIMARY KEY (workspace_id),
     CONSTRAINT duplicate_searches_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id))`,
  `CREATE TABLE not_duplicates (workspace_id text NOT NULL, record_id text NOT NULL, other_id text NOT NULL,
     said_by jsonb NOT NULL, said_at timestamptz NOT NULL, PRIMARY KEY (workspace_id, record_id, other_id),
     CONSTRAINT not_duplicates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id))`,
  `CREATE INDEX not_duplicates_other ON not_duplicates (workspace_id, other_id)`,
  `ALTER TABLE merged_records ADD COLUMN merger_id text, ADD COLUMN closed jsonb,
     ADD COLUMN external_ref text GENERATED ALWAYS AS (record ->> 'external_ref') STORED`,
  `CREATE INDEX merged_records_ref ON merged_records (workspace_id, external_ref) WHERE external_ref IS NOT NULL`,
];

const RIGHTS = ['mergers', 'duplicate_sets', 'duplicate_searches', 'not_duplicates'].flatMap((table) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY ${table}_tenant ON ${table} TO ${service} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${service}`,
  `GRANT SELECT, UPDATE, DELETE ON ${table} TO ${erasure}`,
  `CREATE POLICY ${table}_erasure ON ${table} TO ${erasure} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
]);

/** Merges by people that can be taken apart again, and records that may be the same (decisions 29). */
export class Mergers extends Migration {
  override name = '0029-mergers';

  override up(): void {
    for (const statement of [...TABLES, ...RIGHTS]) this.addSql(statement);
  }
}
