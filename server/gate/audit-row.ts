import type { CallRow } from '../../db/statements/calls.ts';
import type { Fault, Issue } from '../errors.ts';
import { HEADER_TEXT } from './access.ts';
import type { Incoming } from './call.ts';
import type { Principal } from './principal.ts';

/** The tool in the row that counts refusals of several calls. */
export const SEVERAL_TOOLS = '*';

const OUTCOME_OF_STATUS: Record<number, CallRow['outcome']> = { 403: 'denied', 429: 'denied' };

type Ended = {
  incoming: Incoming;
  tool: string;
  principal: Principal;
  /** Why it was refused; undefined when it succeeded. */
  fault: Fault | undefined;
  /** Whether what it wrote waits for a person. */
  isProposed?: boolean;
  responseJson: string;
  id: string;
  /** The language model that had a part in the answer. */
  model?: string | undefined;
};

/** Paths that a row holds, and characters of each: a name of the caller's own may be any text. */
const MOST_PATHS = 20;
const MOST_OF_A_PATH = 80;

const failedFields = (issues: readonly Issue[]) =>
  [...new Set(issues.map(({ path }) => path.slice(0, MOST_OF_A_PATH)))]
    .filter((path) => path !== '')
    .slice(0, MOST_PATHS);

/** The row of `api_key_calls` that a call leaves. */
export function callRow({ incoming, tool, principal, fault, isProposed, responseJson, id, model }: Ended): CallRow {
  return {
    workspace_id: principal.workspaceId,
    id,
    key_id: principal.keyId,
    user_id: principal.user.id,
    tool,
    transport: incoming.transport,
    outcome:
      fault !== undefined ? (OUTCOME_OF_STATUS[fault.status] ?? 'error') : isProposed === true ? 'proposed' : 'ok',
    error_code: fault?.code ?? null,
    duration_ms: Math.round((performance.now() - incoming.startedAt) * 1000) / 1000,
    request_bytes: incoming.requestBytes,
    response_bytes: Buffer.byteLength(responseJson),
    run_ref:
      incoming.runRef === undefined
        ? principal.runningRun
        : HEADER_TEXT.test(incoming.runRef)
          ? incoming.runRef.slice(0, 200)
          : null,
    request_id: incoming.requestId,
    at: new Date().toISOString(),
    count: 1,
    host_ids: incoming.host?.ids ?? null,
    ...(fault?.issues === undefined ? {} : { failed_fields: failedFields(fault.issues) }),
    model: model ?? null,
  };
}
