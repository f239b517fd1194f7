// Records by words, as SQL over the parameters `words`, `any_word` and `workspace` of a search (find-kinds.ts).

/** Words without a letter the index knows would otherwise match everything. */
const OWN_WORDS = `(to_tsquery('simple', {words}) && {workspace}::tsquery) AND numnode(to_tsquery('simple', {words})) > 0`;

/**
 * Records that a search looks at, each way it finds them: words that more have are answered from so many of them, since
 * to read and sort them all takes longer than a statement may.
 */
export const MOST_FOUND = 10_000;
const SOME = `LIMIT ${MOST_FOUND + 1}`;

export const ownWords = (table: string, columns = 't.id') =>
  `(SELECT ${columns} FROM searchable_${table} t WHERE t.workspace_id = {workspace} AND t.search @@ ${OWN_WORDS} ${SOME})`;

/** Accounts whose words the query's are, and whose words some of them are: as many as are looked at. */
export const NAMED = `named AS MATERIALIZED (
     SELECT id FROM searchable_accounts WHERE workspace_id = {workspace} AND search @@ ${OWN_WORDS} ${SOME}),
   near AS MATERIALIZED (SELECT id, search FROM searchable_accounts WHERE workspace_id = {workspace}
     AND search @@ (to_tsquery('simple', {any_word}) && {workspace}::tsquery) LIMIT 500)`;

/**
 * Records `t` looked up for each row: of a table whose statistics know few rows yet PostgreSQL would read all of them
 * and compare each with every row.
 */
const lookedUpBy = (rows: string, from: string, condition: string) =>
  `${rows} CROSS JOIN LATERAL (SELECT t.* FROM ${from} WHERE t.workspace_id = {workspace} AND ${condition} OFFSET 0) t`;

/** The records `t` of ids that were found. */
export const lookedUp = (ids: string, from: string) => lookedUpBy(`${ids} f`, from, 't.id = f.id');

const ofAccounts = (accounts: string, table: string, columns: string) =>
  `SELECT ${columns} FROM ${lookedUpBy(`${accounts} a`, `${table} t`, 't.account_id = a.id')}`;

const ofAccountNamed = (table: string, columns = 't.id') => `(${ofAccounts('named', table, columns)} ${SOME})`;

/** Some words name the account and the others the record. */
const ofBoth = (table: string, columns: string) =>
  `(${ofAccounts('near', table, columns)} WHERE (a.search || t.search) @@ to_tsquery('simple', {words}) ${SOME})`;

/** Columns of the records `t` that words find, by the record's own words or its account's. */
export const record = (table: string, columns = 't.id') =>
  [ownWords(table, columns), ofAccountNamed(table, columns), ofBoth(table, columns)].join(' UNION ');

/** The same of texts, which have words of their own alone or are their account's. */
export const note = (table: string) => [ownWords(table), ofAccountNamed(table)].join(' UNION ');

/** Those that the query is the id of in another system, which is none of their words. */
export const referred = (table: string) =>
  `(SELECT t.id FROM ${table} t WHERE t.workspace_id = {workspace} AND t.external_ref = {text})`;
