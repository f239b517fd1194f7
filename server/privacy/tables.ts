import described from '../../db/columns.generated.json' with { type: 'json' };
import type { EntityColumn } from '../../db/describe/columns.ts';
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

/** Columns by which rows of several tables refer to the same run or call. */
const LABELS = new Set(['run_ref', 'idempotency_key']);

/** Parts of primary keys that clients choose. All others are ids, digests, and what the rows they count are named by. */
const CHOSEN_KEYS = new Set(['idempotency_key']);

/** A fact can be about something without an id, such as a list by its name. */
const isId = (name: string) => name.endsWith('_id') && name !== 'subject_id';

function kindOf(type: string): TextColumn['kind'] | undefined {
  if (type === 'text' || type.startsWith('varchar')) return 'text';
  if (type === 'jsonb' || type === 'json') return 'json';
  return type === 'text[]' ? 'array' : undefined;
}

const columnOf = ({ name, type, nullable, byDefault }: EntityColumn): Column => ({
  name,
  type,
  nullable: nullable === true,
  byDefault,
});

function textOf({ name, type, primary, unique, fixed }: EntityColumn): TextColumn[] {
  const kind = kindOf(type);
  const isOwnKey = primary === true && !CHOSEN_KEYS.has(name);
  // A column of ids or of a fixed set of words names nobody, and takes nothing else.
  if (kind === undefined || isOwnKey || fixed === true || SECRET.has(name) || isId(name)) return [];
  return [{ name, kind, label: unique === true || LABELS.has(name) }];
}

function tableOf(name: string, columns: readonly EntityColumn[]): Table | undefined {
  const primary = columns.filter((each) => each.primary === true);
  if (primary[0]?.name !== 'workspace_id') return undefined;
  const own = columns.filter((each) => each.generated !== true);
  const shown = own.filter((each) => !SECRET.has(each.name));
  return {
    name,
    key: (primary.length === 1 ? primary : primary.slice(1)).map((each) => ({ name: each.name, type: each.type })),
    texts: own.flatMap(textOf),
    shown: shown.map((each) => each.name),
    columns: shown.filter((each) => each.name !== 'workspace_id').map(columnOf),
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

const sortedTables = () =>
  childrenFirst(
    Object.entries(described as Record<string, EntityColumn[]>)
      .map(([name, columns]) => tableOf(name, columns))
      .filter((table) => table !== undefined),
  );

let sorted: readonly Table[] | undefined;

/**
 * Every table whose primary key leads with the workspace, those that refer to others first. From the entities, so that
 * a new table is exported, searched, erased and deleted without being named anywhere.
 */
export const tenantTables = (): readonly Table[] => (sorted ??= sortedTables());
