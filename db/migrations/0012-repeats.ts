import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const { service, gate, maintenance, erasure } = ROLES;

const acting = (role: string) => `current_user = '${role}'`;

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;

/** Names that differ only in case, spaces and marks are the same. The characters left out do not depend on the locale. */
const NAME_KEY = `CREATE FUNCTION name_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  NULLIF(translate(lower(name), E' .,;:\\'"-_/&()+!\\t\\n', ''), '')`;

/** What twins of a record are found by. Kept beside it: an index over a function cannot be used under row level security. */
const KEYS = [
  NAME_KEY,
  `ALTER TABLE accounts ADD COLUMN name_key text GENERATED ALWAYS AS (name_key(name)) STORED`,
  `CREATE INDEX accounts_name_key ON accounts (workspace_id, name_key) WHERE name_key IS NOT NULL`,
  `CREATE INDEX accounts_domain ON accounts (workspace_id, domain) WHERE domain IS NOT NULL`,
  ...['contacts', 'prospects'].flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN name_key text GENERATED ALWAYS AS (name_key(name)) STORED,
       ADD COLUMN email_key text GENERATED ALWAYS AS (lower(email)) STORED`,
    `CREATE INDEX ${table}_name_key ON ${table} (workspace_id, name_key) WHERE name_key IS NOT NULL`,
    `CREATE INDEX ${table}_email_key ON ${table} (workspace_id, email_key) WHERE email_key IS NOT NULL`,
  ]),
];

const FINGERPRINTS = [
  `CREATE TABLE fingerprints (workspace_id text NOT NULL, fingerprint text NOT NULL, record_id text NOT NULL,
     at timestamptz NOT NULL, PRIMARY KEY (workspace_id, fingerprint))`,
  `CREATE INDEX fingerprints_at ON fingerprints USING brin (at)`,
  `ALTER TABLE fingerprints ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE fingerprints FORCE ROW LEVEL SECURITY`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON fingerprints TO ${service}`,
  `CREATE POLICY fingerprints_tenant ON fingerprints TO ${service} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
  // Appended for many workspaces at once, and compared there: digests and ids, no content.
  `GRANT SELECT, INSERT, UPDATE (record_id, at) ON fingerprints TO ${gate}`,
  `CREATE POLICY fingerprints_append ON fingerprints TO ${gate} USING (${acting(gate)}) WITH CHECK (${acting(gate)})`,
  `GRANT DELETE, SELECT (workspace_id, fingerprint, at) ON fingerprints TO ${maintenance}`,
  `CREATE POLICY fingerprints_retention ON fingerprints TO ${maintenance} USING (${acting(maintenance)})`,
  `GRANT SELECT, UPDATE, DELETE ON fingerprints TO ${erasure}`,
  `CREATE POLICY fingerprints_erasure ON fingerprints TO ${erasure} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
];

const EXTERNAL_REFS = [
  `ALTER TABLE captures ADD COLUMN external_ref text, ADD COLUMN updated_at timestamptz`,
  `ALTER TABLE plan_entries ADD COLUMN external_ref text, ADD COLUMN updated_at timestamptz`,
  `ALTER TABLE meetings ADD COLUMN external_ref text`,
  ...['captures', 'plan_entries', 'meetings'].map(
    (table) =>
      `CREATE UNIQUE INDEX ${table}_external_ref_unique ON ${table} (workspace_id, external_ref) WHERE external_ref IS NOT NULL`,
  ),
];

/** The run of a key's calls that name none is found with the key. */
const RUNS = [
  `CREATE INDEX runs_of_key ON runs (workspace_id, key_id, last_sign_at) WHERE state = 'running'`,
  `GRANT SELECT (workspace_id, run_ref, key_id, state, last_sign_at) ON runs TO ${gate}`,
  `CREATE POLICY runs_running ON runs FOR SELECT TO ${gate} USING (${acting(gate)} AND state = 'running')`,
];

const HOST_IDS = [`ALTER TABLE api_key_calls ADD COLUMN host_ids jsonb`];

/** What a repeat is recognised by: digests of texts, keys of names, references of other systems, ids of agents' hosts. */
export class Repeats extends Migration {
  override name = '0012-repeats';

  override up(): void {
    for (const sql of [...KEYS, ...FINGERPRINTS, ...EXTERNAL_REFS, ...RUNS, ...HOST_IDS]) this.addSql(sql);
  }
}
