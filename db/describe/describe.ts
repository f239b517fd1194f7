import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Statement } from '../statement.ts';
import { describedBy } from '../driver/describe.ts';
import { jsonShape } from './json-shape.ts';
import { keptJson } from './kept-json.ts';
import { type Catalogue, isNullable } from './nullable.ts';
import { parseQuery } from './parse-tree.ts';
import { answered, type Placed } from './scope.ts';
import { wordsOf } from './words.ts';

/** `shape` is the TypeScript type of the value, where the statement says more of it than its SQL type does. */
export type Column = {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly shape?: string | undefined;
};

/** A statement as a database describes it: the types of its parameters, and its columns in order. */
export type Description = {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly columns: readonly Column[];
};

/** What a database is asked here, embedded or not. */
export type Describer = {
  query(text: string): Promise<Record<string, string>[]>;
  /** The types of a statement by oid, and PostgreSQL's print of its analysed query. */
  describe(text: string): Promise<{ parameters: number[]; fields: { name: string; type: number }[]; tree: string }>;
};

const PRINT_TREES = `SET debug_print_rewritten = on; SET debug_pretty_print = off; SET client_min_messages = log`;

export async function embeddedDescriber(pglite: PGlite): Promise<Describer> {
  await pglite.exec(PRINT_TREES);
  return {
    query: async (text) => (await pglite.query<Record<string, string>>(text)).rows,
    async describe(text) {
      let tree = '';
      const onNotice = ({ detail }: { detail?: string | undefined }) => void (tree = detail ?? tree);
      const { queryParams, resultFields } = await pglite.describeQuery(text, { onNotice });
      return {
        parameters: queryParams.map(({ dataTypeID }) => dataTypeID),
        fields: resultFields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
        tree,
      };
    },
  };
}

export async function postgresDescriber(client: pg.Client): Promise<Describer> {
  await client.query(PRINT_TREES);
  let tree = '';
  client.on('notice', ({ detail }) => void (tree = detail ?? tree));
  return {
    query: async (text) => (await client.query<Record<string, string>>(text)).rows,
    async describe(text) {
      tree = '';
      return { ...(await describedBy(client, text)), tree };
    },
  };
}

/** The words of a CHECK of the form `column IN ('a', 'b')`, as PostgreSQL shows it. */
function wordsIn(column: string, definition: string): [string, string[]][] {
  const list = /^CHECK \(\(\(?\w+\)?(?:::text)? = ANY \(\(?ARRAY\[([^\]]*)\]\)?(?:::text\[\])?\)\)\)$/.exec(
    definition,
  )?.[1];
  return list === undefined ? [] : [[column, [...list.matchAll(/'([a-z_-]+)'/g)].map(([, word]) => word!)]];
}

async function catalogueOf(database: Describer): Promise<Catalogue> {
  const types = await database.query('SELECT oid::text AS oid, typname::text AS name FROM pg_type');
  const functions = await database.query('SELECT oid::text AS oid, proname::text AS name FROM pg_proc');
  const columns = await database.query(
    `SELECT attrelid || '.' || attnum AS column, relname || '.' || attname AS name, CASE WHEN attnotnull THEN 'required' END AS required
     FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE attnum > 0 AND relkind IN ('r', 'v')`,
  );
  const checks = await database.query(
    `SELECT conrelid || '.' || conkey[1] AS column, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'c' AND cardinality(conkey) = 1`,
  );
  const words = new Map(checks.flatMap(({ column, definition }) => wordsIn(column!, definition!)));
  const typeNames = new Map(types.map(({ oid, name }) => [oid!, name!]));
  const functionNames = new Map(functions.map(({ oid, name }) => [oid!, name!]));
  const columnNames = new Map(columns.map(({ column, name }) => [column!, name!]));
  const required = new Set(columns.filter((each) => each.required !== null).map(({ column }) => column!));
  return {
    typeName: (oid) => typeNames.get(String(oid))!,
    functionName: (oid) => functionNames.get(oid) ?? '',
    wordsOf: (table, column) => words.get(`${table}.${column}`),
    isRequired: (table, column) => required.has(`${table}.${column}`),
    keptJson: (table, column) => keptJson.get(columnNames.get(`${table}.${column}`) ?? ''),
  };
}

function shapeOf(parts: readonly Placed[], type: string, catalogue: Catalogue): string | undefined {
  const shapes = parts.map((part) => (/^_?jsonb?$/.test(type) ? jsonShape(part, catalogue) : wordsOf(part, catalogue)));
  if (shapes.length === 0 || shapes.includes(undefined)) return undefined;
  return shapes.includes('unknown') ? 'unknown' : [...new Set(shapes)].join(' | ');
}

/** Has a migrated database describe statements, none of which is run. @throws Error naming the one it refuses */
export async function describeStatements(
  database: Describer,
  statements: readonly Statement[],
): Promise<Description[]> {
  const catalogue = await catalogueOf(database);
  const descriptions: Description[] = [];
  for (const { name, text } of statements) {
    try {
      const { parameters, fields, tree } = await database.describe(text);
      const query = parseQuery(tree);
      const columns = fields.map((field, index): Column => {
        const parts = answered(query, index + 1, []);
        const type = catalogue.typeName(field.type);
        const nullable = parts.length === 0 || parts.some((part) => isNullable(part, catalogue));
        return { name: field.name, type, nullable, shape: shapeOf(parts, type, catalogue) };
      });
      descriptions.push({ name, parameters: parameters.map(catalogue.typeName), columns });
    } catch (error) {
      throw new Error(`The statement ${name} does not fit the schema: ${(error as Error).message}`, { cause: error });
    }
  }
  return descriptions;
}
