import { hash, timingSafeEqual } from 'node:crypto';
import { Fault } from '../server/errors.ts';
import { recordOperatorCall } from '../server/operator/operator-activity.ts';
import { errorIn, t, trpcError } from './trpc.ts';

type Tokens = readonly { name: string; token: string }[];

const digest = (text: string) => hash('sha256', text, 'buffer');

/** Whose token it is; each is compared in constant time. */
function operatorOf(sent: string, tokens: Tokens): string | undefined {
  const hash = digest(sent);
  return tokens.find(({ token }) => timingSafeEqual(hash, digest(token)))?.name;
}

/** Whether it is one of the operator's tokens. */
export const isOperatorToken = (token: string | undefined, tokens: Tokens): boolean =>
  token !== undefined && operatorOf(token, tokens) !== undefined;

/** For in-house systems with an operator token only; every change is recorded under the token's name. */
export const operatorProcedure = t.procedure.use(async ({ ctx, path, type, getRawInput, next }) => {
  const { services } = ctx;
  const { token, requestId, bodyFault } = ctx.nextIncoming();
  if (ctx.operated !== true) {
    throw trpcError(
      new Fault('not_found', {
        message: 'The operator’s procedures do not answer here.',
        hint: 'They have a port of their own: OPERATOR_PORT of the service.',
      }),
    );
  }
  if (token === undefined) throw trpcError(new Fault('missing_key', { message: 'No operator token was sent.' }));
  const operator = operatorOf(token, services.secrets.operatorTokens);
  if (operator === undefined) {
    throw trpcError(
      new Fault('invalid_key', { message: 'The operator token is wrong.', hint: 'It is OPERATOR_TOKEN.' }),
    );
  }
  if (bodyFault !== undefined) throw trpcError(bodyFault);
  const result = await next();
  const fault = result.ok ? undefined : ctx.gate.faultOf(errorIn(result.error), requestId);
  if (type === 'mutation') {
    const input = await getRawInput();
    const call = { operator, procedure: path, input, result: result.ok ? result.data : undefined, requestId };
    // What was done is done: the log has it when the database cannot take it.
    await recordOperatorCall(services.db, { ...call, errorCode: fault?.code }).catch((err: unknown) =>
      services.log.error({ request_id: requestId, procedure: path, operator, err }, 'An operator act was not recorded'),
    );
  }
  if (fault !== undefined) throw trpcError(fault);
  services.log.info({ request_id: requestId, procedure: path, operator }, 'operator');
  return result;
});
