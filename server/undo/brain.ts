import type { UndoSteps } from '../../db/entities/undos.ts';
import { findBrainVersions, findUndoneVersions } from '../../db/statements/undos.ts';
import type { RowOf } from '../../db/statement.ts';
import { Fault } from '../errors.ts';
import type { Call } from '../gate/call.ts';
import { putInForce } from './apply.ts';
import type { NotBroughtBack, Work } from './plan.ts';
import type { Part } from './plan-others.ts';
import type { Selection } from './selection.ts';

export type PlannedBrain = Part & {
  brain: Work['brain'];
  synced: Work['synced'];
  archive: string[];
  facts: string[];
};

type Version = RowOf<typeof findBrainVersions>;

/** The version that was synced with what another one holds. */
const originOf = ({ version, copy_of }: Version): number => copy_of ?? version;

/** Which versions of each scope undos stand for, but for one undo. */
async function readUndone({ query, workspaceId }: Call, but: string | null): Promise<Map<string, Set<number>>> {
  const undone = new Map<string, Set<number>>();
  for (const { scope, versions } of await query(findUndoneVersions, [workspaceId, but])) {
    undone.set(scope, new Set([...(undone.get(scope) ?? []), ...versions]));
  }
  return undone;
}

/** The last version that was synced and is not undone; `versions` newest first. */
const lastSynced = (versions: readonly Version[], ...undone: (ReadonlySet<number> | undefined)[]) =>
  versions.find(({ version, copy_of }) => copy_of === null && !undone.some((set) => set?.has(version)));

/** Brain scopes the selection synced: what was in force before is again, if theirs is in force still. */
export async function planBrain(call: Call, { facts }: Selection): Promise<PlannedBrain> {
  const part: PlannedBrain = { records: [], stays: [], brain: [], synced: [], archive: [], facts: [] };
  const synced = Map.groupBy(
    facts.filter(({ subject_type }) => subject_type === 'brain'),
    ({ subject_id }) => subject_id,
  );
  if (synced.size === 0) return part;
  const versions = await call.query(findBrainVersions, [call.workspaceId, [...synced.keys()]]);
  const undone = await readUndone(call, null);
  for (const [scope, own] of synced) {
    const numbers = new Set(own.map(({ value }) => Number(value)));
    const all = versions.filter((each) => each.scope === scope);
    const [inForce] = all;
    const others = undone.get(scope);
    if (inForce === undefined || [...numbers].every((version) => others?.has(version))) continue;
    const shown = { record_id: scope, kind: 'brain', name: scope, account_id: null };
    part.synced.push({ scope, versions: [...numbers] });
    if (!numbers.has(originOf(inForce))) {
      const { key_id, user_id, at, version } = inForce;
      part.stays.push({
        ...shown,
        attribute: 'brain_version',
        value: String(version),
        reason: 'changed_since',
        key_id,
        user_id,
        at,
      });
      continue;
    }
    const before = lastSynced(all, numbers, others);
    const change = {
      attribute: 'brain_version',
      before: before === undefined ? null : String(before.version),
      after: String(inForce.version),
    };
    part.records.push({ ...shown, act: before === undefined ? 'archived' : 'changed', changes: [change] });
    if (before !== undefined) part.brain.push({ scope, undone: inForce.version, before: before.version });
    else {
      part.archive.push(...all.map(({ id }) => id));
      part.facts.push(...own.map(({ id }) => id));
    }
  }
  return part;
}

/** What an undo kept of brain scopes before it kept which versions were synced. */
const syncedIn = ({ synced, brain }: UndoSteps) =>
  synced ?? brain.map(({ scope, undone }) => ({ scope, versions: [undone] }));

/**
 * Versions that an undo stood for count again: the last one synced is in force. In the call's transaction.
 * @param doneAt when the undo was done: of what was synced since, it says that its own is not in force
 * @throws Fault invalid_transition when another undo archived the scope
 */
export async function bringBrainBack(
  call: Call,
  { id, done_at: doneAt, steps }: { id: string; done_at: string | null; steps: UndoSteps },
  not: NotBroughtBack[],
): Promise<void> {
  const synced = syncedIn(steps);
  if (synced.length === 0) return;
  const scopes = synced.map(({ scope }) => scope);
  const versions = await call.query(findBrainVersions, [call.workspaceId, scopes]);
  const undone = await readUndone(call, id);
  for (const { scope, versions: own } of synced) {
    const all = versions.filter((each) => each.scope === scope);
    const [inForce] = all;
    if (inForce === undefined) throw archivedSince(`the brain scope ${scope}`);
    const last = lastSynced(all, undone.get(scope));
    if (last === undefined) continue;
    if (own.includes(last.version)) {
      if (originOf(inForce) !== last.version) await putInForce(call, scope, last.version);
    } else if (last.at > doneAt!) not.push({ record_id: scope, attribute: 'brain_version' });
  }
}

/** Something that an undo changed was archived by another one since. */
export const archivedSince = (what: string): Fault =>
  new Fault('invalid_transition', {
    message: `Since this undo, ${what} was archived. Nothing was changed.`,
    hint: 'Take back the undo that archived it, or restore it, first.',
  });
