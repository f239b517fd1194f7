import { type Database, execute } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { Fault } from '../errors.ts';
import type { AuditedCall } from '../../db/statements/panel-audit.ts';
import { listKeyNames, renameKeys } from '../../db/statements/privacy.ts';
import { type ErasedCall, noteErasedCalls } from '../audit/erasing.ts';
import { isReference } from './identifiers.ts';
import { isWord } from './names.ts';
import type { Person } from './person.ts';
import { Redactor } from './redactor.ts';
import { erasureFork, lengthOf, type Row, scan, unhurried } from './scan.ts';
import { type Table, tenantTables } from './tables.ts';
import { type InTurns, takingTurns } from '../turns.ts';

/** Rows that one transaction changes, and their characters together, so that locks are short: it judges each again. */
const BATCH = 100;
const BATCH_LENGTH = 500_000;

/** Characters of rows that wait until the facts cut from them are changed: all facts are read for them. */
const MOST_HELD = 4_000_000;

/** Rows in the parts that one transaction takes each. */
function batchesOf(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = [];
  let length = Infinity;
  for (const row of rows) {
    const own = lengthOf(row);
    if (length + own > BATCH_LENGTH || batches.at(-1)!.length === BATCH) {
      batches.push([]);
      length = 0;
    }
    batches.at(-1)!.push(row);
    length += own;
  }
  return batches;
}

/** What an erasure did, in rows by table. */
export type Erased = { deleted: Record<string, number>; redacted: Record<string, number> };

const RECORDS = new Set(['contacts', 'prospects']);

/**
 * Copies that are of no use without the person: they are deleted whole. So is the record of a call whose idempotency key
 * names them: a retry would have to bring the key as it was, and is only known again by it.
 */
const COPIES = new Set(['enrichments', 'idempotency_records']);

function redactedOf(redactor: Redactor, column: string, isLabel: boolean, value: unknown): unknown {
  if (typeof value !== 'string') return redactor.value(value);
  if (isReference(column)) return redactor.reference(value);
  return isLabel ? redactor.label(value) : redactor.text(value);
}

/** Tables of texts whose sentences are kept as facts, too, each line's apart. */
const CUT = new Set(
  'captures meetings plan_entries contacts prospects accounts opportunities target_accounts'.split(' '),
);

/** A text with another in place of a part, but where that begins or ends within a word. */
const replacedWhole = (text: string, part: string, instead: string) =>
  text.replaceAll(part, (_, at: number) => (isWord(text[at - 1]) || isWord(text[at + part.length]) ? part : instead));

/** Decides what becomes of each row. */
class Judge {
  readonly #whole: Redactor;
  /** For rows of somebody else by the same name. */
  readonly #nameless: Redactor;
  readonly #ids: ReadonlySet<unknown>;
  readonly #namesakes: ReadonlySet<unknown>;

  constructor({ identifiers, records, namesakes }: Person) {
    this.#whole = new Redactor(identifiers);
    this.#nameless = new Redactor({ ...identifiers, phrases: [] });
    this.#ids = new Set(records.map(({ id }) => id));
    this.#namesakes = new Set(namesakes);
  }

  text(text: string): string {
    return this.#whole.text(text);
  }

