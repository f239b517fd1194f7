import { Migration } from '@mikro-orm/migrations';
import { ROLES } from '../roles.ts';

const { gate, login, maintenance, operator } = ROLES;

/**
 * A second factor of signing in, with codes for when it is lost; a session knows when its person last confirmed who they
 * are; a team may require a second factor of its people (decisions 28). Sessions that are open were confirmed when they
 * began.
 */
export class SecondFactors extends Migration {
  override name = '0030-second-factors';

  override up(): void {
    const statements = [
      `CREATE TABLE second_factors (user_id text PRIMARY KEY,
         sealed text NOT NULL, last_step bigint NOT NULL DEFAULT 0, confirmed_at timestamptz,
         created_at timestamptz NOT NULL DEFAULT now(),
         CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE)`,
      `CREATE TABLE backup_codes (user_id text NOT NULL, hash text NOT NULL, PRIMARY KEY (user_id, hash),
         CONSTRAINT backup_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors (user_id) ON DELETE CASCADE)`,
      `ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz`,
      `UPDATE sessions SET confirmed_at = created_at`,
      `ALTER TABLE sessions ALTER COLUMN confirmed_at SET NOT NULL`,
      `ALTER TABLE sessions ALTER COLUMN confirmed_at SET DEFAULT now()`,
      `ALTER TABLE sessions ADD COLUMN by_sso boolean NOT NULL DEFAULT false`,
      `ALTER TABLE teams ADD COLUMN require_second_factor boolean NOT NULL DEFAULT false`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON second_factors, backup_codes TO ${login}`,
      `GRANT SELECT (user_id, confirmed_at) ON second_factors TO ${gate}`,
      `GRANT SELECT (user_id, confirmed_at), DELETE ON second_factors TO ${operator}`,
      `GRANT SELECT (user_id, sealed), UPDATE (sealed) ON second_factors TO ${maintenance}`,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
