import type { EntityManager } from '@mikro-orm/postgresql';
import { combineInserts, type Insert } from '../../db/append.ts';
import { newId } from '../../db/ids.ts';
import { type Database, execute, executeLast } from '../../db/orm.ts';
import { currentFacts, type FactRow, factsOfAdded, plainFacts } from '../../db/statements/calls.ts';
import type { Repeat } from '../../db/statements/repeats.ts';
import type { Query, Statement } from '../../db/statement.ts';
import type { Call, NewFact, Proposed, Warning } from './call.ts';
import { isLostRace } from './database-fault.ts';
import type { FairSlots } from './fair-slots.ts';
import type { Reads } from './reads.ts';

/** A running call of a key or of a person in the panel: the context its rule gets, and what it recorded. */
export type Run = {
  readonly call: Call;
  readonly facts: NewFact[];
  /** What its answer warns of. */
  readonly warnings: Warning[];
  /** Values it would have written over a person's. */
  readonly proposed: Proposed[];
  /** The language model that had a part in its answer. */
  model: string | undefined;
  /** The transaction's EntityManager while a write runs. */
  transaction: EntityManager | undefined;
  /** Reads outside a transaction, where what waits for a person counts as written. */
  view: Query | undefined;
  /** Until when it waits, as by `performance.now()`. */
  readonly waitUntil: number | undefined;
};

/** What the gate or the panel knows of a call before it runs. */
export type CallContext = Pick<
  Call,
  'tool' | 'principal' | 'workspaceId' | 'transport' | 'requestId' | 'runRef' | 'inputText'
> & {
  /** When it is made again. */
  now?: Date;
  /** Until when it waits, as by `performance.now()`. */
  waitUntil?: number | undefined;
};

/**
 * The call of a run. A class, for `em`: V8 makes the functions of a literal's accessors, and those assigned to a property,
 * in its old space, where they keep what they refer to, here the whole call, until the next major collection.
 */
class RunningCall implements Call {
  readonly tool: string;
  readonly principal: Call['principal'];
  readonly workspaceId: string;
  readonly transport: Call['transport'];
  readonly requestId: string;
  readonly runRef: string | null;
  readonly now: Date;
  readonly inputText: () => string;
  readonly #db: Database;
  readonly #reads: Reads;
  readonly #run: () => Run;
  #fork: EntityManager | undefined;

  /** @param run asked once the call runs */
  constructor(db: Database, reads: Reads, context: CallContext, run: () => Run) {
    this.#db = db;
    this.#reads = reads;
    this.#run = run;
    this.tool = context.tool;
    this.principal = context.principal;
    this.workspaceId = context.workspaceId;
    this.transport = context.transport;
    this.requestId = context.requestId;
    this.runRef = context.runRef;
    this.inputText = context.inputText;
    this.now = context.now ?? new Date();
  }

  get em(): EntityManager {
    return this.#run().transaction ?? (this.#fork ??= this.#db.fork(this.workspaceId));
  }

  readonly query: Query = (query: Statement, values: readonly unknown[] = []): Promise<never[]> => {
    const { transaction, view, waitUntil } = this.#run();
    if (transaction !== undefined) return execute<never>(transaction, query, values);
    return view === undefined
      ? this.#reads.read(this.workspaceId, query, values, waitUntil)
      : view<never>(query, values);
  };

  readonly warn = (path: string, message: string): void => {
    this.#run().warnings.push({ path, message });
  };

  readonly propose = (value: Proposed): void => {
    this.#run().proposed.push(value);
  };

  readonly usedModel = (name: string): void => {
    this.#run().model = name;
  };

  readonly recordFact = (...recorded: NewFact[]): void => {
    this.#run().facts.push(...recorded);
  };
}

/** Prepares a call: its statements run in its transaction while it has one, else each by itself. */
export function createRun(db: Database, reads: Reads, context: CallContext): Run {
  const run: Run = {
    call: new RunningCall(db, reads, context, () => run),
    facts: [],
    warnings: [],
    proposed: [],
    model: undefined,
    transaction: undefined,
    view: undefined,
    waitUntil: context.waitUntil,
  };
  return run;
}

/** Forgets what a run records from now on, so that its rule can run again. */
export function recordedFromNowOn({ facts, warnings, proposed }: Run): () => void {
  const lists: unknown[][] = [facts, warnings, proposed];
  const lengths = lists.map(({ length }) => length);
  return () => lists.forEach((list, index) => (list.length = lengths[index]!));
}

