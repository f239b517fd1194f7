import { EventEmitter } from 'node:events';
import type { PGlite } from '@electric-sql/pglite';
import { type DatabaseError, parse, serialize } from 'pg-protocol';
import { declaredStatement, type Statement } from '../statement.ts';
import type { Bound } from './pipeline.ts';

type Field = { name: string; dataTypeID: number };

/** A message of PostgreSQL's, as far as it is looked at (protocol, "Message Formats"). */
type Message =
  | { name: 'parameterDescription'; dataTypeIDs: number[] }
  | { name: 'rowDescription'; fields: Field[] }
  | { name: 'dataRow'; fields: (string | null)[] }
  | { name: 'commandComplete'; text: string }
  | { name: 'notification'; channel: string; payload: string }
  | { name: 'error' }
  | { name: 'readyForQuery' }
  | { name: 'other' };

/** What a statement is prepared as (nothing when it is parsed at every call), the types of its parameters, and its columns. */
type Description = { as: string; types: number[]; fields: Field[] };

type Result<Row = Record<string, unknown>> = { rows: Row[]; fields: Field[]; affectedRows: number };

/** What runs SQL in PGlite's stead, in a transaction of its own or in one that is open. */
export type Queries = {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Result<Row>>;
  exec(script: string): Promise<Result[]>;
};

/** How many rows a command says that it changed; none where it changes nothing. */
const changed = (tag: string) => (/^(INSERT|UPDATE|DELETE|COPY|MERGE)\b/.test(tag) ? Number(tag.split(' ').at(-1)) : 0);

/** Texts that a library makes and may ask again: so many of at most such a length, the others are not kept in mind. */
const MOST_REPEATED = 300;
const LONGEST_REPEATED = 2_000;

/**
 * The one connection to the embedded database, by PostgreSQL's protocol: statements that the program declares are prepared
 * once, and what belongs together is answered in one step. PGlite's own `query` takes six, and plans a statement anew at
 * every call.
 */
