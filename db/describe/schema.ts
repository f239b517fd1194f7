import type { SqlEntityManager } from '@mikro-orm/sql';
import { type DatabaseSchema, SqlSchemaGenerator } from '@mikro-orm/sql';
import { references } from '../entities/references.ts';

/** MikroORM's comparison of entities and schema, with the foreign keys that are described beside the entities. */
class SchemaGenerator extends SqlSchemaGenerator {
  override getTargetSchema(schema?: string, includeWildcardSchema?: boolean): DatabaseSchema {
    const target = super.getTargetSchema(schema, includeWildcardSchema);
    for (const table of target.getTables()) {
      const own = references.filter((each) => each.table === table.name);
      table.setForeignKeys(
        Object.fromEntries(
          own.map(({ name, columns, to, toColumns, onDelete }) => [
            name,
            {
              constraintName: name,
              columnNames: [...columns],
              localTableName: `public.${table.name}`,
              referencedTableName: `public.${to}`,
              referencedColumnNames: [...toColumns],
              updateRule: 'no action',
              deleteRule: onDelete ?? 'no action',
            },
          ]),
        ),
      );
    }
    return target;
  }
}

/** What the migrations alone say: row level security, roles, triggers, functions and views. */
const BY_HAND = [
  /^(?:drop|create) (?:policy|trigger|function|view) /,
  /^alter table "\w+" (?:no )?(?:force|enable|disable) row level security$/,
  /^alter table "\w+" (?:enable|disable|force|no force) row level security$/,
];

/** The SQL that would make the migrated schema what the entities describe; none when they agree. */
export async function schemaDifference(orm: { em: unknown }): Promise<string[]> {
  const generator = new SchemaGenerator(orm.em as SqlEntityManager);
  const sql = await generator.getUpdateSchemaSQL({ wrap: false });
  return sql
    .split(/;\n+|;$/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !BY_HAND.some((pattern) => pattern.test(statement)));
}
