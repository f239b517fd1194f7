import pg from 'pg';
import { expect, test } from 'vitest';
import { describeStatements, embeddedDescriber, postgresDescriber } from '../db/describe/describe.ts';
import { openScratch } from '../db/describe/scratch.ts';
import { allStatements } from '../db/describe/statements.ts';
import { createStore } from './harness/app.ts';
import { onPostgres } from './harness/databases.ts';

/** Parameters and columns by type; whether one may be null is told only by PostgreSQL 16 or newer. */
const typesOf = (descriptions: Awaited<ReturnType<typeof describeStatements>>) =>
  descriptions.map(({ name, parameters, columns }) => ({
    name,
    parameters,
    columns: columns.map((column) => `${column.name} ${column.type}`),
  }));

test.runIf(onPostgres)(
  'PostgreSQL describes every statement as the embedded database does, from which the types are generated',
  async () => {
    const statements = await allStatements();
    expect(statements.length).toBeGreaterThan(100);
    const scratch = await openScratch();
    const store = await createStore();
    const client = new pg.Client({ connectionString: store.env['DATABASE_URL'] });
    try {
      await client.connect();
      const expected = await describeStatements(await embeddedDescriber(scratch.pglite), statements);
      const described = await describeStatements(await postgresDescriber(client), statements);
      expect(typesOf(described)).toEqual(typesOf(expected));
    } finally {
      await client.end();
      await store.remove();
      await scratch.close();
    }
  },
  120_000,
);
