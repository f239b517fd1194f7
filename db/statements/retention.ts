import { statement } from '../statement.ts';

/** Deletes rows that a condition on their age in `$1` names, by their key. `$1`: age, `$2`: most rows. Answers how many. */
const prune = <const Name extends string>(name: Name, table: string, key: string, old: string) =>
  statement(
    name,
    `WITH deleted AS (
       DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${old} LIMIT $2) RETURNING 1
     )
     SELECT count(*) AS count FROM deleted`,
  );

const ID = 'workspace_id, id';

const before = (column: string) => `${column} < now() - $1::interval`;

export const pruneCalls = prune('prune_calls', 'api_key_calls', ID, before('at'));
export const pruneActs = prune('prune_acts', 'acts', ID, before('at'));
export const pruneOperatorActs = prune('prune_operator_acts', 'operator_acts', 'id', before('at'));
export const pruneOperatorCalls = prune('prune_operator_calls', 'operator_calls', 'id', before('at'));
/** Imports that ended, with the rows they left out; sooner those that failed or were never started, with their files. */
export const pruneImports = prune(
  'prune_imports',
  'imports',
  ID,
  `${before('ended_at')} OR (state = 'failed' AND ended_at < now() - interval '30 days')
         OR (state = 'uploading' AND created_at < now() - interval '1 day')`,
);
/** What keys proposed and people decided, with its calls. */
export const pruneChangesets = prune(
  'prune_changesets',
  'changesets',
  ID,
  `state = 'closed' AND ${before('updated_at')}`,
);
export const pruneAuthorizations = prune('prune_authorizations', 'oauth_authorizations', ID, before('created_at'));
export const pruneIdempotencyRecords = prune(
  'prune_idempotency_records',
  'idempotency_records',
  'workspace_id, key_id, idempotency_key',
  before('created_at'),
);

/** Fingerprints by which no repeat is recognised any more. */
export const pruneFingerprints = prune('prune_fingerprints', 'fingerprints', 'workspace_id, fingerprint', before('at'));

/** Facts that a newer one superseded. */
export const pruneFacts = prune('prune_facts', 'facts', ID, before('superseded_at'));

/** Proposed values and merges that were decided, or that another took the place of. */
export const pruneValueProposals = prune('prune_value_proposals', 'value_proposals', ID, before('decided_at'));
export const pruneMergeProposals = prune('prune_merge_proposals', 'merge_proposals', ID, before('decided_at'));

/** Earlier e-mail addresses, phone numbers and profiles of contacts and prospects. */
export const pruneContactHistory = prune(
  'prune_contact_history',
  'facts',
  ID,
  `${before('superseded_at')} AND subject_type IN ('contact', 'prospect')
         AND attribute ~* '(mail|phone|mobile|tel|linkedin)'`,
);

/** Answers of providers that are not used any more; `$1` is how long after that. */
export const pruneEnrichments = prune(
  'prune_enrichments',
  'enrichments',
  'workspace_id, contact_key, provider',
  before('expires_at'),
);

/** Captures, and before them the facts that were read from them. */
export const pruneCaptureFacts = prune(
  'prune_capture_facts',
  'facts',
  ID,
  `subject_type = 'capture' AND ${before('at')}`,
);
export const pruneCaptures = prune('prune_captures', 'captures', ID, before('created_at'));

/** Drafts that are done with, and before them what refers to them. A send stays, without its draft. */
const DONE = `SELECT d.workspace_id, d.id FROM drafts d
     WHERE d.state IN ('published', 'failed', 'held', 'rejected') AND d.updated_at < now() - $1::interval`;
export const detachSends = statement(
  'detach_sends',
  `WITH detached AS (
     UPDATE sends SET draft_id = NULL WHERE (workspace_id, id) IN (
       SELECT s.workspace_id, s.id FROM sends s WHERE (s.workspace_id, s.draft_id) IN (${DONE}) LIMIT $2) RETURNING 1
   )
   SELECT count(*) AS count FROM detached`,
);
export const pruneDraftVersions = prune(
  'prune_draft_versions',
  'draft_versions',
  'workspace_id, draft_id, version',
  `(workspace_id, draft_id) IN (${DONE})`,
);
export const pruneDraftReviews = prune(
  'prune_draft_reviews',
  'draft_reviews',
  ID,
  `(workspace_id, draft_id) IN (${DONE})`,
);
export const pruneDrafts = prune('prune_drafts', 'drafts', ID, `(workspace_id, id) IN (${DONE})`);

/** Sends that nobody answers any more, and their replies before them. */
export const pruneReplies = prune('prune_replies', 'replies', ID, before('received_at'));
export const pruneSends = prune(
  'prune_sends',
  'sends',
  ID,
  `${before('sent_at')} AND NOT EXISTS (
           SELECT FROM replies r WHERE r.workspace_id = sends.workspace_id AND r.send_id = sends.id)`,
);

/** Runs that have ended, with their telemetry. */
export const pruneRuns = prune('prune_runs', 'runs', ID, `state <> 'running' AND ${before('last_sign_at')}`);

/** Versions of brain state that are not in force. */
export const pruneBrainStates = prune(
  'prune_brain_states',
  'brain_states',
  ID,
  `${before('created_at')} AND EXISTS (
           SELECT FROM brain_states newer WHERE newer.workspace_id = brain_states.workspace_id
             AND newer.scope = brain_states.scope AND newer.version > brain_states.version)`,
);
