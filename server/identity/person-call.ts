import { Fault } from '../errors.ts';
import { ALL_SCOPES } from '../gate/scopes.ts';
import type { Call } from '../gate/call.ts';
import type { Gate } from '../gate/gate.ts';
import type { Actor } from '../gate/principal.ts';
import { checkQuota, type Quotas } from '../gate/quota.ts';
import type { Run } from '../gate/run.ts';
import { type ActivityActor, activityInsert, type Activity } from './activity.ts';
import type { Session } from './session-cookie.ts';

/** An action of a person in a session: the request, and the name it is recorded under. */
export type PersonAction = { session: Session; requestId: string; name: string };

/** Refuses a person without a licence: sales data needs the same rights as the tools. @throws Fault not_entitled */
export function checkEntitled({ plugins }: Session): void {
  if (plugins.length === 0) throw new Fault('not_entitled');
}

/** Refuses what adds to a workspace that is full. @throws Fault quota_exceeded */
export function checkRoom({ workspace, storage }: Session, quotas: Quotas): void {
  const full = checkQuota({ workspaceId: workspace.id, storage }, { grows: true }, quotas);
  if (full !== undefined) throw full;
}

/** The person an activity entry names. */
export const activityActorOf = ({ session, requestId }: PersonAction): NonNullable<ActivityActor> => ({
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
  protectsPeople: false,
  proposes: false,
});

/** A call made by a person; reads run by themselves, `writeAsPerson` writes. */
export const personRun = (gate: Gate, action: PersonAction): Run =>
  gate.createRun({
    tool: action.name,
    principal: actorOf(action.session),
    workspaceId: action.session.workspace.id,
    transport: 'trpc',
    requestId: action.requestId,
    runRef: null,
    inputText: () => '{}',
  });

/**
 * Runs a person's write in one transaction with its facts, events, jobs and activity entry.
 * @param activity the activity entry; none for a step of something that gets one later, such as a part of an upload, and
 * for what changed nothing
 */
export function writeAsPerson<Result>(
  gate: Gate,
  action: PersonAction,
  write: (call: Call) => Promise<Result>,
  activity?: (result: Result) => Activity | undefined,
): Promise<Result> {
  const run = personRun(gate, action);
  return gate.commit(run, async () => {
    const result = await write(run.call);
    const entry = activity?.(result);
    const inserts = entry === undefined ? [] : [activityInsert(run.call.workspaceId, activityActorOf(action), entry)];
    return { result, inserts };
  });
}
