import { Migration } from '@mikro-orm/migrations';

/** Accounts of a tier or an industry by name: where few or none fit, all accounts were walked through. */
export class AccountFilters extends Migration {
  override name = '0035-account-filters';

  override up(): void {
    this.addSql('CREATE INDEX accounts_tier ON accounts (workspace_id, tier, sort_name, id)');
    this.addSql('CREATE INDEX accounts_industry ON accounts (workspace_id, industry, sort_name, id)');
  }
}
