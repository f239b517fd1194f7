import { WorkspaceQuota } from '../../db/entities/quotas.ts';
import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { findUsage } from '../../db/statements/quotas.ts';
import { Fault } from '../errors.ts';
import type { Quotas } from '../gate/quota.ts';
import { recordActivity } from '../identity/activity.ts';

/** A quota and what is used of it. */
export type Used = { limit: number; used: number; by_default: boolean };

/** What a workspace may hold and holds. `counted_at` is null before the first count. */
export type Usage = { rows: Used; bytes: Used; keys: Used; counted_at: string | null };

/** What a workspace may hold and holds: rows and bytes as last counted, keys as they are. @throws Fault not_found */
export async function usageOf(db: Database, workspaceId: string, byDefault: Quotas): Promise<Usage> {
  const [found] = await db.as(ROLES.operator, findUsage, [workspaceId]);
  if (found === undefined) throw new Fault('not_found', { message: 'There is no workspace with that id.' });
  const used = (limit: number | null, what: number | null, fallback: number): Used => ({
    limit: limit ?? fallback,
    used: what ?? 0,
    by_default: limit === null,
  });
  return {
    rows: used(found.max_rows, found.rows, byDefault.rows),
    bytes: used(found.max_bytes, found.bytes, byDefault.bytes),
    keys: used(found.max_keys, found.keys, byDefault.keys),
    counted_at: found.counted_at,
  };
}

/** Quotas to set; null goes back to the default, and what is left out stays. */
export type QuotaChange = {
  workspace_id: string;
  rows?: number | null | undefined;
  bytes?: number | null | undefined;
  keys?: number | null | undefined;
};

/** Sets quotas of a workspace, from its next call on. @throws Fault not_found */
export async function setQuotas(
  db: Database,
  { workspace_id: workspaceId, ...change }: QuotaChange,
  byDefault: Quotas,
) {
  await usageOf(db, workspaceId, byDefault);
  await db.forkAs(ROLES.operator).transactional(async (em) => {
    const set = Object.entries(change).filter(([, value]) => value !== undefined);
    const columns = { rows: 'maxRows', bytes: 'maxBytes', keys: 'maxKeys' } as const;
    const values = Object.fromEntries(set.map(([quota, value]) => [columns[quota as keyof Quotas], value]));
    await em.upsert(WorkspaceQuota, { workspaceId, ...values, updatedAt: new Date() });
    await recordActivity(em, { workspaceId }, undefined, { act: 'quota.set', detail: Object.fromEntries(set) });
  });
  return { workspace_id: workspaceId, ...(await usageOf(db, workspaceId, byDefault)) };
}
