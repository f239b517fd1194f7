import { appendTable } from '../append.ts';
import { iso, type RowOf, statement } from '../statement.ts';

/** An import as its workspace sees it. */
const SHOWN = `i.id AS import_id, i.kind, i.file_name, i.state, i.bytes, i.received_bytes, i.parts, i.columns, i.options, i.tables, i.total_rows,
  i.done, i.created, i.updated, i.failed, i.accounts_created, i.reason, i.user_id, ${iso('i.created_at')} AS created_at,
  ${iso('i.started_at')} AS started_at, ${iso('i.ended_at')} AS ended_at`;

/** Begins an upload where unfinished ones leave room. `$1`: workspace, `$2`: id, `$3`: kind, `$4`: file name, `$5`: bytes, `$6`: user, `$7`, `$8`: most bytes and most imports that have not ended. */
export const beginImport = statement(
  'begin_import',
  `INSERT INTO imports (workspace_id, id, kind, file_name, state, bytes, user_id)
   SELECT $1, $2, $3, $4, 'uploading', $5::int, $6
   WHERE (SELECT COALESCE(sum(bytes), 0) + $5::int <= $7::float8 AND count(*) < $8::int FROM imports
          WHERE workspace_id = $1 AND state IN ('uploading', 'running', 'failed'))
   RETURNING id`,
);

/**
 * Takes the part of a file that comes next; one that is there already changes nothing. `$1`: workspace, `$2`: import,
 * `$3`: place, `$4`: text, `$5`: its bytes. A row says what has arrived now; none: not an upload, another part is next, or too much.
 */
export const addPart = statement(
  'add_import_part',
  `WITH upload AS (
     UPDATE imports SET parts = parts + 1, received_bytes = received_bytes + $5::int
     WHERE workspace_id = $1 AND id = $2 AND state = 'uploading' AND parts = $3::int AND received_bytes + $5::int <= bytes
     RETURNING workspace_id, id, parts, received_bytes
   ), stored AS (
     INSERT INTO import_parts (workspace_id, import_id, place, text) SELECT workspace_id, id, $3::int, $4 FROM upload
   )
   SELECT parts, received_bytes FROM upload`,
);

/** `$1`: workspace, `$2`: import. */
export const findImport = statement(
  'find_import',
  `SELECT ${SHOWN} FROM imports i WHERE i.workspace_id = $1 AND i.id = $2`,
);

export type ImportRow = RowOf<typeof findImport>;

/** `$1`: workspace, `$2`: before which id, `$3`: how many. Newest first. */
export const listImports = statement(
  'list_imports',
  `SELECT ${SHOWN} FROM imports i WHERE i.workspace_id = $1 AND ($2::text IS NULL OR i.id < $2) ORDER BY i.id DESC LIMIT $3`,
);

/** `$1`: workspace, `$2`: import, `$3`: after which line, `$4`: how many. */
export const listImportErrors = statement(
  'list_import_errors',
  `SELECT line, errors, cells FROM import_errors
   WHERE workspace_id = $1 AND import_id = $2 AND line > $3::int ORDER BY line LIMIT $4`,
);

/** Parts of a file. `$1`: workspace, `$2`: import, `$3`: from which, `$4`: how many. */
export const readParts = statement(
  'read_import_parts',
  `SELECT place, text FROM import_parts WHERE workspace_id = $1 AND import_id = $2 AND place >= $3::int ORDER BY place LIMIT $4`,
);

/** Starts an upload that is whole. `$1`: workspace, `$2`: import, `$3`: columns, `$4`: options, `$5`, `$6`, `$7`: byte, line and part of the first row. */
export const startImport = statement(
  'start_import',
  `UPDATE imports SET state = 'running', columns = $3::jsonb, options = $4::jsonb, byte = $5::int, line = $6::int, part = $7::int, started_at = now(), leased_until = now()
   WHERE workspace_id = $1 AND id = $2 AND kind <> 'workspace' AND state = 'uploading' AND received_bytes = bytes
   RETURNING id`,
);

/** `$1`: workspace, `$2`: import. What it imported stays. */
export const cancelImport = statement(
  'cancel_import',
  `WITH cancelled AS (
     UPDATE imports SET state = 'cancelled', ended_at = now()
     WHERE workspace_id = $1 AND id = $2 AND state IN ('uploading', 'running', 'failed') RETURNING workspace_id, id, done, total_rows
   ), parts AS (DELETE FROM import_parts p USING cancelled c WHERE p.workspace_id = c.workspace_id AND p.import_id = c.id)
   SELECT done, total_rows FROM cancelled`,
);

