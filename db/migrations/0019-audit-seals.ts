import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const { service, maintenance, erasure } = ROLES;

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;
const MAINTAINED = `current_user = '${maintenance}'`;

/** A workspace reads its own; the job writes in all of them, and an erasure notes what it changed. */
const tenancy = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
  `GRANT SELECT ON ${table} TO ${service}`,
  `CREATE POLICY ${table}_tenant ON ${table} FOR SELECT TO ${service} USING (${IN_WORKSPACE})`,
  `GRANT SELECT, INSERT, UPDATE ON ${table} TO ${maintenance}`,
  `CREATE POLICY ${table}_maintenance ON ${table} TO ${maintenance} USING (${MAINTAINED}) WITH CHECK (${MAINTAINED})`,
  `GRANT SELECT, UPDATE, DELETE ON ${table} TO ${erasure}`,
  `CREATE POLICY ${table}_erasure ON ${table} TO ${erasure} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
];

/** Audit rows sealed into a hash chain of each workspace (decisions 4). */
export class AuditSeals extends Migration {
  override name = '0019-audit-seals';

  override up(): void {
    const statements = [
      `CREATE TABLE audit_chains (workspace_id text PRIMARY KEY REFERENCES workspaces (id), seals integer NOT NULL DEFAULT 0,
         revision integer NOT NULL DEFAULT 0, hash bytea, sealed_to_id text NOT NULL DEFAULT '', sealed_until timestamptz,
         sealed_at timestamptz, pruned_before timestamptz, chained_pruned_before timestamptz)`,
      `CREATE TABLE audit_seals (workspace_id text NOT NULL REFERENCES workspaces (id), seq integer NOT NULL,
         sealed_at timestamptz NOT NULL, count integer NOT NULL, late boolean NOT NULL, after_id text NOT NULL,
         upto_id text NOT NULL, first_id text, last_id text, last_at timestamptz, pruned_before timestamptz,
         calls_hash bytea NOT NULL, erasures_hash bytea NOT NULL, previous_hash bytea NOT NULL, hash bytea NOT NULL,
         call_ids text[], call_digests bytea, call_salts bytea, PRIMARY KEY (workspace_id, seq))`,
      // Hashes and salts do not compress: trying to costs time.
      `ALTER TABLE audit_seals ALTER COLUMN call_digests SET STORAGE EXTERNAL`,
      `ALTER TABLE audit_seals ALTER COLUMN call_salts SET STORAGE EXTERNAL`,
      `CREATE INDEX audit_seals_at ON audit_seals (workspace_id, sealed_at)`,
      `CREATE INDEX audit_seals_calls ON audit_seals (workspace_id, last_id) INCLUDE (first_id, seq)`,
      `CREATE INDEX audit_seals_kept ON audit_seals (last_at) WHERE call_ids IS NOT NULL`,
      `CREATE TABLE audit_erasures (workspace_id text NOT NULL REFERENCES workspaces (id), id text NOT NULL,
         call_id text NOT NULL, commitment bytea NOT NULL, texts_hash bytea NOT NULL, seal integer,
         erased_at timestamptz NOT NULL, PRIMARY KEY (workspace_id, id))`,
      `CREATE INDEX audit_erasures_call ON audit_erasures (workspace_id, call_id, id)`,
      `CREATE INDEX audit_erasures_unsealed ON audit_erasures (workspace_id, id) WHERE seal IS NULL`,
      ...['audit_chains', 'audit_seals', 'audit_erasures'].flatMap(tenancy),
      `GRANT INSERT ON audit_chains, audit_erasures TO ${erasure}`,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
