import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const { service, erasure } = ROLES;

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;

/** What a person undid, as it was, so that it can be brought back. */
export class Undos extends Migration {
  override name = '0024-undos';

  override up(): void {
    const statements = [
      `CREATE TABLE undos (workspace_id text NOT NULL REFERENCES workspaces (id), id text NOT NULL, run_ref text, call_id text,
         key_id text, since timestamptz, steps jsonb NOT NULL, facts integer NOT NULL, done_by jsonb NOT NULL,
         done_at timestamptz NOT NULL, restored_by jsonb, restored_at timestamptz, PRIMARY KEY (workspace_id, id),
         CONSTRAINT undos_of_check CHECK (num_nonnulls(run_ref, call_id, key_id) = 1))`,
      `ALTER TABLE undos ENABLE ROW LEVEL SECURITY`,
      `ALTER TABLE undos FORCE ROW LEVEL SECURITY`,
      `CREATE POLICY undos_tenant ON undos TO ${service} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON undos TO ${service}`,
      `GRANT SELECT, UPDATE, DELETE ON undos TO ${erasure}`,
      `CREATE POLICY undos_erasure ON undos TO ${erasure} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
