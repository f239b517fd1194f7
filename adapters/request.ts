import type { Request } from 'express';
import { Fault } from '../server/errors.ts';
import { readBody } from './body.ts';
import { contentTypeFault } from './content-type.ts';
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

/** Reads and parses a JSON body. @throws AbortedUpload when the sender disconnected */
export async function readJson(req: Request, parse: (bytes: Uint8Array) => unknown = parseJson): Promise<JsonBody> {
  const { bytes, size } = await readBody(req);
  const fault = contentTypeFault(req.headers['content-type'] ?? '');
  if (fault !== undefined) return { size, value: undefined, fault };
  if (bytes.length < size) return { size, value: undefined, fault: new Fault('payload_too_large') };
  try {
    return { size, value: parse(bytes), fault: undefined, bytes };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { size, value: undefined, fault: error };
  }
}
