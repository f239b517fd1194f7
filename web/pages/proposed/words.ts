import { spaced } from '../../parts/words.ts';
import type { Answers } from '../../trpc.ts';

export type Preview = Answers['changesets']['preview'];
export type ProposedCall = Preview['calls'][number];
export type ProposedRecord = ProposedCall['records'][number];

/** What a run is called. */
export const titleOf = ({ skill, run_ref }: Pick<Preview, 'skill' | 'run_ref'>) =>
  skill ?? run_ref ?? 'Calls of no run';

export const ACTS: Record<ProposedRecord['act'], { words: string; tone: 'ok' | 'accent' | 'warn' | 'bad' }> = {
  made: { words: 'New', tone: 'ok' },
  changed: { words: 'Changed', tone: 'accent' },
  withdrawn: { words: 'Withdrawn', tone: 'warn' },
  restored: { words: 'Restored', tone: 'ok' },
  removed: { words: 'Removed', tone: 'bad' },
};

/** What other records that a record names are to it, and how it is called that it names none. */
const LINKS: Record<string, { label: string; none: string }> = {
  account_id: { label: 'Account', none: 'no account' },
  prospect_id: { label: 'Prospect', none: 'no prospect' },
  target_account_id: { label: 'Target account', none: 'no target account' },
  kept_id: { label: 'Kept', none: 'nothing' },
  merged_id: { label: 'Merged into it', none: 'nothing' },
  record_id: { label: 'Record', none: 'nothing' },
};

export const labelOf = (attribute: string) => LINKS[attribute]?.label ?? spaced(attribute);

export const noneOf = (attribute: string) => LINKS[attribute]?.none ?? 'nothing';

/** Kinds of records of which it is told that they belong to no account. */
const OF_ACCOUNTS = new Set(['opp', 'contact', 'prospect', 'capture', 'meeting', 'plan_entry', 'draft']);

/** The account that a record belongs to, in words; undefined where there is nothing to say. */
export const accountWords = ({ kind, account_name, account_id }: ProposedRecord): string | undefined => {
  if (kind === 'account') return undefined;
  if (account_name !== null || account_id !== null) return `of ${account_name ?? account_id}`;
  return OF_ACCOUNTS.has(kind) ? 'of no account' : undefined;
};

/** A record with what each call would change of it. */
export type Part = { call: ProposedCall; record: ProposedRecord | undefined };
export type Group = { key: string; record: ProposedRecord | undefined; parts: Part[] };

/** What waits, record by record; calls that change none at the end. */
export function groupsOf(calls: readonly ProposedCall[]): Group[] {
  const groups = new Map<string, Group>();
  const quiet: Group[] = [];
  for (const call of calls) {
    if (call.records.length === 0)
      quiet.push({ key: call.id, record: undefined, parts: [{ call, record: undefined }] });
    for (const record of call.records) {
      const found = groups.get(record.record_id);
      if (found === undefined) {
        groups.set(record.record_id, { key: record.record_id, record, parts: [{ call, record }] });
      } else {
        found.parts.push({ call, record });
      }
    }
  }
  return [...groups.values(), ...quiet];
}

/** Calls with those they build on. */
export function withNeeds(id: string, calls: readonly ProposedCall[]): string[] {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const all = new Set<string>();
  const add = (each: string) => {
    if (all.has(each)) return;
    all.add(each);
    byId.get(each)?.needs.forEach(add);
  };
  add(id);
  return [...all];
}

/** Calls with those that build on them. */
export function withDependents(id: string, calls: readonly ProposedCall[]): string[] {
  return calls.filter((call) => withNeeds(call.id, calls).includes(id)).map((call) => call.id);
}
