import { type RowOf, statement } from '../statement.ts';

/** Something kept sealed: a channel's token (`what`: the channel), or a webhook's `target` or `secret`. */

/** Tokens not sealed under a key, in order. `$1` the key's id, `$2` workspace, `$3` id and `$4` what to start after, `$5` limit. */
export const findTokensToRewrap = statement(
  'find_tokens_to_rewrap',
  `SELECT workspace_id, id, channel AS what, sealed FROM integration_tokens
   WHERE encryption_key_id <> $1 AND (workspace_id, id, channel) > ($2, $3, $4) ORDER BY workspace_id, id, channel LIMIT $5`,
);

/** The same of webhooks. */
export const findWebhooksToRewrap = statement(
  'find_webhooks_to_rewrap',
  `SELECT workspace_id, id, what, sealed FROM webhooks,
     LATERAL (VALUES ('secret', sealed_secret), ('target', sealed_target)) AS part (what, sealed)
   WHERE NOT starts_with(sealed, $1::text || ':') AND (workspace_id, id, what) > ($2, $3, $4)
   ORDER BY workspace_id, id, what LIMIT $5`,
);

/** The same of second factors; whose each is stands for workspace and id. */
export const findSecondFactorsToRewrap = statement(
  'find_second_factors_to_rewrap',
  `SELECT user_id AS workspace_id, user_id AS id, 'second_factor' AS what, sealed FROM second_factors
   WHERE NOT starts_with(sealed, $1::text || ':') AND (user_id, user_id, 'second_factor') > ($2, $3, $4)
   ORDER BY user_id LIMIT $5`,
);

const REWRAPPED = `json_to_recordset($1::json) AS r (workspace_id text, id text, what text, sealed text, rewrapped text)`;

/** Puts rewrapped tokens in the place of the very ones that were read; a token connected anew meanwhile stays. `$1` rows, `$2` key id. */
export const replaceTokens = statement(
  'replace_tokens',
  `WITH replaced AS (
     UPDATE integration_tokens t SET sealed = r.rewrapped, encryption_key_id = $2
     FROM ${REWRAPPED}
     WHERE t.workspace_id = r.workspace_id AND t.id = r.id AND t.sealed = r.sealed
     RETURNING 1)
   SELECT count(*)::int AS count FROM replaced`,
);

const replacement = (what: 'target' | 'secret') => `sealed_${what} = COALESCE((
       SELECT r.rewrapped FROM rewrapped r
       WHERE r.workspace_id = w.workspace_id AND r.id = w.id AND r.what = '${what}' AND r.sealed = w.sealed_${what}), w.sealed_${what})`;

/** The same of webhooks; a secret rotated meanwhile stays. `$2` goes unused but for its type. */
export const replaceWebhooks = statement(
  'replace_webhooks',
  `WITH rewrapped AS (SELECT r.*, $2::text AS key_id FROM ${REWRAPPED}),
        replaced AS (
          UPDATE webhooks w SET ${replacement('target')}, ${replacement('secret')}
          WHERE (w.workspace_id, w.id) IN (SELECT workspace_id, id FROM rewrapped)
          RETURNING w.sealed_target, w.sealed_secret)
   SELECT count(*)::int AS count FROM replaced p JOIN rewrapped r ON r.rewrapped IN (p.sealed_target, p.sealed_secret)`,
);

/** The same of second factors; one set up anew meanwhile stays. `$2` goes unused but for its type. */
export const replaceSecondFactors = statement(
  'replace_second_factors',
  `WITH rewrapped AS (SELECT r.*, $2::text AS key_id FROM ${REWRAPPED}),
        replaced AS (
          UPDATE second_factors f SET sealed = r.rewrapped FROM rewrapped r
          WHERE f.user_id = r.id AND f.sealed = r.sealed RETURNING 1)
   SELECT count(*)::int AS count FROM replaced`,
);

export type SealedRow = RowOf<typeof findTokensToRewrap>;
