import { queue } from '../jobs/queue.ts';

/** The data of a job: a draft and its workspace. */
export type DraftRef = { workspaceId: string; draftId: string };

/** Publishes an approved draft. A second run finds nothing to claim, so a job may run more than once. */
export const publishing = queue<DraftRef>({
  name: 'publish',
  retries: 8,
  retryAfter: 5,
  expiresAfter: 300,
  concurrency: 8,
});

/** Approves a scheduled draft at its time, `dueAt` (ISO 8601). A draft held or rescheduled meanwhile stays unchanged. */
export const releasing = queue<DraftRef & { dueAt: string }>({
  name: 'release-draft',
  retries: 8,
  retryAfter: 5,
  expiresAfter: 60,
  concurrency: 1,
  pollSeconds: 1,
});

/** Finds abandoned claims, and due drafts without a job, such as those an older version scheduled. */
export const checking = queue<Record<string, never>>({
  name: 'check-drafts',
  cron: '* * * * *',
  retries: 0,
  retryAfter: 60,
  expiresAfter: 60,
  concurrency: 1,
});
