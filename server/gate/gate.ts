import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { newId } from '../../db/ids.ts';
import { type Database, execute } from '../../db/orm.ts';
import { type CallRow, completeWrite, type FactRow, insertCaptures } from '../../db/statements/calls.ts';
import { findIdempotencyRecord, forgetIdempotencyRecord, lockIdempotencyKey } from '../../db/statements/idempotency.ts';
import type { Statement } from '../../db/statement.ts';
import { Fault } from '../errors.ts';
import { AuditWriter } from './audit.ts';
import type { Additions, Call, Incoming, NewFact, AccessPolicy, Row } from './call.ts';
import { databaseFault, isLostRace } from './database-fault.ts';
import { hashKey, looksLikeKey } from './key-format.ts';
import { type Principal, Principals } from './principal.ts';
import { LocalRateCounter, type RateCounter, rateState } from './rate-limit.ts';
import { Reads } from './reads.ts';

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
  /** The audit row is written; a call has exactly one. */
  audited: boolean;
};

/** What a call refused before it was admitted is audited under. */
type Attempt = { tool: string; principal: Principal };

const OUTCOME_OF_STATUS: Record<number, CallRow['outcome']> = { 403: 'denied', 429: 'denied' };

const utf8 = new TextDecoder();

/** How long the row of a call that lost the database holds its answer up: only a database that is back takes it. */
const LOST_ROW_MS = 500;

/** Waits for a promise, but only so long; what it comes to later is nobody's news. */
async function within(ms: number, promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
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
    const row = callRow(admission.incoming, admission.policy.name, admission.principal, undefined, json);
    await this.#audit.write(row, additions.captures ?? [], factRows(admission));
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
    const { incoming, call, principal, policy } = admission;
    const idempotency =
      incoming.idempotencyKey === undefined ? undefined : idempotencyOf(admission, incoming.idempotencyKey, rawInput);
    if (idempotency !== undefined && this.#running.has(idempotency.lock)) throw new Fault('idempotency_in_progress');
    if (idempotency !== undefined) this.#running.add(idempotency.lock);
    try {
      if (prepare !== undefined && !(idempotency !== undefined && (await this.#isKept(admission, idempotency)))) {
        await prepare();
      }
      let row: CallRow | undefined;
      const prepared = admission.facts.length;
      const write = async (em: EntityManager) => {
        admission.transaction = em;
        admission.facts.length = prepared;
        const kept = idempotency === undefined ? undefined : await this.#findKept(em, admission, idempotency);
        if (kept !== undefined) {
          incoming.replayed = true;
          incoming.resultJson = kept;
          row = callRow(incoming, policy.name, principal, undefined, kept);
          await execute(em, completeWrite, [JSON.stringify([row]), '[]', '[]']);
          return JSON.parse(kept) as Result;
        }
        const made = await handler();
        await em.flush();
        const json = this.#written(admission, made);
        const record = idempotency === undefined ? [] : [{ ...idempotency.record, result: json }];
        row = callRow(incoming, policy.name, principal, undefined, json);
        await execute(em, completeWrite, [
          JSON.stringify([row]),
          JSON.stringify(factRows(admission)),
          JSON.stringify(record),
        ]);
        return made;
      };
      const result = await retryLostRaces(() => this.#db.fork(call.workspaceId).transactional(write));
      this.#ended(admission, row!);
      return result;
    } finally {
      admission.transaction = undefined;
      if (idempotency !== undefined) this.#running.delete(idempotency.lock);
    }
  }

  /** Ends an admitted call that failed: its audit row is durable before the fault leaves. */
  async fail(admission: Admission, error: unknown): Promise<Fault> {
    const fault = this.faultOf(error, admission.incoming.requestId);
    if (admission.audited) return fault;
    try {
      const { policy, principal } = admission;
      const audited = this.#auditRefusal(admission.incoming, { tool: policy.name, principal }, fault);
      await (fault.code === 'unavailable' ? within(LOST_ROW_MS, audited) : audited);
    } catch (auditError) {
      return this.faultOf(auditError, admission.incoming.requestId);
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
      query: (query: Statement, values: readonly unknown[] = []) =>
        admission.transaction === undefined
          ? this.#reads.read(principal.workspaceId, query, values)
          : execute<never>(admission.transaction, query, values),
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
      audited: false,
    };
    return admission;
  }

  async #isKept({ call, principal }: Admission, { key }: Idempotency): Promise<boolean> {
    const [found] = await this.#db.read(call.workspaceId, findIdempotencyRecord, [
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
    const [taken] = await execute(em, lockIdempotencyKey, [lock]);
    if (!taken!.locked) throw new Fault('idempotency_in_progress');
    const which = [call.workspaceId, principal.keyId, key] as const;
    const [found] = await execute(em, findIdempotencyRecord, which);
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
    const row = callRow(admission.incoming, admission.policy.name, admission.principal, undefined, json);
    await this.#audit.write(row);
    this.#ended(admission, row);
  }

  #ended(admission: Admission, row: CallRow): void {
    admission.audited = true;
    this.#inFlight -= 1;
    this.#observe(row, undefined);
  }

  async #auditRefusal(incoming: Incoming, { tool, principal }: Attempt, fault: Fault): Promise<void> {
    const json = JSON.stringify(fault.envelope(incoming.requestId));
    const row = callRow(incoming, tool, principal, fault, json);
    this.#observe(row, fault);
    try {
      await this.#audit.write(row);
    } catch (error) {
      throw this.faultOf(error, incoming.requestId);
    }
  }
}

function checkScope(principal: Principal, { scope }: AccessPolicy): Fault | undefined {
  if (scope === null || principal.scopes.includes(scope)) return undefined;
  return new Fault('insufficient_scope', {
    message: `This tool needs the scope ${scope}; the key holds ${principal.scopes.join(', ') || 'none'}.`,
    hint: `Create or change a key so that it holds ${scope}.`,
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
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

/** Printable ASCII without spaces, as run refs and idempotency keys are. */
const HEADER_TEXT = /^[\x21-\x7e]+$/;

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

function callRow(
  incoming: Incoming,
  tool: string,
  principal: Principal,
  fault: Fault | undefined,
  responseJson: string,
): CallRow {
  return {
    workspace_id: principal.workspaceId,
    id: newId('call'),
    key_id: principal.keyId,
    user_id: principal.user.id,
    tool,
    transport: incoming.transport,
    outcome: fault === undefined ? 'ok' : (OUTCOME_OF_STATUS[fault.status] ?? 'error'),
    error_code: fault?.code ?? null,
    duration_ms: Math.round((performance.now() - incoming.startedAt) * 1000) / 1000,
    request_bytes: incoming.requestBytes,
    response_bytes: Buffer.byteLength(responseJson),
    run_ref: incoming.runRef !== undefined && HEADER_TEXT.test(incoming.runRef) ? incoming.runRef.slice(0, 200) : null,
    request_id: incoming.requestId,
    at: new Date().toISOString(),
  };
}

/** The facts of a call as rows. */
export function factRows({ call, facts }: { call: Call; facts: NewFact[] }): FactRow[] {
  // Two facts of one single-valued attribute in one call: the last one stands.
  const standing = new Map<unknown, NewFact>();
  for (const fact of facts) {
    standing.set(fact.single === true ? `${fact.subjectId} ${fact.attribute}` : fact, fact);
  }
  return Array.from(standing.values(), (fact) => ({
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
  }));
}
