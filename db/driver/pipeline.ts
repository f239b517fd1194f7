import type { Connection, FieldDef, Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import Result from 'pg/lib/result.js';
import { prepareValue } from 'pg/lib/utils.js';
import type { Statement } from '../statement.ts';

/** A statement with its parameters. */
export type Bound = {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  /** It answers no rows, so it is not asked for its columns. */
  readonly isCommand?: boolean;
};

type Message = { fields: FieldDef[] };

/** What pg's connection has beyond its published types. */
type Wire = Connection & {
  stream: { writable: boolean; write(bytes: Uint8Array): boolean };
  /** What the connection has prepared, by name: pg's own record, which its queries keep too. */
  parsedStatements: Record<string, string>;
};

/** How a client reads values by their types; pg's own way by default. */
export type TypeParsers = { getTypeParser(oid: number, format?: string): (text: string) => unknown };

/** The columns of the statements that each connection has described. */
const described = new WeakMap<Connection, Map<string, FieldDef[]>>();

/**
 * Statements that leave in one write and are answered in one: PostgreSQL runs what comes before a Sync as one
 * transaction (protocol, "Pipelining"), so it needs no BEGIN and no COMMIT, and wakes nobody up in between. Given to
 * `client.query` of a client without pg's own pipelining. A statement without a name is parsed at every call.
 */
export class Pipeline implements Submittable {
  readonly #bound: readonly Bound[];
  readonly #types: TypeParsers | undefined;
  #connection: Wire | undefined;
  /** Statements that are sent to be prepared, in order: those after one that failed never were. */
  readonly #preparing: Statement[] = [];
  #known!: Map<string, FieldDef[]>;
  #answered = 0;
  #isSent = false;
  readonly #results: Result[] = [];
  readonly #ended = Promise.withResolvers<Result[]>();
  /** What each statement answered, in order. */
  readonly results = this.#ended.promise;

  constructor(bound: readonly Bound[], types?: TypeParsers) {
    this.#bound = bound;
    this.#types = types;
  }

  /** The rows of each statement, in order. */
  get rows(): Promise<unknown[][]> {
    return this.results.then((results) => results.map((result) => result.rows));
  }

  /** Whether it left for the database. */
  get isSent(): boolean {
    return this.#isSent;
  }

  submit(connection: Connection): void {
    this.#isSent = true;
    const wire = connection as Wire;
    let known = described.get(connection);
    if (known === undefined) described.set(connection, (known = new Map()));
    this.#known = known;
    const messages: Buffer[] = [];
    for (const { statement, values, isCommand } of this.#bound) {
      const { name, text } = statement;
      const isPrepared =
        name !== '' && (wire.parsedStatements[name] !== undefined || this.#preparing.includes(statement));
      if (!isPrepared) {
        messages.push(serialize.parse({ name, text, types: [] }));
        this.#preparing.push(statement);
      }
      messages.push(serialize.bind({ statement: name, values: [...values], valueMapper: prepareValue }));
      const result = new Result('object', this.#types);
      const fields = name === '' ? undefined : known.get(name);
      if (fields !== undefined) result.addFields(fields);
      else if (isCommand !== true) messages.push(serialize.describe({ type: 'P' }));
      this.#results.push(result);
      messages.push(serialize.execute());
    }
    messages.push(serialize.sync());
    if (this.#preparing.length > 0) {
      this.#connection = wire;
      wire.on('parseComplete', this.#onParsed);
    }
    // As one buffer: corked writes would reach the system as a list of small ones, which costs it more than copying them.
    if (wire.stream.writable) wire.stream.write(Buffer.concat(messages));
  }

  readonly #onParsed = (): void => {
    const { name, text } = this.#preparing.shift()!;
    if (name !== '') this.#connection!.parsedStatements[name] = text;
  };

  handleRowDescription({ fields }: Message): void {
    const { name } = this.#bound[this.#answered]!.statement;
    if (name !== '') this.#known.set(name, fields);
    this.#results[this.#answered]!.addFields(fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const result = this.#results[this.#answered]!;
    result.addRow(result.parseRow(fields));
  }

  handleCommandComplete(message: { text: string }): void {
    this.#results[this.#answered]!.addCommandComplete(message);
    this.#answered += 1;
  }

  handleError(error: Error): void {
    this.#stopListening();
    this.#ended.reject(error);
  }

  handleReadyForQuery(): void {
    this.#stopListening();
    this.#ended.resolve(this.#results);
  }

  #stopListening(): void {
    this.#connection?.off('parseComplete', this.#onParsed);
  }
}
