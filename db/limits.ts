/** Time limits of one statement in ms: PostgreSQL's own for it and for a lock, and after how long its answer is late. */
type Limits = { readonly statement: number; readonly lock: number; readonly answer: number };

/**
 * PostgreSQL's limits pass before ours, so that in the ordinary slow case it cancels the statement itself and says so:
 * then it is certain that nothing was written. Ours is for a database that is lost, which is answered within 5 s.
 */
export const ORDINARY: Limits = { statement: 2_800, lock: 2_000, answer: 3_500 };

/** Of a statement that writes thousands of rows. */
export const LARGE: Limits = { statement: 29_000, lock: 29_000, answer: 30_000 };

/** For connections that workspaces share: they wait for no lock, so that one workspace's lock cannot block another. */
const SHARED_LOCK_MS = 20;

/** How long a transaction may wait for its next statement. */
const IDLE_MS = 3_000;

/** The job queue's maintenance goes over many rows, and no call waits for it. */
const UPKEEP_MS = 60_000;

/** Compiling a statement takes 100 ms and more, for a gain that only statements of many seconds have. */
const NOT_COMPILED = '-c jit=off';

const options = (statement: number, lock: number, idle: number) =>
  `${NOT_COMPILED} -c statement_timeout=${statement} -c lock_timeout=${lock} -c idle_in_transaction_session_timeout=${idle}`;

/** Start options of every connection that serves calls: sent when it is opened, so they cost no call a round trip. */
export const LIMITED = options(ORDINARY.statement, ORDINARY.lock, IDLE_MS);

/** Start options of connections that write for many workspaces at once. */
export const LIMITED_SHARED = options(ORDINARY.statement, SHARED_LOCK_MS, IDLE_MS);

/** Start options of the job queue's connections. */
export const LIMITED_UPKEEP = options(UPKEEP_MS, UPKEEP_MS, UPKEEP_MS);

/** Connections of a pool for calls that stay open in silence: connecting and preparing again would fall to the next call. */
export const KEPT = 2;

/**
 * How long the others stay: until one that is opened has prepared, planned and run what calls use, it costs the server some
 * 100 ms of a processor, and a burst that finds them closed opens ten at once.
 */
export const IDLE_KEPT_MS = 120_000;

/** After how long in silence they are probed: what lies between must not forget them, and a lost one is found out. */
export const PROBED_MS = 10_000;

/**
 * Memory in which the embedded database keeps pages, in MB. All of it is filled with zeros at each start: 128 MB,
 * PostgreSQL's default, would cost 0.2 s and make an import no quicker; with 32 the undo of an import of 50,000 contacts takes
 * half as long again.
 */
export const EMBEDDED_BUFFERS_MB = 48;
