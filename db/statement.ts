import type { Statements } from './statements.generated.ts';

type Traits = {
  /** Reads so little that concurrent calls of a workspace may wait for one another's, to leave in one pipeline. */
  readonly quick?: boolean;
  /** Planned once for all parameters on a connection: planning it costs more than a plan of its own would gain. */
  readonly generic?: boolean;
  /** Planned for its parameters at every call: conditions that were not given then cost nothing. */
  readonly replanned?: boolean;
  /** Writes thousands of rows: a busy database is given longer for it before it counts as lost. */
  readonly large?: boolean;
  /** A read whose side effect (a last-seen time, a count) no caller depends on: when it is lost, it counts as a read. */
  readonly reading?: boolean;
};

/** A named SQL statement: prepared once per connection under its name, so the name must be unique in the program. */
export type Statement = Traits & { readonly name: string; readonly text: string };

declare const types: unique symbol;

/** A statement whose parameters and row the schema's check knows (`npm run db:types`). The types are all there is of it. */
export type Described<Parameters extends readonly unknown[] = readonly unknown[], Row = unknown> = Statement & {
  readonly [types]: { readonly parameters: Parameters; readonly row: Row };
};

/** A statement that the check does not see, such as one of a test: its caller states the type of its rows. */
export type Undescribed = Statement & { readonly [types]?: undefined };

export type ParametersOf<Of> = Of extends Described<infer Parameters, unknown> ? Parameters : readonly unknown[];
export type RowOf<Of> = Of extends Described<readonly unknown[], infer Row> ? Row : never;

/** Leaves out the parameters of a statement that has none. */
export type Values<Of> = ParametersOf<Of> extends readonly [] ? [values?: readonly []] : [values: ParametersOf<Of>];

/** How a statement is run somewhere: its parameters and rows are the described ones. */
export interface QueryIn<Where> {
  <Of extends Described>(where: Where, statement: Of, ...values: Values<Of>): Promise<RowOf<Of>[]>;
  <Row>(where: Where, statement: Undescribed, values?: readonly unknown[]): Promise<Row[]>;
}

/** The same where it is known in what. */
export interface Query {
  <Of extends Described>(statement: Of, ...values: Values<Of>): Promise<RowOf<Of>[]>;
  <Row>(statement: Undescribed, values?: readonly unknown[]): Promise<Row[]>;
}

declare const narrower: unique symbol;
type Narrowing<Row> = { readonly [narrower]?: Row };

/**
 * What the schema cannot tell of columns: what a JSON value holds, which words a text may be, that a value is always
 * there. Each type must be one the described type allows.
 */
export const narrowed = <Row>(): Narrowing<Row> => ({});

type Generated<Name> = Name extends keyof Statements ? Statements[Name] : never;
type RowNamed<Name> = Generated<Name>['row'];

/** What a narrowing may say: of columns there are, types within the described ones. */
type Allowed<Name, Row> = {
  [Column in keyof Row]: Column extends keyof RowNamed<Name> ? RowNamed<Name>[Column] : never;
};

type Merged<Wide, Narrow> = Narrow extends unknown
  ? { [Column in keyof Wide]: Column extends keyof Narrow ? Narrow[Column] : Wide[Column] }
  : never;

type Named<Name, Narrow> = [Name] extends [keyof Statements]
  ? Described<Generated<Name>['parameters'], Merged<RowNamed<Name>, Narrow>>
  : Undescribed;

const statements = new Map<string, Statement>();
const byText = new Map<string, Statement>();

/**
 * Declares a statement at module load; a new or changed one has its types after `npm run db:types`.
 * @throws Error when two statements share a name
 */
export function statement<const Name extends string, Narrow extends Allowed<Name, Narrow> = {}>(
  name: Name,
  text: string,
  { row: _row, ...traits }: Traits & { readonly row?: Narrowing<Narrow> } = {},
): Named<Name, Narrow> {
  if (statements.has(name)) throw new Error(`Two statements are named ${name}`);
  const made: Statement = { name, text, ...traits };
  statements.set(name, made);
  byText.set(text, made);
  return made as Named<Name, Narrow>;
}

/** Every statement declared so far. */
export const declared = (): Statement[] => [...statements.values()];

/** The statement that SQL is of, for code that sees only its text. */
export const declaredStatement = (text: unknown): Statement | undefined => byText.get(text as string);

/** SQL for a timestamp as the wire shows it: ISO 8601, UTC, milliseconds, `Z`. */
export const iso = (expression: string) => `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
