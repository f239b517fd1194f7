import type { Approval } from '../entities/drafts.ts';

export type { Approval };
import { iso, narrowed, type RowOf, statement } from '../statement.ts';

/** Whether the workspace (`$1`) wants a draft let through by a person other than its author. */
export const SECOND_APPROVER = `EXISTS (SELECT FROM workspace_flags WHERE workspace_id = $1 AND flag = 'second_approver' AND value = 'true')`;

/** Whether the user `who` may not let the draft `d` through for having staged or last edited it, with whichever key. */
export const wantsSecondApprover = (who: string) =>
  `${who} IN (d.staged_by_user_id, d.edited_by_user_id) AND ${SECOND_APPROVER}`;

/**
 * A draft as the wire shows it, its body cut after `most` characters, with its last review, and the agent's last version
 * when a person has edited it since.
 */
const draft = (most: string) => `json_build_object(
  'draft_id', d.id, 'channel', d.channel, 'status', d.state, 'version', d.version, 'title', d.title,
  'body', left(d.body, ${most}), 'body_chars', length(d.body), 'destination', d.destination,
  'product', d.product, 'skill', d.skill, 'account_id', d.account_id, 'account_ref', d.account_ref,
  'assignee', d.assignee, 'run_ref', d.run_ref,
  'scheduled_for', ${iso('d.scheduled_for')}, 'approval', d.approval, 'failure', d.failure,
  'staged_by', json_build_object('user_id', d.staged_by_user_id, 'key_id', d.staged_by_key_id),
  'edited_by', json_build_object('user_id', d.edited_by_user_id, 'key_id', d.edited_by_key_id),
  'created_at', ${iso('d.created_at')}, 'updated_at', ${iso('d.updated_at')}, 'published_at', ${iso('d.published_at')},
  'decision', (SELECT json_build_object('action', r.action, 'version', r.version, 'note', r.note, 'by_person', r.key_id IS NULL,
                 'at', ${iso('r.created_at')})
               FROM draft_reviews r WHERE r.workspace_id = $1 AND r.draft_id = d.id ORDER BY r.created_at DESC LIMIT 1),
  'by_agent', CASE WHEN d.edited_by_key_id IS NULL THEN (
                SELECT json_build_object('title', v.title, 'body', left(v.body, ${most}), 'destination', v.destination)
                FROM draft_versions v WHERE v.workspace_id = $1 AND v.draft_id = d.id AND v.key_id IS NOT NULL
                ORDER BY v.version DESC LIMIT 1) END)`;

const CHANGED = `d.id AS draft_id, d.channel, d.state AS status, d.version, d.title, d.account_id,
  ${iso('d.scheduled_for')} AS scheduled_for, d.approval, ${iso('d.updated_at')} AS updated_at`;

const KEEP_VERSION = `INSERT INTO draft_versions (workspace_id, draft_id, version, title, body, destination, key_id, user_id, created_at)
  SELECT workspace_id, id, version, title, body, destination, edited_by_key_id, edited_by_user_id, updated_at FROM written`;

/**
 * A new draft with its first version; of a play that has a pending draft, that one as it stands (`created` says which).
 * `$1` workspace, `$2` id, `$3` channel, `$4` title, `$5` body, `$6` destination, `$7` product, `$8` skill, `$9` account,
 * `$10` account ref, `$11` run ref, `$12` key, `$13` user, `$14` now, `$15` assignee, `$16` play key.
 */
export const stageDraft = statement(
  'stage_draft',
  `WITH written AS (
     INSERT INTO drafts AS n (workspace_id, id, channel, state, version, title, body, destination, product, skill, account_id,
       account_ref, run_ref, staged_by_key_id, staged_by_user_id, edited_by_key_id, edited_by_user_id, created_at, updated_at,
       assignee, play_key)
     VALUES ($1, $2, $3, 'pending', 1, $4, $5, $6::jsonb, $7, $8, $9, $10, $11, $12, $13, $12, $13, $14::timestamptz, $14::timestamptz,
       $15, $16)
     ON CONFLICT (workspace_id, play_key) WHERE state = 'pending' AND withdrawn_at IS NULL DO UPDATE SET play_key = n.play_key
     RETURNING *),
   kept AS (${KEEP_VERSION} WHERE id = $2)
   SELECT ${CHANGED}, d.body, d.id = $2 AS created FROM written d`,
  { row: narrowed<{ created: boolean }>() },
);

/**
 * A new version of a draft, when it still is the version and channel that were named and its state is a key of `$5`,
 * which says the state after it. `$1` workspace, `$2` id, `$3` version, `$4` channel, `$5` states after by states before,
 * `$6` title, `$7` body, `$8` destination, `$9` product, `$10` skill, `$11` account, `$12` account ref, `$13` key,
 * `$14` user, `$15` now, `$16` assignee. It stays the play's draft unless another of that play is pending.
 */
