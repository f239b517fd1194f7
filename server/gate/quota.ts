import { Fault } from '../errors.ts';

/** What a workspace may hold. */
export type Quotas = { readonly rows: number; readonly bytes: number; readonly keys: number };

/** What a workspace may hold and held when last counted; null where the operator set nothing, or nothing was counted yet. */
export type Storage = {
  readonly max_rows: number | null;
  readonly max_bytes: number | null;
  readonly used_rows: number | null;
  readonly used_bytes: number | null;
};

const WORDS = { rows: 'rows', bytes: 'bytes', keys: 'API keys' } as const;

/** The refusal of what would add to a workspace that holds as much as it may. */
export function quotaExceeded(
  quota: keyof Quotas,
  { used, limit, workspaceId }: { used: number; limit: number; workspaceId: string },
): Fault {
  const count = (value: number) => value.toLocaleString('en');
  const less = quota === 'keys' ? 'Revoke keys that nobody uses, or ask' : 'Reading goes on. To add more, ask';
  return new Fault('quota_exceeded', {
    message: `The workspace has used its quota of ${WORDS[quota]}: ${count(used)} of ${count(limit)}. Nothing was written.`,
    hint: `${less} whoever operates the service to raise it: operator.quotas.set with workspace_id ${workspaceId}.`,
  });
}

/** Refuses what would add to a workspace over its quota; what reads, decides or withdraws goes on. */
export function checkQuota(
  { workspaceId, storage }: { workspaceId: string; storage: Storage },
  { grows }: { grows: boolean },
  byDefault: Quotas,
): Fault | undefined {
  if (!grows) return undefined;
  for (const quota of ['rows', 'bytes'] as const) {
    const used = storage[`used_${quota}`] ?? 0;
    const limit = storage[`max_${quota}`] ?? byDefault[quota];
    if (used >= limit) return quotaExceeded(quota, { used, limit, workspaceId });
  }
  return undefined;
}
