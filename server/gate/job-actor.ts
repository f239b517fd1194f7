import type { Actor } from './principal.ts';

/** A person whose work a job goes on with, without a session of theirs. */
export const actorOfJob = (workspaceId: string, { id, name }: { id: string; name: string }): Actor => ({
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
