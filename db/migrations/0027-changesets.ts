import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const { service, erasure, maintenance } = ROLES;

const WORKSPACE = `NULLIF(current_setting('${TENANT_SETTING}', true), '')`;
const IN_WORKSPACE = `workspace_id = ${WORKSPACE}`;

/** As they are at this migration. */
const NOTED = [
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
  'drafts',
  'brain_states',
  'tier_proposals',
  'merge_proposals',
  'value_proposals',
];

const TABLES = [
  `CREATE TABLE changesets (workspace_id text NOT NULL, id text NOT NULL, key_id text NOT NULL, user_id text NOT NULL,
     run_ref text, state text NOT NULL, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
     PRIMARY KEY (workspace_id, id),
     CONSTRAINT changesets_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id),
     CONSTRAINT changesets_state_check CHECK (state IN ('open', 'closed')))`,
  `CREATE UNIQUE INDEX changesets_open ON changesets (workspace_id, key_id, COALESCE(run_ref, '')) WHERE state = 'open'`,
  `CREATE INDEX changesets_waiting ON changesets (workspace_id, id) WHERE state = 'open'`,
  `CREATE TABLE proposed_calls (workspace_id text NOT NULL, id text NOT NULL, changeset_id text NOT NULL,
     position integer NOT NULL, tool text NOT NULL, transport text NOT NULL, request_id text NOT NULL, call_id text NOT NULL,
     input text NOT NULL, prepared jsonb, ids text[] NOT NULL, changes jsonb NOT NULL, state text NOT NULL, decided_by jsonb,
     decided_at timestamptz, at timestamptz NOT NULL,
     PRIMARY KEY (workspace_id, id),
     CONSTRAINT proposed_calls_changeset_id_fk FOREIGN KEY (workspace_id, changeset_id) REFERENCES changesets (workspace_id, id)
       ON DELETE CASCADE,
     CONSTRAINT proposed_calls_state_check CHECK (state IN ('waiting', 'taken', 'declined')))`,
  `CREATE INDEX proposed_calls_changeset ON proposed_calls (workspace_id, changeset_id, position)`,
  `CREATE TABLE noted_changes (workspace_id text NOT NULL, of_table text NOT NULL, record_id text NOT NULL, before jsonb,
     after jsonb, PRIMARY KEY (workspace_id, of_table, record_id))`,
  ...['changesets', 'proposed_calls', 'noted_changes'].flatMap((table) => [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY ${table}_tenant ON ${table} TO ${service} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${service}`,
    `GRANT SELECT, UPDATE, DELETE ON ${table} TO ${erasure}`,
    `CREATE POLICY ${table}_erasure ON ${table} TO ${erasure} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
  ]),
  `GRANT SELECT (workspace_id, id, state, updated_at), DELETE ON changesets TO ${maintenance}`,
  `CREATE POLICY changesets_maintenance ON changesets TO ${maintenance} USING (true)`,
];

/** Derived columns say nothing of their own, and are long. */
const NOTING = [
  `CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     INSERT INTO noted_changes AS n (workspace_id, of_table, record_id, before, after)
     VALUES (${WORKSPACE}, TG_TABLE_NAME, COALESCE(NEW.id, OLD.id), to_jsonb(OLD) - ARRAY['search', 'name_key'],
       to_jsonb(NEW) - ARRAY['search', 'name_key'])
     ON CONFLICT (workspace_id, of_table, record_id) DO UPDATE SET after = excluded.after;
     RETURN NULL;
   END $$`,
  ...NOTED.map(
    (table) =>
      `CREATE TRIGGER ${table}_noted AFTER INSERT OR UPDATE OR DELETE ON ${table}
         FOR EACH ROW WHEN (current_setting('app.noting', true) = 'on') EXECUTE FUNCTION note_change()`,
  ),
];

/**
 * Keys whose writes are proposals: their calls are kept with what they would change, for a person to take (decisions 26).
 */
export class Changesets extends Migration {
  override name = '0027-changesets';

  override up(): void {
    const statements = [
      `ALTER TABLE api_keys ADD COLUMN mode text NOT NULL DEFAULT 'write'`,
      `ALTER TABLE api_keys ADD CONSTRAINT api_keys_mode_check CHECK (mode IN ('write', 'propose'))`,
      `ALTER TABLE api_key_calls DROP CONSTRAINT api_key_calls_outcome_check`,
      `ALTER TABLE api_key_calls ADD CONSTRAINT api_key_calls_outcome_check
         CHECK (outcome IN ('ok', 'proposed', 'error', 'denied'))`,
      ...TABLES,
      ...NOTING,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
