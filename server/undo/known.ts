import { idType } from '../../db/ids.ts';
import {
  findFactsAbout,
  findFactsOfRecords,
  findRows,
  findUndoTimes,
  lockRows,
  type WrittenFact,
} from '../../db/statements/undos.ts';
import { excerptOf } from '../records/budget.ts';
import type { Call } from '../gate/call.ts';
import { nameOf } from '../records/record-name.ts';
import type { Row } from './fields.ts';
import { recordsMade, recordsOf } from './made.ts';
import type { PlannedRecord, RecordAct, Stay, StayReason } from './plan.ts';
import type { Selection } from './selection.ts';

export type KnownRow = { kind: string; record: Row };

/** What a selection wrote, and how its records and their facts stand. */
export class Known {
  readonly selection: Selection;
  readonly own: ReadonlySet<string>;
  readonly made: ReadonlySet<string>;
  readonly rows: ReadonlyMap<string, KnownRow>;
  /** When undos changed fields, as their records say. */
  readonly undoneAt: ReadonlySet<number>;
  /** Facts by the record they are about or were read from, in the order they were recorded. */
  readonly #facts = new Map<string, WrittenFact[]>();

  constructor(
    selection: Selection,
    made: ReadonlySet<string>,
    rows: ReadonlyMap<string, KnownRow>,
    facts: WrittenFact[],
    undoneAt: ReadonlySet<number>,
  ) {
    this.undoneAt = undoneAt;
    this.selection = selection;
    this.own = new Set(selection.facts.map(({ id }) => id));
    this.made = made;
    this.rows = rows;
    for (const fact of facts) {
      for (const id of new Set(recordsOf(fact))) {
        const held = this.#facts.get(id);
        if (held === undefined) this.#facts.set(id, [fact]);
        else held.push(fact);
      }
    }
  }

  factsOf(id: string): readonly WrittenFact[] {
    return this.#facts.get(id) ?? [];
  }

  /** The facts of one attribute of a record, the newest last. */
  history(subjectId: string, attribute: string): WrittenFact[] {
    return this.factsOf(subjectId).filter((fact) => fact.subject_id === subjectId && fact.attribute === attribute);
  }

  /** The last fact of a record that somebody else recorded. */
  lastOfOthers(id: string): WrittenFact | undefined {
    return this.factsOf(id).findLast((fact) => !this.own.has(fact.id));
  }

  nameOf(id: string): { kind: string; name: string | null; account_id: string | null } {
    const row = this.rows.get(id);
    const kind = row?.kind ?? idType(id) ?? 'record';
    if (row === undefined) return { kind, name: null, account_id: null };
    const { record } = row;
    const text = (nameOf(record) ??
      record['source'] ??
      record['section'] ??
      record['key'] ??
      record['outcome'] ??
      record['role'] ??
      null) as string | null;
    const account = kind === 'account' ? id : ((record['account_id'] as string | null | undefined) ?? null);
    return { kind, name: text === null ? null : excerptOf(text, 120), account_id: account ?? this.accountOf(id) };
  }

  /** The account that facts of a record belong to. */
  accountOf(id: string): string | null {
    return this.factsOf(id).find(({ account_id }) => account_id !== null)?.account_id ?? null;
  }

  planned(id: string, act: RecordAct, changes: PlannedRecord['changes']): PlannedRecord {
    return { record_id: id, ...this.nameOf(id), act, changes };
  }

  stay(
    id: string,
    reason: StayReason,
    by?: WrittenFact,
    attribute: string | null = null,
    value: string | null = null,
  ): Stay {
    return {
      record_id: id,
      ...this.nameOf(id),
      attribute,
      value: value ?? (attribute === null ? null : (by?.value ?? null)),
      reason,
      user_id: by?.user_id ?? null,
      key_id: by?.key_id ?? null,
      at: by?.at ?? null,
    };
  }
}

/** Reads how everything that a selection names stands. @param lock keeps it so until the transaction ends */
export async function readKnown(call: Call, selection: Selection, lock: boolean): Promise<Known> {
  const made = recordsMade(selection);
  const named = selection.facts.flatMap(recordsOf);
  const ids = [...new Set([...named, ...selection.unnamed])];
  const { workspaceId } = call;
  if (lock) await call.query(lockRows, [workspaceId, ids]);
  const found = ids.length === 0 ? [] : await call.query(findRows, [workspaceId, ids]);
  const rows = new Map(found.map(({ id, kind, record }) => [id, { kind, record }]));
  const accounts = new Set(selection.facts.flatMap(({ account_id }) => account_id ?? []));
  for (const { record } of rows.values()) {
    const account = record['account_id'];
    if (typeof account === 'string') accounts.add(account);
  }
  const facts = ids.length === 0 ? [] : await call.query(findFactsAbout, [workspaceId, ids, [...accounts]]);
  return new Known(selection, made, rows, facts, await readUndoTimes(call));
}

async function readUndoTimes({ query, workspaceId }: Call): Promise<Set<number>> {
  const undos = await query(findUndoTimes, [workspaceId]);
  return new Set(undos.flatMap(({ done_at, restored_at }) => [done_at, restored_at].map((at) => Date.parse(at ?? ''))));
}

/** The same of a part of an import: all it names are records with fields of their own. */
export async function readKnownRecords(call: Call, selection: Selection, lock: boolean): Promise<Known> {
  const { workspaceId } = call;
  const ids = [...new Set(selection.facts.map(({ subject_id }) => subject_id))];
  if (lock) await call.query(lockRows, [workspaceId, ids]);
  const found = await call.query(findRows, [workspaceId, ids]);
  const rows = new Map(found.map(({ id, kind, record }) => [id, { kind, record }]));
  const facts = await call.query(findFactsOfRecords, [workspaceId, ids]);
  return new Known(selection, recordsMade(selection), rows, facts as WrittenFact[], await readUndoTimes(call));
}
