import { Fault, type Issue } from '../errors.ts';
import type { AccessPolicy, Incoming } from './call.ts';
import type { Principal } from './principal.ts';

export function checkScope(principal: Principal, { scope, appScope }: AccessPolicy): Fault | undefined {
  const isApplication = principal.oauthClientId !== null;
  if (isApplication && appScope === 'never') {
    return new Fault('insufficient_scope', {
      message: 'No application may call this: it takes an API key of the person’s own.',
      headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
    });
  }
  const wanted = [scope, isApplication ? appScope : null].filter((each) => each !== null && each !== 'never');
  const missing = wanted.filter((each) => !principal.scopes.includes(each)).join(' ');
  if (missing === '') return undefined;
  return new Fault('insufficient_scope', {
    message: `This tool needs the scope ${missing}; the key holds ${principal.scopes.join(', ') || 'none'}.`,
    hint: isApplication
      ? `The application has to ask its person again, for ${missing} together with what it holds.`
      : `Create or change a key so that it holds ${missing}.`,
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${missing}"` },
  });
}

export function checkEntitlement(principal: Principal, { entitled }: AccessPolicy): Fault | undefined {
  return entitled && principal.plugins.length === 0 ? new Fault('not_entitled') : undefined;
}

/** Refuses what cannot be proposed to a key whose writes are proposals. */
export function checkProbation(principal: Principal, { name, effect, onProbation }: AccessPolicy): Fault | undefined {
  if (!principal.proposes || effect === 'read' || onProbation !== 'refused') return undefined;
  return new Fault('on_probation', {
    message: `What this API key writes waits for a person, and ${name} cannot wait.`,
  });
}

export function checkSize({ requestBytes }: Incoming, { maxBytes }: AccessPolicy): Fault | undefined {
  if (requestBytes <= maxBytes) return undefined;
  return new Fault('payload_too_large', {
    message: `The request has ${requestBytes} bytes; this tool takes at most ${maxBytes}. Nothing was stored.`,
  });
}

/** Printable ASCII without spaces, as run refs and idempotency keys are. */
export const HEADER_TEXT = /^[\x21-\x7e]+$/;

export function checkHeaders({ idempotencyKey, runRef }: Incoming): Fault | undefined {
  const issues = [
    { path: 'Idempotency-Key', value: idempotencyKey, most: 255 },
    { path: 'Run-Ref', value: runRef, most: 200 },
  ]
    .filter(({ value, most }) => value !== undefined && (value.length > most || !HEADER_TEXT.test(value)))
    .map(({ path, most }) => ({ path, message: `wanted 1 to ${most} printable ASCII characters without spaces` }));
  return issues.length > 0 ? new Fault('invalid_input', { issues }) : undefined;
}

/** A run or a key that an argument names otherwise than the header, or `_meta`, of its call. */
export const otherwiseNamed = (
  incoming: Pick<Incoming, 'runRef' | 'idempotencyKey'>,
  named: { runRef?: string | undefined; idempotencyKey?: string | undefined },
): Issue[] =>
  (
    [
      ['runRef', 'run_ref', 'Run-Ref'],
      ['idempotencyKey', 'idempotency_key', 'Idempotency-Key'],
    ] as const
  )
    .filter(([of]) => named[of] !== undefined && incoming[of] !== undefined && named[of] !== incoming[of])
    .map(([of, path, header]) => ({
      path,
      message: `the header ${header}, or _meta, names ${JSON.stringify(incoming[of])}; send one of the two`,
    }));
