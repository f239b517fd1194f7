import type { Logger } from 'pino';
import type { Insert } from '../../db/append.ts';
import type { Database } from '../../db/orm.ts';
import { calls, idempotencyRecords } from '../../db/statements/calls.ts';
import { Fault } from '../errors.ts';
import { checkEntitlement, checkHeaders, checkScope, checkSize } from './access.ts';
import { Authenticator } from './authenticator.ts';
import type { AccessPolicy, Incoming } from './call.ts';
import { type Admission, type CallObserver, CallRecorder } from './call-recorder.ts';
import { logDecision } from './decision-log.ts';
import { Faults } from './faults.ts';
import { findFirstResult, idempotencyOf, isKept, recordOf } from './idempotency.ts';
import type { Principal } from './principal.ts';
import { LocalRateCounter, type RateCounter } from './rate-limit.ts';
import { Reads } from './reads.ts';
import { type CallContext, commit, createRun, factInserts, type Run } from './run.ts';
import { Answer } from './tool-answer.ts';

export type GateOptions = {
  db: Database;
  log: Logger;
  counter?: RateCounter;
  observe?: CallObserver;
};

/** How an admitted call is executed. `prepare` runs before a transaction is opened, and not for a replay. */
export type Execution<Result> =
  | { kind: 'read'; handle(): Promise<Result>; prepare?: (() => Promise<void>) | undefined }
  | { kind: 'write'; handle(): Promise<Result>; prepare?: (() => Promise<void>) | undefined }
  | { kind: 'append'; handle(): { result: Result; inserts: readonly Insert[] } };

type Write<Result> = Exclude<Execution<Result>, { kind: 'read' }>;

const utf8 = new TextDecoder();

/**
 * The only entry for calls (architecture, "The way of a call"): key, rate limit, tool, scope, entitlement, size, then,
 * around the handler, idempotency and audit. The same for all transports.
 */
export class Gate {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #authenticator: Authenticator;
  readonly #recorder: CallRecorder;
  readonly #reads: Reads;
  readonly #faults: Faults;
  /** Idempotency keys that calls of this process are running under. */
  readonly #running = new Set<string>();

  constructor({ db, log, counter = new LocalRateCounter(), observe = () => {} }: GateOptions) {
    this.#db = db;
    this.#log = log;
    this.#authenticator = new Authenticator(db, counter);
    this.#reads = new Reads(db);
    this.#faults = new Faults(log);
    this.#recorder = new CallRecorder({ db, log, faults: this.#faults, observe });
  }

  /** Calls not yet answered, and audit rows not yet durable. */
  get load(): { inFlight: number; auditQueue: number } {
    return this.#recorder.load;
  }

  /** Resolves when every admitted call has ended and its row is durable. */
  drain(): Promise<void> {
    return this.#recorder.drain();
  }

  /** The catalogue's fault of any error; one without a catalogue entry is logged in full and answered as `internal`. */
  faultOf(error: unknown, requestId: string): Fault {
    return this.#faults.of(error, requestId);
  }

