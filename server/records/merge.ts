import { idType, newId } from '../../db/ids.ts';
import { declineMergeProposal, findMerged, findMergeProposal, proposeMerge } from '../../db/statements/merges.ts';
import type { Database } from '../../db/orm.ts';
import { Fault, invalidField, notFound } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { mergeableKind } from './mergeable-kind.ts';
import { mergeRecords } from './merge-records.ts';
import { doneBy } from './withdraw.ts';

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
  if (row!.proposal_id === null) {
    throw new Fault('invalid_transition', {
      message: `A person said on ${row!.refused_at!.slice(0, 10)} that these two are not duplicates${row!.refused_note === null ? '.' : `: ${row!.refused_note}`}`,
      hint: 'Leave both as they are.',
    });
  }
  if (row!.declined_at !== null) {
    const day = row!.declined_at.slice(0, 10);
    call.warn('duplicate_id', `a person declined this merge on ${day}: ${row!.declined_note}`);
  }
  return { kind, proposal_id: row!.proposal_id, changed: row!.proposal_id === id };
}

/** An open proposal. @throws Fault not_found, invalid_transition */
async function openProposal(call: Call, proposalId: string) {
  const [proposal] = await call.query(findMergeProposal, [call.workspaceId, proposalId]);
  if (proposal === undefined) throw notFound('merge proposal');
  if (proposal.state === 'proposed') return proposal;
  throw new Fault('invalid_transition', { message: `The proposal was ${proposal.state} before.` });
}

/** Declines a proposal; an agent that proposes the same merge again is told why. @throws Fault not_found, invalid_transition */
export async function declineMerge(call: Call, proposalId: string, note?: string) {
  const by = JSON.stringify(doneBy(call));
  const at = call.now.toISOString();
  const [declined] = await call.query(declineMergeProposal, [call.workspaceId, proposalId, by, at, note ?? null]);
  const { kept_id, merged_id } = declined ?? (await openProposal(call, proposalId));
  return { proposal_id: proposalId, kept_id, merged_id };
}

/** Makes one record part of another, as proposed. @throws Fault not_found, invalid_transition */
export async function applyMerge(call: Call, proposalId: string) {
  const { kept_id, merged_id } = await openProposal(call, proposalId);
  await mergeRecords(call, { kept_id, merged_ids: [merged_id] }, proposalId);
  return { proposal_id: proposalId, kept_id, merged_id };
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
