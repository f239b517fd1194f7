import { Migration } from '@mikro-orm/migrations';
import { ROLES } from '../roles.ts';

/** Lets statements fail for idempotency keys in use, so that what comes after them need not wait for their answers. */
export class IdempotencyChecks extends Migration {
  override name = '0045-idempotency-checks';

  override up(): void {
    this.addSql(`CREATE FUNCTION refuse_used_idempotency_keys(places bigint[]) RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'idempotency keys used' USING ERRCODE = 'SK003', DETAIL = array_to_string(places, ' ');
      END $$`);
    this.addSql(`GRANT SELECT (workspace_id, key_id, idempotency_key) ON idempotency_records TO ${ROLES.gate}`);
    this.addSql(
      `CREATE POLICY idempotency_records_used ON idempotency_records FOR SELECT TO ${ROLES.gate}
         USING (current_user = '${ROLES.gate}')`,
    );
    this.addSql(`CREATE FUNCTION lock_idempotency_key(idempotency_key text) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT pg_try_advisory_xact_lock(hashtextextended(idempotency_key, 0)) THEN
          RAISE EXCEPTION 'idempotency key in use' USING ERRCODE = 'SK002';
        END IF;
      END $$`);
  }
}
