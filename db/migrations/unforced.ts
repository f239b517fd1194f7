/**
 * Statements that change data, wrapped so that they reach every row: the owner of tables sees none while row level security
 * is forced.
 */
export const unforced = (tables: readonly string[], ...statements: string[]): string[] => [
  ...tables.map((table) => `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`),
  ...statements,
  ...tables.map((table) => `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`),
];
