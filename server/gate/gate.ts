import type { Logger } from 'pino';
import type { Insert } from '../../db/append.ts';
import type { Database } from '../../db/orm.ts';
import { Fault } from '../errors.ts';
import { checkAddress } from './addresses.ts';
import { checkEntitlement, checkHeaders, checkProbation, checkScope, checkSize, otherwiseNamed } from './access.ts';
import { Authenticator } from './authenticator.ts';
import type { AccessPolicy, Incoming } from './call.ts';
import { type Admission, type CallObserver, CallRecorder } from './call-recorder.ts';
import { logDecision } from './decision-log.ts';
import { isPassing, isUnavailable } from './database-fault.ts';
import type { Execution } from './execution.ts';
import { connectionsOf, type FairSlots, waitUntil } from './fair-slots.ts';
import { Faults } from './faults.ts';
import { Floods, overLimit } from './flood.ts';
import { isUnchanged, KeyChanged, type Principal, Principals } from './principal.ts';
import { checkQuota, type Quotas } from './quota.ts';
import { LocalRateCounter, type RateCounter } from './rate-limit.ts';
import { type MakeAgain, Proposals } from './proposals.ts';
import { Reads } from './reads.ts';
import { type CallContext, commit, createRun, type Run } from './run.ts';
import { Answer, withWarnings } from './tool-answer.ts';
import { type Leave, Turns } from './turns.ts';
import { isProposing, Writes } from './writes.ts';

export type GateOptions = {
  db: Database;
  log: Logger;
  /** What workspaces may hold where the operator set nothing else. */
  quotas: Quotas;
  counter?: RateCounter;
  observe?: CallObserver;
  /** Makes calls again that wait for a person. */
  makeAgain?: MakeAgain;
};

const utf8 = new TextDecoder();

/** A larger body takes its time to be read, checked and made facts of. */
const LARGE_BYTES = 16_000;

/**
 * The only entry for calls (architecture, "The way of a call"): key, rate limit, tool, scope, entitlement, quota, size, then,
 * around the handler, idempotency and audit. The same for all transports.
 */
export class Gate {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #quotas: Quotas;
  readonly #authenticator: Authenticator;
  readonly #recorder: CallRecorder;
  readonly #reads: Reads;
  /** Connections for writes, shared between workspaces. */
  readonly #slots: FairSlots;
  readonly #faults: Faults;
  readonly #floods: Floods;
  readonly #turns: Turns;
  readonly #writes: Writes;
  /** What keys on probation would write. */
  readonly proposals: Proposals;

  constructor({ db, log, quotas, counter, observe = () => {}, makeAgain = () => undefined }: GateOptions) {
    this.#db = db;
    this.#log = log;
    this.#quotas = quotas;
    this.#reads = new Reads(db);
    this.#slots = connectionsOf(db);
    this.#faults = new Faults(log);
    this.#turns = new Turns(db);
    const principals = new Principals(db);
    this.#recorder = new CallRecorder({ db, log, faults: this.#faults, principals, observe });
    this.proposals = new Proposals({ db, slots: this.#slots, reads: this.#reads, makeAgain });
    this.#writes = new Writes({
      db,
      reads: this.#reads,
      slots: this.#slots,
      recorder: this.#recorder,
      proposals: this.proposals,
    });
    this.#floods = new Floods((row, fault) => this.#recorder.refuseMany(row, fault));
    this.#authenticator = new Authenticator(principals, counter ?? new LocalRateCounter(), this.#floods);
  }

  /** Calls not yet answered, and audit rows not yet durable. */
  get load(): { inFlight: number; auditQueue: number } {
    return this.#recorder.load;
  }

  /** Resolves when every admitted call has ended and its row is durable. */
  drain(): Promise<void> {
    this.#floods.flush();
    return this.#recorder.drain();
  }

  /** The catalogue's fault of any error; one without a catalogue entry is logged in full and answered as `internal`. */
  faultOf(error: unknown, requestId: string): Fault {
    return this.#faults.of(error, requestId);
  }

