import type { EntityManager } from '@mikro-orm/postgresql';
import { execute } from '../../db/orm.ts';
import { completeWrite } from '../../db/statements/calls.ts';
import type { Statement } from '../../db/statement.ts';
import { ALL_SCOPES } from '../gate/scopes.ts';
import type { Call, NewFact } from '../gate/call.ts';
import { factRows, retryLostRaces } from '../gate/gate.ts';
import type { Actor } from '../gate/principal.ts';
import type { Services } from '../services.ts';
import { type ActivityActor, type Done, note } from './activity.ts';
import type { Session } from './session-cookie.ts';

/** Something a person does in a session: the request, and the name it is recorded under. */
export type Act = { session: Session; requestId: string; name: string };

/** Who an act is noted of. */
export const activityActorOf = ({ session, requestId }: Act): NonNullable<ActivityActor> => ({
  userId: session.user.id,
  sessionId: session.id,
  requestId,
});

/** A person acts with every scope, in the workspace they own and nowhere else. */
const actorOf = ({ id, user, workspace, plugins, signalWeightsId }: Session): Actor => ({
  keyId: null,
  sessionId: id,
  workspaceId: workspace.id,
  user,
  team: null,
  scopes: ALL_SCOPES,
  rateLimit: null,
  plugins,
  signalWeightsId,
});

function callFor(
  { session, requestId, name }: Act,
  reach: { em(): EntityManager; query: Call['query']; facts: NewFact[] },
): Call {
  return {
    tool: name,
    principal: actorOf(session),
    workspaceId: session.workspace.id,
    transport: 'trpc',
    requestId,
    runRef: null,
    now: new Date(),
    inputText: () => '{}',
    get em() {
      return reach.em();
    },
    query: reach.query,
    recordFact: (...established) => {
      reach.facts.push(...established);
    },
  };
}

/** A person's reading: the rules that serve tools serve it too. */
export function personReadCall({ db }: Services, act: Act): Call {
  const workspaceId = act.session.workspace.id;
  return callFor(act, {
    em: () => db.fork(workspaceId),
    query: (query: Statement, values: readonly unknown[] = []) => db.read<never>(workspaceId, query, values),
    facts: [],
  });
}

/**
 * What a person does, in one transaction with the facts, events and jobs that come of it, and with its note.
 * @param done what is noted of it
 */
export function runPersonWrite<Result>(
  { db }: Services,
  act: Act,
  write: (call: Call) => Promise<Result>,
  done: (result: Result) => Done,
): Promise<Result> {
  return retryLostRaces(() =>
    db.fork(act.session.workspace.id).transactional(async (em) => {
      const facts: NewFact[] = [];
      const call = callFor(act, {
        em: () => em,
        query: (query: Statement, values: readonly unknown[] = []) => execute<never>(em, query, values),
        facts,
      });
      const result = await write(call);
      await em.flush();
      if (facts.length > 0) {
        await execute(em, completeWrite, ['[]', JSON.stringify(factRows({ call, facts })), '[]']);
      }
      await note(em, { workspaceId: call.workspaceId }, activityActorOf(act), done(result));
      return result;
    }),
  );
}
