import { Migration } from '@mikro-orm/migrations';

/** Entries of a section are counted, and sections told apart, in the index alone: what is withdrawn is known there. */
export class PlanSections extends Migration {
  override name = '0042-plan-sections';

  override up(): void {
    this.addSql('DROP INDEX plan_entries_section');
    this.addSql(
      'CREATE INDEX plan_entries_section ON plan_entries (workspace_id, plan_id, section, id) INCLUDE (withdrawn_at)',
    );
  }
}
