import { iso, narrowed, type RowOf, statement } from '../statement.ts';
import { SECOND_APPROVER, wantsSecondApprover } from './drafts.ts';

const IN_QUEUE = `d.id AS draft_id, d.channel, d.state AS status, d.version, d.title, left(d.body, $5::int) AS body, length(d.body) AS body_chars,
  d.destination, d.product, d.skill, d.account_id, (SELECT name FROM accounts WHERE workspace_id = $1 AND id = d.account_id) AS account_name,
  d.account_ref, d.assignee, d.run_ref, ${iso('d.scheduled_for')} AS scheduled_for, d.failure, d.staged_by_key_id, d.edited_by_key_id,
  ${wantsSecondApprover('$4::text')}
    AS needs_other_approver,
  ${iso('d.created_at')} AS created_at, ${iso('d.updated_at')} AS updated_at`;

const list = (condition: string) =>
  `SELECT ${IN_QUEUE} FROM drafts d WHERE d.workspace_id = $1 AND d.id < $2 AND ($6::text IS NULL OR d.channel = $6)
     AND ($7::text IS NULL OR lower(d.assignee) = lower($7)) ${condition} ORDER BY d.id DESC LIMIT $3`;

type InQueue = { body: string; needs_other_approver: boolean };

/**
 * Newest first. `$1`: workspace, `$2`: id to start below, `$3`: limit, `$4`: user who looks, `$5`: characters of a body, `$6`:
 * channel, `$7`: assignee.
 */
export const listQueue = statement('panel_list_queue', list(''), { row: narrowed<InQueue>() });

/** As `listQueue`; `$8`: state. */
export const listQueueByState = statement('panel_list_queue_by_state', list('AND d.state = $8'), {
  row: narrowed<InQueue>(),
});

/** As `listQueue`; `$8`: account, `$9`: state. */
export const listQueueByAccount = statement(
  'panel_list_queue_by_account',
  list('AND d.account_id = $8 AND ($9::text IS NULL OR d.state = $9)'),
  {
    row: narrowed<InQueue>(),
  },
);

/** What the newest drafts can be narrowed by. `$1`: workspace. */
export const findQueueWords = statement(
  'panel_queue_words',
  `WITH newest AS MATERIALIZED (SELECT channel, assignee, account_id FROM drafts WHERE workspace_id = $1 ORDER BY id DESC LIMIT 2000)
   SELECT ARRAY(SELECT DISTINCT channel FROM newest ORDER BY channel LIMIT 50) AS channels,
          ARRAY(SELECT DISTINCT assignee FROM newest WHERE assignee IS NOT NULL ORDER BY assignee LIMIT 200) AS assignees,
          COALESCE((SELECT json_agg(n ORDER BY n.name, n.id) FROM (
            SELECT a.id, COALESCE(a.name, a.domain) AS name FROM accounts a
            WHERE a.workspace_id = $1 AND a.id IN (SELECT account_id FROM newest) LIMIT 200) n), '[]') AS accounts`,
);

/** What belongs to a draft beside itself. `$1`: workspace, `$2`: id, `$3`: user who looks. */
export const findSurroundings = statement(
  'panel_draft_surroundings',
  `SELECT (SELECT name FROM accounts WHERE workspace_id = $1 AND id = d.account_id) AS account_name,
     ${wantsSecondApprover('$3::text')}
       AS needs_other_approver,
     ${SECOND_APPROVER} AS second_approver,
     COALESCE((SELECT json_agg(v ORDER BY v.version DESC) FROM (
       SELECT version, title, body, destination, key_id, user_id, ${iso('created_at')} AS at FROM draft_versions
       WHERE workspace_id = $1 AND draft_id = d.id ORDER BY version DESC LIMIT 20) v), '[]') AS versions,
     (SELECT json_build_object('account_label', account_label, 'expires_at', ${iso('expires_at')}, 'connected_at', ${iso('updated_at')})
      FROM integration_tokens WHERE workspace_id = $1 AND channel = d.channel) AS connection,
     COALESCE((SELECT json_agg(s) FROM (
       SELECT id AS send_id, provider, message_ref, ${iso('sent_at')} AS sent_at,
              (SELECT count(*)::int FROM replies r WHERE r.workspace_id = $1 AND r.send_id = s.id) AS replies
       FROM sends s WHERE workspace_id = $1 AND draft_id = d.id ORDER BY id DESC LIMIT 20) s), '[]') AS sends
   FROM drafts d WHERE d.workspace_id = $1 AND d.id = $2`,
  { row: narrowed<{ needs_other_approver: boolean }>() },
);

/** The draft as an edit starts from it. `$1`: workspace, `$2`: id. */
export const findDraftContent = statement(
  'panel_draft_content',
  `SELECT channel, title, body, destination FROM drafts WHERE workspace_id = $1 AND id = $2`,
);

/** Channels' connections, without their tokens. `$1`: workspace. */
export const listIntegrations = statement(
  'panel_list_integrations',
  `SELECT id AS integration_id, channel, account_label, scopes, ${iso('expires_at')} AS expires_at, ${iso('updated_at')} AS connected_at,
     (SELECT ${iso('max(published_at)')} FROM (SELECT published_at FROM drafts d WHERE d.workspace_id = $1 AND d.state = 'published'
        AND d.channel = t.channel ORDER BY id DESC LIMIT 50) published) AS last_published_at
   FROM integration_tokens t WHERE workspace_id = $1 ORDER BY channel`,
);

/** `$1`: workspace, `$2`: channel. */
export const deleteIntegration = statement(
  'panel_delete_integration',
  `DELETE FROM integration_tokens WHERE workspace_id = $1 AND channel = $2 RETURNING id`,
);

export type DraftSurroundings = RowOf<typeof findSurroundings>;
