import { idType } from '../../db/ids.ts';
import type { WrittenFact } from '../../db/statements/undos.ts';
import { DAY_MS } from '../day.ts';
import type { Call } from '../gate/call.ts';
import { planBrain, type PlannedBrain } from './brain.ts';
import { type Known, readKnown, readKnownRecords } from './known.ts';
import { archiveOf } from './made.ts';
import type { Left, Limit, Plan, Stay } from './plan.ts';
import { type HistoryKept, isField, planFields, planOtherFacts } from './plan-fields.ts';
import {
  findLeft,
  findLimits,
  planDrafts,
  type PlannedDrafts,
  type PlannedProposals,
  planProposals,
} from './plan-others.ts';
import { type Others, planRecords, type Taken } from './plan-records.ts';
import { select, type Selection, type UndoTarget } from './selection.ts';
import { type Waiting, waitingOf } from './waiting.ts';

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

/** What a selection did beside records and their facts. */
type Beside = {
  drafts: PlannedDrafts;
  proposals: PlannedProposals;
  brain: PlannedBrain;
  waiting: Waiting;
  left: Left[];
  limitsOf(updates: boolean, touched: number): Promise<Limit[]>;
};

/** What becomes of everything that is known of a selection. */
async function planOf(
  call: Call,
  known: Known,
  history: HistoryKept,
  { drafts, proposals, brain, waiting, left, limitsOf }: Beside,
  others: Pick<Others, 'importId' | 'goingOf'>,
): Promise<Plan> {
  const { selection } = known;
  const held = new Set(drafts.hold.map(({ id }) => id));
  const taken = await planRecords(call, known, { held, proposals: new Set(proposals.archive), ...others });
  const fields = planFields(known, call.now, history);
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
    left,
    limits: await limitsOf(updates, fields.touched),
    facts: count,
    proposals: { values: waiting.values.length, merges: waiting.merges.length },
    work: {
      hold: drafts.hold,
      withdraw: [...taken.withdrawn].toSorted(),
      factsOf: going.map(({ id, subject_id, source_id }) => ({ id, by: source_id ?? subject_id })),
      facts: [...facts],
      fields: fields.fields,
      detach: taken.detach.all(),
      archive: archiveOf([...taken.archived, ...proposals.archive, ...brain.archive]),
      brain: brain.brain,
      synced: brain.synced,
      reopen: proposals.reopen,
      close: waiting,
    },
  };
}

/**
 * What undoing a run, a call or a key since a time does, and what stays. @param lock in the transaction that does it: what
 * was read holds until its end
 */
export async function makePlan(call: Call, target: UndoTarget, history: HistoryKept, lock: boolean): Promise<Plan> {
  const selection = await select(call, target);
  const known = await readKnown(call, selection, lock);
  const drafts = await planDrafts(call, selection);
  const auditedFrom = call.now.getTime() - (history.AUDIT_RETENTION_DAYS - 1) * DAY_MS;
  const beside: Beside = {
    drafts,
    proposals: await planProposals(call, selection),
    brain: await planBrain(call, selection),
    waiting: await waitingOf(call, selection),
    left: [...drafts.left, ...(await findLeft(call, selection, drafts.ids))],
    limitsOf: (updates, touched) => findLimits(call, selection, drafts.ids, { updates, touched, auditedFrom }),
  };
  return planOf(call, known, history, beside, { importId: null, goingOf: async () => new Set() });
}

/** An import stages no draft, proposes nothing and syncs no brain. */
const NONE_BESIDE = {
  drafts: { records: [], stays: [], hold: [], left: [], ids: [] },
  proposals: { records: [], stays: [], archive: [], reopen: [], kept: new Set<string>() },
  brain: { records: [], stays: [], brain: [], synced: [], archive: [], facts: [] },
  waiting: { values: [], merges: [] },
  left: [],
} satisfies Partial<Beside>;

/** What a part of an import's undo does. @param goingOf which of some records go with other parts of it */
export async function planPart(
  call: Call,
  selection: Selection & { target: { import_id: string } },
  history: HistoryKept,
  { lock, goingOf }: { lock: boolean } & Pick<Others, 'goingOf'>,
): Promise<Plan & { touched: number }> {
  const known = await readKnownRecords(call, selection, lock);
  let touched = 0;
  const limitsOf = async (_updates: boolean, count: number) => {
    touched = count;
    return [];
  };
  const of = { importId: selection.target.import_id, goingOf };
  const plan = await planOf(call, known, history, { ...NONE_BESIDE, limitsOf }, of);
  return { ...plan, touched };
}
