import type { Logger } from 'pino';
import type { Insert } from '../../db/append.ts';
import type { Database } from '../../db/orm.ts';
import { Fault } from '../errors.ts';
import { otherwiseNamed } from './access.ts';
import { Admissions } from './admissions.ts';
import { Authenticator } from './authenticator.ts';
import type { AccessPolicy, Incoming } from './call.ts';
import { type Admission, type CallObserver, CallRecorder } from './call-recorder.ts';
import { isPassing, isUnavailable } from './database-fault.ts';
import type { Execution } from './execution.ts';
import { connectionsOf, type FairSlots } from './fair-slots.ts';
import { Faults } from './faults.ts';
import { Floods } from './flood.ts';
import { isUnchanged, KeyChanged, Principals } from './principal.ts';
import type { Quotas } from './quota.ts';
import { LocalRateCounter, type RateCounter } from './rate-limit.ts';
import { type MakeAgain, Proposals } from './proposals.ts';
import { Reads } from './reads.ts';
import { type CallContext, commit, createRun, type Run } from './run.ts';
import { Answer, withWarnings } from './tool-answer.ts';
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

/**
 * The only entry for calls (architecture, "The way of a call"): key, rate limit, tool, scope, entitlement, quota, size, then,
 * around the handler, idempotency and audit. The same for all transports.
 */
export class Gate {
  readonly #db: Database;
  readonly #recorder: CallRecorder;
  readonly #reads: Reads;
  /** Connections for writes, shared between workspaces. */
  readonly #slots: FairSlots;
  readonly #faults: Faults;
  readonly #floods: Floods;
  readonly #writes: Writes;
  /** Who may call, and when: for requests that are no call of a tool, and before a body is read. */
  readonly admissions: Admissions;
  /** What keys on probation would write. */
  readonly proposals: Proposals;

  constructor({ db, log, quotas, counter, observe = () => {}, makeAgain = () => undefined }: GateOptions) {
    this.#db = db;
    this.#reads = new Reads(db);
    this.#slots = connectionsOf(db);
    this.#faults = new Faults(log);
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
    this.admissions = new Admissions({
      db,
      log,
      quotas,
      authenticator: new Authenticator(principals, counter ?? new LocalRateCounter(), this.#floods),
      recorder: this.#recorder,
      faults: this.#faults,
    });
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
    const { principal, leave } = await this.admissions.admit(incoming, policy);
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
      await this.admissions.lookUp(incoming, principal).catch(() => {});
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

  /** Looks the key of an admitted call up, where it was kept. @throws KeyChanged; Fault */
  async #checkKey(admission: Admission): Promise<void> {
    if (admission.keyCheck === undefined) return;
    const { check } = await this.admissions.lookUp(admission.incoming, admission.principal);
    if (!isUnchanged(admission.keyCheck, check)) throw new KeyChanged();
    admission.keyCheck = undefined;
  }
}
