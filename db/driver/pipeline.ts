import type { Connection, FieldDef, Submittable } from 'pg';
import { serialize } from 'pg-protocol';
import Result from 'pg/lib/result.js';
import { prepareValue } from 'pg/lib/utils.js';
import type { Statement } from '../statement.ts';

/** A statement with its parameters. */
export type Bound = { readonly statement: Statement; readonly values: readonly unknown[] };

type Message = { fields: FieldDef[] };

/** What pg's connection has beyond its published types. */
type Wire = Connection & {
  stream: { writable: boolean; write(bytes: Uint8Array): boolean };
  /** What the connection has prepared, by name: pg's own record, which its queries keep too. */
  parsedStatements: Record<string, string>;
};

/** The columns of the statements that each connection has described. */
const described = new WeakMap<Connection, Map<string, FieldDef[]>>();

/**
 * Statements that leave in one write and are answered in one: PostgreSQL runs what comes before a Sync as one
 * transaction (protocol, "Pipelining"), so it needs no BEGIN and no COMMIT, and wakes nobody up in between. Given to
 * `client.query` of a client without pg's own pipelining; after an error the client must not be used again.
 */
export class Pipeline implements Submittable {
  readonly #bound: readonly Bound[];
  readonly #results: Result[] = [];
  #known!: Map<string, FieldDef[]>;
  #answered = 0;
  #isSent = false;
  /** Set by pg where it limits how long a query may take. */
  callback: (error: Error | null) => void;
  /** The rows of each statement, in order. */
  readonly rows: Promise<unknown[][]>;

  constructor(bound: readonly Bound[]) {
    this.#bound = bound;
    let settle: (error: Error | null) => void;
    this.rows = new Promise((resolve, reject) => {
      settle = (error) => (error === null ? resolve(this.#results.map((result) => result.rows)) : reject(error));
    });
    this.callback = settle!;
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
    for (const { statement, values } of this.#bound) {
      if (wire.parsedStatements[statement.name] === undefined) {
        messages.push(serialize.parse({ name: statement.name, text: statement.text, types: [] }));
        wire.parsedStatements[statement.name] = statement.text;
      }
      messages.push(serialize.bind({ statement: statement.name, values: [...values], valueMapper: prepareValue }));
      const result = new Result();
      const fields = known.get(statement.name);
      if (fields === undefined) messages.push(serialize.describe({ type: 'P' }));
      else result.addFields(fields);
      this.#results.push(result);
      messages.push(serialize.execute());
    }
    messages.push(serialize.sync());
    // As one buffer: corked writes would reach the system as a list of small ones, which costs it more than copying them.
    if (wire.stream.writable) wire.stream.write(Buffer.concat(messages));
  }

  handleRowDescription({ fields }: Message): void {
    this.#known.set(this.#bound[this.#answered]!.statement.name, fields);
    this.#results[this.#answered]!.addFields(fields);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const result = this.#results[this.#answered]!;
    result.addRow(result.parseRow(fields));
  }

  handleCommandComplete(): void {
    this.#answered += 1;
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }
}
