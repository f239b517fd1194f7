import type { HostIds } from '../../server/gate/call.ts';
import type { Fields, Id } from './message.ts';

/** What agents' hosts send in `_meta` of a call, and under which name it is kept with the call's audit row. */
const KEPT = { 'claudecode/toolUseId': 'tool_use_id', sessionID: 'session_id', traceparent: 'traceparent' } as const;

const TEXT = /^[\x21-\x7e]{1,200}$/;

/** How long a retry is recognized by the id of a tool's use, and by a message's id. */
const TOOL_USE_MINUTES = 7 * 24 * 60;
const MESSAGE_MINUTES = 10;

/**
 * The ids a host gave a call. A host repeats the id of a tool's use only when it retries that use. A session or a trace has
 * many calls: they identify a retry only together with the message's id, and only briefly, since a client that reconnects
 * numbers its messages from the start again.
 */
export function hostIdsOf(meta: Fields, id: Id | undefined): HostIds | undefined {
  const ids: Record<string, string> = {};
  for (const [name, kept] of Object.entries(KEPT)) {
    const value = meta[name];
    if (typeof value === 'string' && TEXT.test(value)) ids[kept] = value;
  }
  if (Object.keys(ids).length === 0) return undefined;
  const { tool_use_id: use, session_id: session, traceparent: trace } = ids;
  if (use !== undefined) return { ids, retry: { key: `tool use ${use}`, minutes: TOOL_USE_MINUTES } };
  if (id === undefined) return { ids, retry: undefined };
  return { ids, retry: { key: JSON.stringify([session ?? null, trace ?? null, id]), minutes: MESSAGE_MINUTES } };
}
