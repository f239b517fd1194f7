import { defineEntity, p } from '@mikro-orm/core';
import { tenantFilter, tenantKey } from './tenant.ts';

/** Where a column of an imported file goes; null leaves it out. */
export type ImportColumn = { column: string; field: string | null };

/** How the cells of an imported file are read. */
export type ImportOptions = {
  delimiter: string;
  date_format: 'YYYY-MM-DD' | 'M/D/YYYY' | 'D/M/YYYY' | 'D.M.YYYY';
  /** Whether to create an account that a row names and that does not exist. */
  create_accounts: boolean;
  /** The account, by name, of deals whose row names none; null refuses such rows. */
  default_account: string | null;
  /** The list of target accounts whose row names none. */
  list_name: string | null;
};

/** Where a table's rows are in the file of a workspace: how many, where the first begins, and the line of the last. */
export type RestoredTable = { rows: number; part: number; byte: number; line: number; last: number };

/** What a workspace's file holds, and how far its restoring is. */
export type RestoreState = {
  /** The workspace that was exported; null until the file's first line was read. */
  from: string | null;
  /** Whether its last line was read. */
  ended: boolean;
  /** Bytes of the rows that are restored. */
  bytes: number;
  tables: { [table in string]?: RestoredTable };
  /** Rows by table that are left out, and rows of tables that are not known with the line of the first. */
  left_out: Record<string, number>;
  unknown: Record<string, { rows: number; line: number }>;
  /** The table that is being restored, and what was restored and refused of each. */
  at: string | null;
  restored: Record<string, number>;
  refused: Record<string, number>;
  /** Drafts that had been let through and not sent yet: they are held. */
  held: number;
};

/** A file that is imported row by row by a job, and how far it got: the position commits with the rows before it. */
export const Import = defineEntity({
  name: 'Import',
  tableName: 'imports',
  filters: tenantFilter,
  indexes: [
    { name: 'imports_due', properties: ['leasedUntil'], where: `state = 'running'::text` },
    { name: 'imports_uploading', properties: ['createdAt'], where: `state = 'uploading'::text` },
  ],
  checks: [
    {
      name: 'imports_kind_check',
      property: 'kind',
      expression: `"kind" in ('account', 'opp', 'contact', 'prospect', 'target_account', 'workspace')`,
    },
    {
      name: 'imports_state_check',
      property: 'state',
      expression: `"state" in ('uploading', 'running', 'done', 'cancelled', 'failed')`,
    },
  ],
  properties: {
    ...tenantKey,
    kind: p.text(),
    fileName: p.text(),
    state: p.text(),
    /** Bytes of the whole file, as announced, and of the parts that arrived. */
    bytes: p.integer(),
    receivedBytes: p.integer().default(0),
    parts: p.integer().default(0),
    columns: p.json<ImportColumn[]>().nullable(),
    options: p.json<ImportOptions>().nullable(),
    /** Of a workspace's file. */
    tables: p.json<RestoreState>().nullable(),
    /** Null until the job has counted them. */
    totalRows: p.integer().nullable(),
    /** Where the next row begins: the part, the byte in it, the line of the file. */
    part: p.integer().default(0),
    byte: p.integer().default(0),
    line: p.integer().default(1),
    /** Rows done: created, updated and failed ones. */
    done: p.integer().default(0),
    created: p.integer().default(0),
    updated: p.integer().default(0),
    failed: p.integer().default(0),
    /** Accounts created for rows of other kinds. */
    accountsCreated: p.integer().default(0),
    /** Why it failed. */
    reason: p.text().nullable(),
    /** Failed attempts since the last row that was done. */
    tries: p.integer().default(0),
    userId: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    startedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    /** The end of a process's lease on the import. */
    leasedUntil: p.datetime().defaultRaw('now()'),
  },
});

const ofImport = { workspaceId: p.text().primary(), importId: p.text().primary() } as const;

/** A part of an uploaded file, kept until its import has ended. */
export const ImportPart = defineEntity({
  name: 'ImportPart',
  tableName: 'import_parts',
  filters: tenantFilter,
  properties: { ...ofImport, place: p.integer().primary(), text: p.text() },
});

/** A row that was not imported: why, and its cells as they were. */
export const ImportError = defineEntity({
  name: 'ImportError',
  tableName: 'import_errors',
  filters: tenantFilter,
  properties: {
    ...ofImport,
    line: p.integer().primary(),
    errors: p.json<{ path: string; message: string }[]>(),
    cells: p.array(),
  },
});

/** A record that an import created or updated; one row for each. */
export const ImportRecord = defineEntity({
  name: 'ImportRecord',
  tableName: 'import_records',
  filters: tenantFilter,
  properties: { ...ofImport, recordId: p.text().primary(), line: p.integer(), created: p.boolean() },
});
