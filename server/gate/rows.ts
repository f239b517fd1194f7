import { newId } from '../../db/ids.ts';
import type { CallRow, FactRow } from '../../db/statements/calls.ts';
import type { Fault } from '../errors.ts';
import type { Call, Incoming, NewFact } from './call.ts';
import type { Admission } from './gate.ts';
import type { Principal } from './principal.ts';

const OUTCOME_OF_STATUS: Record<number, CallRow['outcome']> = { 403: 'denied', 429: 'denied' };

/** Printable ASCII without spaces, as run refs and idempotency keys are. */
export const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** The audit row of a call that was identified. `fault`: what it was refused with, `id`: the call's own. */
export function callRow(
  incoming: Incoming,
  tool: string,
  principal: Principal,
  fault: Fault | undefined,
  responseJson: string,
  id: string,
): CallRow {
  return {
    workspace_id: principal.workspaceId,
    id,
    key_id: principal.keyId,
    user_id: principal.user.id,
    tool,
    transport: incoming.transport,
    outcome: fault === undefined ? 'ok' : (OUTCOME_OF_STATUS[fault.status] ?? 'error'),
    error_code: fault?.code ?? null,
    duration_ms: Math.round((performance.now() - incoming.startedAt) * 1000) / 1000,
    request_bytes: incoming.requestBytes,
    response_bytes: Buffer.byteLength(responseJson),
    run_ref: incoming.runRef !== undefined && HEADER_TEXT.test(incoming.runRef) ? incoming.runRef.slice(0, 200) : null,
    request_id: incoming.requestId,
    at: new Date().toISOString(),
  };
}

/** The audit row of an admitted call: one id, whatever the call comes to. */
export function rowOf(admission: Admission, fault: Fault | undefined, responseJson: string): CallRow {
  const { incoming, policy, principal } = admission;
  admission.auditId ??= newId('call');
  return callRow(incoming, policy.name, principal, fault, responseJson, admission.auditId);
}

/** The facts of a call as rows. */
export function factRows({ call, facts }: { call: Call; facts: NewFact[] }): FactRow[] {
  // Two facts of one single-valued attribute in one call: the last one stands.
  const standing = new Map<unknown, NewFact>();
  for (const fact of facts) {
    standing.set(fact.single === true ? `${fact.subjectId} ${fact.attribute}` : fact, fact);
  }
  return Array.from(standing.values(), (fact) => ({
    workspace_id: call.workspaceId,
    id: newId('fact'),
    account_id: fact.accountId ?? null,
    subject_type: fact.subjectType,
    subject_id: fact.subjectId,
    attribute: fact.attribute,
    value: fact.value,
    sentence: fact.sentence,
    single: fact.single ?? false,
    tool: call.tool,
    provider: fact.provider ?? null,
    key_id: call.principal.keyId,
    user_id: call.principal.user.id,
    run_ref: call.runRef,
    at: (fact.at ?? call.now).toISOString(),
  }));
}
