import { initTRPC, TRPCError } from '@trpc/server';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { z } from 'zod';
import type { Admission } from '../server/gate/call-recorder.ts';
import type { Gate } from '../server/gate/gate.ts';
import type { Incoming, AccessPolicy } from '../server/gate/call.ts';
import { type ErrorCode } from '../server/error-catalogue.ts';
import { Fault, type Issue } from '../server/errors.ts';
import type { Session } from '../server/identity/session-cookie.ts';
import type { Services } from '../server/services.ts';
import { issueOf, listed } from './input/read-input.ts';

/** A browser request: where it comes from, and its session if there is one. */
export type Visitor = {
  from: 'here' | 'elsewhere' | 'unknown';
  /** Looked up once per request, however many calls it has. */
  session(): Promise<Session | undefined>;
};

/** The context of every procedure: the request as its transport read it, and the services. */
export type Context = {
  requestId: string;
  /** A call of the request as its transport read it; a batch has many, and the gate checks each. */
  nextIncoming(batchIndex?: number): Incoming;
  gate: Gate;
  services: Services;
  /** Set once the gate has admitted the call. */
  admission?: Admission;
  /** Why calls of unknown tools were refused, by path: there is no procedure that could throw it. */
  refusals?: ReadonlyMap<string, Fault>;
  /** Whether the operator's procedures answer where the request came in: on a port of their own, where there is one. */
  operated?: boolean;
  /** Only the tRPC transport accepts people. */
  visitor?: Visitor;
};

const TRPC_CODES = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
} as const;

const codeOf = (fault: Fault) => TRPC_CODES[fault.status as keyof typeof TRPC_CODES];

class FaultError extends TRPCError {
  /** Of the call in a batch; undefined where it has the request's. */
  readonly requestId: string | undefined;

  constructor(fault: Fault, requestId: string | undefined) {
    super({ code: codeOf(fault), message: fault.message, cause: fault });
    this.requestId = requestId;
  }
}

/** A Fault as a tRPC error; `errorIn` gets it back in the transport. @param requestId the call's, where it has one */
export const trpcError = (fault: Fault, requestId?: string): TRPCError => new FaultError(fault, requestId);

/** The catalogue's code for tRPC's own refusals, before or beside a procedure. */
const REFUSED_BY_TRPC: Partial<Record<TRPCError['code'], ErrorCode>> = {
  NOT_FOUND: 'not_found',
  METHOD_NOT_SUPPORTED: 'not_found',
  BAD_REQUEST: 'invalid_input',
  PARSE_ERROR: 'invalid_json',
  UNSUPPORTED_MEDIA_TYPE: 'invalid_json',
};

/** The refused fields of a zod error as the envelope lists them. */
export const issuesOf = (error: z.ZodError): Issue[] => listed(error.issues.map(issueOf));

/** The cause of a procedure's failure: a Fault, a refused input, or any error of the handler. */
export function errorIn(error: unknown): unknown {
  if (!(error instanceof TRPCError)) return error;
  if (error.code === 'BAD_REQUEST' && error.cause instanceof z.ZodError) {
    return new Fault('invalid_input', { issues: issuesOf(error.cause) });
  }
  const code = REFUSED_BY_TRPC[error.code];
  if (error.cause === undefined && code !== undefined) return new Fault(code, { message: error.message });
  return error.cause ?? error;
}

export const t = initTRPC
  .context<Context>()
  .meta<AccessPolicy>()
  .create({
    errorFormatter({ error, path, ctx }) {
      const inner = ctx?.refusals?.get(path ?? '') ?? errorIn(error);
      const fault = inner instanceof Fault ? inner : new Fault('internal');
      const code = codeOf(fault);
      const requestId = (error instanceof FaultError ? error.requestId : undefined) ?? ctx?.requestId;
      return {
        message: fault.message,
        code: TRPC_ERROR_CODES_BY_KEY[code],
        data: { code, httpStatus: fault.status, error: fault.envelope(requestId).error },
      };
    },
  });
