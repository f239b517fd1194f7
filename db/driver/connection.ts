import type { Socket } from 'node:net';
import pg from 'pg';
import { type Bound, Pipeline } from './pipeline.ts';
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

/** A large statement between two that give it longer and take that back, in one write. */
async function askLarge(ask: (pipeline: Pipeline) => unknown, large: Statement, values: readonly unknown[]) {
  const limit = (limits: typeof LARGE): Bound => ({
    statement: LIMIT,
    values: [String(limits.statement), String(limits.lock)],
  });
  const pipeline = new Pipeline([limit(LARGE), { statement: large, values }, limit(ORDINARY)]);
  ask(pipeline);
  const [, rows] = await pipeline.rows;
  return { command: 'INSERT', rowCount: rows!.length, rows };
}

const isCommit = (text: unknown) => typeof text === 'string' && /^commit$/i.test(text);

/** What the program declares is prepared once on a connection, unless it is to be planned at every call. */
function prepared(args: unknown[], declared: Statement | undefined): unknown[] {
  if (declared === undefined || declared.replanned === true) return args;
  const [text, values, ...rest] = args;
  return [{ name: declared.name, text, values }, ...rest];
}

/**
 * Looks after a connection of the ORM's pool. What the program declares is prepared on it. One whose answer is late is
 * given up, so that its transaction fails at once instead of waiting once more for the rollback; one that is lost after
 * COMMIT was sent says so. One that is lost is handed back to the pool: the ORM does so only after a COMMIT or ROLLBACK
 * that succeeded, and would run out of connections.
 */
export function lookAfter(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const [text, values] = args;
    const declared = declaredStatement(text);
    const large = declared?.large === true ? declared : undefined;
    const isSent = streamOf(client).writable;
    const asked =
      large === undefined ? ask(...prepared(args, declared)) : askLarge(ask, large, values as readonly unknown[]);
    if (!(asked instanceof Promise)) return asked;
    const { answer } = large === undefined ? ORDINARY : LARGE;
    const timer = setTimeout(() => abandon(client, new Error('query read timeout')), answer);
    return asked.then(
      (result: unknown) => {
        clearTimeout(timer);
        return result;
      },
      (error: unknown) => {
        clearTimeout(timer);
        throw isSent && isCommit(text) && !isRefusal(error) ? new OutcomeUnknown(error) : error;
      },
    );
  }) as typeof client.query;
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
  let failure: Error | undefined;
  try {
    client.query(pipeline);
    return await pipeline.rows;
  } catch (error) {
    failure = error as Error;
    if (isRefusal(error)) throw error;
    abandon(client);
    throw writes && pipeline.isSent ? new OutcomeUnknown(error) : error;
  } finally {
    // Not reused after an error: the rest of its pipeline may still be on the way.
    client.release(failure);
  }
}
