import type { Database } from '../../db/orm.ts';
import { references } from '../../db/entities/references.ts';

/** A column whose text may name a person; `label`: it must stay unique, or is what rows refer to each other by. */
export type TextColumn = { name: string; kind: 'text' | 'json' | 'array'; label: boolean };

/** A column as its entity describes it; `byDefault`: what the database puts where nothing is given, as SQL. */
export type Column = { name: string; type: string; nullable: boolean; byDefault: string | undefined };

/** A table of a workspace's data, as its entity describes it. */
export type Table = {
  name: string;
  /** The primary key behind the workspace, which is the key itself where there is one row each; with the types to compare by. */
  key: readonly { name: string; type: string }[];
  texts: readonly TextColumn[];
  /** The columns that are exported: neither derived nor secret. */
  shown: readonly string[];
  /** The same but for the workspace, with their types. */
  columns: readonly Column[];
  /** Whether it has columns that are not exported, as they are secret. */
  keepsSecrets: boolean;
};

/** Encrypted secrets, digests and salts; of use to nobody who may read the rest. A key is shown, whatever it is. */
const SECRET = new Set([
  'sealed',
  'sealed_target',
  'sealed_secret',
  'code_hash',
  'code_challenge',
  'input_hash',
  'call_ids',
  'call_digests',
  'call_salts',
]);

/** Columns by which rows of several tables refer to the same run. */
const LABELS = new Set(['run_ref']);

/** A fact can be about something without an id, such as a list by its name. */
const isId = (name: string) => name.endsWith('_id') && name !== 'subject_id';

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

const fieldOf = (property: Property) => property.fieldNames![0]!;

const columnOf = (property: Property): Column => ({
  name: fieldOf(property),
  type: property.columnTypes![0]!,
  nullable: property.nullable === true,
  byDefault: property.defaultRaw ?? (property.default === undefined ? undefined : String(property.default)),
});

function kindOf(type: string): TextColumn['kind'] | undefined {
  if (type === 'text' || type.startsWith('varchar')) return 'text';
  if (type === 'jsonb' || type === 'json') return 'json';
  return type === 'text[]' ? 'array' : undefined;
}

function tableOf(meta: Meta): Table | undefined {
  const columns = meta.props.filter(({ fieldNames, persist }) => fieldNames?.length === 1 && persist !== false);
  const primary = columns.filter(({ primary: is }) => is === true);
  if (primary[0] === undefined || fieldOf(primary[0]) !== 'workspace_id') return undefined;
  const unique = new Set(meta.uniques.flatMap(({ properties }) => properties));
  // A column of ids or of a fixed set of words names nobody, and takes nothing else.
  const words = new Set(
    meta.checks.filter(({ expression }) => String(expression).includes(' in (')).map(({ property }) => property),
  );
  const own = columns.filter(({ generated }) => generated === undefined || generated === null);
  const shown = own.filter((each) => !SECRET.has(fieldOf(each)));
  return {
    name: meta.tableName,
    key: (primary.length === 1 ? primary : primary.slice(1)).map((each) => ({
      name: fieldOf(each),
      type: each.columnTypes![0]!,
    })),
    texts: own.flatMap((each) => {
      const kind = kindOf(each.columnTypes![0]!);
      const name = fieldOf(each);
      if (kind === undefined || each.primary === true || SECRET.has(name) || words.has(each.name) || isId(name))
        return [];
      return [{ name, kind, label: unique.has(each.name) || each.unique === true || LABELS.has(name) }];
    }),
    shown: shown.map(fieldOf),
    columns: shown.filter((each) => fieldOf(each) !== 'workspace_id').map(columnOf),
    keepsSecrets: shown.length < own.length,
  };
}

/** Tables whose rows others refer to come after those. */
function childrenFirst(tables: readonly Table[]): Table[] {
  const left = new Map(tables.map((table) => [table.name, table]));
  const sorted: Table[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !references.some(({ to, table }) => to === name && table !== name && left.has(table)),
    );
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    for (const table of free) left.delete(table.name);
    sorted.push(...free);
  }
  return sorted;
}

const known = new WeakMap<Database['orm'], Table[]>();

/**
 * Every table whose primary key leads with the workspace, those that refer to others first. From the entities, so that
 * a new table is exported, searched, erased and deleted without being named anywhere.
 */
export function tenantTables({ orm }: Database): readonly Table[] {
  let tables = known.get(orm);
  if (tables === undefined) {
    const metas = [...orm.getMetadata().getAll().values()] as unknown as Meta[];
    tables = childrenFirst(metas.map(tableOf).filter((table) => table !== undefined));
    known.set(orm, tables);
  }
  return tables;
}
