import { iso, type RowOf, statement } from '../statement.ts';
import { WHOLE_CALL } from './panel-audit.ts';

const hex = (column: string) => `encode(${column}, 'hex')`;

/** Entries of the index that a row is looked for in: seals that end after it, the nearest first. */
const MOST_CANDIDATES = 500;

/**
 * Workspaces with audit rows, erasures or a retention that no seal says yet, and those with recent seals, whose rows may
 * have come late. Runs as sat_maintenance. `$1`: rows below this id are sealed, `$2`: seals since then are recent.
 */
export const findUnsealed = statement(
  'find_unsealed',
  `SELECT w.id AS workspace_id
   FROM workspaces w LEFT JOIN audit_chains c ON c.workspace_id = w.id
   WHERE c.sealed_at > $2::timestamptz OR c.pruned_before IS DISTINCT FROM c.chained_pruned_before
      OR EXISTS (SELECT FROM api_key_calls a WHERE a.workspace_id = w.id AND a.id > COALESCE(c.sealed_to_id, '') AND a.id < $1)
      OR EXISTS (SELECT FROM audit_erasures e WHERE e.workspace_id = w.id AND e.seal IS NULL)
   ORDER BY c.sealed_at NULLS FIRST`,
);

/** Begins a chain where there is none. Runs as sat_maintenance. `$1`: workspace. */
export const openChain = statement(
  'open_audit_chain',
  'INSERT INTO audit_chains (workspace_id) VALUES ($1) ON CONFLICT DO NOTHING',
);

/** The end of a workspace's chain, inside the workspace. `$1`: workspace. */
export const findChain = statement(
  'find_audit_chain',
  `SELECT seals, revision, ${hex('hash')} AS hash, sealed_to_id, ${iso('sealed_until')} AS sealed_until,
     ${iso('sealed_at')} AS sealed_at, ${iso('pruned_before')} AS pruned_before,
     ${iso('chained_pruned_before')} AS chained_pruned_before
   FROM audit_chains WHERE workspace_id = $1`,
);

/** Audit rows of a workspace in order. `$1`: workspace, `$2`: id to start after, `$3`: to end before, `$4`: most rows. */
export const readCallsToSeal = statement(
  'read_calls_to_seal',
  `SELECT ${WHOLE_CALL} FROM api_key_calls WHERE workspace_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4`,
);

/**
 * Rows in the stretches of some recent seals that are in none of them: they were committed late. `$1`: workspace, `$2`:
 * seals since then are recent, `$3`: the seal to start after, `$4`: most seals, `$5`: most rows.
 */
export const readLateCalls = statement(
  'read_late_calls',
  `WITH recent AS MATERIALIZED (
     SELECT seq, after_id, upto_id, call_ids FROM audit_seals
     WHERE workspace_id = $1 AND sealed_at > $2::timestamptz AND seq > $3 AND NOT late ORDER BY seq LIMIT $4
   ), late AS (
     SELECT ${WHOLE_CALL} FROM api_key_calls
     WHERE workspace_id = $1 AND id > (SELECT min(after_id) FROM recent) AND id <= (SELECT max(upto_id) FROM recent)
       AND id NOT IN (
         SELECT unnest(call_ids) FROM recent
         UNION ALL
         SELECT unnest(call_ids) FROM audit_seals WHERE workspace_id = $1 AND sealed_at > $2::timestamptz AND late)
     ORDER BY id LIMIT $5
   )
   SELECT (SELECT count(*)::int FROM recent) AS looked, (SELECT max(seq) FROM recent) AS last_seq,
          COALESCE((SELECT json_agg(l) FROM late l), '[]') AS calls`,
);

/** Erasures that no seal says yet. `$1`: workspace. */
export const readErasuresToSeal = statement(
  'read_erasures_to_seal',
  `SELECT id, call_id, ${hex('commitment')} AS commitment, ${hex('texts_hash')} AS texts_hash, ${iso('erased_at')} AS erased_at
   FROM audit_erasures WHERE workspace_id = $1 AND seal IS NULL ORDER BY id LIMIT 1000`,
);

