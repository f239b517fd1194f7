import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const { service, gate, operator, maintenance } = ROLES;

const acting = (role: string) => `current_user = '${role}'`;

/** A workspace reads its own; each of these roles works in all of them, while it is taken on. */
const tenancy = (table: string, writer: string, readers: readonly string[]) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
  `GRANT SELECT ON ${table} TO ${service}`,
  `CREATE POLICY ${table}_tenant ON ${table} FOR SELECT TO ${service}
     USING (workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), ''))`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${writer}`,
  `CREATE POLICY ${table}_${writer.replace('sat_', '')} ON ${table} TO ${writer} USING (${acting(writer)}) WITH CHECK (${acting(writer)})`,
  ...readers.flatMap((role) => [
    `GRANT SELECT ON ${table} TO ${role}`,
    `CREATE POLICY ${table}_${role.replace('sat_', '')} ON ${table} FOR SELECT TO ${role} USING (${acting(role)})`,
  ]),
];

/** What each workspace may hold, set by the operator, and what it holds, counted by a job that sees no content. */
export class Quotas extends Migration {
  override name = '0003-quotas';

  override up(): void {
    const statements = [
      `CREATE TABLE workspace_quotas (workspace_id text PRIMARY KEY REFERENCES workspaces (id), max_rows double precision,
         max_bytes double precision, max_keys integer, updated_at timestamptz NOT NULL DEFAULT now())`,
      `CREATE TABLE workspace_usage (workspace_id text PRIMARY KEY REFERENCES workspaces (id), rows double precision NOT NULL,
         bytes double precision NOT NULL, counted_to text NOT NULL, counted_at timestamptz NOT NULL,
         counted_in_full_at timestamptz NOT NULL)`,
      ...tenancy('workspace_quotas', operator, [gate]),
      ...tenancy('workspace_usage', maintenance, [gate, operator]),
      `GRANT SELECT (id) ON workspaces TO ${maintenance}`,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
