import type { EntityManager } from '@mikro-orm/postgresql';
import { appendTable, type Insert } from '../../db/append.ts';
import { newId } from '../../db/ids.ts';
import { execute } from '../../db/orm.ts';
import { insertAct, insertActOfOwner } from '../../db/statements/activity.ts';

/** Actions recorded of people and of the operator; the database itself records the start and end of a session. */
export const ACTS = [
  'session.started',
  'session.ended',
  'session.refused',
  'password.changed',
  'password.set',
  'password.reset',
  'second_factor.set',
  'second_factor.removed',
  'second_factor.required',
  'backup_codes.made',
  'backup_code.used',
  'sessions.ended',
  'person.disabled',
  'person.enabled',
  'workspace.exported',
  'workspace.restore_begun',
  'workspace.restored',
  'workspace.restore_failed',
  'subject.exported',
  'subject.erased',
  'draft.edited',
  'draft.approved',
  'draft.scheduled',
  'draft.held',
  'draft.rejected',
  'draft.sent',
  'tier.accepted',
  'tier.overridden',
  'accounts.imported',
  'import.started',
  'import.cancelled',
  'import.resumed',
  'import.done',
  'import.failed',
  'record.created',
  'record.archived',
  'records.archived',
  'records.restored',
  'view.saved',
  'view.deleted',
  'record.withdrawn',
  'record.restored',
  'writes.undone',
  'writes.brought_back',
  'merge.applied',
  'merge.declined',
  'records.merged',
  'records.unmerged',
  'records.not_duplicates',
  'values.set',
  'values.accepted',
  'values.declined',
  'protection.set',
  'proposals.taken',
  'proposals.declined',
  'key.created',
  'key.rotated',
  'key.revoked',
  'key.renamed',
  'key.scopes_set',
  'key.limit_set',
  'key.approval_set',
  'key.mode_set',
  'key.addresses_set',
  'key.expiry_set',
  'app.allowed',
  'app.denied',
  'app.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.rotated',
  'webhook.deleted',
  'webhook.enabled',
  'webhook.disabled',
  'webhook.tested',
  'webhook.replayed',
  'integration.connected',
  'integration.disconnected',
  'brain.brought_back',
  'job.retried',
  'audit.exported',
  'activity.exported',
  'records.exported',
  'user.created',
  'token.revoked',
  'entitlement.granted',
  'entitlement.revoked',
  'team.created',
  'team.member_added',
  'team.member_removed',
  'seats.added',
  'seats.revoked',
  'flag.set',
  'quota.set',
] as const;

export type ActivityName = (typeof ACTS)[number];

/** A person in a session; undefined is the operator. */
export type ActivityActor = { userId: string; sessionId: string; requestId: string } | undefined;

/** An action with its target and labels. Never a secret, nor captured or written content. */
export type Activity = {
  act: ActivityName;
  subject?: string | null | undefined;
  detail?: Record<string, string | number | boolean | null | readonly string[]> | undefined;
};

const activity = appendTable('acts', 'workspace_id, id, act, subject_id, user_id, session_id, request_id, detail');

/** An activity entry, committed with the action it records. */
export const activityInsert = (
  workspaceId: string,
  by: ActivityActor,
  { act, subject = null, detail = {} }: Activity,
): Insert => ({
  into: activity,
  rows: [
    {
      workspace_id: workspaceId,
      id: newId('act'),
      act,
      subject_id: subject,
      user_id: by?.userId ?? null,
      session_id: by?.sessionId ?? null,
      request_id: by?.requestId ?? null,
      detail,
    },
  ],
});

/**
 * Records an action in the transaction that performs it.
 * @param where the workspace, or the user who owns it
 */
export async function recordActivity(
  em: EntityManager,
  where: { workspaceId: string } | { ownerId: string },
  by: ActivityActor,
  { act, subject = null, detail = {} }: Activity,
): Promise<void> {
  const [statement, first] =
    'workspaceId' in where ? [insertAct, where.workspaceId] : [insertActOfOwner, where.ownerId];
  await execute(em, statement, [
    first,
    act,
    subject,
    by?.userId ?? null,
    by?.sessionId ?? null,
    by?.requestId ?? null,
    JSON.stringify(detail),
  ]);
}
