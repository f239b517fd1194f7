import { Migration } from '@mikro-orm/migrations';
import { ROLES } from '../roles.ts';

/** Exports of workspaces are uploaded as imports are, and restored by a job of their own (decisions 30). */
export class Restores extends Migration {
  override name = '0036-restores';

  override up(): void {
    const statements = [
      `ALTER TABLE imports DROP CONSTRAINT imports_kind_check`,
      `ALTER TABLE imports ADD COLUMN tables jsonb`,
      `ALTER TABLE imports ADD CONSTRAINT imports_kind_check
         CHECK (kind IN ('account', 'opp', 'contact', 'prospect', 'target_account', 'workspace'))`,
      `GRANT SELECT (kind) ON imports TO ${ROLES.maintenance}`,
    ];
    for (const each of statements) this.addSql(each);
  }
}
