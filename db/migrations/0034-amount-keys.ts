import { Migration } from '@mikro-orm/migrations';

/** Amounts of deals as what an index can be asked for under row level security: comparing `numeric` is not leakproof. */
export class AmountKeys extends Migration {
  override name = '0034-amount-keys';

  override up(): void {
    this.addSql(`ALTER TABLE opportunities ADD COLUMN amount_key bigint
      GENERATED ALWAYS AS ((COALESCE(amount, -10000000000000000) * 100)::bigint) STORED`);
    this.addSql('DROP INDEX opportunities_amount');
    this.addSql('CREATE INDEX opportunities_amount ON opportunities (workspace_id, amount_key, id)');
  }
}
