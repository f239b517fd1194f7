import type { AppendTable } from '../append.ts';
import { iso, statement } from '../statement.ts';

/** How long a repeat is recognised, as an interval. */
export const REPEAT_DAYS = 7;

/** A row of `fingerprints`, by column. */
export type FingerprintRow = { workspace_id: string; fingerprint: string; record_id: string; at: string };

/** A record that was not made, as one that says the same was there: the id it would have had, and the one there. */
export type Repeat = { sent: string; kept: string; at: string };

/** Takes the fingerprint for a record, unless another record has it since less than 7 days: then it stays that one's. */
const TAKE = `ON CONFLICT (workspace_id, fingerprint) DO UPDATE SET
    record_id = CASE WHEN f.at > EXCLUDED.at - interval '${REPEAT_DAYS} days' THEN f.record_id ELSE EXCLUDED.record_id END,
    at = CASE WHEN f.at > EXCLUDED.at - interval '${REPEAT_DAYS} days' THEN f.at ELSE EXCLUDED.at END`;

/**
 * Fingerprints of records that are added in the same statement: those whose fingerprint another record has are left
 * out there (`isNew`), and answered as `Repeat`. Sorted, so that two statements at once cannot deadlock.
 */
export const fingerprints: AppendTable = {
  name: 'fingerprints',
  insert: (parameter) => `incoming_fingerprints AS MATERIALIZED (
          SELECT workspace_id, fingerprint, record_id, at FROM json_populate_recordset(NULL::fingerprints, ${parameter}::json)
        ),
        taken AS (
          INSERT INTO fingerprints AS f (workspace_id, fingerprint, record_id, at)
          SELECT DISTINCT ON (workspace_id, fingerprint) workspace_id, fingerprint, record_id, at
          FROM incoming_fingerprints ORDER BY workspace_id, fingerprint, record_id
          ${TAKE}
          RETURNING workspace_id, fingerprint, record_id, at
        )`,
  first: {
    answer: `SELECT i.record_id AS sent, t.record_id AS kept, ${iso('t.at')} AS at
     FROM incoming_fingerprints i JOIN taken t USING (workspace_id, fingerprint) WHERE t.record_id <> i.record_id`,
  },
};

/** The condition that a row added beside `fingerprints` repeats none: `id` is its record's. */
export const isNew = (id: string) => `${id} IN (SELECT record_id FROM taken)`;

/**
 * The same within a statement that adds one record: an expression `seen` whose `record_id` is the record's own if it is
 * none of the last 7 days again. @param values workspace, fingerprint (null: it repeats nothing), record and time, as SQL
 */
export const seenAs = (workspace: string, fingerprint: string, record: string, at: string) => `taken AS (
     INSERT INTO fingerprints AS f (workspace_id, fingerprint, record_id, at)
     SELECT ${workspace}, ${fingerprint}::text, ${record}, ${at}::timestamptz WHERE ${fingerprint}::text IS NOT NULL
     ${TAKE}
     RETURNING record_id
   ), seen AS (
     SELECT COALESCE((SELECT record_id FROM taken), ${record}) AS record_id
   )`;

/** A record that is withdrawn answers no repeat: what says the same is kept anew. `$1`: workspace, `$2`: records. */
export const forgetFingerprints = statement(
  'forget_fingerprints',
  `DELETE FROM fingerprints WHERE workspace_id = $1 AND record_id = ANY ($2::text[])`,
);

/** Which records have these fingerprints. `$1`: workspace, `$2`: fingerprints. */
export const findFingerprints = statement(
  'find_fingerprints',
  `SELECT fingerprint, record_id, ${iso('at')} AS at FROM fingerprints WHERE workspace_id = $1 AND fingerprint = ANY ($2::text[])`,
);
