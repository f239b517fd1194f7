import { Migration } from '@mikro-orm/migrations';
import { OPEN_LACKING_EVIDENCE } from '../open-deals.ts';
import { STAGE_KIND, STAGE_KINDS_FLAG } from '../stage-kinds.ts';

/**
 * Stages have a kind, kept with each deal. Signals and scores can be a target account's, which can become an account.
 * Drafts can be assigned, and know the play they come from.
 */
export class StageKinds extends Migration {
  override name = '0008-stage-kinds';

  override up(): void {
    for (const sql of [...STAGES, ...TARGETS, ...DRAFTS]) this.addSql(sql);
  }
}

const STAGES = [
  STAGE_KIND,
  `ALTER TABLE opportunities ADD COLUMN stage_kind text NOT NULL DEFAULT 'open'`,
  // Rewrites every row, past row level security, which an UPDATE would not get.
  `ALTER TABLE opportunities ALTER COLUMN stage_kind TYPE text USING stage_kind(stage, NULL)`,
  `ALTER TABLE opportunities ADD CONSTRAINT opportunities_stage_kind_check CHECK (stage_kind IN ('open', 'won', 'lost'))`,
  `DROP INDEX opportunities_gaps`,
  `CREATE INDEX opportunities_gaps ON opportunities (workspace_id, id) WHERE ${OPEN_LACKING_EVIDENCE}`,
  `CREATE FUNCTION set_stage_kind() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       NEW.stage_kind := stage_kind(NEW.stage,
         (SELECT value FROM workspace_flags WHERE workspace_id = NEW.workspace_id AND flag = '${STAGE_KINDS_FLAG}'));
       RETURN NEW;
     END $$`,
  `CREATE TRIGGER opportunities_stage_kind BEFORE INSERT OR UPDATE OF stage ON opportunities
     FOR EACH ROW EXECUTE FUNCTION set_stage_kind()`,
  `CREATE FUNCTION apply_stage_kinds() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE changed record;
     BEGIN
       changed := COALESCE(NEW, OLD);
       UPDATE opportunities SET stage_kind = stage_kind(stage, CASE WHEN TG_OP <> 'DELETE' THEN NEW.value END)
       WHERE workspace_id = changed.workspace_id
         AND stage_kind <> stage_kind(stage, CASE WHEN TG_OP <> 'DELETE' THEN NEW.value END);
       RETURN NULL;
     END $$`,
  ...(['INSERT OR UPDATE', 'DELETE'] as const).map(
    (events) =>
      `CREATE TRIGGER workspace_flags_stage_kinds_${events === 'DELETE' ? 'removed' : 'set'} AFTER ${events} ON workspace_flags
         FOR EACH ROW WHEN (${events === 'DELETE' ? 'OLD' : 'NEW'}.flag = '${STAGE_KINDS_FLAG}') EXECUTE FUNCTION apply_stage_kinds()`,
  ),
];

const OF_TARGET = 'FOREIGN KEY (workspace_id, target_account_id) REFERENCES target_accounts (workspace_id, id)';

const TARGETS = [
  ...['signals', 'scores'].flatMap((table) => [
    `ALTER TABLE ${table} ALTER COLUMN account_id DROP NOT NULL, ADD COLUMN target_account_id text,
       ADD CONSTRAINT ${table}_subject_check CHECK (num_nonnulls(account_id, target_account_id) = 1),
       ADD CONSTRAINT ${table}_target_account_id_fk ${OF_TARGET}`,
    `CREATE INDEX ${table}_target ON ${table} (workspace_id, target_account_id, id) WHERE target_account_id IS NOT NULL`,
  ]),
  `ALTER TABLE target_accounts ADD COLUMN account_id text,
     ADD CONSTRAINT target_accounts_account_id_fk FOREIGN KEY (workspace_id, account_id) REFERENCES accounts (workspace_id, id)`,
];

const DRAFTS = [
  `ALTER TABLE drafts ADD COLUMN assignee text, ADD COLUMN play_key text`,
  `CREATE UNIQUE INDEX drafts_play ON drafts (workspace_id, play_key) WHERE state = 'pending'`,
  `CREATE INDEX drafts_assignee ON drafts (workspace_id, lower(assignee), id) WHERE assignee IS NOT NULL`,
];
