import type { Logger } from 'pino';
import type { Database } from '../../db/orm.ts';
import { Fault } from '../errors.ts';
import { checkEntitlement, checkHeaders, checkProbation, checkScope, checkSize } from './access.ts';
import { checkAddress } from './addresses.ts';
import type { Authenticator } from './authenticator.ts';
import type { AccessPolicy, Incoming } from './call.ts';
import type { CallRecorder } from './call-recorder.ts';
import { logDecision } from './decision-log.ts';
import { waitUntil } from './fair-slots.ts';
import type { Faults } from './faults.ts';
import { overLimit } from './flood.ts';
import type { Principal } from './principal.ts';
import { checkQuota, type Quotas } from './quota.ts';
import { type Leave, Turns } from './turns.ts';

/** A larger body takes its time to be read, checked and made facts of. */
const LARGE_BYTES = 16_000;

type Parts = {
  db: Database;
  log: Logger;
  quotas: Quotas;
  authenticator: Authenticator;
  recorder: CallRecorder;
  faults: Faults;
};

/** Decides whether a request may go on: whose key it has, what that may do, and when it is its turn. */
export class Admissions {
  readonly #log: Logger;
  readonly #quotas: Quotas;
  readonly #authenticator: Authenticator;
  readonly #recorder: CallRecorder;
  readonly #faults: Faults;
  readonly #turns: Turns;

  constructor({ db, log, quotas, authenticator, recorder, faults }: Parts) {
    this.#log = log;
    this.#quotas = quotas;
    this.#authenticator = authenticator;
    this.#recorder = recorder;
    this.#faults = faults;
    this.#turns = new Turns(db);
  }

  /** Admits a call to its tool, or refuses and audits it. @throws Fault, as `Gate.admit` lists them */
  async admit(incoming: Incoming, policy: AccessPolicy): Promise<{ principal: Principal; leave: Leave }> {
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
      principal = await this.lookUp(incoming, principal).catch((error: unknown) => {
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
    return { principal, leave };
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

  /** Admits a request that is not a tool call but needs a key, such as `tools/list`. It is counted but not audited. @throws Fault */
  async authenticate(incoming: Incoming): Promise<Principal> {
    const principal = await this.#identify(incoming, false);
    const fault = checkLimit(incoming) ?? checkAddress(principal, incoming);
    logDecision(this.#log, incoming, { keyId: principal.keyId, fault });
    if (fault !== undefined) throw fault;
    return principal;
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

  /** Looks a kept key up, for the rest of the request. @throws Fault */
  lookUp(incoming: Incoming, principal: Principal): Promise<Principal> {
    incoming.identity = this.#orFault(incoming, this.#authenticator.lookUp(incoming, principal));
    return incoming.identity;
  }

  /**
   * Whose key it is.
   * @param mayBeKept whether what an earlier call's look-up found is enough at first
   * @throws Fault
   */
  async #identify(incoming: Incoming, mayBeKept: boolean): Promise<Principal> {
    incoming.identity ??= this.#orFault(incoming, this.#authenticator.identify(incoming, mayBeKept));
    const principal = await incoming.identity;
    return principal.isKept && !mayBeKept ? this.lookUp(incoming, principal) : principal;
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
