import { Migration } from '@mikro-orm/migrations';
import { TENANT_SETTING } from '../entities/tenant.ts';
import { DIMENSIONS, OPEN } from '../open-deals.ts';
import { ROLES } from '../roles.ts';
import { createRole } from './0001-foundation.ts';

/** How much of a text is indexed by its words: as much as facts are taken from. */
const INDEXED = 64_000;

/** The words of a text with the workspace, so that one index serves every workspace and no word is looked up in another's. */
const SEARCH_WORDS = `CREATE FUNCTION search_words(workspace_id text, words text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  array_to_tsvector(ARRAY[workspace_id]) || to_tsvector('simple', translate(COALESCE(words, ''), './-_@', '     '))`;

const joined = (columns: readonly string[]) => columns.map((name) => `COALESCE(${name}, '')`).join(` || ' ' || `);

/** Records found by the words of some of their columns, which are kept beside them. */
const RECORDS: Record<string, readonly string[]> = {
  opportunities: ['name', 'external_ref'],
  contacts: ['name', 'title', 'email', 'external_ref'],
  prospects: ['name', 'title', 'email', 'external_ref'],
  target_accounts: ['name', 'domain', 'external_ref'],
};

/** Texts found by their words, which are kept in the index alone. */
const TEXTS: Record<string, string> = {
  captures: 'text',
  meetings: `outcome || ' ' || COALESCE(next_step, '') || ' ' || COALESCE(notes, '')`,
  plan_entries: `section || ' ' || content`,
  drafts: `COALESCE(title, '') || ' ' || body`,
};

const wordsOf = (text: string) => `search_words(workspace_id, left(${text}, ${INDEXED}))`;

/** A view that words can be looked up through, as migration 0006 says of `searchable_accounts`. */
const searchable = (table: string, search: string) => [
  `CREATE VIEW searchable_${table} AS SELECT workspace_id, id, ${search} AS search FROM ${table}
     WHERE workspace_id = NULLIF(current_setting('${TENANT_SETTING}', true), '')`,
  `GRANT SELECT ON ${table} TO ${ROLES.search}`,
  `CREATE POLICY ${table}_searchable ON ${table} FOR SELECT TO ${ROLES.search} USING (true)`,
  `GRANT SELECT ON searchable_${table} TO ${ROLES.service}`,
  `ALTER VIEW searchable_${table} OWNER TO ${ROLES.search}`,
];

const gaps = DIMENSIONS.map((name, at) => `CASE WHEN meddpicc ? '${name}' THEN 0 ELSE ${1 << at} END`).join(' + ');

/** Words and orders that records are found by (`find_records`). */
export class Finding extends Migration {
  override name = '0009-finding';

  override up(): void {
    const statements = [
      SEARCH_WORDS,
      ...Object.entries(RECORDS).map(
        ([table, columns]) =>
          `ALTER TABLE ${table} ADD COLUMN search tsvector GENERATED ALWAYS AS (search_words(workspace_id, ${joined(columns)})) STORED` +
          (table === 'opportunities'
            ? `, ADD COLUMN closes date GENERATED ALWAYS AS (COALESCE(close_date, 'infinity')) STORED,
                 ADD COLUMN gaps integer GENERATED ALWAYS AS (${gaps}) STORED`
            : ''),
      ),
      createRole(ROLES.search),
      `GRANT CREATE ON SCHEMA public TO ${ROLES.search}`,
      ...Object.keys(RECORDS).flatMap((table) => [
        `CREATE INDEX ${table}_search ON ${table} USING gin (search)`,
        ...searchable(table, 'search'),
      ]),
      ...Object.entries(TEXTS).flatMap(([table, text]) => [
        `CREATE INDEX ${table}_search ON ${table} USING gin (${wordsOf(text)})`,
        ...searchable(table, wordsOf(text)),
      ]),
      `REVOKE CREATE ON SCHEMA public FROM ${ROLES.search}`,
      `DO $$ BEGIN
         EXECUTE format('REVOKE ${ROLES.search} FROM %I', current_user);
       EXCEPTION WHEN insufficient_privilege THEN NULL; END $$`,
      `CREATE INDEX facts_stages ON facts (workspace_id, id) WHERE attribute = 'stage'`,
      `CREATE INDEX accounts_updated ON accounts (workspace_id, updated_at, id)`,
      `CREATE INDEX opportunities_updated ON opportunities (workspace_id, updated_at, id) INCLUDE (account_id)`,
      `CREATE INDEX opportunities_amount ON opportunities (workspace_id, COALESCE(amount, -10000000000000000), id)`,
      `CREATE INDEX opportunities_closing ON opportunities (workspace_id, closes, id) INCLUDE (gaps, stage, owner, currency, amount)`,
      `CREATE INDEX opportunities_open ON opportunities (workspace_id, closes, id) INCLUDE (gaps, stage, currency, amount) WHERE ${OPEN}`,
    ];
    for (const each of statements) this.addSql(each);
  }
}
