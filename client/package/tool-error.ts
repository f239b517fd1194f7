import type { ErrorCode } from './tools.ts';

/** One refused field of an input: `path` is dotted (`contact.domain`), empty for the whole input. */
export type Issue = { path: string; message: string };

/** The service's answer in place of a result. */
export type Refusal = {
  code: ErrorCode | (string & {});
  message: string;
  hint?: string;
  issues?: Issue[];
  request_id?: string;
};

/** A refusal of the service. Branch on `code`; later versions may add codes. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: ErrorCode | (string & {});
  /** The HTTP status that goes with the code. */
  readonly status: number;
  /** What to do next, in words. */
  readonly hint: string | undefined;
  /** The refused fields, when the input was invalid. */
  readonly issues: readonly Issue[];
  /** Identifies the call in the service's log. */
  readonly requestId: string | undefined;

  constructor(refusal: Refusal, status: number, options?: { cause?: unknown }) {
    super(refusal.message, options);
    this.code = refusal.code;
    this.status = status;
    this.hint = refusal.hint;
    this.issues = refusal.issues ?? [];
    this.requestId = refusal.request_id;
  }
}
