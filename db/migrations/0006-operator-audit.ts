import { Migration } from '@mikro-orm/migrations';
import { ROLES } from '../roles.ts';
import { createRole } from './0001-foundation.ts';

const { gate, operator, maintenance, search } = ROLES;

/**
 * The full-text views get an owner without login: owned by the login role, they and their policies let it read the facts and
 * accounts of every workspace. The migrating role is a member of that owner for this change only, unless it was granted
 * membership before.
 */
const SEARCHING = [
  createRole(search),
  `GRANT CREATE ON SCHEMA public TO ${search}`,
  ...['facts', 'accounts'].flatMap((table) => [
    `GRANT SELECT ON ${table} TO ${search}`,
    `DROP POLICY ${table}_searchable ON ${table}`,
    `CREATE POLICY ${table}_searchable ON ${table} FOR SELECT TO ${search} USING (true)`,
    `ALTER VIEW searchable_${table} OWNER TO ${search}`,
  ]),
  `REVOKE CREATE ON SCHEMA public FROM ${search}`,
  `DO $$ BEGIN
     EXECUTE format('REVOKE ${search} FROM %I', current_user);
   EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`,
];

/** The operator's actions, by the name of the token; append-only. They belong to no workspace, as registering a client does. */
const OPERATOR_ACTS = [
  `CREATE TABLE operator_calls (
     id text PRIMARY KEY, operator text NOT NULL, procedure text NOT NULL, subjects text[] NOT NULL DEFAULT '{}',
     error_code text, request_id text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp())`,
  `CREATE INDEX operator_calls_at ON operator_calls USING brin (at)`,
  `GRANT SELECT, INSERT ON operator_calls TO ${operator}`,
  `GRANT DELETE, SELECT (id, at) ON operator_calls TO ${maintenance}`,
];

/** Who operated what, by whose right views are read, and a login that owns nothing but may see what was migrated. */
export class OperatorAudit extends Migration {
  override name = '0006-operator-audit';

  override up(): void {
    for (const statement of [...SEARCHING, ...OPERATOR_ACTS, `GRANT SELECT ON schema_migrations TO ${gate}`]) {
      this.addSql(statement);
    }
  }
}
