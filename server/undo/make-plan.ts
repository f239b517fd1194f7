import { idType } from '../../db/ids.ts';
import type { WrittenFact } from '../../db/statements/undos.ts';
import type { Call } from '../gate/call.ts';
import { type Known, readKnown } from './known.ts';
import { ARCHIVED_IN } from './made.ts';
import type { Plan, Stay, Work } from './plan.ts';
import { type HistoryKept, isField, planFields, planOtherFacts } from './plan-fields.ts';
import { findLeft, findLimits, planBrain, planDrafts, planProposals } from './plan-others.ts';
import { planRecords, type Taken } from './plan-records.ts';
import { select, type UndoTarget } from './selection.ts';
import { waitingOf } from './waiting.ts';

/** How a fact comes out: withdrawn by the undo, or with its record, or it stands as what it says stays. */
type FactFate = 'withdrawn' | 'with_record' | 'kept';

function fateOf(fact: WrittenFact, known: Known, { archived, withdrawn }: Taken): FactFate {
  const { subject_id: subject, source_id: source, subject_type: type } = fact;
  if (type === 'draft' || type === 'brain') return 'kept';
  for (const id of source === null ? [subject] : [source]) {
    if (withdrawn.has(id)) return 'with_record';
    if (archived.has(id)) return 'withdrawn';
    // A score that is no more a row of its own leaves nothing but its facts.
    if (idType(id) === 'score') return 'withdrawn';
    if (source !== null || type === 'meeting' || type === 'plan') return 'kept';
    if (known.made.has(id)) return 'kept';
  }
  return 'withdrawn';
}

/** Records that were there before and whose texts were replaced: how they were is not kept. */
function replacedOf(known: Known): Stay[] {
  const ids = known.selection.facts.flatMap(({ subject_id, source_id }) => [subject_id, source_id ?? '']);
  return [...new Set(ids)].flatMap((id) => {
    const type = idType(id);
    const isText = type === 'capture' || type === 'plan_entry' || type === 'meeting';
    return isText && !known.made.has(id) && known.rows.has(id) ? [known.stay(id, 'not_kept')] : [];
  });
}

const archiveOf = (ids: Iterable<string>): Work['archive'] => {
  const byTable = Map.groupBy(ids, (id) => ARCHIVED_IN[idType(id)!]!);
  return Object.values(ARCHIVED_IN).flatMap((table) =>
    byTable.has(table) ? [{ table, ids: byTable.get(table)!.toSorted() }] : [],
  );
};

/**
 * What undoing a run, a call or a key since a time does, and what stays. @param lock in the transaction that does it: what
 * was read holds until its end
 */
export async function makePlan(call: Call, target: UndoTarget, history: HistoryKept, lock: boolean): Promise<Plan> {
  const selection = await select(call, target);
  const known = await readKnown(call, selection, lock);
  const drafts = await planDrafts(call, selection);
  const proposals = await planProposals(call, selection);
  const brain = await planBrain(call, selection);
  const held = new Set(drafts.hold.map(({ id }) => id));
  const taken = await planRecords(call, known, { held, proposals: new Set(proposals.archive) });
  const fields = planFields(known, call.now, history);
  const waiting = await waitingOf(call, selection);
  const facts = new Set(brain.facts);
  let count = brain.facts.length;
  for (const fact of selection.facts) {
    const fate = fields.kept.has(fact.id) || proposals.kept.has(fact.id) ? 'kept' : fateOf(fact, known, taken);
    if (fate === 'withdrawn') facts.add(fact.id);
    if (fate !== 'kept') count += 1;
  }
  const going = selection.facts.filter((fact) => fateOf(fact, known, taken) === 'with_record');
  const all = new Set([...facts, ...going.map(({ id }) => id)]);
  const gone = new Set([...taken.archived, ...taken.withdrawn]);
  const updates = selection.facts.some((fact) => isField(fact) && !known.made.has(fact.subject_id));
  return {
    records: [
      ...taken.records,
      ...fields.records,
      ...planOtherFacts(known, all, gone),
      ...drafts.records,
      ...brain.records,
    ],
    stays: [...taken.stays, ...fields.stays, ...replacedOf(known), ...drafts.stays, ...proposals.stays, ...brain.stays],
    left: [...drafts.left, ...(await findLeft(call, selection, drafts.ids))],
    limits: await findLimits(call, selection, drafts.ids, {
      updates,
      touched: fields.touched,
      auditedFrom: call.now.getTime() - (history.AUDIT_RETENTION_DAYS - 1) * 86_400_000,
    }),
    facts: count,
    proposals: { values: waiting.values.length, merges: waiting.merges.length },
    work: {
      hold: drafts.hold,
      withdraw: [...taken.withdrawn].toSorted(),
      factsOf: going.map(({ id, subject_id, source_id }) => ({ id, by: source_id ?? subject_id })),
      facts: [...facts],
      fields: fields.fields,
      detach: taken.detach,
      archive: archiveOf([...taken.archived, ...proposals.archive, ...brain.archive]),
      brain: brain.brain,
      reopen: proposals.reopen,
      close: waiting,
    },
  };
}