  /**
   * Admits a call to its tool or refuses it. A refusal of a known key is audited before it is thrown.
   * @throws Fault missing_key, invalid_key, rate_limited, address_not_allowed, insufficient_scope, not_entitled, quota_exceeded, payload_too_large,
   * invalid_json, workspace_busy
   */
  async admit(incoming: Incoming, policy: AccessPolicy): Promise<Admission> {
    let principal = await this.#identify(incoming, policy.checksKeyLast).catch((error: unknown) => {
      incoming.turn?.();
      throw error;
    });
    const [leave, isBusy] = await this.#enter(incoming, principal, policy);
    const faultFor = (of: Principal) =>
      checkLimit(incoming) ??
      isBusy ??
      checkAddress(of, incoming) ??
      checkScope(of, policy) ??
      checkEntitlement(of, policy) ??
      checkProbation(of, policy) ??
      checkQuota(of, policy, this.#quotas) ??
      checkSize(incoming, policy) ??
      checkHeaders(incoming) ??
      incoming.bodyFault;
    let fault = faultFor(principal);
    if (fault !== undefined && fault !== isBusy && principal.isKept) {
      // A refusal rests on what the key is now.
      principal = await this.#lookUp(incoming, principal).catch((error: unknown) => {
        leave();
        throw error;
      });
      fault = faultFor(principal);
    }
    logDecision(this.#log, incoming, { tool: policy.name, keyId: principal.keyId, fault });
    if (fault !== undefined) {
      await this.#recorder.refuse(incoming, principal, policy.name, fault).finally(leave);
      throw fault;
    }
    this.#recorder.begin();
    const run = this.createRun({
      tool: policy.name,
      principal,
      workspaceId: principal.workspaceId,
      transport: incoming.transport,
      requestId: incoming.requestId,
      runRef: incoming.runRef ?? principal.runningRun,
      waitUntil: incoming.waitUntil,
      inputText: () =>
        incoming.body === undefined ? (JSON.stringify(admission.rawInput) ?? '{}') : utf8.decode(incoming.body),
    });
    const admission: Admission = Object.assign(run, {
      incoming,
      principal,
      policy,
      rawInput: undefined,
      auditId: undefined,
      isProposed: false,
      leave,
      audited: false,
      keyCheck: principal.isKept ? principal.check : undefined,
    });
    return admission;
  }

  /**
   * Refuses a call of an unknown tool; it counts against the limit and is audited (decisions 4).
   * @param nearest the names most like it
   */
  async refuseUnknown(incoming: Incoming, tool: string, nearest: readonly string[]): Promise<Fault> {
    const principal = await this.#identify(incoming, false);
    const fault =
      checkLimit(incoming) ??
      checkAddress(principal, incoming) ??
      new Fault('not_found', {
        message: `There is no tool named ${JSON.stringify(tool.slice(0, 100))}.${nearest.length === 0 ? '' : ` Did you mean ${nearest.join(' or ')}?`}`,
        hint: 'tools/list over MCP and /openapi.json name every tool.',
      });
    logDecision(this.#log, incoming, { keyId: principal.keyId, fault });
    const name = tool.slice(0, 100).toWellFormed().replaceAll('\0', '');
    await this.#recorder.refuse(incoming, principal, name, fault);
    return fault;
  }

  /** Admits a request that is not a tool call but needs a key, such as `tools/list`. It is counted but not audited. */
  async authenticate(incoming: Incoming): Promise<Principal> {
    const principal = await this.#identify(incoming, false);
    const fault = checkLimit(incoming) ?? checkAddress(principal, incoming);
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
    return commit({ db: this.#db, slots: this.#slots }, run, write);
  }

  /**
   * Names a call's run and its idempotency key by its arguments, where no header has.
   * @throws Fault invalid_input when one was named otherwise by header or `_meta`
   */
  nameCall(admission: Admission, named: { runRef?: string | undefined; idempotencyKey?: string | undefined }): void {
    const { incoming, principal, call } = admission;
    const issues = otherwiseNamed(incoming, named);
    if (issues.length > 0) throw new Fault('invalid_input', { issues });
    incoming.runRef ??= named.runRef;
    incoming.idempotencyKey ??= named.idempotencyKey;
    (call as { runRef: string | null }).runRef = incoming.runRef ?? principal.runningRun;
  }

  /**
   * Executes an admitted call and records it: its audit row is durable, with all it wrote, before this resolves.
   * @throws KeyChanged when it has to be admitted again
   * @throws Fault idempotency_in_progress, idempotency_conflict, workspace_busy, unavailable, outcome_unknown, and the handler's own
   */
  async run<Result>(admission: Admission, execution: Execution<Result>): Promise<Answer<Result>> {
    if (admission.principal.proposes && admission.policy.onProbation !== 'direct')
      admission.view = this.proposals.viewOf(admission);
    if (execution.kind !== 'read' && isProposing(admission)) return this.#writes.propose(admission, execution);
    if (execution.kind === 'read') {
      await execution.prepare?.();
      const result = withWarnings(await execution.handle(), admission);
      const json = JSON.stringify(result);
      await this.#recorder.succeed(admission, json);
      return new Answer(result, json);
    }
    return this.#writes.write(admission, execution);
  }

  /**
   * Whether a call that failed did so with a key that is not what it was: it did nothing and is admitted again then, with
   * the same `incoming`.
   */
  async isForChangedKey(admission: Admission, error: unknown): Promise<boolean> {
    const { keyCheck, audited, incoming, principal } = admission;
    // Without the database the key cannot be looked up either.
    if (keyCheck === undefined || audited || isPassing(error) || isUnavailable(error)) return false;
    // It did nothing, whatever the key is by now, and has waited long enough.
    if (error instanceof Fault && error.code === 'workspace_busy') return false;
    if (error instanceof KeyChanged) {
      // Admitting the call again reports what this look-up fails with.
      await this.#lookUp(incoming, principal).catch(() => {});
    } else {
      try {
        await this.#checkKey(admission);
        return false;
      } catch (failure) {
        if (isUnavailable(failure)) return false;
      }
    }
    this.#recorder.withdraw(admission);
    return true;
  }

  /** Ends an admitted call that failed: its audit row is durable before the fault is thrown. */
  fail(admission: Admission, error: unknown): Promise<Fault> {
    return this.#recorder.fail(admission, error);
  }

  /**
   * Asks whose key it is, before the body is read: the gate goes on from there once the body is there.
   * @param policy of the tool called, where that is known by now
   * @returns why the request is refused whatever its body holds; undefined when that is not certain yet
   */
  async recognize(incoming: Incoming, policy?: AccessPolicy): Promise<Fault | undefined> {
    try {
      await this.#identify(incoming, policy?.checksKeyLast ?? true);
      return undefined;
    } catch (error) {
      return error as Fault;
    }
  }

  /** Waits for the workspace's turn, unless the call has it already; a refusal instead of one that takes too long. */
  async #enter(
    incoming: Incoming,
    { workspaceId }: Principal,
    { costly }: AccessPolicy,
  ): Promise<[leave: Leave, isBusy: Fault | undefined]> {
    const { turn } = incoming;
    incoming.turn = undefined;
    if (turn !== undefined) return [turn, undefined];
    incoming.waitUntil = waitUntil();
    try {
      const isCostly = costly || incoming.requestBytes > LARGE_BYTES;
      return [await this.#turns.enter(workspaceId, isCostly, incoming.waitUntil), undefined];
    } catch (error) {
      return [() => {}, this.#faults.of(error, incoming.requestId)];
    }
  }

  /**
   * Whose key it is.
   * @param mayBeKept whether what an earlier call's look-up found is enough at first
   * @throws Fault
   */
  async #identify(incoming: Incoming, mayBeKept: boolean): Promise<Principal> {
    incoming.identity ??= this.#orFault(incoming, this.#authenticator.identify(incoming, mayBeKept));
    const principal = await incoming.identity;
    return principal.isKept && !mayBeKept ? this.#lookUp(incoming, principal) : principal;
  }

  /** Looks a kept key up, for the rest of the request. @throws Fault */
  #lookUp(incoming: Incoming, principal: Principal): Promise<Principal> {
    incoming.identity = this.#orFault(incoming, this.#authenticator.lookUp(incoming, principal));
    return incoming.identity;
  }

  /** Looks the key of an admitted call up, where it was kept. @throws KeyChanged; Fault */
  async #checkKey(admission: Admission): Promise<void> {
    if (admission.keyCheck === undefined) return;
    const { check } = await this.#lookUp(admission.incoming, admission.principal);
    if (!isUnchanged(admission.keyCheck, check)) throw new KeyChanged();
    admission.keyCheck = undefined;
  }

  async #orFault(incoming: Incoming, identity: Promise<Principal>): Promise<Principal> {
    try {
      return await identity;
    } catch (error) {
      const fault = this.#faults.of(error, incoming.requestId);
      logDecision(this.#log, incoming, { fault });
      throw fault;
    }
  }
}

function checkLimit({ rate }: Incoming): Fault | undefined {
  return rate?.exceeded === true ? overLimit() : undefined;
}
