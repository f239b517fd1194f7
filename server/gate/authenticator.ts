import type { Database } from '../../db/orm.ts';
import { Fault } from '../errors.ts';
import type { Incoming } from './call.ts';
import { hashKey, looksLikeKey } from './key-format.ts';
import { type Principal, Principals } from './principal.ts';
import { type RateCounter, rateState } from './rate-limit.ts';

/** Hashes of keys seen to be valid, so that invalid ones cannot fill the shared counter. */
const MAX_KNOWN = 50_000;

/** Authenticates a request's key and counts the request against the key's limit. */
export class Authenticator {
  readonly #principals: Principals;
  readonly #counter: RateCounter;
  /** Ids of known keys by hash: their requests are counted while they are looked up. */
  readonly #known = new Map<string, string>();

  constructor(db: Database, counter: RateCounter) {
    this.#principals = new Principals(db);
    this.#counter = counter;
  }

  /** Sets the rate state of the request. @throws Fault missing_key, invalid_key; an error of the database */
  async identify(incoming: Incoming): Promise<Principal> {
    if (incoming.token === undefined || incoming.token === '') throw new Fault('missing_key');
    if (!looksLikeKey(incoming.token)) throw new Fault('invalid_key');
    const hash = hashKey(incoming.token);
    const knownId = this.#known.get(hash);
    const counting = knownId === undefined ? undefined : this.#counter.count(knownId);
    counting?.catch(() => {});
    const principal = await this.#principals.find(hash);
    if (principal === undefined) {
      this.#known.delete(hash);
      throw new Fault('invalid_key');
    }
    const window = await (counting ?? this.#counter.count(principal.keyId));
    if (knownId === undefined) this.#remember(hash, principal.keyId);
    if (principal.rateLimit !== null) incoming.rate = rateState(principal.rateLimit, window);
    return principal;
  }

  #remember(hash: string, keyId: string): void {
    if (this.#known.size >= MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(hash, keyId);
  }
}
