import type { Database } from '../../db/orm.ts';
import type { Actor } from './principal.ts';
import type { Reads } from './reads.ts';
import { createRun } from './run.ts';

type JobUser = { id: string; name: string };

/** A person whose work a job goes on with, without a session of theirs. */
const actorOfJob = (workspaceId: string, { id, name }: JobUser): Actor => ({
  keyId: null,
  sessionId: null,
  workspaceId,
  user: { id, name, email: '' },
  team: null,
  scopes: [],
  mayApprove: false,
  oauthClientId: null,
  rateLimit: null,
  plugins: [],
  signalWeightsId: null,
  protectsPeople: false,
  proposes: false,
});

/** A run of a job in a workspace, in the name of the person who asked for it. */
export const runOfJob = (
  { db, reads }: { db: Database; reads: Reads },
  { tool, workspaceId, user, requestId }: { tool: string; workspaceId: string; user: JobUser; requestId: string },
) =>
  createRun(db, reads, {
    tool,
    principal: actorOfJob(workspaceId, user),
    workspaceId,
    transport: 'trpc',
    requestId,
    runRef: null,
    inputText: () => '{}',
  });
