import { Migration } from '@mikro-orm/migrations';

/** How many calls a row of the audit log stands for: refusals of a flood are counted, not written one by one. */
export class CallCount extends Migration {
  override name = '0005-call-count';

  override up(): void {
    this.addSql('ALTER TABLE api_key_calls ADD COLUMN count integer NOT NULL DEFAULT 1');
  }
}
