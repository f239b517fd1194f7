import { Migration } from '@mikro-orm/migrations';

export class IndexesOfReferencesAndAges extends Migration {
  override name = '0049-indexes-of-references-and-ages';

  override up(): void {
    this.addSql(`create index "api_keys_team" on "api_keys" ("team_id") where team_id IS NOT NULL`);
    this.addSql(`create index "captures_created" on "captures" using brin ("created_at")`);
    this.addSql(`create index "facts_at" on "facts" using brin ("at")`);
    this.addSql(
      `create index "target_accounts_account" on "target_accounts" ("workspace_id", "account_id") where account_id IS NOT NULL`,
    );
  }
}
