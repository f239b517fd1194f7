import { statement } from '../statement.ts';

/** Workspaces that one look for facts without a vector finds. */
const MOST_WORKSPACES = 500;

/** Facts of one account that are compared by their signs, newest first, and of a whole workspace. */
const MOST_OF_ACCOUNT = 5_000;
const MOST_OF_WORKSPACE = 20_000;

/** Vectors that are read: those whose signs differ least from the question's. */
const MOST_READ = 400;

/** Workspaces with facts that may have no vector of a model yet and that nobody is at, longest waiting first. `$1`: model. */
export const findUnembedded = statement(
  'find_unembedded',
  `SELECT w.id AS workspace_id
   FROM workspaces w LEFT JOIN fact_vector_progress p ON p.workspace_id = w.id
   WHERE (p.leased_until IS NULL OR p.leased_until < now())
     AND EXISTS (SELECT FROM facts f WHERE f.workspace_id = w.id AND f.id > CASE WHEN p.model = $1 THEN p.upto ELSE '' END)
   ORDER BY p.leased_until NULLS FIRST, w.id LIMIT ${MOST_WORKSPACES}`,
);

/** Takes a workspace for a while, unless somebody else has it; another model begins anew. `$1`: workspace, `$2`: model, `$3`: seconds. */
export const leaseEmbedding = statement(
  'lease_embedding',
  `INSERT INTO fact_vector_progress AS p (workspace_id, model, upto, leased_until)
   VALUES ($1, $2, '', now() + $3::int * interval '1 second')
   ON CONFLICT (workspace_id) DO UPDATE SET model = excluded.model, leased_until = excluded.leased_until,
     upto = CASE WHEN p.model = excluded.model THEN p.upto ELSE '' END
   WHERE p.leased_until < now()
   RETURNING upto`,
);

const LACKING = `f.workspace_id = $1 AND f.superseded_at IS NULL
     AND NOT EXISTS (SELECT FROM fact_vectors v WHERE v.workspace_id = $1 AND v.fact_id = f.id AND v.model = $2)`;

/**
 * Current facts without a vector of a model: the recent ones first, so that a backlog does not hold up what is new, then
 * from the oldest on. `$1`: workspace, `$2`: model, `$3`: how far it is done, `$4`: the first id that counts as recent,
 * `$5`: most facts.
 */
export const readUnembedded = statement(
  'read_unembedded',
  `(SELECT f.id, left(f.sentence, 400) AS sentence FROM facts f
    WHERE ${LACKING} AND f.id > $3 AND f.id >= $4 ORDER BY f.id LIMIT $5)
   UNION ALL
   (SELECT f.id, left(f.sentence, 400) FROM facts f
    WHERE ${LACKING} AND f.id > $3 AND f.id < $4 ORDER BY f.id LIMIT $5)
   LIMIT $5`,
);

/**
 * Keeps vectors of facts that are still there, and how far the workspace is done; renews the lease, for no time at the
 * end. `$1`: workspace, `$2`: model, `$3`: vectors as JSON, each `{id, vector (base64), signs (bits)}`, `$4`: how far,
 * `$5`: seconds.
 */
export const keepVectors = statement(
  'keep_vectors',
  `WITH kept AS (
     INSERT INTO fact_vectors (workspace_id, fact_id, model, vector, signs)
     SELECT $1, f.id, $2, decode(r.vector, 'base64'), r.signs::bit(512)
     FROM json_to_recordset($3::json) AS r (id text, vector text, signs text)
       JOIN facts f ON f.workspace_id = $1 AND f.id = r.id
     ON CONFLICT (workspace_id, fact_id) DO UPDATE SET model = excluded.model, vector = excluded.vector, signs = excluded.signs
     RETURNING 1
   )
   UPDATE fact_vector_progress SET upto = $4, leased_until = now() + $5::int * interval '1 second'
   WHERE workspace_id = $1 AND model = $2
   RETURNING (SELECT count(*)::int FROM kept) AS kept`,
);

const NEAREST_BY_SIGNS = (signs: string) => `ORDER BY bit_count(v.signs # ${signs}::text::bit(512)) LIMIT ${MOST_READ}`;

/**
 * The vectors of an account's facts that are nearest to a question by their signs, as base64: the embedded driver takes
 * bytes apart one by one. `$1`: workspace, `$2`: model, `$3`:
 * account, `$4`: the question's signs, `$5`: superseded facts too.
 */
export const nearestOfAccount = statement(
  'nearest_of_account',
  `WITH own AS (
     (SELECT id FROM facts WHERE workspace_id = $1 AND account_id = $3 AND ($5 OR superseded_at IS NULL)
      ORDER BY id DESC LIMIT ${MOST_OF_ACCOUNT})
     UNION ALL
     SELECT id FROM facts
     WHERE workspace_id = $1 AND account_id IS NULL AND subject_type = 'prospect'
       AND subject_id IN (SELECT id FROM prospects WHERE workspace_id = $1 AND account_id = $3)
       AND ($5 OR superseded_at IS NULL)
   )
   SELECT near.fact_id, encode(near.vector, 'base64') AS vector FROM (
     SELECT v.fact_id, v.vector FROM own JOIN fact_vectors v ON v.workspace_id = $1 AND v.fact_id = own.id AND v.model = $2
     ${NEAREST_BY_SIGNS('$4')}
   ) near`,
);

/**
 * The same over a whole workspace: of its newest vectors. `$1`: workspace, `$2`: model, `$3`: facts of accounts only,
 * `$4`: the question's signs, `$5`: superseded facts too.
 */
export const nearestOfWorkspace = statement(
  'nearest_of_workspace',
  `WITH near AS MATERIALIZED (
     SELECT v.fact_id, v.vector FROM (
       SELECT fact_id, vector, signs FROM fact_vectors
       WHERE workspace_id = $1 AND model = $2 ORDER BY fact_id DESC LIMIT ${MOST_OF_WORKSPACE}
     ) v
     ${NEAREST_BY_SIGNS('$4')}
   )
   SELECT near.fact_id, encode(near.vector, 'base64') AS vector FROM near JOIN facts f ON f.workspace_id = $1 AND f.id = near.fact_id
   WHERE ($5 OR f.superseded_at IS NULL) AND (NOT $3 OR f.account_id IS NOT NULL)`,
);
