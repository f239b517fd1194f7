import type { Logger } from 'pino';
import type { Fault } from '../errors.ts';
import type { Incoming } from './call.ts';

/** Logs the gate's decision about a call, at `LOG_LEVEL=debug`: never the key, the input or the answer. */
export function logDecision(
  log: Logger,
  { requestId, transport }: Incoming,
  { tool, keyId, fault }: { tool?: string; keyId?: string; fault?: Fault | undefined },
): void {
  if (!log.isLevelEnabled('debug')) return;
  const call = { request_id: requestId, transport, tool, key_id: keyId };
  if (fault === undefined) log.debug({ ...call, decision: 'admitted' }, 'gate');
  else log.debug({ ...call, decision: 'refused', code: fault.code, reason: fault.message }, 'gate');
}
