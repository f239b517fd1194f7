import type { NotedChange } from '../../db/noted-changes.ts';
import { findPlanAccounts } from '../../db/statements/changesets.ts';
import { nameSubjects } from '../../db/statements/panel-activity.ts';
import type { Call } from '../gate/call.ts';

type Row = Record<string, unknown>;

/** Columns that name another record. */
export const LINKS = ['account_id', 'prospect_id', 'target_account_id', 'kept_id', 'merged_id', 'record_id'] as const;

/** What the records are called that changes name, and the accounts of plans. */
export type Known = { names: ReadonlyMap<string, string>; planAccounts: ReadonlyMap<string, string> };

export const NOTHING_KNOWN: Known = { names: new Map(), planAccounts: new Map() };

export const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

export const nameIn = (row: Row, column = 'name') =>
  textOf(row[column]) ?? textOf(row['domain']) ?? textOf(row['email']) ?? textOf(row['external_ref']);

/** What is known of the records that changes name: as they are called now, else as the changes would call them. */
export async function knownOf(call: Call, changes: readonly NotedChange[]): Promise<Known> {
  const names = new Map<string, string>();
  const planAccounts = new Map<string, string>();
  const linked = new Set<string>();
  const plans = new Set<string>();
  for (const { table, id, before, after } of changes) {
    const name = nameIn((after ?? before)!);
    if (name !== null) names.set(id, name);
    for (const row of [before, after]) {
      const planId = textOf(row?.['plan_id']);
      if (planId !== null) plans.add(planId);
      const accountId = textOf(row?.['account_id']);
      if (table === 'plans' && accountId !== null) planAccounts.set(id, accountId);
      // Facts belong to what their records belong to.
      if (table === 'facts') continue;
      for (const link of LINKS) {
        const to = textOf(row?.[link]);
        if (to !== null) linked.add(to);
      }
    }
  }
  const { workspaceId } = call;
  const unknown = [...plans].filter((id) => !planAccounts.has(id));
  const found = unknown.length === 0 ? [] : await call.query(findPlanAccounts, [workspaceId, unknown]);
  for (const { id, account_id } of found) planAccounts.set(id, account_id);
  for (const id of planAccounts.values()) linked.add(id);
  const named = linked.size === 0 ? [] : await call.query(nameSubjects, [workspaceId, [...linked]]);
  for (const { id, name } of named) if (name !== null) names.set(id, name);
  return { names, planAccounts };
}
