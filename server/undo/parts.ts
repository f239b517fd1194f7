import { findMadeByImport, findPartOfImport } from '../../db/statements/undos.ts';
import type { Call } from '../gate/call.ts';
import { Detached } from './detach.ts';
import { isRecord } from './made.ts';
import { planPart } from './make-plan.ts';
import type { Plan } from './plan.ts';
import type { HistoryKept } from './plan-fields.ts';
import { type ImportRan, ofImport } from './selection.ts';

/** Facts of a part at most: of a few thousand records that have a handful each. */
export const MOST_FACTS = 3_000;

/** The part that was planned, how many records it has, and before which fact the next one ends. */
export type Part = Plan & { of: number; touched: number; before: string };

type How = { lock: boolean; most: number; goingOf(ids: readonly string[]): Promise<ReadonlySet<string>> };

/**
 * Plans the undo of the last records of an import whose facts are before one: what was made last goes first, so that deals
 * are gone before the accounts that were made for them. @returns undefined when there is none
 */
export async function nextPart(
  call: Call,
  { row, window, first }: Pick<ImportRan, 'row' | 'window' | 'first'>,
  before: string,
  history: HistoryKept,
  { lock, most, goingOf }: How,
): Promise<Part | undefined> {
  const { import_id: importId } = row;
  const found = await call.query(findPartOfImport, [call.workspaceId, importId, first, before, most]);
  const facts = found.toReversed();
  // The facts of the record that the part begins with may begin before it.
  const cut = facts.length < most ? 0 : facts.findIndex(({ subject_id }) => subject_id !== facts[0]!.subject_id);
  const own = cut > 0 ? facts.slice(cut) : facts;
  if (own.length === 0) return undefined;
  const plan = await planPart(call, ofImport(importId, [window], own), history, { lock, goingOf });
  const records = new Set(own.map(({ subject_id }) => subject_id));
  plan.work.detach = [...plan.work.detach, ...(await leaveAccounts(call, plan, own, importId))];
  return { ...plan, of: records.size, before: own[0]!.id };
}

type Fact = { id: string; subject_id: string; account_id: string | null };

/** Facts that go leave the accounts that the import made: those go too, with this part or a later one, and are named by nothing then. */
async function leaveAccounts(call: Call, { work, ...plan }: Plan, facts: readonly Fact[], importId: string) {
  const going = new Set(work.facts);
  const archived = new Set(plan.records.flatMap(({ act, record_id: id }) => (act === 'archived' ? [id] : [])));
  const left = facts.filter(
    ({ id, account_id, subject_id }) => going.has(id) && account_id !== null && archived.has(subject_id),
  );
  const accounts = [...new Set(left.map(({ account_id }) => account_id!))];
  const made = await madeBy(call, importId, accounts);
  const detached = new Detached();
  for (const { id, account_id: parent } of left) {
    if (made.has(parent!)) detached.add({ table: 'facts', column: 'account_id', parent: parent! }, id);
  }
  return detached.all();
}

/** Which of some rows are records that an import made. */
export async function madeBy(call: Call, importId: string, ids: readonly string[]): Promise<Set<string>> {
  const records = ids.filter((id) => isRecord(id));
  if (records.length === 0) return new Set();
  const rows = await call.query(findMadeByImport, [call.workspaceId, importId, records]);
  return new Set(rows.map(({ record_id }) => record_id));
}
