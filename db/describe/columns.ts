import type { MikroORM } from '@mikro-orm/pglite';

/**
 * A column as its entity describes it. `byDefault`: what the database puts where nothing is given, as SQL; `fixed`: a CHECK
 * lists the words it takes. What is false is left out.
 */
export type EntityColumn = {
  name: string;
  type: string;
  primary?: true;
  nullable?: true;
  byDefault?: string;
  unique?: true;
  generated?: true;
  fixed?: true;
};

type Property = {
  name: string;
  fieldNames?: string[];
  columnTypes?: string[];
  primary?: boolean;
  unique?: boolean | string;
  generated?: unknown;
  persist?: boolean;
  nullable?: boolean;
  default?: unknown;
  defaultRaw?: string;
};

type Meta = {
  tableName: string;
  props: Property[];
  uniques: { properties: string | string[] }[];
  checks: { property?: string; expression: unknown }[];
};

function columnsOf({ props, uniques, checks }: Meta): EntityColumn[] {
  const unique = new Set(uniques.flatMap(({ properties }) => properties));
  const fixed = new Set(
    checks.filter((each) => String(each.expression).includes(' in (')).map((each) => each.property),
  );
  return props
    .filter(({ fieldNames, persist }) => fieldNames?.length === 1 && persist !== false)
    .map((each) => {
      const byDefault = each.defaultRaw ?? (each.default === undefined ? undefined : String(each.default));
      return {
        name: each.fieldNames![0]!,
        type: each.columnTypes![0]!,
        ...(each.primary === true && { primary: true as const }),
        ...(each.nullable === true && { nullable: true as const }),
        ...(byDefault !== undefined && { byDefault }),
        ...((each.unique === true || unique.has(each.name)) && { unique: true as const }),
        ...(each.generated !== undefined && each.generated !== null && { generated: true as const }),
        ...(fixed.has(each.name) && { fixed: true as const }),
      };
    });
}

/** The columns of each entity by its table, in the order of the entities: `db/columns.generated.json`, a column a line. */
export function renderColumns(orm: MikroORM): string {
  const metas = [...orm.getMetadata().getAll().values()] as unknown as Meta[];
  const tables = metas.map(
    (meta) =>
      `  ${JSON.stringify(meta.tableName)}: [\n${columnsOf(meta)
        .map((each) => `    ${JSON.stringify(each)}`)
        .join(',\n')}\n  ]`,
  );
  return `{\n${tables.join(',\n')}\n}\n`;
}