export class EmbeddedConnection implements Queries {
  readonly #pglite: PGlite;
  readonly #descriptions = new Map<string, Description>();
  readonly #repeated = new Map<string, Statement>();
  readonly #answers = new EventEmitter();
  readonly #listeners = new EventEmitter();
  #messages: Message[] = [];
  #last: Promise<unknown> = Promise.resolve();
  /** Statements are kept from then on: before, migrations change what they would be prepared for. */
  isMigrated = false;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
    void parse(this.#answers as NodeJS.ReadableStream & EventEmitter, (message) =>
      this.#messages.push(message as Message),
    );
  }

  get closed(): boolean {
    return this.#pglite.closed;
  }

  get ready(): boolean {
    return this.#pglite.ready;
  }

  get waitReady(): Promise<void> {
    return this.#pglite.waitReady;
  }

  close(): Promise<void> {
    return this.#exclusively(() => this.#pglite.close());
  }

  /** Runs statements as one transaction. @returns the rows of each */
  run(bound: readonly Bound[]): Promise<Record<string, unknown>[][]> {
    return this.#exclusively(() => this.#run(bound).map(({ rows }) => rows));
  }

  query<Row>(text: string, values: readonly unknown[] = []): Promise<Result<Row>> {
    return this.#exclusively(() => this.#query<Row>(text, values));
  }

  /** Runs a script of statements without parameters. A transaction that it began is rolled back where it fails. */
  exec(script: string): Promise<Result[]> {
    return this.#exclusively(() => {
      try {
        return this.#exec(script);
      } catch (error) {
        if (this.#pglite.isInTransaction()) this.#exec('ROLLBACK');
        throw error;
      }
    });
  }

  /** Calls `hear` with what is notified on a channel. @returns what ends that */
  async listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>> {
    const name = `"${channel.replaceAll('"', '""')}"`;
    this.#listeners.on(channel, hear);
    await this.exec(`LISTEN ${name}`);
    return async () => {
      this.#listeners.off(channel, hear);
      if (!this.closed && this.#listeners.listenerCount(channel) === 0) await this.exec(`UNLISTEN ${name}`);
    };
  }

  /** Runs what `work` asks in one transaction, which nothing else gets between. */
  transaction<Of>(work: (open: Queries) => Promise<Of>): Promise<Of> {
    return this.#exclusively(async () => {
      let isOpen = true;
      const inside = <Answer>(ask: () => Answer): Answer => {
        // Outside it would be in no workspace and under no role.
        if (!isOpen) throw new Error('The transaction has ended');
        return ask();
      };
      this.#exec('BEGIN');
      let answer: Of;
      try {
        answer = await work({
          query: async <Row>(text: string, values: readonly unknown[] = []) =>
            inside(() => this.#query<Row>(text, values)),
          exec: async (script) => inside(() => this.#exec(script)),
        });
      } catch (error) {
        isOpen = false;
        this.#exec('ROLLBACK');
        throw error;
      }
      isOpen = false;
      this.#exec('COMMIT');
      return answer;
    });
  }

  /** One after the other, each when the one before has ended, however it did. @throws Error when it is closed */
  #exclusively<Of>(work: () => Of | Promise<Of>): Promise<Of> {
    const run = this.#last.then(() => {
      if (this.closed) throw new Error('The embedded database is closed');
      return work();
    });
    this.#last = run.catch(() => {});
    return run;
  }

  #query<Row>(text: string, values: readonly unknown[]): Result<Row> {
    const [result] = this.#run([{ statement: declaredStatement(text) ?? this.#undeclared(text), values }]);
    return result as Result<Row>;
  }

  #exec(script: string): Result[] {
    return this.#results(this.#send([serialize.query(script)]), []);
  }

  #run(bound: readonly Bound[]): Result[] {
    const described = bound.map(({ statement }) => this.#describe(statement));
    const messages = bound.flatMap(({ statement: { text }, values }, at) => {
      const { as, types } = described[at]!;
      return [
        ...(as === '' ? [serialize.parse({ text })] : []),
        serialize.bind({ statement: as, values: values.map((value, place) => this.#written(value, types[place]!)) }),
        serialize.execute(),
      ];
    });
    return this.#results(
      this.#send([...messages, serialize.sync()]),
      described.map(({ fields }) => fields),
    );
  }

  /** A statement of a library's: prepared when it is asked a second time. */
  #undeclared(text: string): Statement {
    const known = this.#repeated.get(text);
    if (known !== undefined) return known;
    if (this.isMigrated && this.#repeated.size < MOST_REPEATED && text.length <= LONGEST_REPEATED) {
      this.#repeated.set(text, { name: `repeated_${this.#repeated.size}`, text });
    }
    return { name: '', text };
  }

  /** Prepares a statement that the program declares, unless it is to be planned at every call. */
  #describe({ name, text, replanned }: Statement): Description {
    const known = this.#descriptions.get(text);
    if (known !== undefined) return known;
    const isKept = this.isMigrated && name !== '';
    const as = isKept && replanned !== true ? name : '';
    const messages = this.#send([
      serialize.parse({ name: as, text }),
      serialize.describe({ type: 'S', name: as }),
      serialize.sync(),
    ]);
    const description: Description = { as, types: [], fields: [] };
    for (const message of messages) {
      if (message.name === 'parameterDescription') description.types = message.dataTypeIDs;
      else if (message.name === 'rowDescription') description.fields = message.fields;
    }
    if (isKept) this.#descriptions.set(text, description);
    return description;
  }

  /** A value as PostgreSQL reads it, by the type that it takes there. */
  #written(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const write = this.#pglite.serializers[type];
    return write === undefined ? String(value) : write(value);
  }

  /** @throws DatabaseError of the first statement that failed */
  #send(messages: readonly Uint8Array[]): Message[] {
    this.#messages = [];
    // Copies, since the next part of an answer is written to the same memory.
    const parts: Buffer[] = [];
    const onRawData = (part: Uint8Array) => void parts.push(Buffer.from(part));
    // It has answered when it returns. `execProtocolRawSync` by itself would parse each answer, too, and keep it for ever
    // (electric-sql/pglite#1025).
    this.#pglite.execProtocolRawStream(Buffer.concat(messages), { syncToFs: false, onRawData }).catch(() => {});
    for (const part of parts) this.#answers.emit('data', part);
    if (this.#messages.at(-1)?.name !== 'readyForQuery') throw new Error('The embedded database did not answer');
    for (const message of this.#messages) {
      if (message.name !== 'notification') continue;
      // A listener may send a query: it is called after the current one.
      setImmediate(() => this.#listeners.emit(message.channel, message.payload));
    }
    const failed = this.#messages.find(({ name }) => name === 'error');
    if (failed !== undefined) throw failed as unknown as DatabaseError;
    return this.#messages;
  }

  /** @param known the columns of each statement, where the answer does not describe them */
  #results(messages: readonly Message[], known: readonly Field[][]): Result[] {
    const results: Result[] = [];
    let fields = known[0] ?? [];
    let rows: Record<string, unknown>[] = [];
    for (const message of messages) {
      if (message.name === 'rowDescription') fields = message.fields;
      else if (message.name === 'dataRow') rows.push(this.#row(fields, message.fields));
      else if (message.name === 'commandComplete') {
        results.push({ rows, fields, affectedRows: changed(message.text) });
        rows = [];
        fields = known[results.length] ?? [];
      }
    }
    return results;
  }

  #row(fields: readonly Field[], texts: readonly (string | null)[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    const { parsers } = this.#pglite;
    for (const [at, { name, dataTypeID }] of fields.entries()) {
      const text = texts[at]!;
      row[name] = text === null ? null : (parsers[dataTypeID]?.(text, dataTypeID) ?? text);
    }
    return row;
  }
}
