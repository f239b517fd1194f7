import { iso, narrowed, type RowOf, statement } from '../statement.ts';

// The clients are written by sat_operator; everything else here runs as sat_oauth.

/** `$1`: id, `$2`: name, `$3`: redirect addresses. */
export const insertOAuthClient = statement(
  'insert_oauth_client',
  `INSERT INTO oauth_clients (id, name, redirect_uris) VALUES ($1, $2, $3)`,
);

/** Registered clients, newest first. `$1`: id to start below, `$2`: how many. */
export const listOAuthClients = statement(
  'list_oauth_clients',
  `SELECT id AS client_id, name, redirect_uris, ${iso('created_at')} AS created_at, ${iso('revoked_at')} AS revoked_at
   FROM oauth_clients WHERE id < $1 ORDER BY id DESC LIMIT $2`,
);

/** Withdraws a client; waits for codes of its that are being redeemed. `$1`: client. */
export const revokeOAuthClient = statement(
  'revoke_oauth_client',
  `UPDATE oauth_clients SET revoked_at = COALESCE(revoked_at, now()) WHERE id = $1 RETURNING id`,
);

/** Every token a client was ever given, those of a moment ago included: run after the client is withdrawn. `$1`: client. */
export const revokeTokensOfClient = statement(
  'revoke_tokens_of_client',
  `WITH revoked AS (
     UPDATE api_keys SET revoked_at = now() WHERE oauth_client_id = $1 AND revoked_at IS NULL RETURNING id, workspace_id, name
   ), noted AS (
     INSERT INTO acts (workspace_id, id, act, subject_id, detail)
     SELECT workspace_id, new_id('act'), 'app.revoked', id, jsonb_build_object('name', name) FROM revoked
   )
   SELECT id FROM revoked`,
);

/** A client that is not withdrawn. `$1`: client. */
export const findOAuthClient = statement(
  'find_oauth_client',
  `SELECT id AS client_id, name, redirect_uris FROM oauth_clients WHERE id = $1 AND revoked_at IS NULL`,
);

/** What a client asks of a person. `$1`: the row, `$2`: minutes until it is over. */
export const insertAuthorization = statement(
  'insert_authorization',
  `INSERT INTO oauth_authorizations
     (workspace_id, id, user_id, session_id, client_id, redirect_uri, state, scopes, code_challenge, issuer, expires_at)
   SELECT workspace_id, id, user_id, session_id, client_id, redirect_uri, state, scopes, code_challenge, issuer,
          now() + make_interval(mins => $2::int)
   FROM json_populate_record(NULL::oauth_authorizations, $1::json)`,
);

const OPEN = `a.workspace_id = $1 AND a.id = $2 AND a.session_id = $3 AND a.decided_at IS NULL AND a.expires_at > now()
     AND c.id = a.client_id AND c.revoked_at IS NULL`;

/** What a person is asked in a session and has not decided. `$1`: workspace, `$2`: authorization, `$3`: session. */
export const findAuthorization = statement(
  'find_authorization',
  `SELECT a.client_id, c.name AS client_name, a.redirect_uri, a.scopes, ${iso('a.expires_at')} AS expires_at
   FROM oauth_authorizations a, oauth_clients c WHERE ${OPEN}`,
);

/** A decision with the note of it. */
const noted = (act: string, decide: string, request: string) =>
  `WITH decided AS (${decide}), noted AS (
     INSERT INTO acts (workspace_id, id, act, subject_id, user_id, session_id, request_id, detail)
     SELECT workspace_id, new_id('act'), '${act}', client_id, user_id, session_id, ${request},
            jsonb_build_object('name', name, 'scopes', to_jsonb(scopes)) FROM decided
   )
   SELECT redirect_uri, state, issuer FROM decided`;

/** `$1` to `$3` as above, `$4`: request. */
export const denyAuthorization = statement(
  'deny_authorization',
  noted(
    'app.denied',
    `UPDATE oauth_authorizations a SET decided_at = now() FROM oauth_clients c WHERE ${OPEN} RETURNING a.*, c.name`,
    '$4',
  ),
);

/**
 * Decides once: of two decisions at the same time one finds nothing to decide. `$1` to `$3` as above, `$4`: the scopes
 * granted, which must be among those asked for, `$5`: hash of the code, `$6`: minutes it lives, `$7`: request.
 */
export const allowAuthorization = statement(
  'allow_authorization',
  noted(
    'app.allowed',
    `UPDATE oauth_authorizations a
     SET decided_at = now(), scopes = $4, code_hash = $5, code_expires_at = now() + make_interval(mins => $6::int)
     FROM oauth_clients c WHERE ${OPEN} AND a.scopes @> $4::text[] RETURNING a.*, c.name`,
    '$7',
  ),
);

/** What a code stands for. `$1`: its hash. */
export const findCode = statement(
  'find_code',
  `SELECT client_id, redirect_uri, code_challenge, code_expires_at <= now() AS expired, redeemed_at IS NOT NULL AS redeemed
   FROM oauth_authorizations WHERE code_hash = $1`,
  { row: narrowed<{ expired: boolean }>() },
);

/**
 * Redeems a code and makes the key it gives, in one statement: of any number at once, on any number of processes, one
 * gets a row. `$1`: hash of the code, `$2`: id of the key, `$3`: its prefix, `$4`: its hash, `$5`: calls per minute.
 */
export const redeemCode = statement(
  'redeem_code',
  `WITH code AS (
     UPDATE oauth_authorizations SET redeemed_at = now(), key_id = $2
     WHERE code_hash = $1 AND redeemed_at IS NULL AND code_expires_at > now()
     RETURNING workspace_id, user_id, client_id, scopes
   ), key AS (
     INSERT INTO api_keys (id, workspace_id, user_id, name, prefix, scopes, rate_limit, oauth_client_id)
     SELECT $2, code.workspace_id, code.user_id, 'OAuth (' || c.name || ')', $3, code.scopes, $5::int, c.id
     FROM code JOIN oauth_clients c ON c.id = code.client_id AND c.revoked_at IS NULL
     JOIN users u ON u.id = code.user_id AND u.disabled_at IS NULL
     FOR SHARE OF c
     RETURNING id, scopes
   ), secret AS (
     INSERT INTO api_key_secrets (hash, key_id) SELECT $4, id FROM key
   )
   SELECT scopes FROM key`,
);

/** The key that a code gave is revoked, with a note of it the first time; answers its id. `$1`: hash of the code. */
export const revokeRedeemed = statement(
  'revoke_redeemed',
  `WITH given AS (
     SELECT a.workspace_id, a.key_id FROM oauth_authorizations a WHERE a.code_hash = $1 AND a.redeemed_at IS NOT NULL
   ), revoked AS (
     UPDATE api_keys k SET revoked_at = now() FROM given WHERE k.id = given.key_id AND k.revoked_at IS NULL RETURNING k.id
   ), noted AS (
     INSERT INTO acts (workspace_id, id, act, subject_id, detail)
     SELECT given.workspace_id, new_id('act'), 'token.revoked', revoked.id, '{"reason": "code used twice"}'
     FROM given JOIN revoked ON revoked.id = given.key_id
   )
   SELECT key_id FROM given`,
);

export type CodeRow = RowOf<typeof findCode>;
export type Decided = RowOf<typeof denyAuthorization>;
export type OpenAuthorization = RowOf<typeof findAuthorization>;
export type ClientRow = RowOf<typeof findOAuthClient>;