/**
 * Adds a seal to a chain that is still at the revision it was made for, and answers its number; nothing otherwise. Runs as
 * sat_maintenance. `$1`: workspace, `$2`: revision, `$3`: the seal as JSON, hashes in hexadecimal, `$4`: ids of the rows,
 * `$5`: their digests, `$6`: their salts, `$7`: ids of the erasures it says.
 */
export const addSeal = statement(
  'add_audit_seal',
  `WITH new AS (
     SELECT * FROM json_to_record($3::json) AS x (seq int, format smallint, sealed_at timestamptz, late boolean, after_id text, upto_id text,
       last_at timestamptz, pruned_before timestamptz, calls_hash text, erasures_hash text, previous_hash text, hash text)
   ), head AS (
     UPDATE audit_chains c SET seals = new.seq, revision = c.revision + 1, hash = decode(new.hash, 'hex'),
       sealed_to_id = new.upto_id, sealed_until = GREATEST(c.sealed_until, new.last_at), sealed_at = new.sealed_at,
       chained_pruned_before = new.pruned_before
     FROM new WHERE c.workspace_id = $1 AND c.revision = $2 RETURNING c.seals
   ), said AS (
     UPDATE audit_erasures SET seal = (SELECT seals FROM head)
     WHERE workspace_id = $1 AND id = ANY ($7::text[]) AND EXISTS (SELECT FROM head)
   )
   INSERT INTO audit_seals (workspace_id, seq, format, sealed_at, count, late, after_id, upto_id, first_id, last_id, last_at,
     pruned_before, calls_hash, erasures_hash, previous_hash, hash, call_ids, call_digests, call_salts)
   SELECT $1, new.seq, new.format, new.sealed_at, cardinality($4::text[]), new.late, new.after_id, new.upto_id, ($4::text[])[1],
     ($4::text[])[cardinality($4::text[])], new.last_at, new.pruned_before, decode(new.calls_hash, 'hex'),
     decode(new.erasures_hash, 'hex'), decode(new.previous_hash, 'hex'), decode(new.hash, 'hex'), $4,
     decode($5, 'hex'), decode($6, 'hex')
   FROM new, head RETURNING seq`,
);

/** Says that rows before a time may be gone, where there are such. Runs as sat_maintenance. `$1`: the time, `$2`: the first id of it. */
export const notePruning = statement(
  'note_audit_pruning',
  `UPDATE audit_chains c SET pruned_before = $1::timestamptz, revision = revision + 1
   WHERE EXISTS (SELECT FROM api_key_calls a WHERE a.workspace_id = c.workspace_id AND a.id <= c.sealed_to_id AND a.id < $2)
     AND (c.pruned_before IS NULL OR c.pruned_before < $1::timestamptz)`,
);

/** Empties seals all of whose rows were deleted; their hashes stay. Runs as sat_maintenance. `$1`: rows before then were, `$2`: most seals. */
export const emptySeals = statement(
  'empty_audit_seals',
  `WITH emptied AS (
     UPDATE audit_seals SET call_ids = NULL, call_digests = NULL, call_salts = NULL
     WHERE (workspace_id, seq) IN (SELECT workspace_id, seq FROM audit_seals
       WHERE call_ids IS NOT NULL AND last_at < $1::timestamptz LIMIT $2) RETURNING 1
   )
   SELECT count(*) AS count FROM emptied`,
);

const SEAL = `seq, format, ${iso('sealed_at')} AS sealed_at, count, late, after_id, upto_id, ${iso('last_at')} AS last_at,
  ${iso('pruned_before')} AS pruned_before, ${hex('calls_hash')} AS calls_hash, ${hex('erasures_hash')} AS erasures_hash,
  ${hex('previous_hash')} AS previous_hash, ${hex('hash')} AS hash`;

/** Seals in order. `$1`: workspace, `$2`: the seal to start after, `$3`: most seals. */
export const readSeals = statement(
  'read_audit_seals',
  `SELECT ${SEAL}, first_id, last_id, call_ids, ${hex('call_digests')} AS call_digests, ${hex('call_salts')} AS call_salts
   FROM audit_seals WHERE workspace_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
);
export type SealRow = RowOf<typeof readSeals>;

/** Seals in order without their rows. The same parameters. */
export const readSealHeads = statement(
  'read_audit_seal_heads',
  `SELECT ${SEAL} FROM audit_seals WHERE workspace_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
);

