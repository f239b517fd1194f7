import type { Proposed, Warning } from './call.ts';

/** What an answer says beside its result. */
type Said = { readonly warnings: readonly Warning[]; readonly proposed: readonly Proposed[] };

/** A result with what its caller should know, said first; as it is when there is nothing to say. */
export function withWarnings<Result>(result: Result, { warnings, proposed }: Said): Result {
  if (warnings.length === 0 && proposed.length === 0) return result;
  return { ...(warnings.length > 0 ? { warnings } : {}), ...(proposed.length > 0 ? { proposed } : {}), ...result };
}

/**
 * What a tool call answered. `json` is the result as text, built once: REST and MCP send these bytes; a replay under
 * an idempotency key sends the first call's bytes.
 */
export class Answer<Result = unknown> {
  readonly result: Result;
  readonly json: string;
  readonly replayed: boolean;

  constructor(result: Result, json: string, replayed = false) {
    this.result = result;
    this.json = json;
    this.replayed = replayed;
  }

  /** tRPC serializes what a procedure returns: its clients see the result. */
  toJSON(): Result {
    return this.result;
  }
}
