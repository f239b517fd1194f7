import { Migration } from '@mikro-orm/migrations';

export class SealFormats extends Migration {
  override name = '0051-seal-formats';

  override up(): void {
    this.addSql(`alter table "audit_seals" add "format" smallint not null default 1`);
  }
}
