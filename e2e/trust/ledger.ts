import type { Cluster } from './cluster.ts';

/** What a caller was told of one attempt: a code of the catalogue, `ok`, or that no answer came. */
export type Told = 'ok' | 'no answer' | (string & {});

/** An answer of a process that was there: what it said and after how many milliseconds. */
export type Answered = {
  at: number;
  tool: string;
  told: Told;
  ms: number;
  tenant: number;
  requestId?: string | undefined;
};

/** One write of the traffic: its mark stands in what it writes and nowhere else. */
export type Write = {
  mark: string;
  /** Whether it is repeated with its idempotency key until it is acknowledged. */
  repeated: boolean;
  /** What was told of each attempt, in order. */
  told: Told[];
};

/** What the database holds: how often each mark, and the requests that have an audit row saying `ok`. */
type Kept = { counts: ReadonlyMap<string, number>; audited: ReadonlySet<string> };

/** These say that nothing was written, for certain (docs/errors.md). */
const NOTHING_WRITTEN = new Set<Told>([
  'unavailable',
  'workspace_busy',
  'overloaded',
  'rate_limited',
  'quota_exceeded',
]);

const MARKS = `
  SELECT text AS mark FROM captures WHERE text LIKE $1
  UNION ALL SELECT name FROM prospects WHERE name LIKE $1
  UNION ALL SELECT content FROM plan_entries WHERE content LIKE $1`;

const AUDITED = `SELECT request_id FROM api_key_calls WHERE outcome = 'ok'`;

/** What is wrong with one write, by what its caller was told and how often it is there. */
function wrongsOf({ repeated, told }: Write, count: number): string[] {
  const wrong = [];
  if (told.includes('ok') && count === 0) wrong.push('was acknowledged and is lost');
  if (count > 1) wrong.push(`is there ${count} times`);
  const last = told.at(-1);
  if (!repeated && last !== undefined && NOTHING_WRITTEN.has(last) && count > 0)
    wrong.push(`was refused as not written (${last}) and is there`);
  if (repeated && last !== 'ok') wrong.push('was repeated and never acknowledged');
  return wrong;
}

/** Where what callers were told differs from what is kept, a line each. */
export function differences(
  writes: readonly Write[],
  answered: readonly Pick<Answered, 'told' | 'requestId'>[],
  { counts, audited }: Kept,
): string[] {
  const unaudited = answered.filter(({ told, requestId }) => told === 'ok' && !audited.has(requestId ?? ''));
  return [
    ...writes.flatMap((write) =>
      wrongsOf(write, counts.get(write.mark) ?? 0).map(
        (what) => `${write.mark} ${what}; told: ${write.told.join(', ')}`,
      ),
    ),
    ...unaudited.map(({ requestId }) => `the call ${requestId ?? 'without an id'} was answered and has no audit row`),
  ];
}

/** Where what callers were told differs from what the database holds, a line each. */
export async function untruths(
  cluster: Cluster,
  prefix: string,
  { writes, answered }: { writes: readonly Write[]; answered: readonly Answered[] },
): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { mark } of await cluster.rows<{ mark: string }>(MARKS, [`${prefix}%`])) {
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  const audited = new Set((await cluster.rows<{ request_id: string }>(AUDITED)).map(({ request_id }) => request_id));
  return differences(writes, answered, { counts, audited });
}
