import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const { erasure } = ROLES;

/** The tables of tenants that came after erasure did. */
const TENANT_TABLES = ['workspace_quotas', 'workspace_usage', 'fact_vectors', 'fact_vector_progress'];

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;

/** Quotas, usage and vectors go with their workspace, and a fact's vector with the words it was made of (decisions 21). */
export class ErasureOfVectors extends Migration {
  override name = '0011-erasure-of-vectors';

  override up(): void {
    const statements = [
      ...TENANT_TABLES.flatMap((table) => [
        `GRANT SELECT, UPDATE, DELETE ON ${table} TO ${erasure}`,
        `CREATE POLICY ${table}_erasure ON ${table} TO ${erasure} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
      ]),
      `CREATE FUNCTION drop_fact_vector() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           DELETE FROM fact_vectors WHERE workspace_id = NEW.workspace_id AND fact_id = NEW.id;
           RETURN NULL;
         END $$`,
      `CREATE TRIGGER facts_vector AFTER UPDATE OF sentence ON facts
         FOR EACH ROW WHEN (OLD.sentence IS DISTINCT FROM NEW.sentence) EXECUTE FUNCTION drop_fact_vector()`,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
