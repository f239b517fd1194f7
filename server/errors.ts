import { type CatalogueEntry, type ErrorCode, ERRORS } from './error-catalogue.ts';

/** One problem of an input: `path` is a dotted path (`contact.domain`, `signals.0.value`), empty for the whole body. */
export type Issue = { path: string; message: string };

/** The body of every non-2xx answer under `/api/` (decisions 5). */
export type Envelope = {
  error: {
    code: ErrorCode;
    message: string;
    hint?: string;
    issues?: Issue[];
    /** Seconds to wait before the next call, as in the header Retry-After. */
    retry_after_s?: number;
    request_id?: string;
  };
};

export type FaultOptions = {
  message?: string;
  hint?: string;
  issues?: Issue[];
  /** Seconds to wait before the next call: in the body, and as the header Retry-After. */
  retryAfterS?: number;
  /** Extra response headers the refusal carries, such as `WWW-Authenticate`. */
  headers?: Record<string, string>;
  /** The actual cause, for the log only; a client never sees it. */
  cause?: unknown;
};

/** A refusal or failure from the catalogue. Thrown anywhere, caught only where a call leaves the gate or a transport. */
export class Fault extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly issues: Issue[] | undefined;
  readonly retryAfterS: number | undefined;
  readonly headers: Record<string, string> | undefined;

  constructor(code: ErrorCode, options: FaultOptions = {}) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    const entry: CatalogueEntry = ERRORS[code];
    this.hint = options.hint ?? entry.hint;
    this.issues = options.issues;
    this.retryAfterS = options.retryAfterS;
    this.headers =
      options.retryAfterS === undefined
        ? options.headers
        : { 'Retry-After': String(options.retryAfterS), ...options.headers };
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get rpcCode(): number {
    return ERRORS[this.code].rpc;
  }

  envelope(requestId?: string): Envelope {
    return {
      error: {
        code: this.code,
        message: this.message,
        ...(this.hint === undefined ? {} : { hint: this.hint }),
        ...(this.issues === undefined ? {} : { issues: this.issues }),
        ...(this.retryAfterS === undefined ? {} : { retry_after_s: this.retryAfterS }),
        ...(requestId === undefined ? {} : { request_id: requestId }),
      },
    };
  }
}

/** A resource the workspace does not have: another workspace's or nonexistent, with the same message (decisions 1). */
export function notFound(what: string): Fault {
  return new Fault('not_found', { message: `No ${what} with that id in this workspace.` });
}

/** One refused field, for rules a schema cannot express. */
export function invalidField(path: string, message: string): Fault {
  return new Fault('invalid_input', { issues: [{ path, message }] });
}
