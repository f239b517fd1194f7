/** A foreign key: the columns of a table, and those of another that they name. */
export type Reference = {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly to: string;
  readonly toColumns: readonly string[];
  readonly onDelete?: 'cascade';
};

const reference = (name: string, table: string, columns: string, to: string, toColumns: string): Reference => ({
  name,
  table,
  columns: columns.split(' '),
  to,
  toColumns: toColumns.split(' '),
});

const cascading = (...described: Parameters<typeof reference>): Reference => ({
  ...reference(...described),
  onDelete: 'cascade',
});

/**
 * Every foreign key. Beside the entities and not in them as relations: most lead with the workspace, which is the primary
 * key's first column too, and no query goes by relations (they run at a fraction of SQL's speed).
 */
export const references: readonly Reference[] = [
  reference('accounts_workspace_id_fkey', 'accounts', 'workspace_id', 'workspaces', 'id'),
  reference('acts_workspace_id_fkey', 'acts', 'workspace_id', 'workspaces', 'id'),
  reference('api_key_secrets_key_id_fkey', 'api_key_secrets', 'key_id', 'api_keys', 'id'),
  reference('api_keys_oauth_client_id_fkey', 'api_keys', 'oauth_client_id', 'oauth_clients', 'id'),
  reference('api_keys_team_id_fkey', 'api_keys', 'team_id', 'teams', 'id'),
  reference('api_keys_user_id_fkey', 'api_keys', 'user_id', 'users', 'id'),
  reference('api_keys_workspace_id_fkey', 'api_keys', 'workspace_id', 'workspaces', 'id'),
  reference('audit_chains_workspace_id_fkey', 'audit_chains', 'workspace_id', 'workspaces', 'id'),
  reference('audit_erasures_workspace_id_fkey', 'audit_erasures', 'workspace_id', 'workspaces', 'id'),
  reference('audit_seals_workspace_id_fkey', 'audit_seals', 'workspace_id', 'workspaces', 'id'),
  reference('brain_states_workspace_id_fkey', 'brain_states', 'workspace_id', 'workspaces', 'id'),
  reference('captures_account_id_fk', 'captures', 'workspace_id account_id', 'accounts', 'workspace_id id'),
  reference('captures_prospect_id_fk', 'captures', 'workspace_id prospect_id', 'prospects', 'workspace_id id'),
  reference('changesets_workspace_id_fkey', 'changesets', 'workspace_id', 'workspaces', 'id'),
  reference('contacts_account_id_fk', 'contacts', 'workspace_id account_id', 'accounts', 'workspace_id id'),
  reference('contacts_workspace_id_fkey', 'contacts', 'workspace_id', 'workspaces', 'id'),
  reference('draft_reviews_draft_id_fk', 'draft_reviews', 'workspace_id draft_id', 'drafts', 'workspace_id id'),
  reference('draft_versions_draft_id_fk', 'draft_versions', 'workspace_id draft_id', 'drafts', 'workspace_id id'),
  reference('drafts_account_id_fk', 'drafts', 'workspace_id account_id', 'accounts', 'workspace_id id'),
  reference('drafts_workspace_id_fkey', 'drafts', 'workspace_id', 'workspaces', 'id'),
  reference('enrichments_workspace_id_fkey', 'enrichments', 'workspace_id', 'workspaces', 'id'),
  reference('entitlements_kind_slug_fkey', 'entitlements', 'kind slug', 'catalogue', 'kind slug'),
  reference('entitlements_user_id_fkey', 'entitlements', 'user_id', 'users', 'id'),
  reference('fact_vector_progress_workspace_id_fkey', 'fact_vector_progress', 'workspace_id', 'workspaces', 'id'),
  cascading('fact_vectors_fact_id_fk', 'fact_vectors', 'workspace_id fact_id', 'facts', 'workspace_id id'),
  reference('facts_account_id_fk', 'facts', 'workspace_id account_id', 'accounts', 'workspace_id id'),
  cascading('import_errors_import_id_fk', 'import_errors', 'workspace_id import_id', 'imports', 'workspace_id id'),
  cascading('import_parts_import_id_fk', 'import_parts', 'workspace_id import_id', 'imports', 'workspace_id id'),
  cascading('import_records_import_id_fk', 'import_records', 'workspace_id import_id', 'imports', 'workspace_id id'),
  reference('imports_workspace_id_fkey', 'imports', 'workspace_id', 'workspaces', 'id'),
  reference('integration_tokens_workspace_id_fkey', 'integration_tokens', 'workspace_id', 'workspaces', 'id'),
  reference('logins_user_id_fkey', 'logins', 'user_id', 'users', 'id'),
  reference('meetings_account_id_fk', 'meetings', 'workspace_id account_id', 'accounts', 'workspace_id id'),
  reference('meetings_workspace_id_fkey', 'meetings', 'workspace_id', 'workspaces', 'id'),
  reference('merge_proposals_workspace_id_fkey', 'merge_proposals', 'workspace_id', 'workspaces', 'id'),
  reference('merged_records_workspace_id_fkey', 'merged_records', 'workspace_id', 'workspaces', 'id'),
  reference('oauth_authorizations_workspace_id_fkey', 'oauth_authorizations', 'workspace_id', 'workspaces', 'id'),
  reference('opportunities_account_id_fk', 'opportunities', 'workspace_id account_id', 'accounts', 'workspace_id id'),
  reference('opportunities_workspace_id_fkey', 'opportunities', 'workspace_id', 'workspaces', 'id'),
  reference('plan_entries_plan_id_fk', 'plan_entries', 'workspace_id plan_id', 'plans', 'workspace_id id'),
  reference('plans_account_id_fk', 'plans', 'workspace_id account_id', 'accounts', 'workspace_id id'),
  reference('plans_workspace_id_fkey', 'plans', 'workspace_id', 'workspaces', 'id'),
  cascading(
    'proposed_calls_changeset_id_fk',
    'proposed_calls',
    'workspace_id changeset_id',
    'changesets',
    'workspace_id id',
  ),
  reference('prospects_account_id_fk', 'prospects', 'workspace_id account_id', 'accounts', 'workspace_id id'),
  reference('prospects_workspace_id_fkey', 'prospects', 'workspace_id', 'workspaces', 'id'),
  reference('replies_send_id_fk', 'replies', 'workspace_id send_id', 'sends', 'workspace_id id'),
  reference('runs_workspace_id_fkey', 'runs', 'workspace_id', 'workspaces', 'id'),
  reference('scores_account_id_fk', 'scores', 'workspace_id account_id', 'accounts', 'workspace_id id'),
  reference(
    'scores_target_account_id_fk',
    'scores',
    'workspace_id target_account_id',
    'target_accounts',
    'workspace_id id',
  ),
  reference('seat_packs_team_id_fkey', 'seat_packs', 'team_id', 'teams', 'id'),
  reference('sends_account_id_fk', 'sends', 'workspace_id account_id', 'accounts', 'workspace_id id'),
  reference('sends_draft_id_fk', 'sends', 'workspace_id draft_id', 'drafts', 'workspace_id id'),
  reference('sends_workspace_id_fkey', 'sends', 'workspace_id', 'workspaces', 'id'),
  reference('sessions_user_id_fkey', 'sessions', 'user_id', 'users', 'id'),
  reference('signals_account_id_fk', 'signals', 'workspace_id account_id', 'accounts', 'workspace_id id'),
  reference(
    'signals_target_account_id_fk',
    'signals',
    'workspace_id target_account_id',
    'target_accounts',
    'workspace_id id',
  ),
  reference(
    'target_accounts_account_id_fk',
    'target_accounts',
    'workspace_id account_id',
    'accounts',
    'workspace_id id',
  ),
  reference('target_accounts_workspace_id_fkey', 'target_accounts', 'workspace_id', 'workspaces', 'id'),
  reference('team_members_team_id_fkey', 'team_members', 'team_id', 'teams', 'id'),
  reference('team_members_user_id_fkey', 'team_members', 'user_id', 'users', 'id'),
  reference('teams_owner_user_id_fkey', 'teams', 'owner_user_id', 'users', 'id'),
  reference('tier_proposals_account_id_fk', 'tier_proposals', 'workspace_id account_id', 'accounts', 'workspace_id id'),
  reference('undos_workspace_id_fkey', 'undos', 'workspace_id', 'workspaces', 'id'),
  reference(
    'value_proposals_account_id_fk',
    'value_proposals',
    'workspace_id account_id',
    'accounts',
    'workspace_id id',
  ),
  reference('value_proposals_workspace_id_fkey', 'value_proposals', 'workspace_id', 'workspaces', 'id'),
  cascading(
    'webhook_attempts_workspace_id_webhook_id_fkey',
    'webhook_attempts',
    'workspace_id webhook_id',
    'webhooks',
    'workspace_id id',
  ),
  cascading(
    'webhook_deliveries_workspace_id_event_id_fkey',
    'webhook_deliveries',
    'workspace_id event_id',
    'webhook_events',
    'workspace_id id',
  ),
  cascading(
    'webhook_deliveries_workspace_id_webhook_id_fkey',
    'webhook_deliveries',
    'workspace_id webhook_id',
    'webhooks',
    'workspace_id id',
  ),
  reference('webhook_events_workspace_id_fkey', 'webhook_events', 'workspace_id', 'workspaces', 'id'),
  reference('webhooks_workspace_id_fkey', 'webhooks', 'workspace_id', 'workspaces', 'id'),
  reference('workspace_flags_workspace_id_fkey', 'workspace_flags', 'workspace_id', 'workspaces', 'id'),
  reference('workspace_quotas_workspace_id_fkey', 'workspace_quotas', 'workspace_id', 'workspaces', 'id'),
  reference('workspace_usage_workspace_id_fkey', 'workspace_usage', 'workspace_id', 'workspaces', 'id'),
  reference('workspaces_owner_user_id_fkey', 'workspaces', 'owner_user_id', 'users', 'id'),
];
