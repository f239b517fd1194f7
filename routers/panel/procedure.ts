import { z } from 'zod';
import { Fault } from '../../server/errors.ts';
import type { Call } from '../../server/gate/call.ts';
import type { Gate } from '../../server/gate/gate.ts';
import {
  checkEntitled,
  checkRoom,
  type PersonAction,
  personRun,
  writeAsPerson,
} from '../../server/identity/person-call.ts';
import type { Activity } from '../../server/identity/activity.ts';
import { checkConfirmed } from '../../server/identity/confirm-identity.ts';
import { checkSecondFactor } from '../../server/identity/session-cookie.ts';
import { namingMerged } from '../../server/records/merge.ts';
import { errorIn, t, trpcError } from '../trpc.ts';

/** What a person may do who has yet to set up the second factor their team wants. */
const WITHOUT_SECOND_FACTOR = /^panel\.(session|sessions|second_factor|password)\./;

/** Refuses requests without a session, and requests from another site whoever is signed in. */
const signedIn = t.middleware(async ({ ctx, type, path, next, getRawInput }) => {
  const { gate, services, requestId } = ctx;
  try {
    const { visitor } = ctx;
    if (visitor === undefined) throw new Fault('not_signed_in');
    if (visitor.from === 'elsewhere' || (type === 'mutation' && visitor.from !== 'here')) {
      throw new Fault('foreign_origin', {
        message: 'This does not come from a page of the panel.',
        hint: 'The panel is used in a browser; programs call the tools with an API key.',
      });
    }
    const session = await visitor.session();
    if (session === undefined) throw new Fault('not_signed_in');
    if (!WITHOUT_SECOND_FACTOR.test(path)) checkSecondFactor(session);
    const action: PersonAction = { session, requestId, name: path };
    const result = await next({ ctx: { session, action } });
    if (!result.ok) throw errorIn(result.error);
    if (type === 'mutation') {
      const who = { user: session.user.id, session: session.id };
      services.log.info({ request_id: requestId, procedure: path, ...who }, 'panel');
    }
    return result;
  } catch (error) {
    const fault = gate.faultOf(error, requestId);
    const session = fault.code === 'not_found' ? await ctx.visitor?.session() : undefined;
    if (session === undefined) throw trpcError(fault);
    throw trpcError(await namingMerged(services.db, session.workspace.id, fault, await getRawInput()));
  }
});

/** A procedure of the panel: `ctx.session` is the person's; `ctx.action` is what `read` and `write` take. */
export const panelProcedure = t.procedure.use(signedIn);

/** A procedure that makes or shows a key or a secret: only for a person who has just proved who they are. */
export const confirmedProcedure = panelProcedure.use(({ ctx, next }) => {
  checkConfirmed(ctx.session);
  return next();
});

/** A procedure on sales data; it needs the same rights as the tools. */
export const entitledProcedure = panelProcedure.use(({ ctx, next }) => {
  checkEntitled(ctx.session);
  return next();
});

/** A procedure that adds to what the workspace holds; it is refused once a quota is used up. */
export const growingProcedure = entitledProcedure.use(({ ctx: { session, services }, next }) => {
  checkRoom(session, services.quotas);
  return next();
});

type Ctx = { gate: Gate; action: PersonAction };

/** A call for reading. */
export const reading = ({ gate, action }: Ctx): Call => personRun(gate, action).call;

/** Runs a rule that writes, in one transaction with its effects and its activity entry; a step that is none goes without. */
export const writing = <Result>(
  { gate, action }: Ctx,
  write: (call: Call) => Promise<Result>,
  activity?: (result: Result) => Activity | undefined,
): Promise<Result> => writeAsPerson(gate, action, write, activity);

export const words = z.string().nullable();

/** Who did something: a person, or a person's key, in a run. */
export const doneBy = z.object({ user_id: z.string(), user_name: z.string(), key_id: words, run_ref: words });

/** Items and the cursor of the next page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() });
