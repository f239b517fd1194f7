import { Migration } from '@mikro-orm/migrations';
import { ROLES } from '../roles.ts';
import { TENANT_SETTING } from '../entities/tenant.ts';

/** What the keys of a workspace are called, for those who read what the keys established: nothing else of them. */
export class KeyNames extends Migration {
  override name = '0007-key-names';

  override up(): void {
    this.addSql(
      `CREATE VIEW key_names AS SELECT id, name FROM api_keys
         WHERE workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`,
    );
    this.addSql(`GRANT SELECT ON key_names TO ${ROLES.service}`);
  }
}
