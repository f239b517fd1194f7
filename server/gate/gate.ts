import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { newId } from '../../db/ids.ts';
import { type Database, execute } from '../../db/orm.ts';
import { type CallRow, completeWrite, insertCaptures } from '../../db/statements/calls.ts';
import { findIdempotencyRecord, forgetIdempotencyRecord, lockIdempotencyKey } from '../../db/statements/idempotency.ts';
import type { Statement } from '../../db/statement.ts';
import { Fault } from '../errors.ts';
import { AuditWriter } from './audit.ts';
import type { Additions, Call, Incoming, NewFact, AccessPolicy, Row } from './call.ts';
import { databaseFault, isLostRace, isPassing, unknownOutcome } from './database-fault.ts';
import { hashKey, looksLikeKey } from './key-format.ts';
import { type Principal, Principals } from './principal.ts';
import { LocalRateCounter, type RateCounter, rateState } from './rate-limit.ts';
import { Reads } from './reads.ts';
import { callRow, factRows, HEADER_TEXT, rowOf } from './rows.ts';
import type { Settled } from './settlements.ts';

/** Told of every call as it ends, for metrics and the log. */
export type CallObserver = (call: CallRow, fault: Fault | undefined) => void;

export type GateOptions = {
  db: Database;
  log: Logger;
  counter?: RateCounter;
  observe?: CallObserver;
};

/** An admitted call with what only the gate may touch. */
export type Admission = {
  readonly call: Call;
  readonly incoming: Incoming;
  readonly principal: Principal;
  readonly policy: AccessPolicy;
  readonly facts: NewFact[];
  /** The input as it came, before the schema. */
  rawInput: unknown;
  /** The transaction's EntityManager while a write runs. */
  transaction: EntityManager | undefined;
  /** Names the call's one audit row, whichever of its outcomes is kept; undefined until one is tried. */
  auditId: string | undefined;
  /** The audit row is written, or is seen to; a call has exactly one. */
  audited: boolean;
};

/** What a call refused before it was admitted is audited under. */
type Attempt = { tool: string; principal: Principal };

const utf8 = new TextDecoder();

/** How long a call that lost the database is held up for its outcome: only a database that is back tells. */
const SETTLE_MS = 800;

/** Waits for a promise, but only so long: undefined after that. */
async function within<Result>(ms: number, promise: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** How often a transaction that lost to one beside it is tried again; each time at least one of them is done. */
const MOST_ATTEMPTS = 50;

/** Runs a transaction again for as long as it loses to one beside it. */
export async function retryLostRaces<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !isLostRace(error)) throw error;
    }
  }
}

/** Hashes of keys seen to be real, so that made-up ones cannot fill the shared counter. */
const MOST_KNOWN = 50_000;

/**
 * The one way in (architecture, "The way of a call"): key, rate limit, tool, scope, entitlement, size — then, around
 * the handler, idempotency and audit. Written once for all transports.
 */
export class Gate {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #principals: Principals;
  readonly #counter: RateCounter;
  readonly #audit: AuditWriter;
  readonly #reads: Reads;
  readonly #observe: CallObserver;
  readonly #knownKeys = new Map<string, string>();
  readonly #running = new Set<string>();
  /** Faults pass here at the gate and again at the transport; the log has them once. */
  readonly #logged = new WeakSet<Fault>();
  #inFlight = 0;

