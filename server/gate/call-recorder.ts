import type { Logger } from 'pino';
import type { Insert } from '../../db/append.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/orm.ts';
import type { CallRow } from '../../db/statements/calls.ts';
import { findFingerprints, fingerprints, type FingerprintRow, type Repeat } from '../../db/statements/repeats.ts';
import { Fault } from '../errors.ts';
import { within } from '../within.ts';
import { AuditWriter } from './audit.ts';
import { callRow } from './audit-row.ts';
import type { AccessPolicy, Incoming } from './call.ts';
import { isConnectionLoss, isPassing, isUnavailable, unknownOutcome } from './database-fault.ts';
import type { Faults } from './faults.ts';
import type { Idempotency } from './idempotency.ts';
import { type KeyCheck, KeyChanged, type Principal, type Principals } from './principal.ts';
import type { Run } from './run.ts';
import type { Settled } from './settlements.ts';
import type { Leave } from './turns.ts';

/** Receives every call as it ends, for metrics and the log. */
export type CallObserver = (call: CallRow, fault: Fault | undefined) => void;

/** An admitted call. */
export type Admission = Run & {
  readonly incoming: Incoming;
  readonly principal: Principal;
  readonly policy: AccessPolicy;
  /** The input before the schema parsed it. */
  rawInput: unknown;
  /** The id of the call's one audit row, whatever its outcome; undefined until the row is first written. */
  auditId: string | undefined;
  /** Whether what it wrote waits for a person. */
  isProposed: boolean;
  /** Ends the call's turn. */
  readonly leave: Leave;
  /** The audit row is written, or will be once the database is back. */
  audited: boolean;
  /** The key as it was known before, to be compared with the audit row; undefined once it was looked up for the call. */
  keyCheck: KeyCheck | undefined;
};

/** How long a call that lost the database waits to learn its outcome, in milliseconds. */
const SETTLE_MS = 800;

type RecorderParts = {
  db: Database;
  log: Logger;
  faults: Faults;
  /** Keys that are kept only while the database answers, as the recorder notes. */
  principals: Principals;
  observe: CallObserver;
};

/** Makes sure that every call has exactly one audit row, with its true outcome, before it is answered. */
export class CallRecorder {
  readonly #db: Database;
  readonly #audit: AuditWriter;
  readonly #log: Logger;
  readonly #faults: Faults;
  readonly #principals: Principals;
  readonly #observe: CallObserver;
  #inFlight = 0;

  constructor({ db, log, faults, principals, observe }: RecorderParts) {
    this.#db = db;
    this.#audit = new AuditWriter(db);
    this.#log = log;
    this.#faults = faults;
    this.#principals = principals;
    this.#observe = observe;
  }

