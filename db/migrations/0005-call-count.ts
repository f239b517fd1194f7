import { Migration } from '@mikro-orm/migrations';

/** The number of calls an audit row stands for: refusals during a flood share one row. */
export class CallCount extends Migration {
  override name = '0005-call-count';

  override up(): void {
    this.addSql('ALTER TABLE api_key_calls ADD COLUMN count integer NOT NULL DEFAULT 1');
  }
}
