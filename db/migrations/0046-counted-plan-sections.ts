import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { ROLES } from '../roles.ts';

const IN_WORKSPACE = `workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`;

const SECTION = 'workspace_id, plan_id, section';

/** The rows of a trigger's transition tables, each with what it adds to the count of its section. */
const ADDED = `SELECT ${SECTION}, 1 AS by FROM added WHERE withdrawn_at IS NULL`;
const REMOVED = `SELECT ${SECTION}, -1 AS by FROM removed WHERE withdrawn_at IS NULL`;

const EVENTS = {
  insert: { rows: ADDED, tables: 'NEW TABLE AS added' },
  update: { rows: `${ADDED} UNION ALL ${REMOVED}`, tables: 'OLD TABLE AS removed NEW TABLE AS added' },
  delete: { rows: REMOVED, tables: 'OLD TABLE AS removed' },
};

/** Sections are locked in one order, so that no two transactions wait for each other. */
const countersOf = (event: keyof typeof EVENTS) => [
  `CREATE FUNCTION count_plan_entries_at_${event}() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO plan_sections AS s (${SECTION}, entries)
       SELECT ${SECTION}, sum(by) FROM (${EVENTS[event].rows}) changes GROUP BY ${SECTION} HAVING sum(by) <> 0 ORDER BY ${SECTION}
       ON CONFLICT (${SECTION}) DO UPDATE SET entries = s.entries + excluded.entries;
       ${
         event === 'insert'
           ? ''
           : `DELETE FROM plan_sections WHERE entries <= 0 AND (${SECTION}) IN (SELECT ${SECTION} FROM removed);`
       }
       RETURN NULL;
     END $$`,
  `CREATE TRIGGER plan_entries_counted_at_${event} AFTER ${event.toUpperCase()} ON plan_entries
     REFERENCING ${EVENTS[event].tables} FOR EACH STATEMENT EXECUTE FUNCTION count_plan_entries_at_${event}()`,
];

const COUNTED = [
  // Row level security would hide what is there already from the schema's owner.
  'ALTER TABLE plan_entries NO FORCE ROW LEVEL SECURITY',
  `INSERT INTO plan_sections (${SECTION}, entries)
   SELECT ${SECTION}, count(*) FROM plan_entries WHERE withdrawn_at IS NULL GROUP BY ${SECTION}`,
  'ALTER TABLE plan_entries FORCE ROW LEVEL SECURITY',
];

const RIGHTS = [
  'ALTER TABLE plan_sections ENABLE ROW LEVEL SECURITY',
  'ALTER TABLE plan_sections FORCE ROW LEVEL SECURITY',
  ...[ROLES.service, ROLES.erasure].flatMap((role) => [
    `GRANT SELECT, INSERT, UPDATE, DELETE ON plan_sections TO ${role}`,
    `CREATE POLICY plan_sections_of_${role} ON plan_sections TO ${role} USING (${IN_WORKSPACE}) WITH CHECK (${IN_WORKSPACE})`,
  ]),
];

/** The entries of each section of a plan, counted when they are written: reading their number takes as long however many they are. */
export class CountedPlanSections extends Migration {
  override name = '0046-counted-plan-sections';

  override up(): void {
    this.addSql(`CREATE TABLE plan_sections (workspace_id text NOT NULL, plan_id text NOT NULL, section text NOT NULL,
      entries integer NOT NULL, PRIMARY KEY (${SECTION})) WITH (fillfactor = 50)`);
    const statements = [...(Object.keys(EVENTS) as (keyof typeof EVENTS)[]).flatMap(countersOf), ...COUNTED, ...RIGHTS];
    for (const each of statements) this.addSql(each);
  }
}
