import type { Socket } from 'node:net';
import pg from 'pg';
import { type Bound, Pipeline, type TypeParsers } from './pipeline.ts';
import { LARGE, ORDINARY } from '../limits.ts';
import { isRefusal, OutcomeUnknown } from '../outcome.ts';
import { declaredStatement, type Statement, statement } from '../statement.ts';

/** What pg's client keeps to itself. */
type Inside = {
  host: string;
  port: number;
  ssl: unknown;
  processID: number | null;
  secretKey: number | null;
  connection: { stream: Socket };
  /** How it reads values by their types. */
  _types: TypeParsers;
};

/** What pg's connection can do beyond its published types. */
type Line = Omit<pg.Connection, 'stream'> & {
  stream: Socket;
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
};

const insideOf = (client: pg.PoolClient) => client as unknown as Inside;

const streamOf = (client: pg.PoolClient) => insideOf(client).connection.stream;

/** How long a request to cancel may take to get through. */
const CANCEL_MS = 2_000;

/** How long after its loss a connection is returned to the pool: its user learns of the loss first. In milliseconds. */
const HAND_BACK_MS = 100;

/** Asks PostgreSQL to end what a connection still runs there (protocol, "Canceling Requests in Progress"). */
function cancel(client: pg.PoolClient): void {
  const { host, port, ssl, processID, secretKey } = insideOf(client);
  if (processID === null || secretKey === null) return;
  const line = new pg.Connection({ ssl } as never) as unknown as Line;
  const ask = () => line.cancel(processID, secretKey);
  // Best effort: the server's own limits end the statement when the request does not get through.
  line.on('error', () => {});
  line.on('connect', () => (ssl ? line.requestSsl() : ask()));
  line.on('sslconnect', ask);
  line.stream.setTimeout(CANCEL_MS, () => line.stream.destroy());
  if (host.startsWith('/')) line.connect(`${host}/.s.PGSQL.${port}`);
  else line.connect(port, host);
}

/** An answer did not come in time: as pg words it, so that it counts as the loss of the database. */
const late = () => new Error('Query read timeout');

/** Closes a connection and cancels what runs on it: otherwise its backend would finish the statement unseen. */
export function abandon(client: pg.PoolClient, reason?: Error): void {
  const stream = streamOf(client);
  if (!stream.destroyed) stream.destroy(reason);
  cancel(client);
}

const LIMIT = statement(
  'limit',
  `SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)`,
);

/** A large statement is sent between two that give it longer and take that back. */
const given = (limits: typeof LARGE): Bound => ({
  statement: LIMIT,
  values: [String(limits.statement), String(limits.lock)],
});

/** What a driver of the ORM asks its client for. */
type Asked = { command: string | null; rowCount: number | null; rows: unknown[] };