/** How often a transaction that conflicted with a concurrent one is retried; each time, at least one commits. */
const MAX_ATTEMPTS = 50;

/** Runs a transaction again that lost a race. @param write called with the number of the attempt, from 1 */
export async function retryLostRaces<Result>(write: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write(attempt);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isLostRace(error)) throw error;
    }
  }
}

/**
 * Commits a write: the changes of `write`, the facts it recorded, and its audit or activity rows, in one transaction.
 * @param where the database, and its connections shared between workspaces
 * @param write returns its result and those rows, and what is left to do once it is known which records added with them
 * were repeats; it runs again after a conflict with a concurrent transaction
 * @throws Fault workspace_busy, before it began
 */
export async function commit<Result>(
  { db, slots }: { db: Database; slots: FairSlots },
  run: Run,
  write: (em: EntityManager) => Promise<{
    result: Result;
    /** Its facts are not written: it only tried. */
    isTrial?: boolean;
    inserts: readonly Insert[];
    after?: ((repeats: readonly Repeat[]) => Promise<void>) | undefined;
  }>,
): Promise<Result> {
  const forget = recordedFromNowOn(run);
  const attempt = async (em: EntityManager): Promise<Result> => {
    run.transaction = em;
    forget();
    const { result, isTrial, inserts, after } = await write(em);
    const rows = [...(isTrial === true ? [] : factInserts(run)), ...inserts];
    if (after === undefined) await addRows(em, rows, executeLast);
    else await after(await addRows(em, rows));
    return result;
  };
  try {
    const { workspaceId } = run.call;
    const transact = () => db.fork(workspaceId).transactional(attempt);
    // A retry after a conflict may wait for the full time again.
    return await retryLostRaces((tries) => slots.run(workspaceId, transact, tries === 1 ? run.waitUntil : undefined));
  } finally {
    run.transaction = undefined;
  }
}

/**
 * Ends what a write changed: adds its rows in one statement. Answers which of them were left out as repeats.
 * @param executed `executeLast` where the transaction ends with them
 */
export async function addRows(
  em: EntityManager,
  inserts: readonly Insert[],
  executed = execute,
): Promise<readonly Repeat[]> {
  await em.flush();
  const last = combineInserts(inserts);
  return last === undefined ? [] : executed<Repeat>(em, last.statement, last.values);
}

/** The facts a call recorded, as rows to insert. */
export function factInserts(run: Run): Insert[] {
  const kinds = Map.groupBy(keptFacts(run), ({ ofAdded, isFirst }) =>
    ofAdded !== undefined ? 'added' : isFirst === true ? 'first' : 'others',
  );
  const rowsOf = (kind: 'added' | 'first' | 'others') => kinds.get(kind)?.map((fact) => rowOf(run, fact)) ?? [];
  const others = rowsOf('others');
  return [
    { into: factsOfAdded, rows: rowsOf('added') },
    { into: plainFacts, rows: rowsOf('first') },
    { into: others.some(({ single }) => single) ? currentFacts : plainFacts, rows: others },
  ].filter(({ rows }) => rows.length > 0);
}

function keptFacts({ facts }: Run): NewFact[] {
  // Two facts of one single-valued attribute in one call: the last one is kept.
  const kept = new Map<unknown, NewFact>();
  for (const fact of facts) {
    kept.set(fact.single === true ? `${fact.subjectId} ${fact.attribute}` : fact, fact);
  }
  return [...kept.values()];
}

function rowOf({ call }: Run, fact: NewFact): FactRow & { of_record?: string } {
  return {
    workspace_id: call.workspaceId,
    id: newId('fact'),
    account_id: fact.accountId ?? null,
    subject_type: fact.subjectType,
    subject_id: fact.subjectId,
    attribute: fact.attribute,
    value: fact.value,
    sentence: fact.sentence,
    single: fact.single ?? false,
    tool: call.tool,
    provider: fact.provider ?? null,
    key_id: call.principal.keyId,
    user_id: call.principal.user.id,
    run_ref: call.runRef,
    at: (fact.at ?? call.now).toISOString(),
    ...(fact.ofAdded === undefined ? {} : { of_record: fact.ofAdded }),
    source_id: fact.sourceId ?? null,
    request_id: call.requestId,
    ...(fact.evidence === undefined ? {} : { evidence: fact.evidence }),
  };
}
