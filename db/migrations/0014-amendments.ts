import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';
import { createRole } from './0001-foundation.ts';

const { service, publisher, search, erasure } = ROLES;

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;

/** Records that can be withdrawn. */
const RECORDS = ['captures', 'plan_entries', 'meetings', 'signals', 'drafts'];

const COLUMNS = [
  ...RECORDS.flatMap((table) => [
    `ALTER TABLE ${table} ADD COLUMN withdrawn_at timestamptz, ADD COLUMN withdrawn_by jsonb, ADD COLUMN withdrawn_reason text`,
    `CREATE INDEX ${table}_withdrawn ON ${table} (workspace_id, withdrawn_at) WHERE withdrawn_at IS NOT NULL`,
  ]),
  `ALTER TABLE facts ADD COLUMN source_id text, ADD COLUMN withdrawn_at timestamptz, ADD COLUMN withdrawn_by text`,
  `DROP INDEX facts_current`,
  `CREATE UNIQUE INDEX facts_current ON facts (workspace_id, subject_id, attribute)
     WHERE single AND superseded_at IS NULL AND withdrawn_at IS NULL`,
  `CREATE INDEX facts_history ON facts (workspace_id, subject_id, attribute, id) WHERE single AND superseded_at IS NOT NULL`,
  `CREATE INDEX facts_withdrawn ON facts (workspace_id, withdrawn_by) WHERE withdrawn_at IS NOT NULL`,
  // A record that is withdrawn leaves its reference of another system to the next that has it.
  ...['captures', 'plan_entries', 'meetings'].flatMap((table) => [
    `DROP INDEX ${table}_external_ref_unique`,
    `CREATE UNIQUE INDEX ${table}_external_ref_unique ON ${table} (workspace_id, external_ref)
       WHERE external_ref IS NOT NULL AND withdrawn_at IS NULL`,
  ]),
  `DROP INDEX drafts_play`,
  `CREATE UNIQUE INDEX drafts_play ON drafts (workspace_id, play_key) WHERE state = 'pending' AND withdrawn_at IS NULL`,
];

/** What a merge changes beside what is withdrawn. */
const CHANGED: Record<string, string> = {
  captures: 'account_id, prospect_id, external_ref',
  plan_entries: 'plan_id, external_ref',
  meetings: 'account_id, external_ref',
  signals: 'account_id, target_account_id',
  drafts: 'account_id, play_key',
  facts: 'account_id, superseded_at',
};

/**
 * What is withdrawn is hidden by the database, so that no statement can forget it. `every_…` shows and changes it too;
 * the owner of these views is a role without login, which no connection assumes.
 */
const HIDDEN = [
  createRole(search),
  `GRANT SELECT ON signals TO ${search}`,
  `CREATE POLICY signals_searchable ON signals FOR SELECT TO ${search} USING (true)`,
  `GRANT CREATE ON SCHEMA public TO ${search}`,
  ...[...RECORDS, 'facts'].flatMap((table) => {
    const columns = `withdrawn_at, withdrawn_by, ${table === 'facts' ? '' : 'withdrawn_reason, '}${CHANGED[table]}`;
    return [
      `CREATE POLICY ${table}_not_withdrawn ON ${table} AS RESTRICTIVE FOR SELECT TO ${service}, ${publisher} USING (withdrawn_at IS NULL)`,
      `GRANT UPDATE (${columns}) ON ${table} TO ${search}`,
      `CREATE POLICY ${table}_amendable ON ${table} FOR UPDATE TO ${search} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
      `CREATE VIEW every_${table} AS SELECT * FROM ${table} WHERE ${IN_WORKSPACE}`,
      `GRANT SELECT, UPDATE (${columns}) ON every_${table} TO ${service}`,
      `ALTER VIEW every_${table} OWNER TO ${search}`,
    ];
  }),
  // The view is the role's: only as that role can it be changed.
  `SET ROLE ${search}`,
  `CREATE OR REPLACE VIEW searchable_facts AS SELECT * FROM facts WHERE ${IN_WORKSPACE} AND withdrawn_at IS NULL`,
  `RESET ROLE`,
  `REVOKE CREATE ON SCHEMA public FROM ${search}`,
  `DO $$ BEGIN
     EXECUTE format('REVOKE ${search} FROM %I', current_user);
   EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`,
];

const MERGES = [
  `CREATE TABLE merge_proposals (workspace_id text NOT NULL REFERENCES workspaces (id), id text NOT NULL, kind text NOT NULL,
     kept_id text NOT NULL, merged_id text NOT NULL, reason text, state text NOT NULL, proposed_by jsonb NOT NULL,
     decided_by jsonb, decided_at timestamptz, created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (workspace_id, id),
     CONSTRAINT merge_proposals_state_check CHECK (state IN ('proposed', 'applied', 'declined')))`,
  `CREATE UNIQUE INDEX merge_proposals_open ON merge_proposals (workspace_id, kept_id, merged_id) WHERE state = 'proposed'`,
  `CREATE TABLE merged_records (workspace_id text NOT NULL REFERENCES workspaces (id), id text NOT NULL, kind text NOT NULL,
     merged_into text NOT NULL, record jsonb NOT NULL, kept_before jsonb NOT NULL, moved jsonb NOT NULL, proposal_id text, merged_by jsonb NOT NULL,
     merged_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (workspace_id, id))`,
  `CREATE INDEX merged_records_into ON merged_records (workspace_id, merged_into)`,
  ...['merge_proposals', 'merged_records'].flatMap((table) => [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY ${table}_tenant ON ${table} TO ${service} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${service}`,
    `GRANT SELECT, UPDATE, DELETE ON ${table} TO ${erasure}`,
    `CREATE POLICY ${table}_erasure ON ${table} TO ${erasure} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
  ]),
];

/** Records can be withdrawn and restored, their facts with them; two records of one kind can be merged (decisions 22). */
export class Amendments extends Migration {
  override name = '0014-amendments';

  override up(): void {
    for (const statement of [...COLUMNS, ...HIDDEN, ...MERGES]) this.addSql(statement);
  }
}