export const editDraft = statement(
  'edit_draft',
  `WITH written AS (
     UPDATE drafts SET version = version + 1, state = $5::jsonb ->> state, title = $6, body = $7, destination = $8::jsonb,
       product = COALESCE($9, product), skill = COALESCE($10, skill), account_id = COALESCE($11, account_id),
       account_ref = COALESCE($12, account_ref), assignee = COALESCE($16, assignee), approval = NULL, scheduled_for = NULL,
       play_key = CASE WHEN EXISTS (SELECT FROM drafts o WHERE o.workspace_id = $1 AND o.play_key = drafts.play_key
                       AND o.state = 'pending' AND o.id <> $2) THEN NULL ELSE play_key END,
       edited_by_key_id = $13, edited_by_user_id = $14, updated_at = $15::timestamptz
     WHERE workspace_id = $1 AND id = $2 AND version = $3 AND channel = $4 AND $5::jsonb ->> state IS NOT NULL
     RETURNING *),
   kept AS (${KEEP_VERSION})
   SELECT ${CHANGED} FROM written d`,
);

/**
 * A review, when the draft still is the version that was seen, in a state of `$4`, and the reviewer may. One UPDATE, so
 * of two that start from the same state one wins; its record carries the time the draft was the reviewer's.
 * `$1` workspace, `$2` id, `$3` version, `$4` states before, `$5` state after, `$6` approval, `$7` scheduled for, `$8` now,
 * `$9` key, `$10` user, `$11` action, `$12` note, `$13` review id, `$14` whether it lets the draft through, `$15` session.
 */
export const reviewDraft = statement(
  'review_draft',
  `WITH written AS (
     UPDATE drafts d SET state = $5, approval = $6::jsonb, scheduled_for = $7::timestamptz, updated_at = $8::timestamptz,
       failure = CASE WHEN $14::boolean THEN NULL ELSE d.failure END
     WHERE d.workspace_id = $1 AND d.id = $2 AND d.version = $3 AND d.state = ANY ($4::text[])
       AND NOT ($14::boolean AND ${wantsSecondApprover('$10')})
     RETURNING d.*),
   kept AS (
     INSERT INTO draft_reviews (workspace_id, id, draft_id, version, action, scheduled_for, note, key_id, session_id, user_id, created_at)
     SELECT workspace_id, $13, id, version, $11, $7::timestamptz, $12, $9, $15, $10, clock_timestamp() FROM written)
   SELECT ${CHANGED} FROM written d`,
);

/** Where a draft stands, for saying why it did not move. */

/** `$1` workspace, `$2` id, `$3` the user who acts. */
export const findDraftStanding = statement(
  'find_draft_standing',
  `SELECT d.state AS status, d.version, d.channel,
          ${wantsSecondApprover('$3')} AS wants_second_approver
   FROM drafts d WHERE d.workspace_id = $1 AND d.id = $2`,
  { row: narrowed<{ wants_second_approver: boolean }>() },
);

const list = (condition: string) => `SELECT ${draft('$4::int')} AS draft FROM drafts d
     WHERE d.workspace_id = $1 AND d.id < $2 ${condition} ORDER BY d.id DESC LIMIT $3`;

/** Newest first. `$1` workspace, `$2` id to start below, `$3` limit, `$4` most characters of a body. */
export const listDrafts = statement('list_drafts', list(''), { row: narrowed<{ draft: DraftView }>() });

/** As `listDrafts`; `$5` state. */
export const listDraftsByState = statement('list_drafts_by_state', list('AND d.state = $5'), {
  row: narrowed<{ draft: DraftView }>(),
});

/** As `listDrafts`; `$5` state, or null for any, `$6` assignee, in any letter case. */
export const listDraftsByAssignee = statement(
  'list_drafts_by_assignee',
  list('AND lower(d.assignee) = lower($6) AND ($5::text IS NULL OR d.state = $5)'),
  { row: narrowed<{ draft: DraftView }>() },
);

/** One draft, its body whole, with its reviews, newest first. `$1` workspace, `$2` id. */
export const findDraft = statement(
  'find_draft',
  `SELECT ${draft('length(d.body)')} AS draft,
          ARRAY(SELECT json_build_object('action', r.action, 'version', r.version, 'note', r.note, 'scheduled_for', ${iso('r.scheduled_for')},
                  'user_id', r.user_id, 'key_id', r.key_id, 'session_id', r.session_id, 'at', ${iso('r.created_at')})
                FROM draft_reviews r WHERE r.workspace_id = $1 AND r.draft_id = d.id ORDER BY r.created_at DESC LIMIT 50) AS reviews
   FROM drafts d WHERE d.workspace_id = $1 AND d.id = $2`,
);

