import { Migration } from '@mikro-orm/migrations';
import { ROLES } from '../roles.ts';

/** Calls with an idempotency key that only add rows are written with other calls', so the gate adds their first results. */
export class KeyedAppends extends Migration {
  override name = '0041-keyed-appends';

  override up(): void {
    this.addSql(`GRANT INSERT ON idempotency_records TO ${ROLES.gate}`);
    this.addSql(
      `CREATE POLICY idempotency_records_append ON idempotency_records FOR INSERT TO ${ROLES.gate}
         WITH CHECK (current_user = '${ROLES.gate}')`,
    );
  }
}