  /** Calls not yet answered, and audit rows not yet durable. */
  get load(): { inFlight: number; auditQueue: number } {
    return { inFlight: this.#inFlight, auditQueue: this.#audit.depth };
  }

  /** Resolves when every admitted call has ended and its row is durable. */
  async drain(): Promise<void> {
    while (this.#inFlight > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await this.#audit.drain();
  }

  begin(): void {
    this.#inFlight += 1;
  }

  /** The audit row of an admitted call: one id, whatever the outcome. */
  rowOf(admission: Admission, fault: Fault | undefined, responseJson: string): CallRow {
    const { incoming, policy, principal } = admission;
    admission.auditId ??= newId('call');
    return callRow({
      incoming,
      tool: policy.name,
      principal,
      fault,
      isProposed: admission.isProposed,
      responseJson,
      id: admission.auditId,
      model: admission.model,
    });
  }

  /** Ends an admitted call without an audit row: it did nothing and is admitted again, in the same turn. */
  withdraw({ incoming, leave }: Admission): void {
    this.#inFlight -= 1;
    incoming.turn = leave;
  }

  /** After a call's row was committed. */
  end(admission: Admission, row: CallRow, fault?: Fault): void {
    admission.audited = true;
    this.#inFlight -= 1;
    admission.leave(row.request_bytes + row.response_bytes);
    this.#observe(row, fault);
  }

  /**
   * Commits the row of a call that succeeded, with the rows it appends. Answers what was left out as a repeat, of other
   * calls too.
   * @param idempotency its idempotency key, where there must be no record of it
   * @throws KeyChanged when nothing was written, because the key is not what it was; `KEYS_USED` (`isTaken`)
   * @throws Fault unavailable, outcome_unknown
   */
  async succeed(
    admission: Admission,
    json: string,
    inserts: readonly Insert[] = [],
    idempotency?: Idempotency['which'],
  ): Promise<readonly Repeat[]> {
    const row = this.rowOf(admission, undefined, json);
    let repeats: readonly Repeat[] = [];
    try {
      repeats = await this.#audit.write(row, inserts, { check: admission.keyCheck, idempotency });
      this.#principals.noteDatabase('answered');
    } catch (error) {
      if (error instanceof KeyChanged) throw error;
      if (isConnectionLoss(error) || unknownOutcome(error) !== undefined) this.#principals.noteDatabase('lost');
      // A call that changes nothing has no unknown outcome.
      await this.settle(admission, error, inserts.length === 0 ? 'unavailable' : 'outcome_unknown');
      repeats = await this.#repeatsOf(admission, inserts);
    }
    this.end(admission, row);
    return repeats;
  }

  /** What was left out as a repeat of a call that was written, though its answer was lost. */
  async #repeatsOf({ call }: Admission, inserts: readonly Insert[]): Promise<Repeat[]> {
    const sent = inserts.flatMap(({ into, rows }) => (into === fingerprints ? (rows as FingerprintRow[]) : []));
    if (sent.length === 0) return [];
    const wanted = sent.map(({ fingerprint }) => fingerprint);
    const found = await this.#db.read(call.workspaceId, findFingerprints, [call.workspaceId, wanted]);
    return sent.flatMap(({ fingerprint, record_id }) => {
      const kept = found.find((each) => each.fingerprint === fingerprint && each.record_id !== record_id);
      return kept === undefined ? [] : [{ sent: record_id, kept: kept.record_id, at: kept.at! }];
    });
  }

  /**
   * After the database was lost while a call may have been committing: resolves when the call was written.
   * @param unsettled the code answered while the outcome is unknown
   * @throws Fault unavailable, outcome_unknown; any other error as it is
   */
  async settle(
    admission: Admission,
    error: unknown,
    unsettled: 'unavailable' | 'outcome_unknown' = 'outcome_unknown',
  ): Promise<void> {
    if (unknownOutcome(error) === undefined) throw error;
    const { requestId } = admission.incoming;
    const refusalOf = (fault: Fault) => this.rowOf(admission, fault, JSON.stringify(fault.envelope(requestId)));
    let fault = new Fault('unavailable', { cause: error });
    const row = refusalOf(fault);
    const settled = await within(SETTLE_MS, this.#settled(row));
    this.#log.warn({ request_id: requestId, settled }, 'The database was lost while a call may have been committing');
    if (settled === 'written') return;
    if (settled === undefined && unsettled !== fault.code) {
      fault = new Fault(unsettled, { cause: error });
      Object.assign(row, refusalOf(fault));
    }
    this.end(admission, row, fault);
    throw fault;
  }

  /** Ends a failed call: its audit row is durable before the fault is thrown, or follows once the database is back. */
  async fail(admission: Admission, error: unknown): Promise<Fault> {
    const { policy, incoming } = admission;
    const lost = unknownOutcome(error);
    const fault = this.#faults.of(
      lost !== undefined && policy.effect === 'read' ? lost.cause : error,
      incoming.requestId,
    );
    if (admission.audited) return fault;
    try {
      const row = this.rowOf(admission, fault, JSON.stringify(fault.envelope(incoming.requestId)));
      await this.#refuse(row, fault);
    } catch (auditError) {
      return this.#faults.of(auditError, incoming.requestId);
    } finally {
      if (!admission.audited) {
        this.#inFlight -= 1;
        admission.leave();
      }
      admission.audited = true;
    }
    return fault;
  }

  /** Records a call that was refused before it was admitted. */
  refuse(incoming: Incoming, principal: Principal, tool: string, fault: Fault): Promise<void> {
    const responseJson = JSON.stringify(fault.envelope(incoming.requestId));
    return this.#refuse(callRow({ incoming, tool, principal, fault, responseJson, id: newId('call') }), fault);
  }

  /** Records refusals that were counted in one row, whose callers have been answered. */
  refuseMany(row: CallRow, fault: Fault): void {
    this.#refuse(row, fault).catch((error: unknown) => {
      this.#log.error({ request_id: row.request_id, err: error }, 'Refused calls have no audit row yet');
    });
  }

  async #refuse(row: CallRow, fault: Fault): Promise<void> {
    this.#observe(row, fault);
    if (isUnavailable(fault)) {
      await within(SETTLE_MS, this.#settled(row));
      return;
    }
    try {
      await this.#audit.write(row);
    } catch (error) {
      const lost = this.#faults.of(unknownOutcome(error)?.cause ?? error, row.request_id);
      // The row has the code that the caller was answered.
      if (isPassing(error)) void this.#settled({ ...row, outcome: 'error', error_code: lost.code });
      throw lost;
    }
  }

  /** Polls until the outcome of a call is known, also after its caller was answered. */
  #settled(row: CallRow): Promise<Settled | undefined> {
    return this.#audit.settle(row).catch((error: unknown) => {
      this.#log.error({ request_id: row.request_id, err: error }, 'A call has no audit row');
      return undefined;
    });
  }
}
