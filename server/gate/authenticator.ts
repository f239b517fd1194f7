import type { Database } from '../../db/orm.ts';
import { Fault } from '../errors.ts';
import type { Incoming } from './call.ts';
import { hashKey, looksLikeKey } from './key-format.ts';
import { type Principal, Principals } from './principal.ts';
import { Floods, overLimit } from './flood.ts';
import { type RateCounter, rateState } from './rate-limit.ts';

/** Hashes of keys seen to be valid, so that invalid ones cannot fill the shared counter. */
const MAX_KNOWN = 50_000;

/** How long an unknown key is refused without a look-up, in milliseconds, and how many of them are remembered. */
const UNKNOWN_MS = 1_000;
const MAX_UNKNOWN = 10_000;

const ofDisabledUser = () =>
  new Fault('invalid_key', {
    message: 'The person this API key belongs to was disabled; none of their keys and applications work.',
    hint: 'Whoever runs the service can enable the person again, or use a key of another person.',
  });

/** Authenticates a request's key and counts the request against the key's limit. */
export class Authenticator {
  readonly #principals: Principals;
  readonly #counter: RateCounter;
  /** Ids of known keys by hash: their requests are counted while they are looked up. */
  readonly #known = new Map<string, string>();

  /** Hashes of keys that were just looked up in vain, and until when they need not be again. */
  readonly #unknown = new Map<string, number>();
  readonly #floods: Floods;

  constructor(db: Database, counter: RateCounter, floods: Floods) {
    this.#principals = new Principals(db);
    this.#counter = counter;
    this.#floods = floods;
  }

  /**
   * Sets the rate state of the request.
   * @throws Fault missing_key, invalid_key, and far beyond the limit rate_limited; an error of the database
   */
  async identify(incoming: Incoming): Promise<Principal> {
    if (incoming.token === undefined || incoming.token === '') throw new Fault('missing_key');
    if (!looksLikeKey(incoming.token)) throw new Fault('invalid_key');
    const hash = hashKey(incoming.token);
    this.#refuseFlood(hash, incoming);
    if ((this.#unknown.get(hash) ?? 0) > performance.now()) throw new Fault('invalid_key');
    const knownId = this.#known.get(hash);
    const counting = knownId === undefined ? undefined : this.#counter.count(knownId);
    counting?.catch(() => {});
    const principal = await this.#principals.find(hash);
    if (principal === undefined || principal === 'disabled') {
      this.#known.delete(hash);
      if (principal === 'disabled') throw ofDisabledUser();
      if (this.#unknown.size >= MAX_UNKNOWN) this.#unknown.clear();
      this.#unknown.set(hash, performance.now() + UNKNOWN_MS);
      throw new Fault('invalid_key');
    }
    const window = await (counting ?? this.#counter.count(principal.keyId));
    if (knownId === undefined) this.#remember(hash, principal.keyId);
    // Of many calls at once the first ones beyond are found out only now.
    this.#refuseFlood(hash, incoming);
    this.#floods.note(hash, principal, window);
    if (principal.rateLimit !== null) incoming.rate = rateState(principal.rateLimit, window);
    return principal;
  }

  #refuseFlood(hash: string, incoming: Incoming): void {
    const rate = this.#floods.refuse(hash, incoming);
    if (rate === undefined) return;
    incoming.rate = rate;
    throw overLimit();
  }

  #remember(hash: string, keyId: string): void {
    if (this.#known.size >= MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!);
    this.#known.set(hash, keyId);
  }
}
