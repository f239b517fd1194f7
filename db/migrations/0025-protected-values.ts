import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const { service, erasure } = ROLES;

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;

const RECORDS = ['accounts', 'opportunities', 'contacts', 'prospects', 'target_accounts', 'meetings'];

const BY_PERSON = `f.key_id IS NULL AND f.user_id IS NOT NULL AND f.tool LIKE 'panel.tiers.%'`;

/** Tiers that people decided before are theirs. The owner of the tables sees no row while row level security is forced. */
const DECIDED_TIERS = [
  ...['accounts', 'facts'].map((table) => `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`),
  `UPDATE accounts a SET set_by_people = jsonb_build_object('tier', jsonb_build_object('["tier"]',
     jsonb_build_object('user_id', f.user_id, 'at', to_char(f.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))
   FROM facts f WHERE f.workspace_id = a.workspace_id AND f.subject_id = a.id AND f.attribute = 'tier'
     AND f.single AND f.superseded_at IS NULL AND f.withdrawn_at IS NULL AND ${BY_PERSON}`,
  ...['accounts', 'facts'].map((table) => `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`),
];

const PROPOSALS = [
  `CREATE TABLE value_proposals (workspace_id text NOT NULL, id text NOT NULL,
     kind text NOT NULL, record_id text NOT NULL, account_id text, field text NOT NULL, path text NOT NULL,
     current jsonb, proposed jsonb, evidence jsonb, state text NOT NULL, tool text NOT NULL, times integer NOT NULL DEFAULT 1,
     proposed_by jsonb NOT NULL, request_id text NOT NULL, decided_by jsonb, decided_at timestamptz, note text,
     created_at timestamptz NOT NULL DEFAULT now(), proposed_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (workspace_id, id),
     CONSTRAINT value_proposals_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id),
     CONSTRAINT value_proposals_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES accounts (workspace_id, id),
     CONSTRAINT value_proposals_state_check CHECK (state IN ('proposed', 'accepted', 'declined', 'superseded')))`,
  `CREATE UNIQUE INDEX value_proposals_open ON value_proposals
     (workspace_id, record_id, md5(path || ' ' || COALESCE(proposed::text, ''))) WHERE state = 'proposed'`,
  `CREATE INDEX value_proposals_waiting ON value_proposals (workspace_id, id) WHERE state = 'proposed'`,
  `CREATE INDEX value_proposals_account ON value_proposals (workspace_id, account_id, id)`,
  `CREATE INDEX value_proposals_record ON value_proposals (workspace_id, record_id, id)`,
  `ALTER TABLE value_proposals ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE value_proposals FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY value_proposals_tenant ON value_proposals TO ${service} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON value_proposals TO ${service}`,
  `GRANT SELECT, UPDATE, DELETE ON value_proposals TO ${erasure}`,
  `CREATE POLICY value_proposals_erasure ON value_proposals TO ${erasure} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
];

/**
 * Records know which of their fields a person set; an agent's change of one is a proposal where the workspace says so
 * (decisions 25): those made from now on do, the others when somebody switches it on.
 */
export class ProtectedValues extends Migration {
  override name = '0025-protected-values';

  override up(): void {
    const statements = [
      `ALTER TABLE workspaces ADD COLUMN protect_human_values boolean NOT NULL DEFAULT false`,
      `ALTER TABLE workspaces ALTER COLUMN protect_human_values SET DEFAULT true`,
      ...RECORDS.map((table) => `ALTER TABLE ${table} ADD COLUMN set_by_people jsonb NOT NULL DEFAULT '{}'`),
      ...DECIDED_TIERS,
      ...PROPOSALS,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
