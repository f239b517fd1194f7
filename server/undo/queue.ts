import { queue } from '../jobs/queue.ts';

/** Looks for large undos to go on with, every minute, and right after a run. */
export const undoing = queue<{ again?: boolean }>({
  name: 'run-undos',
  cron: '* * * * *',
  retries: 0,
  retryAfter: 60,
  expiresAfter: 60,
  concurrency: 1,
  pollSeconds: 5,
});
