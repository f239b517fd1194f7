import { newId } from '../../db/ids.ts';
import { countBrainScopes, insertBrainState, isFlagOn, lockBrainScope } from '../../db/statements/runs.ts';
import { Fault, invalidField } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { parseSignalWeights } from '../scoring/weights.ts';
import { takingTurns } from '../turns.ts';
import { findPersonalData, type PersonalData, personalDataIn } from './personal-data.ts';

/** The workspace flag that lets brain state hold contacts' e-mail addresses and phone numbers. */
export const CONTACT_DATA_FLAG = 'brain_allow_contact_data';

/** A brain version synced longer ago than this is stale: still in force, but due for a sync. */
export const BRAIN_STALE_DAYS = 30;

/** How many scopes a workspace may have, so that `pull_config` can always list them all. */
export const MAX_BRAIN_SCOPES = 100;

/** Validates scopes that the service itself reads. Throws `invalid_input` with the paths under `payload`. */
const CHECKED_SCOPES: Readonly<Record<string, (payload: unknown) => unknown>> = {
  'signal-weights': parseSignalWeights,
};

/** Scopes by their spelling that have a meaning here, or are those of the product's own skills. */
const NAMED_SCOPES = new Map(
  ['signal-weights', 'icp-registry', 'decision-log', 'funnel-brain', 'content calendar'].map((scope) => [
    squashed(scope),
    scope,
  ]),
);

/** A scope without the marks in which spellings of it differ. */
function squashed(scope: string): string {
  return scope.replaceAll(/[ _-]/g, '');
}

/** The scope that a name means: those of the service are known in any spelling. */
export const scopeNamed = (name: string): string => NAMED_SCOPES.get(squashed(name)) ?? name;

type Synced = { scope: string; payload: unknown; run_ref?: string | undefined; account_ref?: string | undefined };

/**
 * Stores a payload as the next version of its scope; the newest is in force. A scope that is there but for spaces, `-`
 * and `_` is that scope, with a warning.
 * @throws Fault personal_data_refused, invalid_input
 */
export const syncBrain = (call: Call, input: Synced) => storeVersion(call, input, null);

/** As `syncBrain`. @param copyOf the earlier version that has this payload, where an undo puts it in force again */
export async function storeVersion(call: Call, input: Synced, copyOf: number | null) {
  const { principal, workspaceId, now } = call;
  const { payload } = input;
  const named = scopeNamed(input.scope);
  if (Object.hasOwn(CHECKED_SCOPES, named)) CHECKED_SCOPES[named]!(payload);
  await refusePersonalData(call, payload);

  const id = newId('brain');
  const json = JSON.stringify(payload);
  const bytes = Buffer.byteLength(json);
  await call.query(lockBrainScope, [JSON.stringify([workspaceId, squashed(named)])]);
  const [kept] = await call.query(insertBrainState, [
    workspaceId,
    id,
    named,
    json,
    bytes,
    input.run_ref ?? call.runRef,
    input.account_ref ?? null,
    principal.keyId,
    principal.user.id,
    now.toISOString(),
    copyOf,
  ]);
  const { version, scope } = kept!;
  if (scope !== input.scope) call.warn('scope', `kept as the scope ${scope}`);
  if (version === 1) await refuseTooManyScopes(call);
  call.recordFact({
    subjectType: 'brain',
    subjectId: scope,
    attribute: 'brain_version',
    value: String(version),
    sentence: `Version ${version} of the brain state ${scope} is in force.`,
    single: true,
  });
  return { scope, version, bytes, synced_at: now.toISOString() };
}

/** Why a kept version may not be in force here, if so. @param allowsContactData whether the workspace's flag is on */
export function brainProblem(scope: string, payload: unknown, allowsContactData: boolean): string | undefined {
  try {
    if (Object.hasOwn(CHECKED_SCOPES, scope)) CHECKED_SCOPES[scope]!(payload);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return `is not what the scope ${scope} takes`;
  }
  const [found] = allowsContactData ? [] : findPersonalData(payload, 'payload');
  return found === undefined ? undefined : `contains ${found.kind}, which brain state does not keep by default`;
}

async function refusePersonalData(call: Call, payload: unknown): Promise<void> {
  const found: PersonalData[] = [];
  await takingTurns()(personalDataIn(payload, 'payload'), (each) => each !== undefined && found.push(each));
  if (found.length === 0) return;
  const [flag] = await call.query(isFlagOn, [call.workspaceId, CONTACT_DATA_FLAG]);
  if (flag!.on) return;
  throw new Fault('personal_data_refused', {
    hint: `Remove it or replace it by record ids at ${found.map(({ path }) => path).join(', ')}; or have the workspace flag ${CONTACT_DATA_FLAG} turned on.`,
    issues: found.map(({ path, kind }) => ({ path, message: `contains ${kind}` })),
  });
}

async function refuseTooManyScopes(call: Call): Promise<void> {
  const [count] = await call.query(countBrainScopes, [call.workspaceId]);
  if (count!.scopes > MAX_BRAIN_SCOPES) {
    throw invalidField('scope', `would be scope ${count!.scopes} of this workspace, which takes ${MAX_BRAIN_SCOPES}`);
  }
}
