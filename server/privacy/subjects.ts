import type { Database } from '../../db/orm.ts';
import { ROLES } from '../../db/roles.ts';
import { findWorkspace } from '../../db/statements/people.ts';
import { Fault } from '../errors.ts';
import { type ActivityActor, type ActivityName, recordActivity } from '../identity/activity.ts';
import { type OperatorAct, type OperatorActBy, recordOperatorAct } from '../identity/operator-log.ts';
import { concernOf, type Erased, erasePerson, wantedOf } from './erase.ts';
import { Guesses } from './guesses.ts';
import { pageOfRows } from './pages.ts';
import { type Asked, findPerson, type Person } from './person.ts';
import { Redactor } from './redactor.ts';
import { type Row, scan, unhurried } from './scan.ts';
import { tenantTables } from './tables.ts';

/** Ids that are listed of a table's rows. */
const MOST_LISTED = 20;

/** Who asks: the operator, or a person about their own workspace. */
export type Asker = { requestId: string; person?: NonNullable<ActivityActor> };

/** A person as answers describe them. */
export function describePerson({ records, identifiers, namesakes, notSearched, shared }: Person) {
  return {
    records: records.map(({ id, type, name, emails }) => ({ record_id: id, type, name, emails })),
    emails: identifiers.emails,
    phones: identifiers.phones,
    names: identifiers.phrases,
    namesakes,
    not_searched: notSearched,
    shared,
  };
}

/** @throws Fault not_found */
export async function workspaceById(db: Database, workspaceId: string) {
  const [workspace] = await db.as(ROLES.operator, findWorkspace, [workspaceId]);
  if (workspace === undefined) throw new Fault('not_found', { message: 'There is no workspace with that id.' });
  return workspace;
}

/** Records what was done in the workspace's activity and in the operator's log: who did it, and counts. */
export async function recordBoth(
  db: Database,
  { workspaceId, by, act }: { workspaceId: string; by: Asker; act: ActivityName },
  logged: OperatorAct,
  subject: string | null = null,
): Promise<void> {
  const from: OperatorActBy = { userId: by.person?.userId, requestId: by.requestId };
  await db.forkAs(ROLES.operator).transactional(async (em) => {
    const counts = Object.entries(logged.detail ?? {}).filter(([, value]) => typeof value !== 'object');
    await recordActivity(em, { workspaceId }, by.person, { act, subject, detail: Object.fromEntries(counts) as never });
    await recordOperatorAct(em, from, logged);
  });
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

/** A person in a workspace, by e-mail address, name or record (decisions 21). */
export class Subjects {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Where the person is named, without changing anything. @throws Fault not_found, invalid_input */
  async find(workspaceId: string, asked: Asked) {
    await workspaceById(this.#db, workspaceId);
    const person = await findPerson(this.#db, workspaceId, asked);
    const concerns = concernOf(person);
    const guesses = new Guesses(person.identifiers.phrases);
    const redactor = new Redactor(person.identifiers);
    const wanted = { ...wantedOf(person), patterns: guesses.patterns };
    const mentions = [];
    for (const table of tenantTables()) {
      const found = { table: table.name, rows: 0, own: 0, ids: [] as string[] };
      for await (const rows of scan(this.#db, { workspaceId, table, wanted })) {
        for await (const row of unhurried(rows)) {
          const concern = concerns(table, row);
          if (concern !== 'own')
            guesses.add(
              table.texts.map(({ name }) => row[name]),
              (text) => redactor.text(text),
            );
          if (concern === undefined) continue;
          found.rows += 1;
          if (concern === 'own') found.own += 1;
          if (found.ids.length < MOST_LISTED && typeof row['id'] === 'string') found.ids.push(row['id']);
        }
      }
      if (found.rows > 0) mentions.push(found);
    }
    const rows = mentions.reduce((total, found) => total + found.rows, 0);
    return { person: describePerson(person), mentions, rows, maybe: guesses.list() };
  }

  /**
   * A page of what is kept of the person: rows of their own whole, of others the fields that name them.
   * @throws Fault not_found, invalid_input
   */
  async export(
    workspaceId: string,
    { cursor, limit, ...asked }: Asked & { cursor?: string | undefined; limit: number },
    by: Asker,
  ) {
    await workspaceById(this.#db, workspaceId);
    const person = await findPerson(this.#db, workspaceId, asked);
    const concerns = concernOf(person);
    const page = await pageOfRows(this.#db, { workspaceId, wanted: wantedOf(person), cursor, limit }, (table, row) => {
      const concern = concerns(table, row);
      if (concern === undefined) return undefined;
      const keys = table.key.map(({ name }) => name);
      const data = concern === 'own' ? row : Object.fromEntries([...keys, ...concern].map((name) => [name, row[name]]));
      const { workspace_id: _workspace, ...fields } = data as Row;
      return { table: table.name, own: concern === 'own', fields };
    });
    if (cursor === undefined) {
      const logged = { act: 'subject.exported', subject: workspaceId } as const;
      await recordBoth(this.#db, { workspaceId, by, act: 'subject.exported' }, logged, person.records[0]?.id);
    }
    return { person: describePerson(person), ...page };
  }

  /**
   * Erases the person. The log keeps that it was done, by whom, and how many rows it changed; never whom it was about
   * beyond the ids of the deleted records.
   * @throws Fault not_found, invalid_input
   */
  async erase(workspaceId: string, asked: Asked, by: Asker) {
    await workspaceById(this.#db, workspaceId);
    const person = await findPerson(this.#db, workspaceId, asked);
    const from: OperatorActBy = { userId: by.person?.userId, requestId: by.requestId };
    await this.#db
      .forkAs(ROLES.operator)
      .transactional((em) => recordOperatorAct(em, from, { act: 'subject.erasure_begun', subject: workspaceId }));
    const erased: Erased = await erasePerson(this.#db, workspaceId, person);
    const deleted = sum(erased.deleted);
    const redacted = sum(erased.redacted);
    const detail = { deleted, redacted, deleted_of: erased.deleted, redacted_of: erased.redacted };
    const logged = { act: 'subject.erased', subject: workspaceId, detail } as const;
    await recordBoth(this.#db, { workspaceId, by, act: 'subject.erased' }, logged, person.records[0]?.id);
    return {
      ...erased,
      rows: deleted + redacted,
      records: person.records.map(({ id }) => id),
      shared: person.shared.length,
    };
  }
}
