import { p } from '@mikro-orm/core';

/** The session setting that row level security reads; set once per transaction from the call's workspace. */
export const TENANT_SETTING = 'app.workspace_id';

/** The columns every tenant-owned record begins with: the workspace leads the primary key (architecture, "Growing"). */
export const tenantKey = {
  workspaceId: p.text().primary(),
  id: p.text().primary(),
} as const;

/** Who did something in a workspace: a key, or a person in a session. */
export type DoneBy = { user_id: string; user_name: string; key_id: string | null; run_ref: string | null };

/** The columns of a record that can be withdrawn: hidden from the service, never deleted (decisions 22). */
export const withdrawal = {
  withdrawnAt: p.datetime().nullable(),
  withdrawnBy: p.json<DoneBy>().nullable(),
  withdrawnReason: p.text().nullable(),
} as const;

/**
 * Which fields of a record a person set, by field and then by the path of each value in it (`["payload","address","city"]`,
 * as JSON), with whom and when (decisions 25).
 */
export type SetByPeople = { [field in string]?: { [path in string]?: { user_id: string; at: string } } };

export const setByPeople = { setByPeople: p.json<SetByPeople>().defaultRaw(`'{}'`) } as const;

export const timestamps = {
  createdAt: p.datetime().defaultRaw('now()'),
  updatedAt: p.datetime().defaultRaw('now()'),
} as const;

/** MikroORM's layer of tenancy: every query of a fork with the parameter set is narrowed to its workspace. */
export const tenantFilter = {
  tenant: {
    name: 'tenant',
    cond: (args: { workspaceId?: string }) => ({ workspaceId: args.workspaceId }),
    default: true,
    args: true,
  },
} as const;
