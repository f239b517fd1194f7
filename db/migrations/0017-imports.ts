import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const { service, maintenance, erasure } = ROLES;

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;

const tenancy = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY ${table}_tenant ON ${table} TO ${service} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${service}`,
  `CREATE POLICY ${table}_erasure ON ${table} TO ${erasure} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
  `GRANT SELECT, UPDATE, DELETE ON ${table} TO ${erasure}`,
];

const part = (table: string, columns: string, key: string) =>
  `CREATE TABLE ${table} (workspace_id text NOT NULL, import_id text NOT NULL, ${columns},
     PRIMARY KEY (workspace_id, import_id, ${key}),
     CONSTRAINT ${table}_import_id_fk FOREIGN KEY (workspace_id, import_id) REFERENCES imports (workspace_id, id) ON DELETE CASCADE)`;

/** Imports as jobs: the file in parts, how far each got, the rows that failed and the records it wrote. */
export class Imports extends Migration {
  override name = '0017-imports';

  override up(): void {
    const statements = [
      `CREATE TABLE imports (workspace_id text NOT NULL REFERENCES workspaces (id), id text NOT NULL, kind text NOT NULL,
         file_name text NOT NULL, state text NOT NULL, bytes integer NOT NULL, received_bytes integer NOT NULL DEFAULT 0,
         parts integer NOT NULL DEFAULT 0, columns jsonb, options jsonb, total_rows integer,
         part integer NOT NULL DEFAULT 0, byte integer NOT NULL DEFAULT 0, line integer NOT NULL DEFAULT 1,
         done integer NOT NULL DEFAULT 0, created integer NOT NULL DEFAULT 0, updated integer NOT NULL DEFAULT 0,
         failed integer NOT NULL DEFAULT 0, accounts_created integer NOT NULL DEFAULT 0, reason text,
         tries integer NOT NULL DEFAULT 0, user_id text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
         started_at timestamptz, ended_at timestamptz, leased_until timestamptz NOT NULL DEFAULT now(),
         PRIMARY KEY (workspace_id, id),
         CONSTRAINT imports_kind_check CHECK (kind IN ('account', 'opp', 'contact', 'prospect', 'target_account')),
         CONSTRAINT imports_state_check CHECK (state IN ('uploading', 'running', 'done', 'cancelled', 'failed')))`,
      `CREATE INDEX imports_due ON imports (leased_until) WHERE state = 'running'`,
      `CREATE INDEX imports_uploading ON imports (created_at) WHERE state = 'uploading'`,
      part('import_parts', 'place integer NOT NULL, text text NOT NULL', 'place'),
      part('import_errors', 'line integer NOT NULL, errors jsonb NOT NULL, cells text[] NOT NULL', 'line'),
      part('import_records', 'record_id text NOT NULL, line integer NOT NULL, created boolean NOT NULL', 'record_id'),
      ...['imports', 'import_parts', 'import_errors', 'import_records'].flatMap(tenancy),
      // Whoever looks for imports to go on with, or to delete by their age, learns which wait and never what they hold.
      `GRANT DELETE, SELECT (workspace_id, id, state, leased_until, created_at, ended_at) ON imports TO ${maintenance}`,
      `CREATE POLICY imports_due ON imports TO ${maintenance} USING (current_user = '${maintenance}')`,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
