import type { Request } from 'express';
import { Fault } from '../server/errors.ts';
import { announcedSize, type RawBody, READ_LIMIT, readBody } from './body.ts';
import { type BodyBudget, type BodyShare, SHORT } from './body-budget.ts';
import { contentEncodingFault, contentTypeFault } from './content-type.ts';
import { newRequestId } from './incoming.ts';
import { parseJson } from './json.ts';

/** What the first middleware stores of every request. */
export type RequestContext = { requestId: string; startedAt: number };

const contexts = new WeakMap<object, RequestContext>();

/** The request's id and arrival time, set on first use. */
export function requestContext(req: object): RequestContext {
  let context = contexts.get(req);
  if (context === undefined) {
    context = { requestId: newRequestId(), startedAt: performance.now() };
    contexts.set(req, context);
  }
  return context;
}

/** A body as JSON, or its error, raised in the order of the checks. */
export type JsonBody = { size: number; value: unknown; fault: Fault | undefined; bytes?: Uint8Array };

const PROBLEMS = {
  late: () => new Fault('invalid_json', { message: 'The request did not arrive in time.' }),
  full: () => new Fault('overloaded', { retryAfterS: 1 }),
};

type Parse = (bytes: Uint8Array) => Promise<unknown>;

/** Parses a received body, or says why it cannot be. */
async function parsed(req: Request, { bytes, size, problem }: RawBody, parse: Parse): Promise<JsonBody> {
  const refused = (fault: Fault) => ({ size, value: undefined, fault });
  if (problem !== undefined) {
    // What is still to come of it is not waited for.
    req.res?.setHeader('Connection', 'close');
    return refused(PROBLEMS[problem]());
  }
  const fault =
    contentEncodingFault(req.headers['content-encoding']) ?? contentTypeFault(req.headers['content-type'] ?? '');
  if (fault !== undefined) return refused(fault);
  if (bytes.length < size) return refused(new Fault('payload_too_large'));
  try {
    return { size, value: await parse(bytes), fault: undefined, bytes };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return refused(error);
  }
}

/**
 * A request's body on its way in. A short one is received while its sender is identified, a long one only once that is
 * known; neither is parsed before. Its bytes count against the budget until `release`.
 */
export class Upload {
  /** The announced size in bytes; 0 when none is. */
  readonly announced: number;
  readonly isShort: boolean;
  readonly #req: Request;
  readonly #budget: BodyBudget;
  readonly #early: Promise<RawBody> | undefined;
  readonly #shares: BodyShare[] = [];

  constructor(req: Request, budget: BodyBudget) {
    this.#req = req;
    this.#budget = budget;
    const announced = announcedSize(req);
    this.announced = announced ?? 0;
    this.isShort = announced !== undefined && announced <= SHORT;
    this.#early = this.isShort ? readBody(req, { share: this.#share(req.ip ?? 'unknown', 'short') }) : undefined;
    this.#early?.catch(() => {});
  }

  /**
   * The body as JSON.
   * @param from the sender: the id of a known key, or of the signed-in user
   * @throws AbortedUpload when the sender disconnected
   */
  async json(from: { holder: string; limit?: number }, parse: Parse = parseJson): Promise<JsonBody> {
    const { holder, limit = READ_LIMIT } = from;
    const raw = this.#early ?? readBody(this.#req, { share: this.#share(holder, 'long'), limit });
    return parsed(this.#req, await raw, parse);
  }

  release(): void {
    for (const share of this.#shares) share.release();
  }

  #share(holder: string, kind: 'short' | 'long'): BodyShare {
    const share = this.#budget.share(holder, kind);
    this.#shares.push(share);
    return share;
  }
}
