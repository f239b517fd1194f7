import type { Database } from './database.ts';
import type { Role } from './roles.ts';
import type { Statement } from './statement.ts';

/** One statement that ran: its name, how long it took and how many rows it gave; never its parameters or its rows. */
export type StatementRun = { statement: string; ms: number; rows: number; failed: boolean };

export type StatementObserver = (run: StatementRun) => void;

const observers = new Set<StatementObserver>();

/** Calls `observer` after every statement of this process from now on; returns how to end that. */
export function observeStatements(observer: StatementObserver): () => void {
  observers.add(observer);
  return () => observers.delete(observer);
}

/** Runs a statement and reports it to the observers; without observers it only runs. */
export async function observed<Row>(
  { name }: Statement,
  run: () => Promise<Row[]>,
  count: (rows: Row[]) => number = (rows) => rows.length,
): Promise<Row[]> {
  if (observers.size === 0) return run();
  const began = performance.now();
  const tell = (rows: number, failed: boolean) => {
    const ms = Math.round((performance.now() - began) * 100) / 100;
    for (const observer of observers) observer({ statement: name, ms, rows, failed });
  };
  try {
    const rows = await run();
    tell(count(rows), false);
    return rows;
  } catch (error) {
    tell(0, true);
    throw error;
  }
}

const inAll = (sets: readonly unknown[][]) => sets.reduce((sum, rows) => sum + rows.length, 0);

type Values = readonly unknown[];

/** The same database, its statements observed. */
export const withObservedStatements = (db: Database): Database => ({
  ...db,
  as: (role: Role, query: Statement, values?: Values) => observed(query, () => db.as<never>(role, query, values)),
  append: (lane, add, checks) => observed(add.statement, () => db.append(lane, add, checks)),
  read: (workspaceId: string, query: Statement, values?: Values) =>
    observed(query, () => db.read<never>(workspaceId, query, values)),
  readMany: (workspaceId: string, query: Statement, all: readonly Values[]) =>
    observed(query, () => db.readMany(workspaceId, query, all), inAll),
});