  #redactorOf(row: Row): Redactor {
    const isNamesakes = this.#namesakes.has(row['id']) || this.#namesakes.has(row['subject_id']);
    return isNamesakes ? this.#nameless : this.#whole;
  }

  /** Whether facts that were cut from a row may hold halves of a name each. */
  isCutThrough({ name, texts }: Table, row: Row): boolean {
    return CUT.has(name) && texts.some((column) => this.#redactorOf(row).goesOverLines(row[column.name]));
  }

  /** What of facts that were cut from one text, in their order, is to be written instead, by their ids. */
  async ofFacts(facts: readonly Row[], inTurns: InTurns): Promise<Map<unknown, Row>> {
    const values = facts.map((fact) => fact['value'] as string);
    const redacted = this.#redactorOf(facts[0]!).lines(values);
    const pairs = values.map((value, index) => [value, redacted[index]!] as const);
    const changes = pairs.filter(([value, instead]) => value !== instead);
    const changed = new Map<unknown, Row>();
    await inTurns(facts.entries(), ([index, { id, sentence }]) => {
      // A sentence repeats others that it refers to.
      const read = changes.reduce((text, [value, instead]) => replacedWhole(text, value, instead), sentence as string);
      if (read !== sentence) changed.set(id, { value: redacted[index]!, sentence: read });
    });
    return changed;
  }

  /** What of a row is to be written instead: nothing, `delete`, or its changed columns. */
  of({ name, texts }: Table, row: Row): Row | 'delete' | undefined {
    if (RECORDS.has(name) && this.#ids.has(row['id'])) return 'delete';
    if (name === 'facts' && this.#ids.has(row['subject_id'])) return 'delete';
    if (name === 'value_proposals' && this.#ids.has(row['record_id'])) return 'delete';
    const redactor = this.#redactorOf(row);
    const changed: Row = {};
    for (const { name: column, label } of texts) {
      const value = row[column];
      if (value === null || value === undefined) continue;
      const redacted = redactedOf(redactor, column, label, value);
      if (redacted !== value) changed[column] = redacted;
    }
    if (name === 'captures' && this.#ids.has(row['prospect_id'])) changed['prospect_id'] = '';
    if (Object.keys(changed).length === 0) return undefined;
    return COPIES.has(name) ? 'delete' : changed;
  }
}

const joined = ({ key }: Table) =>
  ['workspace_id', ...key.map(({ name }) => name)].map((name) => `t.${name} = r.${name}`).join(' AND ');
const recordset = (table: Table) => `json_populate_recordset(NULL::${table.name}, $1::json) r`;

const lock = (table: Table) => ({
  name: `privacy_lock_${table.name}`,
  text: `SELECT (SELECT to_jsonb(s) FROM (SELECT ${table.shown.map((name) => `t.${name}`).join(', ')}) s) AS row
         FROM ${table.name} t, ${recordset(table)} WHERE ${joined(table)} FOR UPDATE OF t`,
});

const remove = (table: Table) => ({
  name: `privacy_delete_${table.name}`,
  text: `DELETE FROM ${table.name} t USING ${recordset(table)} WHERE ${joined(table)}`,
});

/** Writes the columns that are there; a prospect's capture is detached from it, and a draft waits for a person again. */
const rewrite = (table: Table) => {
  const set = table.texts.map(({ name }) => `${name} = COALESCE(r.${name}, t.${name})`);
  if (table.name === 'captures') set.push(`prospect_id = CASE r.prospect_id WHEN '' THEN NULL ELSE t.prospect_id END`);
  if (table.name === 'drafts') {
    set.push(`state = CASE WHEN t.state IN ('approved', 'scheduled') THEN 'held' ELSE t.state END`);
    set.push(`scheduled_for = CASE WHEN t.state = 'scheduled' THEN NULL ELSE t.scheduled_for END`);
  }
  return {
    name: `privacy_rewrite_${table.name}`,
    text: `UPDATE ${table.name} t SET ${set.join(', ')} FROM ${recordset(table)} WHERE ${joined(table)}`,
  };
};

const keyOf = ({ key }: Table, row: Row): Row =>
  Object.fromEntries(['workspace_id', ...key.map(({ name }) => name)].map((name) => [name, row[name]]));

const AUDIT_LOG = 'api_key_calls';

/** The texts of an audit row before and after, which the chain of seals has to know. */
const erasedCall = (row: Row, changed: Row): ErasedCall => ({
  id: row['id'] as string,
  before: row as AuditedCall,
  after: { ...row, ...changed } as AuditedCall,
});

/** What becomes of a row: nothing, `delete`, or its changed columns. */
type Verdict = (row: Row) => Row | 'delete' | undefined;

/** Judges rows again under their lock, and changes them, in one transaction. */
async function changeRows(db: Database, workspaceId: string, table: Table, rows: readonly Row[], judge: Verdict) {
  return erasureFork(db, workspaceId).transactional(async (em) => {
    const keys = rows.map((row) => keyOf(table, row));
    const present = await execute<{ row: Row }>(em, lock(table), [JSON.stringify(keys)]);
    const deleted: Row[] = [];
    const changed: Row[] = [];
    const audited: ErasedCall[] = [];
    for (const { row } of present) {
      const verdict = judge(row);
      if (verdict === 'delete') deleted.push(keyOf(table, row));
      else if (verdict !== undefined) {
        changed.push({ ...keyOf(table, row), ...verdict });
        if (table.name === AUDIT_LOG) audited.push(erasedCall(row, verdict));
      }
    }
    await noteErasedCalls(em, workspaceId, audited);
    if (deleted.length > 0) await execute(em, remove(table), [JSON.stringify(deleted)]);
    if (changed.length > 0) await execute(em, rewrite(table), [JSON.stringify(changed)]);
    return { deleted: deleted.length, redacted: changed.length };
  });
}

/** What of a workspace may concern a person. */
export const wantedOf = ({ identifiers, records }: Person) => ({ identifiers, recordIds: records.map(({ id }) => id) });

/** Keys belong to the operator's role, not to the workspace's data; of them only the name is somebody's words. */
async function redactKeyNames(db: Database, workspaceId: string, judge: Judge): Promise<number> {
  const keys = await db.as(ROLES.operator, listKeyNames, [workspaceId]);
  const changed = keys.flatMap(({ id, name }) => {
    const redacted = judge.text(name);
    return redacted === name ? [] : [{ id, name: redacted }];
  });
  if (changed.length > 0) await db.as(ROLES.operator, renameKeys, [workspaceId, JSON.stringify(changed)]);
  return changed.length;
}

/** Their records last: by those an erasure that was interrupted finds all that names them when it is repeated. */
function tablesInOrder(): Table[] {
  const tables = tenantTables().filter(({ texts }) => texts.length > 0);
  return tables.toSorted((a, b) => Number(RECORDS.has(a.name)) - Number(RECORDS.has(b.name)));
}

/**
 * Erases a person from every table of a workspace, in small transactions: their records and the facts about those are
 * deleted, cached copies that name them too, and elsewhere what names them is replaced. It can be interrupted and
 * repeated.
 * @throws Fault outcome_unknown when the database failed in the middle of it
 */
export async function erasePerson(db: Database, workspaceId: string, person: Person): Promise<Erased> {
  const erased: Erased = { deleted: {}, redacted: {} };
  try {
    await eraseInto(erased, db, workspaceId, person);
  } catch (error) {
    const hasBegun = Object.keys(erased.deleted).length + Object.keys(erased.redacted).length > 0;
    if (!hasBegun || error instanceof Fault) throw error;
    throw new Fault('outcome_unknown', {
      message: 'A part of what names the person is erased, the rest is not: the database failed in between.',
      hint: 'Repeat the erasure; it goes on with what is left.',
      cause: error,
    });
  }
  return erased;
}

const factsTable = (): Table => tenantTables().find(({ name }) => name === 'facts')!;

async function eraseInto(erased: Erased, db: Database, workspaceId: string, person: Person): Promise<void> {
  const judge = new Judge(person);
  const wanted = wantedOf(person);
  const names = await redactKeyNames(db, workspaceId, judge);
  if (names > 0) erased.redacted['api_keys'] = names;
  const change = async (table: Table, rows: readonly Row[], verdict: Verdict) => {
    for (const batch of batchesOf(rows)) {
      const done = await changeRows(db, workspaceId, table, batch, verdict);
      for (const what of ['deleted', 'redacted'] as const) {
        if (done[what] > 0) erased[what][table.name] = (erased[what][table.name] ?? 0) + done[what];
      }
    }
  };
  // Before the texts they were cut from: only those tell, when an interrupted erasure is repeated, that they are halves.
  const changeCut = async (table: Table, rows: readonly Row[], verdict: Verdict) => {
    const facts = await factsFrom(db, workspaceId, rows);
    const inTurns = takingTurns();
    const changed = new Map<unknown, Row>();
    for (const each of facts) {
      for (const [id, columns] of await judge.ofFacts(each, inTurns)) changed.set(id, columns);
    }
    const halves = facts.flat().filter(({ id }) => changed.has(id));
    await change(factsTable(), halves, ({ id }) => changed.get(id));
    await change(table, rows, verdict);
  };
  for (const table of tablesInOrder()) {
    const verdict: Verdict = (row) => judge.of(table, row);
    let cut: Row[] = [];
    for await (const rows of scan(db, { workspaceId, table, wanted })) {
      const whole: Row[] = [];
      for await (const row of unhurried(rows)) {
        if (verdict(row) !== undefined) (judge.isCutThrough(table, row) ? cut : whole).push(row);
      }
      await change(table, whole, verdict);
      if (cut.reduce((length, row) => length + lengthOf(row), 0) < MOST_HELD) continue;
      await changeCut(table, cut, verdict);
      cut = [];
    }
    if (cut.length > 0) await changeCut(table, cut, verdict);
  }
}

/** The facts that were cut from texts of rows, those of one text together and in order. */
async function factsFrom(db: Database, workspaceId: string, rows: readonly Row[]): Promise<Row[][]> {
  const recordIds = rows.map(({ id }) => id as string);
  const wanted = { identifiers: { emails: [], phones: [], phrases: [] }, recordIds };
  const facts: Row[] = [];
  for await (const page of scan(db, { workspaceId, table: factsTable(), wanted })) facts.push(...page);
  const ofRows = new Set<unknown>(recordIds);
  const sentences = facts.filter(
    (fact) => fact['single'] !== true && ofRows.has(fact['source_id'] ?? fact['subject_id']),
  );
  const textOf = (fact: Row) => JSON.stringify([fact['source_id'], fact['subject_id'], fact['attribute']]);
  return [...Map.groupBy(sentences, textOf).values()];
}

/** Which rows name a person or belong to one, and whether as their own; for looking and for exports. */
export function concernOf(person: Person): (table: Table, row: Row) => 'own' | readonly string[] | undefined {
  const judge = new Judge(person);
  return (table, row) => {
    const verdict = judge.of(table, row);
    if (verdict === 'delete') return 'own';
    return verdict === undefined ? undefined : Object.keys(verdict);
  };
}
