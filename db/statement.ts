/** A named SQL statement: prepared once per connection under its name, so the name must be unique in the program. */
export type Statement = {
  readonly name: string;
  readonly text: string;
  /** Reads so little that concurrent calls of a workspace may wait for one another's, to leave in one flight. */
  readonly quick?: boolean;
  /** Planned once for all parameters on a connection: planning it costs more than a plan of its own would gain. */
  readonly generic?: boolean;
  /** Writes thousands of rows: a busy database is given longer for it before it counts as lost. */
  readonly large?: boolean;
  /** Answers a question, and what it notes beside nobody asked for: lost, it counts as a read. */
  readonly reading?: boolean;
};

const names = new Set<string>();
const large = new Map<string, Statement>();

/** Declares a statement at module load. @throws Error when two statements share a name */
export function statement(name: string, text: string, traits: Omit<Statement, 'name' | 'text'> = {}): Statement {
  if (names.has(name)) throw new Error(`Two statements are named ${name}`);
  names.add(name);
  const made = { name, text, ...traits };
  if (traits.large === true) large.set(text, made);
  return made;
}

/** The large statement that SQL is of, for who sees only its text. */
export const largeStatement = (text: unknown): Statement | undefined => large.get(text as string);

/** SQL for a timestamp as the wire shows it: ISO 8601, UTC, milliseconds, `Z`. */
export const iso = (expression: string) => `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
