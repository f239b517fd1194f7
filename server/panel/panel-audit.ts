import { firstIdAt, highestId, ID_PREFIXES, idType } from '../../db/ids.ts';
import {
  type AuditedCall,
  findCall,
  findFactsOfCall,
  type Looked,
  searchCalls,
  searchCallsOfKey,
  searchCallsOfRun,
} from '../../db/statements/panel-audit.ts';
import { decodeTime } from 'ulid';
import { invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';

export type AuditFilters = {
  from?: string | undefined;
  to?: string | undefined;
  tool?: string | undefined;
  outcome?: 'ok' | 'proposed' | 'error' | 'denied' | undefined;
  transport?: 'rest' | 'mcp' | 'trpc' | undefined;
  error_code?: string | undefined;
  key_id?: string | undefined;
  run_ref?: string | undefined;
  request_id?: string | undefined;
};

/** Calls that one request scans for matches. */
const LOOK = 20_000;

/** The most a call may have taken between its request's id and its row's, in milliseconds. */
const MAX_DURATION = 600_000;

const HIGHEST = highestId('call');

const lower = (a: string, b: string) => (a < b ? a : b);
const higher = (a: string, b: string) => (a > b ? a : b);

/** The range of ids that matching calls can have: ids sort by time. */
function boundsOf({ from, to, request_id: requestId }: AuditFilters): { above: string; below: string } {
  let above = from === undefined ? `${ID_PREFIXES.call}_` : firstIdAt('call', new Date(from));
  let below = to === undefined ? HIGHEST : firstIdAt('call', new Date(to));
  if (requestId !== undefined && idType(requestId) === 'request') {
    const asked = decodeTime(requestId.slice(ID_PREFIXES.request.length + 1).toUpperCase());
    above = higher(above, firstIdAt('call', new Date(asked - MAX_DURATION)));
    below = lower(below, firstIdAt('call', new Date(asked + MAX_DURATION)));
  }
  return { above, below };
}

async function look(call: Call, filters: AuditFilters, below: string, rows: number, most: number): Promise<Looked> {
  const { above, below: end } = boundsOf(filters);
  const { tool, outcome, transport, error_code, request_id, key_id, run_ref } = filters;
  const way = run_ref !== undefined ? searchCallsOfRun : key_id !== undefined ? searchCallsOfKey : searchCalls;
  const [found] = await call.query(way, [
    call.workspaceId,
    lower(below, end),
    above,
    rows,
    most,
    tool ?? null,
    outcome ?? null,
    transport ?? null,
    error_code ?? null,
    request_id ?? null,
    key_id ?? null,
    run_ref ?? null,
  ]);
  return found!;
}

const isFiltered = ({ from: _from, to: _to, ...others }: AuditFilters) =>
  Object.values(others).some((value) => value !== undefined);

/**
 * A page of the audit log, newest first. A page may hold fewer calls than requested and still have a next one: then the
 * log was scanned down to `searched_to`.
 */
export async function listCalls(
  call: Call,
  { limit, cursor, ...filters }: AuditFilters & { limit: number; cursor?: string | undefined },
) {
  if (cursor !== undefined && idType(cursor) !== 'call') throw invalidField('cursor', 'is not a next_cursor');
  const rows = isFiltered(filters) ? LOOK : limit + 1;
  const { calls, ended_id, ended_at } = await look(call, filters, cursor ?? HIGHEST, rows, limit + 1);
  const items = calls.slice(0, limit);
  const last = items.at(-1);
  return calls.length > limit
    ? { items, next_cursor: last!.call_id, searched_to: last!.at }
    : { items, next_cursor: ended_id, searched_to: ended_at };
}

/** One call, with the facts it recorded and the values they replaced. @throws Fault not_found */
export async function readCall(call: Call, callId: string) {
  const [found] = await call.query(findCall, [call.workspaceId, callId]);
  if (found === undefined) throw notFound('call');
  const ended = Date.parse(found.at);
  const near = (ms: number) => firstIdAt('fact', new Date(ended + ms));
  const facts = await call.query(findFactsOfCall, [
    call.workspaceId,
    found.request_id,
    found.tool,
    near(-MAX_DURATION),
    // What a person took of a proposal has facts of that time.
    found.outcome === 'proposed' ? firstIdAt('fact', new Date(call.now.getTime() + MAX_DURATION)) : near(MAX_DURATION),
  ]);
  return { call: found, facts };
}

/** Calls that one step of an export reads. */
const STEP = 5_000;

/** All matching calls, newest first, in pieces. */
export async function* exportCalls(call: Call, filters: AuditFilters): AsyncGenerator<AuditedCall[]> {
  let below = HIGHEST;
  for (;;) {
    const { calls, ended_id } = await look(call, filters, below, LOOK, STEP);
    if (calls.length > 0) yield calls;
    const next = calls.length === STEP ? calls.at(-1)!.call_id : ended_id;
    if (next === null) return;
    below = next;
  }
}