  constructor(options: GateOptions) {
    this.#db = options.db;
    this.#log = options.log;
    this.#principals = new Principals(options.db);
    this.#counter = options.counter ?? new LocalRateCounter();
    this.#audit = new AuditWriter(options.db);
    this.#reads = new Reads(options.db);
    this.#observe = options.observe ?? (() => {});
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

  /**
   * Lets a call through to its tool or refuses it. A refusal of a known key is audited before it is thrown.
   * @throws Fault missing_key, invalid_key, rate_limited, insufficient_scope, not_entitled, payload_too_large, invalid_json
   */
  async admit(incoming: Incoming, policy: AccessPolicy): Promise<Admission> {
    const principal = await this.#identify(incoming);
    const attempt = { tool: policy.name, principal };
    const fault =
      this.#checkLimit(incoming) ??
      checkScope(principal, policy) ??
      checkEntitlement(principal, policy) ??
      checkSize(incoming, policy) ??
      checkHeaders(incoming) ??
      incoming.bodyFault;
    if (fault !== undefined) {
      await this.#auditRefusal(incoming, attempt, fault);
      throw fault;
    }
    this.#inFlight += 1;
    return this.#admission(incoming, policy, principal);
  }

  /** Refuses a call of a tool that does not exist; it counts against the limit and is audited (decisions 4). */
  async refuseUnknown(incoming: Incoming, tool: string): Promise<Fault> {
    const principal = await this.#identify(incoming);
    const fault =
      this.#checkLimit(incoming) ??
      new Fault('not_found', {
        message: `There is no tool named ${JSON.stringify(tool.slice(0, 100))}.`,
        hint: 'tools/list over MCP and /openapi.json name every tool.',
      });
    await this.#auditRefusal(
      incoming,
      { tool: tool.slice(0, 100).toWellFormed().replaceAll('\0', ''), principal },
      fault,
    );
    return fault;
  }

  /** Lets a request through that is no tool call but needs a key, such as `tools/list`. It counts; it is not audited. */
  async authenticate(incoming: Incoming): Promise<Principal> {
    const principal = await this.#identify(incoming);
    const fault = this.#checkLimit(incoming);
    if (fault !== undefined) throw fault;
    return principal;
  }

  /** Runs a reading tool and records the call, durable before this resolves. */
  async runRead<Result>(
    admission: Admission,
    handler: () => Promise<Result>,
    _rawInput?: unknown,
    prepare?: () => Promise<void>,
  ): Promise<Result> {
    await prepare?.();
    const result = await handler();
    const json = this.#written(admission, result);
    await this.#auditEnd(admission, json);
    return result;
  }

  /** Runs a tool that only adds rows: they, its facts and its audit row are committed in one shared statement. */
  async runAppend<Result>(
    admission: Admission,
    handler: () => Promise<{ result: Result; additions: Additions }>,
    rawInput: unknown,
  ): Promise<Result> {
    if (admission.incoming.idempotencyKey !== undefined) {
      return this.runWrite(
        admission,
        async () => {
          const { result, additions } = await handler();
          const captures = additions.captures ?? [];
          if (captures.length > 0) {
            await execute(admission.transaction!, insertCaptures, [JSON.stringify(captures)]);
          }
          return result;
        },
        rawInput,
      );
    }
    const { result, additions } = await handler();
    const json = this.#written(admission, result);
    const row = rowOf(admission, undefined, json);
    try {
      await this.#audit.write(row, additions.captures ?? [], factRows(admission));
    } catch (error) {
      await this.#settle(admission, error);
    }
    this.#ended(admission, row);
    return result;
  }

