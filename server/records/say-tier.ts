import type { Entity } from '../../db/statements/records.ts';
import type { Call } from '../gate/call.ts';
import { emit } from '../webhooks/events.ts';

type Row = Readonly<Record<string, unknown>>;

/** An account whose tier moved by a write says so: `after` has the columns that were written. */
export async function sayTier(call: Call, kind: Entity, id: string, before: Row, after: Row): Promise<void> {
  const [from, to] = [before['tier'] ?? null, after['tier']] as [string | null, unknown];
  if (kind !== 'account' || typeof to !== 'string' || to === from) return;
  await emit(call, 'account.tier_changed', {
    account_id: id,
    from_tier: from,
    to_tier: to,
    source: 'written',
    changed_at: call.now.toISOString(),
  });
}
