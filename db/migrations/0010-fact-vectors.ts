import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const { service, maintenance } = ROLES;

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;

const tenancy = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
  `CREATE POLICY ${table}_tenant ON ${table} TO ${service} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${service}`,
];

/** The job that looks for facts without a vector can read their ids and workspaces, but not their text. */
const FINDING = [
  `GRANT SELECT (id) ON workspaces TO ${maintenance}`,
  ...[
    { table: 'facts', columns: 'workspace_id, id' },
    { table: 'fact_vector_progress', columns: 'workspace_id, model, upto, leased_until' },
  ].flatMap(({ table, columns }) => [
    `GRANT SELECT (${columns}) ON ${table} TO ${maintenance}`,
    `CREATE POLICY ${table}_unembedded ON ${table} FOR SELECT TO ${maintenance} USING (current_user = '${maintenance}')`,
  ]),
];

/** Vectors of facts, and how far each workspace's facts have one (decisions 11). */
export class FactVectors extends Migration {
  override name = '0010-fact-vectors';

  override up(): void {
    const statements = [
      `CREATE TABLE fact_vectors (workspace_id text NOT NULL, fact_id text NOT NULL, model text NOT NULL, vector bytea NOT NULL,
         signs bit(512) NOT NULL, PRIMARY KEY (workspace_id, fact_id),
         CONSTRAINT fact_vectors_fact_id_fk FOREIGN KEY (workspace_id, fact_id) REFERENCES facts (workspace_id, id) ON DELETE CASCADE)`,
      // Vectors do not compress: trying to costs time.
      `ALTER TABLE fact_vectors ALTER COLUMN vector SET STORAGE EXTERNAL`,
      `CREATE TABLE fact_vector_progress (workspace_id text PRIMARY KEY REFERENCES workspaces (id), model text NOT NULL,
         upto text NOT NULL, leased_until timestamptz NOT NULL)`,
      ...tenancy('fact_vectors'),
      ...tenancy('fact_vector_progress'),
      ...FINDING,
    ];
    for (const statement of statements) this.addSql(statement);
  }
}
