import { Migration } from '@mikro-orm/migrations';

export class DeclinedRepeats extends Migration {
  override name = '0039-declined-repeats';

  override up(): void {
    this.addSql(`alter table "proposed_calls" add "idempotency_key" text null`);
  }
}
