import { hash } from 'node:crypto';
import type { NotedChange } from '../../db/noted-changes.ts';
import { canonical } from '../gate/idempotency.ts';
import { essence } from '../gate/noted.ts';

type Row = Record<string, unknown>;

/** Facts are found by what they say: each time they are made they have another id. */
const OWN_TO_FACTS = new Set(['id', 'superseded_at', 'request_id']);

const factOf = (row: Row): Row =>
  Object.fromEntries(Object.entries(essence(row)).filter(([name]) => !OWN_TO_FACTS.has(name)));

const saidBy = ({ table, id, before, after }: NotedChange) => {
  const part = table === 'facts' ? factOf : essence;
  const rows = { before: before && part(before), after: after && part(after) };
  return canonical(table === 'facts' ? { table, ...rows } : { table, id, ...rows });
};

/**
 * What tells two outcomes of a call apart: every row it changes, as it was and as it becomes. So it says of each record
 * whether it is still as the call found it, in fields that the call leaves alone, too.
 */
export const versionOf = (changes: readonly NotedChange[]): string =>
  hash('sha256', changes.map(saidBy).toSorted().join('\n'), 'base64url');

type Kept = { id: string; changes: readonly NotedChange[]; input?: string };

/**
 * Which calls each one builds on: those before it that made or changed a row that it changes, or made a record that a row of
 * it names.
 */
export function needsOf(calls: readonly Kept[]): Map<string, string[]> {
  const changedBy = new Map<string, string[]>();
  const madeBy = new Map<string, string>();
  const needs = new Map<string, string[]>();
  for (const { id, changes } of calls) {
    const own = new Set<string>();
    const isMine = new Set(changes.filter(({ before }) => before === null).map((change) => change.id));
    for (const change of changes) {
      for (const other of changedBy.get(`${change.table} ${change.id}`) ?? []) own.add(other);
      for (const value of Object.values(change.after ?? {})) {
        const maker = typeof value === 'string' && !isMine.has(value) ? madeBy.get(value) : undefined;
        if (maker !== undefined) own.add(maker);
      }
    }
    needs.set(id, [...own]);
    for (const change of changes) {
      // A fact that is superseded is a matter of the record it is about.
      if (change.table === 'facts') continue;
      const key = `${change.table} ${change.id}`;
      changedBy.set(key, [...(changedBy.get(key) ?? []), id]);
      if (change.before === null) madeBy.set(change.id, id);
    }
  }
  return needs;
}