/** A channel's token, sealed: one per channel, the newest. */
export const keepIntegration = statement(
  'keep_integration',
  `INSERT INTO integration_tokens AS t (workspace_id, id, channel, sealed, encryption_key_id, account_label, scopes, expires_at, user_id, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7::text[], $8::timestamptz, $9, $10::timestamptz, $10::timestamptz)
   ON CONFLICT (workspace_id, channel) DO UPDATE SET sealed = excluded.sealed, encryption_key_id = excluded.encryption_key_id,
     account_label = excluded.account_label, scopes = excluded.scopes, expires_at = excluded.expires_at,
     user_id = excluded.user_id, updated_at = excluded.updated_at
   RETURNING t.id AS integration_id, t.channel, t.account_label, t.scopes, ${iso('t.expires_at')} AS expires_at,
     ${iso('t.updated_at')} AS connected_at, t.created_at < t.updated_at AS replaced`,
);

/** A scheduled draft whose time has come, let go. The publisher's role only. `$1` workspace, `$2` id, `$3` now. */
export const releaseDraft = statement(
  'release_draft',
  `UPDATE drafts SET state = 'approved', updated_at = $3::timestamptz
   WHERE workspace_id = $1 AND id = $2 AND state = 'scheduled' AND scheduled_for <= $3::timestamptz
   RETURNING id, channel`,
);

/** Drafts of all workspaces whose time has come, earliest first. The publisher's role only. `$1` now, `$2` limit. */
export const findDueDrafts = statement(
  'find_due_drafts',
  `SELECT workspace_id, id AS draft_id FROM drafts
   WHERE state = 'scheduled' AND scheduled_for <= $1::timestamptz ORDER BY scheduled_for LIMIT $2`,
);

/** Takes an approved draft for publishing, once. The publisher's role only. `$1` workspace, `$2` id, `$3` now. */
export const claimDraft = statement(
  'claim_draft',
  `UPDATE drafts SET state = 'publishing', claimed_at = $3::timestamptz, updated_at = $3::timestamptz
   WHERE workspace_id = $1 AND id = $2 AND state = 'approved' AND (approval ->> 'version')::int = version
   RETURNING workspace_id, id AS draft_id, ${iso('claimed_at')} AS claimed_at, version, channel, title, body, destination, product,
     account_id, account_ref, run_ref, approval`,
  { row: narrowed<{ claimed_at: string; approval: Approval }>() },
);

/**
 * Ends a claim, and nobody else's. The publisher's role only. `$1` workspace, `$2` id, `$3` when it was claimed, `$4` state,
 * `$5` failure, or what there is to know of what was published, `$6` now.
 */
export const settleDraft = statement(
  'settle_draft',
  `UPDATE drafts SET state = $4, failure = $5, updated_at = $6::timestamptz,
     published_at = CASE WHEN $4 = 'published' THEN $6::timestamptz END
   WHERE workspace_id = $1 AND id = $2 AND claimed_at = $3::timestamptz AND state = 'publishing'
   RETURNING id AS draft_id, channel, title, account_id, run_ref, approval ->> 'user_id' AS user_id`,
);

/** Claims of all workspaces that were made before a time, oldest first. The publisher's role only. `$1` before, `$2` limit. */
export const findOldClaims = statement(
  'find_old_claims',
  `SELECT workspace_id, id AS draft_id, ${iso('claimed_at')} AS claimed_at, channel FROM drafts
   WHERE state = 'publishing' AND claimed_at < $1::timestamptz ORDER BY claimed_at LIMIT $2`,
  { row: narrowed<{ claimed_at: string }>() },
);

/** A channel's token. `$1` workspace, `$2` channel. */
export const findIntegration = statement(
  'find_integration',
  `SELECT id, sealed, ${iso('expires_at')} AS expires_at FROM integration_tokens WHERE workspace_id = $1 AND channel = $2`,
);

/** A renewed token in the place of the very one it renews. `$1` workspace, `$2` id, `$3` before, `$4` sealed, `$5` key id, `$6` end, `$7` now. */
export const renewIntegration = statement(
  'renew_integration',
  `UPDATE integration_tokens SET sealed = $4, encryption_key_id = $5, expires_at = $6::timestamptz, updated_at = $7::timestamptz
   WHERE workspace_id = $1 AND id = $2 AND sealed = $3 RETURNING id`,
);

/** In whose name an approved draft goes out. The gate's role only. `$1` user. */
export const findSender = statement('find_sender', `SELECT name, email FROM users WHERE id = $1`);

/** What an agent's version of a draft said. */
export type DraftContent = { title: string | null; body: string; destination: Record<string, unknown> | null };

export type DraftView = Omit<RowOf<typeof findDraft>['draft'], 'by_agent'> & { by_agent: DraftContent | null };
export type DraftState = DraftView['status'];
export type ClaimedDraft = RowOf<typeof claimDraft>;

/** What a change of a draft answers with. */
export type ChangedDraft = RowOf<typeof editDraft>;

/** What staging answers with. */
export type StagedDraft = RowOf<typeof stageDraft>;

/** Where a draft stands, for saying why it did not move. */
export type DraftStanding = RowOf<typeof findDraftStanding>;
