import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { OPEN, OPEN_LACKING_EVIDENCE } from '../open-deals.ts';
import { ROLES } from '../roles.ts';
import { createRole } from './0001-foundation.ts';

/** What lists are sorted by, beside the words that records are found by. */
const SORTED: Record<string, string> = {
  opportunities: 'amount_key, closes, updated_at',
  contacts: 'name_key',
  prospects: 'name_key',
  target_accounts: 'name, domain',
};

/**
 * Open deals of an account, and those with gaps, by the key of their amounts: comparisons of `numeric` cannot be asked of an
 * index under row level security. What words find is sorted by what the views of migration 0009 show.
 */
export class ListsAtVolume extends Migration {
  override name = '0037-lists-at-volume';

  override up(): void {
    const statements = [
      'DROP INDEX opportunities_of_account',
      `CREATE INDEX opportunities_of_account ON opportunities (workspace_id, account_id, amount_key, id) INCLUDE (closes) WHERE ${OPEN}`,
      'DROP INDEX opportunities_gaps',
      `CREATE INDEX opportunities_gaps ON opportunities (workspace_id, amount_key, id) WHERE ${OPEN_LACKING_EVIDENCE}`,
      createRole(ROLES.search),
      `GRANT CREATE ON SCHEMA public TO ${ROLES.search}`,
      `SET ROLE ${ROLES.search}`,
      ...Object.entries(SORTED).map(
        ([table, columns]) =>
          `CREATE OR REPLACE VIEW searchable_${table} AS SELECT workspace_id, id, search, ${columns} FROM ${table}
             WHERE workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`,
      ),
      'RESET ROLE',
      `REVOKE CREATE ON SCHEMA public FROM ${ROLES.search}`,
      `DO $$ BEGIN
         EXECUTE format('REVOKE ${ROLES.search} FROM %I', current_user);
       EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`,
    ];
    for (const each of statements) this.addSql(each);
  }
}
