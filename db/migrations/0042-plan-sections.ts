import { Migration } from '@mikro-orm/migrations';

/** Includes `withdrawn_at` in the index, so that sections and their entries are counted by index-only scans. */
export class PlanSections extends Migration {
  override name = '0042-plan-sections';

  override up(): void {
    this.addSql('DROP INDEX plan_entries_section');
    this.addSql(
      'CREATE INDEX plan_entries_section ON plan_entries (workspace_id, plan_id, section, id) INCLUDE (withdrawn_at)',
    );
  }
}
