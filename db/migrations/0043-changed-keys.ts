import { Migration } from '@mikro-orm/migrations';

/** Lets a statement fail for keys that are not what they were, naming them. */
export class ChangedKeys extends Migration {
  override name = '0043-changed-keys';

  override up(): void {
    this.addSql(`CREATE FUNCTION refuse_changed_keys(hashes text[]) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'keys changed' USING ERRCODE = 'SK001', DETAIL = array_to_string(hashes, ' ');
      END $$`);
  }
}