  /**
   * Runs a writing tool in one transaction with its facts, its idempotency record and its audit row. `prepare` runs
   * before the transaction, unless the call's first result is there to be replayed.
   */
  async runWrite<Result>(
    admission: Admission,
    handler: () => Promise<Result>,
    rawInput: unknown,
    prepare?: () => Promise<void>,
  ): Promise<Result> {
    const { incoming, call } = admission;
    const idempotency =
      incoming.idempotencyKey === undefined ? undefined : idempotencyOf(admission, incoming.idempotencyKey, rawInput);
    if (idempotency !== undefined && this.#running.has(idempotency.lock)) throw new Fault('idempotency_in_progress');
    if (idempotency !== undefined) this.#running.add(idempotency.lock);
    try {
      if (prepare !== undefined && !(idempotency !== undefined && (await this.#isKept(admission, idempotency)))) {
        await prepare();
      }
      let row: CallRow | undefined;
      let result: Result | undefined;
      const prepared = admission.facts.length;
      const write = async (em: EntityManager) => {
        admission.transaction = em;
        admission.facts.length = prepared;
        const kept = idempotency === undefined ? undefined : await this.#findKept(em, admission, idempotency);
        if (kept !== undefined) {
          incoming.replayed = true;
          incoming.resultJson = kept;
          row = rowOf(admission, undefined, kept);
          await execute(em, completeWrite, [JSON.stringify([row]), '[]', '[]']);
          result = JSON.parse(kept) as Result;
          return;
        }
        const made = await handler();
        await em.flush();
        const json = this.#written(admission, made);
        const record = idempotency === undefined ? [] : [{ ...idempotency.record, result: json }];
        row = rowOf(admission, undefined, json);
        await execute(em, completeWrite, [
          JSON.stringify([row]),
          JSON.stringify(factRows(admission)),
          JSON.stringify(record),
        ]);
        result = made;
      };
      try {
        await retryLostRaces(() => this.#db.fork(call.workspaceId).transactional(write));
      } catch (error) {
        await this.#settle(admission, error);
      }
      this.#ended(admission, row!);
      return result as Result;
    } finally {
      admission.transaction = undefined;
      if (idempotency !== undefined) this.#running.delete(idempotency.lock);
    }
  }

  /** Ends an admitted call that failed: its audit row is durable before the fault leaves, or seen to while it is lost. */
  async fail(admission: Admission, error: unknown): Promise<Fault> {
    const { policy, incoming } = admission;
    const lost = unknownOutcome(error);
    // What only reads has nothing to be unsure of.
    const fault = this.faultOf(lost !== undefined && policy.effect === 'read' ? lost.cause : error, incoming.requestId);
    if (admission.audited) return fault;
    try {
      const row = rowOf(admission, fault, JSON.stringify(fault.envelope(incoming.requestId)));
      await this.#recordRefusal(row, fault);
    } catch (auditError) {
      return this.faultOf(auditError, incoming.requestId);
    } finally {
      if (!admission.audited) this.#inFlight -= 1;
      admission.audited = true;
    }
    return fault;
  }

  /** The catalogue's word for any error; what is not in it is logged in full and answered as `internal`. */
  faultOf(error: unknown, requestId: string): Fault {
    const known = error instanceof Fault ? error : databaseFault(error);
    const fault = known ?? new Fault('internal', { cause: error });
    if (fault.status >= 500 && !this.#logged.has(fault)) {
      this.#logged.add(fault);
      this.#log.error({ request_id: requestId, err: fault.cause ?? fault }, fault.message);
    }
    return fault;
  }

  async #identify(incoming: Incoming): Promise<Principal> {
    if (incoming.token === undefined || incoming.token === '') throw new Fault('missing_key');
    if (!looksLikeKey(incoming.token)) throw new Fault('invalid_key');
    const hash = hashKey(incoming.token);
    const knownId = this.#knownKeys.get(hash);
    try {
      const counting = knownId === undefined ? undefined : this.#counter.count(knownId);
      counting?.catch(() => {});
      const principal = await this.#principals.find(hash);
      if (principal === undefined) {
        this.#knownKeys.delete(hash);
        throw new Fault('invalid_key');
      }
      const window = await (counting ?? this.#counter.count(principal.keyId));
      if (knownId === undefined) this.#remember(hash, principal.keyId);
      if (principal.rateLimit !== null) incoming.rate = rateState(principal.rateLimit, window);
      return principal;
    } catch (error) {
      throw this.faultOf(error, incoming.requestId);
    }
  }

  #remember(hash: string, keyId: string): void {
    if (this.#knownKeys.size >= MOST_KNOWN) this.#knownKeys.delete(this.#knownKeys.keys().next().value!);
    this.#knownKeys.set(hash, keyId);
  }

  #checkLimit(incoming: Incoming): Fault | undefined {
    return incoming.rate?.exceeded ? new Fault('rate_limited', { headers: { 'Retry-After': '60' } }) : undefined;
  }

  #admission(incoming: Incoming, policy: AccessPolicy, principal: Principal): Admission {
    const db = this.#db;
    const facts: NewFact[] = [];
    let fork: EntityManager | undefined;
    const call: Call = {
      tool: policy.name,
      principal,
      workspaceId: principal.workspaceId,
      transport: incoming.transport,
      requestId: incoming.requestId,
      runRef: incoming.runRef ?? null,
      now: new Date(),
      inputText: () =>
        incoming.body === undefined ? (JSON.stringify(admission.rawInput) ?? '{}') : utf8.decode(incoming.body),
      get em() {
        return admission.transaction ?? (fork ??= db.fork(principal.workspaceId));
      },
      query: <Result>(query: Statement, values: readonly unknown[] = []) =>
        admission.transaction === undefined
          ? this.#reads.read<Result>(principal.workspaceId, query, values)
          : execute<Result>(admission.transaction, query, values),
      recordFact: (...established) => {
        facts.push(...established);
      },
    };
    const admission: Admission = {
      call,
      incoming,
      policy,
      facts,
      principal,
      rawInput: undefined,
      transaction: undefined,
      auditId: undefined,
      audited: false,
    };
    return admission;
  }

  async #isKept({ call, principal }: Admission, { key }: Idempotency): Promise<boolean> {
    const [found] = await this.#db.read<{ kept: boolean }>(call.workspaceId, findIdempotencyRecord, [
      call.workspaceId,
      principal.keyId,
      key,
    ]);
    return found?.kept === true;
  }

  async #findKept(
    em: EntityManager,
    { call, principal, policy }: Admission,
    { key, lock, record }: Idempotency,
  ): Promise<string | undefined> {
    const [taken] = await execute<{ locked: boolean }>(em, lockIdempotencyKey, [lock]);
    if (!taken!.locked) throw new Fault('idempotency_in_progress');
    const which = [call.workspaceId, principal.keyId, key];
    const [found] = await execute<{ tool: string; input_hash: string; result: string; kept: boolean }>(
      em,
      findIdempotencyRecord,
      which,
    );
    if (found === undefined) return undefined;
    if (!found.kept) {
      await execute(em, forgetIdempotencyRecord, which);
      return undefined;
    }
    if (found.tool !== policy.name || found.input_hash !== record.input_hash) {
      throw new Fault('idempotency_conflict');
    }
    return found.result;
  }

  #written(admission: Admission, result: unknown): string {
    const json = JSON.stringify(result);
    admission.incoming.resultJson = json;
    return json;
  }

  async #auditEnd(admission: Admission, json: string): Promise<void> {
    const row = rowOf(admission, undefined, json);
    try {
      await this.#audit.write(row);
    } catch (error) {
      await this.#settle(admission, error, 'unavailable');
    }
    this.#ended(admission, row);
  }

  #ended(admission: Admission, row: CallRow): void {
    admission.audited = true;
    this.#inFlight -= 1;
    this.#observe(row, undefined);
  }

  /**
   * After the database was lost while a call may have been committing: resolves when it turns out to be written.
   * @param unsettled what the caller is told while the database does not say
   * @throws Fault unavailable, outcome_unknown; any other error as it is
   */
  async #settle(
    admission: Admission,
    error: unknown,
    unsettled: 'unavailable' | 'outcome_unknown' = 'outcome_unknown',
  ): Promise<void> {
    if (unknownOutcome(error) === undefined) throw error;
    const { requestId } = admission.incoming;
    const refusalOf = (fault: Fault) => rowOf(admission, fault, JSON.stringify(fault.envelope(requestId)));
    let fault = new Fault('unavailable', { cause: error });
    const row = refusalOf(fault);
    const settling = this.#settled(row);
    const settled = await within(SETTLE_MS, settling);
    this.#log.warn({ request_id: requestId, settled }, 'The database was lost while a call may have been committing');
    if (settled === 'written') return;
    if (settled === undefined && unsettled !== fault.code) {
      fault = new Fault(unsettled, { cause: error });
      Object.assign(row, refusalOf(fault));
    }
    admission.audited = true;
    this.#inFlight -= 1;
    this.#observe(row, fault);
    throw fault;
  }

  /** Goes on until the database says what became of a call, whoever still waits for it. */
  #settled(row: CallRow): Promise<Settled | undefined> {
    return this.#audit.settle(row).catch((error: unknown) => {
      this.#log.error({ request_id: row.request_id, err: error }, 'A call is left without its audit row');
      return undefined;
    });
  }

  async #auditRefusal(incoming: Incoming, { tool, principal }: Attempt, fault: Fault): Promise<void> {
    const json = JSON.stringify(fault.envelope(incoming.requestId));
    await this.#recordRefusal(callRow(incoming, tool, principal, fault, json, newId('call')), fault);
  }

  async #recordRefusal(row: CallRow, fault: Fault): Promise<void> {
    this.#observe(row, fault);
    if (fault.code === 'unavailable' || fault.code === 'outcome_unknown') {
      await within(SETTLE_MS, this.#settled(row));
      return;
    }
    try {
      await this.#audit.write(row);
    } catch (error) {
      const lost = this.faultOf(unknownOutcome(error)?.cause ?? error, row.request_id);
      // What the caller is told instead is what its row says.
      if (isPassing(error)) void this.#settled({ ...row, outcome: 'error', error_code: lost.code });
      throw lost;
    }
  }
}