const OPENS = /^(?:begin|start transaction)\b/i;
const ENTERS = /^select set_config\(/i;
const COMMITS = /^commit$/i;
const ENDS = /^(?:commit|rollback)$/i;

const COMMIT: Bound = { statement: { name: '', text: 'commit' }, values: [], isCommand: true };

/**
 * What a statement shares a round trip with: `next`, the statement after it, which rejects when this one fails (its own rows
 * are discarded); `commit`, the COMMIT of its transaction, as it is the last one.
 */
type SentWith = 'next' | 'commit';

const sentWith = new WeakMap<readonly unknown[], SentWith>();

/** Marks a statement, by its parameters, to be sent in one round trip with what follows it. */
export function sendWith<Values extends readonly unknown[]>(what: SentWith, values: Values): Values {
  sentWith.set(values, what);
  return values;
}

/**
 * What the ORM asks of a connection, in as few round trips as it can be: BEGIN, the settings and the checks of a
 * transaction wait for its first statement, and the last one takes COMMIT with it. What the program declares is prepared once.
 */
class OrmQueries {
  readonly #client: pg.PoolClient;
  readonly #ask: (...args: unknown[]) => unknown;
  /** BEGIN, the settings and the checks of a transaction of which nothing was sent yet. */
  #opening: Bound[] = [];
  /** Whether the transaction was committed with its last statement. */
  #isCommitted = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    this.#ask = client.query.bind(client) as (...args: unknown[]) => unknown;
  }

  /** What `client.query` is asked: SQL with its parameters, or anything else that pg takes. */
  query(args: unknown[]): unknown {
    const [text, values = [], ...rest] = args as [text: unknown, values?: readonly unknown[], ...rest: unknown[]];
    if (typeof text !== 'string' || rest.length > 0 || !Array.isArray(values)) return this.#askPlainly(args);
    const declared = declaredStatement(text);
    const held = this.#hold(text, values, declared);
    if (held !== undefined) return Promise.resolve<Asked>({ command: held, rowCount: null, rows: [] });
    const isLast = sentWith.get(values) === 'commit';
    const asked = this.#send(args, text, values, declared);
    return this.#inTime(asked, declared?.large === true ? LARGE : ORDINARY, isLast || COMMITS.test(text));
  }

  /** The command that is answered without asking the server; undefined where there is none. */
  #hold(text: string, values: readonly unknown[], declared: Statement | undefined): string | undefined {
    if (this.#isCommitted) {
      if (!ENDS.test(text)) throw new Error('The transaction was committed with its last statement');
      this.#isCommitted = false;
      return 'COMMIT';
    }
    if (OPENS.test(text)) {
      this.#opening = [{ statement: { name: '', text }, values, isCommand: true }];
      return 'BEGIN';
    }
    if (this.#opening.length === 0) return undefined;
    if (ENDS.test(text)) {
      this.#opening = [];
      return text.toUpperCase();
    }
    if (declared !== undefined ? sentWith.get(values) !== 'next' : !ENTERS.test(text)) return undefined;
    this.#opening.push({ statement: declared ?? { name: '', text }, values });
    return 'SELECT';
  }

  #send(args: unknown[], text: string, values: readonly unknown[], declared: Statement | undefined): unknown {
    // What has neither name nor parameters may be several statements, which only a request of its own can be.
    if (declared === undefined && values.length === 0) return this.#askPlainly(args);
    const name = declared === undefined || declared.replanned === true ? '' : declared.name;
    const isLarge = declared?.large === true;
    const isLast = sentWith.get(values) === 'commit';
    const before = [...this.#opening, ...(isLarge ? [given(LARGE)] : [])];
    const after = [...(isLarge ? [given(ORDINARY)] : []), ...(isLast ? [COMMIT] : [])];
    this.#opening = [];
    return this.#askTogether([...before, { statement: { name, text }, values }, ...after], before.length, isLast);
  }

  async #askTogether(bound: readonly Bound[], which: number, isLast: boolean): Promise<Asked> {
    const pipeline = new Pipeline(bound, insideOf(this.#client)._types);
    this.#ask(pipeline);
    const results = await pipeline.results;
    this.#isCommitted = isLast;
    return results[which]!;
  }

  #askPlainly(args: unknown[]): unknown {
    if (this.#opening.length === 0) return this.#ask(...args);
    const opening = new Pipeline(this.#opening);
    this.#opening = [];
    this.#ask(opening);
    // Outside its transaction, a statement would commit by itself.
    return opening.results.then(() => this.#ask(...args));
  }

  /** Gives the connection up where an answer is late. */
  #inTime(asked: unknown, { answer }: typeof ORDINARY, commits: boolean): unknown {
    if (!(asked instanceof Promise)) return asked;
    const isSent = streamOf(this.#client).writable;
    const timer = setTimeout(() => abandon(this.#client, late()), answer);
    return asked.then(
      (result: unknown) => {
        clearTimeout(timer);
        return result;
      },
      (error: unknown) => {
        clearTimeout(timer);
        throw isSent && commits && !isRefusal(error) ? new OutcomeUnknown(error) : error;
      },
    );
  }
}

/**
 * Looks after a connection of the ORM's pool. One whose answer is late is given up, so that its transaction fails at once
 * instead of waiting once more for the rollback; one that is lost after COMMIT was sent says so. One that is lost is
 * handed back to the pool: the ORM does so only after a COMMIT or ROLLBACK that succeeded, and would run out of
 * connections.
 */
export function lookAfter(client: pg.PoolClient): void {
  const queries = new OrmQueries(client);
  client.query = ((...args: unknown[]) => queries.query(args)) as typeof client.query;
  const handBack = () => {
    try {
      client.release(true);
    } catch {
      // It was handed back already.
    }
  };
  client.once('end', () => setTimeout(handBack, HAND_BACK_MS));
}

/**
 * Runs statements as one pipeline on a connection of a pool.
 * @param options.writes whether what is lost on the way may have been written
 * @throws OutcomeUnknown
 */
export async function runPipelined(
  pool: pg.Pool,
  bound: readonly Bound[],
  { writes }: { writes: boolean },
): Promise<unknown[][]> {
  const client = await pool.connect();
  const pipeline = new Pipeline(bound);
  const timer = setTimeout(() => pipeline.handleError(late()), ORDINARY.answer);
  let failure: Error | undefined;
  try {
    client.query(pipeline);
    return await pipeline.rows;
  } catch (error) {
    // What a server refused it has ended, and skipped the rest of: the connection goes on.
    if (isRefusal(error)) throw error;
    failure = error as Error;
    abandon(client);
    throw writes && pipeline.isSent ? new OutcomeUnknown(error) : error;
  } finally {
    clearTimeout(timer);
    client.release(failure);
  }
}
