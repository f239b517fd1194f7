/** A named SQL statement: prepared once per connection under its name, so the name must be unique in the program. */
export type Statement = {
  readonly name: string;
  readonly text: string;
  /** Reads so little that concurrent calls of a workspace may wait for one another's, to leave in one flight. */
  readonly quick?: boolean;
};

const names = new Set<string>();

/** Declares a statement at module load. @throws Error when two statements share a name */
export function statement(name: string, text: string, traits: Pick<Statement, 'quick'> = {}): Statement {
  if (names.has(name)) throw new Error(`Two statements are named ${name}`);
  names.add(name);
  return { name, text, ...traits };
}

/** SQL for a timestamp as the wire shows it: ISO 8601, UTC, milliseconds, `Z`. */
export const iso = (expression: string) => `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