function checkScope(principal: Principal, { scope, appScope }: AccessPolicy): Fault | undefined {
  const isApplication = principal.oauthClientId !== null;
  if (isApplication && appScope === 'never') {
    return new Fault('insufficient_scope', {
      message: 'No application may call this: it takes an API key of the person’s own.',
      headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
    });
  }
  const wanted = [scope, isApplication ? appScope : null].filter((each) => each !== null && each !== 'never');
  const missing = wanted.filter((each) => !principal.scopes.includes(each)).join(' ');
  if (missing === '') return undefined;
  return new Fault('insufficient_scope', {
    message: `This tool needs the scope ${missing}; the key holds ${principal.scopes.join(', ') || 'none'}.`,
    hint: isApplication
      ? `The application has to ask its person again, for ${missing} together with what it holds.`
      : `Create or change a key so that it holds ${missing}.`,
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${missing}"` },
  });
}

function checkEntitlement(principal: Principal, { entitled }: AccessPolicy): Fault | undefined {
  return entitled && principal.plugins.length === 0 ? new Fault('not_entitled') : undefined;
}

function checkSize({ requestBytes }: Incoming, { maxBytes }: AccessPolicy): Fault | undefined {
  if (requestBytes <= maxBytes) return undefined;
  return new Fault('payload_too_large', {
    message: `The request has ${requestBytes} bytes; this tool takes at most ${maxBytes}. Nothing was stored.`,
  });
}

function checkHeaders({ idempotencyKey, runRef }: Incoming): Fault | undefined {
  const issues = [
    { path: 'Idempotency-Key', value: idempotencyKey, most: 255 },
    { path: 'Run-Ref', value: runRef, most: 200 },
  ]
    .filter(({ value, most }) => value !== undefined && (value.length > most || !HEADER_TEXT.test(value)))
    .map(({ path, most }) => ({ path, message: `wanted 1 to ${most} printable ASCII characters without spaces` }));
  return issues.length > 0 ? new Fault('invalid_input', { issues }) : undefined;
}

type Idempotency = { key: string; lock: string; record: Row & { input_hash: string } };

function idempotencyOf({ call, principal, policy }: Admission, key: string, rawInput: unknown): Idempotency {
  return {
    key,
    lock: JSON.stringify([call.workspaceId, principal.keyId, key]),
    record: {
      workspace_id: call.workspaceId,
      key_id: principal.keyId,
      idempotency_key: key,
      tool: policy.name,
      input_hash: createHash('sha256').update(canonical(rawInput)).digest('hex'),
    },
  };
}

/** JSON with sorted keys: the same input in another order of fields is the same input. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  );
}
