import { Migration } from '@mikro-orm/migrations';

/** Undos of whole imports (decisions 23). */
export class UndoneImports extends Migration {
  override name = '0031-undone-imports';

  override up(): void {
    this.addSql('ALTER TABLE undos ADD COLUMN import_id text');
    this.addSql(`ALTER TABLE undos DROP CONSTRAINT undos_of_check,
       ADD CONSTRAINT undos_of_check CHECK (num_nonnulls(run_ref, call_id, key_id, record_id, import_id) = 1)`);
  }
}
