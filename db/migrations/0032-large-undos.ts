import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const { service, maintenance, erasure } = ROLES;

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;

/** Undos of large imports, part by part (decisions 23), for which the facts of a record are found by it alone. */
export class LargeUndos extends Migration {
  override name = '0032-large-undos';

  override up(): void {
    const statements = [
      `ALTER TABLE undos ADD COLUMN part_of text, ADD COLUMN place integer`,
      `CREATE INDEX undos_parts ON undos (workspace_id, part_of, place) WHERE part_of IS NOT NULL`,
      `CREATE INDEX facts_texts ON facts (workspace_id, subject_id) WHERE NOT single AND attribute <> 'capture'`,
      `CREATE TABLE undo_jobs (workspace_id text NOT NULL, id text NOT NULL, way text NOT NULL, state text NOT NULL,
         total integer NOT NULL, done integer NOT NULL DEFAULT 0, before text, records integer NOT NULL DEFAULT 0,
         facts integer NOT NULL DEFAULT 0, stays integer NOT NULL DEFAULT 0, reason text, tries integer NOT NULL DEFAULT 0,
         done_by jsonb NOT NULL, session_id text, request_id text NOT NULL, started_at timestamptz NOT NULL,
         ended_at timestamptz, leased_until timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (workspace_id, id),
         CONSTRAINT undo_jobs_undo_id_fk FOREIGN KEY (workspace_id, id) REFERENCES undos (workspace_id, id) ON DELETE CASCADE,
         CONSTRAINT undo_jobs_way_check CHECK (way IN ('undo', 'take_back')),
         CONSTRAINT undo_jobs_state_check CHECK (state IN ('running', 'done', 'failed')))`,
      `CREATE INDEX undo_jobs_due ON undo_jobs (leased_until) WHERE state = 'running'`,
      `ALTER TABLE undo_jobs ENABLE ROW LEVEL SECURITY`,
      `ALTER TABLE undo_jobs FORCE ROW LEVEL SECURITY`,
      `CREATE POLICY undo_jobs_tenant ON undo_jobs TO ${service} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON undo_jobs TO ${service}`,
      `CREATE POLICY undo_jobs_erasure ON undo_jobs TO ${erasure} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
      `GRANT SELECT, UPDATE, DELETE ON undo_jobs TO ${erasure}`,
      // The role that finds due jobs reads their ids, states and leases only.
      `GRANT SELECT (workspace_id, id, state, leased_until) ON undo_jobs TO ${maintenance}`,
      `CREATE POLICY undo_jobs_due ON undo_jobs FOR SELECT TO ${maintenance} USING (current_user = '${maintenance}')`,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