/** Rows of a stretch of ids, and others, from elsewhere, by their ids. `$1`: workspace, `$2`: after, `$3`: up to, `$4`: ids. */
export const readSealedCalls = statement(
  'read_sealed_calls',
  `SELECT ${WHOLE_CALL} FROM api_key_calls WHERE workspace_id = $1 AND id > $2 AND id <= $3
   UNION ALL
   SELECT ${WHOLE_CALL} FROM api_key_calls WHERE workspace_id = $1 AND id = ANY ($4::text[])`,
);
export type SealedCall = RowOf<typeof readSealedCalls>;

/** Erasures of some rows, oldest first. `$1`: workspace, `$2`: ids of calls. */
export const readErasures = statement(
  'read_audit_erasures',
  `SELECT id, call_id, ${hex('commitment')} AS commitment, ${hex('texts_hash')} AS texts_hash, seal, ${iso('erased_at')} AS erased_at
   FROM audit_erasures WHERE workspace_id = $1 AND call_id = ANY ($2::text[]) ORDER BY id`,
);
/** Erasures that a seal says. `$1`: workspace, `$2`: numbers of seals. */
export const readErasuresOfSeals = statement(
  'read_audit_erasures_of_seals',
  `SELECT id, call_id, ${hex('commitment')} AS commitment, ${hex('texts_hash')} AS texts_hash, seal, ${iso('erased_at')} AS erased_at
   FROM audit_erasures WHERE workspace_id = $1 AND seal = ANY ($2::int[]) ORDER BY id`,
);

/** The seals that may hold some rows. `$1`: workspace, `$2`: ids of calls. */
export const findSealsOf = statement(
  'find_audit_seals_of',
  `SELECT DISTINCT near.seq
   FROM unnest($2::text[]) AS c (id) CROSS JOIN LATERAL (
     SELECT seq, first_id FROM audit_seals WHERE workspace_id = $1 AND last_id >= c.id ORDER BY last_id LIMIT ${MOST_CANDIDATES}) near
   WHERE near.first_id <= c.id ORDER BY near.seq`,
);

/** The rows of some seals. `$1`: workspace, `$2`: numbers of seals. */
export const readSealRows = statement(
  'read_audit_seal_rows',
  `SELECT seq, format, call_ids, ${hex('call_salts')} AS call_salts FROM audit_seals
   WHERE workspace_id = $1 AND seq = ANY ($2::int[]) AND call_ids IS NOT NULL`,
);

/** Keeps others from adding to a chain until the transaction ends, and tells them that it changed. As sat_erasure. `$1`: workspace. */
export const holdChain = statement(
  'hold_audit_chain',
  `INSERT INTO audit_chains AS c (workspace_id, revision) VALUES ($1, 1)
   ON CONFLICT (workspace_id) DO UPDATE SET revision = c.revision + 1`,
);

/** Forgets the salt of a row in a seal. As sat_erasure. `$1`: workspace, `$2`: seal, `$3`: the row's place, from 0. */
export const forgetSalt = statement(
  'forget_audit_salt',
  `UPDATE audit_seals SET call_salts = overlay(call_salts PLACING decode(repeat('00', 16), 'hex') FROM $3::int * 16 + 1)
   WHERE workspace_id = $1 AND seq = $2`,
);

/** Notes an erasure. As sat_erasure. `$1`: workspace, `$2`: id, `$3`: call, `$4`: commitment, `$5`: hash of the texts, in hexadecimal, `$6`: when. */
export const addErasure = statement(
  'add_audit_erasure',
  `INSERT INTO audit_erasures (workspace_id, id, call_id, commitment, texts_hash, erased_at)
   VALUES ($1, $2, $3, decode($4, 'hex'), decode($5, 'hex'), $6)`,
);

/** Workspaces with a chain. Runs as sat_maintenance. `$1`: the one to start after. */
export const listChains = statement(
  'list_audit_chains',
  'SELECT workspace_id FROM audit_chains WHERE workspace_id > $1 ORDER BY workspace_id',
);
