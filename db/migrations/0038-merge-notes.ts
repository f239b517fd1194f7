import { Migration } from '@mikro-orm/migrations';

export class MergeNotes extends Migration {
  override name = '0038-merge-notes';

  override up(): void {
    this.addSql(`alter table "merge_proposals" add "note" text null`);
    this.addSql(
      `create index "merge_proposals_notes" on "merge_proposals" ("workspace_id", "kept_id", "merged_id", "decided_at") where note IS NOT NULL`,
    );
  }
}