/** Goes on with an import that failed. `$1`: workspace, `$2`: import. */
export const resumeImport = statement(
  'resume_import',
  `UPDATE imports SET state = 'running', reason = NULL, tries = 0, ended_at = NULL, leased_until = now()
   WHERE workspace_id = $1 AND id = $2 AND state = 'failed' AND total_rows IS NOT NULL RETURNING kind, done, total_rows`,
);

/** Imports that no process has to itself. Runs as sat_maintenance. `$1`: most. */
export const findDueImports = statement(
  'find_due_imports',
  `SELECT workspace_id, id FROM imports WHERE state = 'running' AND kind <> 'workspace' AND leased_until < now()
   ORDER BY leased_until LIMIT $1`,
);

const PLACE = 'i.part, i.byte, i.line, i.done, i.total_rows';

/** Takes an import for some seconds. `$1`: workspace, `$2`: import, `$3`: seconds. */
export const leaseImport = statement(
  'lease_import',
  `UPDATE imports i SET leased_until = now() + make_interval(secs => $3)
   WHERE i.workspace_id = $1 AND i.id = $2 AND i.state = 'running' AND i.leased_until < now()
   RETURNING i.kind, i.columns, i.options, i.user_id, ${PLACE}`,
);

export type LeasedImport = RowOf<typeof leaseImport>;

/** Lets go of an import. `$1`: workspace, `$2`: import, `$3`: in how many seconds it may be taken again, `$4`: attempts that failed. */
export const releaseImport = statement(
  'release_import',
  `UPDATE imports SET leased_until = now() + make_interval(secs => $3), tries = tries + $4::int
   WHERE workspace_id = $1 AND id = $2 AND state = 'running' RETURNING tries`,
);

/** Keeps how many rows a file has. `$1`: workspace, `$2`: import, `$3`: rows, `$4`: seconds. */
export const keepTotal = statement(
  'keep_import_total',
  `UPDATE imports SET total_rows = $3::int, leased_until = now() + make_interval(secs => $4)
   WHERE workspace_id = $1 AND id = $2 AND state = 'running'`,
);

/** Holds an import while a chunk of it is written. `$1`: workspace, `$2`: import. */
export const lockImport = statement(
  'lock_import',
  `SELECT i.state, i.done FROM imports i WHERE i.workspace_id = $1 AND i.id = $2 FOR UPDATE`,
);

/** Moves an import on, in the transaction of its rows. `$3`: by how many rows, `$4`: created, `$5`: updated, `$6`: failed, `$7`: accounts, `$8`, `$9`, `$10`: the next row's part, byte and line, `$11`: seconds it is kept. */
export const advanceImport = statement(
  'advance_import',
  `UPDATE imports SET done = done + $3::int, created = created + $4::int, updated = updated + $5::int, failed = failed + $6::int,
     accounts_created = accounts_created + $7::int, part = $8, byte = $9, line = $10, tries = 0,
     leased_until = now() + make_interval(secs => $11)
   WHERE workspace_id = $1 AND id = $2`,
);

/** Ends an import; its file is not needed any more once it is done. `$1`: workspace, `$2`: import, `$3`: state, `$4`: reason. */
export const endImport = statement(
  'end_import',
  `WITH ended AS (
     UPDATE imports SET state = $3, reason = $4, ended_at = now()
     WHERE workspace_id = $1 AND id = $2 AND state = 'running'
     RETURNING workspace_id, id, state, user_id, created, updated, failed
   ), parts AS (DELETE FROM import_parts p USING ended e WHERE e.state = 'done' AND p.workspace_id = e.workspace_id AND p.import_id = e.id)
   SELECT user_id, created, updated, failed FROM ended`,
);

export const importErrors = appendTable('import_errors', 'workspace_id, import_id, line, errors, cells');

/** Records of an import; one that it wrote before stays as it was first noted. */
export const importRecords = {
  name: 'import_records',
  insert: (parameter: string) =>
    `new_import_records AS (INSERT INTO import_records (workspace_id, import_id, record_id, line, created)
       SELECT workspace_id, import_id, record_id, line, created FROM json_populate_recordset(NULL::import_records, ${parameter}::json)
       ON CONFLICT DO NOTHING)`,
};

