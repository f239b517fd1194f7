import { hash } from 'node:crypto';
import { DRAFT_STATES } from '../drafts/draft-states.ts';
import { FILTERS, type Filter, type FoundKind, KINDS, type Kind } from '../../db/statements/find-kinds.ts';
import { Fault, invalidField, type Issue } from '../errors.ts';

export const FOUND_KINDS = [...(Object.keys(KINDS) as FoundKind[]), 'member'] as const;

export type FindKind = (typeof FOUND_KINDS)[number];

/** Orders of all kinds. */
export const SORTS = ['newest', 'updated', 'name', 'close_date', 'amount'] as const;

/** What `find_records` takes, times as ISO 8601 in UTC, dates as YYYY-MM-DD. */
export type FindInput = {
  kind?: FindKind | undefined;
  query?: string | undefined;
  ids?: string[] | undefined;
  missing?: string[] | undefined;
  amount_min?: number | undefined;
  amount_max?: number | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  cursor?: string | undefined;
  limit: number;
} & { [filter in Exclude<Filter, 'missing' | 'amount_min' | 'amount_max'>]?: string | undefined };

/** The status of what was withdrawn, which is left out where it is not asked for. */
export const WITHDRAWN = 'withdrawn';

const STATUSES: Partial<Record<FindKind, readonly string[]>> = {
  capture: [WITHDRAWN],
  meeting: [WITHDRAWN],
  plan_entry: [WITHDRAWN],
  draft: [...DRAFT_STATES, WITHDRAWN],
  run: ['running', 'stale', 'ok', 'error'],
};

/** Whether a kind of record has a filter. */
export const takesFilter = (kind: FindKind, filter: Filter): boolean =>
  (filter === 'status' && STATUSES[kind] !== undefined) ||
  (kind !== 'member' && (KINDS[kind] as Kind).filters[filter] !== undefined);

export const ordersOf = (kind: FoundKind) => Object.keys(KINDS[kind].orders);

/** @throws Fault invalid_input for filters and orders that the kind does not have, naming the kinds or orders that do */
export function checkFilters(kind: FindKind, input: FindInput): void {
  const issues: Issue[] = FILTERS.filter((filter) => input[filter] !== undefined && !takesFilter(kind, filter)).map(
    (filter) => ({
      path: filter,
      message: `does not apply to the kind ${kind}; it filters ${FOUND_KINDS.filter((each) => takesFilter(each, filter)).join(', ')}`,
    }),
  );
  const { sort, status } = input;
  const statuses = STATUSES[kind];
  if (status !== undefined && statuses !== undefined && !statuses.includes(status)) {
    issues.push({ path: 'status', message: `expected a status of a ${kind}: ${statuses.join(', ')}` });
  }
  const orders = kind === 'member' ? ['name'] : ordersOf(kind);
  if (sort !== undefined && !orders.includes(sort)) {
    issues.push({ path: 'sort', message: `the kind ${kind} sorts by ${orders.join(', ')}` });
  }
  if (issues.length > 0) throw new Fault('invalid_input', { issues });
}

/** Where a page begins: the sort key and id of the last item before it. */
export type Position = { after: string; id: string };

/** What a cursor belongs to: the kind, the query, the filters and the order, whatever the size of its pages. */
export function fingerprintOf({ limit: _limit, cursor: _cursor, ...input }: FindInput, order: string): string {
  const sent = Object.entries({ ...input, sort: order }).filter(([, value]) => value !== undefined);
  const text = JSON.stringify(sent.sort(([a], [b]) => (a < b ? -1 : 1)));
  return hash('sha256', text, 'base64url').slice(0, 12);
}

export const cursorOf = (fingerprint: string, { after, id }: Position) =>
  Buffer.from(JSON.stringify([fingerprint, after, id])).toString('base64url');

/** @throws Fault invalid_input when it is no cursor of this very search */
export function readCursor(cursor: string, fingerprint: string): Position {
  try {
    const [of, after, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    if (of === fingerprint && typeof after === 'string' && typeof id === 'string') return { after, id };
  } catch {
    // Answered below.
  }
  throw invalidField(
    'cursor',
    'is not a next_cursor of this search: send it with the same kind, query, filters and sort',
  );
}
