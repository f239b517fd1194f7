import { ALL_SCOPES } from '../gate/scopes.ts';
import type { Call } from '../gate/call.ts';
import type { Gate } from '../gate/gate.ts';
import type { Actor } from '../gate/principal.ts';
import type { Run } from '../gate/run.ts';
import { type ActivityActor, activityInsert, type Done } from './activity.ts';
import type { Session } from './session-cookie.ts';

/** An action of a person in a session: the request, and the name it is recorded under. */
export type Act = { session: Session; requestId: string; name: string };

/** The person an activity entry names. */
export const activityActorOf = ({ session, requestId }: Act): NonNullable<ActivityActor> => ({
  userId: session.user.id,
  sessionId: session.id,
  requestId,
});

/** A person has every scope, in the workspace they own and nowhere else. */
const actorOf = ({ id, user, workspace, plugins, signalWeightsId }: Session): Actor => ({
  keyId: null,
  sessionId: id,
  workspaceId: workspace.id,
  user,
  team: null,
  scopes: ALL_SCOPES,
  mayApprove: true,
  oauthClientId: null,
  rateLimit: null,
  plugins,
  signalWeightsId,
});

/** A call made by a person; reads run by themselves, `writeAsPerson` writes. */
export const personRun = (gate: Gate, act: Act): Run =>
  gate.createRun({
    tool: act.name,
    principal: actorOf(act.session),
    workspaceId: act.session.workspace.id,
    transport: 'trpc',
    requestId: act.requestId,
    runRef: null,
    inputText: () => '{}',
  });

/**
 * Runs a person's write in one transaction with its facts, events, jobs and activity entry.
 * @param done the activity entry
 */
export function writeAsPerson<Result>(
  gate: Gate,
  act: Act,
  write: (call: Call) => Promise<Result>,
  done: (result: Result) => Done,
): Promise<Result> {
  const run = personRun(gate, act);
  return gate.commit(run, async () => {
    const result = await write(run.call);
    return { result, inserts: [activityInsert(run.call.workspaceId, activityActorOf(act), done(result))] };
  });
}
