import { narrowed, statement } from '../statement.ts';

/** The records that enrichment can write facts onto. */
export const ENRICHABLE = {
  prospect: 'prospects',
  account: 'accounts',
  target_account: 'target_accounts',
} as const;

export type Enrichable = keyof typeof ENRICHABLE;

/** `$1`: workspace, `$2`: contact key, `$3`: the record's kind or null, `$4`: its id. One row: cached answers, and whether the record is there. */
export const findEnrichments = statement(
  'find_enrichments',
  `SELECT COALESCE((SELECT json_object_agg(provider, entry) FROM enrichments
                    WHERE workspace_id = $1 AND contact_key = $2 AND expires_at > now()), '{}') AS entries,
          CASE $3::text
            WHEN 'prospect' THEN EXISTS (SELECT FROM prospects WHERE workspace_id = $1 AND id = $4)
            WHEN 'account' THEN EXISTS (SELECT FROM accounts WHERE workspace_id = $1 AND id = $4)
            WHEN 'target_account' THEN EXISTS (SELECT FROM target_accounts WHERE workspace_id = $1 AND id = $4)
          END AS found`,
  { row: narrowed<{ entries: { [provider in string]?: Record<string, unknown> } }>() },
);

/** `$1`: rows of `enrichments`. */
export const keepEnrichments = statement(
  'keep_enrichments',
  `INSERT INTO enrichments (workspace_id, provider, contact_key, entry, expires_at)
   SELECT workspace_id, provider, contact_key, entry, expires_at FROM json_populate_recordset(NULL::enrichments, $1::json)
   ON CONFLICT (workspace_id, contact_key, provider) DO UPDATE SET entry = EXCLUDED.entry, expires_at = EXCLUDED.expires_at`,
);

const lockRecord = (entity: Enrichable) =>
  statement(
    `lock_${entity}_for_enrichment`,
    `SELECT to_jsonb(r) AS record,
            COALESCE((SELECT json_object_agg(f.attribute, f.value) FROM facts f
                      WHERE f.workspace_id = $1 AND f.subject_id = $2 AND f.single AND f.superseded_at IS NULL
                        AND f.provider IS NOT NULL), '{}') AS enriched
     FROM ${ENRICHABLE[entity]} r WHERE r.workspace_id = $1 AND r.id = $2 FOR UPDATE OF r`,
    { row: narrowed<{ record: Record<string, unknown>; enriched: Record<string, string> }>() },
  );

/** `$1`: workspace, `$2`: id. The record, and what enrichment itself wrote on it before. */
export const lockForEnrichment = {
  prospect: lockRecord('prospect'),
  account: lockRecord('account'),
  target_account: lockRecord('target_account'),
} as const;

/** The typed columns that enrichment can fill; every other field goes into the payload. */
export const COLUMNS: { [Entity in Enrichable]: readonly string[] } = {
  prospect: ['title', 'email'],
  account: ['name', 'industry', 'employee_count'],
  target_account: ['name', 'industry', 'employee_count'],
};

const writeRecord = (entity: Enrichable) =>
  statement(
    `write_enriched_${entity}`,
    `UPDATE ${ENRICHABLE[entity]} t
     SET (${COLUMNS[entity].join(', ')}, payload, updated_at) = (
       SELECT ${COLUMNS[entity].map((column) => `COALESCE(n.${column}, t.${column})`).join(', ')}, t.payload - $4::text[] || n.payload, now()
       FROM json_populate_record(NULL::${ENRICHABLE[entity]}, $3::json) n
     )
     WHERE t.workspace_id = $1 AND t.id = $2`,
  );

/** `$1`: workspace, `$2`: id, `$3`: a record with the columns to set and the payload to merge, `$4`: names of those columns. */
export const writeEnriched = {
  prospect: writeRecord('prospect'),
  account: writeRecord('account'),
  target_account: writeRecord('target_account'),
} as const;
