import { Fault } from '../errors.ts';
import { remember } from '../remember.ts';
import type { Incoming } from './call.ts';
import { hashKey, looksLikeKey } from './key-format.ts';
import type { Principal, Principals } from './principal.ts';
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

function setRate(incoming: Incoming, { rateLimit }: Principal): void {
  incoming.rate = rateLimit === null ? undefined : rateState(rateLimit, incoming.counted!);
}

/** Authenticates a request's key and counts the request against the key's limit. */
export class Authenticator {
  readonly #principals: Principals;
  readonly #counter: RateCounter;
  /** Ids of known keys by hash: their requests are counted while they are looked up. */
  readonly #known = new Map<string, string>();

  /** Hashes of keys that were just looked up in vain, and until when they need not be again. */
  readonly #unknown = new Map<string, number>();
  readonly #floods: Floods;

  constructor(principals: Principals, counter: RateCounter, floods: Floods) {
    this.#principals = principals;
    this.#counter = counter;
    this.#floods = floods;
  }

  /**
   * Sets the rate state of the request.
   * @param mayBeKept whether it may be what was known of the key before (`isKept`)
   * @throws Fault missing_key, invalid_key, and far beyond the limit rate_limited; an error of the database
   */
  async identify(incoming: Incoming, mayBeKept: boolean): Promise<Principal> {
    if (incoming.token === undefined || incoming.token === '') throw new Fault('missing_key');
    if (!looksLikeKey(incoming.token)) throw new Fault('invalid_key');
    const hash = hashKey(incoming.token);
    this.#refuseFlood(hash, incoming);
    if ((this.#unknown.get(hash) ?? 0) > performance.now()) throw new Fault('invalid_key');
    const knownId = this.#known.get(hash);
    const counting = knownId === undefined ? undefined : this.#counter.count(knownId);
    counting?.catch(() => {});
    const principal = (mayBeKept ? this.#principals.kept(hash) : undefined) ?? (await this.#find(hash));
    const window = await (counting ?? this.#counter.count(principal.keyId));
    if (knownId === undefined) remember(this.#known, hash, principal.keyId, MAX_KNOWN);
    // Of many calls at once the first ones beyond are found out only now.
    this.#refuseFlood(hash, incoming);
    this.#floods.note(hash, principal, window);
    incoming.counted = window;
    setRate(incoming, principal);
    return principal;
  }

  /**
   * Looks up the key of a request that was identified by what was known of it before.
   * @throws Fault invalid_key; an error of the database
   */
  async lookUp(incoming: Incoming, { check }: Principal): Promise<Principal> {
    const principal = await this.#find(check.hash);
    setRate(incoming, principal);
    return principal;
  }

  /** @throws Fault invalid_key */
  async #find(hash: string): Promise<Principal> {
    const principal = await this.#principals.find(hash);
    if (principal !== undefined && principal !== 'disabled') return principal;
    this.#known.delete(hash);
    if (principal === 'disabled') throw ofDisabledUser();
    if (this.#unknown.size >= MAX_UNKNOWN) this.#unknown.clear();
    this.#unknown.set(hash, performance.now() + UNKNOWN_MS);
    throw new Fault('invalid_key');
  }

  #refuseFlood(hash: string, incoming: Incoming): void {
    const rate = this.#floods.refuse(hash, incoming);
    if (rate === undefined) return;
    incoming.rate = rate;
    throw overLimit();
  }
}