  /**
   * Admits a call to its tool or refuses it. A refusal of a known key is audited before it is thrown.
   * @throws Fault missing_key, invalid_key, rate_limited, insufficient_scope, not_entitled, payload_too_large, invalid_json
   */
  async admit(incoming: Incoming, policy: AccessPolicy): Promise<Admission> {
    const principal = await this.#identify(incoming);
    const fault =
      checkLimit(incoming) ??
      checkScope(principal, policy) ??
      checkEntitlement(principal, policy) ??
      checkSize(incoming, policy) ??
      checkHeaders(incoming) ??
      incoming.bodyFault;
    logDecision(this.#log, incoming, { tool: policy.name, keyId: principal.keyId, fault });
    if (fault !== undefined) {
      await this.#recorder.refuse(incoming, principal, policy.name, fault);
      throw fault;
    }
    this.#recorder.begin();
    const run = this.createRun({
      tool: policy.name,
      principal,
      workspaceId: principal.workspaceId,
      transport: incoming.transport,
      requestId: incoming.requestId,
      runRef: incoming.runRef ?? null,
      inputText: () =>
        incoming.body === undefined ? (JSON.stringify(admission.rawInput) ?? '{}') : utf8.decode(incoming.body),
    });
    const admission: Admission = Object.assign(run, {
      incoming,
      principal,
      policy,
      rawInput: undefined,
      auditId: undefined,
      audited: false,
    });
    return admission;
  }

  /** Refuses a call of an unknown tool; it counts against the limit and is audited (decisions 4). */
  async refuseUnknown(incoming: Incoming, tool: string): Promise<Fault> {
    const principal = await this.#identify(incoming);
    const fault =
      checkLimit(incoming) ??
      new Fault('not_found', {
        message: `There is no tool named ${JSON.stringify(tool.slice(0, 100))}.`,
        hint: 'tools/list over MCP and /openapi.json name every tool.',
      });
    logDecision(this.#log, incoming, { keyId: principal.keyId, fault });
    const name = tool.slice(0, 100).toWellFormed().replaceAll('\0', '');
    await this.#recorder.refuse(incoming, principal, name, fault);
    return fault;
  }

  /** Admits a request that is not a tool call but needs a key, such as `tools/list`. It is counted but not audited. */
  async authenticate(incoming: Incoming): Promise<Principal> {
    const principal = await this.#identify(incoming);
    const fault = checkLimit(incoming);
    logDecision(this.#log, incoming, { keyId: principal.keyId, fault });
    if (fault !== undefined) throw fault;
    return principal;
  }

  /** A call of a person in the panel; `commit` ends one that writes. */
  createRun(context: CallContext): Run {
    return createRun(this.#db, this.#reads, context);
  }

  /** Commits a write of a person in the panel. @param write returns its result and the rows that record it */
  commit<Result>(run: Run, write: () => Promise<{ result: Result; inserts: readonly Insert[] }>): Promise<Result> {
    return commit(this.#db, run, write);
  }

  /**
   * Executes an admitted call and records it: its audit row is durable, with all it wrote, before this resolves.
   * @throws Fault idempotency_in_progress, idempotency_conflict, unavailable, outcome_unknown, and the handler's own
   */
  async run<Result>(admission: Admission, execution: Execution<Result>): Promise<Answer<Result>> {
    const { incoming } = admission;
    if (execution.kind === 'read') {
      await execution.prepare?.();
      return this.#answer(admission, await execution.handle(), []);
    }
    if (execution.kind === 'append' && incoming.idempotencyKey === undefined) {
      const { result, inserts } = execution.handle();
      return this.#answer(admission, result, [...factInserts(admission), ...inserts]);
    }
    return this.#write(admission, execution);
  }

  /** Ends an admitted call that failed: its audit row is durable before the fault is thrown. */
  fail(admission: Admission, error: unknown): Promise<Fault> {
    return this.#recorder.fail(admission, error);
  }

  async #identify(incoming: Incoming): Promise<Principal> {
    try {
      return await this.#authenticator.identify(incoming);
    } catch (error) {
      const fault = this.#faults.of(error, incoming.requestId);
      logDecision(this.#log, incoming, { fault });
      throw fault;
    }
  }

  /** Records a call that needs no transaction of its own: many are written in one statement. */
  async #answer<Result>(admission: Admission, result: Result, inserts: readonly Insert[]): Promise<Answer<Result>> {
    const json = JSON.stringify(result);
    await this.#recorder.succeed(admission, json, inserts);
    return new Answer(result, json);
  }

  /** One transaction with the call's facts, its idempotency record and its audit row. */
  async #write<Result>(admission: Admission, execution: Write<Result>): Promise<Answer<Result>> {
    const { call, incoming, principal, rawInput } = admission;
    const key = incoming.idempotencyKey;
    const idempotency =
      key === undefined
        ? undefined
        : idempotencyOf({ workspaceId: call.workspaceId, tool: call.tool, principal }, key, rawInput);
    if (idempotency !== undefined && this.#running.has(idempotency.lock)) throw new Fault('idempotency_in_progress');
    if (idempotency !== undefined) this.#running.add(idempotency.lock);
    try {
      const prepare = execution.kind === 'append' ? undefined : execution.prepare;
      if (prepare !== undefined && !(idempotency !== undefined && (await isKept(this.#db, idempotency)))) {
        await prepare();
      }
      let answer: Answer<Result> | undefined;
      let row = undefined as ReturnType<CallRecorder['rowOf']> | undefined;
      try {
        await commit(this.#db, admission, async (em) => {
          const kept = idempotency === undefined ? undefined : await findFirstResult(em, idempotency);
          if (kept !== undefined) {
            answer = new Answer(JSON.parse(kept) as Result, kept, true);
            row = this.#recorder.rowOf(admission, undefined, kept);
            return { result: undefined, inserts: [{ into: calls, rows: [row] }] };
          }
          const handled =
            execution.kind === 'append' ? execution.handle() : { result: await execution.handle(), inserts: [] };
          const json = JSON.stringify(handled.result);
          answer = new Answer(handled.result, json);
          row = this.#recorder.rowOf(admission, undefined, json);
          const records = idempotency === undefined ? [] : [recordOf(idempotency, json)];
          const inserts = [
            ...handled.inserts,
            { into: idempotencyRecords, rows: records },
            { into: calls, rows: [row] },
          ];
          return { result: undefined, inserts };
        });
      } catch (error) {
        await this.#recorder.settle(admission, error);
      }
      this.#recorder.end(admission, row!);
      return answer!;
    } finally {
      if (idempotency !== undefined) this.#running.delete(idempotency.lock);
    }
  }
}

function checkLimit({ rate }: Incoming): Fault | undefined {
  return rate?.exceeded === true ? new Fault('rate_limited', { headers: { 'Retry-After': '60' } }) : undefined;
}