/** The lines at which an import wrote records. `$1`: workspace, `$2`: import, `$3`: records. */
export const findImportLines = statement(
  'find_import_lines',
  `SELECT record_id, line FROM import_records WHERE workspace_id = $1 AND import_id = $2 AND record_id = ANY ($3::text[])`,
);

/**
 * Accounts by external ref, domain (lower case) and name, at most two of each. `$1`: workspace, `$2`, `$3`, `$4`, `$5`: the
 * refs, domains, names and ids. `asked` is what it was found by.
 */
export const findImportAccounts = statement(
  'find_import_accounts',
  `SELECT 'external_ref' AS by, external_ref AS asked, id, external_ref, tier FROM accounts
   WHERE workspace_id = $1 AND external_ref = ANY ($2::text[])
   UNION ALL
   SELECT 'domain', d.asked, a.id, a.external_ref, a.tier FROM unnest($3::text[]) AS d (asked) CROSS JOIN LATERAL (
     SELECT id, external_ref, tier FROM accounts WHERE workspace_id = $1 AND domain_word = first_word(d.asked) AND lower(domain) = d.asked
     ORDER BY id LIMIT 1) a
   UNION ALL
   SELECT 'name', n.asked, a.id, a.external_ref, a.tier FROM unnest($4::text[]) AS n (asked) CROSS JOIN LATERAL (
     SELECT id, external_ref, tier FROM accounts WHERE workspace_id = $1 AND sort_name = lower(n.asked) AND lower(name) = lower(n.asked) ORDER BY id LIMIT 2) a
   UNION ALL
   SELECT 'id', id, id, external_ref, tier FROM accounts WHERE workspace_id = $1 AND id = ANY ($5::text[])`,
);

const byRefOrEmail = (table: string) =>
  `SELECT 'external_ref' AS by, external_ref AS asked, id, external_ref FROM ${table}
   WHERE workspace_id = $1 AND external_ref = ANY ($2::text[])
   UNION ALL
   SELECT 'email', e.asked, t.id, t.external_ref FROM unnest($3::text[]) AS e (asked) CROSS JOIN LATERAL (
     SELECT id, external_ref FROM ${table} WHERE workspace_id = $1 AND email_key = e.asked ORDER BY id LIMIT 2) t`;

/** Records of a kind by external ref, and people by e-mail (lower case), at most two of each. `$1`: workspace, `$2`: refs, `$3`: e-mails. */
export const findImportContacts = statement('find_import_contacts', byRefOrEmail('contacts'));
export const findImportProspects = statement('find_import_prospects', byRefOrEmail('prospects'));

export const findImportOpps = statement(
  'find_import_opps',
  `SELECT 'external_ref' AS by, external_ref AS asked, id, external_ref FROM opportunities
   WHERE workspace_id = $1 AND external_ref = ANY ($2::text[])`,
);

/** Target accounts by external ref, and by list with domain or name. `$1`: workspace, `$2`: refs, `$3`: lists, `$4`: domains, `$5`: names, of the same length. */
export const findImportTargets = statement(
  'find_import_targets',
  `SELECT 'external_ref' AS by, external_ref AS asked, id, external_ref FROM target_accounts
   WHERE workspace_id = $1 AND external_ref = ANY ($2::text[])
   UNION ALL
   SELECT 'listed', a.list || chr(10) || COALESCE(a.domain, a.name), t.id, t.external_ref
   FROM unnest($3::text[], $4::text[], $5::text[]) AS a (list, domain, name) CROSS JOIN LATERAL (
     SELECT id, external_ref FROM target_accounts
     WHERE workspace_id = $1 AND list_name = a.list AND a.domain IS NOT NULL AND domain = a.domain
     UNION ALL
     SELECT id, external_ref FROM target_accounts
     WHERE workspace_id = $1 AND list_name = a.list AND a.domain IS NULL AND domain IS NULL AND name = a.name
     LIMIT 1) t`,
);

/** What a workspace may hold and held when last counted; no row where nothing is set or counted. `$1`: workspace. */
export const findStorage = statement(
  'find_import_storage',
  `SELECT q.max_rows, q.max_bytes, u.rows AS used_rows, u.bytes AS used_bytes, ${iso('u.counted_at')} AS counted_at
   FROM (SELECT $1::text AS id) w
   LEFT JOIN workspace_quotas q ON q.workspace_id = w.id LEFT JOIN workspace_usage u ON u.workspace_id = w.id`,
);
