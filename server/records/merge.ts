import { type IdType, idType, newId } from '../../db/ids.ts';
import {
  clearForMerge,
  closeProposalsOf,
  decideMerge,
  findMerged,
  findMergeState,
  followMerged,
  keepMerged,
  MERGEABLE,
  type Mergeable,
  mergePlans,
  mergeStatements,
  proposeMerge,
} from '../../db/statements/merges.ts';
import { closeValueProposals } from '../../db/statements/value-proposals.ts';
import type { Database } from '../../db/orm.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { doneBy } from './withdraw.ts';

/** @throws Fault invalid_input when the id is of no record that can be merged */
export function mergeableKind(id: string): Mergeable {
  const kind = idType(id) as IdType;
  if (kind in MERGEABLE) return kind as Mergeable;
  throw invalidField('id', 'expected the id of an account, opp, contact, prospect or target account to keep');
}

/** Proposes that `mergedId` becomes part of `keptId`, for a person to decide. @throws Fault not_found, invalid_input */
export async function proposeToMerge(call: Call, keptId: string, mergedId: string, reason: string) {
  const kind = mergeableKind(keptId);
  if (idType(mergedId) !== kind)
    throw invalidField('duplicate_id', `expected another record of the same kind, ${kind}`);
  if (mergedId === keptId) throw invalidField('duplicate_id', 'is the record itself');
  const id = newId('merge');
  const [row] = await call.query(proposeMerge, [
    call.workspaceId,
    id,
    kind,
    keptId,
    mergedId,
    reason,
    JSON.stringify(doneBy(call)),
    call.now.toISOString(),
  ]);
  if (!row!.kept || !row!.merged) throw notFound(kind.replace('_', ' '));
  return { kind, proposal_id: row!.proposal_id!, changed: row!.proposal_id === id };
}

/** Decides an open proposal. @throws Fault not_found, invalid_transition */
async function decide(call: Call, proposalId: string, state: 'applied' | 'declined') {
  const by = JSON.stringify(doneBy(call));
  const [proposal] = await call.query(decideMerge, [call.workspaceId, proposalId, state, by, call.now.toISOString()]);
  if (proposal !== undefined) return proposal;
  const [known] = await call.query(findMergeState, [call.workspaceId, proposalId]);
  if (known === undefined) throw notFound('merge proposal');
  throw new Fault('invalid_transition', { message: `The proposal was ${known.state} before.` });
}

export async function declineMerge(call: Call, proposalId: string) {
  const { kept_id, merged_id } = await decide(call, proposalId, 'declined');
  return { proposal_id: proposalId, kept_id, merged_id };
}

/**
 * Makes one record part of another, as proposed: what belongs to it goes over, what the other lacks is filled from it, its
 * facts stay. Its row is kept, and its id names the other one from then on. @throws Fault not_found, invalid_transition
 */
export async function applyMerge(call: Call, proposalId: string) {
  const { kept_id, merged_id, kind: name } = await decide(call, proposalId, 'applied');
  const kind = name as Mergeable;
  const { workspaceId } = call;
  const { lock, move, remove, fill } = mergeStatements[kind];
  const rows = await call.query(lock, [workspaceId, [kept_id, merged_id]]);
  const [kept, merged] = [kept_id, merged_id].map((id) => rows.find((row) => row.id === id)?.record);
  if (kept === undefined || merged === undefined) throw notFound(kind.replace('_', ' '));
  const plans = kind === 'account' ? await movePlans(call, merged_id, kept_id) : {};
  const [children] = await call.query(move, [workspaceId, merged_id, kept_id]);
  const moved = { ...(children!.moved as object), ...plans };
  await call.query(remove, [workspaceId, merged_id]);
  const row = JSON.stringify(merged);
  await call.query(fill, [workspaceId, kept_id, row]);
  const by = JSON.stringify(doneBy(call));
  await call.query(followMerged, [workspaceId, merged_id, kept_id]);
  await call.query(keepMerged, [
    workspaceId,
    merged_id,
    kind,
    kept_id,
    row,
    JSON.stringify(kept),
    JSON.stringify(moved),
    proposalId,
    by,
    call.now.toISOString(),
  ]);
  await call.query(closeValueProposals, [workspaceId, merged_id, call.now.toISOString()]);
  await call.query(closeProposalsOf, [workspaceId, merged_id, by, call.now.toISOString()]);
  return { proposal_id: proposalId, kept_id, merged_id };
}

async function movePlans(call: Call, from: string, to: string): Promise<object> {
  const [plans] = await call.query(mergePlans, [call.workspaceId, from, to]);
  await call.query(clearForMerge, [call.workspaceId, from, to]);
  return plans!.moved as object;
}

/** Every id in a value, at any depth. */
function idsIn(value: unknown, found: string[] = []): string[] {
  if (typeof value === 'string' && idType(value) !== undefined) found.push(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) idsIn(part, found);
  return found;
}

/** Most ids of an input that are looked up. */
const MOST_IDS = 200;

/**
 * A refusal of ids that are nowhere, with the records they became part of, or that a person archived them; read once the
 * call's own transaction has ended.
 */
export async function namingMerged(db: Database, workspaceId: string, fault: Fault, input: unknown): Promise<Fault> {
  const ids = idsIn(input).slice(0, MOST_IDS);
  const merged = ids.length === 0 ? [] : await db.read(workspaceId, findMerged, [workspaceId, ids]);
  if (merged.length === 0) return fault;
  const archived = merged
    .filter(({ merged_into }) => merged_into === null)
    .map(({ id }) => `${id} was archived by a person.`);
  if (archived.length > 0) {
    return new Fault('not_found', {
      message: archived.join(' '),
      hint: 'Leave it, and do not make it anew: a person restores it in the panel if it is needed.',
    });
  }
  return new Fault('not_found', {
    message: merged.map(({ id, merged_into }) => `${id} was merged into ${merged_into}.`).join(' '),
    hint: `Call again with ${merged[0]!.merged_into}.`,
  });
}
