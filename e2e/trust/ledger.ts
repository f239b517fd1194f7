import type { Cluster } from './cluster.ts';

/** What a caller was told of one attempt: a code of the catalogue, `ok`, or that no answer came. */
export type Told = 'ok' | 'no answer' | (string & {});

/** One write of the traffic: its mark stands in what it writes and nowhere else. */
export type Write = {
  mark: string;
  /** Whether it is repeated with its idempotency key until it is acknowledged. */
  repeated: boolean;
  /** What was told of each attempt, in order. */
  told: Told[];
  /** `X-Request-Id` of the attempt that was acknowledged. */
  requestId?: string;
};

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

/** Where what callers were told differs from what the database holds, a line each. */
export async function untruths(cluster: Cluster, prefix: string, writes: readonly Write[]): Promise<string[]> {
  const counts = new Map<string, number>();
  for (const { mark } of await cluster.rows<{ mark: string }>(MARKS, [`${prefix}%`])) {
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  const audited = new Set(
    (await cluster.rows<{ request_id: string }>(`SELECT request_id FROM api_key_calls WHERE outcome = 'ok'`)).map(
      ({ request_id }) => request_id,
    ),
  );
  return writes.flatMap(({ mark, repeated, told, requestId }) => {
    const count = counts.get(mark) ?? 0;
    const last = told.at(-1)!;
    const wrong = [];
    if (last === 'ok' && count === 0) wrong.push('was acknowledged and is lost');
    if (count > 1) wrong.push(`is there ${count} times`);
    if (!repeated && NOTHING_WRITTEN.has(last) && count > 0)
      wrong.push(`was refused as not written (${last}) and is there`);
    if (requestId !== undefined && !audited.has(requestId)) wrong.push('was acknowledged and has no audit row');
    return wrong.map((what) => `${mark} ${what}; told: ${told.join(', ')}`);
  });
}
