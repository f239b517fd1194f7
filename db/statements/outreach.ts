import { iso, narrowed, type RowOf, statement } from '../statement.ts';

/**
 * A send; one with a channel's message ref that is known already stays the first. `$1` workspace, `$2` id, `$3` draft,
 * `$4` account, by default the draft's, `$5` channel, `$6` provider, `$7` message ref, `$8` sent at, `$9` run ref, `$10` key,
 * `$11` user, `$12` now.
 */
export const insertSend = statement(
  'insert_send',
  `INSERT INTO sends AS s (workspace_id, id, draft_id, account_id, channel, provider, message_ref, sent_at, run_ref, key_id, user_id, created_at)
   VALUES ($1, $2, $3, COALESCE($4, (SELECT account_id FROM drafts WHERE workspace_id = $1 AND id = $3)), $5, $6, $7,
     $8::timestamptz, $9, $10, $11, $12::timestamptz)
   ON CONFLICT (workspace_id, channel, message_ref) DO UPDATE SET message_ref = excluded.message_ref
   RETURNING s.id AS send_id, s.draft_id, s.account_id, s.channel, s.provider, ${iso('s.sent_at')} AS sent_at`,
);

/**
 * A reply to a send; nothing when there is no such send. One with a message ref that is known already stays the first.
 * `$1` workspace, `$2` id, `$3` send, `$4` intent, `$5` who classified, `$6` message ref, `$7` received at, `$8` run ref,
 * `$9` key, `$10` user, `$11` now.
 */
export const insertReply = statement(
  'insert_reply',
  `WITH send AS (SELECT * FROM sends WHERE workspace_id = $1 AND id = $3),
   written AS (
     INSERT INTO replies (workspace_id, id, send_id, intent, classified_by, message_ref, received_at, run_ref, key_id, user_id, created_at)
     SELECT $1, $2, id, $4, $5, $6, $7::timestamptz, $8, $9, $10, $11::timestamptz FROM send
     ON CONFLICT (workspace_id, send_id, message_ref) DO UPDATE SET message_ref = excluded.message_ref
     RETURNING *)
   SELECT w.id AS reply_id, w.send_id, s.draft_id, s.account_id, s.channel, ${iso('s.sent_at')} AS sent_at,
     w.intent, w.classified_by, ${iso('w.received_at')} AS received_at,
     EXISTS (SELECT FROM replies r WHERE r.workspace_id = $1 AND r.send_id = s.id AND r.received_at > w.received_at) AS outdated
   FROM written w JOIN send s ON s.id = w.send_id`,
);

/** An account's tier, locked until the transaction ends. `$1` workspace, `$2` account. */
export const lockAccountTier = statement(
  'lock_account_tier',
  `SELECT tier FROM accounts WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE`,
);

/**
 * A proposal in the place of the open one of its account, which must be locked. `$1` workspace, `$2` id, `$3` account,
 * `$4` tier now, `$5` tier proposed, `$6` reason, `$7` evidence, `$8` run ref, `$9` key, `$10` user, `$11` now.
 */
export const insertTierProposal = statement(
  'insert_tier_proposal',
  `WITH before AS (
     UPDATE tier_proposals SET state = 'superseded', decided_at = $11::timestamptz
     WHERE workspace_id = $1 AND account_id = $3 AND state = 'proposed' RETURNING id)
   INSERT INTO tier_proposals (workspace_id, id, account_id, from_tier, tier, reason, evidence, state, run_ref, key_id, user_id, created_at)
   SELECT $1, $2, $3, $4, $5, $6, $7::text[], 'proposed', $8, $9, $10, $11::timestamptz FROM (SELECT max(id) FROM before) superseded
   RETURNING (SELECT max(id) FROM before) AS superseded_id`,
);

/** A proposal and its account's tier, the account locked. `$1` workspace, `$2` proposal. */
export const lockTierProposal = statement(
  'lock_tier_proposal',
  `SELECT p.account_id, p.tier, p.state, a.tier AS from_tier, COALESCE(a.name, a.domain, a.id) AS account_name
   FROM tier_proposals p JOIN accounts a ON a.workspace_id = p.workspace_id AND a.id = p.account_id
   WHERE p.workspace_id = $1 AND p.id = $2 FOR NO KEY UPDATE OF a`,
);

/** Decides an open proposal and moves the account's tier, which is that person's from then on. `$1` workspace, `$2` proposal, `$3` state, `$4` tier, `$5` user, `$6` now. */
export const decideTierProposal = statement(
  'decide_tier_proposal',
  `WITH decided AS (
     UPDATE tier_proposals SET state = $3, decided_tier = $4, decided_by_user_id = $5, decided_at = $6::timestamptz
     WHERE workspace_id = $1 AND id = $2 AND state = 'proposed' RETURNING account_id),
   before AS (SELECT a.id, a.tier FROM accounts a JOIN decided d ON a.workspace_id = $1 AND a.id = d.account_id),
   moved AS (
     UPDATE accounts a SET tier = $4, set_by_people = a.set_by_people || jsonb_build_object('tier', jsonb_build_object('["tier"]', jsonb_build_object('user_id', $5::text, 'at', $6::text))),
       updated_at = CASE WHEN a.tier IS DISTINCT FROM $4 THEN $6::timestamptz ELSE a.updated_at END
     FROM decided d WHERE a.workspace_id = $1 AND a.id = d.account_id RETURNING a.id)
   SELECT d.account_id, (SELECT b.tier IS DISTINCT FROM $4 FROM before b JOIN moved m ON m.id = b.id) AS moved FROM decided d`,
  { row: narrowed<{ moved: boolean }>() },
);

export type SendRow = RowOf<typeof insertSend>;
