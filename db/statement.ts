/** A named SQL statement: prepared once per connection under its name, so the name must be unique in the program. */
export type Statement = { readonly name: string; readonly text: string };

const names = new Set<string>();

/** Declares a statement at module load. @throws Error when two statements share a name */
export function statement(name: string, text: string): Statement {
  if (names.has(name)) throw new Error(`Two statements are named ${name}`);
  names.add(name);
  return { name, text };
}

/** SQL for a timestamp as the wire shows it: ISO 8601, UTC, milliseconds, `Z`. */
export const iso = (expression: string) => `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
